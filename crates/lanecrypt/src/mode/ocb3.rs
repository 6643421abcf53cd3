//! OCB3.

use core::ops::RangeInclusive;

use super::blocks::{Ocb3Offsets, nonce_block};
use super::{AesModes, over_cipher};
use crate::algorithm::engine::{AeadEngine, INTERNAL, Internal, Operation, Settings};
use crate::batch::{AeadJob, Data, allowed_tag};
use crate::lanes::wipe;
use crate::{Aead, Error, Quantity, Tag};

/// The length of a block, in bytes.
const BLOCK: usize = 16;

/// The most bytes of a message and its associated data together: 2^48 blocks.
const MAX_BYTES: u64 = 1 << 52;

/// OCB3 (RFC 7253): authenticated encryption in one pass, about as fast as the block cipher.
///
/// - Nonces have 1 to 15 bytes and must not repeat under one key.
/// - Tags have 4 to 16 bytes, 16 by default; the RFC names 8, 12 and 16. The length of the tag is a part
///   of the nonce, so tags of different lengths have nothing in common.
/// - A message and its associated data have at most 2^52 bytes together. The RFC advises to encrypt no
///   more than that under one key (section 5); adding up the messages of a key is the caller's.
///
/// Constant time in keys and data.
///
/// ```
/// use lanecrypt::{Aead, Algorithm, block::Aes128, mode::Ocb3};
///
/// let cipher = Ocb3::<Aes128>::from_key(&[7; 16]);
/// let mut message = *b"message";
/// let tag = cipher.seal(&[1; 12], b"header", &mut message)?;
/// cipher.open(&[1; 12], b"header", &mut message, tag.as_ref())?;
/// # Ok::<(), lanecrypt::Error>(())
/// ```
#[derive(Clone)]
// Not for callers: see `blocks::any`.
#[repr(C)]
pub struct Ocb3<C> {
    // What is aligned most comes first.
    pub(super) offsets: Ocb3Offsets,
    pub(super) cipher: C,
    tag_bytes: usize,
}

impl<C: AesModes> Ocb3<C> {
    fn over(cipher: C) -> Self {
        let mut star = [0; BLOCK];
        cipher.ecb(cipher.backend(), false, &mut Data::from(&mut star), INTERNAL);
        let mut out = Self { cipher, offsets: Ocb3Offsets::zero(), tag_bytes: BLOCK };
        out.offsets.fill(&star, MAX_BYTES / BLOCK as u64);
        wipe(&mut star, [0; BLOCK]);
        out
    }
}

over_cipher!(Ocb3, AesModes);

impl<C: AesModes> Aead for Ocb3<C> {
    const NONCE_BYTES: RangeInclusive<usize> = 1..=15;
    const TAG_BYTES: &'static [usize] = &[4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16];

    fn with_tag_bytes(mut self, tag_bytes: usize) -> Result<Self, Error> {
        self.tag_bytes = allowed_tag(tag_bytes, Self::TAG_BYTES)?;
        Ok(self)
    }

    fn tag_bytes(&self) -> usize {
        self.tag_bytes
    }
}

impl<C: AesModes> AeadEngine for Ocb3<C> {
    fn check_lengths(aad: u64, message: u64, _: Internal) -> Result<(), Error> {
        let left = MAX_BYTES.saturating_sub(message);
        if message > MAX_BYTES {
            Err(Error::TooLong { what: Quantity::Message, bytes: message, max: MAX_BYTES })
        } else if aad > left {
            Err(Error::TooLong { what: Quantity::AssociatedData, bytes: aad, max: left })
        } else {
            Ok(())
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
        let (nonce, aad) = (nonce_block(job.nonce, tag_bytes), job.aad);
        let data = &mut job.data;
        Tag::of_block(self.cipher.ocb3(open, &self.offsets, nonce, aad, data, INTERNAL), tag_bytes)
    }

    fn run_many(
        settings: &Settings<Self>,
        operation: Operation,
        jobs: &mut [AeadJob<'_, Self>],
        _: Internal,
    ) {
        C::ocb3_many(settings.backend, operation == Operation::Decrypt, jobs, INTERNAL);
    }
}
