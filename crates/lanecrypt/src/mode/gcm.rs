//! GCM (NIST SP 800-38D): counter mode, and a hash over GF(2^128) of associated data and
//! ciphertext.

use super::{BlockModes, ecb};
use crate::aead::{self, Aead, AeadJob, check_message, check_tag_bytes, released};
use crate::batch::{Data, Status};

use crate::hash::polyval::{HashKey, key_of_ghash};
use crate::{Backend, Error, Part, Tag};

/// GCM with a key.
///
/// Nonces have 1 byte or more; 12 are the usual length and the fastest, and the only one that never
/// meets itself. Tags have 4, 8, or 12 to 16 bytes (section 5.2.1.2; those of 4 and 8 bytes are for
/// protocols that follow its appendix C). A message has at most 2^36 - 32 bytes, associated data and
/// nonces at most 2^61 - 1.
#[derive(Debug)]
pub struct Gcm<C> {
    cipher: C,
    hash: Powers,
    tag_bytes: usize,
}

/// A hash key that `Debug` shows nothing of.
struct Powers(HashKey);

impl core::fmt::Debug for Powers {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Powers").finish_non_exhaustive()
    }
}

impl<C: BlockModes> aead::sealed::Sealed for Gcm<C> {}

impl<C: BlockModes> Aead for Gcm<C> {
    const NAME: &'static str = C::GCM_NAME;
    const KEY_BYTES: usize = C::KEY_BYTES;
    const NONCE_BYTES: (usize, usize) = (1, usize::MAX >> 3);
    const TAG_BYTES: &'static [usize] = &[4, 8, 12, 13, 14, 15, 16];

    fn with_tags(key: &[u8], tag_bytes: usize, backend: Backend) -> Result<Self, Error> {
        check_tag_bytes::<Self>(tag_bytes)?;
        let cipher = C::with_backend(key, backend)?;
        let mut block = [0; 16];
        ecb::encrypt(&cipher, Data::InPlace(&mut block))?;
        let hash = HashKey::new(backend, key_of_ghash(u128::from_le_bytes(block)));
        crate::lanes::wipe(&mut block, [0; 16]);
        Ok(Self { cipher, hash: Powers(hash), tag_bytes })
    }

    fn backend(&self) -> Backend {
        self.cipher.backend()
    }

    fn tag_bytes(&self) -> usize {
        self.tag_bytes
    }

    fn seal(&self, nonce: &[u8], aad: &[u8], mut data: Data<'_>) -> Result<Tag, Error> {
        check_message::<Self>(nonce, aad, &data, false)?;
        let tag = self.cipher.run_gcm(&self.hash.0, false, nonce, aad, &mut data)?;
        Ok(Tag::of_block(tag, self.tag_bytes))
    }

    fn open(&self, nonce: &[u8], aad: &[u8], mut data: Data<'_>, tag: &[u8]) -> Result<(), Error> {
        check_message::<Self>(nonce, aad, &data, true)?;
        let made = self.cipher.run_gcm(&self.hash.0, true, nonce, aad, &mut data)?;
        released(&mut data, &Tag::of_block(made, self.tag_bytes), tag)
    }

    fn check_lengths(aad: u128, message: u128) -> Result<(), Error> {
        aead::check_bits_in_64(aad, 0)?;
        const MOST: u128 = (1 << 36) - 32;
        match message {
            0..=MOST => Ok(()),
            bytes => Err(Error::TooLong { what: Part::Message, bytes, most: MOST }),
        }
    }

    fn run_seal_many(backend: Backend, tag_bytes: usize, jobs: &mut [AeadJob<'_>]) {
        C::run_gcm_many(backend, false, jobs, |job, tag| job.tag = Tag::of_block(tag, tag_bytes));
    }

    fn run_open_many(backend: Backend, tag_bytes: usize, jobs: &mut [AeadJob<'_>]) {
        C::run_gcm_many(backend, true, jobs, |job, tag| {
            let made = Tag::of_block(tag, tag_bytes);
            if let Err(error) = released(&mut job.data, &made, job.tag.as_ref()) {
                job.status = Status::Failed(error);
            }
        });
    }
}
