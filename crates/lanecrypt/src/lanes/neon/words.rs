//! Words of 16, 32 and 64 bits in registers of 128 bits.

use core::arch::aarch64::*;

use super::super::vector::numbers;
use super::super::{Lanes, order};
use super::{Neon, U16x8, U32x4, U64x2};

macro_rules! words {
    ($name:ident: $word:ident x $lanes:literal, $signed:ty,
     $dup:ident, $dup_count:ident, $load:ident, $store:ident, $add:ident, $sub:ident, $xor:ident,
     $and:ident, $shift:ident, $or:ident, $to_bytes:ident, $of_bytes:ident, $reversed:ident) => {
        impl Lanes for $name {
            type Isa = Neon;
            type Word = $word;
            const LANES: usize = $lanes;

            #[inline(always)]
            fn splat(_: Neon, word: $word) -> Self {
                // SAFETY: the token proves NEON.
                Self(unsafe { $dup(word) })
            }
            #[inline(always)]
            fn load(_: Neon, words: &[$word]) -> Self {
                let words = &words[..$lanes];
                // SAFETY: the token proves NEON; 16 bytes are readable.
                Self(unsafe { $load(words.as_ptr()) })
            }
            #[inline(always)]
            fn store(self, words: &mut [$word]) {
                let words = &mut words[..$lanes];
                // SAFETY: a register proves NEON; 16 bytes are writable.
                unsafe { $store(words.as_mut_ptr(), self.0) }
            }
            #[inline(always)]
            fn add(self, other: Self) -> Self {
                // SAFETY: a register proves NEON, here and below.
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
                Self(unsafe { $xor(self.0, other.0) })
            }
            #[inline(always)]
            fn and(self, other: Self) -> Self {
                // SAFETY: as `add`.
                Self(unsafe { $and(self.0, other.0) })
            }
            // Shifts take their count as a constant i32, which a parameter is not. The form that
            // takes it in a register compiles to the immediate ones where it is known.
            #[inline(always)]
            fn shl_by(self, count: u32) -> Self {
                // SAFETY: as `add`.
                Self(unsafe { $shift(self.0, $dup_count(count as $signed)) })
            }
            #[inline(always)]
            fn shr_by(self, count: u32) -> Self {
                // SAFETY: as `add`; a negative count shifts right.
                Self(unsafe { $shift(self.0, $dup_count(-(count as $signed))) })
            }
            #[inline(always)]
            fn upper(self, bits: u32) -> Self {
                // SAFETY: as `add`.
                Self(unsafe { $and(self.0, $dup($word::MAX << ($word::BITS - bits))) })
            }
            #[inline(always)]
            fn rotl<const K: u32>(self) -> Self {
                if K.is_multiple_of(8) {
                    let order = const { &order::rotated(size_of::<$word>(), K as usize / 8) };
                    // SAFETY: as `add`; the order is sixteen bytes.
                    return Self(unsafe {
                        $of_bytes(vqtbl1q_u8($to_bytes(self.0), vld1q_u8(order.as_ptr())))
                    });
                }
                let (up, down) = (self.shl_by(K), self.shr_by($word::BITS - K));
                // SAFETY: as `add`.
                Self(unsafe { $or(up.0, down.0) })
            }
            #[inline(always)]
            fn swap_bytes(self) -> Self {
                // SAFETY: as `add`.
                Self(unsafe { $of_bytes($reversed($to_bytes(self.0))) })
            }
            #[inline(always)]
            fn zip(self, other: Self, bits: usize) -> (Self, Self) {
                // SAFETY: as `add`.
                unsafe {
                    let (a, b) = ($to_bytes(self.0), $to_bytes(other.0));
                    let (low, high) = match bits {
                        16 => {
                            let (a, b) = (vreinterpretq_u16_u8(a), vreinterpretq_u16_u8(b));
                            (
                                vreinterpretq_u8_u16(vzip1q_u16(a, b)),
                                vreinterpretq_u8_u16(vzip2q_u16(a, b)),
                            )
                        }
                        32 => {
                            let (a, b) = (vreinterpretq_u32_u8(a), vreinterpretq_u32_u8(b));
                            (
                                vreinterpretq_u8_u32(vzip1q_u32(a, b)),
                                vreinterpretq_u8_u32(vzip2q_u32(a, b)),
                            )
                        }
                        64 => {
                            let (a, b) = (vreinterpretq_u64_u8(a), vreinterpretq_u64_u8(b));
                            (
                                vreinterpretq_u8_u64(vzip1q_u64(a, b)),
                                vreinterpretq_u8_u64(vzip2q_u64(a, b)),
                            )
                        }
                        _ => (a, b),
                    };
                    (Self($of_bytes(low)), Self($of_bytes(high)))
                }
            }
            #[inline(always)]
            fn unzip(self, other: Self, bits: usize) -> (Self, Self) {
                // SAFETY: as `add`.
                unsafe {
                    let (a, b) = ($to_bytes(self.0), $to_bytes(other.0));
                    let (first, second) = match bits {
                        16 => {
                            let (a, b) = (vreinterpretq_u16_u8(a), vreinterpretq_u16_u8(b));
                            (
                                vreinterpretq_u8_u16(vuzp1q_u16(a, b)),
                                vreinterpretq_u8_u16(vuzp2q_u16(a, b)),
                            )
                        }
                        32 => {
                            let (a, b) = (vreinterpretq_u32_u8(a), vreinterpretq_u32_u8(b));
                            (
                                vreinterpretq_u8_u32(vuzp1q_u32(a, b)),
                                vreinterpretq_u8_u32(vuzp2q_u32(a, b)),
                            )
                        }
                        _ => return self.zip(other, bits),
                    };
                    (Self($of_bytes(first)), Self($of_bytes(second)))
                }
            }
            #[inline(always)]
            fn from_bytes(_: Neon, bytes: &[u8]) -> Self {
                let bytes = &bytes[..16];
                // SAFETY: the token proves NEON; 16 bytes are readable.
                Self(unsafe { $of_bytes(vld1q_u8(bytes.as_ptr())) })
            }
            #[inline(always)]
            fn to_bytes(self, bytes: &mut [u8]) {
                let bytes = &mut bytes[..16];
                // SAFETY: a register proves NEON; 16 bytes are writable.
                unsafe { vst1q_u8(bytes.as_mut_ptr(), $to_bytes(self.0)) }
            }
            #[inline(always)]
            fn numbers<const N: usize>(isa: Neon) -> Self {
                numbers!(Self, isa, $word, N)
            }
        }
    };
}

words! {
    U16x8: u16 x 8, i16, vdupq_n_u16, vdupq_n_s16, vld1q_u16, vst1q_u16, vaddq_u16, vsubq_u16,
    veorq_u16, vandq_u16, vshlq_u16, vorrq_u16, vreinterpretq_u8_u16, vreinterpretq_u16_u8,
    vrev16q_u8
}
words! {
    U32x4: u32 x 4, i32, vdupq_n_u32, vdupq_n_s32, vld1q_u32, vst1q_u32, vaddq_u32, vsubq_u32,
    veorq_u32, vandq_u32, vshlq_u32, vorrq_u32, vreinterpretq_u8_u32, vreinterpretq_u32_u8,
    vrev32q_u8
}
words! {
    U64x2: u64 x 2, i64, vdupq_n_u64, vdupq_n_s64, vld1q_u64, vst1q_u64, vaddq_u64, vsubq_u64,
    veorq_u64, vandq_u64, vshlq_u64, vorrq_u64, vreinterpretq_u8_u64, vreinterpretq_u64_u8,
    vrev64q_u8
}
