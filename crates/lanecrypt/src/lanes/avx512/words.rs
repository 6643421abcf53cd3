//! Words of 16, 32 and 64 bits in a register of 512.

use core::arch::x86_64::*;

use super::{Avx512, Zmm};
use crate::lanes::{Word, Words, order};

/// For each 512-bit register the places, in two registers, of what `unzip` of 16-bit elements gives
/// first; the second result has the places after them.
const EVEN_16: [u16; 32] = {
    let mut places = [0; 32];
    let mut i = 0;
    while i < 32 {
        // Eight elements of a result come from one unit of 128 bits: four of each register.
        let (unit, within) = (i as u16 / 8, i as u16 % 8);
        places[i] = 32 * (within / 4) + 8 * unit + 2 * (within % 4);
        i += 1;
    }
    places
};
/// The same of `zip` with 128-bit elements, in 64-bit places; the second result has the places two
/// after them.
const PAIRS_128: [i64; 8] = [0, 1, 8, 9, 4, 5, 12, 13];

/// `zip` and `unzip` of elements of 128 bits, which are the same. SAFETY: needs AVX-512.
#[inline(always)]
unsafe fn zip_128(a: __m512i, b: __m512i) -> (__m512i, __m512i) {
    // SAFETY: the caller has AVX-512; the places are 64 bytes.
    unsafe {
        let places = _mm512_loadu_si512(PAIRS_128.as_ptr().cast());
        let after = _mm512_add_epi64(places, _mm512_set1_epi64(2));
        (_mm512_permutex2var_epi64(a, places, b), _mm512_permutex2var_epi64(a, after, b))
    }
}

/// The same of 256 bits. SAFETY: needs AVX-512.
#[inline(always)]
unsafe fn zip_256(a: __m512i, b: __m512i) -> (__m512i, __m512i) {
    // SAFETY: the caller has AVX-512.
    unsafe {
        (_mm512_shuffle_i64x2::<0b01_00_01_00>(a, b), _mm512_shuffle_i64x2::<0b11_10_11_10>(a, b))
    }
}

// Shifts take their count as a constant i32, which a parameter is not. The forms that take it in a
// register compile to the immediate ones where it is known.
impl Words for Zmm {
    #[inline(always)]
    fn splat_word<W: Word>(_: Avx512, word: W) -> Self {
        let word = word.number();
        // SAFETY: the token proves AVX-512.
        Self(unsafe {
            match W::BITS {
                16 => _mm512_set1_epi16(word as i16),
                32 => _mm512_set1_epi32(word as i32),
                _ => _mm512_set1_epi64(word as i64),
            }
        })
    }
    #[inline(always)]
    fn add<W: Word>(self, other: Self) -> Self {
        // SAFETY: a register proves AVX-512.
        Self(unsafe {
            match W::BITS {
                16 => _mm512_add_epi16(self.0, other.0),
                32 => _mm512_add_epi32(self.0, other.0),
                _ => _mm512_add_epi64(self.0, other.0),
            }
        })
    }
    #[inline(always)]
    fn sub<W: Word>(self, other: Self) -> Self {
        // SAFETY: a register proves AVX-512.
        Self(unsafe {
            match W::BITS {
                16 => _mm512_sub_epi16(self.0, other.0),
                32 => _mm512_sub_epi32(self.0, other.0),
                _ => _mm512_sub_epi64(self.0, other.0),
            }
        })
    }
    #[inline(always)]
    fn mul<W: Word>(self, other: Self) -> Self {
        // SAFETY: a register proves AVX-512.
        Self(unsafe {
            match W::BITS {
                16 => _mm512_mullo_epi16(self.0, other.0),
                32 => _mm512_mullo_epi32(self.0, other.0),
                _ => _mm512_mullo_epi64(self.0, other.0),
            }
        })
    }
    #[inline(always)]
    fn mul_wide(self, other: Self) -> Self {
        // SAFETY: a register proves AVX-512.
        Self(unsafe { _mm512_mul_epu32(self.0, other.0) })
    }
    #[inline(always)]
    fn shl<W: Word>(self, count: u32) -> Self {
        // SAFETY: a register proves AVX-512.
        Self(unsafe {
            let count = _mm_cvtsi32_si128(count as i32);
            match W::BITS {
                16 => _mm512_sll_epi16(self.0, count),
                32 => _mm512_sll_epi32(self.0, count),
                _ => _mm512_sll_epi64(self.0, count),
            }
        })
    }
    #[inline(always)]
    fn shr<W: Word>(self, count: u32) -> Self {
        // SAFETY: a register proves AVX-512.
        Self(unsafe {
            let count = _mm_cvtsi32_si128(count as i32);
            match W::BITS {
                16 => _mm512_srl_epi16(self.0, count),
                32 => _mm512_srl_epi32(self.0, count),
                _ => _mm512_srl_epi64(self.0, count),
            }
        })
    }
    #[inline(always)]
    fn sra<W: Word>(self, count: u32) -> Self {
        // SAFETY: a register proves AVX-512.
        Self(unsafe {
            let count = _mm_cvtsi32_si128(count as i32);
            match W::BITS {
                16 => _mm512_sra_epi16(self.0, count),
                32 => _mm512_sra_epi32(self.0, count),
                _ => _mm512_sra_epi64(self.0, count),
            }
        })
    }
    #[inline(always)]
    fn rotl<W: Word, const K: u32>(self) -> Self {
        // SAFETY: a register proves AVX-512.
        Self(unsafe {
            match W::BITS {
                16 => _mm512_shldv_epi16(self.0, self.0, _mm512_set1_epi16(K as i16)),
                32 => _mm512_rolv_epi32(self.0, _mm512_set1_epi32(K as i32)),
                _ => _mm512_rolv_epi64(self.0, _mm512_set1_epi64(K as i64)),
            }
        })
    }
    #[inline(always)]
    fn swap_word_bytes<W: Word>(self) -> Self {
        // SAFETY: a register proves AVX-512; the order is sixteen bytes.
        Self(unsafe {
            let order = const { &order::swapped(size_of::<W>()) };
            let order = _mm_loadu_si128(order.as_ptr().cast());
            _mm512_shuffle_epi8(self.0, _mm512_broadcast_i32x4(order))
        })
    }
    #[inline(always)]
    fn upper<W: Word>(self, bits: u32) -> Self {
        let mask = u64::MAX << (W::BITS - bits);
        // SAFETY: a register proves AVX-512.
        Self(unsafe {
            let mask = match W::BITS {
                16 => _mm512_set1_epi16(mask as i16),
                32 => _mm512_set1_epi32(mask as i32),
                _ => _mm512_set1_epi64(mask as i64),
            };
            _mm512_and_si512(self.0, mask)
        })
    }
    #[inline(always)]
    fn add_bytes(self, other: Self) -> Self {
        // SAFETY: a register proves AVX-512.
        Self(unsafe { _mm512_add_epi8(self.0, other.0) })
    }
    #[inline(always)]
    fn zip(self, other: Self, bits: usize) -> (Self, Self) {
        let (a, b) = (self.0, other.0);
        // SAFETY: a register proves AVX-512.
        let (low, high) = unsafe {
            match bits {
                16 => (_mm512_unpacklo_epi16(a, b), _mm512_unpackhi_epi16(a, b)),
                32 => (_mm512_unpacklo_epi32(a, b), _mm512_unpackhi_epi32(a, b)),
                64 => (_mm512_unpacklo_epi64(a, b), _mm512_unpackhi_epi64(a, b)),
                128 => zip_128(a, b),
                256 => zip_256(a, b),
                _ => (a, b),
            }
        };
        (Self(low), Self(high))
    }
    #[inline(always)]
    fn unzip(self, other: Self, bits: usize) -> (Self, Self) {
        let (a, b) = (self.0, other.0);
        // SAFETY: a register proves AVX-512; the places are 64 bytes.
        let (first, second) = unsafe {
            match bits {
                16 => {
                    let even = _mm512_loadu_si512(EVEN_16.as_ptr().cast());
                    let odd = _mm512_add_epi16(even, _mm512_set1_epi16(1));
                    (_mm512_permutex2var_epi16(a, even, b), _mm512_permutex2var_epi16(a, odd, b))
                }
                32 => {
                    let (a, b) = (_mm512_castsi512_ps(a), _mm512_castsi512_ps(b));
                    (
                        _mm512_castps_si512(_mm512_shuffle_ps::<0b10_00_10_00>(a, b)),
                        _mm512_castps_si512(_mm512_shuffle_ps::<0b11_01_11_01>(a, b)),
                    )
                }
                64 => (_mm512_unpacklo_epi64(a, b), _mm512_unpackhi_epi64(a, b)),
                128 => zip_128(a, b),
                256 => zip_256(a, b),
                _ => (a, b),
            }
        };
        (Self(first), Self(second))
    }
}
