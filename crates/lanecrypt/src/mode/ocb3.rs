//! OCB3 (RFC 7253): authenticated encryption in one pass, about as fast as the block cipher.
//!
//! Nonces have 1 to 15 bytes and must not repeat under one key; tags have 4 to 16 bytes (the RFC
//! names 8, 12 and 16), and their length is a part of the nonce, so that tags of different lengths
//! have nothing in common. The RFC advises to encrypt at most 2^48 blocks, 2^52 bytes, under one
//! key, associated data included (section 5): a message beyond that is refused; to add up the
//! messages of a key is the caller's.

use super::BlockModes;
use super::registers::Ocb3Offsets;
use crate::aead::sealed::Sealed;
use crate::aead::{Aead, AeadJob, check_key, check_message, check_tag_bytes, released};
use crate::batch::Data;
use crate::lanes::wipe;
use crate::{Backend, Error, Part, Tag};

/// The length of a block, in bytes.
const BLOCK: usize = 16;

/// The most bytes of a message and its associated data together: 2^48 blocks.
const MOST_BYTES: u128 = 1 << 52;

/// A key for OCB3.
///
/// Constant time in keys and data. The offsets of the key are computed once and wiped on drop.
pub struct Ocb3<C: BlockModes> {
    cipher: C,
    offsets: Ocb3Offsets,
    tag_bytes: usize,
}

impl<C: BlockModes> core::fmt::Debug for Ocb3<C> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Ocb3")
            .field("backend", &self.cipher.backend())
            .field("tag_bytes", &self.tag_bytes)
            .finish_non_exhaustive()
    }
}

impl<C: BlockModes> Sealed for Ocb3<C> {}

impl<C: BlockModes> Ocb3<C> {
    /// Works on a message whose lengths were checked, and gives the tag.
    fn run(&self, open: bool, nonce: &[u8], aad: &[u8], data: &mut Data<'_>) -> Result<Tag, Error> {
        let nonce = nonce_block(nonce, self.tag_bytes);
        let mut tag = self.cipher.run_ocb3(open, &self.offsets, nonce, aad, data)?;
        let out = Tag::new(&tag[..self.tag_bytes]);
        wipe(&mut tag, [0; BLOCK]);
        Ok(out)
    }
}

/// The length of tags in bits, modulo 128, in seven bits; zeros; a one; the nonce (section 4.2).
pub(super) fn nonce_block(nonce: &[u8], tag_bytes: usize) -> [u8; BLOCK] {
    let number = nonce.iter().fold(1, |number: u128, byte| number << 8 | u128::from(*byte));
    (number | (8 * tag_bytes as u128 % 128) << 121).to_be_bytes()
}

impl<C: BlockModes> Aead for Ocb3<C> {
    const NAME: &'static str = match C::KEY_BYTES {
        16 => "aes128_ocb3",
        24 => "aes192_ocb3",
        _ => "aes256_ocb3",
    };
    const KEY_BYTES: usize = C::KEY_BYTES;
    const NONCE_BYTES: (usize, usize) = (1, 15);
    const TAG_BYTES: &'static [usize] = &[4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16];

    fn with_tags(key: &[u8], tag_bytes: usize, backend: Backend) -> Result<Self, Error> {
        check_key::<Self>(key)?;
        check_tag_bytes::<Self>(tag_bytes)?;
        let cipher = C::with_options(key, C::Options::default(), backend)?;
        let mut star = [0; BLOCK];
        cipher.run_ecb(false, &mut Data::InPlace(&mut star))?;
        let offsets = Ocb3Offsets::new(star, (MOST_BYTES / BLOCK as u128) as u64);
        wipe(&mut star, [0; BLOCK]);
        Ok(Self { cipher, offsets, tag_bytes })
    }

    fn backend(&self) -> Backend {
        self.cipher.backend()
    }

    fn tag_bytes(&self) -> usize {
        self.tag_bytes
    }

    fn seal(&self, nonce: &[u8], aad: &[u8], mut data: Data<'_>) -> Result<Tag, Error> {
        check_message::<Self>(nonce, aad, &data, false)?;
        self.run(false, nonce, aad, &mut data)
    }

    fn open(&self, nonce: &[u8], aad: &[u8], mut data: Data<'_>, tag: &[u8]) -> Result<(), Error> {
        check_message::<Self>(nonce, aad, &data, true)?;
        let made = self.run(true, nonce, aad, &mut data)?;
        released(&mut data, &made, tag)
    }

    fn check_lengths(aad: u128, message: u128) -> Result<(), Error> {
        let (left, what) = (MOST_BYTES.saturating_sub(message), Part::AssociatedData);
        if message > MOST_BYTES {
            Err(Error::TooLong { what: Part::Message, bytes: message, most: MOST_BYTES })
        } else if aad > left {
            Err(Error::TooLong { what, bytes: aad, most: left })
        } else {
            Ok(())
        }
    }

    fn run_seal_many(backend: Backend, tag_bytes: usize, jobs: &mut [AeadJob<'_>]) {
        C::run_ocb3_many(backend, tag_bytes, false, jobs);
    }

    fn run_open_many(backend: Backend, tag_bytes: usize, jobs: &mut [AeadJob<'_>]) {
        C::run_ocb3_many(backend, tag_bytes, true, jobs);
    }
}
