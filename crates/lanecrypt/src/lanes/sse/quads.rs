//! Four words of one message in one register or two, and a block as a part.

use core::arch::x86_64::*;

use super::super::{Lanes, Messages, Parts, Quads};
use super::{B128, Sse, U32x4, U64x2, Xmm};

/// Four words of 32 bits.
pub(crate) type Quad32 = U32x4;

/// Four words of 64 bits.
#[derive(Clone, Copy)]
pub(crate) struct Quad64(U64x2, U64x2);

impl<X: Xmm> Parts for B128<X> {
    type Isa = X;
    const PARTS: usize = 1;
    const PART_BYTES: usize = 16;

    #[inline(always)]
    fn gather<P: Messages>(_: X, messages: &P, first: usize, start: usize) -> Self {
        let bytes = &messages.input(first, start, 16)[..16];
        // SAFETY: the token proves SSE4.1; 16 bytes are readable.
        Self::new(unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) })
    }
    #[inline(always)]
    fn scatter<P: Messages>(self, messages: &mut P, first: usize, start: usize) {
        let bytes = &mut messages.output(first, start, 16)[..16];
        // SAFETY: a register proves SSE4.1; 16 bytes are writable.
        unsafe { _mm_storeu_si128(bytes.as_mut_ptr().cast(), self.register()) }
    }
}

impl Parts for U32x4 {
    type Isa = Sse;
    const PARTS: usize = 1;
    const PART_BYTES: usize = 16;

    #[inline(always)]
    fn gather<P: Messages>(isa: Sse, messages: &P, first: usize, start: usize) -> Self {
        Self(B128::gather(isa, messages, first, start).register())
    }
    #[inline(always)]
    fn scatter<P: Messages>(self, messages: &mut P, first: usize, start: usize) {
        B128::<Sse>::new(self.0).scatter(messages, first, start);
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
        // SAFETY: a register proves SSE4.1.
        Self(unsafe {
            match PLACES {
                1 => _mm_shuffle_epi32::<0b10_01_00_11>(self.0),
                2 => _mm_shuffle_epi32::<0b01_00_11_10>(self.0),
                _ => _mm_shuffle_epi32::<0b00_11_10_01>(self.0),
            }
        })
    }
}

impl Parts for Quad64 {
    type Isa = Sse;
    const PARTS: usize = 1;
    const PART_BYTES: usize = 32;

    #[inline(always)]
    fn gather<P: Messages>(isa: Sse, messages: &P, first: usize, start: usize) -> Self {
        let (low, high) = (
            B128::gather(isa, messages, first, start),
            B128::gather(isa, messages, first, start + 16),
        );
        Self(U64x2(low.register()), U64x2(high.register()))
    }
    #[inline(always)]
    fn scatter<P: Messages>(self, messages: &mut P, first: usize, start: usize) {
        B128::<Sse>::new(self.0.0).scatter(messages, first, start);
        B128::<Sse>::new(self.1.0).scatter(messages, first, start + 16);
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
        // SAFETY: registers prove SSE4.1.
        let (odd, even) =
            unsafe { (_mm_alignr_epi8::<8>(low, high), _mm_alignr_epi8::<8>(high, low)) };
        // `odd` is words 3 and 0, `even` words 1 and 2.
        match PLACES {
            1 => Self(U64x2(odd), U64x2(even)),
            2 => Self(self.1, self.0),
            _ => Self(U64x2(even), U64x2(odd)),
        }
    }
}
