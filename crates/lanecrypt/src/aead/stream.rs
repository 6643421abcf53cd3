//! Messages in pieces, for the ciphers that take them in as they come.
//!
//! However associated data and message are cut, the result is that of [`Aead::seal`] and
//! [`Aead::open`], but for one thing: who opens a message in pieces is given plaintext *before* its
//! tag is known. See [`Opening`].

use super::duplex::MOST_RATE;
#[doc(hidden)]
pub use super::duplex::Midway;
use super::{Aead, check_nonce};
use crate::batch::Data;
use crate::lanes::wipe;
use crate::{Error, Tag};

/// A cipher whose messages can come in pieces.
pub trait InPieces: Aead {
    /// The bytes of a block.
    #[doc(hidden)]
    const RATE: usize;
    /// The start of a message.
    #[doc(hidden)]
    fn begin(&self, nonce: &[u8], midway: &mut Midway);
    /// Takes in associated data, whole blocks or the last one, or the last block of a message.
    #[doc(hidden)]
    fn absorb(&self, midway: &mut Midway, blocks: &[u8]);
    /// Makes the keystream of the next block.
    #[doc(hidden)]
    fn keystream(&self, midway: &mut Midway);
    /// Works on whole blocks.
    #[doc(hidden)]
    fn crypt<const OPEN: bool>(&self, midway: &mut Midway, blocks: &mut [u8]);
    /// The tag.
    #[doc(hidden)]
    fn finish(&self, midway: &mut Midway) -> Tag;
}

/// A message that is sealed piece by piece.
///
/// Wiped when dropped. Constant time in keys and data; the lengths of pieces show.
pub struct Sealing<'k, A: InPieces>(Pieces<'k, A>);

/// A message that is opened piece by piece.
///
/// **The plaintext that it gives out is not authenticated** until [`Opening::finish`] has returned
/// without an error: whoever sends something else than the message can make it anything, bit by
/// bit. Keep it away from all that acts on it until then, and throw it away if the tag is wrong.
/// [`Aead::open`] has no such gap.
///
/// Wiped when dropped. Constant time in keys and data; the lengths of pieces show.
pub struct Opening<'k, A: InPieces>(Pieces<'k, A>);

impl<'k, A: InPieces> Sealing<'k, A> {
    /// The start of a message, or the error that the nonce has not the right length.
    pub fn new(cipher: &'k A, nonce: &[u8]) -> Result<Self, Error> {
        Ok(Self(Pieces::new(cipher, nonce)?))
    }

    /// The next piece of associated data, all of which comes before the message: if there was any
    /// of that, or if there is more than the cipher allows, it is an error, and nothing has changed.
    pub fn aad(&mut self, piece: &[u8]) -> Result<(), Error> {
        self.0.aad(piece)
    }

    /// Encrypts the next piece of the message; more than the cipher allows is an error, and so are
    /// buffers that differ in length. Nothing has changed then.
    pub fn update(&mut self, piece: Data<'_>) -> Result<(), Error> {
        self.0.update::<false>(piece)
    }

    /// The tag.
    pub fn finish(mut self) -> Tag {
        self.0.finish()
    }
}

impl<'k, A: InPieces> Opening<'k, A> {
    /// The start of a message, or the error that the nonce has not the right length.
    pub fn new(cipher: &'k A, nonce: &[u8]) -> Result<Self, Error> {
        Ok(Self(Pieces::new(cipher, nonce)?))
    }

    /// The next piece of associated data, as [`Sealing::aad`].
    pub fn aad(&mut self, piece: &[u8]) -> Result<(), Error> {
        self.0.aad(piece)
    }

    /// Decrypts the next piece of the message: **into bytes that nobody has authenticated yet**.
    /// Errors are those of [`Sealing::update`], and [`Error::NoKeystream`].
    pub fn update(&mut self, piece: Data<'_>) -> Result<(), Error> {
        if matches!(piece, Data::Keystream(_)) {
            return Err(Error::NoKeystream);
        }
        self.0.update::<true>(piece)
    }

    /// Whether the tag is right. If it is not, what was given out is worth nothing.
    pub fn finish(mut self, tag: &[u8]) -> Result<(), Error> {
        match self.0.finish().verify(tag) {
            true => Ok(()),
            false => Err(Error::Authentication),
        }
    }
}

/// What both have.
pub(super) struct Pieces<'k, A: InPieces> {
    cipher: &'k A,
    midway: Midway,
    /// Whether the message has begun.
    begun: bool,
}

impl<'k, A: InPieces> Pieces<'k, A> {
    /// The start of a message, or the error that the nonce has not the right length.
    pub(super) fn new(cipher: &'k A, nonce: &[u8]) -> Result<Self, Error> {
        check_nonce::<A>(nonce)?;
        let mut midway = Midway::new();
        cipher.begin(nonce, &mut midway);
        Ok(Self { cipher, midway, begun: false })
    }

    /// More associated data.
    pub(super) fn aad(&mut self, piece: &[u8]) -> Result<(), Error> {
        if piece.is_empty() {
            return Ok(());
        }
        if self.begun {
            return Err(Error::TooLate);
        }
        let (cipher, midway) = (self.cipher, &mut self.midway);
        let bytes = u128::from(midway.aad) + piece.len() as u128;
        A::check_lengths(bytes, 0)?;
        midway.aad = bytes as u64;
        let mut rest = piece;
        if midway.filled > 0 {
            let count = (A::RATE - midway.filled).min(rest.len());
            let (first, after) = rest.split_at(count);
            midway.block[midway.filled..][..count].copy_from_slice(first);
            midway.filled += count;
            rest = after;
            if midway.filled < A::RATE {
                return Ok(());
            }
            self.take_block();
        }
        let (blocks, rest) = rest.split_at(rest.len() / A::RATE * A::RATE);
        let midway = &mut self.midway;
        if !blocks.is_empty() {
            cipher.absorb(midway, blocks);
        }
        midway.block[..rest.len()].copy_from_slice(rest);
        midway.filled = rest.len();
        Ok(())
    }

    /// Takes in the block, full or filled with zeros.
    fn take_block(&mut self) {
        let midway = &mut self.midway;
        if midway.filled > 0 {
            let mut block = midway.block;
            self.cipher.absorb(midway, &block[..A::RATE]);
            wipe(&mut block, [0; MOST_RATE]);
            wipe(&mut midway.block, [0; MOST_RATE]);
            midway.filled = 0;
        }
    }

    fn update<const OPEN: bool>(&mut self, mut piece: Data<'_>) -> Result<(), Error> {
        let bytes = piece.checked_len()?;
        let total = u128::from(self.midway.message) + bytes as u128;
        A::check_lengths(self.midway.aad.into(), total)?;
        if bytes == 0 {
            return Ok(());
        }
        if !self.begun {
            self.take_block();
            self.begun = true;
        }
        self.midway.message = total as u64;
        let mut rest = piece.prepared();
        if self.midway.filled > 0 {
            let count = (A::RATE - self.midway.filled).min(rest.len());
            let (first, after) = rest.split_at_mut(count);
            self.bytes::<OPEN>(first);
            rest = after;
            if self.midway.filled == A::RATE {
                self.take_block();
            }
        }
        let (blocks, rest) = rest.split_at_mut(rest.len() / A::RATE * A::RATE);
        if !blocks.is_empty() {
            self.cipher.crypt::<OPEN>(&mut self.midway, blocks);
        }
        if !rest.is_empty() {
            self.cipher.keystream(&mut self.midway);
            self.bytes::<OPEN>(rest);
        }
        Ok(())
    }

    /// Works on some bytes of a block whose keystream was made.
    fn bytes<const OPEN: bool>(&mut self, bytes: &mut [u8]) {
        let midway = &mut self.midway;
        let places = midway.block.iter_mut().zip(&midway.keystream).skip(midway.filled);
        for (byte, (plain, key)) in bytes.iter_mut().zip(places) {
            let out = *byte ^ key;
            *plain = if OPEN { out } else { *byte };
            *byte = out;
        }
        midway.filled += bytes.len();
    }

    /// The cipher and where it has got to, the last block taken in.
    pub(super) fn all_taken(&mut self) -> (&'k A, &mut Midway) {
        self.take_block();
        (self.cipher, &mut self.midway)
    }

    fn finish(&mut self) -> Tag {
        self.take_block();
        self.cipher.finish(&mut self.midway)
    }
}
