//! Words of 16, 32 and 64 bits in a register of 128.

use core::arch::x86_64::*;

use super::{Level, Xmm};
use crate::lanes::{Word, Words, order};

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

// Shifts take their count as a constant i32, which a parameter is not. The forms that take it in a
// register compile to the immediate ones where it is known.
impl<L: Level> Words for Xmm<L> {
    #[inline(always)]
    fn splat_word<W: Word>(_: L, word: W) -> Self {
        let word = word.number();
        // SAFETY: the token proves SSE4.1.
        Self::new(unsafe {
            match W::BITS {
                16 => _mm_set1_epi16(word as i16),
                32 => _mm_set1_epi32(word as i32),
                _ => _mm_set1_epi64x(word as i64),
            }
        })
    }
    #[inline(always)]
    fn add<W: Word>(self, other: Self) -> Self {
        // SAFETY: a register proves SSE4.1.
        Self::new(unsafe {
            match W::BITS {
                16 => _mm_add_epi16(self.0, other.0),
                32 => _mm_add_epi32(self.0, other.0),
                _ => _mm_add_epi64(self.0, other.0),
            }
        })
    }
    #[inline(always)]
    fn sub<W: Word>(self, other: Self) -> Self {
        // SAFETY: a register proves SSE4.1.
        Self::new(unsafe {
            match W::BITS {
                16 => _mm_sub_epi16(self.0, other.0),
                32 => _mm_sub_epi32(self.0, other.0),
                _ => _mm_sub_epi64(self.0, other.0),
            }
        })
    }
    #[inline(always)]
    fn mul<W: Word>(self, other: Self) -> Self {
        // SAFETY: a register proves SSE4.1, and AVX-512 where the level says so.
        Self::new(unsafe {
            match W::BITS {
                16 => _mm_mullo_epi16(self.0, other.0),
                32 => _mm_mullo_epi32(self.0, other.0),
                _ if L::AVX512 => _mm_mullo_epi64(self.0, other.0),
                _ => {
                    // The products of either lower half and the other upper one, then of both lower ones.
                    let across =
                        _mm_mullo_epi32(self.0, _mm_shuffle_epi32::<0b10_11_00_01>(other.0));
                    let across = _mm_add_epi32(across, _mm_slli_epi64::<32>(across));
                    let upper = _mm_and_si128(across, _mm_set1_epi64x(-1 << 32));
                    _mm_add_epi64(_mm_mul_epu32(self.0, other.0), upper)
                }
            }
        })
    }
    #[inline(always)]
    fn mul_wide(self, other: Self) -> Self {
        // SAFETY: a register proves SSE4.1.
        Self::new(unsafe { _mm_mul_epu32(self.0, other.0) })
    }
    #[inline(always)]
    fn shl<W: Word>(self, count: u32) -> Self {
        // SAFETY: a register proves SSE4.1.
        Self::new(unsafe {
            let count = _mm_cvtsi32_si128(count as i32);
            match W::BITS {
                16 => _mm_sll_epi16(self.0, count),
                32 => _mm_sll_epi32(self.0, count),
                _ => _mm_sll_epi64(self.0, count),
            }
        })
    }
    #[inline(always)]
    fn shr<W: Word>(self, count: u32) -> Self {
        // SAFETY: a register proves SSE4.1.
        Self::new(unsafe {
            let count = _mm_cvtsi32_si128(count as i32);
            match W::BITS {
                16 => _mm_srl_epi16(self.0, count),
                32 => _mm_srl_epi32(self.0, count),
                _ => _mm_srl_epi64(self.0, count),
            }
        })
    }
    #[inline(always)]
    fn sra<W: Word>(self, count: u32) -> Self {
        // SAFETY: a register proves SSE4.1, and AVX-512 where the level says so.
        Self::new(unsafe {
            let by = _mm_cvtsi32_si128(count as i32);
            match W::BITS {
                16 => _mm_sra_epi16(self.0, by),
                32 => _mm_sra_epi32(self.0, by),
                _ if L::AVX512 => _mm_sra_epi64(self.0, by),
                _ => {
                    let signs = _mm_shuffle_epi32::<0b11_11_01_01>(_mm_srai_epi32::<31>(self.0));
                    let filled = _mm_sll_epi64(signs, _mm_cvtsi32_si128(64 - count as i32));
                    _mm_or_si128(_mm_srl_epi64(self.0, by), filled)
                }
            }
        })
    }
    #[inline(always)]
    fn rotl<W: Word, const K: u32>(self) -> Self {
        if L::AVX512 {
            // SAFETY: a register proves SSE4.1, and AVX-512 where the level says so. A constant count in a register compiles to the immediate form.
            return Self::new(unsafe {
                match W::BITS {
                    16 => _mm_shldv_epi16(self.0, self.0, _mm_set1_epi16(K as i16)),
                    32 => _mm_rolv_epi32(self.0, _mm_set1_epi32(K as i32)),
                    _ => _mm_rolv_epi64(self.0, _mm_set1_epi64x(K as i64)),
                }
            });
        }
        if K.is_multiple_of(8) {
            let order = const { &order::rotated(size_of::<W>(), K as usize / 8) };
            // SAFETY: a register proves SSE4.1.
            return Self::new(unsafe { _mm_shuffle_epi8(self.0, bytes_of(order)) });
        }
        let (up, down) = (self.shl::<W>(K), self.shr::<W>(W::BITS - K));
        // SAFETY: a register proves SSE4.1.
        Self::new(unsafe { _mm_or_si128(up.0, down.0) })
    }
    #[inline(always)]
    fn swap_word_bytes<W: Word>(self) -> Self {
        let order = const { &order::swapped(size_of::<W>()) };
        // SAFETY: a register proves SSE4.1.
        Self::new(unsafe { _mm_shuffle_epi8(self.0, bytes_of(order)) })
    }
    #[inline(always)]
    fn upper<W: Word>(self, bits: u32) -> Self {
        let mask = u64::MAX << (W::BITS - bits);
        // SAFETY: a register proves SSE4.1.
        Self::new(unsafe {
            let mask = match W::BITS {
                16 => _mm_set1_epi16(mask as i16),
                32 => _mm_set1_epi32(mask as i32),
                _ => _mm_set1_epi64x(mask as i64),
            };
            _mm_and_si128(self.0, mask)
        })
    }
    #[inline(always)]
    fn add_bytes(self, other: Self) -> Self {
        // SAFETY: a register proves SSE4.1.
        Self::new(unsafe { _mm_add_epi8(self.0, other.0) })
    }
    #[inline(always)]
    fn zip(self, other: Self, bits: usize) -> (Self, Self) {
        let (a, b) = (self.0, other.0);
        // SAFETY: a register proves SSE4.1.
        let (low, high) = unsafe {
            match bits {
                16 => (_mm_unpacklo_epi16(a, b), _mm_unpackhi_epi16(a, b)),
                32 => (_mm_unpacklo_epi32(a, b), _mm_unpackhi_epi32(a, b)),
                64 => (_mm_unpacklo_epi64(a, b), _mm_unpackhi_epi64(a, b)),
                _ => (a, b),
            }
        };
        (Self::new(low), Self::new(high))
    }
    #[inline(always)]
    fn unzip(self, other: Self, bits: usize) -> (Self, Self) {
        let (a, b) = (self.0, other.0);
        // SAFETY: a register proves SSE4.1.
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
        (Self::new(first), Self::new(second))
    }
}
