//! Words of 32 bits in a register of 128.

use core::arch::x86_64::*;

use super::{Level, Xmm};
use crate::lanes::{
    Bytes as _, InverseMap, Lanes, Lanes32, NibbleTable, Pairs, RowOrder, Rows, View, Words as _,
    order_of_rotl16_bytes,
};

/// A register as words.
#[inline(always)]
fn of<L>(register: __m128i) -> View<Xmm<L>, u32> {
    View::of(Xmm::new(register))
}

/// Words as a register.
#[inline(always)]
fn raw<L: Copy>(words: View<Xmm<L>, u32>) -> __m128i {
    words.register().0
}

impl<L: Level> Lanes32 for View<Xmm<L>, u32> {
    #[inline(always)]
    fn max_signed(self, other: Self) -> Self {
        // SAFETY: a register proves SSE4.1.
        of(unsafe { _mm_max_epi32(raw(self), raw(other)) })
    }
    #[inline(always)]
    fn mask<const MASK: u32>(self) -> Self {
        // SAFETY: a register proves SSE4.1.
        of(unsafe { _mm_and_si128(raw(self), _mm_set1_epi32(MASK as i32)) })
    }
    #[inline(always)]
    fn select<const MASK: u32>(self, other: Self) -> Self {
        // SAFETY: a register proves SSE4.1.
        of(unsafe {
            match MASK {
                0xffff_0000 => _mm_blend_epi16::<0b1010_1010>(raw(other), raw(self)),
                0x0000_ffff => _mm_blend_epi16::<0b0101_0101>(raw(other), raw(self)),
                0xff00_ff00 | 0x00ff_00ff if L::AVX2 && !L::AVX512 => {
                    _mm_blendv_epi8(raw(other), raw(self), _mm_set1_epi32(MASK as i32))
                }
                _ => {
                    let mask = _mm_set1_epi32(MASK as i32);
                    _mm_or_si128(_mm_and_si128(mask, raw(self)), _mm_andnot_si128(mask, raw(other)))
                }
            }
        })
    }
    #[inline(always)]
    fn sign_mask(self) -> Self {
        self.register().sign_mask::<u32>().as_words()
    }
    #[inline(always)]
    fn shl_concat<const K: u32>(self, low: Self) -> Self {
        // SAFETY: a register proves SSE4.1. A constant count in a register compiles to the immediate form.
        of(unsafe {
            let upper = _mm_sll_epi32(raw(self), _mm_cvtsi32_si128(K as i32));
            let lower = _mm_srl_epi32(raw(low), _mm_cvtsi32_si128(32 - K as i32));
            _mm_or_si128(upper, lower)
        })
    }
    type Sums = [__m128i; 2];
    #[inline(always)]
    fn widened(self) -> [Self; 2] {
        // SAFETY: a register proves SSE4.1. Products read the low words of pairs only.
        [self, of(unsafe { _mm_srli_epi64::<32>(raw(self)) })]
    }
    #[inline(always)]
    fn zero_sums(_: L) -> Self::Sums {
        // SAFETY: the token proves SSE4.1.
        [unsafe { _mm_setzero_si128() }; 2]
    }
    #[inline(always)]
    fn add_products(sums: Self::Sums, widened: [Self; 2], factor: u32) -> Self::Sums {
        // SAFETY: a register proves SSE4.1.
        unsafe {
            let factor = _mm_set1_epi64x(factor.into());
            [
                _mm_add_epi64(sums[0], _mm_mul_epu32(raw(widened[0]), factor)),
                _mm_add_epi64(sums[1], _mm_mul_epu32(raw(widened[1]), factor)),
            ]
        }
    }
    #[inline(always)]
    fn fold31([even, odd]: Self::Sums) -> Self {
        // SAFETY: sums come from a token, which proves SSE4.1.
        of(unsafe {
            // The low words, and the rest shifted down by 31; for odd lanes that is up by one and
            // one place left.
            let low = _mm_blend_epi16::<0b1100_1100>(even, _mm_slli_epi64::<32>(odd));
            let rest =
                _mm_blend_epi16::<0b1100_1100>(_mm_srli_epi64::<31>(even), _mm_add_epi64(odd, odd));
            _mm_add_epi32(_mm_and_si128(low, _mm_set1_epi32(0x7fff_ffff)), rest)
        })
    }
    #[inline(always)]
    fn transpose<O: RowOrder>(words: &[Self; 16], mut rows: impl Rows<L>) {
        let mut rows = rows.part(0, 4);
        for (quarter, words) in words.chunks_exact(4).enumerate() {
            let (mut a, mut b, mut c, mut d) = (words[0], words[1], words[2], words[3]);
            if O::SWAP_PAIRS {
                (a, b, c, d) = (b, a, d, c);
            }
            if O::SWAP_BYTES {
                (a, b, c, d) = (a.swap_bytes(), b.swap_bytes(), c.swap_bytes(), d.swap_bytes());
            }
            // SAFETY: a register proves SSE4.1.
            let lanes = unsafe {
                let ab_low = _mm_unpacklo_epi32(raw(a), raw(b));
                let ab_high = _mm_unpackhi_epi32(raw(a), raw(b));
                let cd_low = _mm_unpacklo_epi32(raw(c), raw(d));
                let cd_high = _mm_unpackhi_epi32(raw(c), raw(d));
                [
                    _mm_unpacklo_epi64(ab_low, cd_low),
                    _mm_unpackhi_epi64(ab_low, cd_low),
                    _mm_unpacklo_epi64(ab_high, cd_high),
                    _mm_unpackhi_epi64(ab_high, cd_high),
                ]
            };
            for (row, lane) in lanes.into_iter().enumerate() {
                rows.put(row, 4 * quarter, of::<L>(lane));
            }
        }
    }
}

impl<L: Level> Pairs for View<Xmm<L>, u32> {
    #[inline(always)]
    fn rotl16_bytes<const EVEN: usize, const ODD: usize>(self) -> Self {
        // SAFETY: a register proves SSSE3.
        of(unsafe {
            let order = const { order_of_rotl16_bytes(EVEN, ODD) };
            _mm_shuffle_epi8(raw(self), _mm_loadu_si128(order.as_ptr().cast()))
        })
    }
    #[inline(always)]
    fn rotl_each<const EVEN: u32, const ODD: u32>(self) -> Self {
        if L::AVX2 {
            // SAFETY: the level has AVX2.
            return of(unsafe {
                let (even, odd) = (EVEN as i32, ODD as i32);
                let upper = _mm_sllv_epi32(raw(self), _mm_set_epi32(odd, even, odd, even));
                let (even, odd) = (32 - even, 32 - odd);
                let lower = _mm_srlv_epi32(raw(self), _mm_set_epi32(odd, even, odd, even));
                _mm_or_si128(upper, lower)
            });
        }
        let (even, odd) = (self.rotl::<EVEN>(), self.rotl::<ODD>());
        // SAFETY: a register proves SSE4.1.
        of(unsafe { _mm_blend_epi16::<0b1100_1100>(raw(even), raw(odd)) })
    }
    const ROTATES: bool = false;
    #[inline(always)]
    fn inverse_affine_between<const C: i32>(
        self,
        map: &'static InverseMap<C>,
        other: Self,
    ) -> Self {
        if L::GFNI {
            return other.select::<0xff00_ff00>(self.inverse_affine(map));
        }
        // SAFETY: a register proves SSSE3 and AES-NI; tables are sixteen bytes, aligned.
        of(unsafe {
            let (low, high) = &map.after_sbox;
            // The image of a nibble of zero is known, so the other bytes have it.
            let known = _mm_set1_epi8((low.0[0] ^ high.0[0]) as i8);
            let other = _mm_xor_si128(raw(other), known);
            let other = in_register(_mm_and_si128(other, _mm_set1_epi16(-0x100)));
            // ShiftRows leaves the first and the third row of equal pairs as they are.
            let x = _mm_aesenclast_si128(raw(self), _mm_setzero_si128());
            let nibbles = _mm_set1_epi16(0xf);
            let (lower, upper) =
                (_mm_and_si128(x, nibbles), _mm_and_si128(_mm_srli_epi16::<4>(x), nibbles));
            let table = |table: &NibbleTable| _mm_load_si128(table.0.as_ptr().cast());
            let lower = _mm_shuffle_epi8(table(low), lower);
            let upper = _mm_shuffle_epi8(table(high), upper);
            _mm_xor_si128(_mm_xor_si128(other, lower), upper)
        })
    }
}

/// The register, before what comes after: the compiler would add constants in it last, where a chain waits for them.
///
/// # Safety
///
/// The processor has SSE2.
#[inline]
#[target_feature(enable = "sse2")]
unsafe fn in_register(mut x: __m128i) -> __m128i {
    // SAFETY: there are no instructions.
    unsafe {
        core::arch::asm!("/* {0} */", inout(xmm_reg) x, options(pure, nomem, nostack, preserves_flags));
    }
    x
}
