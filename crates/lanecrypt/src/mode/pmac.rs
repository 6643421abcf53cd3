//! PMAC (Black and Rogaway, EUROCRYPT 2002): a tag like that of CMAC, whose blocks do not wait for
//! each other, so that one message is as fast as many.
//!
//! It is PMAC1 of 2002, with blocks numbered from one and offsets in the order of a Gray code.

use super::BlockModes;
use super::held::{Held, half, padded};
use super::registers::{Offsets, Sum};
use crate::Tag;
use crate::lanes::wipe;

/// The tag of a message, 16 bytes.
pub fn tag<C: BlockModes>(cipher: &C, message: &[u8]) -> Tag {
    let mut mac = Pmac::new(cipher);
    mac.update(message);
    mac.finish()
}

/// A message that is authenticated piece by piece. However it is cut, the tag is the same.
///
/// Wiped on drop. Constant time in key and message; lengths show.
pub struct Pmac<'c, C: BlockModes> {
    cipher: &'c C,
    /// The block of zeros, encrypted.
    zeros: [u8; 16],
    offsets: Offsets,
    sum: Sum,
    held: Held,
}

impl<'c, C: BlockModes> Pmac<'c, C> {
    /// Of an empty message.
    pub fn new(cipher: &'c C) -> Self {
        let zeros = cipher.run_chain(0, &[0; 16]).to_le_bytes();
        let mut offsets = Offsets::new();
        offsets.fill(&zeros, u64::MAX);
        Self { cipher, zeros, offsets, sum: Sum::new(), held: Held::new() }
    }

    /// Takes the next bytes.
    pub fn update(&mut self, bytes: &[u8]) {
        let (cipher, offsets, sum) = (self.cipher, &self.offsets, &mut self.sum);
        self.held.update(bytes, |blocks| cipher.run_pmac(offsets, sum, blocks));
    }

    /// The tag, 16 bytes.
    pub fn finish(self) -> Tag {
        let mut last = last_block(&self.zeros, self.sum.number(), self.held.last()).to_le_bytes();
        let tag = self.cipher.run_chain(0, &last);
        wipe(&mut last, [0; 16]);
        Tag::new(&tag.to_le_bytes())
    }
}

impl<C: BlockModes> Drop for Pmac<'_, C> {
    fn drop(&mut self) {
        wipe(&mut self.zeros, [0; 16]);
    }
}

impl<C: BlockModes> core::fmt::Debug for Pmac<'_, C> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Pmac").field("backend", &self.cipher.backend()).finish_non_exhaustive()
    }
}

/// What is encrypted last, from the block of zeros, encrypted, the sum of the blocks but the last,
/// and the last; blocks are little-endian numbers.
pub(super) fn last_block(zeros: &[u8; 16], sum: u128, last: &[u8]) -> u128 {
    match padded(last) {
        (block, true) => sum ^ block ^ half(u128::from_be_bytes(*zeros)).swap_bytes(),
        (block, false) => sum ^ block,
    }
}
