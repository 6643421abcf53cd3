//! AVX-512: sixteen words or four blocks a register, ternary logic, rotates, funnel shifts,
//! two-register byte permutes, GFNI.

mod blocks;
mod quads;
mod words;

use core::arch::x86_64::*;

use super::avx2::{B128x2, Vaes, Ymm};
use super::sse::{B128, Xmm};
use super::{
    AffineMap, AsWords, Bytes, Group, InverseMap, Isa, Lanes, NibbleBoxes, NibbleTable, Nibbles,
    Pairs, Row, RowOrder, Several, Table256, Words,
};
use crate::Backend;
use blocks::B128x4;

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

// SAFETY: the token proves more than that.
unsafe impl Xmm for Avx512 {}
// SAFETY: the token proves more than that.
unsafe impl Ymm for Avx512 {
    const GFNI: bool = true;
}
impl Vaes for Avx512 {}

// SAFETY: only the shell that enables the features makes one.
unsafe impl Isa for Avx512 {
    const BACKEND: Backend = Backend::Avx512;
    type U16 = U16x32;
    type U32 = U32x16;
    type U64 = U64x8;
    type Interleaved<W: Lanes<Isa = Self>, const MANY: usize, const FEW: usize> = Group<W, MANY>;
    type Nibbles = Group<U32x16, 8>;
    type WideU32 = Group<U32x16, 2>;
    type Pairs = U32x16;
    type Blocks = B128x4;
    type Aes = B128x4;
    type One = B128<Self>;
    type Two = B128x2<Self>;
    type Four = B128x4;
    type Quad32 = quads::Quad32;
    type Quad64 = quads::Quad64;
    type ManyQuads32 = Several<quads::Quads32x4, 2>;
    type ManyQuads64 = Several<quads::Quads64x2, 4>;
}

/// Thirty-two words of 16 bits.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(crate) struct U16x32(__m512i);

/// Sixteen words.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(crate) struct U32x16(__m512i);

/// Eight words of 64 bits.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(crate) struct U64x8(__m512i);

// The truth table of a ternary operation is the operation applied to these.
const A: i32 = 0xf0;
const B: i32 = 0xcc;
const C: i32 = 0xaa;

impl Words for U32x16 {
    #[inline(always)]
    fn max_signed(self, other: Self) -> Self {
        // SAFETY: as `add`.
        Self(unsafe { _mm512_max_epi32(self.0, other.0) })
    }
    #[inline(always)]
    fn mask<const MASK: u32>(self) -> Self {
        // SAFETY: as `add`.
        Self(unsafe { _mm512_and_si512(self.0, _mm512_set1_epi32(MASK as i32)) })
    }
    #[inline(always)]
    fn select<const MASK: u32>(self, other: Self) -> Self {
        // SAFETY: as `add`.
        unsafe {
            let mask = _mm512_set1_epi32(MASK as i32);
            Self(_mm512_ternarylogic_epi32::<{ (A & B) | (!A & C & 0xff) }>(mask, self.0, other.0))
        }
    }
    #[inline(always)]
    fn shl<const K: u32>(self) -> Self {
        // SAFETY: as `add`.
        Self(unsafe { _mm512_slli_epi32::<K>(self.0) })
    }
    #[inline(always)]
    fn shr<const K: u32>(self) -> Self {
        // SAFETY: as `add`.
        Self(unsafe { _mm512_srli_epi32::<K>(self.0) })
    }
    #[inline(always)]
    fn sign_mask(self) -> Self {
        // SAFETY: as `add`.
        Self(unsafe { _mm512_srai_epi32::<31>(self.0) })
    }
    #[inline(always)]
    fn shl_concat<const K: u32>(self, low: Self) -> Self {
        // SAFETY: as `add`; see `rotl` for the variable form.
        Self(unsafe { _mm512_shldv_epi32(self.0, low.0, _mm512_set1_epi32(K as i32)) })
    }
    #[inline(always)]
    fn interleave_rotl24(self, other: Self) -> Self {
        // SAFETY: as `add`.
        Self(unsafe {
            // One permute of both registers: bytes 0, 1, 2, 3 of each word are bytes 1 of self,
            // 2 of other, 3 of self, 0 of other; those of `other` have 64 added to their number.
            let order = {
                let mut order = [0; 64];
                let mut i = 0;
                while i < 16 {
                    order[4 * i] = 4 * i as u8 + 1;
                    order[4 * i + 1] = 4 * i as u8 + 2 + 64;
                    order[4 * i + 2] = 4 * i as u8 + 3;
                    order[4 * i + 3] = 4 * i as u8 + 64;
                    i += 1;
                }
                order
            };
            let order = core::mem::transmute::<[u8; 64], __m512i>(order);
            _mm512_permutex2var_epi8(self.0, order, other.0)
        })
    }
    type Sums = [__m512i; 2];
    #[inline(always)]
    fn widened(self) -> [Self; 2] {
        // SAFETY: as `add`.
        unsafe {
            // IFMA reads 52 bits, so the odd words must go from the even ones.
            let even = _mm512_and_si512(self.0, _mm512_set1_epi64(0xffff_ffff));
            [Self(even), Self(_mm512_srli_epi64::<32>(self.0))]
        }
    }
    #[inline(always)]
    fn zero_sums(_: Avx512) -> Self::Sums {
        // SAFETY: the token proves AVX-512.
        [unsafe { _mm512_setzero_si512() }; 2]
    }
    #[inline(always)]
    fn add_products(sums: Self::Sums, widened: [Self; 2], factor: u32) -> Self::Sums {
        // SAFETY: as `add`; the level has IFMA. Products below 2^53 would lose a bit, these have
        // 31 + 21 bits at most.
        unsafe {
            let factor = _mm512_set1_epi64(factor.into());
            [
                _mm512_madd52lo_epu64(sums[0], widened[0].0, factor),
                _mm512_madd52lo_epu64(sums[1], widened[1].0, factor),
            ]
        }
    }
    #[inline(always)]
    fn fold31([even, odd]: Self::Sums) -> Self {
        // SAFETY: as `add`.
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
            Self(_mm512_add_epi32(low, rest))
        }
    }
    #[inline(always)]
    fn transpose<O: RowOrder>(words: &[Self; 16], rows: &mut [Row]) {
        let rows = &mut rows[..16];
        // SAFETY: as `add`; rows are 64 bytes, aligned to 64.
        unsafe {
            let mut quads = [[words[0].0; 4]; 4];
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
                let ab_low = _mm512_unpacklo_epi32(a.0, b.0);
                let ab_high = _mm512_unpackhi_epi32(a.0, b.0);
                let cd_low = _mm512_unpacklo_epi32(c.0, d.0);
                let cd_high = _mm512_unpackhi_epi32(c.0, d.0);
                *quad = [
                    _mm512_unpacklo_epi64(ab_low, cd_low),
                    _mm512_unpackhi_epi64(ab_low, cd_low),
                    _mm512_unpacklo_epi64(ab_high, cd_high),
                    _mm512_unpackhi_epi64(ab_high, cd_high),
                ];
            }
            for q in 0..4 {
                let [a, b, c, d] = [quads[0][q], quads[1][q], quads[2][q], quads[3][q]];
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
                    _mm512_store_si512(core::ptr::from_mut(&mut rows[4 * m + q]).cast(), lane);
                }
            }
        }
    }
    #[inline(always)]
    fn columns(isa: Avx512, rows: &[Row], words: &mut [Self; 16]) {
        // As many rows as words: the same exchange.
        for (word, row) in words.iter_mut().zip(&rows[..16]) {
            *word = Self::load(isa, &row.0);
        }
        let mut columns = [Row::ZERO; 16];
        Self::transpose::<AsWords>(words, &mut columns);
        for (word, column) in words.iter_mut().zip(&columns) {
            *word = Self::load(isa, &column.0);
        }
    }
}

impl Bytes for U32x16 {
    const FAST_LOOKUP256: bool = true;

    #[inline(always)]
    fn lookup16(self, table: &NibbleTable) -> Self {
        // SAFETY: as `add`; the table is sixteen bytes.
        unsafe {
            let table = _mm512_broadcast_i32x4(_mm_load_si128(table.0.as_ptr().cast()));
            Self(_mm512_shuffle_epi8(table, self.0))
        }
    }
    #[inline(always)]
    fn lookup256(self, table: &Table256) -> Self {
        // SAFETY: as `add`; the table is four times 64 bytes, aligned to 64.
        unsafe {
            let quarter = |i: usize| _mm512_load_si512(table.0[64 * i..].as_ptr().cast());
            let low = _mm512_permutex2var_epi8(quarter(0), self.0, quarter(1));
            let high = _mm512_permutex2var_epi8(quarter(2), self.0, quarter(3));
            Self(_mm512_mask_blend_epi8(_mm512_movepi8_mask(self.0), low, high))
        }
    }
    #[inline(always)]
    fn affine<const C: i32>(self, map: &'static AffineMap) -> Self {
        // SAFETY: as `add`; the level has GFNI.
        unsafe {
            let matrix = _mm512_set1_epi64(map.matrix as i64);
            Self(_mm512_gf2p8affine_epi64_epi8::<C>(self.0, matrix))
        }
    }
    #[inline(always)]
    fn inverse_affine<const C: i32>(self, map: &'static InverseMap<C>) -> Self {
        // SAFETY: as `affine`.
        unsafe {
            let matrix = _mm512_set1_epi64(map.map.matrix as i64);
            Self(_mm512_gf2p8affineinv_epi64_epi8::<C>(self.0, matrix))
        }
    }
}

impl Nibbles for U32x16 {
    #[inline(always)]
    fn substitute_rotl11(self, boxes: &NibbleBoxes) -> Self {
        const MASK_OR: i32 = (A & B) | C;
        // SAFETY: a register proves AVX-512; the tables are 64 bytes each, aligned.
        let substituted = Self(unsafe {
            let low = _mm512_load_si512(boxes.low.as_ptr().cast());
            let high = _mm512_load_si512(boxes.high.as_ptr().cast());
            // The table of a byte is the one of its place in the word: bits 4 and 5 of the index.
            let nibbles = _mm512_set1_epi32(0x0f0f_0f0f);
            let places = _mm512_set1_epi32(0x3020_1000);
            let lower = _mm512_ternarylogic_epi32::<MASK_OR>(self.0, nibbles, places);
            let down = _mm512_srli_epi32::<4>(self.0);
            let upper = _mm512_ternarylogic_epi32::<MASK_OR>(down, nibbles, places);
            _mm512_or_si512(
                _mm512_permutexvar_epi8(lower, low),
                _mm512_permutexvar_epi8(upper, high),
            )
        });
        substituted.rotl::<11>()
    }
}

impl Pairs for U32x16 {
    #[inline(always)]
    fn rotl16_pairs(self) -> Self {
        // SAFETY: a register proves AVX-512.
        Self(unsafe { _mm512_rol_epi64::<16>(self.0) })
    }
    #[inline(always)]
    fn rotl_each<const EVEN: u32, const ODD: u32>(self) -> Self {
        // SAFETY: as `rotl16_pairs`.
        Self(unsafe {
            let counts = _mm512_set1_epi64(i64::from(ODD) << 32 | i64::from(EVEN));
            _mm512_rolv_epi32(self.0, counts)
        })
    }
}
