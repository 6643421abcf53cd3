//! GCM.

use core::fmt;
use core::marker::PhantomData;
use core::ops::RangeInclusive;

use super::AesModes;
use crate::aead::check_bits_in_64;
use crate::algorithm::engine::{AeadEngine, Expand, INTERNAL, Internal, Operation, Settings};
use crate::batch::{AeadJob, Data, allowed_tag};
use crate::hash::polyval::{HashKey, key_of_ghash};
use crate::lanes::wipe;
use crate::{Aead, Algorithm, Backend, Error, Quantity, Tag};

/// GCM (NIST SP 800-38D): counter mode, and a hash over GF(2^128) of associated data and ciphertext.
///
/// - Nonces have 1 byte or more. 12 bytes are the usual and the fastest length, and the only one under
///   which different nonces never lead to the same counter block.
/// - Tags have 12 to 16 bytes, 16 by default. Tags of 4 and 8 bytes are `GcmShortTags`, with the
///   feature `short-gcm-tags`.
/// - A message has at most 2^36 - 32 bytes, associated data and nonces at most 2^61 - 1 bytes.
///
/// A nonce must not be used twice under one key: whoever sees two such messages can forge others.
/// Constant time in keys and data.
///
/// ```
/// use lanecrypt::{Aead, Algorithm, block::Aes128, mode::Gcm};
///
/// let cipher = Gcm::<Aes128>::from_key(&[7; 16]).with_tag_bytes(12)?;
/// let mut message = *b"message";
/// let tag = cipher.seal(&[1; 12], b"header", &mut message)?;
/// assert_eq!(tag.as_ref().len(), 12);
/// cipher.open(&[1; 12], b"header", &mut message, tag.as_ref())?;
/// # Ok::<(), lanecrypt::Error>(())
/// ```
#[derive(Clone)]
// Not for callers: see `blocks::any`.
#[repr(C)]
pub struct Gcm<C, T = StandardTags> {
    // What is aligned most comes first.
    pub(super) hash: HashKey,
    pub(super) cipher: C,
    tag_bytes: usize,
    tags: PhantomData<T>,
}

/// GCM with tags of 4 or 8 bytes (NIST SP 800-38D, section 5.2.1.2).
///
/// A forgery is accepted with a chance of 2^-32 or 2^-64 per attempt, and each success makes the next
/// one likelier. Such tags are only for protocols that keep the limits on the number and the length of
/// messages of appendix C of the standard. Everything else is as for [`Gcm`].
///
/// ```
/// use lanecrypt::{Aead, Algorithm, block::Aes128, mode::GcmShortTags};
///
/// let cipher = GcmShortTags::<Aes128>::from_key(&[7; 16]).with_tag_bytes(4)?;
/// assert_eq!(cipher.seal(&[1; 12], b"", &mut [0; 16])?.as_ref().len(), 4);
/// # Ok::<(), lanecrypt::Error>(())
/// ```
#[cfg(feature = "short-gcm-tags")]
pub type GcmShortTags<C> = Gcm<C, ShortTags>;

/// Which lengths the tags of [`Gcm`] can have. The trait is sealed.
///
/// ```
/// use lanecrypt::{Aead, block::Aes128, mode::{Gcm, TagLengths}};
///
/// fn lengths<T: TagLengths>() -> &'static [usize] {
///     Gcm::<Aes128, T>::TAG_BYTES
/// }
/// assert_eq!(lengths::<lanecrypt::mode::StandardTags>(), [12, 13, 14, 15, 16]);
/// ```
pub trait TagLengths: Clone + sealed::Sealed {}

/// Tags of 12 to 16 bytes: the default of [`Gcm`].
///
/// ```
/// use lanecrypt::{Algorithm, block::Aes128, mode::{Gcm, StandardTags}};
///
/// let cipher: Gcm<Aes128, StandardTags> = Gcm::from_key(&[7; 16]);
/// ```
#[derive(Clone, Debug)]
pub enum StandardTags {}

/// Tags of 4 and 8 bytes: those of [`GcmShortTags`].
///
/// ```
/// use lanecrypt::{Algorithm, block::Aes128, mode::{Gcm, ShortTags}};
///
/// let cipher = Gcm::<Aes128, ShortTags>::from_key(&[7; 16]);
/// ```
#[cfg(feature = "short-gcm-tags")]
#[derive(Clone, Debug)]
pub enum ShortTags {}

mod sealed {
    use super::{AeadJob, AesModes, Gcm, Internal};

    pub trait Sealed: Sized + 'static {
        const TAG_BYTES: &'static [usize];
        const DEFAULT: usize;

        /// Prepares jobs to be processed as jobs with standard tags.
        fn prepare<C: AesModes>(jobs: &mut [AeadJob<'_, Gcm<C, Self>>], _: Internal);
    }
}

impl TagLengths for StandardTags {}
impl sealed::Sealed for StandardTags {
    const TAG_BYTES: &'static [usize] = &[12, 13, 14, 15, 16];
    const DEFAULT: usize = 16;

    fn prepare<C: AesModes>(_: &mut [AeadJob<'_, Gcm<C, Self>>], _: Internal) {}
}

#[cfg(feature = "short-gcm-tags")]
impl TagLengths for ShortTags {}
#[cfg(feature = "short-gcm-tags")]
impl sealed::Sealed for ShortTags {
    const TAG_BYTES: &'static [usize] = &[4, 8];
    const DEFAULT: usize = 8;

    fn prepare<C: AesModes>(jobs: &mut [AeadJob<'_, Gcm<C, Self>>], _: Internal) {
        jobs.iter_mut().for_each(AeadJob::fix_tag_length);
    }
}

impl<C: AesModes, T: TagLengths> From<C> for Gcm<C, T> {
    fn from(cipher: C) -> Self {
        let mut block = [0; 16];
        cipher.ecb(cipher.backend(), false, &mut Data::from(&mut block), INTERNAL);
        let hash = HashKey::new(cipher.backend(), key_of_ghash(u128::from_le_bytes(block)));
        wipe(&mut block, [0; 16]);
        Self { cipher, hash, tag_bytes: T::DEFAULT, tags: PhantomData }
    }
}

impl<C: AesModes, T: TagLengths> Expand for Gcm<C, T> {
    fn expand(key: &[u8], settings: Settings<Self>, _: Internal) -> Self {
        Self::from(C::expand(key, settings.of(), INTERNAL))
    }
}

impl<C: AesModes, T: TagLengths> Algorithm for Gcm<C, T> {
    type KeyArray = C::KeyArray;
    type Options = C::Options;

    fn backend(&self) -> Backend {
        self.cipher.backend()
    }
}

impl<C: AesModes, T: TagLengths> Aead for Gcm<C, T> {
    const NONCE_BYTES: RangeInclusive<usize> = 1..=usize::MAX >> 3;
    const TAG_BYTES: &'static [usize] = T::TAG_BYTES;
    const DEFAULT_TAG_BYTES: usize = T::DEFAULT;

    fn with_tag_bytes(mut self, tag_bytes: usize) -> Result<Self, Error> {
        self.tag_bytes = allowed_tag(tag_bytes, T::TAG_BYTES)?;
        Ok(self)
    }

    fn tag_bytes(&self) -> usize {
        self.tag_bytes
    }
}

impl<C: AesModes, T: TagLengths> AeadEngine for Gcm<C, T> {
    fn check_lengths(aad: u64, message: u64, _: Internal) -> Result<(), Error> {
        check_bits_in_64(aad, 0)?;
        const MAX: u64 = (1 << 36) - 32;
        match message {
            0..=MAX => Ok(()),
            bytes => Err(Error::TooLong { what: Quantity::Message, bytes, max: MAX }),
        }
    }

    fn run_one(
        &self,
        job: &mut AeadJob<'_, Self>,
        tag_bytes: usize,
        operation: Operation,
        _: Internal,
    ) -> Tag {
        let open = operation == Operation::Decrypt;
        let (nonce, aad, data) = (job.nonce, job.aad, &mut job.data);
        Tag::of_block(self.cipher.gcm(&self.hash, open, nonce, aad, data, INTERNAL), tag_bytes)
    }

    fn run_many(
        settings: &Settings<Self>,
        operation: Operation,
        jobs: &mut [AeadJob<'_, Self>],
        _: Internal,
    ) {
        T::prepare(jobs, INTERNAL);
        C::gcm_many(settings.backend, operation == Operation::Decrypt, jobs, INTERNAL);
    }
}

impl<C: AesModes, T: TagLengths> fmt::Debug for Gcm<C, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Gcm")
            .field("backend", &self.backend())
            .field("tag_bytes", &self.tag_bytes)
            .finish_non_exhaustive()
    }
}
