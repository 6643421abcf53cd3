//! Traits that a value can be had of whatever its cipher is.

use lanecrypt::aead::stream::{self, Opening, Sealing};
use lanecrypt::aead::{Aead, AeadBatch, AeadJob};
use lanecrypt::batch::Data;
use lanecrypt::{Backend, Error, Tag};

/// A value whose type is forgotten, or why there is none.
pub(crate) type Made<T> = Result<Box<T>, Error>;

/// A key, expanded.
pub(crate) trait Expanded {
    /// Encrypts a message and gives its tag.
    fn seal(&self, nonce: &[u8], aad: &[u8], data: Data<'_>) -> Result<Tag, Error>;
    /// Decrypts a message if its tag is right.
    fn open(&self, nonce: &[u8], aad: &[u8], data: Data<'_>, tag: &[u8]) -> Result<(), Error>;
}

/// The batch call.
pub(crate) trait Batch {
    /// Encrypts every job and makes its tag.
    fn seal(&self, jobs: &mut [AeadJob<'_>]);
    /// Decrypts every job whose tag is right.
    fn open(&self, jobs: &mut [AeadJob<'_>]);
}

/// A key whose messages can come in pieces.
pub(crate) trait InPieces {
    /// The start of a message that is sealed.
    fn seal<'c>(&'c self, nonce: &[u8]) -> Result<Box<dyn Pieces + 'c>, Error>;
    /// The start of a message that is opened.
    fn open<'c>(&'c self, nonce: &[u8]) -> Result<Box<dyn Pieces + 'c>, Error>;
}

/// A message that comes in pieces.
pub(crate) trait Pieces {
    /// The next piece of associated data.
    fn aad(&mut self, piece: &[u8]) -> Result<(), Error>;
    /// The next piece of the message.
    fn update(&mut self, piece: Data<'_>) -> Result<(), Error>;
    /// The end: the tag of a message that is sealed; whether the tag given is that of a message
    /// that is opened.
    fn finish(self: Box<Self>, tag: &[u8]) -> Result<Option<Tag>, Error>;
}

impl<A: Aead> Expanded for A {
    fn seal(&self, nonce: &[u8], aad: &[u8], data: Data<'_>) -> Result<Tag, Error> {
        self.seal(nonce, aad, data)
    }

    fn open(&self, nonce: &[u8], aad: &[u8], data: Data<'_>, tag: &[u8]) -> Result<(), Error> {
        self.open(nonce, aad, data, tag)
    }
}

impl<A: Aead> Batch for AeadBatch<A> {
    fn seal(&self, jobs: &mut [AeadJob<'_>]) {
        self.seal(jobs);
    }

    fn open(&self, jobs: &mut [AeadJob<'_>]) {
        self.open(jobs);
    }
}

/// A key of some cipher, for tags of some length, on a backend.
pub(super) fn expand<A: Aead + 'static>(
    key: &[u8],
    tag_bytes: usize,
    backend: Backend,
) -> Made<dyn Expanded> {
    Ok(Box::new(A::with_tags(key, tag_bytes, backend)?))
}

/// The batch call of some cipher, for tags of some length, on a backend.
pub(super) fn batch<A: Aead + 'static>(tag_bytes: usize, backend: Backend) -> Made<dyn Batch> {
    Ok(Box::new(AeadBatch::<A>::with_backend(backend)?.with_tag_bytes(tag_bytes)?))
}

impl<A: stream::InPieces> InPieces for A {
    fn seal<'c>(&'c self, nonce: &[u8]) -> Result<Box<dyn Pieces + 'c>, Error> {
        Ok(Box::new(Sealing::new(self, nonce)?))
    }

    fn open<'c>(&'c self, nonce: &[u8]) -> Result<Box<dyn Pieces + 'c>, Error> {
        Ok(Box::new(Opening::new(self, nonce)?))
    }
}

impl<A: stream::InPieces> Pieces for Sealing<'_, A> {
    fn aad(&mut self, piece: &[u8]) -> Result<(), Error> {
        self.aad(piece)
    }

    fn update(&mut self, piece: Data<'_>) -> Result<(), Error> {
        self.update(piece)
    }

    fn finish(self: Box<Self>, _: &[u8]) -> Result<Option<Tag>, Error> {
        Ok(Some((*self).finish()))
    }
}

impl<A: stream::InPieces> Pieces for Opening<'_, A> {
    fn aad(&mut self, piece: &[u8]) -> Result<(), Error> {
        self.aad(piece)
    }

    fn update(&mut self, piece: Data<'_>) -> Result<(), Error> {
        self.update(piece)
    }

    fn finish(self: Box<Self>, tag: &[u8]) -> Result<Option<Tag>, Error> {
        (*self).finish(tag).map(|()| None)
    }
}

/// A key of some cipher, for messages in pieces.
pub(super) fn pieces<A: stream::InPieces + 'static>(
    key: &[u8],
    tag_bytes: usize,
    backend: Backend,
) -> Made<dyn InPieces> {
    Ok(Box::new(A::with_tags(key, tag_bytes, backend)?))
}
