//! Blocks as parts, and four words of each of several messages in a register.

use core::arch::x86_64::*;

use super::{Avx512, Zmm};
use crate::lanes::avx2::Ymm;
use crate::lanes::sse::Xmm;
use crate::lanes::{Messages, Parts, Quads, Vector, View};

impl Parts for Zmm {
    const PARTS: usize = 4;
    const PART_BYTES: usize = 16;

    #[inline(always)]
    fn gather<M: Messages>(_: Avx512, messages: &M, first: usize, start: usize) -> Self {
        let a = &messages.input(first, start, 16)[..16];
        let b = &messages.input(first + 1, start, 16)[..16];
        let c = &messages.input(first + 2, start, 16)[..16];
        let d = &messages.input(first + 3, start, 16)[..16];
        // SAFETY: the token proves AVX-512; 16 bytes are readable, four times.
        Self(unsafe {
            let a = _mm_loadu_si128(a.as_ptr().cast());
            let ab = _mm256_inserti128_si256::<1>(
                _mm256_castsi128_si256(a),
                _mm_loadu_si128(b.as_ptr().cast()),
            );
            let c = _mm_loadu_si128(c.as_ptr().cast());
            let cd = _mm256_inserti128_si256::<1>(
                _mm256_castsi128_si256(c),
                _mm_loadu_si128(d.as_ptr().cast()),
            );
            _mm512_inserti64x4::<1>(_mm512_castsi256_si512(ab), cd)
        })
    }
    #[inline(always)]
    fn scatter<M: Messages>(self, messages: &mut M, first: usize, start: usize) {
        // SAFETY: a register proves AVX-512.
        let [a, b, c, d] = unsafe {
            [
                _mm512_castsi512_si128(self.0),
                _mm512_extracti32x4_epi32::<1>(self.0),
                _mm512_extracti32x4_epi32::<2>(self.0),
                _mm512_extracti32x4_epi32::<3>(self.0),
            ]
        };
        Xmm::<Avx512>::new(a).scatter(messages, first, start);
        Xmm::<Avx512>::new(b).scatter(messages, first + 1, start);
        Xmm::<Avx512>::new(c).scatter(messages, first + 2, start);
        Xmm::<Avx512>::new(d).scatter(messages, first + 3, start);
    }
    #[inline(always)]
    fn gather_pair<M: Messages>(
        isa: Avx512,
        messages: &M,
        first: usize,
        start: usize,
    ) -> [Self; 2] {
        let a = Ymm::load(isa, messages.input(first, start, 32));
        let b = Ymm::load(isa, messages.input(first + 1, start, 32));
        let c = Ymm::load(isa, messages.input(first + 2, start, 32));
        let d = Ymm::load(isa, messages.input(first + 3, start, 32));
        // SAFETY: the token proves AVX-512.
        unsafe {
            let ab = _mm512_inserti64x4::<1>(_mm512_castsi256_si512(a.0), b.0);
            let cd = _mm512_inserti64x4::<1>(_mm512_castsi256_si512(c.0), d.0);
            [
                Self(_mm512_shuffle_i32x4::<0b10_00_10_00>(ab, cd)),
                Self(_mm512_shuffle_i32x4::<0b11_01_11_01>(ab, cd)),
            ]
        }
    }
    #[inline(always)]
    fn scatter_pair<M: Messages>(pair: [Self; 2], messages: &mut M, first: usize, start: usize) {
        // SAFETY: a register proves AVX-512.
        let [a, b, c, d] = unsafe {
            let (even, odd) = (pair[0].0, pair[1].0);
            let order = _mm512_setr_epi64(0, 1, 8, 9, 2, 3, 10, 11);
            let ab = _mm512_permutex2var_epi64(even, order, odd);
            let order = _mm512_setr_epi64(4, 5, 12, 13, 6, 7, 14, 15);
            let cd = _mm512_permutex2var_epi64(even, order, odd);
            [
                _mm512_castsi512_si256(ab),
                _mm512_extracti64x4_epi64::<1>(ab),
                _mm512_castsi512_si256(cd),
                _mm512_extracti64x4_epi64::<1>(cd),
            ]
        };
        Ymm::<Avx512>::new(a).store(messages.output(first, start, 32));
        Ymm::<Avx512>::new(b).store(messages.output(first + 1, start, 32));
        Ymm::<Avx512>::new(c).store(messages.output(first + 2, start, 32));
        Ymm::<Avx512>::new(d).store(messages.output(first + 3, start, 32));
    }
}

/// Four words of 64 bits of each of two messages.
impl Parts for View<Zmm, u64> {
    const PARTS: usize = 2;
    const PART_BYTES: usize = 32;

    #[inline(always)]
    fn gather<M: Messages>(isa: Avx512, messages: &M, first: usize, start: usize) -> Self {
        let low = Ymm::load(isa, messages.input(first, start, 32));
        let high = Ymm::load(isa, messages.input(first + 1, start, 32));
        // SAFETY: the token proves AVX-512.
        Self::of(Zmm(unsafe { _mm512_inserti64x4::<1>(_mm512_castsi256_si512(low.0), high.0) }))
    }
    #[inline(always)]
    fn scatter<M: Messages>(self, messages: &mut M, first: usize, start: usize) {
        let words = self.register().0;
        // SAFETY: a register proves AVX-512.
        let (low, high) =
            unsafe { (_mm512_castsi512_si256(words), _mm512_extracti64x4_epi64::<1>(words)) };
        Ymm::<Avx512>::new(low).store(messages.output(first, start, 32));
        Ymm::<Avx512>::new(high).store(messages.output(first + 1, start, 32));
    }
}

impl Quads for View<Zmm, u32> {
    #[inline(always)]
    fn rotate<const PLACES: usize>(self) -> Self {
        let words = self.register().0;
        // SAFETY: a register proves AVX-512.
        Self::of(Zmm(unsafe {
            match PLACES {
                1 => _mm512_shuffle_epi32::<0b10_01_00_11>(words),
                2 => _mm512_shuffle_epi32::<0b01_00_11_10>(words),
                _ => _mm512_shuffle_epi32::<0b00_11_10_01>(words),
            }
        }))
    }
}

impl Quads for View<Zmm, u64> {
    #[inline(always)]
    fn rotate<const PLACES: usize>(self) -> Self {
        let words = self.register().0;
        // SAFETY: a register proves AVX-512.
        Self::of(Zmm(unsafe {
            match PLACES {
                1 => _mm512_permutex_epi64::<0b10_01_00_11>(words),
                2 => _mm512_permutex_epi64::<0b01_00_11_10>(words),
                _ => _mm512_permutex_epi64::<0b00_11_10_01>(words),
            }
        }))
    }
}
