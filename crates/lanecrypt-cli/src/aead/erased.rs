//! Traits that hide the type of a cipher.

use std::any::Any;

use lanecrypt::aead::stream::{Incremental, Opening, Sealing};
use lanecrypt::mode::{AesModes, Gcm, GcmShortTags};
use lanecrypt::{Aead, Backend, Data, Error, Tag};

use crate::jobs::{AeadTask, Jobs, Made, known, prepare};

/// A message for a batch call.
pub(crate) type SealTask<'a> = AeadTask<'a, dyn AeadKey>;

/// A ready key.
pub(crate) trait AeadKey: Any {
    /// Encrypts a message and gives its tag.
    fn seal(&self, nonce: &[u8], aad: &[u8], data: Data<'_>) -> Result<Tag, Error>;
    /// Decrypts a message if its tag is right.
    fn open(&self, nonce: &[u8], aad: &[u8], data: Data<'_>, tag: &[u8]) -> Result<(), Error>;
}

/// The batch calls.
pub(crate) trait AeadBatch {
    /// Encrypts every message and makes its tag.
    fn seal<'a>(&self, tasks: Vec<SealTask<'a>>) -> Box<dyn Jobs + 'a>;
    /// Decrypts every message whose tag is right.
    fn open<'a>(&self, tasks: Vec<SealTask<'a>>) -> Box<dyn Jobs + 'a>;
}

/// A key whose messages can come in pieces.
pub(crate) trait InPieces {
    /// The start of a message that is sealed.
    fn seal(&self, nonce: &[u8]) -> Result<Box<dyn Pieces>, Error>;
    /// The start of a message that is opened.
    fn open(&self, nonce: &[u8]) -> Result<Box<dyn Pieces>, Error>;
}

/// A message that comes in pieces.
pub(crate) trait Pieces {
    /// The next piece of associated data.
    fn aad(&mut self, piece: &[u8]) -> Result<(), Error>;
    /// The next piece of the message.
    fn update(&mut self, piece: Data<'_>) -> Result<(), Error>;
    /// Ends the message. Sealing returns the tag; opening verifies the given one.
    fn finish(self: Box<Self>, tag: &[u8]) -> Result<Option<Tag>, Error>;
}

impl<A: Aead> AeadKey for A {
    fn seal(&self, nonce: &[u8], aad: &[u8], data: Data<'_>) -> Result<Tag, Error> {
        Aead::seal(self, nonce, aad, data)
    }

    fn open(&self, nonce: &[u8], aad: &[u8], data: Data<'_>, tag: &[u8]) -> Result<(), Error> {
        Aead::open(self, nonce, aad, data, tag)
    }
}

/// The batch calls of a cipher with tags of some length.
struct AeadBatches<A: Aead> {
    batch: lanecrypt::Batch<A>,
    tag_bytes: usize,
}

impl<A: Aead> AeadBatches<A> {
    fn jobs<'a>(
        &self,
        tasks: Vec<SealTask<'a>>,
    ) -> impl Iterator<Item = lanecrypt::AeadJob<'a, A>> {
        let tag_bytes = self.tag_bytes;
        tasks.into_iter().map(move |task| {
            let key = task.key.typed(|key| known::<A>(key));
            task.job(key, tag_bytes)
        })
    }
}

impl<A: Aead> AeadBatch for AeadBatches<A> {
    fn seal<'a>(&self, tasks: Vec<SealTask<'a>>) -> Box<dyn Jobs + 'a> {
        prepare(self.batch, lanecrypt::Batch::seal, self.jobs(tasks))
    }

    fn open<'a>(&self, tasks: Vec<SealTask<'a>>) -> Box<dyn Jobs + 'a> {
        prepare(self.batch, lanecrypt::Batch::open, self.jobs(tasks))
    }
}

/// A ready key of some cipher, for tags of some length, on a backend.
pub(super) fn expand<A: Aead>(key: &[u8], tag_bytes: usize, backend: Backend) -> Made<dyn AeadKey> {
    Ok(Box::new(A::with_backend(key, backend)?.with_tag_bytes(tag_bytes)?))
}

/// The batch calls of some cipher, for tags of some length, on a backend.
pub(super) fn batch<A: Aead>(tag_bytes: usize, backend: Backend) -> Made<dyn AeadBatch> {
    let batch = lanecrypt::Batch::<A>::with_backend(backend)?;
    Ok(Box::new(AeadBatches { batch, tag_bytes }))
}

/// Whether GCM has a type of its own for tags of this length.
fn is_short<C: AesModes>(tag_bytes: usize) -> bool {
    GcmShortTags::<C>::TAG_BYTES.contains(&tag_bytes)
}

/// A ready key of GCM, for tags of any length, on a backend.
pub(super) fn expand_gcm<C: AesModes>(
    key: &[u8],
    tag_bytes: usize,
    backend: Backend,
) -> Made<dyn AeadKey> {
    match is_short::<C>(tag_bytes) {
        true => expand::<GcmShortTags<C>>(key, tag_bytes, backend),
        false => expand::<Gcm<C>>(key, tag_bytes, backend),
    }
}

/// The batch calls of GCM, for tags of any length, on a backend.
pub(super) fn batch_gcm<C: AesModes>(tag_bytes: usize, backend: Backend) -> Made<dyn AeadBatch> {
    match is_short::<C>(tag_bytes) {
        true => batch::<GcmShortTags<C>>(tag_bytes, backend),
        false => batch::<Gcm<C>>(tag_bytes, backend),
    }
}

impl<A: Incremental> InPieces for A {
    fn seal(&self, nonce: &[u8]) -> Result<Box<dyn Pieces>, Error> {
        Ok(Box::new(Sealing::new(self, nonce)?))
    }

    fn open(&self, nonce: &[u8]) -> Result<Box<dyn Pieces>, Error> {
        Ok(Box::new(Opening::new(self, nonce)?))
    }
}

impl<A: Incremental> Pieces for Sealing<A> {
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

impl<A: Incremental> Pieces for Opening<A> {
    fn aad(&mut self, piece: &[u8]) -> Result<(), Error> {
        self.aad(piece)
    }

    fn update(&mut self, piece: Data<'_>) -> Result<(), Error> {
        self.update_unverified(piece)
    }

    fn finish(self: Box<Self>, tag: &[u8]) -> Result<Option<Tag>, Error> {
        (*self).finish(tag).map(|()| None)
    }
}

/// A key of some cipher, for messages in pieces.
pub(super) fn pieces<A: Incremental>(
    key: &[u8],
    tag_bytes: usize,
    backend: Backend,
) -> Made<dyn InPieces> {
    Ok(Box::new(A::with_backend(key, backend)?.with_tag_bytes(tag_bytes)?))
}
