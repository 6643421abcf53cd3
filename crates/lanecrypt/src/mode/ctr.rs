//! Counter mode (NIST SP 800-38A, section 6.5): the encrypted counters are the keystream.
//!
//! A block is a nonce and a counter, each half of it. The counter starts at zero, counts blocks,
//! and is written in the byte order of the cipher. Which half it is is the cipher's choice too: the
//! one that the first round does not transform, so that all that the nonce decides is computed
//! once; but for Magma, whose standard (GOST R 34.13-2015) has it in the last bytes.
//!
//! | cipher | nonce | counter |
//! |---|---|---|
//! | SPECK, SIMON | second half | first half, little-endian |
//! | SIMECK, Magma | first half | second half, big-endian |
//! | SPARX, Cypress, GOST 28147-89 | first half | second half, little-endian |
//!
//! So a nonce has `BLOCK_BYTES / 2` bytes, and a message at most 2^(4 * `BLOCK_BYTES`) blocks, and
//! never more than 2^64 - 1. A message that needs more is refused before anything is written.
//!
//! AES has its own, the usual ones: a nonce of 16 bytes is the first counter block, counted on as a
//! big-endian number of 128 bits, which goes on at zero after all ones; a nonce of 12 bytes is
//! followed by a big-endian counter of 32 bits from zero on, 2^32 blocks at most.

use super::Modes;
use crate::Error;
use crate::batch::Data;
use crate::lanes::wipe;

/// The longest nonce.
const MAX_NONCE: usize = 32;

/// The keystream of one nonce, met with data piece by piece.
///
/// However a message is cut, the result is the same. For many messages at once see
/// [`Batch`](super::Batch).
#[derive(Debug)]
pub struct Ctr<'c, C> {
    cipher: &'c C,
    nonce: [u8; MAX_NONCE],
    nonce_bytes: usize,
    /// The block of the next byte, and the bytes of it that are used up.
    block: u64,
    used: usize,
}

impl<'c, C: Modes> Ctr<'c, C> {
    /// At the first block of a nonce of one of the lengths that the cipher has; another is an
    /// error.
    pub fn new(cipher: &'c C, nonce: &[u8]) -> Result<Self, Error> {
        blocks_of::<C>(nonce)?;
        let mut own = [0; MAX_NONCE];
        own[..nonce.len()].copy_from_slice(nonce);
        Ok(Self { cipher, nonce: own, nonce_bytes: nonce.len(), block: 0, used: 0 })
    }

    fn nonce(&self) -> &[u8] {
        &self.nonce[..self.nonce_bytes]
    }

    /// The number of the next byte of keystream.
    pub fn position(&self) -> u128 {
        u128::from(self.block) * C::BLOCK_BYTES as u128 + self.used as u128
    }

    /// Goes to a byte of the keystream; one beyond the last block is an error.
    pub fn seek(&mut self, position: u128) -> Result<(), Error> {
        let (block, used) =
            (position / C::BLOCK_BYTES as u128, (position % C::BLOCK_BYTES as u128) as usize);
        // The end itself can be gone to: nothing more can be taken there.
        let left = blocks_of::<C>(self.nonce())?;
        if block > left.into() || block == left.into() && used > 0 {
            return Err(Error::Counter { blocks: u64::try_from(block).unwrap_or(u64::MAX), left });
        }
        (self.block, self.used) = (block as u64, used);
        Ok(())
    }

    /// Encrypts or decrypts the next bytes.
    ///
    /// A counter that would wrap, and buffers of different lengths, are errors, and then nothing
    /// is written and the position stays.
    pub fn apply(&mut self, data: Data<'_>) -> Result<(), Error> {
        let bytes = data.checked_len()?;
        check_counter::<C>(self.nonce(), self.block, self.used, bytes)?;
        let (mut head, mut rest) = if self.used == 0 {
            (None, data)
        } else {
            let (head, rest) = data.split_at((C::BLOCK_BYTES - self.used).min(bytes));
            (Some(head), rest)
        };
        let nonce = &self.nonce[..self.nonce_bytes];
        let mut next = self.block;
        if let Some(head) = &mut head {
            // The block whose beginning is used up, once more.
            let mut block = [0; MAX_BLOCK];
            self.cipher.run_ctr(nonce, next, &mut Data::Keystream(&mut block[..C::BLOCK_BYTES]))?;
            for (byte, key) in head.prepared().iter_mut().zip(&block[self.used..]) {
                *byte ^= key;
            }
            wipe(&mut block, [0; MAX_BLOCK]);
            next += 1;
        }
        self.cipher.run_ctr(nonce, next, &mut rest)?;
        let end = self.used as u128 + bytes as u128;
        self.block += (end / C::BLOCK_BYTES as u128) as u64;
        self.used = (end % C::BLOCK_BYTES as u128) as usize;
        Ok(())
    }
}

/// The longest block.
const MAX_BLOCK: usize = 2 * MAX_NONCE;

/// The usual length of a nonce, in bytes.
pub const fn nonce_bytes<C: Modes>() -> usize {
    C::NONCES[0].0
}

/// How many blocks such a nonce has, up to 2^64 - 1.
pub const fn limit<C: Modes>() -> u64 {
    C::NONCES[0].1
}

/// The nonces of a cipher whose counter is half a block: their length, and how many blocks each has.
pub(super) const fn halves(block_bytes: usize) -> (usize, u64) {
    (block_bytes / 2, if block_bytes >= 16 { u64::MAX } else { 1 << (4 * block_bytes) })
}

/// How many blocks this nonce has, up to 2^64 - 1, or the error that it has the wrong length.
pub(super) fn blocks_of<C: Modes>(nonce: &[u8]) -> Result<u64, Error> {
    match C::NONCES.iter().find(|(bytes, _)| *bytes == nonce.len()) {
        Some((_, blocks)) => Ok(*blocks),
        None => Err(Error::NonceLength { bytes: nonce.len(), expected: C::NONCES[0].0 }),
    }
}

/// Whether so many bytes, from a byte of a block on, are there.
pub(super) fn check_counter<C: Modes>(
    nonce: &[u8],
    block: u64,
    used: usize,
    bytes: usize,
) -> Result<(), Error> {
    let blocks = (used as u128 + bytes as u128).div_ceil(C::BLOCK_BYTES as u128) as u64;
    let left = blocks_of::<C>(nonce)?.saturating_sub(block);
    if bytes > 0 && blocks > left {
        return Err(Error::Counter { blocks, left });
    }
    Ok(())
}
