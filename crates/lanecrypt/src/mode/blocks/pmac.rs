//! PMAC: blocks met with offsets, encrypted and summed up.

use core::marker::PhantomData;

use super::multibuffer::Encrypt;
use super::{BLOCK, RegisterCipher, RegisterKeyed};
use crate::batch::MacJob;
use crate::block::register::ManyKeys;
use crate::lanes::{
    AesBlocks, AesOps, BlockArray, BlockKeys, Blocks, FullWidth, Isa, Kernel, KeyAt, Vector as _,
    dispatch, unroll, wipe,
};
use crate::mode::gf128::{double, half};
use crate::mode::last_block::{but_last, padded};
use crate::mode::{AesModes, Pmac};
use crate::{Backend, Tag};

/// What offsets are made of. Wiped on drop.
///
/// Offset `i` is the product of the `i`th word of the Gray code, `i ^ i >> 1`, and the block of zeros,
/// encrypted. The words of numbers that share no bit add up, so one offset a tile is enough, and a
/// table of those of its places.
#[derive(Clone)]
pub struct Offsets {
    /// Those of the numbers from 0 to 31.
    gray: BlockArray,
    /// The products of 2^i.
    powers: [u128; 64],
}

impl Offsets {
    /// All zero.
    pub(crate) fn new() -> Self {
        Self { gray: BlockArray::ZERO, powers: [0; 64] }
    }

    /// Makes what so many blocks want from the block of zeros, encrypted.
    pub(crate) fn fill(&mut self, zeros: &[u8; BLOCK], blocks: u64) {
        let mut power = u128::from_be_bytes(*zeros);
        let bits = (u64::BITS - blocks.leading_zeros()) as usize;
        for slot in &mut self.powers[..bits] {
            *slot = power.swap_bytes();
            power = double(power);
        }
        let mut gray = 0;
        let places = blocks.min(BlockArray::COUNT as u64 - 1) as usize;
        for (i, place) in self.gray.0[..=places].iter_mut().enumerate().skip(1) {
            gray ^= self.powers[i.trailing_zeros() as usize];
            *place = gray.to_le_bytes();
        }
    }
}

impl Drop for Offsets {
    fn drop(&mut self) {
        wipe(&mut self.gray, BlockArray::ZERO);
        wipe(&mut self.powers, [0; 64]);
    }
}

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
pub(super) fn add<C: RegisterCipher<KEYS>, K: BlockKeys<KEYS>, const KEYS: usize>(
    backend: Backend,
    keys: K,
    offsets: &Offsets,
    sum: &mut Sum,
    blocks: &[u8],
) {
    dispatch(backend, Add::<C, K, KEYS> { keys, offsets, sum, blocks, cipher: PhantomData });
}

struct Add<'a, C, K, const KEYS: usize> {
    keys: K,
    offsets: &'a Offsets,
    sum: &'a mut Sum,
    blocks: &'a [u8],
    cipher: PhantomData<C>,
}

impl<C, K, const KEYS: usize> Kernel for Add<'_, C, K, KEYS>
where
    C: RegisterCipher<KEYS>,
    K: BlockKeys<KEYS>,
{
    type Output = ();
    type Class = FullWidth<AesOps>;

    #[inline(always)]
    fn run<I: Isa>(mut self, isa: I) {
        let mut sum = I::Aes::zero(isa);
        let mut one = I::One::zero(isa);
        // Tiles begin at multiples of their lengths.
        while self.blocks.len() >= BLOCK {
            if self.tiles::<_, 8>(isa, &mut sum)
                || self.tiles::<_, 4>(isa, &mut sum)
                || self.tiles::<_, 2>(isa, &mut sum)
                || self.tiles::<_, 1>(isa, &mut sum)
            {
                continue;
            }
            self.tile::<I::One, 1>(isa, &mut one);
        }
        self.sum.sum ^= sum.xor_all_block() ^ one.xor_all_block();
    }
}

impl<C, K, const KEYS: usize> Add<'_, C, K, KEYS>
where
    C: RegisterCipher<KEYS>,
    K: BlockKeys<KEYS>,
{
    /// As many tiles as there are; whether there was any.
    #[inline(always)]
    fn tiles<B: AesBlocks, const N: usize>(&mut self, isa: B::Isa, sum: &mut B) -> bool {
        let count = N * B::BLOCKS;
        let any = self.sum.blocks.is_multiple_of(count as u64);
        let any = any && self.blocks.len() >= count * BLOCK;
        while any && self.blocks.len() >= count * BLOCK {
            self.tile::<B, N>(isa, sum);
        }
        any
    }

    #[inline(always)]
    fn tile<B: AesBlocks, const N: usize>(&mut self, isa: B::Isa, sum: &mut B) {
        let count = N * B::BLOCKS;
        let Some((input, rest)) = self.blocks.split_at_checked(count * BLOCK) else { return };
        self.blocks = rest;
        // All places of the tile but the last add to the number; there another bit begins.
        let gray = &self.offsets.gray;
        self.sum.blocks += count as u64;
        let power = self.offsets.powers[self.sum.blocks.trailing_zeros() as usize % 64];
        let last = u128::from_le_bytes(gray.0[count - 1]) ^ power;
        let offset = B::splat(isa, self.sum.offset);
        self.sum.offset ^= last;
        let mut blocks = [B::zero(isa); N];
        unroll!(N, |i| {
            let place = i * B::BLOCKS + 1;
            let gray: B = if i < N - 1 {
                gray.register(isa, place)
            } else {
                B::from_each(isa, |i| match place + i {
                    place if place < count => u128::from_le_bytes(gray.0[place]),
                    _ => last,
                })
            };
            let input = B::load(isa, &input[i * BLOCK * B::BLOCKS..]);
            blocks[i] = input.xor3(offset, gray);
        });
        C::encrypt(isa, self.keys, &mut blocks);
        unroll!(N / 2, |i| *sum = sum.xor3(blocks[2 * i], blocks[2 * i + 1]));
        unroll!(N % 2, |i| *sum = sum.xor(blocks[i]));
    }
}

/// Authenticates every pending job.
pub(super) fn many<B: AesModes + RegisterKeyed<KEYS>, const KEYS: usize>(
    backend: Backend,
    jobs: &mut [MacJob<'_, Pmac<B>>],
) {
    let mut keys = ManyKeys::new(backend);
    let mut offsets = Offsets::new();
    let (mut zeros, mut ends) = (BlockArray::ZERO, BlockArray::ZERO);
    for jobs in jobs.chunks_mut(BlockArray::COUNT) {
        let count = jobs.len();
        keys.expand::<B::Rounds>(
            jobs.iter()
                .map(|job| job.is_pending().then_some(job.key.map(|pmac| pmac.cipher.key()))),
        );
        zeros = BlockArray::ZERO;
        encrypt::<B::Rounds, KEYS>(backend, &keys.keys, &mut zeros, count);
        for (place, job) in jobs.iter_mut().enumerate().filter(|(_, job)| job.is_pending()) {
            let (blocks, last) = but_last(job.message);
            let zeros = &zeros.0[place];
            let mut sum = Sum::new();
            if !blocks.is_empty() {
                offsets.fill(zeros, (blocks.len() / BLOCK) as u64);
                let key = KeyAt(&keys.keys, place);
                add::<B::Rounds, _, KEYS>(backend, key, &offsets, &mut sum, blocks);
            }
            ends.0[place] = last_block(zeros, sum.number(), last).to_le_bytes();
        }
        encrypt::<B::Rounds, KEYS>(backend, &keys.keys, &mut ends, count);
        for (tag, job) in ends.0.iter().zip(jobs).filter(|(_, job)| job.is_pending()) {
            job.finish(Tag::of_block(*tag, job.tag_length()));
        }
    }
    wipe(&mut zeros, BlockArray::ZERO);
    wipe(&mut ends, BlockArray::ZERO);
}

fn encrypt<C: RegisterCipher<KEYS>, const KEYS: usize>(
    backend: Backend,
    keys: &[BlockArray; KEYS],
    blocks: &mut BlockArray,
    count: usize,
) {
    dispatch(backend, Encrypt::<C, KEYS> { keys, blocks, count, cipher: PhantomData });
}

/// What is encrypted last, from the block of zeros, encrypted, the sum of the blocks but the last, and
/// the last. Blocks are little-endian numbers.
pub(in crate::mode) fn last_block(zeros: &[u8; BLOCK], sum: u128, last: &[u8]) -> u128 {
    match padded(last) {
        (block, true) => sum ^ block ^ half(u128::from_be_bytes(*zeros)).swap_bytes(),
        (block, false) => sum ^ block,
    }
}
