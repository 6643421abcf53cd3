//! SSE4.1 with AES-NI and PCLMULQDQ: four words or one block a register.

mod blocks;
mod quads;
mod words;

pub(in crate::lanes) use blocks::{B128, LAST, LAST_TURNED, REVERSED, Xmm};

use core::arch::x86_64::*;

use super::planes::{PlaneBytes, Planes};
use super::{
    AffineMap, Bytes, Group, InverseMap, Isa, Lanes, NibbleTable, Pairs, Row, RowOrder, Several,
    Table256, Words,
};
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

// SAFETY: the token proves more than that.
unsafe impl Xmm for Sse {}

// SAFETY: only the shell that enables the features makes one.
unsafe impl Isa for Sse {
    const BACKEND: Backend = Backend::Sse;
    type U16 = U16x8;
    type U32 = U32x4;
    type U64 = U64x2;
    type Interleaved<W: Lanes<Isa = Self>, const MANY: usize, const FEW: usize> = Group<W, FEW>;
    type Nibbles = Planes<U32x4>;
    type WideU32 = Group<U32x4, 2>;
    type Pairs = U32x4;
    type Blocks = B128<Self>;
    type Aes = B128<Self>;
    type One = B128<Self>;
    type Two = Several<B128<Self>, 2>;
    type Four = Several<B128<Self>, 4>;
    type Quad32 = quads::Quad32;
    type Quad64 = quads::Quad64;
    type ManyQuads32 = Several<quads::Quad32, 2>;
    type ManyQuads64 = quads::Quad64;
}

/// Eight words of 16 bits.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(crate) struct U16x8(__m128i);

/// Four words.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(crate) struct U32x4(__m128i);

/// Two words of 64 bits.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(crate) struct U64x2(__m128i);

/// Two nibble lookups and their sum: a linear map of any byte. SAFETY: needs SSSE3.
#[inline(always)]
unsafe fn map_nibbles(x: __m128i, low: &NibbleTable, high: &NibbleTable) -> __m128i {
    // SAFETY: the caller has SSSE3; tables are sixteen bytes, aligned.
    unsafe {
        let mask = _mm_set1_epi8(15);
        let table = |t: &NibbleTable| _mm_load_si128(t.0.as_ptr().cast());
        let low = _mm_shuffle_epi8(table(low), _mm_and_si128(x, mask));
        let high = _mm_shuffle_epi8(table(high), _mm_and_si128(_mm_srli_epi16::<4>(x), mask));
        _mm_xor_si128(low, high)
    }
}

impl Words for U32x4 {
    #[inline(always)]
    fn max_signed(self, other: Self) -> Self {
        // SAFETY: as `add`.
        Self(unsafe { _mm_max_epi32(self.0, other.0) })
    }
    #[inline(always)]
    fn mask<const MASK: u32>(self) -> Self {
        // SAFETY: as `add`.
        Self(unsafe { _mm_and_si128(self.0, _mm_set1_epi32(MASK as i32)) })
    }
    #[inline(always)]
    fn select<const MASK: u32>(self, other: Self) -> Self {
        // SAFETY: as `add`.
        Self(unsafe {
            match MASK {
                0xffff_0000 => _mm_blend_epi16::<0b1010_1010>(other.0, self.0),
                0x0000_ffff => _mm_blend_epi16::<0b0101_0101>(other.0, self.0),
                _ => {
                    let mask = _mm_set1_epi32(MASK as i32);
                    _mm_or_si128(_mm_and_si128(mask, self.0), _mm_andnot_si128(mask, other.0))
                }
            }
        })
    }
    #[inline(always)]
    fn shl<const K: u32>(self) -> Self {
        // SAFETY: as `add`. Shifts take their constant as an i32, which K is not; a constant
        // count in a register compiles to the immediate form.
        Self(unsafe { _mm_sll_epi32(self.0, _mm_cvtsi32_si128(K as i32)) })
    }
    #[inline(always)]
    fn shr<const K: u32>(self) -> Self {
        // SAFETY: as `shl`.
        Self(unsafe { _mm_srl_epi32(self.0, _mm_cvtsi32_si128(K as i32)) })
    }
    #[inline(always)]
    fn sign_mask(self) -> Self {
        // SAFETY: as `add`.
        Self(unsafe { _mm_srai_epi32::<31>(self.0) })
    }
    #[inline(always)]
    fn shl_concat<const K: u32>(self, low: Self) -> Self {
        // SAFETY: as `shl`.
        Self(unsafe {
            let upper = _mm_sll_epi32(self.0, _mm_cvtsi32_si128(K as i32));
            let lower = _mm_srl_epi32(low.0, _mm_cvtsi32_si128(32 - K as i32));
            _mm_or_si128(upper, lower)
        })
    }
    type Sums = [__m128i; 2];
    #[inline(always)]
    fn widened(self) -> [Self; 2] {
        // SAFETY: as `add`. Products read the low words of pairs only.
        [self, Self(unsafe { _mm_srli_epi64::<32>(self.0) })]
    }
    #[inline(always)]
    fn zero_sums(_: Sse) -> Self::Sums {
        // SAFETY: the token proves the instruction set.
        [unsafe { _mm_setzero_si128() }; 2]
    }
    #[inline(always)]
    fn add_products(sums: Self::Sums, widened: [Self; 2], factor: u32) -> Self::Sums {
        // SAFETY: as `add`.
        unsafe {
            let factor = _mm_set1_epi64x(factor.into());
            [
                _mm_add_epi64(sums[0], _mm_mul_epu32(widened[0].0, factor)),
                _mm_add_epi64(sums[1], _mm_mul_epu32(widened[1].0, factor)),
            ]
        }
    }
    #[inline(always)]
    fn fold31([even, odd]: Self::Sums) -> Self {
        // SAFETY: as `add`.
        Self(unsafe {
            // The low words, and the rest shifted down by 31; for odd lanes that is up by one and
            // one place left.
            let low = _mm_blend_epi16::<0b1100_1100>(even, _mm_slli_epi64::<32>(odd));
            let rest =
                _mm_blend_epi16::<0b1100_1100>(_mm_srli_epi64::<31>(even), _mm_add_epi64(odd, odd));
            _mm_add_epi32(_mm_and_si128(low, _mm_set1_epi32(0x7fff_ffff)), rest)
        })
    }
    #[inline(always)]
    fn transpose<O: RowOrder>(words: &[Self; 16], rows: &mut [Row]) {
        let rows = &mut rows[..4];
        for (quarter, words) in words.chunks_exact(4).enumerate() {
            let (mut a, mut b, mut c, mut d) = (words[0], words[1], words[2], words[3]);
            if O::SWAP_PAIRS {
                (a, b, c, d) = (b, a, d, c);
            }
            if O::SWAP_BYTES {
                (a, b, c, d) = (a.swap_bytes(), b.swap_bytes(), c.swap_bytes(), d.swap_bytes());
            }
            // SAFETY: as `add`.
            let lanes = unsafe {
                let ab_low = _mm_unpacklo_epi32(a.0, b.0);
                let ab_high = _mm_unpackhi_epi32(a.0, b.0);
                let cd_low = _mm_unpacklo_epi32(c.0, d.0);
                let cd_high = _mm_unpackhi_epi32(c.0, d.0);
                [
                    _mm_unpacklo_epi64(ab_low, cd_low),
                    _mm_unpackhi_epi64(ab_low, cd_low),
                    _mm_unpacklo_epi64(ab_high, cd_high),
                    _mm_unpackhi_epi64(ab_high, cd_high),
                ]
            };
            for (row, lane) in rows.iter_mut().zip(lanes) {
                Self(lane).store(&mut row.0[4 * quarter..]);
            }
        }
    }
}

impl Bytes for U32x4 {
    const FAST_LOOKUP256: bool = false;

    #[inline(always)]
    fn lookup16(self, table: &NibbleTable) -> Self {
        // SAFETY: a register proves SSSE3; the table is sixteen bytes, aligned.
        Self(unsafe { _mm_shuffle_epi8(_mm_load_si128(table.0.as_ptr().cast()), self.0) })
    }
    #[inline(always)]
    fn lookup256(self, table: &Table256) -> Self {
        // SAFETY: as `lookup16`, sixteen times.
        unsafe {
            let mask = _mm_set1_epi8(15);
            let low = _mm_and_si128(self.0, mask);
            let high = _mm_and_si128(_mm_srli_epi16::<4>(self.0), mask);
            let mut out = _mm_setzero_si128();
            for (index, part) in table.0.chunks_exact(16).enumerate() {
                let part = _mm_load_si128(part.as_ptr().cast());
                let here = _mm_cmpeq_epi8(high, _mm_set1_epi8(index as i8));
                out = _mm_or_si128(out, _mm_and_si128(here, _mm_shuffle_epi8(part, low)));
            }
            Self(out)
        }
    }
    #[inline(always)]
    fn affine<const C: i32>(self, map: &'static AffineMap) -> Self {
        // SAFETY: a register proves SSSE3.
        Self(unsafe {
            let image = map_nibbles(self.0, &map.low, &map.high);
            if C == 0 { image } else { _mm_xor_si128(image, _mm_set1_epi8(C as i8)) }
        })
    }
    #[inline(always)]
    fn inverse_affine<const C: i32>(self, map: &'static InverseMap<C>) -> Self {
        // SAFETY: a register proves SSSE3 and AES-NI.
        Self(unsafe {
            // AESENCLAST with a zero key is SubBytes after ShiftRows; undo the latter first.
            let order = _mm_set_epi8(3, 6, 9, 12, 15, 2, 5, 8, 11, 14, 1, 4, 7, 10, 13, 0);
            let x = _mm_aesenclast_si128(_mm_shuffle_epi8(self.0, order), _mm_setzero_si128());
            map_nibbles(x, &map.after_sbox.0, &map.after_sbox.1)
        })
    }
}

impl PlaneBytes for U32x4 {
    #[inline(always)]
    fn add_bytes(self, other: Self) -> Self {
        // SAFETY: a register proves SSE4.1.
        Self(unsafe { _mm_add_epi8(self.0, other.0) })
    }
    #[inline(always)]
    fn sub_bytes(self, other: Self) -> Self {
        // SAFETY: as `add_bytes`.
        Self(unsafe { _mm_sub_epi8(self.0, other.0) })
    }
    #[inline(always)]
    fn add_bytes_saturating(self, other: Self) -> Self {
        // SAFETY: as `add_bytes`.
        Self(unsafe { _mm_adds_epu8(self.0, other.0) })
    }
    #[inline(always)]
    fn equal_bytes(self, other: Self) -> Self {
        // SAFETY: as `add_bytes`.
        Self(unsafe { _mm_cmpeq_epi8(self.0, other.0) })
    }
    #[inline(always)]
    fn and_not(self, other: Self) -> Self {
        // SAFETY: as `add_bytes`.
        Self(unsafe { _mm_andnot_si128(self.0, other.0) })
    }
    #[inline(always)]
    fn transpose_bytes(self) -> Self {
        const COLUMNS: [u8; 16] = [0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15];
        // SAFETY: as `add_bytes`; the order is sixteen bytes.
        Self(unsafe { _mm_shuffle_epi8(self.0, _mm_loadu_si128(COLUMNS.as_ptr().cast())) })
    }
}

impl Pairs for U32x4 {
    #[inline(always)]
    fn rotl16_pairs(self) -> Self {
        // SAFETY: a register proves SSSE3.
        Self(unsafe {
            let order = _mm_set_epi8(13, 12, 11, 10, 9, 8, 15, 14, 5, 4, 3, 2, 1, 0, 7, 6);
            _mm_shuffle_epi8(self.0, order)
        })
    }
    #[inline(always)]
    fn rotl_each<const EVEN: u32, const ODD: u32>(self) -> Self {
        let (even, odd) = (self.rotl::<EVEN>(), self.rotl::<ODD>());
        // SAFETY: a register proves SSE4.1.
        Self(unsafe { _mm_blend_epi16::<0b1100_1100>(even.0, odd.0) })
    }
}
