//! Counter mode (NIST SP 800-38A, section 6.5): the enciphered counters are the keystream.
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
    /// The block of the next byte, and the bytes of it that are used up.
    block: u64,
    used: usize,
}

impl<'c, C: Modes> Ctr<'c, C> {
    /// At the first block of a nonce of [`nonce_bytes`] bytes; another length is an error.
    pub fn new(cipher: &'c C, nonce: &[u8]) -> Result<Self, Error> {
        check_nonce::<C>(nonce)?;
        let mut own = [0; MAX_NONCE];
        own[..nonce.len()].copy_from_slice(nonce);
        Ok(Self { cipher, nonce: own, block: 0, used: 0 })
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
        if block > limit::<C>().into() || block == limit::<C>().into() && used > 0 {
            let blocks = u64::try_from(block).unwrap_or(u64::MAX);
            return Err(Error::Counter { blocks, left: limit::<C>() });
        }
        (self.block, self.used) = (block as u64, used);
        Ok(())
    }

    /// Enciphers or deciphers the next bytes.
    ///
    /// A counter that would wrap, and buffers of different lengths, are errors, and then nothing
    /// is written and the position stays.
    pub fn apply(&mut self, data: Data<'_>) -> Result<(), Error> {
        let bytes = data.checked_len()?;
        check_counter::<C>(self.block, self.used, bytes)?;
        let (mut head, mut rest) = if self.used == 0 {
            (None, data)
        } else {
            let (head, rest) = data.split_at((C::BLOCK_BYTES - self.used).min(bytes));
            (Some(head), rest)
        };
        let nonce = &self.nonce[..nonce_bytes::<C>()];
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

/// The length of a nonce: half a block.
pub const fn nonce_bytes<C: Modes>() -> usize {
    C::BLOCK_BYTES / 2
}

/// How many blocks a nonce has, up to 2^64 - 1.
pub const fn limit<C: Modes>() -> u64 {
    if C::BLOCK_BYTES >= 16 { u64::MAX } else { 1 << (4 * C::BLOCK_BYTES) }
}

/// Whether a nonce has the right length.
pub(super) fn check_nonce<C: Modes>(nonce: &[u8]) -> Result<(), Error> {
    let expected = nonce_bytes::<C>();
    if nonce.len() != expected {
        return Err(Error::NonceLength { bytes: nonce.len(), expected });
    }
    Ok(())
}

/// Whether so many bytes, from a byte of a block on, are there.
pub(super) fn check_counter<C: Modes>(block: u64, used: usize, bytes: usize) -> Result<(), Error> {
    let blocks = (used as u128 + bytes as u128).div_ceil(C::BLOCK_BYTES as u128) as u64;
    let left = limit::<C>().saturating_sub(block);
    if bytes > 0 && blocks > left {
        return Err(Error::Counter { blocks, left });
    }
    Ok(())
}
