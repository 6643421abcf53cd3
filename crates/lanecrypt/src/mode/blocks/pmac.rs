//! PMAC: blocks met with offsets, encrypted and summed up. Batches are in `pmac_many`.

use super::BLOCK;
use super::offsets::{Offsets, Walk, absorb};
use super::tiles::TOGETHER;
use crate::Backend;
use crate::lanes::{
    AesBlocks, AesOps, Blocks, FullWidth, Isa, Kernel, SharedKey, Vector as _, dispatch, wipe,
};
use crate::mode::gf128::half;
use crate::mode::last_block::padded;

/// A sum under way. Wiped on drop.
#[derive(Clone)]
pub struct Sum {
    /// The encrypted blocks.
    sum: u128,
    /// How many.
    blocks: u64,
    /// The offset of the last of them.
    offset: u128,
}

impl Sum {
    /// Of no blocks.
    pub(crate) fn new() -> Self {
        Self { sum: 0, blocks: 0, offset: 0 }
    }

    /// As a little-endian number.
    pub(crate) fn number(&self) -> u128 {
        self.sum
    }
}

impl Drop for Sum {
    fn drop(&mut self) {
        wipe(&mut self.sum, 0);
        wipe(&mut self.offset, 0);
    }
}

/// Adds whole blocks.
pub(super) fn add(
    backend: Backend,
    keys: SharedKey<'_>,
    offsets: &Offsets,
    sum: &mut Sum,
    blocks: &[u8],
) {
    dispatch(backend, Add { keys, offsets, sum, blocks });
}

struct Add<'a> {
    keys: SharedKey<'a>,
    offsets: &'a Offsets,
    sum: &'a mut Sum,
    blocks: &'a [u8],
}

impl Kernel for Add<'_> {
    type Output = ();
    type Class = FullWidth<AesOps>;

    #[inline(always)]
    fn run<I: Isa>(mut self, isa: I) {
        let mut sum = I::Aes::zero(isa);
        let mut one = I::One::zero(isa);
        let mut walk = Walk::<I::Aes>::after(isa, self.sum.offset, self.sum.blocks);
        // Tiles begin at multiples of their lengths.
        while self.blocks.len() >= BLOCK {
            if self.tiles::<_, TOGETHER>(isa, &mut walk, &mut sum)
                || self.tiles::<_, 4>(isa, &mut walk, &mut sum)
                || self.tiles::<_, 2>(isa, &mut walk, &mut sum)
                || self.tiles::<_, 1>(isa, &mut walk, &mut sum)
            {
                continue;
            }
            let mut walk_of_one = walk.with::<I::One>(isa);
            self.tiles::<_, 1>(isa, &mut walk_of_one, &mut one);
            walk = walk_of_one.with::<I::Aes>(isa);
        }
        (self.sum.offset, self.sum.blocks) = (walk.last(), walk.number());
        self.sum.sum ^= sum.xor_all_block() ^ one.xor_all_block();
    }
}

impl Add<'_> {
    /// As many tiles as there are, or one of one block; whether there was any.
    #[inline(always)]
    fn tiles<B: AesBlocks, const N: usize>(
        &mut self,
        isa: B::Isa,
        walk: &mut Walk<B>,
        sum: &mut B,
    ) -> bool {
        let count = N * B::BLOCKS;
        let any = walk.number().is_multiple_of(count as u64) && self.blocks.len() >= count * BLOCK;
        while any && let Some((tile, rest)) = self.blocks.split_at_checked(count * BLOCK) {
            self.blocks = rest;
            absorb::<B, _, N>(isa, self.keys, self.offsets, walk, sum, tile);
            if count == 1 {
                break;
            }
        }
        any
    }
}

/// What is encrypted last, from the block of zeros, encrypted, the sum of the blocks but the last, and
/// the last. Blocks are little-endian numbers.
pub(in crate::mode) fn last_block(zeros: &[u8; BLOCK], sum: u128, last: &[u8]) -> u128 {
    match padded(last) {
        (block, true) => sum ^ block ^ half(u128::from_be_bytes(*zeros)).swap_bytes(),
        (block, false) => sum ^ block,
    }
}
