//! The end of a message that comes piece by piece, held back because it may be the last block.

use crate::lanes::{part_number, wipe};

/// The length of a block, in bytes.
pub(super) const BLOCK: usize = 16;

/// The last bytes so far, a block at most and none only of an empty message. Wiped on drop.
#[derive(Clone)]
pub(super) struct LastBlockBuffer {
    block: [u8; BLOCK],
    bytes: usize,
}

impl LastBlockBuffer {
    /// Of an empty message.
    pub(super) fn new() -> Self {
        Self { block: [0; BLOCK], bytes: 0 }
    }

    /// Takes the next bytes and gives out the whole blocks that are certainly not the last.
    pub(super) fn update(&mut self, bytes: &[u8], mut whole: impl FnMut(&[u8])) {
        let mut bytes = bytes;
        if self.bytes > 0 {
            let (head, rest) = bytes.split_at(bytes.len().min(BLOCK - self.bytes));
            self.block[self.bytes..][..head.len()].copy_from_slice(head);
            self.bytes += head.len();
            if rest.is_empty() {
                return;
            }
            whole(&self.block);
            bytes = rest;
        }
        let (blocks, last) = but_last(bytes);
        if !blocks.is_empty() {
            whole(blocks);
        }
        self.block[..last.len()].copy_from_slice(last);
        self.bytes = last.len();
    }

    /// What is held.
    pub(super) fn last(&self) -> &[u8] {
        &self.block[..self.bytes]
    }
}

impl Drop for LastBlockBuffer {
    fn drop(&mut self) {
        wipe(&mut self.block, [0; BLOCK]);
    }
}

/// All blocks of a message but the last, and the last, which may be shorter, and empty if all is.
pub(crate) fn but_last(message: &[u8]) -> (&[u8], &[u8]) {
    message.split_at(message.len().saturating_sub(1) / BLOCK * BLOCK)
}

/// The last block of a message as a little-endian number, and whether it is whole; if not, a one
/// bit and zeros are put after it.
#[inline(always)]
pub(super) fn padded(last: &[u8]) -> (u128, bool) {
    match last.first_chunk() {
        Some(block) => (u128::from_le_bytes(*block), true),
        None => (padded_part(last), false),
    }
}

#[inline(always)]
fn padded_part(last: &[u8]) -> u128 {
    part_number(last) | 0x80 << (8 * last.len())
}

/// The same for use outside kernels. The padding is a function that is called, so that loops over messages stay
/// short.
#[inline(always)]
pub(super) fn padded_by_call(last: &[u8]) -> (u128, bool) {
    #[inline(never)]
    fn part(last: &[u8]) -> u128 {
        padded_part(last)
    }
    match last.first_chunk() {
        Some(block) => (u128::from_le_bytes(*block), true),
        None => (part(last), false),
    }
}
