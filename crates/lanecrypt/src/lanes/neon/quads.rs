//! Four words of one message in one register or two, and a block as a part.

use core::arch::aarch64::*;

use super::super::{Lanes, Messages, Parts, Quads};
use super::{B128, Neon, U32x4, U64x2};

/// Four words of 32 bits.
pub(crate) type Quad32 = U32x4;

/// Four words of 64 bits.
#[derive(Clone, Copy)]
pub(crate) struct Quad64(U64x2, U64x2);

impl Parts for B128 {
    type Isa = Neon;
    const PARTS: usize = 1;
    const PART_BYTES: usize = 16;

    #[inline(always)]
    fn gather<P: Messages>(_: Neon, messages: &P, first: usize, start: usize) -> Self {
        let bytes = &messages.input(first, start, 16)[..16];
        // SAFETY: the token proves NEON; 16 bytes are readable.
        Self(unsafe { vld1q_u8(bytes.as_ptr()) })
    }
    #[inline(always)]
    fn scatter<P: Messages>(self, messages: &mut P, first: usize, start: usize) {
        let bytes = &mut messages.output(first, start, 16)[..16];
        // SAFETY: a register proves NEON; 16 bytes are writable.
        unsafe { vst1q_u8(bytes.as_mut_ptr(), self.0) }
    }
}

impl Parts for U32x4 {
    type Isa = Neon;
    const PARTS: usize = 1;
    const PART_BYTES: usize = 16;

    #[inline(always)]
    fn gather<P: Messages>(isa: Neon, messages: &P, first: usize, start: usize) -> Self {
        Self::of_bytes(B128::gather(isa, messages, first, start).0)
    }
    #[inline(always)]
    fn scatter<P: Messages>(self, messages: &mut P, first: usize, start: usize) {
        B128(self.bytes()).scatter(messages, first, start);
    }
}

impl Quads for U32x4 {
    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        Lanes::xor(self, other)
    }
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        Lanes::and(self, other)
    }
    #[inline(always)]
    fn rotl<const K: u32>(self) -> Self {
        Lanes::rotl::<K>(self)
    }
    #[inline(always)]
    fn turn<const PLACES: usize>(self) -> Self {
        // SAFETY: a register proves NEON.
        Self(unsafe {
            match PLACES {
                1 => vextq_u32::<3>(self.0, self.0),
                2 => vextq_u32::<2>(self.0, self.0),
                _ => vextq_u32::<1>(self.0, self.0),
            }
        })
    }
}

impl Parts for Quad64 {
    type Isa = Neon;
    const PARTS: usize = 1;
    const PART_BYTES: usize = 32;

    #[inline(always)]
    fn gather<P: Messages>(isa: Neon, messages: &P, first: usize, start: usize) -> Self {
        let (low, high) = (
            B128::gather(isa, messages, first, start),
            B128::gather(isa, messages, first, start + 16),
        );
        // SAFETY: registers prove NEON.
        unsafe { Self(U64x2(vreinterpretq_u64_u8(low.0)), U64x2(vreinterpretq_u64_u8(high.0))) }
    }
    #[inline(always)]
    fn scatter<P: Messages>(self, messages: &mut P, first: usize, start: usize) {
        // SAFETY: registers prove NEON.
        let (low, high) =
            unsafe { (vreinterpretq_u8_u64(self.0.0), vreinterpretq_u8_u64(self.1.0)) };
        B128(low).scatter(messages, first, start);
        B128(high).scatter(messages, first, start + 16);
    }
}

impl Quads for Quad64 {
    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        Self(self.0.xor(other.0), self.1.xor(other.1))
    }
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        Self(self.0.and(other.0), self.1.and(other.1))
    }
    #[inline(always)]
    fn rotl<const K: u32>(self) -> Self {
        Self(self.0.rotl::<K>(), self.1.rotl::<K>())
    }
    #[inline(always)]
    fn turn<const PLACES: usize>(self) -> Self {
        let (low, high) = (self.0.0, self.1.0);
        // SAFETY: registers prove NEON. `odd` is words 3 and 0, `even` words 1 and 2.
        let (odd, even) = unsafe { (vextq_u64::<1>(high, low), vextq_u64::<1>(low, high)) };
        match PLACES {
            1 => Self(U64x2(odd), U64x2(even)),
            2 => Self(self.1, self.0),
            _ => Self(U64x2(even), U64x2(odd)),
        }
    }
}
