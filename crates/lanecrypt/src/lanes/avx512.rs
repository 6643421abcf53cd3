//! AVX-512: registers of 512 bits, ternary logic, rotates, funnel shifts, two-register byte permutes,
//! GFNI.

mod blocks;
mod bytes;
mod quads;
mod words;
mod words32;

use core::arch::x86_64::*;

use super::avx2::{Avx2Level, Vaes, Ymm};
use super::sse::{Level, Xmm};
use super::{Group, Isa, Lanes, Vector, View};
use crate::Backend;

/// Proof that the processor has the AVX-512 level.
#[derive(Clone, Copy)]
pub(crate) struct Avx512(());

impl Avx512 {
    /// The token, for the shell that enables the features.
    #[inline]
    #[target_feature(
        enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512ifma,gfni,vaes,vpclmulqdq,bmi1,bmi2"
    )]
    pub(super) fn of_this_shell() -> Self {
        Self(())
    }
}

// SAFETY: the token proves all of these.
unsafe impl Level for Avx512 {
    const AVX2: bool = true;
    const VAES: bool = true;
    const GFNI: bool = true;
    const AVX512: bool = true;
}
// SAFETY: the token proves AVX2.
unsafe impl Avx2Level for Avx512 {}
// SAFETY: the token proves VAES.
unsafe impl Vaes for Avx512 {}

// SAFETY: only the shell that enables the features makes one.
unsafe impl Isa for Avx512 {
    const BACKEND: Backend = Backend::Avx512;
    type U16 = View<Zmm, u16>;
    type U32 = View<Zmm, u32>;
    type U64 = View<Zmm, u64>;
    type ShortU32 = View<Ymm<Self>, u32>;
    type Interleaved<W: Lanes<Isa = Self>, const MANY: usize, const FEW: usize> = Group<W, MANY>;
    type Nibbles = Group<Self::U32, 8>;
    type FewNibbles = Self::U32;
    type WideU32 = Group<Self::U32, 2>;
    type Pairs = Self::U32;
    type Blocks = Zmm;
    type Aes = Zmm;
    type One = Xmm<Self>;
    type Two = Ymm<Self>;
    type Four = Zmm;
    type Quad32 = View<Xmm<Self>, u32>;
    type FewQuads32 = Group<View<Ymm<Self>, u32>, 2>;
    type Quad64 = View<Ymm<Self>, u64>;
    type ManyQuads32 = Group<Self::U32, 2>;
    type ManyQuads64 = Group<Self::U64, 4>;
}

// The truth table of a ternary operation is the operation applied to these.
const A: i32 = 0xf0;
const B: i32 = 0xcc;
const C: i32 = 0xaa;

/// A register of 512 bits.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(crate) struct Zmm(__m512i);

impl Vector for Zmm {
    type Isa = Avx512;
    const BYTES: usize = 64;

    #[inline(always)]
    fn zero(_: Avx512) -> Self {
        // SAFETY: the token proves AVX-512.
        Self(unsafe { _mm512_setzero_si512() })
    }
    #[inline(always)]
    fn load(_: Avx512, bytes: &[u8]) -> Self {
        let bytes = &bytes[..64];
        // SAFETY: the token proves AVX-512; 64 bytes are readable.
        Self(unsafe { _mm512_loadu_si512(bytes.as_ptr().cast()) })
    }
    #[inline(always)]
    fn store(self, bytes: &mut [u8]) {
        let bytes = &mut bytes[..64];
        // SAFETY: a register proves AVX-512; 64 bytes are writable.
        unsafe { _mm512_storeu_si512(bytes.as_mut_ptr().cast(), self.0) }
    }
    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        // SAFETY: a register proves AVX-512.
        Self(unsafe { _mm512_xor_si512(self.0, other.0) })
    }
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        // SAFETY: a register proves AVX-512.
        Self(unsafe { _mm512_and_si512(self.0, other.0) })
    }
    #[inline(always)]
    fn xor3(self, b: Self, c: Self) -> Self {
        // SAFETY: a register proves AVX-512.
        Self(unsafe { _mm512_ternarylogic_epi32::<{ A ^ B ^ C }>(self.0, b.0, c.0) })
    }
    #[inline(always)]
    fn xor_and(self, b: Self, c: Self) -> Self {
        // SAFETY: a register proves AVX-512.
        Self(unsafe { _mm512_ternarylogic_epi32::<{ A ^ (B & C) }>(self.0, b.0, c.0) })
    }
}
