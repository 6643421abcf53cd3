//! Offsets of blocks, for OCB3 and PMAC: they come in the order of a Gray code.
//!
//! The offset of a block is that of the block before it and the product of an element and 2^ntz(i), where
//! ntz(i) is the number of zero bits at the end of the block's number. Tiles start at multiples of their
//! length, which is a power of two, so within a tile all but the last offset differ from the tile's first
//! one by what depends on the place alone: that is computed once per key.

use super::groups::double as double_each;
use super::tiles::TOGETHER;
use super::{BLOCK, Rounds};
use crate::lanes::{
    AesBlocks, BlockArray, BlockKeys, Blocks, Isa, Vector as _, keep_in_memory, unroll, wipe,
};
use crate::mode::gf128::double;

/// What the offsets of a key are made of, blocks as they lie in memory. Wiped on drop.
#[derive(Clone)]
pub struct Offsets {
    /// The products of the element and 2^i.
    powers: [[u8; BLOCK]; Self::POWERS],
    /// In place `i`, how the offset of block `i + 1` differs from the first one.
    places: BlockArray,
}

impl Offsets {
    /// As many as the index of a table can be masked to: messages are far shorter.
    const POWERS: usize = 64;

    /// All zero.
    pub(crate) const fn new() -> Self {
        Self { powers: [[0; BLOCK]; Self::POWERS], places: BlockArray::ZERO }
    }

    /// Makes what so many blocks want, from the element as a number.
    pub(crate) fn fill(&mut self, element: u128, blocks: u64) {
        let Self { powers, places } = self;
        let mut power = element;
        let bits = (u64::BITS - blocks.leading_zeros()) as usize;
        for slot in powers.iter_mut().take(bits) {
            *slot = power.to_be_bytes();
            power = double(power);
        }
        let mut offset = 0;
        let count = blocks.min(BlockArray::COUNT as u64) as usize;
        for (i, place) in places.0.iter_mut().enumerate().take(count) {
            let more = powers[(i + 1).trailing_zeros() as usize % Self::POWERS];
            offset ^= u128::from_le_bytes(more);
            *place = offset.to_le_bytes();
        }
    }

    /// The same in registers, for the tiles of kernels.
    #[inline(always)]
    pub(super) fn fill_in_kernel<I: Isa>(&mut self, isa: I, element: I::One, blocks: usize) {
        if blocks == 0 {
            return;
        }
        let mut power = element;
        let bits = (usize::BITS - blocks.leading_zeros()) as usize;
        for slot in self.powers.iter_mut().take(bits) {
            power.swap_bytes().store(slot);
            power = double_each(isa, power);
        }
        // What the places within a register add to the offset of the last block of the one before. In the
        // last one there is also the power that its number wants.
        let none = I::Aes::zero(isa);
        let first = I::Aes::splat(isa, self.power(1));
        let second = I::Aes::splat(isa, self.power(2));
        let (within, half) = match I::Aes::BLOCKS {
            1 => (none, none),
            2 => (first, first),
            _ => {
                let within = none.xor_and(first, WITHIN[0].register(isa, 0));
                (within.xor_and(second, WITHIN[1].register(isa, 0)), second)
            }
        };
        let last = LAST.register::<I::Aes>(isa, BlockArray::COUNT - I::Aes::BLOCKS);
        let mut offset = none;
        let mut start = 0;
        while start < blocks.min(TOGETHER * I::Aes::BLOCKS) {
            let more = I::Aes::splat(isa, self.power((start + I::Aes::BLOCKS) as u64));
            let out = offset.xor(within).xor_and(more, last);
            self.places.put(out, start % BlockArray::COUNT);
            offset = offset.xor3(more, half);
            start += I::Aes::BLOCKS;
        }
    }

    /// What the offset of the block of this number adds to the one before.
    #[inline(always)]
    fn power(&self, number: u64) -> u128 {
        u128::from_le_bytes(self.powers[number.trailing_zeros() as usize % Self::POWERS])
    }
}

impl Drop for Offsets {
    fn drop(&mut self) {
        wipe(&mut self.powers, [[0; BLOCK]; Self::POWERS]);
        wipe(&mut self.places, BlockArray::ZERO);
    }
}

/// How far the offsets have come.
#[derive(Clone, Copy)]
pub(super) struct Walk<B> {
    /// The last offset that was used, in every place.
    offset: B,
    /// The number of its block, the first of the message being 1.
    number: u64,
}

/// All ones in the last place.
static LAST: BlockArray = {
    let mut last = BlockArray::ZERO;
    last.0[BlockArray::COUNT - 1] = [0xff; BLOCK];
    last
};

/// All ones in the places of a register of four that the first power is a part of within the register; then
/// the same of the second one.
static WITHIN: [BlockArray; 2] = {
    let mut within = [BlockArray::ZERO; 2];
    (within[0].0[0], within[0].0[1]) = ([0xff; BLOCK], [0xff; BLOCK]);
    (within[1].0[1], within[1].0[2], within[1].0[3]) =
        ([0xff; BLOCK], [0xff; BLOCK], [0xff; BLOCK]);
    within
};

impl<B: AesBlocks> Walk<B> {
    /// After so many blocks, of which this is the last offset.
    #[inline(always)]
    pub(super) fn after(isa: B::Isa, offset: u128, number: u64) -> Self {
        Self { offset: B::splat(isa, offset), number }
    }

    /// With registers of another length.
    #[inline(always)]
    pub(super) fn with<D: AesBlocks<Isa = B::Isa>>(self, isa: B::Isa) -> Walk<D> {
        Walk::after(isa, self.last(), self.number)
    }

    /// The last offset.
    #[inline(always)]
    pub(super) fn last(&self) -> u128 {
        self.offset.block(0)
    }

    /// The number of blocks.
    #[inline(always)]
    pub(super) fn number(&self) -> u64 {
        self.number
    }

    /// The offsets of the next registers. The blocks so far are a multiple of theirs.
    #[inline(always)]
    pub(super) fn next<const N: usize>(&mut self, isa: B::Isa, offsets: &Offsets) -> [B; N] {
        let blocks = N * B::BLOCKS;
        let mut out = [self.offset; N];
        unroll!(N, |i| {
            out[i] = self.offset.xor(offsets.places.register(isa, i * B::BLOCKS));
        });
        // The last place is made for a number that has no more zero bits than the tile's length.
        self.number = self.number.wrapping_add(blocks as u64);
        let more = B::splat(isa, offsets.power(self.number));
        let more = more.xor(B::splat(isa, offsets.power(blocks as u64)));
        let last = LAST.register(isa, BlockArray::COUNT - B::BLOCKS);
        out[N - 1] = out[N - 1].xor_and(more, last);
        let end = u128::from_le_bytes(offsets.places.0[blocks - 1]);
        self.offset = self.offset.xor3(more, B::splat(isa, end));
        out
    }
}

/// Whole registers of a message: each block meets its offset, is encrypted and added to a sum.
#[inline(always)]
pub(super) fn absorb<B, K, const N: usize>(
    isa: B::Isa,
    keys: K,
    offsets: &Offsets,
    walk: &mut Walk<B>,
    sum: &mut B,
    bytes: &[u8],
) where
    B: AesBlocks,
    K: BlockKeys,
{
    let register = BLOCK * B::BLOCKS;
    let mut blocks = walk.next::<N>(isa, offsets);
    unroll!(N, |i| {
        let input = B::load(isa, &bytes[i * register..][..register]);
        blocks[i] = blocks[i].xor(input);
    });
    Rounds::encrypt(isa, keys, &mut blocks);
    unroll!(N / 2, |i| *sum = sum.xor3(blocks[2 * i], blocks[2 * i + 1]));
    unroll!(N % 2, |i| *sum = sum.xor(blocks[i]));
}

/// All whole blocks of a message. Gives their sum, the last offset and the rest.
#[inline(always)]
pub(super) fn absorb_all<'m, I, K>(
    isa: I,
    keys: K,
    offsets: &Offsets,
    mut bytes: &'m [u8],
) -> (I::One, Walk<I::One>, &'m [u8])
where
    I: Isa,
    K: BlockKeys,
{
    let mut walk = Walk::<I::Aes>::after(isa, 0, 0);
    let mut sum = I::Aes::zero(isa);
    macro_rules! absorb {
        ($registers:ty, $n:expr, $walk:ident, $sum:ident) => {{
            let blocks = $n * <$registers>::BLOCKS;
            while let Some((tile, rest)) = bytes.split_at_checked(blocks * BLOCK) {
                bytes = rest;
                absorb::<$registers, K, $n>(
                    isa, keys, offsets, &mut $walk, &mut $sum, tile,
                );
                if $n < TOGETHER {
                    break;
                }
                // Otherwise the compiler reads the round keys once, into registers that it does not have.
                keep_in_memory(&mut $walk.number);
            }
        }};
    }
    absorb!(I::Aes, TOGETHER, walk, sum);
    absorb!(I::Aes, 4, walk, sum);
    absorb!(I::Aes, 2, walk, sum);
    absorb!(I::Aes, 1, walk, sum);
    let mut sum_of_one = sum.xor_all();
    if I::Aes::BLOCKS > 2 && bytes.len() >= 2 * BLOCK {
        let (mut walk_of_two, mut sum) = (walk.with::<I::Two>(isa), I::Two::zero(isa));
        absorb!(I::Two, 1, walk_of_two, sum);
        walk = walk_of_two.with::<I::Aes>(isa);
        sum_of_one = sum_of_one.xor(sum.xor_all());
    }
    let mut walk = walk.with::<I::One>(isa);
    if I::Aes::BLOCKS > 1 {
        absorb!(I::One, 1, walk, sum_of_one);
    }
    (sum_of_one, walk, bytes)
}
