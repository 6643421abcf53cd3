//! Words of 16, 32 and 64 bits in a register of 256.

use core::arch::x86_64::*;

use super::{Avx2Level, Ymm};
use crate::lanes::{Word, Words, order};

/// Sixteen bytes in both halves of a register. SAFETY: needs AVX2.
#[inline(always)]
unsafe fn twice(bytes: &'static [u8; 16]) -> __m256i {
    // SAFETY: the caller has AVX2; the bytes are sixteen.
    unsafe { _mm256_broadcastsi128_si256(_mm_loadu_si128(bytes.as_ptr().cast())) }
}

/// Where the bytes of each half come from.
#[repr(align(32))]
struct Order([[u8; 16]; 2]);

/// The bytes of each half in another order: `_mm256_shuffle_epi8`, which the compiler rewrites. It makes
/// two shuffles of a rotation by 16 bits, and shuffles both operands of an exclusive or instead of their
/// sum: long messages of ChaCha20 took 1.08 to 1.14 times as long on a Zen 3. SAFETY: needs AVX2.
#[inline]
#[target_feature(enable = "avx2")]
unsafe fn in_order(x: __m256i, order: &'static Order) -> __m256i {
    let out;
    // SAFETY: the caller has AVX2; the order is 32 bytes, aligned.
    unsafe {
        core::arch::asm!(
            "vpshufb {out}, {x}, ymmword ptr [{order}]",
            out = lateout(ymm_reg) out,
            x = in(ymm_reg) x,
            order = in(reg) order.0.as_ptr(),
            options(pure, readonly, nostack, preserves_flags),
        );
    }
    out
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

// Shifts take their count as a constant i32, which a parameter is not. The forms that take it in a
// register compile to the immediate ones where it is known.
impl<L: Avx2Level> Words for Ymm<L> {
    #[inline(always)]
    fn splat_word<W: Word>(_: L, word: W) -> Self {
        let word = word.number();
        // SAFETY: the token proves AVX2.
        Self::new(unsafe {
            match W::BITS {
                16 => _mm256_set1_epi16(word as i16),
                32 => _mm256_set1_epi32(word as i32),
                _ => _mm256_set1_epi64x(word as i64),
            }
        })
    }
    #[inline(always)]
    fn add<W: Word>(self, other: Self) -> Self {
        // SAFETY: a register proves AVX2.
        Self::new(unsafe {
            match W::BITS {
                16 => _mm256_add_epi16(self.0, other.0),
                32 => _mm256_add_epi32(self.0, other.0),
                _ => _mm256_add_epi64(self.0, other.0),
            }
        })
    }
    #[inline(always)]
    fn sub<W: Word>(self, other: Self) -> Self {
        // SAFETY: a register proves AVX2.
        Self::new(unsafe {
            match W::BITS {
                16 => _mm256_sub_epi16(self.0, other.0),
                32 => _mm256_sub_epi32(self.0, other.0),
                _ => _mm256_sub_epi64(self.0, other.0),
            }
        })
    }
    #[inline(always)]
    fn mul<W: Word>(self, other: Self) -> Self {
        // SAFETY: a register proves AVX2, and AVX-512 where the level says so.
        Self::new(unsafe {
            match W::BITS {
                16 => _mm256_mullo_epi16(self.0, other.0),
                32 => _mm256_mullo_epi32(self.0, other.0),
                _ if L::AVX512 => _mm256_mullo_epi64(self.0, other.0),
                _ => {
                    // The products of either lower half and the other upper one, then of both lower ones.
                    let across =
                        _mm256_mullo_epi32(self.0, _mm256_shuffle_epi32::<0b10_11_00_01>(other.0));
                    let across = _mm256_add_epi32(across, _mm256_slli_epi64::<32>(across));
                    let upper = _mm256_and_si256(across, _mm256_set1_epi64x(-1 << 32));
                    _mm256_add_epi64(_mm256_mul_epu32(self.0, other.0), upper)
                }
            }
        })
    }
    #[inline(always)]
    fn mul_wide(self, other: Self) -> Self {
        // SAFETY: a register proves AVX2.
        Self::new(unsafe { _mm256_mul_epu32(self.0, other.0) })
    }
    #[inline(always)]
    fn shl<W: Word>(self, count: u32) -> Self {
        // SAFETY: a register proves AVX2.
        Self::new(unsafe {
            let count = _mm_cvtsi32_si128(count as i32);
            match W::BITS {
                16 => _mm256_sll_epi16(self.0, count),
                32 => _mm256_sll_epi32(self.0, count),
                _ => _mm256_sll_epi64(self.0, count),
            }
        })
    }
    #[inline(always)]
    fn shr<W: Word>(self, count: u32) -> Self {
        // SAFETY: a register proves AVX2.
        Self::new(unsafe {
            let count = _mm_cvtsi32_si128(count as i32);
            match W::BITS {
                16 => _mm256_srl_epi16(self.0, count),
                32 => _mm256_srl_epi32(self.0, count),
                _ => _mm256_srl_epi64(self.0, count),
            }
        })
    }
    #[inline(always)]
    fn sra<W: Word>(self, count: u32) -> Self {
        // SAFETY: a register proves AVX2, and AVX-512 where the level says so.
        Self::new(unsafe {
            let by = _mm_cvtsi32_si128(count as i32);
            match W::BITS {
                16 => _mm256_sra_epi16(self.0, by),
                32 => _mm256_sra_epi32(self.0, by),
                _ if L::AVX512 => _mm256_sra_epi64(self.0, by),
                _ => {
                    let signs = _mm256_cmpgt_epi64(_mm256_setzero_si256(), self.0);
                    let filled = _mm256_sll_epi64(signs, _mm_cvtsi32_si128(64 - count as i32));
                    _mm256_or_si256(_mm256_srl_epi64(self.0, by), filled)
                }
            }
        })
    }
    #[inline(always)]
    fn rotl<W: Word, const K: u32>(self) -> Self {
        if L::AVX512 {
            // SAFETY: a register proves AVX2, and AVX-512 where the level says so. A constant count in a register compiles to the immediate form.
            return Self::new(unsafe {
                match W::BITS {
                    16 => _mm256_shldv_epi16(self.0, self.0, _mm256_set1_epi16(K as i16)),
                    32 => _mm256_rolv_epi32(self.0, _mm256_set1_epi32(K as i32)),
                    _ => _mm256_rolv_epi64(self.0, _mm256_set1_epi64x(K as i64)),
                }
            });
        }
        if K.is_multiple_of(8) {
            let order = const { &Order([order::rotated(size_of::<W>(), K as usize / 8); 2]) };
            // SAFETY: a register proves AVX2.
            return Self::new(unsafe { in_order(self.0, order) });
        }
        let (up, down) = (self.shl::<W>(K), self.shr::<W>(W::BITS - K));
        // SAFETY: a register proves AVX2.
        Self::new(unsafe { _mm256_or_si256(up.0, down.0) })
    }
    #[inline(always)]
    fn swap_word_bytes<W: Word>(self) -> Self {
        let order = const { &order::swapped(size_of::<W>()) };
        // SAFETY: a register proves AVX2.
        Self::new(unsafe { _mm256_shuffle_epi8(self.0, twice(order)) })
    }
    #[inline(always)]
    fn upper<W: Word>(self, bits: u32) -> Self {
        let mask = u64::MAX << (W::BITS - bits);
        // SAFETY: a register proves AVX2.
        Self::new(unsafe {
            let mask = match W::BITS {
                16 => _mm256_set1_epi16(mask as i16),
                32 => _mm256_set1_epi32(mask as i32),
                _ => _mm256_set1_epi64x(mask as i64),
            };
            _mm256_and_si256(self.0, mask)
        })
    }
    #[inline(always)]
    fn add_bytes(self, other: Self) -> Self {
        // SAFETY: a register proves AVX2.
        Self::new(unsafe { _mm256_add_epi8(self.0, other.0) })
    }
    #[inline(always)]
    fn zip(self, other: Self, bits: usize) -> (Self, Self) {
        let (a, b) = (self.0, other.0);
        // SAFETY: a register proves AVX2.
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
        // SAFETY: a register proves AVX2.
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
}
