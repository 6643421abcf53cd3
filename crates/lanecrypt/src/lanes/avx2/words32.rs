//! Words of 32 bits in a register of 256.

use core::arch::x86_64::*;

use super::{Avx2Level, Ymm};
use crate::lanes::{Lanes, Lanes32, RowOrder, Rows, View, Words as _};

/// A register as words.
#[inline(always)]
fn of<L>(register: __m256i) -> View<Ymm<L>, u32> {
    View::of(Ymm::new(register))
}

/// Words as a register.
#[inline(always)]
fn raw<L: Copy>(words: View<Ymm<L>, u32>) -> __m256i {
    words.register().0
}

impl<L: Avx2Level> Lanes32 for View<Ymm<L>, u32> {
    #[inline(always)]
    fn max_signed(self, other: Self) -> Self {
        // SAFETY: a register proves AVX2.
        of(unsafe { _mm256_max_epi32(raw(self), raw(other)) })
    }
    #[inline(always)]
    fn mask<const MASK: u32>(self) -> Self {
        // SAFETY: a register proves AVX2.
        of(unsafe { _mm256_and_si256(raw(self), _mm256_set1_epi32(MASK as i32)) })
    }
    #[inline(always)]
    fn select<const MASK: u32>(self, other: Self) -> Self {
        // SAFETY: a register proves AVX2.
        of(unsafe {
            match MASK {
                0xffff_0000 => _mm256_blend_epi16::<0b1010_1010>(raw(other), raw(self)),
                0x0000_ffff => _mm256_blend_epi16::<0b0101_0101>(raw(other), raw(self)),
                0xff00_ff00 | 0x00ff_00ff => {
                    _mm256_blendv_epi8(raw(other), raw(self), _mm256_set1_epi32(MASK as i32))
                }
                _ => {
                    let mask = _mm256_set1_epi32(MASK as i32);
                    _mm256_or_si256(
                        _mm256_and_si256(mask, raw(self)),
                        _mm256_andnot_si256(mask, raw(other)),
                    )
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
        // SAFETY: a register proves AVX2. A constant count in the variable form compiles to the immediate one.
        of(unsafe {
            let upper = _mm256_sllv_epi32(raw(self), _mm256_set1_epi32(K as i32));
            let lower = _mm256_srlv_epi32(raw(low), _mm256_set1_epi32(32 - K as i32));
            _mm256_or_si256(upper, lower)
        })
    }
    type Sums = [__m256i; 2];
    #[inline(always)]
    fn widened(self) -> [Self; 2] {
        // SAFETY: a register proves AVX2. Products read the low words of pairs only.
        [self, of(unsafe { _mm256_srli_epi64::<32>(raw(self)) })]
    }
    #[inline(always)]
    fn zero_sums(_: L) -> Self::Sums {
        // SAFETY: the token proves AVX2.
        [unsafe { _mm256_setzero_si256() }; 2]
    }
    #[inline(always)]
    fn add_products(sums: Self::Sums, widened: [Self; 2], factor: u32) -> Self::Sums {
        // SAFETY: a register proves AVX2.
        unsafe {
            let factor = _mm256_set1_epi64x(factor.into());
            [
                _mm256_add_epi64(sums[0], _mm256_mul_epu32(raw(widened[0]), factor)),
                _mm256_add_epi64(sums[1], _mm256_mul_epu32(raw(widened[1]), factor)),
            ]
        }
    }
    #[inline(always)]
    fn fold31([even, odd]: Self::Sums) -> Self {
        // SAFETY: sums come from a token, which proves AVX2.
        of(unsafe {
            // The low words, and the rest shifted down by 31; for odd lanes that is up by one and
            // one place left.
            let low = _mm256_blend_epi16::<0b1100_1100>(even, _mm256_slli_epi64::<32>(odd));
            let rest = _mm256_blend_epi16::<0b1100_1100>(
                _mm256_srli_epi64::<31>(even),
                _mm256_add_epi64(odd, odd),
            );
            _mm256_add_epi32(_mm256_and_si256(low, _mm256_set1_epi32(0x7fff_ffff)), rest)
        })
    }
    #[inline(always)]
    fn transpose<O: RowOrder>(words: &[Self; 16], mut rows: impl Rows<L>) {
        let mut rows = rows.part(0, 8);
        for half in 0..2 {
            let mut quads = [[raw(words[0]); 4]; 2];
            for (quad, words) in quads.iter_mut().zip(words[8 * half..].chunks_exact(4)) {
                // Four words of eight lanes: afterwards register q holds, in its half m, the four
                // words of lane 4m + q.
                let (mut a, mut b, mut c, mut d) = (words[0], words[1], words[2], words[3]);
                if O::SWAP_PAIRS {
                    (a, b, c, d) = (b, a, d, c);
                }
                if O::SWAP_BYTES {
                    (a, b, c, d) = (a.swap_bytes(), b.swap_bytes(), c.swap_bytes(), d.swap_bytes());
                }
                // SAFETY: a register proves AVX2.
                unsafe {
                    let ab_low = _mm256_unpacklo_epi32(raw(a), raw(b));
                    let ab_high = _mm256_unpackhi_epi32(raw(a), raw(b));
                    let cd_low = _mm256_unpacklo_epi32(raw(c), raw(d));
                    let cd_high = _mm256_unpackhi_epi32(raw(c), raw(d));
                    *quad = [
                        _mm256_unpacklo_epi64(ab_low, cd_low),
                        _mm256_unpackhi_epi64(ab_low, cd_low),
                        _mm256_unpacklo_epi64(ab_high, cd_high),
                        _mm256_unpackhi_epi64(ab_high, cd_high),
                    ];
                }
            }
            for (q, (a, b)) in quads[0].into_iter().zip(quads[1]).enumerate() {
                // SAFETY: a register proves AVX2.
                let (low, high) = unsafe {
                    (
                        _mm256_permute2x128_si256::<0x20>(a, b),
                        _mm256_permute2x128_si256::<0x31>(a, b),
                    )
                };
                rows.put(q, 8 * half, of::<L>(low));
                rows.put(4 + q, 8 * half, of::<L>(high));
            }
        }
    }
}
