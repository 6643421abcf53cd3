//! Authenticated encryption: a message is encrypted and gets a tag, which is checked before a
//! plaintext is given out.
//!
//! A key is made for one length of tags: a tag of another length is wrong, however it begins.
//! Nonces must not repeat under one key. For many messages of many keys see [`AeadBatch`].

mod aegis;
mod batch;
mod duplex;
mod morus;
pub mod stream;

pub use aegis::{
    Aegis128, Aegis128L, Aegis128X2, Aegis128X4, Aegis256, Aegis256X2, Aegis256X4, AegisMac,
    MacForm,
};
pub use batch::{AeadBatch, AeadJob};
pub use morus::{Morus640, Morus1280, Morus1280Key256};

use crate::batch::Data;
use crate::{Backend, Error, Part, Tag};

/// An authenticated cipher with a key.
///
/// Keys are wiped on drop. Constant time in keys and data; lengths show, and so does whether a tag
/// was right. Errors leave buffers as they were, but for [`Error::Authentication`].
pub trait Aead: Sized + sealed::Sealed {
    /// Its name in the program: `aegis128l`.
    const NAME: &'static str;
    /// The length of a key, in bytes.
    const KEY_BYTES: usize;
    /// The shortest and the longest nonce, in bytes.
    const NONCE_BYTES: (usize, usize);
    /// The lengths that tags can have, in bytes.
    const TAG_BYTES: &'static [usize];

    /// Takes a key of [`Aead::KEY_BYTES`] for tags of 16 bytes, on the best backend of this
    /// processor.
    fn new(key: &[u8]) -> Result<Self, Error> {
        Self::with_tags(key, 16, Backend::best())
    }

    /// Takes a key for tags of 16 bytes on a given backend; a processor that lacks it is an error
    /// too.
    fn with_backend(key: &[u8], backend: Backend) -> Result<Self, Error> {
        Self::with_tags(key, 16, backend)
    }

    /// Takes a key for tags of one of [`Aead::TAG_BYTES`] on a given backend.
    fn with_tags(key: &[u8], tag_bytes: usize, backend: Backend) -> Result<Self, Error>;

    /// The backend in use.
    fn backend(&self) -> Backend;

    /// The length of its tags.
    fn tag_bytes(&self) -> usize;

    /// Encrypts a message and gives its tag, which authenticates the associated data too.
    /// [`Data::Keystream`] is a message of zeros.
    fn seal(&self, nonce: &[u8], aad: &[u8], data: Data<'_>) -> Result<Tag, Error>;

    /// Decrypts a message if its tag is right. If it is not, that is
    /// [`Error::Authentication`], whatever is wrong, and the output is zeros: of data in place
    /// nothing is left.
    fn open(&self, nonce: &[u8], aad: &[u8], data: Data<'_>, tag: &[u8]) -> Result<(), Error>;

    /// Whether the lengths are within what the standard allows under one nonce, in bytes.
    #[doc(hidden)]
    fn check_lengths(aad: u128, message: u128) -> Result<(), Error>;

    /// Seals every pending job; lengths of keys, nonces and buffers are checked here.
    #[doc(hidden)]
    fn run_seal_many(backend: Backend, tag_bytes: usize, jobs: &mut [AeadJob<'_>]);

    /// Opens every pending job, likewise.
    #[doc(hidden)]
    fn run_open_many(backend: Backend, tag_bytes: usize, jobs: &mut [AeadJob<'_>]);
}

pub(crate) mod sealed {
    /// No cipher of others: kernels are compiled in this crate.
    pub trait Sealed {}
}

/// Whether a cipher has tags of that length.
pub(crate) fn check_tag_bytes<A: Aead>(bytes: usize) -> Result<(), Error> {
    match A::TAG_BYTES.contains(&bytes) {
        true => Ok(()),
        false => Err(Error::TagLength { bytes, allowed: A::TAG_BYTES }),
    }
}

/// Whether a key has the length that the cipher wants.
pub(crate) fn check_key<A: Aead>(key: &[u8]) -> Result<(), Error> {
    match key.len() {
        bytes if bytes == A::KEY_BYTES => Ok(()),
        bytes => Err(Error::KeyLength { bytes, expected: A::KEY_BYTES }),
    }
}

/// Whether a nonce has a length that the cipher has.
pub(crate) fn check_nonce<A: Aead>(nonce: &[u8]) -> Result<(), Error> {
    let (least, most) = A::NONCE_BYTES;
    match nonce.len() {
        bytes if (least..=most).contains(&bytes) => Ok(()),
        bytes if least == most => Err(Error::NonceLength { bytes, expected: least }),
        bytes => Err(Error::NonceRange { bytes, least, most }),
    }
}

/// Whether a message can be sealed or opened, as far as lengths tell.
pub(crate) fn check_message<A: Aead>(
    nonce: &[u8],
    aad: &[u8],
    data: &Data<'_>,
    open: bool,
) -> Result<(), Error> {
    check_nonce::<A>(nonce)?;
    let bytes = data.checked_len()?;
    if open && matches!(data, Data::Keystream(_)) {
        return Err(Error::NoKeystream);
    }
    A::check_lengths(aad.len() as u128, bytes as u128)
}

/// Whether lengths are below 2^61 bytes, so that those in bits fit in 64 bits.
pub(crate) fn check_bits_in_64(aad: u128, message: u128) -> Result<(), Error> {
    const MOST: u128 = (1 << 61) - 1;
    for (what, bytes) in [(Part::AssociatedData, aad), (Part::Message, message)] {
        if bytes > MOST {
            return Err(Error::TooLong { what, bytes, most: MOST });
        }
    }
    Ok(())
}

/// What opening returns: the message, whose room was written already, is taken back unless the tag
/// is right.
pub(crate) fn released(data: &mut Data<'_>, made: &Tag, expected: &[u8]) -> Result<(), Error> {
    if made.verify(expected) {
        return Ok(());
    }
    data.output_mut().fill(0);
    Err(Error::Authentication)
}
