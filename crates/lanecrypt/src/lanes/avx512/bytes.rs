//! Bytes in a register of 512 bits.

use core::arch::x86_64::*;

use super::Zmm;
use crate::lanes::sse::UNSHIFTED_ROWS;
use crate::lanes::{AffineMap, Bytes, InverseMap, NibbleTable, Table256};

impl Bytes for Zmm {
    const FAST_LOOKUP256: bool = true;

    #[inline(always)]
    fn lookup16(self, table: &NibbleTable) -> Self {
        // SAFETY: a register proves AVX-512; the table is sixteen bytes.
        unsafe {
            let table = _mm512_broadcast_i32x4(_mm_load_si128(table.0.as_ptr().cast()));
            Self(_mm512_shuffle_epi8(table, self.0))
        }
    }
    #[inline(always)]
    fn lookup256(self, table: &Table256) -> Self {
        // SAFETY: a register proves AVX-512; the table is four times 64 bytes, aligned to 64.
        unsafe {
            let quarter = |i: usize| _mm512_load_si512(table.bytes[64 * i..].as_ptr().cast());
            let low = _mm512_permutex2var_epi8(quarter(0), self.0, quarter(1));
            let high = _mm512_permutex2var_epi8(quarter(2), self.0, quarter(3));
            Self(_mm512_mask_blend_epi8(_mm512_movepi8_mask(self.0), low, high))
        }
    }
    #[inline(always)]
    fn affine<const C: i32>(self, map: &'static AffineMap) -> Self {
        // SAFETY: a register proves AVX-512 with GFNI.
        unsafe {
            let matrix = _mm512_set1_epi64(map.matrix as i64);
            Self(_mm512_gf2p8affine_epi64_epi8::<C>(self.0, matrix))
        }
    }
    #[inline(always)]
    fn inverse_affine<const C: i32>(self, map: &'static InverseMap<C>) -> Self {
        // SAFETY: a register proves AVX-512 with GFNI.
        unsafe {
            let matrix = _mm512_set1_epi64(map.map.matrix as i64);
            Self(_mm512_gf2p8affineinv_epi64_epi8::<C>(self.0, matrix))
        }
    }
    const FAST_PRODUCT: bool = true;
    #[inline(always)]
    fn aes_product(self, other: Self) -> Self {
        // SAFETY: a register proves AVX-512 with GFNI.
        Self(unsafe { _mm512_gf2p8mul_epi8(self.0, other.0) })
    }
    #[inline(always)]
    fn aes_columns(self) -> Self {
        // SAFETY: a register proves AVX-512 with VAES; the order is sixteen bytes.
        Self(unsafe {
            let order = _mm_loadu_si128(UNSHIFTED_ROWS.as_ptr().cast());
            let x = _mm512_shuffle_epi8(self.0, _mm512_broadcast_i32x4(order));
            _mm512_aesenc_epi128(x, _mm512_setzero_si512())
        })
    }
}
