//! Words of 16, 32 and 64 bits in a register.

use core::arch::aarch64::*;

use super::{Neon, Q};
use crate::lanes::{Word, Words, order};

macro_rules! forms {
    ($($name:ident $of:ident $form:ident $to:ident $from:ident)*) => {
        impl Q {$(
            /// The register as words.
            #[inline(always)]
            fn $name(self) -> $form {
                // SAFETY: a register proves NEON.
                unsafe { $to(self.0) }
            }
        )*}
        $(
            /// The register of words.
            #[inline(always)]
            fn $of(words: $form) -> Q {
                // SAFETY: who has the words has NEON.
                Q(unsafe { $from(words) })
            }
        )*
    };
}
forms! {
    u16 of_u16 uint16x8_t vreinterpretq_u16_u8 vreinterpretq_u8_u16
    u32 of_u32 uint32x4_t vreinterpretq_u32_u8 vreinterpretq_u8_u32
    u64 of_u64 uint64x2_t vreinterpretq_u64_u8 vreinterpretq_u8_u64
    s16 of_s16 int16x8_t vreinterpretq_s16_u8 vreinterpretq_u8_s16
    s32 of_s32 int32x4_t vreinterpretq_s32_u8 vreinterpretq_u8_s32
    s64 of_s64 int64x2_t vreinterpretq_s64_u8 vreinterpretq_u8_s64
}

// Shifts take their count as a constant i32, which a parameter is not. The form that takes it in a
// register compiles to the immediate ones where it is known; a negative count shifts right.
impl Words for Q {
    #[inline(always)]
    fn splat_word<W: Word>(_: Neon, word: W) -> Self {
        let word = word.number();
        // SAFETY: the token proves NEON.
        unsafe {
            match W::BITS {
                16 => of_u16(vdupq_n_u16(word as u16)),
                32 => of_u32(vdupq_n_u32(word as u32)),
                _ => of_u64(vdupq_n_u64(word)),
            }
        }
    }
    #[inline(always)]
    fn add<W: Word>(self, other: Self) -> Self {
        // SAFETY: a register proves NEON.
        unsafe {
            match W::BITS {
                16 => of_u16(vaddq_u16(self.u16(), other.u16())),
                32 => of_u32(vaddq_u32(self.u32(), other.u32())),
                _ => of_u64(vaddq_u64(self.u64(), other.u64())),
            }
        }
    }
    #[inline(always)]
    fn sub<W: Word>(self, other: Self) -> Self {
        // SAFETY: a register proves NEON.
        unsafe {
            match W::BITS {
                16 => of_u16(vsubq_u16(self.u16(), other.u16())),
                32 => of_u32(vsubq_u32(self.u32(), other.u32())),
                _ => of_u64(vsubq_u64(self.u64(), other.u64())),
            }
        }
    }
    #[inline(always)]
    fn mul<W: Word>(self, other: Self) -> Self {
        // SAFETY: a register proves NEON.
        unsafe {
            match W::BITS {
                16 => of_u16(vmulq_u16(self.u16(), other.u16())),
                32 => of_u32(vmulq_u32(self.u32(), other.u32())),
                _ => {
                    // The products of either lower half and the other upper one, then of both lower ones.
                    let across = vmulq_u32(self.u32(), vrev64q_u32(other.u32()));
                    let across = vshlq_n_u64::<32>(vpaddlq_u32(across));
                    of_u64(vaddq_u64(self.mul_wide(other).u64(), across))
                }
            }
        }
    }
    #[inline(always)]
    fn mul_wide(self, other: Self) -> Self {
        // SAFETY: a register proves NEON.
        unsafe { of_u64(vmull_u32(vmovn_u64(self.u64()), vmovn_u64(other.u64()))) }
    }
    #[inline(always)]
    fn shl<W: Word>(self, count: u32) -> Self {
        // SAFETY: a register proves NEON.
        unsafe {
            match W::BITS {
                16 => of_u16(vshlq_u16(self.u16(), vdupq_n_s16(count as i16))),
                32 => of_u32(vshlq_u32(self.u32(), vdupq_n_s32(count as i32))),
                _ => of_u64(vshlq_u64(self.u64(), vdupq_n_s64(count.into()))),
            }
        }
    }
    #[inline(always)]
    fn shr<W: Word>(self, count: u32) -> Self {
        // SAFETY: a register proves NEON.
        unsafe {
            match W::BITS {
                16 => of_u16(vshlq_u16(self.u16(), vdupq_n_s16(-(count as i16)))),
                32 => of_u32(vshlq_u32(self.u32(), vdupq_n_s32(-(count as i32)))),
                _ => of_u64(vshlq_u64(self.u64(), vdupq_n_s64(-i64::from(count)))),
            }
        }
    }
    #[inline(always)]
    fn sra<W: Word>(self, count: u32) -> Self {
        // SAFETY: a register proves NEON.
        unsafe {
            match W::BITS {
                16 => of_s16(vshlq_s16(self.s16(), vdupq_n_s16(-(count as i16)))),
                32 => of_s32(vshlq_s32(self.s32(), vdupq_n_s32(-(count as i32)))),
                _ => of_s64(vshlq_s64(self.s64(), vdupq_n_s64(-i64::from(count)))),
            }
        }
    }
    #[inline(always)]
    fn rotl<W: Word, const K: u32>(self) -> Self {
        if K.is_multiple_of(8) {
            return self.permute(const { &order::rotated(size_of::<W>(), K as usize / 8) });
        }
        let (up, down) = (self.shl::<W>(K), self.shr::<W>(W::BITS - K));
        // SAFETY: a register proves NEON.
        Self(unsafe { vorrq_u8(up.0, down.0) })
    }
    #[inline(always)]
    fn swap_word_bytes<W: Word>(self) -> Self {
        // SAFETY: a register proves NEON.
        Self(unsafe {
            match W::BITS {
                16 => vrev16q_u8(self.0),
                32 => vrev32q_u8(self.0),
                _ => vrev64q_u8(self.0),
            }
        })
    }
    #[inline(always)]
    fn upper<W: Word>(self, bits: u32) -> Self {
        let mask = u64::MAX << (W::BITS - bits);
        // SAFETY: a register proves NEON.
        unsafe {
            match W::BITS {
                16 => of_u16(vandq_u16(self.u16(), vdupq_n_u16(mask as u16))),
                32 => of_u32(vandq_u32(self.u32(), vdupq_n_u32(mask as u32))),
                _ => of_u64(vandq_u64(self.u64(), vdupq_n_u64(mask))),
            }
        }
    }
    #[inline(always)]
    fn add_bytes(self, other: Self) -> Self {
        // SAFETY: a register proves NEON.
        Self(unsafe { vaddq_u8(self.0, other.0) })
    }
    #[inline(always)]
    fn zip(self, other: Self, bits: usize) -> (Self, Self) {
        let (a, b) = (self, other);
        // SAFETY: registers prove NEON.
        unsafe {
            match bits {
                16 => (of_u16(vzip1q_u16(a.u16(), b.u16())), of_u16(vzip2q_u16(a.u16(), b.u16()))),
                32 => (of_u32(vzip1q_u32(a.u32(), b.u32())), of_u32(vzip2q_u32(a.u32(), b.u32()))),
                64 => (of_u64(vzip1q_u64(a.u64(), b.u64())), of_u64(vzip2q_u64(a.u64(), b.u64()))),
                _ => (a, b),
            }
        }
    }
    #[inline(always)]
    fn unzip(self, other: Self, bits: usize) -> (Self, Self) {
        let (a, b) = (self, other);
        // SAFETY: registers prove NEON.
        unsafe {
            match bits {
                16 => (of_u16(vuzp1q_u16(a.u16(), b.u16())), of_u16(vuzp2q_u16(a.u16(), b.u16()))),
                32 => (of_u32(vuzp1q_u32(a.u32(), b.u32())), of_u32(vuzp2q_u32(a.u32(), b.u32()))),
                _ => a.zip(b, bits),
            }
        }
    }
}
