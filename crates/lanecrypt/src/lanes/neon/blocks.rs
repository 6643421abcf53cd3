//! One block a register.

use core::arch::aarch64::*;
use core::ops::Range;

use super::{Neon, Q};
use crate::lanes::blocks::{part_number, store_part_number};
use crate::lanes::{
    AesBlocks, BlockKeys, Blocks, FIRST_OF_128, FIRST_OF_192, LAST_KEY, ROUND_KEYS, STEPS, Stitch,
    Vector as _, unroll,
};

impl Blocks for Q {
    const BLOCKS: usize = 1;

    #[inline(always)]
    fn reverse_bits(self) -> Self {
        // SAFETY: a register proves NEON.
        Self(unsafe { vrbitq_u8(self.0) })
    }
    #[inline(always)]
    fn clmul<const UPPER: bool, const OTHER_UPPER: bool>(self, other: Self) -> Self {
        // SAFETY: a register proves PMULL.
        Self(unsafe {
            let a = vreinterpretq_p64_u8(self.0);
            let b = vreinterpretq_p64_u8(other.0);
            let product = match (UPPER, OTHER_UPPER) {
                (false, false) => vmull_p64(vgetq_lane_p64::<0>(a), vgetq_lane_p64::<0>(b)),
                (true, false) => vmull_p64(vgetq_lane_p64::<1>(a), vgetq_lane_p64::<0>(b)),
                (false, true) => vmull_p64(vgetq_lane_p64::<0>(a), vgetq_lane_p64::<1>(b)),
                (true, true) => vmull_high_p64(a, b),
            };
            vreinterpretq_u8_p128(product)
        })
    }
    #[inline(always)]
    fn transpose_bytes(self) -> Self {
        self.permute(&[0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15])
    }
    #[inline(always)]
    fn zip_bytes(self, other: Self) -> (Self, Self) {
        // SAFETY: registers prove NEON.
        unsafe { (Self(vzip1q_u8(self.0, other.0)), Self(vzip2q_u8(self.0, other.0))) }
    }
    #[inline(always)]
    fn align<const K: i32>(self, next: Self) -> Self {
        // SAFETY: a register proves NEON.
        Self(unsafe { vextq_u8::<K>(self.0, next.0) })
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
        // SAFETY: a register of 128 bits is a number of 128 bits, little-endian.
        unsafe { core::mem::transmute::<uint8x16_t, u128>(self.0) }
    }
}

/// Rounds as Arm has them: with the key first. Those of all of [`AesBlocks`] are written out, because the compiler
/// leaves a loop for the longer keys, in which each round has an exclusive or and a move besides.
impl Q {
    /// Exclusive or with the key, ShiftRows, SubBytes, and MixColumns unless it is the last round.
    #[inline(always)]
    fn keyed_enc(self, key: Self, last: bool) -> Self {
        // SAFETY: a register proves NEON and its AES instructions.
        Self(unsafe {
            let bytes = vaeseq_u8(self.0, key.0);
            if last { bytes } else { vaesmcq_u8(bytes) }
        })
    }
    /// The same with the inverses.
    #[inline(always)]
    fn keyed_dec(self, key: Self, last: bool) -> Self {
        // SAFETY: a register proves NEON and its AES instructions.
        Self(unsafe {
            let bytes = vaesdq_u8(self.0, key.0);
            if last { bytes } else { vaesimcq_u8(bytes) }
        })
    }
}

// The instructions add the key before a round. A round alone gives them zero and adds it after.
impl AesBlocks for Q {
    #[inline(always)]
    fn splat(_: Neon, block: u128) -> Self {
        // SAFETY: the token proves NEON; a register of 128 bits is a number of 128 bits,
        // little-endian.
        Self(unsafe { core::mem::transmute::<u128, uint8x16_t>(block) })
    }
    #[inline(always)]
    fn from_each(isa: Neon, block: impl Fn(usize) -> u128) -> Self {
        Self::splat(isa, block(0))
    }
    #[inline(always)]
    fn block(self, _: usize) -> u128 {
        self.xor_all_block()
    }
    #[inline(always)]
    fn transpose(_: Neon, _: &mut [Self; 4]) {}
    #[inline(always)]
    fn swap_bytes(self) -> Self {
        // SAFETY: a register proves NEON and its AES instructions.
        Self(unsafe {
            let turned = vrev64q_u8(self.0);
            vextq_u8::<8>(turned, turned)
        })
    }
    #[inline(always)]
    fn last_word<const ROTATED: bool>(self) -> Self {
        // SAFETY: a register proves NEON and its AES instructions.
        Self(unsafe {
            let word = vdupq_laneq_u32::<3>(vreinterpretq_u32_u8(self.0));
            let word = if ROTATED {
                vorrq_u32(vshrq_n_u32::<8>(word), vshlq_n_u32::<24>(word))
            } else {
                word
            };
            vreinterpretq_u8_u32(word)
        })
    }
    #[inline(always)]
    fn prefix_xor(self) -> Self {
        // SAFETY: a register proves NEON and its AES instructions.
        Self(unsafe {
            let zero = vdupq_n_u8(0);
            let pairs = veorq_u8(self.0, vextq_u8::<12>(zero, self.0));
            veorq_u8(pairs, vextq_u8::<8>(zero, pairs))
        })
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
    fn load_part(isa: Neon, bytes: &[u8]) -> Self {
        Self::splat(isa, part_number(bytes))
    }
    #[inline(always)]
    fn store_part(self, bytes: &mut [u8]) {
        store_part_number(self.xor_all_block(), bytes);
    }
    #[inline(always)]
    fn aes_enc(self, key: Self) -> Self {
        // SAFETY: a register proves NEON and its AES instructions.
        Self(unsafe { veorq_u8(vaesmcq_u8(vaeseq_u8(self.0, vdupq_n_u8(0))), key.0) })
    }
    #[inline(always)]
    fn aes_enc_last(self, key: Self) -> Self {
        // SAFETY: a register proves NEON and its AES instructions.
        Self(unsafe { veorq_u8(vaeseq_u8(self.0, vdupq_n_u8(0)), key.0) })
    }
    #[inline(always)]
    fn aes_dec(self, key: Self) -> Self {
        // SAFETY: a register proves NEON and its AES instructions.
        Self(unsafe { veorq_u8(vaesimcq_u8(vaesdq_u8(self.0, vdupq_n_u8(0))), key.0) })
    }
    #[inline(always)]
    fn aes_dec_last(self, key: Self) -> Self {
        // SAFETY: a register proves NEON and its AES instructions.
        Self(unsafe { veorq_u8(vaesdq_u8(self.0, vdupq_n_u8(0)), key.0) })
    }
    #[inline(always)]
    fn inv_mix_columns(self) -> Self {
        // SAFETY: a register proves NEON and its AES instructions.
        Self(unsafe { vaesimcq_u8(self.0) })
    }
    #[inline(always)]
    fn aes_rounds<K: BlockKeys, const N: usize>(
        isa: Neon,
        keys: K,
        blocks: &mut [Self; N],
        slots: Range<usize>,
    ) {
        for slot in slots {
            unroll!(N, |i| blocks[i] = blocks[i].keyed_enc(keys.key(isa, slot, i), false));
        }
    }
    #[inline(always)]
    fn aes_begin<K: BlockKeys, const N: usize>(isa: Neon, keys: K, blocks: &mut [Self; N]) {
        let first = keys.first();
        if first < FIRST_OF_128 {
            if first < FIRST_OF_192 {
                Self::aes_rounds(isa, keys, blocks, 0..FIRST_OF_192);
            }
            Self::aes_rounds(isa, keys, blocks, FIRST_OF_192..FIRST_OF_128);
        }
    }
    #[inline(always)]
    fn aes_encrypt<K: BlockKeys, const N: usize>(isa: Neon, keys: K, blocks: &mut [Self; N]) {
        Self::aes_begin(isa, keys, blocks);
        Self::aes_rounds(isa, keys, blocks, FIRST_OF_128..LAST_KEY - 1);
        end(isa, keys, blocks);
    }
    #[inline(always)]
    fn aes_encrypt_stitched<K: BlockKeys, const N: usize>(
        isa: Neon,
        keys: K,
        blocks: &mut [Self; N],
        work: &mut impl Stitch,
    ) {
        Self::aes_begin(isa, keys, blocks);
        unroll!(STEPS, |step| {
            let slot = FIRST_OF_128 + step;
            Self::aes_rounds(isa, keys, blocks, slot..slot + 1);
            work.step(step);
        });
        Self::aes_rounds(isa, keys, blocks, FIRST_OF_128 + STEPS..LAST_KEY - 1);
        end(isa, keys, blocks);
    }
    #[inline(always)]
    fn aes_rounds_back<K: BlockKeys, const N: usize>(
        isa: Neon,
        keys: K,
        blocks: &mut [Self; N],
        slots: Range<usize>,
    ) {
        for slot in slots.rev() {
            unroll!(N, |i| blocks[i] = blocks[i].keyed_dec(keys.key(isa, slot, i), false));
        }
    }
    #[inline(always)]
    fn aes_decrypt<K: BlockKeys, const N: usize>(isa: Neon, keys: K, blocks: &mut [Self; N]) {
        let first = keys.first();
        Self::aes_rounds_back(isa, keys, blocks, FIRST_OF_128 + 2..ROUND_KEYS);
        if first < FIRST_OF_128 {
            Self::aes_rounds_back(isa, keys, blocks, FIRST_OF_192 + 2..FIRST_OF_128 + 2);
            if first < FIRST_OF_192 {
                Self::aes_rounds_back(isa, keys, blocks, 2..FIRST_OF_192 + 2);
            }
        }
        unroll!(N, |i| {
            let key = keys.key(isa, first % 8 + 1, i);
            blocks[i] = blocks[i].keyed_dec(key, true).xor(keys.key(isa, first % 8, i));
        });
    }
}

/// The last round.
#[inline(always)]
fn end<K: BlockKeys, const N: usize>(isa: Neon, keys: K, blocks: &mut [Q; N]) {
    unroll!(N, |i| {
        let key = keys.key(isa, LAST_KEY - 1, i);
        blocks[i] = blocks[i].keyed_enc(key, true).xor(keys.key(isa, LAST_KEY, i));
    });
}
