//! Words of 32 bits in a register of 512.

use core::arch::x86_64::*;

use super::{A, Avx512, B, C, Zmm};
use crate::lanes::{
    AsWords, Lanes, Lanes32, NibbleBoxes, Nibbles, Pairs, Row, RowOrder, Rows, View, Words as _,
};

/// A register as words.
#[inline(always)]
fn of(register: __m512i) -> View<Zmm, u32> {
    View::of(Zmm(register))
}

/// Words as a register.
#[inline(always)]
fn raw(words: View<Zmm, u32>) -> __m512i {
    words.register().0
}

impl Lanes32 for View<Zmm, u32> {
    #[inline(always)]
    fn max_signed(self, other: Self) -> Self {
        // SAFETY: a register proves AVX-512.
        of(unsafe { _mm512_max_epi32(raw(self), raw(other)) })
    }
    #[inline(always)]
    fn mask<const MASK: u32>(self) -> Self {
        // SAFETY: a register proves AVX-512.
        of(unsafe { _mm512_and_si512(raw(self), _mm512_set1_epi32(MASK as i32)) })
    }
    #[inline(always)]
    fn select<const MASK: u32>(self, other: Self) -> Self {
        // SAFETY: a register proves AVX-512.
        unsafe {
            let mask = _mm512_set1_epi32(MASK as i32);
            of(_mm512_ternarylogic_epi32::<{ (A & B) | (!A & C & 0xff) }>(
                mask,
                raw(self),
                raw(other),
            ))
        }
    }
    #[inline(always)]
    fn sign_mask(self) -> Self {
        self.register().sign_mask::<u32>().as_words()
    }
    #[inline(always)]
    fn shl_concat<const K: u32>(self, low: Self) -> Self {
        // SAFETY: a register proves AVX-512; a constant count in a register compiles to the immediate form.
        of(unsafe { _mm512_shldv_epi32(raw(self), raw(low), _mm512_set1_epi32(K as i32)) })
    }
    type Sums = [__m512i; 2];
    #[inline(always)]
    fn widened(self) -> [Self; 2] {
        // SAFETY: a register proves AVX-512.
        unsafe {
            // IFMA reads 52 bits, so the odd words must go from the even ones.
            let even = _mm512_and_si512(raw(self), _mm512_set1_epi64(0xffff_ffff));
            [of(even), of(_mm512_srli_epi64::<32>(raw(self)))]
        }
    }
    #[inline(always)]
    fn zero_sums(_: Avx512) -> Self::Sums {
        // SAFETY: the token proves AVX-512.
        [unsafe { _mm512_setzero_si512() }; 2]
    }
    #[inline(always)]
    fn add_products(sums: Self::Sums, widened: [Self; 2], factor: u32) -> Self::Sums {
        // SAFETY: a register proves AVX-512 with IFMA. Products below 2^53 would lose a bit, these have 31 + 21
        // bits at most.
        unsafe {
            let factor = _mm512_set1_epi64(factor.into());
            [
                _mm512_madd52lo_epu64(sums[0], raw(widened[0]), factor),
                _mm512_madd52lo_epu64(sums[1], raw(widened[1]), factor),
            ]
        }
    }
    #[inline(always)]
    fn fold31([even, odd]: Self::Sums) -> Self {
        // SAFETY: sums come from a token, which proves AVX-512.
        unsafe {
            const ODD: u16 = 0xaaaa;
            // The low words: odd lanes take the low word of the pair beside them.
            let low = _mm512_mask_shuffle_epi32::<0b10_10_00_00>(even, ODD, odd);
            // The rest, shifted down by 31; for odd lanes that is up by one and one place left.
            let rest = _mm512_mask_blend_epi32(
                ODD,
                _mm512_srli_epi64::<31>(even),
                _mm512_add_epi64(odd, odd),
            );
            let low = _mm512_and_si512(low, _mm512_set1_epi32(0x7fff_ffff));
            of(_mm512_add_epi32(low, rest))
        }
    }
    #[inline(always)]
    fn transpose<O: RowOrder>(words: &[Self; 16], mut rows: impl Rows<Avx512>) {
        let mut rows = rows.part(0, 16);
        // SAFETY: a register proves AVX-512.
        unsafe {
            let mut quads = [[raw(words[0]); 4]; 4];
            for (quad, words) in quads.iter_mut().zip(words.chunks_exact(4)) {
                // Four words of sixteen lanes: afterwards register q holds, in its 128-bit part m,
                // the four words of lane 4m + q.
                let (mut a, mut b, mut c, mut d) = (words[0], words[1], words[2], words[3]);
                if O::SWAP_PAIRS {
                    (a, b, c, d) = (b, a, d, c);
                }
                if O::SWAP_BYTES {
                    (a, b, c, d) = (a.swap_bytes(), b.swap_bytes(), c.swap_bytes(), d.swap_bytes());
                }
                let ab_low = _mm512_unpacklo_epi32(raw(a), raw(b));
                let ab_high = _mm512_unpackhi_epi32(raw(a), raw(b));
                let cd_low = _mm512_unpacklo_epi32(raw(c), raw(d));
                let cd_high = _mm512_unpackhi_epi32(raw(c), raw(d));
                *quad = [
                    _mm512_unpacklo_epi64(ab_low, cd_low),
                    _mm512_unpackhi_epi64(ab_low, cd_low),
                    _mm512_unpacklo_epi64(ab_high, cd_high),
                    _mm512_unpackhi_epi64(ab_high, cd_high),
                ];
            }
            let [first, second, third, fourth] = quads;
            for q in 0..4 {
                let [a, b, c, d] = [first[q], second[q], third[q], fourth[q]];
                let ab_even = _mm512_shuffle_i32x4::<0b10_00_10_00>(a, b);
                let ab_odd = _mm512_shuffle_i32x4::<0b11_01_11_01>(a, b);
                let cd_even = _mm512_shuffle_i32x4::<0b10_00_10_00>(c, d);
                let cd_odd = _mm512_shuffle_i32x4::<0b11_01_11_01>(c, d);
                let lanes = [
                    _mm512_shuffle_i32x4::<0b10_00_10_00>(ab_even, cd_even),
                    _mm512_shuffle_i32x4::<0b10_00_10_00>(ab_odd, cd_odd),
                    _mm512_shuffle_i32x4::<0b11_01_11_01>(ab_even, cd_even),
                    _mm512_shuffle_i32x4::<0b11_01_11_01>(ab_odd, cd_odd),
                ];
                for (m, lane) in lanes.into_iter().enumerate() {
                    rows.put(4 * m + q, 0, of(lane));
                }
            }
        }
    }
    #[inline(always)]
    fn columns(isa: Avx512, rows: &[Row], words: &mut [Self; 16]) {
        // As many rows as words: the same exchange.
        for (word, row) in words.iter_mut().zip(&rows[..16]) {
            *word = Self::load_words(isa, &row.0);
        }
        let mut columns = [Row::ZERO; 16];
        Self::transpose::<AsWords>(words, &mut columns[..]);
        for (word, column) in words.iter_mut().zip(&columns) {
            *word = Self::load_words(isa, &column.0);
        }
    }
}

impl Nibbles for View<Zmm, u32> {
    #[inline(always)]
    fn substitute_rotl11(self, boxes: &NibbleBoxes) -> Self {
        const MASK_OR: i32 = (A & B) | C;
        // SAFETY: a register proves AVX-512; the tables are 64 bytes each, aligned.
        let substituted = of(unsafe {
            let low = _mm512_load_si512(boxes.low.as_ptr().cast());
            let high = _mm512_load_si512(boxes.high.as_ptr().cast());
            // The table of a byte is the one of its place in the word: bits 4 and 5 of the index.
            let nibbles = _mm512_set1_epi32(0x0f0f_0f0f);
            let places = _mm512_set1_epi32(0x3020_1000);
            let lower = _mm512_ternarylogic_epi32::<MASK_OR>(raw(self), nibbles, places);
            let down = _mm512_srli_epi32::<4>(raw(self));
            let upper = _mm512_ternarylogic_epi32::<MASK_OR>(down, nibbles, places);
            _mm512_or_si512(
                _mm512_permutexvar_epi8(lower, low),
                _mm512_permutexvar_epi8(upper, high),
            )
        });
        substituted.rotl::<11>()
    }
}

impl Pairs for View<Zmm, u32> {
    #[inline(always)]
    fn rotl16_bytes<const EVEN: usize, const ODD: usize>(self) -> Self {
        // SAFETY: a register proves AVX-512.
        of(unsafe {
            let turned = _mm512_rol_epi64::<16>(raw(self));
            if EVEN == 0 && ODD == 0 {
                return of(turned);
            }
            let (even, odd) = (8 * EVEN as i64, 8 * ODD as i64);
            let counts = _mm512_set1_epi64(odd << 32 | even);
            _mm512_rolv_epi32(turned, counts)
        })
    }
    #[inline(always)]
    fn rotl_each<const EVEN: u32, const ODD: u32>(self) -> Self {
        // SAFETY: a register proves AVX-512.
        of(unsafe {
            let counts = _mm512_set1_epi64(i64::from(ODD) << 32 | i64::from(EVEN));
            _mm512_rolv_epi32(raw(self), counts)
        })
    }
}
