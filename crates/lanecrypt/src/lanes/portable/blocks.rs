//! One block a word of 128 bits.

use super::{Portable, aes, carryless_product};
use crate::lanes::blocks::{part_number, store_part_number};
use crate::lanes::{AesBlocks, Beside, BlockKeys, Blocks, STEPS};

impl Blocks for u128 {
    type Isa = Portable;
    const BLOCKS: usize = 1;

    #[inline(always)]
    fn zero(_: Portable) -> Self {
        0
    }
    #[inline(always)]
    fn load(_: Portable, bytes: &[u8]) -> Self {
        let mut block = [0; 16];
        block.copy_from_slice(&bytes[..16]);
        u128::from_le_bytes(block)
    }
    #[inline(always)]
    fn load_words(_: Portable, words: &[u32]) -> Self {
        let words = &words[..4];
        words.iter().rev().fold(0, |block, &word| block << 32 | u128::from(word))
    }
    #[inline(always)]
    fn store(self, bytes: &mut [u8]) {
        bytes[..16].copy_from_slice(&self.to_le_bytes());
    }
    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        self ^ other
    }
    #[inline(always)]
    fn reverse_bits(self) -> Self {
        u128::reverse_bits(self).swap_bytes()
    }
    #[inline(always)]
    fn clmul<const UPPER: bool, const OTHER_UPPER: bool>(self, other: Self) -> Self {
        let a = (if UPPER { self >> 64 } else { self }) as u64;
        let b = (if OTHER_UPPER { other >> 64 } else { other }) as u64;
        carryless_product(a, b)
    }
    #[inline(always)]
    fn next_block(self, next: Self) -> Self {
        next
    }
    #[inline(always)]
    fn fold(self) -> u128 {
        self
    }
}

/// The lowest bit of every byte.
const ONES: u128 = u128::from_ne_bytes([1; 16]);

impl AesBlocks for u128 {
    #[inline(always)]
    fn splat(_: Portable, block: u128) -> Self {
        block
    }
    #[inline(always)]
    fn from_each(_: Portable, block: impl Fn(usize) -> u128) -> Self {
        block(0)
    }
    #[inline(always)]
    fn block(self, _: usize) -> u128 {
        self
    }
    #[inline(always)]
    fn turn_square(_: Portable, _: &mut [Self; 4]) {}
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        self & other
    }
    #[inline(always)]
    fn swap_bytes(self) -> Self {
        u128::swap_bytes(self)
    }
    #[inline(always)]
    fn add_bytes(self, other: Self) -> Self {
        let high = ONES << 7;
        (self & !high).wrapping_add(other & !high) ^ (self ^ other) & high
    }
    #[inline(always)]
    fn add_words(self, other: Self) -> Self {
        let word = |i: u32| (self >> (32 * i)) as u32;
        let sum = |i: u32| u128::from(word(i).wrapping_add((other >> (32 * i)) as u32)) << (32 * i);
        sum(0) | sum(1) | sum(2) | sum(3)
    }
    #[inline(always)]
    fn add_halves(self, other: Self) -> Self {
        let upper = ((self >> 64) as u64).wrapping_add((other >> 64) as u64);
        let lower = (self as u64).wrapping_add(other as u64);
        u128::from(upper) << 64 | u128::from(lower)
    }
    #[inline(always)]
    fn last_word<const TURNED: bool>(self) -> Self {
        let word = (self >> 96) as u32;
        let word = if TURNED { word.rotate_right(8) } else { word };
        u128::from(word) * 0x0000_0001_0000_0001_0000_0001_0000_0001
    }
    #[inline(always)]
    fn sums(self) -> Self {
        let pairs = self ^ self << 32;
        pairs ^ pairs << 64
    }
    #[inline(always)]
    fn lower_lower(self, other: Self) -> Self {
        u128::from(self as u64) | other << 64
    }
    #[inline(always)]
    fn upper_lower(self, other: Self) -> Self {
        self >> 64 | other << 64
    }
    #[inline(always)]
    fn sum(self) -> Self {
        self
    }
    #[inline(always)]
    fn of_one(block: Self) -> Self {
        block
    }
    #[inline(always)]
    fn load_part(_: Portable, bytes: &[u8]) -> Self {
        part_number(bytes)
    }
    #[inline(always)]
    fn store_part(self, bytes: &mut [u8]) {
        store_part_number(self, bytes);
    }
    #[inline(always)]
    fn aes(self, key: Self) -> Self {
        let mut blocks = [self];
        aes::rounds(&mut blocks, &[key]);
        blocks[0]
    }
    #[inline(always)]
    fn aes_last(self, key: Self) -> Self {
        let mut blocks = [self];
        aes::last_rounds(&mut blocks, &[key]);
        blocks[0]
    }
    #[inline(always)]
    fn aes_back(self, key: Self) -> Self {
        let mut blocks = [self];
        aes::rounds_back(&mut blocks, &[key]);
        blocks[0]
    }
    #[inline(always)]
    fn aes_last_back(self, key: Self) -> Self {
        let mut blocks = [self];
        aes::last_rounds_back(&mut blocks, &[key]);
        blocks[0]
    }
    #[inline(always)]
    fn mix_back(self) -> Self {
        aes::mix_back(self)
    }
    #[inline(always)]
    fn aes_each<const N: usize>(blocks: &mut [Self; N], keys: &[Self; N]) {
        aes::rounds(blocks, keys);
    }
    #[inline(always)]
    fn aes_encrypt<K: BlockKeys<KEYS>, const KEYS: usize, const N: usize>(
        isa: Portable,
        keys: K,
        blocks: &mut [Self; N],
    ) {
        if let Some(keys) = keys.same(&mut [0; KEYS]) {
            let mut eight = [0; 8];
            eight[..N].copy_from_slice(blocks);
            aes::encrypt(&mut eight, keys);
            blocks.copy_from_slice(&eight[..N]);
            return;
        }
        let of_round = |round| -> [u128; N] { core::array::from_fn(|i| keys.key(isa, round, i)) };
        for (block, key) in blocks.iter_mut().zip(of_round(0)) {
            *block ^= key;
        }
        for round in 1..KEYS - 1 {
            aes::rounds(blocks, &of_round(round));
        }
        aes::last_rounds(blocks, &of_round(KEYS - 1));
    }
    #[inline(always)]
    fn aes_encrypt_beside<K: BlockKeys<KEYS>, const KEYS: usize, const N: usize>(
        isa: Portable,
        keys: K,
        blocks: &mut [Self; N],
        work: &mut impl Beside,
    ) {
        Self::aes_encrypt(isa, keys, blocks);
        for step in 0..STEPS {
            work.step(step);
        }
    }
    #[inline(always)]
    fn aes_decrypt<K: BlockKeys<KEYS>, const KEYS: usize, const N: usize>(
        isa: Portable,
        keys: K,
        blocks: &mut [Self; N],
    ) {
        if let Some(keys) = keys.same(&mut [0; KEYS]) {
            let mut eight = [0; 8];
            eight[..N].copy_from_slice(blocks);
            aes::decrypt(&mut eight, keys);
            blocks.copy_from_slice(&eight[..N]);
            return;
        }
        let of_round = |round| -> [u128; N] { core::array::from_fn(|i| keys.key(isa, round, i)) };
        for (block, key) in blocks.iter_mut().zip(of_round(0)) {
            *block ^= key;
        }
        for round in 1..KEYS - 1 {
            aes::rounds_back(blocks, &of_round(round));
        }
        aes::last_rounds_back(blocks, &of_round(KEYS - 1));
    }
}
