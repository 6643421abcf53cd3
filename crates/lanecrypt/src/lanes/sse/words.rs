//! Words of 16, 32 and 64 bits in registers of 128 bits.

use core::arch::x86_64::*;

use super::super::vector::numbers;
use super::super::{Lanes, order};
use super::{Sse, U16x8, U32x4, U64x2};

/// Sixteen bytes. SAFETY: needs SSE4.1.
#[inline(always)]
unsafe fn bytes_of(bytes: &'static [u8; 16]) -> __m128i {
    // SAFETY: the caller has SSE4.1; the bytes are sixteen.
    unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) }
}

/// 16-bit elements of a register: those with even numbers, then those with odd ones. SAFETY: needs
/// SSE4.1.
#[inline(always)]
unsafe fn even_then_odd(x: __m128i) -> __m128i {
    // SAFETY: the caller has SSE4.1.
    unsafe {
        _mm_shuffle_epi8(x, bytes_of(&[0, 1, 4, 5, 8, 9, 12, 13, 2, 3, 6, 7, 10, 11, 14, 15]))
    }
}

macro_rules! words {
    ($name:ident: $word:ident x $lanes:literal, $set:ident($signed:ty), $add:ident, $sub:ident,
     $left:ident, $right:ident) => {
        impl Lanes for $name {
            type Isa = Sse;
            type Word = $word;
            const LANES: usize = $lanes;

            #[inline(always)]
            fn splat(_: Sse, word: $word) -> Self {
                // SAFETY: the token proves SSE4.1.
                Self(unsafe { $set(word as $signed) })
            }
            #[inline(always)]
            fn load(_: Sse, words: &[$word]) -> Self {
                let words = &words[..$lanes];
                // SAFETY: the token proves SSE4.1; 16 bytes are readable.
                Self(unsafe { _mm_loadu_si128(words.as_ptr().cast()) })
            }
            #[inline(always)]
            fn store(self, words: &mut [$word]) {
                let words = &mut words[..$lanes];
                // SAFETY: a register proves SSE4.1; 16 bytes are writable.
                unsafe { _mm_storeu_si128(words.as_mut_ptr().cast(), self.0) }
            }
            #[inline(always)]
            fn add(self, other: Self) -> Self {
                // SAFETY: a register proves SSE4.1, here and below.
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
                Self(unsafe { _mm_xor_si128(self.0, other.0) })
            }
            #[inline(always)]
            fn and(self, other: Self) -> Self {
                // SAFETY: as `add`.
                Self(unsafe { _mm_and_si128(self.0, other.0) })
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
                Self(unsafe { _mm_and_si128(self.0, mask) })
            }
            #[inline(always)]
            fn rotl<const K: u32>(self) -> Self {
                if K.is_multiple_of(8) {
                    let order = const { &order::rotated(size_of::<$word>(), K as usize / 8) };
                    // SAFETY: as `add`.
                    return Self(unsafe { _mm_shuffle_epi8(self.0, bytes_of(order)) });
                }
                let (up, down) = (self.shl_by(K), self.shr_by($word::BITS - K));
                // SAFETY: as `add`.
                Self(unsafe { _mm_or_si128(up.0, down.0) })
            }
            #[inline(always)]
            fn swap_bytes(self) -> Self {
                let order = const { &order::swapped(size_of::<$word>()) };
                // SAFETY: as `add`.
                Self(unsafe { _mm_shuffle_epi8(self.0, bytes_of(order)) })
            }
            #[inline(always)]
            fn zip(self, other: Self, bits: usize) -> (Self, Self) {
                let (a, b) = (self.0, other.0);
                // SAFETY: as `add`.
                let (low, high) = unsafe {
                    match bits {
                        16 => (_mm_unpacklo_epi16(a, b), _mm_unpackhi_epi16(a, b)),
                        32 => (_mm_unpacklo_epi32(a, b), _mm_unpackhi_epi32(a, b)),
                        64 => (_mm_unpacklo_epi64(a, b), _mm_unpackhi_epi64(a, b)),
                        _ => (a, b),
                    }
                };
                (Self(low), Self(high))
            }
            #[inline(always)]
            fn unzip(self, other: Self, bits: usize) -> (Self, Self) {
                let (a, b) = (self.0, other.0);
                // SAFETY: as `add`.
                let (first, second) = unsafe {
                    match bits {
                        16 => {
                            let (a, b) = (even_then_odd(a), even_then_odd(b));
                            (_mm_unpacklo_epi64(a, b), _mm_unpackhi_epi64(a, b))
                        }
                        32 => {
                            let (a, b) = (_mm_castsi128_ps(a), _mm_castsi128_ps(b));
                            (
                                _mm_castps_si128(_mm_shuffle_ps::<0b10_00_10_00>(a, b)),
                                _mm_castps_si128(_mm_shuffle_ps::<0b11_01_11_01>(a, b)),
                            )
                        }
                        _ => return self.zip(other, bits),
                    }
                };
                (Self(first), Self(second))
            }
            #[inline(always)]
            fn from_bytes(_: Sse, bytes: &[u8]) -> Self {
                let bytes = &bytes[..16];
                // SAFETY: the token proves SSE4.1; 16 bytes are readable.
                Self(unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) })
            }
            #[inline(always)]
            fn to_bytes(self, bytes: &mut [u8]) {
                let bytes = &mut bytes[..16];
                // SAFETY: a register proves SSE4.1; 16 bytes are writable.
                unsafe { _mm_storeu_si128(bytes.as_mut_ptr().cast(), self.0) }
            }
            #[inline(always)]
            fn numbers<const N: usize>(isa: Sse) -> Self {
                numbers!(Self, isa, $word, N)
            }
        }
    };
}

words! {
    U16x8: u16 x 8, _mm_set1_epi16(i16), _mm_add_epi16, _mm_sub_epi16,
    _mm_sll_epi16, _mm_srl_epi16
}
words! {
    U32x4: u32 x 4, _mm_set1_epi32(i32), _mm_add_epi32, _mm_sub_epi32,
    _mm_sll_epi32, _mm_srl_epi32
}
words! {
    U64x2: u64 x 2, _mm_set1_epi64x(i64), _mm_add_epi64, _mm_sub_epi64,
    _mm_sll_epi64, _mm_srl_epi64
}
