//! Blocks as parts, and four words of one message or two in a register.

use core::arch::x86_64::*;

use super::{Avx2Level, Ymm};
use crate::lanes::{Messages, Parts, Quads, Vector, View};

impl<L: Avx2Level> Parts for Ymm<L> {
    const PARTS: usize = 2;
    const PART_BYTES: usize = 16;

    #[inline(always)]
    fn gather<M: Messages>(_: L, messages: &M, first: usize, start: usize) -> Self {
        let low = &messages.input(first, start, 16)[..16];
        let high = &messages.input(first + 1, start, 16)[..16];
        // SAFETY: the token proves AVX2; 16 bytes are readable, twice.
        Self::new(unsafe {
            let low = _mm_loadu_si128(low.as_ptr().cast());
            _mm256_set_m128i(_mm_loadu_si128(high.as_ptr().cast()), low)
        })
    }
    #[inline(always)]
    fn scatter<M: Messages>(self, messages: &mut M, first: usize, start: usize) {
        let low = &mut messages.output(first, start, 16)[..16];
        // SAFETY: a register proves AVX2; 16 bytes are writable.
        unsafe { _mm_storeu_si128(low.as_mut_ptr().cast(), _mm256_castsi256_si128(self.0)) };
        let high = &mut messages.output(first + 1, start, 16)[..16];
        // SAFETY: a register proves AVX2; 16 bytes are writable.
        unsafe {
            _mm_storeu_si128(high.as_mut_ptr().cast(), _mm256_extracti128_si256::<1>(self.0))
        };
    }
}

impl<L: Avx2Level> Quads for View<Ymm<L>, u32> {
    #[inline(always)]
    fn rotate<const PLACES: usize>(self) -> Self {
        let words = self.register().0;
        // SAFETY: a register proves AVX2.
        View::of(Ymm::new(unsafe {
            match PLACES {
                1 => _mm256_shuffle_epi32::<0b10_01_00_11>(words),
                2 => _mm256_shuffle_epi32::<0b01_00_11_10>(words),
                _ => _mm256_shuffle_epi32::<0b00_11_10_01>(words),
            }
        }))
    }
}

/// Four words of 64 bits.
impl<L: Avx2Level> Parts for View<Ymm<L>, u64> {
    const PARTS: usize = 1;
    const PART_BYTES: usize = 32;

    #[inline(always)]
    fn gather<M: Messages>(isa: L, messages: &M, first: usize, start: usize) -> Self {
        Self::load(isa, messages.input(first, start, 32))
    }
    #[inline(always)]
    fn scatter<M: Messages>(self, messages: &mut M, first: usize, start: usize) {
        self.store(messages.output(first, start, 32));
    }
}

impl<L: Avx2Level> Quads for View<Ymm<L>, u64> {
    #[inline(always)]
    fn rotate<const PLACES: usize>(self) -> Self {
        let words = self.register().0;
        // SAFETY: a register proves AVX2.
        View::of(Ymm::new(unsafe {
            match PLACES {
                1 => _mm256_permute4x64_epi64::<0b10_01_00_11>(words),
                2 => _mm256_permute4x64_epi64::<0b01_00_11_10>(words),
                _ => _mm256_permute4x64_epi64::<0b00_11_10_01>(words),
            }
        }))
    }
}
