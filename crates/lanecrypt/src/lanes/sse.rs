//! SSE4.1 with AES-NI and PCLMULQDQ, and the register of 128 bits, which every level of x86 has.

mod blocks;
mod bytes;
mod quads;
mod words;
mod words32;

pub(in crate::lanes) use blocks::{COLUMNS, LAST, LAST_ROTATED, REVERSE, REVERSED};
pub(in crate::lanes) use bytes::{REVERSED_HIGH, REVERSED_LOW, UNSHIFTED_ROWS};

use core::arch::x86_64::*;
use core::marker::PhantomData;

use super::planes::Planes;
use super::{Group, Isa, Lanes, NibbleTable, Vector, View};
use crate::Backend;

/// Proof that the processor has SSSE3, SSE4.1, AES-NI and PCLMULQDQ.
#[derive(Clone, Copy)]
pub(crate) struct Sse(());

impl Sse {
    /// The token, for the shell that enables the features.
    #[inline]
    #[target_feature(enable = "sse4.1,ssse3,aes,pclmulqdq")]
    pub(super) fn of_this_shell() -> Self {
        Self(())
    }
}

/// A token that proves SSSE3, SSE4.1, AES-NI and PCLMULQDQ, perhaps among other things.
///
/// # Safety
///
/// The token must prove these, and what it says besides.
pub(crate) unsafe trait Level: Isa<One = Xmm<Self>> {
    /// Whether AVX2 is there.
    const AVX2: bool;
    /// Whether VAES and VPCLMULQDQ are there.
    const VAES: bool;
    /// Whether GFNI is there.
    const GFNI: bool;
    /// Whether the AVX-512 level is there, for registers of all lengths.
    const AVX512: bool;
}

// SAFETY: the token proves no more than these.
unsafe impl Level for Sse {
    const AVX2: bool = false;
    const VAES: bool = false;
    const GFNI: bool = false;
    const AVX512: bool = false;
}

// SAFETY: only the shell that enables the features makes one.
unsafe impl Isa for Sse {
    const BACKEND: Backend = Backend::Sse;
    type U16 = View<Xmm<Self>, u16>;
    type U32 = View<Xmm<Self>, u32>;
    type U64 = View<Xmm<Self>, u64>;
    type ShortU32 = Self::U32;
    type Interleaved<W: Lanes<Isa = Self>, const MANY: usize, const FEW: usize> = Group<W, FEW>;
    type Nibbles = Planes<Xmm<Self>>;
    type FewNibbles = Planes<Xmm<Self>>;
    type WideU32 = Group<Self::U32, 2>;
    type Pairs = Self::U32;
    type Blocks = Xmm<Self>;
    type Aes = Xmm<Self>;
    type One = Xmm<Self>;
    type Two = Group<Xmm<Self>, 2>;
    type Four = Group<Xmm<Self>, 4>;
    type Quad32 = Self::U32;
    type FewQuads32 = Group<Self::U32, 2>;
    type Quad64 = Group<Self::U64, 2>;
    type ManyQuads32 = Group<Self::U32, 2>;
    type ManyQuads64 = Self::Quad64;
}

/// A register of 128 bits.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(crate) struct Xmm<L>(pub(in crate::lanes) __m128i, PhantomData<L>);

impl<L> Xmm<L> {
    /// Of what an operation made that wants a token of the type, or a register.
    #[inline(always)]
    pub(in crate::lanes) fn new(register: __m128i) -> Self {
        Self(register, PhantomData)
    }
}

// Where there is ternary logic, the compiler makes it of these operations by itself.
impl<L: Level> Vector for Xmm<L> {
    type Isa = L;
    const BYTES: usize = 16;

    #[inline(always)]
    fn zero(_: L) -> Self {
        // SAFETY: the token proves SSE4.1.
        Self::new(unsafe { _mm_setzero_si128() })
    }
    #[inline(always)]
    fn load(_: L, bytes: &[u8]) -> Self {
        let bytes = &bytes[..16];
        // SAFETY: the token proves SSE4.1; sixteen bytes are readable.
        Self::new(unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) })
    }
    #[inline(always)]
    fn store(self, bytes: &mut [u8]) {
        let bytes = &mut bytes[..16];
        // SAFETY: a register proves SSE4.1; sixteen bytes are writable.
        unsafe { _mm_storeu_si128(bytes.as_mut_ptr().cast(), self.0) }
    }
    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        // SAFETY: a register proves SSE4.1.
        Self::new(unsafe { _mm_xor_si128(self.0, other.0) })
    }
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        // SAFETY: a register proves SSE4.1.
        Self::new(unsafe { _mm_and_si128(self.0, other.0) })
    }
}

/// Two nibble lookups and their sum: a linear map of any byte. SAFETY: needs SSSE3.
#[inline(always)]
unsafe fn map_nibbles(x: __m128i, low: &NibbleTable, high: &NibbleTable) -> __m128i {
    // SAFETY: the caller has SSSE3; tables are sixteen bytes, aligned.
    unsafe {
        let mask = _mm_set1_epi8(15);
        let table = |t: &NibbleTable| _mm_load_si128(t.0.as_ptr().cast());
        let low = _mm_shuffle_epi8(table(low), _mm_and_si128(x, mask));
        let high = _mm_shuffle_epi8(table(high), _mm_and_si128(_mm_srli_epi32::<4>(x), mask));
        _mm_xor_si128(low, high)
    }
}
