//! AVX2, and the register of 256 bits: one text for processors with and without the 256-bit forms of
//! VAES, VPCLMULQDQ and GFNI.

mod blocks;
mod bytes;
mod quads;
mod words;
mod words32;

use core::arch::x86_64::*;
use core::marker::PhantomData;

use super::planes::Planes;
use super::sse::{Level, Xmm};
use super::{Group, Isa, Lanes, Vector, View};
use crate::Backend;

/// Proof that the processor has AVX2, BMI, AES-NI and PCLMULQDQ.
#[derive(Clone, Copy)]
pub(crate) struct Avx2(());

/// Proof that it has VAES and VPCLMULQDQ too, and perhaps GFNI.
#[derive(Clone, Copy)]
pub(crate) struct Avx2Vaes<const GFNI: bool>(());

impl Avx2 {
    /// The token, for the shell that enables the features.
    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,aes,pclmulqdq")]
    pub(super) fn of_this_shell() -> Self {
        Self(())
    }
}

impl Avx2Vaes<false> {
    /// The token, for the shell that enables the features.
    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,aes,pclmulqdq,vaes,vpclmulqdq")]
    pub(super) fn of_this_shell() -> Self {
        Self(())
    }
}

impl Avx2Vaes<true> {
    /// The token, for the shell that enables the features.
    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,aes,pclmulqdq,vaes,vpclmulqdq,gfni")]
    pub(super) fn of_this_shell() -> Self {
        Self(())
    }
}

/// A token that proves AVX2, perhaps among other things.
///
/// # Safety
///
/// The token must prove this.
pub(crate) unsafe trait Avx2Level: Level {}

/// One that proves VAES too.
///
/// # Safety
///
/// The token must prove this.
pub(crate) unsafe trait Vaes: Avx2Level {}

// SAFETY: the token proves AVX2 and what `Level` wants, no more.
unsafe impl Level for Avx2 {
    const AVX2: bool = true;
    const VAES: bool = false;
    const GFNI: bool = false;
    const AVX512: bool = false;
}
// SAFETY: the token proves AVX2.
unsafe impl Avx2Level for Avx2 {}

// SAFETY: the token proves AVX2, VAES and VPCLMULQDQ, GFNI if it says so, and what `Level` wants.
unsafe impl<const GFNI: bool> Level for Avx2Vaes<GFNI> {
    const AVX2: bool = true;
    const VAES: bool = true;
    const GFNI: bool = GFNI;
    const AVX512: bool = false;
}
// SAFETY: the token proves AVX2.
unsafe impl<const GFNI: bool> Avx2Level for Avx2Vaes<GFNI> {}
// SAFETY: the token proves VAES.
unsafe impl<const GFNI: bool> Vaes for Avx2Vaes<GFNI> {}

// SAFETY: only the shell that enables the features makes one.
unsafe impl Isa for Avx2 {
    const BACKEND: Backend = Backend::Avx2;
    type U16 = View<Ymm<Self>, u16>;
    type U32 = View<Ymm<Self>, u32>;
    type U64 = View<Ymm<Self>, u64>;
    type ShortU32 = View<Xmm<Self>, u32>;
    type Interleaved<W: Lanes<Isa = Self>, const MANY: usize, const FEW: usize> = Group<W, FEW>;
    type Nibbles = Planes<Ymm<Self>>;
    type FewNibbles = Planes<Ymm<Self>>;
    type WideU32 = Group<Self::U32, 2>;
    type Pairs = View<Xmm<Self>, u32>;
    type Blocks = Ymm<Self>;
    type Aes = Xmm<Self>;
    type One = Xmm<Self>;
    type Two = Group<Xmm<Self>, 2>;
    type Four = Group<Xmm<Self>, 4>;
    type Quad32 = View<Xmm<Self>, u32>;
    type FewQuads32 = Group<Self::U32, 2>;
    type Quad64 = Self::U64;
    type ManyQuads32 = Group<Self::U32, 2>;
    type ManyQuads64 = Group<Self::U64, 2>;
}

// SAFETY: only the shell that enables the features makes one.
unsafe impl<const GFNI: bool> Isa for Avx2Vaes<GFNI> {
    const BACKEND: Backend = if GFNI { Backend::Avx2Gfni } else { Backend::Avx2Vaes };
    type U16 = View<Ymm<Self>, u16>;
    type U32 = View<Ymm<Self>, u32>;
    type U64 = View<Ymm<Self>, u64>;
    type ShortU32 = Self::U32;
    type Interleaved<W: Lanes<Isa = Self>, const MANY: usize, const FEW: usize> = Group<W, FEW>;
    type Nibbles = Planes<Ymm<Self>>;
    type FewNibbles = Planes<Ymm<Self>>;
    type WideU32 = Group<Self::U32, 2>;
    type Pairs = View<Xmm<Self>, u32>;
    type Blocks = Ymm<Self>;
    type Aes = Ymm<Self>;
    type One = Xmm<Self>;
    type Two = Ymm<Self>;
    type Four = Group<Ymm<Self>, 2>;
    type Quad32 = View<Xmm<Self>, u32>;
    type FewQuads32 = Group<Self::U32, 2>;
    type Quad64 = Self::U64;
    type ManyQuads32 = Group<Self::U32, 2>;
    type ManyQuads64 = Group<Self::U64, 2>;
}

/// A register of 256 bits.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(crate) struct Ymm<L>(pub(in crate::lanes) __m256i, PhantomData<L>);

impl<L> Ymm<L> {
    /// Of what an operation made that wants a token of the type, or a register.
    #[inline(always)]
    pub(in crate::lanes) fn new(register: __m256i) -> Self {
        Self(register, PhantomData)
    }
}

impl<L: Avx2Level> Vector for Ymm<L> {
    type Isa = L;
    const BYTES: usize = 32;

    #[inline(always)]
    fn zero(_: L) -> Self {
        // SAFETY: the token proves AVX2.
        Self::new(unsafe { _mm256_setzero_si256() })
    }
    #[inline(always)]
    fn load(_: L, bytes: &[u8]) -> Self {
        let bytes = &bytes[..32];
        // SAFETY: the token proves AVX2; 32 bytes are readable.
        Self::new(unsafe { _mm256_loadu_si256(bytes.as_ptr().cast()) })
    }
    #[inline(always)]
    fn store(self, bytes: &mut [u8]) {
        let bytes = &mut bytes[..32];
        // SAFETY: a register proves AVX2; 32 bytes are writable.
        unsafe { _mm256_storeu_si256(bytes.as_mut_ptr().cast(), self.0) }
    }
    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        // SAFETY: a register proves AVX2.
        Self::new(unsafe { _mm256_xor_si256(self.0, other.0) })
    }
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        // SAFETY: a register proves AVX2.
        Self::new(unsafe { _mm256_and_si256(self.0, other.0) })
    }
}
