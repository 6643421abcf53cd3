//! Counter blocks encrypted and put out as they are: what a generator gives.

use super::ctr::numbers;
use super::tiles::{Blockwise, Step, each_tile, store_end};
use super::{AesKey, BLOCK};
use crate::lanes::{
    AesBlocks, AesOps, BlockArray, Blocks, FullWidth, InOut, Isa, Kernel, SharedKey, Tile,
    Vector as _, dispatch, unroll,
};

/// Fills bytes, from a counter block on, which is a big-endian number; what is in them is not read.
pub(super) fn fill(key: &AesKey, number: u128, out: &mut [u8]) {
    let (keys, out) = (key.forward(), InOut::in_place(out));
    dispatch(key.backend, Fill { keys, number, out });
}

struct Fill<'a> {
    keys: SharedKey<'a>,
    number: u128,
    out: InOut<'a>,
}

impl Kernel for Fill<'_> {
    type Output = ();
    type Class = FullWidth<AesOps>;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) {
        let mut step = FillStep { number: self.number };
        each_tile::<I, false>(isa, self.keys, &mut step, self.out);
    }
}

/// The number of every place at the bottom of the upper half of its block, and of the lower one.
static UPPER: BlockArray = numbers(8);
static LOWER: BlockArray = numbers(0);

struct FillStep {
    number: u128,
}

impl FillStep {
    /// The next counter blocks.
    #[inline(always)]
    fn next<B: AesBlocks, const N: usize>(&mut self, isa: B::Isa) -> [B; N] {
        // The counter is secret, so whether its lower half starts anew within the tile must not show.
        // As many places as `before`, and one more, come before that; of those after it the byte
        // has its top bit, which is moved to the bottom and is the carry.
        let before = (self.number as u64).wrapping_neg().wrapping_sub(1).min(63);
        let first = B::splat(isa, self.number);
        let after = B::splat(isa, u128::from(127 - before) << 64);
        let bit = B::splat(isa, 1 << 64);
        let mut blocks = [first; N];
        unroll!(N, |i| {
            let carry = UPPER.register::<B>(isa, i * B::BLOCKS).add_bytes(after).reverse_bits();
            let number = LOWER.register::<B>(isa, i * B::BLOCKS).xor(carry.and(bit));
            blocks[i] = first.add::<u64>(number).swap_bytes();
        });
        self.number = self.number.wrapping_add((N * B::BLOCKS) as u128);
        blocks
    }
}

impl<I: Isa> Step<I> for FillStep {
    #[inline(always)]
    fn whole<const N: usize>(&mut self, isa: I, cipher: &impl Blockwise, tile: &mut Tile<'_>) {
        let register = BLOCK * I::Aes::BLOCKS;
        let mut blocks = self.next::<I::Aes, N>(isa);
        cipher.apply(isa, &mut blocks);
        unroll!(N, |i| blocks[i].store(tile.output(i * register, register)));
    }

    #[inline(always)]
    fn end<const N: usize>(&mut self, isa: I, cipher: &impl Blockwise, tile: &mut Tile<'_>) {
        let mut blocks = self.next::<I::Aes, N>(isa);
        cipher.apply(isa, &mut blocks);
        store_end::<I, N>(blocks, tile);
    }
}
