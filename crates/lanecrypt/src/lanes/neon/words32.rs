//! Words of 32 bits in a register.

use core::arch::aarch64::*;

use super::{Neon, Q};
use crate::lanes::{
    Lanes, Lanes32, NibbleBoxes, Nibbles, Pairs, RowOrder, Rows, View, Words as _,
    order_of_rotl16_bytes,
};

/// A register as words.
#[inline(always)]
fn of(register: uint32x4_t) -> View<Q, u32> {
    // SAFETY: who has the register has NEON.
    View::of(Q(unsafe { vreinterpretq_u8_u32(register) }))
}

/// Words as a register.
#[inline(always)]
fn raw(words: View<Q, u32>) -> uint32x4_t {
    // SAFETY: a register proves NEON.
    unsafe { vreinterpretq_u32_u8(words.register().0) }
}

/// `upper << K | lower >> (32 - K)`: a shift, and a shift that inserts. The latter takes its count
/// as a constant `i32`, which `K` is not: the match folds away, `K` being known.
macro_rules! insert_shifted {
    ($k:ident, $upper:expr, $lower:expr, $($count:literal)*) => {
        match $k {
            $($count => vsriq_n_u32::<{ 32 - $count }>($upper, $lower),)*
            _ => unreachable!(),
        }
    };
}

impl Lanes32 for View<Q, u32> {
    #[inline(always)]
    fn max_signed(self, other: Self) -> Self {
        // SAFETY: a register proves NEON.
        of(unsafe {
            let larger =
                vmaxq_s32(vreinterpretq_s32_u32(raw(self)), vreinterpretq_s32_u32(raw(other)));
            vreinterpretq_u32_s32(larger)
        })
    }
    #[inline(always)]
    fn mask<const MASK: u32>(self) -> Self {
        // SAFETY: a register proves NEON.
        of(unsafe { vandq_u32(raw(self), vdupq_n_u32(MASK)) })
    }
    #[inline(always)]
    fn select<const MASK: u32>(self, other: Self) -> Self {
        // SAFETY: a register proves NEON.
        of(unsafe { vbslq_u32(vdupq_n_u32(MASK), raw(self), raw(other)) })
    }
    #[inline(always)]
    fn sign_mask(self) -> Self {
        self.register().sign_mask::<u32>().as_words()
    }
    #[inline(always)]
    fn shl_concat<const K: u32>(self, low: Self) -> Self {
        const { assert!(K >= 1 && K <= 31) };
        // SAFETY: a register proves NEON.
        of(unsafe {
            insert_shifted!(K, raw(self.shl(K)), raw(low),
                1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16
                17 18 19 20 21 22 23 24 25 26 27 28 29 30 31)
        })
    }
    type Sums = [uint64x2_t; 2];
    #[inline(always)]
    fn widened(self) -> [Self; 2] {
        // NEON multiplies either half of a register into 64 bits; nothing to prepare.
        [self; 2]
    }
    #[inline(always)]
    fn zero_sums(_: Neon) -> Self::Sums {
        // SAFETY: the token proves NEON.
        [unsafe { vdupq_n_u64(0) }; 2]
    }
    #[inline(always)]
    fn add_products(sums: Self::Sums, widened: [Self; 2], factor: u32) -> Self::Sums {
        // SAFETY: a register proves NEON.
        unsafe {
            let factor = vdupq_n_u32(factor);
            let word = raw(widened[0]);
            [
                vmlal_u32(sums[0], vget_low_u32(word), vget_low_u32(factor)),
                vmlal_high_u32(sums[1], word, factor),
            ]
        }
    }
    #[inline(always)]
    fn fold31([first, second]: Self::Sums) -> Self {
        // SAFETY: sums come from a token, which proves NEON.
        of(unsafe {
            let low = vuzp1q_u32(vreinterpretq_u32_u64(first), vreinterpretq_u32_u64(second));
            let rest = vshrn_high_n_u64::<31>(vshrn_n_u64::<31>(first), second);
            vaddq_u32(vandq_u32(low, vdupq_n_u32(0x7fff_ffff)), rest)
        })
    }
    #[inline(always)]
    fn transpose<O: RowOrder>(words: &[Self; 16], mut rows: impl Rows<Neon>) {
        let mut rows = rows.part(0, 4);
        for (quarter, words) in words.chunks_exact(4).enumerate() {
            let (mut a, mut b, mut c, mut d) = (words[0], words[1], words[2], words[3]);
            if O::SWAP_PAIRS {
                (a, b, c, d) = (b, a, d, c);
            }
            if O::SWAP_BYTES {
                (a, b, c, d) = (a.swap_bytes(), b.swap_bytes(), c.swap_bytes(), d.swap_bytes());
            }
            // SAFETY: a register proves NEON.
            let lanes = unsafe {
                let ab_even = vreinterpretq_u64_u32(vtrn1q_u32(raw(a), raw(b)));
                let ab_odd = vreinterpretq_u64_u32(vtrn2q_u32(raw(a), raw(b)));
                let cd_even = vreinterpretq_u64_u32(vtrn1q_u32(raw(c), raw(d)));
                let cd_odd = vreinterpretq_u64_u32(vtrn2q_u32(raw(c), raw(d)));
                [
                    vreinterpretq_u32_u64(vtrn1q_u64(ab_even, cd_even)),
                    vreinterpretq_u32_u64(vtrn1q_u64(ab_odd, cd_odd)),
                    vreinterpretq_u32_u64(vtrn2q_u64(ab_even, cd_even)),
                    vreinterpretq_u32_u64(vtrn2q_u64(ab_odd, cd_odd)),
                ]
            };
            for (row, lane) in lanes.into_iter().enumerate() {
                rows.put(row, 4 * quarter, of(lane));
            }
        }
    }
}

impl Nibbles for View<Q, u32> {
    #[inline(always)]
    fn substitute_rotl11(self, boxes: &NibbleBoxes) -> Self {
        // SAFETY: a register proves NEON; the tables are 64 bytes each.
        let bytes = self.register().0;
        let substituted = Self::of(Q(unsafe {
            let (low, high) = (vld1q_u8_x4(boxes.low.as_ptr()), vld1q_u8_x4(boxes.high.as_ptr()));
            // The table of a byte is the one of its place in the word: bits 4 and 5 of the index.
            let places = vreinterpretq_u8_u32(vdupq_n_u32(0x3020_1000));
            let lower = vorrq_u8(vandq_u8(bytes, vdupq_n_u8(15)), places);
            let upper = vorrq_u8(vshrq_n_u8::<4>(bytes), places);
            vorrq_u8(vqtbl4q_u8(low, lower), vqtbl4q_u8(high, upper))
        }));
        substituted.rotl::<11>()
    }
}

impl Pairs for View<Q, u32> {
    #[inline(always)]
    fn rotl16_bytes<const EVEN: usize, const ODD: usize>(self) -> Self {
        // SAFETY: a register proves NEON.
        of(unsafe {
            let order = const { order_of_rotl16_bytes(EVEN, ODD) };
            let bytes = vqtbl1q_u8(vreinterpretq_u8_u32(raw(self)), vld1q_u8(order.as_ptr()));
            vreinterpretq_u32_u8(bytes)
        })
    }
    #[inline(always)]
    fn rotl_each<const EVEN: u32, const ODD: u32>(self) -> Self {
        // SAFETY: a register proves NEON. A negative count shifts to the right.
        of(unsafe {
            let (even, odd) = (EVEN as i32, ODD as i32);
            let left = vld1q_s32([even, odd, even, odd].as_ptr());
            let upper = vshlq_u32(raw(self), left);
            let lower = vshlq_u32(raw(self), vsubq_s32(left, vdupq_n_s32(32)));
            vorrq_u32(upper, lower)
        })
    }
    const ROTATES: bool = false;
}
