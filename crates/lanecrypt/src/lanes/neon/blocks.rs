//! One block a register.

use core::arch::aarch64::*;

use super::Neon;
use crate::lanes::blocks::{part_number, store_part_number};
use crate::lanes::{AesBlocks, Blocks};

/// One block.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(crate) struct B128(pub(super) uint8x16_t);

impl Blocks for B128 {
    type Isa = Neon;
    const BLOCKS: usize = 1;

    #[inline(always)]
    fn zero(_: Neon) -> Self {
        // SAFETY: the token proves NEON.
        Self(unsafe { vdupq_n_u8(0) })
    }
    #[inline(always)]
    fn load(_: Neon, bytes: &[u8]) -> Self {
        let bytes = &bytes[..16];
        // SAFETY: the token proves NEON; sixteen bytes are readable.
        Self(unsafe { vld1q_u8(bytes.as_ptr()) })
    }
    #[inline(always)]
    fn load_words(_: Neon, words: &[u32]) -> Self {
        let words = &words[..4];
        // SAFETY: as `load`.
        Self(unsafe { vld1q_u8(words.as_ptr().cast()) })
    }
    #[inline(always)]
    fn store(self, bytes: &mut [u8]) {
        let bytes = &mut bytes[..16];
        // SAFETY: a register proves NEON; sixteen bytes are writable.
        unsafe { vst1q_u8(bytes.as_mut_ptr(), self.0) }
    }
    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        // SAFETY: a register proves NEON.
        Self(unsafe { veorq_u8(self.0, other.0) })
    }
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
    fn next_block(self, next: Self) -> Self {
        next
    }
    #[inline(always)]
    fn fold(self) -> u128 {
        // SAFETY: a register of 128 bits is a number of 128 bits, little-endian.
        unsafe { core::mem::transmute::<uint8x16_t, u128>(self.0) }
    }
}

// The instructions add the key before the round, so they are given zero and it is added after.
impl AesBlocks for B128 {
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
        self.fold()
    }
    #[inline(always)]
    fn turn_square(_: Neon, _: &mut [Self; 4]) {}
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        // SAFETY: a register proves NEON and its AES instructions, here and below.
        Self(unsafe { vandq_u8(self.0, other.0) })
    }
    #[inline(always)]
    fn swap_bytes(self) -> Self {
        // SAFETY: as `and`.
        Self(unsafe {
            let turned = vrev64q_u8(self.0);
            vextq_u8::<8>(turned, turned)
        })
    }
    #[inline(always)]
    fn add_bytes(self, other: Self) -> Self {
        // SAFETY: as `and`.
        Self(unsafe { vaddq_u8(self.0, other.0) })
    }
    #[inline(always)]
    fn add_words(self, other: Self) -> Self {
        // SAFETY: as `and`.
        Self(unsafe {
            let (a, b) = (vreinterpretq_u32_u8(self.0), vreinterpretq_u32_u8(other.0));
            vreinterpretq_u8_u32(vaddq_u32(a, b))
        })
    }
    #[inline(always)]
    fn add_halves(self, other: Self) -> Self {
        // SAFETY: as `and`.
        Self(unsafe {
            let (a, b) = (vreinterpretq_u64_u8(self.0), vreinterpretq_u64_u8(other.0));
            vreinterpretq_u8_u64(vaddq_u64(a, b))
        })
    }
    #[inline(always)]
    fn last_word<const TURNED: bool>(self) -> Self {
        // SAFETY: as `and`.
        Self(unsafe {
            let word = vdupq_laneq_u32::<3>(vreinterpretq_u32_u8(self.0));
            let word = if TURNED {
                vorrq_u32(vshrq_n_u32::<8>(word), vshlq_n_u32::<24>(word))
            } else {
                word
            };
            vreinterpretq_u8_u32(word)
        })
    }
    #[inline(always)]
    fn sums(self) -> Self {
        // SAFETY: as `and`.
        Self(unsafe {
            let zero = vdupq_n_u8(0);
            let pairs = veorq_u8(self.0, vextq_u8::<12>(zero, self.0));
            veorq_u8(pairs, vextq_u8::<8>(zero, pairs))
        })
    }
    #[inline(always)]
    fn lower_lower(self, other: Self) -> Self {
        // SAFETY: as `and`.
        Self(unsafe {
            let (a, b) = (vreinterpretq_u64_u8(self.0), vreinterpretq_u64_u8(other.0));
            vreinterpretq_u8_u64(vzip1q_u64(a, b))
        })
    }
    #[inline(always)]
    fn upper_lower(self, other: Self) -> Self {
        // SAFETY: as `and`.
        Self(unsafe { vextq_u8::<8>(self.0, other.0) })
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
    fn load_part(isa: Neon, bytes: &[u8]) -> Self {
        Self::splat(isa, part_number(bytes))
    }
    #[inline(always)]
    fn store_part(self, bytes: &mut [u8]) {
        store_part_number(self.fold(), bytes);
    }
    #[inline(always)]
    fn aes(self, key: Self) -> Self {
        // SAFETY: as `and`.
        Self(unsafe { veorq_u8(vaesmcq_u8(vaeseq_u8(self.0, vdupq_n_u8(0))), key.0) })
    }
    #[inline(always)]
    fn aes_last(self, key: Self) -> Self {
        // SAFETY: as `and`.
        Self(unsafe { veorq_u8(vaeseq_u8(self.0, vdupq_n_u8(0)), key.0) })
    }
    #[inline(always)]
    fn aes_back(self, key: Self) -> Self {
        // SAFETY: as `and`.
        Self(unsafe { veorq_u8(vaesimcq_u8(vaesdq_u8(self.0, vdupq_n_u8(0))), key.0) })
    }
    #[inline(always)]
    fn aes_last_back(self, key: Self) -> Self {
        // SAFETY: as `and`.
        Self(unsafe { veorq_u8(vaesdq_u8(self.0, vdupq_n_u8(0)), key.0) })
    }
    #[inline(always)]
    fn mix_back(self) -> Self {
        // SAFETY: as `and`.
        Self(unsafe { vaesimcq_u8(self.0) })
    }
}
