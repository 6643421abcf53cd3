//! Four words of one message or two in a register, and blocks as parts.

use core::arch::x86_64::*;
use core::marker::PhantomData;

use super::super::{self as lanes, Lanes, Messages, Parts};
use super::{B128x2, Level, U32x8, U64x4, Ymm};

/// Four words of 32 bits.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(crate) struct Quad32<L>(__m128i, PhantomData<L>);

/// Four words of 64 bits where `LONG`, else four words of 32 bits of two messages.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(crate) struct Quads<L, const LONG: bool>(__m256i, PhantomData<L>);

/// Sixteen bytes of each of two messages. SAFETY: needs AVX2.
#[inline(always)]
unsafe fn gather_two<P: Messages>(messages: &P, first: usize, start: usize) -> __m256i {
    let low = &messages.input(first, start, 16)[..16];
    let high = &messages.input(first + 1, start, 16)[..16];
    // SAFETY: the caller has AVX2; 16 bytes are readable, twice.
    unsafe {
        let low = _mm_loadu_si128(low.as_ptr().cast());
        _mm256_set_m128i(_mm_loadu_si128(high.as_ptr().cast()), low)
    }
}

/// The reverse. SAFETY: needs AVX2.
#[inline(always)]
unsafe fn scatter_two<P: Messages>(x: __m256i, messages: &mut P, first: usize, start: usize) {
    let low = &mut messages.output(first, start, 16)[..16];
    // SAFETY: the caller has AVX2; 16 bytes are writable.
    unsafe { _mm_storeu_si128(low.as_mut_ptr().cast(), _mm256_castsi256_si128(x)) };
    let high = &mut messages.output(first + 1, start, 16)[..16];
    // SAFETY: as above.
    unsafe { _mm_storeu_si128(high.as_mut_ptr().cast(), _mm256_extracti128_si256::<1>(x)) };
}

impl<L: Ymm> Parts for B128x2<L> {
    type Isa = L;
    const PARTS: usize = 2;
    const PART_BYTES: usize = 16;

    #[inline(always)]
    fn gather<P: Messages>(_: L, messages: &P, first: usize, start: usize) -> Self {
        // SAFETY: the token proves AVX2.
        Self::new(unsafe { gather_two(messages, first, start) })
    }
    #[inline(always)]
    fn scatter<P: Messages>(self, messages: &mut P, first: usize, start: usize) {
        // SAFETY: a register proves AVX2.
        unsafe { scatter_two(self.register(), messages, first, start) }
    }
}

impl<L: Level> Parts for Quad32<L> {
    type Isa = L;
    const PARTS: usize = 1;
    const PART_BYTES: usize = 16;

    #[inline(always)]
    fn gather<P: Messages>(_: L, messages: &P, first: usize, start: usize) -> Self {
        let bytes = &messages.input(first, start, 16)[..16];
        // SAFETY: the token proves AVX2; 16 bytes are readable.
        Self(unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) }, PhantomData)
    }
    #[inline(always)]
    fn scatter<P: Messages>(self, messages: &mut P, first: usize, start: usize) {
        let bytes = &mut messages.output(first, start, 16)[..16];
        // SAFETY: a register proves AVX2; 16 bytes are writable.
        unsafe { _mm_storeu_si128(bytes.as_mut_ptr().cast(), self.0) }
    }
}

impl<L: Level> lanes::Quads for Quad32<L> {
    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        // SAFETY: a register proves AVX2, here and below.
        Self(unsafe { _mm_xor_si128(self.0, other.0) }, PhantomData)
    }
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        // SAFETY: as `xor`.
        Self(unsafe { _mm_and_si128(self.0, other.0) }, PhantomData)
    }
    #[inline(always)]
    fn rotl<const K: u32>(self) -> Self {
        // SAFETY: as `xor`. A constant count in a register compiles to the immediate form.
        let rotated = unsafe {
            let up = _mm_sll_epi32(self.0, _mm_cvtsi32_si128(K as i32));
            _mm_or_si128(up, _mm_srl_epi32(self.0, _mm_cvtsi32_si128(32 - K as i32)))
        };
        Self(rotated, PhantomData)
    }
    #[inline(always)]
    fn turn<const PLACES: usize>(self) -> Self {
        // SAFETY: as `xor`.
        let turned = unsafe {
            match PLACES {
                1 => _mm_shuffle_epi32::<0b10_01_00_11>(self.0),
                2 => _mm_shuffle_epi32::<0b01_00_11_10>(self.0),
                _ => _mm_shuffle_epi32::<0b00_11_10_01>(self.0),
            }
        };
        Self(turned, PhantomData)
    }
}

impl<L: Level, const LONG: bool> Parts for Quads<L, LONG> {
    type Isa = L;
    const PARTS: usize = if LONG { 1 } else { 2 };
    const PART_BYTES: usize = if LONG { 32 } else { 16 };

    #[inline(always)]
    fn gather<P: Messages>(_: L, messages: &P, first: usize, start: usize) -> Self {
        if !LONG {
            // SAFETY: the token proves AVX2.
            return Self(unsafe { gather_two(messages, first, start) }, PhantomData);
        }
        let bytes = &messages.input(first, start, 32)[..32];
        // SAFETY: the token proves AVX2; 32 bytes are readable.
        Self(unsafe { _mm256_loadu_si256(bytes.as_ptr().cast()) }, PhantomData)
    }
    #[inline(always)]
    fn scatter<P: Messages>(self, messages: &mut P, first: usize, start: usize) {
        if !LONG {
            // SAFETY: a register proves AVX2.
            return unsafe { scatter_two(self.0, messages, first, start) };
        }
        let bytes = &mut messages.output(first, start, 32)[..32];
        // SAFETY: a register proves AVX2; 32 bytes are writable.
        unsafe { _mm256_storeu_si256(bytes.as_mut_ptr().cast(), self.0) }
    }
}

impl<L: Level, const LONG: bool> lanes::Quads for Quads<L, LONG> {
    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        // SAFETY: a register proves AVX2, here and below.
        Self(unsafe { _mm256_xor_si256(self.0, other.0) }, PhantomData)
    }
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        // SAFETY: as `xor`.
        Self(unsafe { _mm256_and_si256(self.0, other.0) }, PhantomData)
    }
    #[inline(always)]
    fn rotl<const K: u32>(self) -> Self {
        if LONG {
            Self(U64x4::<L>::new(self.0).rotl::<K>().0, PhantomData)
        } else {
            Self(U32x8::<L>::new(self.0).rotl::<K>().0, PhantomData)
        }
    }
    #[inline(always)]
    fn turn<const PLACES: usize>(self) -> Self {
        // SAFETY: as `xor`.
        let turned = unsafe {
            match (LONG, PLACES) {
                (true, 1) => _mm256_permute4x64_epi64::<0b10_01_00_11>(self.0),
                (true, 2) => _mm256_permute4x64_epi64::<0b01_00_11_10>(self.0),
                (true, _) => _mm256_permute4x64_epi64::<0b00_11_10_01>(self.0),
                (false, 1) => _mm256_shuffle_epi32::<0b10_01_00_11>(self.0),
                (false, 2) => _mm256_shuffle_epi32::<0b01_00_11_10>(self.0),
                (false, _) => _mm256_shuffle_epi32::<0b00_11_10_01>(self.0),
            }
        };
        Self(turned, PhantomData)
    }
}
