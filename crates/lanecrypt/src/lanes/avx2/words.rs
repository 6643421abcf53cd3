//! Words of 16, 32 and 64 bits in registers of 256 bits.

use core::arch::x86_64::*;

use super::super::vector::numbers;
use super::super::{Lanes, order};
use super::{Level, U16x16, U32x8, U64x4};

/// Sixteen bytes in both halves of a register. SAFETY: needs AVX2.
#[inline(always)]
unsafe fn twice(bytes: &'static [u8; 16]) -> __m256i {
    // SAFETY: the caller has AVX2; the bytes are sixteen.
    unsafe { _mm256_broadcastsi128_si256(_mm_loadu_si128(bytes.as_ptr().cast())) }
}

/// 16-bit elements of each half: those with even numbers, then those with odd ones. SAFETY: needs
/// AVX2.
#[inline(always)]
unsafe fn even_then_odd(x: __m256i) -> __m256i {
    // SAFETY: the caller has AVX2.
    unsafe {
        _mm256_shuffle_epi8(x, twice(&[0, 1, 4, 5, 8, 9, 12, 13, 2, 3, 6, 7, 10, 11, 14, 15]))
    }
}

macro_rules! words {
    ($name:ident: $word:ident x $lanes:literal, $set:ident($signed:ty), $add:ident, $sub:ident,
     $left:ident, $right:ident) => {
        impl<L: Level> Lanes for $name<L> {
            type Isa = L;
            type Word = $word;
            const LANES: usize = $lanes;

            #[inline(always)]
            fn splat(_: L, word: $word) -> Self {
                // SAFETY: the token proves AVX2.
                Self::new(unsafe { $set(word as $signed) })
            }
            #[inline(always)]
            fn load(_: L, words: &[$word]) -> Self {
                let words = &words[..$lanes];
                // SAFETY: the token proves AVX2; 32 bytes are readable.
                Self::new(unsafe { _mm256_loadu_si256(words.as_ptr().cast()) })
            }
            #[inline(always)]
            fn store(self, words: &mut [$word]) {
                let words = &mut words[..$lanes];
                // SAFETY: a register proves AVX2; 32 bytes are writable.
                unsafe { _mm256_storeu_si256(words.as_mut_ptr().cast(), self.0) }
            }
            #[inline(always)]
            fn add(self, other: Self) -> Self {
                // SAFETY: a register proves AVX2, here and below.
                Self::new(unsafe { $add(self.0, other.0) })
            }
            #[inline(always)]
            fn sub(self, other: Self) -> Self {
                // SAFETY: as `add`.
                Self::new(unsafe { $sub(self.0, other.0) })
            }
            #[inline(always)]
            fn xor(self, other: Self) -> Self {
                // SAFETY: as `add`.
                Self::new(unsafe { _mm256_xor_si256(self.0, other.0) })
            }
            #[inline(always)]
            fn and(self, other: Self) -> Self {
                // SAFETY: as `add`.
                Self::new(unsafe { _mm256_and_si256(self.0, other.0) })
            }
            // Shifts take their count as a constant i32, which a parameter is not. The forms that
            // take it in a register compile to the immediate ones where it is known.
            #[inline(always)]
            fn shl_by(self, count: u32) -> Self {
                // SAFETY: as `add`.
                Self::new(unsafe { $left(self.0, _mm_cvtsi32_si128(count as i32)) })
            }
            #[inline(always)]
            fn shr_by(self, count: u32) -> Self {
                // SAFETY: as `add`.
                Self::new(unsafe { $right(self.0, _mm_cvtsi32_si128(count as i32)) })
            }
            #[inline(always)]
            fn upper(self, bits: u32) -> Self {
                // SAFETY: as `add`.
                let mask = unsafe { $set(($word::MAX << ($word::BITS - bits)) as $signed) };
                // SAFETY: as `add`.
                Self::new(unsafe { _mm256_and_si256(self.0, mask) })
            }
            #[inline(always)]
            fn rotl<const K: u32>(self) -> Self {
                if K.is_multiple_of(8) {
                    let order = const { &order::rotated(size_of::<$word>(), K as usize / 8) };
                    // SAFETY: as `add`.
                    return Self::new(unsafe { _mm256_shuffle_epi8(self.0, twice(order)) });
                }
                let (up, down) = (self.shl_by(K), self.shr_by($word::BITS - K));
                // SAFETY: as `add`.
                Self::new(unsafe { _mm256_or_si256(up.0, down.0) })
            }
            #[inline(always)]
            fn swap_bytes(self) -> Self {
                let order = const { &order::swapped(size_of::<$word>()) };
                // SAFETY: as `add`.
                Self::new(unsafe { _mm256_shuffle_epi8(self.0, twice(order)) })
            }
            #[inline(always)]
            fn zip(self, other: Self, bits: usize) -> (Self, Self) {
                let (a, b) = (self.0, other.0);
                // SAFETY: as `add`.
                let (low, high) = unsafe {
                    match bits {
                        16 => (_mm256_unpacklo_epi16(a, b), _mm256_unpackhi_epi16(a, b)),
                        32 => (_mm256_unpacklo_epi32(a, b), _mm256_unpackhi_epi32(a, b)),
                        64 => (_mm256_unpacklo_epi64(a, b), _mm256_unpackhi_epi64(a, b)),
                        128 => (
                            _mm256_permute2x128_si256::<0x20>(a, b),
                            _mm256_permute2x128_si256::<0x31>(a, b),
                        ),
                        _ => (a, b),
                    }
                };
                (Self::new(low), Self::new(high))
            }
            #[inline(always)]
            fn unzip(self, other: Self, bits: usize) -> (Self, Self) {
                let (a, b) = (self.0, other.0);
                // SAFETY: as `add`.
                let (first, second) = unsafe {
                    match bits {
                        16 => {
                            let (a, b) = (even_then_odd(a), even_then_odd(b));
                            (_mm256_unpacklo_epi64(a, b), _mm256_unpackhi_epi64(a, b))
                        }
                        32 => {
                            let (a, b) = (_mm256_castsi256_ps(a), _mm256_castsi256_ps(b));
                            (
                                _mm256_castps_si256(_mm256_shuffle_ps::<0b10_00_10_00>(a, b)),
                                _mm256_castps_si256(_mm256_shuffle_ps::<0b11_01_11_01>(a, b)),
                            )
                        }
                        _ => return self.zip(other, bits),
                    }
                };
                (Self::new(first), Self::new(second))
            }
            #[inline(always)]
            fn from_bytes(_: L, bytes: &[u8]) -> Self {
                let bytes = &bytes[..32];
                // SAFETY: the token proves AVX2; 32 bytes are readable.
                Self::new(unsafe { _mm256_loadu_si256(bytes.as_ptr().cast()) })
            }
            #[inline(always)]
            fn to_bytes(self, bytes: &mut [u8]) {
                let bytes = &mut bytes[..32];
                // SAFETY: a register proves AVX2; 32 bytes are writable.
                unsafe { _mm256_storeu_si256(bytes.as_mut_ptr().cast(), self.0) }
            }
            #[inline(always)]
            fn numbers<const N: usize>(isa: L) -> Self {
                numbers!(Self, isa, $word, N)
            }
        }
    };
}

words! {
    U16x16: u16 x 16, _mm256_set1_epi16(i16), _mm256_add_epi16, _mm256_sub_epi16,
    _mm256_sll_epi16, _mm256_srl_epi16
}
words! {
    U32x8: u32 x 8, _mm256_set1_epi32(i32), _mm256_add_epi32, _mm256_sub_epi32,
    _mm256_sll_epi32, _mm256_srl_epi32
}
words! {
    U64x4: u64 x 4, _mm256_set1_epi64x(i64), _mm256_add_epi64, _mm256_sub_epi64,
    _mm256_sll_epi64, _mm256_srl_epi64
}
