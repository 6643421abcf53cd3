//! One block a word of 128 bits.

use super::{Portable, aes, carryless_product};
use crate::lanes::blocks::{part_number, store_part_number};
use crate::lanes::{AesBlocks, BlockKeys, Blocks, LAST_KEY, ROUND_KEYS, STEPS, Stitch};

impl Blocks for u128 {
    const BLOCKS: usize = 1;
    const SLOW_CLMUL: bool = true;

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
    fn transpose_bytes(self) -> Self {
        /// The bytes of which the number is given, all ones.
        const fn bytes(numbers: [u32; 4]) -> u128 {
            let [a, b, c, d] = numbers;
            0xff << (8 * a) | 0xff << (8 * b) | 0xff << (8 * c) | 0xff << (8 * d)
        }
        // The two bits of a byte's row change places with those of its column.
        let x = (self >> 24 ^ self) & const { bytes([1, 3, 9, 11]) };
        let odd = self ^ x ^ x << 24;
        let x = (odd >> 48 ^ odd) & const { bytes([2, 3, 6, 7]) };
        odd ^ x ^ x << 48
    }
    #[inline(always)]
    fn zip_bytes(self, other: Self) -> (Self, Self) {
        let (a, b) = (self.to_le_bytes(), other.to_le_bytes());
        let mut zipped = [0; 32];
        for (pair, (a, b)) in zipped.chunks_exact_mut(2).zip(a.iter().zip(&b)) {
            pair.copy_from_slice(&[*a, *b]);
        }
        let (blocks, _) = zipped.as_chunks();
        (Self::from_le_bytes(blocks[0]), Self::from_le_bytes(blocks[1]))
    }
    #[inline(always)]
    fn align<const K: i32>(self, next: Self) -> Self {
        const { assert!(K > 0 && K < 16) };
        self >> (8 * K) | next << (128 - 8 * K)
    }
    #[inline(always)]
    fn next_block(self, next: Self) -> Self {
        next
    }
    #[inline(always)]
    fn previous_block(self, before: Self) -> Self {
        before
    }
    #[inline(always)]
    fn xor_all_block(self) -> u128 {
        self
    }
}

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
    fn transpose(_: Portable, _: &mut [Self; 4]) {}
    #[inline(always)]
    fn swap_bytes(self) -> Self {
        u128::swap_bytes(self)
    }
    #[inline(always)]
    fn last_word<const ROTATED: bool>(self) -> Self {
        let word = (self >> 96) as u32;
        let word = if ROTATED { word.rotate_right(8) } else { word };
        u128::from(word) * 0x0000_0001_0000_0001_0000_0001_0000_0001
    }
    #[inline(always)]
    fn prefix_xor(self) -> Self {
        let pairs = self ^ self << 32;
        pairs ^ pairs << 64
    }
    #[inline(always)]
    fn xor_all(self) -> Self {
        self
    }
    #[inline(always)]
    fn first(self) -> Self {
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
    fn aes_enc(self, key: Self) -> Self {
        let mut blocks = [self];
        aes::rounds(&mut blocks, &[key]);
        blocks[0]
    }
    #[inline(always)]
    fn aes_enc_last(self, key: Self) -> Self {
        let mut blocks = [self];
        aes::last_rounds(&mut blocks, &[key]);
        blocks[0]
    }
    #[inline(always)]
    fn aes_dec(self, key: Self) -> Self {
        let mut blocks = [self];
        aes::inverse_rounds(&mut blocks, &[key]);
        blocks[0]
    }
    #[inline(always)]
    fn aes_dec_last(self, key: Self) -> Self {
        let mut blocks = [self];
        aes::last_inverse_rounds(&mut blocks, &[key]);
        blocks[0]
    }
    #[inline(always)]
    fn inv_mix_columns(self) -> Self {
        aes::inv_mix_columns(self)
    }
    #[inline(always)]
    fn aes_enc_each<const N: usize>(blocks: &mut [Self; N], keys: &[Self; N]) {
        aes::rounds(blocks, keys);
    }
    #[inline(always)]
    fn aes_encrypt<K: BlockKeys, const N: usize>(isa: Portable, keys: K, blocks: &mut [Self; N]) {
        let first = keys.first() % 8;
        if let Some(keys) = keys.same(&mut [0; ROUND_KEYS]) {
            let mut eight = [0; 8];
            eight[..N].copy_from_slice(blocks);
            aes::encrypt(&mut eight, &keys[first..]);
            blocks.copy_from_slice(&eight[..N]);
            return;
        }
        let of_slot = |slot| keys_of_slot(isa, keys, slot);
        for (block, key) in blocks.iter_mut().zip(of_slot(first)) {
            *block ^= key;
        }
        for slot in first + 1..LAST_KEY {
            aes::rounds(blocks, &of_slot(slot));
        }
        aes::last_rounds(blocks, &of_slot(LAST_KEY));
    }
    #[inline(always)]
    fn aes_encrypt_met<K: BlockKeys, const N: usize>(
        isa: Portable,
        keys: K,
        blocks: &mut [Self; N],
        last: &[Self; N],
    ) {
        let first = keys.first() % 8;
        for (i, block) in blocks.iter_mut().enumerate() {
            *block ^= keys.key::<Self>(isa, first, i);
        }
        Self::aes_encrypt(isa, keys, blocks);
        for (i, (block, last)) in blocks.iter_mut().zip(last).enumerate() {
            *block ^= keys.key::<Self>(isa, LAST_KEY, i) ^ last;
        }
    }
    #[inline(always)]
    fn aes_encrypt_stitched<K: BlockKeys, const N: usize>(
        isa: Portable,
        keys: K,
        blocks: &mut [Self; N],
        work: &mut impl Stitch,
    ) {
        Self::aes_encrypt(isa, keys, blocks);
        for step in 0..STEPS {
            work.step(step);
        }
    }
    #[inline(always)]
    fn aes_decrypt<K: BlockKeys, const N: usize>(isa: Portable, keys: K, blocks: &mut [Self; N]) {
        let first = keys.first() % 8;
        if let Some(keys) = keys.same(&mut [0; ROUND_KEYS]) {
            let mut eight = [0; 8];
            eight[..N].copy_from_slice(blocks);
            aes::decrypt(&mut eight, &keys[first..]);
            blocks.copy_from_slice(&eight[..N]);
            return;
        }
        let of_slot = |slot| keys_of_slot(isa, keys, slot);
        for (block, key) in blocks.iter_mut().zip(of_slot(LAST_KEY)) {
            *block ^= key;
        }
        for slot in (first + 1..LAST_KEY).rev() {
            aes::inverse_rounds(blocks, &of_slot(slot));
        }
        aes::last_inverse_rounds(blocks, &of_slot(first));
    }
}

/// The keys of a slot for `N` blocks.
#[inline(always)]
fn keys_of_slot<K: BlockKeys, const N: usize>(isa: Portable, keys: K, slot: usize) -> [u128; N] {
    let mut of_slot = [0; N];
    for (i, key) in of_slot.iter_mut().enumerate() {
        *key = keys.key(isa, slot, i);
    }
    of_slot
}
