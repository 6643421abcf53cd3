//! Four words of one message in a register that just fits, of several in a long one, and blocks as
//! parts.

use core::arch::x86_64::*;

use super::super::{Messages, Parts, Quads};
use super::{A, Avx512, B, B128x4, C};

/// Four words of 32 bits.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(crate) struct Quad32(__m128i);

/// Four words of 64 bits.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(crate) struct Quad64(__m256i);

/// Four words of 32 bits of four messages.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(crate) struct Quads32x4(__m512i);

/// Four words of 64 bits of two messages.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(crate) struct Quads64x2(__m512i);

impl Parts for B128x4 {
    type Isa = Avx512;
    const PARTS: usize = 4;
    const PART_BYTES: usize = 16;

    #[inline(always)]
    fn gather<P: Messages>(_: Avx512, messages: &P, first: usize, start: usize) -> Self {
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
    fn scatter<P: Messages>(self, messages: &mut P, first: usize, start: usize) {
        // SAFETY: a register proves AVX-512.
        let [a, b, c, d] = unsafe {
            [
                _mm512_castsi512_si128(self.0),
                _mm512_extracti32x4_epi32::<1>(self.0),
                _mm512_extracti32x4_epi32::<2>(self.0),
                _mm512_extracti32x4_epi32::<3>(self.0),
            ]
        };
        Quad32(a).scatter(messages, first, start);
        Quad32(b).scatter(messages, first + 1, start);
        Quad32(c).scatter(messages, first + 2, start);
        Quad32(d).scatter(messages, first + 3, start);
    }
}

impl Parts for Quads32x4 {
    type Isa = Avx512;
    const PARTS: usize = 4;
    const PART_BYTES: usize = 16;

    #[inline(always)]
    fn gather<P: Messages>(isa: Avx512, messages: &P, first: usize, start: usize) -> Self {
        Self(B128x4::gather(isa, messages, first, start).0)
    }
    #[inline(always)]
    fn scatter<P: Messages>(self, messages: &mut P, first: usize, start: usize) {
        B128x4(self.0).scatter(messages, first, start);
    }
}

impl Parts for Quads64x2 {
    type Isa = Avx512;
    const PARTS: usize = 2;
    const PART_BYTES: usize = 32;

    #[inline(always)]
    fn gather<P: Messages>(isa: Avx512, messages: &P, first: usize, start: usize) -> Self {
        let low = Quad64::gather(isa, messages, first, start);
        let high = Quad64::gather(isa, messages, first + 1, start);
        // SAFETY: the token proves AVX-512.
        Self(unsafe { _mm512_inserti64x4::<1>(_mm512_castsi256_si512(low.0), high.0) })
    }
    #[inline(always)]
    fn scatter<P: Messages>(self, messages: &mut P, first: usize, start: usize) {
        // SAFETY: a register proves AVX-512.
        let (low, high) =
            unsafe { (_mm512_castsi512_si256(self.0), _mm512_extracti64x4_epi64::<1>(self.0)) };
        Quad64(low).scatter(messages, first, start);
        Quad64(high).scatter(messages, first + 1, start);
    }
}

macro_rules! one {
    ($name:ident $bytes:literal $load:ident $store:ident) => {
        impl Parts for $name {
            type Isa = Avx512;
            const PARTS: usize = 1;
            const PART_BYTES: usize = $bytes;

            #[inline(always)]
            fn gather<P: Messages>(_: Avx512, messages: &P, first: usize, start: usize) -> Self {
                let bytes = &messages.input(first, start, $bytes)[..$bytes];
                // SAFETY: the token proves AVX-512; as many bytes are readable.
                Self(unsafe { $load(bytes.as_ptr().cast()) })
            }
            #[inline(always)]
            fn scatter<P: Messages>(self, messages: &mut P, first: usize, start: usize) {
                let bytes = &mut messages.output(first, start, $bytes)[..$bytes];
                // SAFETY: a register proves AVX-512; as many bytes are writable.
                unsafe { $store(bytes.as_mut_ptr().cast(), self.0) }
            }
        }
    };
}
one!(Quad32 16 _mm_loadu_si128 _mm_storeu_si128);
one!(Quad64 32 _mm256_loadu_si256 _mm256_storeu_si256);

macro_rules! quads {
    ($name:ident: $xor:ident, $and:ident, $ternary:ident, $rotate:ident($set:ident as $signed:ty),
     $turn:ident) => {
        impl Quads for $name {
            #[inline(always)]
            fn xor(self, other: Self) -> Self {
                // SAFETY: a register proves AVX-512, here and below.
                Self(unsafe { $xor(self.0, other.0) })
            }
            #[inline(always)]
            fn and(self, other: Self) -> Self {
                // SAFETY: as `xor`.
                Self(unsafe { $and(self.0, other.0) })
            }
            #[inline(always)]
            fn xor3(self, b: Self, c: Self) -> Self {
                // SAFETY: as `xor`.
                Self(unsafe { $ternary::<{ A ^ B ^ C }>(self.0, b.0, c.0) })
            }
            #[inline(always)]
            fn xor_and(self, b: Self, c: Self) -> Self {
                // SAFETY: as `xor`.
                Self(unsafe { $ternary::<{ A ^ (B & C) }>(self.0, b.0, c.0) })
            }
            #[inline(always)]
            fn rotl<const K: u32>(self) -> Self {
                // SAFETY: as `xor`. A constant count in a register compiles to the immediate form.
                Self(unsafe { $rotate(self.0, $set(K as $signed)) })
            }
            #[inline(always)]
            fn turn<const PLACES: usize>(self) -> Self {
                // SAFETY: as `xor`.
                Self(unsafe {
                    match PLACES {
                        1 => $turn::<0b10_01_00_11>(self.0),
                        2 => $turn::<0b01_00_11_10>(self.0),
                        _ => $turn::<0b00_11_10_01>(self.0),
                    }
                })
            }
        }
    };
}
quads! {
    Quad32: _mm_xor_si128, _mm_and_si128, _mm_ternarylogic_epi32,
    _mm_rolv_epi32(_mm_set1_epi32 as i32), _mm_shuffle_epi32
}
quads! {
    Quad64: _mm256_xor_si256, _mm256_and_si256, _mm256_ternarylogic_epi64,
    _mm256_rolv_epi64(_mm256_set1_epi64x as i64), _mm256_permute4x64_epi64
}
quads! {
    Quads32x4: _mm512_xor_si512, _mm512_and_si512, _mm512_ternarylogic_epi32,
    _mm512_rolv_epi32(_mm512_set1_epi32 as i32), _mm512_shuffle_epi32
}
quads! {
    Quads64x2: _mm512_xor_si512, _mm512_and_si512, _mm512_ternarylogic_epi64,
    _mm512_rolv_epi64(_mm512_set1_epi64 as i64), _mm512_permutex_epi64
}
