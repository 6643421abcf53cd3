//! NEON with the AES and PMULL instructions of AArch64: registers of 128 bits.

mod blocks;
mod bytes;
mod quads;
mod words;
mod words32;

use core::arch::aarch64::*;

use super::{Group, Isa, Lanes, Vector, View};
use crate::Backend;

// The bytes of a word are numbered from its least significant one, here and in memory.
#[cfg(target_endian = "big")]
compile_error!("the NEON lanes are written for little-endian AArch64");

/// Proof that the processor has NEON, AES and PMULL.
#[derive(Clone, Copy)]
pub(crate) struct Neon(());

impl Neon {
    /// The token, for the shell that enables the features.
    #[inline]
    #[target_feature(enable = "neon,aes")]
    pub(super) fn of_this_shell() -> Self {
        Self(())
    }
}

// SAFETY: only the shell that enables the features makes one.
unsafe impl Isa for Neon {
    const BACKEND: Backend = Backend::Neon;
    type U16 = View<Q, u16>;
    type U32 = View<Q, u32>;
    type U64 = View<Q, u64>;
    type ShortU32 = Self::U32;
    type Interleaved<W: Lanes<Isa = Self>, const MANY: usize, const FEW: usize> = Group<W, MANY>;
    type Nibbles = Group<Self::U32, 8>;
    type FewNibbles = Self::U32;
    type WideU32 = Group<Self::U32, 2>;
    type Pairs = Self::U32;
    type Blocks = Q;
    type Aes = Q;
    type One = Q;
    type Two = Group<Q, 2>;
    type Four = Group<Q, 4>;
    type Quad32 = Self::U32;
    type FewQuads32 = Group<Self::U32, 2>;
    type Quad64 = Group<Self::U64, 2>;
    type ManyQuads32 = Group<Self::U32, 4>;
    type ManyQuads64 = Group<Self::Quad64, 2>;
}

/// A register of 128 bits, called a Q register there.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(crate) struct Q(uint8x16_t);

impl Vector for Q {
    type Isa = Neon;
    const BYTES: usize = 16;

    #[inline(always)]
    fn zero(_: Neon) -> Self {
        // SAFETY: the token proves NEON.
        Self(unsafe { vdupq_n_u8(0) })
    }
    #[inline(always)]
    fn load(_: Neon, bytes: &[u8]) -> Self {
        let bytes = &bytes[..16];
        // SAFETY: the token proves NEON; sixteen bytes are readable.
        Self(unsafe { vld1q_u8(bytes.as_ptr()) })
    }
    #[inline(always)]
    fn store(self, bytes: &mut [u8]) {
        let bytes = &mut bytes[..16];
        // SAFETY: a register proves NEON; sixteen bytes are writable.
        unsafe { vst1q_u8(bytes.as_mut_ptr(), self.0) }
    }
    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        // SAFETY: a register proves NEON.
        Self(unsafe { veorq_u8(self.0, other.0) })
    }
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        // SAFETY: a register proves NEON.
        Self(unsafe { vandq_u8(self.0, other.0) })
    }
}
