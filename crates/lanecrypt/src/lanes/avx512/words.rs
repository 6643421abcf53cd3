//! Words of 16, 32 and 64 bits in registers of 512 bits.

use core::arch::x86_64::*;

use super::super::vector::numbers;
use super::super::{Lanes, order};
use super::{A, Avx512, B, C, U16x32, U32x16, U64x8};

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

macro_rules! words {
    ($name:ident: $word:ident x $lanes:literal, $set:ident($signed:ty), $add:ident, $sub:ident,
     $left:ident, $right:ident, |$x:ident, $count:ident| $rotated:expr) => {
        impl Lanes for $name {
            type Isa = Avx512;
            type Word = $word;
            const LANES: usize = $lanes;

            #[inline(always)]
            fn splat(_: Avx512, word: $word) -> Self {
                // SAFETY: the token proves AVX-512.
                Self(unsafe { $set(word as $signed) })
            }
            #[inline(always)]
            fn load(_: Avx512, words: &[$word]) -> Self {
                let words = &words[..$lanes];
                // SAFETY: the token proves AVX-512; 64 bytes are readable.
                Self(unsafe { _mm512_loadu_si512(words.as_ptr().cast()) })
            }
            #[inline(always)]
            fn store(self, words: &mut [$word]) {
                let words = &mut words[..$lanes];
                // SAFETY: a register proves AVX-512; 64 bytes are writable.
                unsafe { _mm512_storeu_si512(words.as_mut_ptr().cast(), self.0) }
            }
            #[inline(always)]
            fn add(self, other: Self) -> Self {
                // SAFETY: a register proves AVX-512, here and below.
                Self(unsafe { $add(self.0, other.0) })
            }
            #[inline(always)]
            fn sub(self, other: Self) -> Self {
                // SAFETY: as `add`.
                Self(unsafe { $sub(self.0, other.0) })
            }
            #[inline(always)]
            fn xor(self, other: Self) -> Self {
                // SAFETY: as `add`.
                Self(unsafe { _mm512_xor_si512(self.0, other.0) })
            }
            #[inline(always)]
            fn and(self, other: Self) -> Self {
                // SAFETY: as `add`.
                Self(unsafe { _mm512_and_si512(self.0, other.0) })
            }
            #[inline(always)]
            fn xor3(self, b: Self, c: Self) -> Self {
                // SAFETY: as `add`.
                Self(unsafe { _mm512_ternarylogic_epi32::<{ A ^ B ^ C }>(self.0, b.0, c.0) })
            }
            #[inline(always)]
            fn xor_and(self, b: Self, c: Self) -> Self {
                // SAFETY: as `add`.
                Self(unsafe { _mm512_ternarylogic_epi32::<{ A ^ (B & C) }>(self.0, b.0, c.0) })
            }
            // Shifts take their count as a constant i32, which a parameter is not. The forms that
            // take it in a register compile to the immediate ones where it is known.
            #[inline(always)]
            fn shl_by(self, count: u32) -> Self {
                // SAFETY: as `add`.
                Self(unsafe { $left(self.0, _mm_cvtsi32_si128(count as i32)) })
            }
            #[inline(always)]
            fn shr_by(self, count: u32) -> Self {
                // SAFETY: as `add`.
                Self(unsafe { $right(self.0, _mm_cvtsi32_si128(count as i32)) })
            }
            #[inline(always)]
            fn upper(self, bits: u32) -> Self {
                // SAFETY: as `add`.
                let mask = unsafe { $set(($word::MAX << ($word::BITS - bits)) as $signed) };
                // SAFETY: as `add`.
                Self(unsafe { _mm512_and_si512(self.0, mask) })
            }
            #[inline(always)]
            fn rotl<const K: u32>(self) -> Self {
                let $x = self.0;
                // SAFETY: as `add`.
                unsafe {
                    let $count = $set(K as $signed);
                    Self($rotated)
                }
            }
            #[inline(always)]
            fn swap_bytes(self) -> Self {
                // SAFETY: as `add`; the order is sixteen bytes.
                Self(unsafe {
                    let order = const { &order::swapped(size_of::<$word>()) };
                    let order = _mm_loadu_si128(order.as_ptr().cast());
                    _mm512_shuffle_epi8(self.0, _mm512_broadcast_i32x4(order))
                })
            }
            #[inline(always)]
            fn zip(self, other: Self, bits: usize) -> (Self, Self) {
                let (a, b) = (self.0, other.0);
                // SAFETY: as `add`.
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
                // SAFETY: as `add`; the places are 64 bytes.
                let (first, second) = unsafe {
                    match bits {
                        16 => {
                            let even = _mm512_loadu_si512(EVEN_16.as_ptr().cast());
                            let odd = _mm512_add_epi16(even, _mm512_set1_epi16(1));
                            (
                                _mm512_permutex2var_epi16(a, even, b),
                                _mm512_permutex2var_epi16(a, odd, b),
                            )
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
            #[inline(always)]
            fn from_bytes(_: Avx512, bytes: &[u8]) -> Self {
                let bytes = &bytes[..64];
                // SAFETY: the token proves AVX-512; 64 bytes are readable.
                Self(unsafe { _mm512_loadu_si512(bytes.as_ptr().cast()) })
            }
            #[inline(always)]
            fn to_bytes(self, bytes: &mut [u8]) {
                let bytes = &mut bytes[..64];
                // SAFETY: a register proves AVX-512; 64 bytes are writable.
                unsafe { _mm512_storeu_si512(bytes.as_mut_ptr().cast(), self.0) }
            }
            #[inline(always)]
            fn numbers<const N: usize>(isa: Avx512) -> Self {
                numbers!(Self, isa, $word, N)
            }
        }
    };
}

words! {
    U16x32: u16 x 32, _mm512_set1_epi16(i16), _mm512_add_epi16, _mm512_sub_epi16,
    _mm512_sll_epi16, _mm512_srl_epi16, |x, count| _mm512_shldv_epi16(x, x, count)
}
words! {
    U32x16: u32 x 16, _mm512_set1_epi32(i32), _mm512_add_epi32, _mm512_sub_epi32,
    _mm512_sll_epi32, _mm512_srl_epi32, |x, count| _mm512_rolv_epi32(x, count)
}
words! {
    U64x8: u64 x 8, _mm512_set1_epi64(i64), _mm512_add_epi64, _mm512_sub_epi64,
    _mm512_sll_epi64, _mm512_srl_epi64, |x, count| _mm512_rolv_epi64(x, count)
}
