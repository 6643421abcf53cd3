//! The key of a job.

use core::fmt;

use crate::algorithm::engine::check_key;
use crate::{Algorithm, Error};

/// The key of a job: bytes, which the batch expands beside those of other jobs, or a ready key
/// object, which many jobs may share.
///
/// `&[u8]`, `&[u8; N]`, `&Vec<u8>` and references to key objects convert into it. `Debug` shows no part
/// of the key.
///
/// ```
/// use lanecrypt::{Algorithm, CipherJob, Batch, block::Aes128, mode::Ctr};
///
/// let ready = Ctr::<Aes128>::from_key(&[7; 16]);
/// let (mut first, mut second) = ([0; 100], [0; 64]);
/// let mut jobs = [
///     CipherJob::<Ctr<Aes128>>::new(&ready, &[1; 12], &mut first),
///     CipherJob::<Ctr<Aes128>>::new(&[8; 16], &[2; 12], &mut second),
/// ];
/// Batch::new().encrypt(&mut jobs).into_result()?;
/// # Ok::<(), lanecrypt::BatchError>(())
/// ```
#[non_exhaustive]
// Not for callers: see `mode::blocks::any`.
#[repr(C)]
pub enum Key<'a, A> {
    /// The bytes of a key.
    Bytes(&'a [u8]),
    /// A key object.
    Ready(&'a A),
}

impl<'a, A> Key<'a, A> {
    /// The same with a part of the key object.
    pub(crate) fn map<B>(self, part: impl FnOnce(&'a A) -> &'a B) -> Key<'a, B> {
        match self {
            Self::Bytes(key) => Key::Bytes(key),
            Self::Ready(key) => Key::Ready(part(key)),
        }
    }

    /// The bytes, where a key object has them.
    pub(crate) fn bytes(self, of: impl FnOnce(&'a A) -> &'a [u8]) -> &'a [u8] {
        match self {
            Self::Bytes(key) => key,
            Self::Ready(key) => of(key),
        }
    }
}

impl<A: Algorithm> Key<'_, A> {
    /// Whether bytes are as many as the algorithm wants.
    pub(crate) fn check(&self) -> Result<(), Error> {
        match self {
            Self::Bytes(key) => check_key::<A>(key),
            Self::Ready(_) => Ok(()),
        }
    }
}

impl<A> Clone for Key<'_, A> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<A> Copy for Key<'_, A> {}

impl<A> fmt::Debug for Key<'_, A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bytes(key) => write!(f, "Bytes({} bytes)", key.len()),
            Self::Ready(_) => f.write_str("Ready"),
        }
    }
}

impl<'a, A> From<&'a [u8]> for Key<'a, A> {
    fn from(key: &'a [u8]) -> Self {
        Self::Bytes(key)
    }
}

impl<'a, A, const BYTES: usize> From<&'a [u8; BYTES]> for Key<'a, A> {
    fn from(key: &'a [u8; BYTES]) -> Self {
        Self::Bytes(key)
    }
}

#[cfg(feature = "std")]
impl<'a, A> From<&'a Vec<u8>> for Key<'a, A> {
    fn from(bytes: &'a Vec<u8>) -> Self {
        Self::Bytes(bytes)
    }
}

impl<'a, A: Algorithm> From<&'a A> for Key<'a, A> {
    fn from(key: &'a A) -> Self {
        Self::Ready(key)
    }
}
