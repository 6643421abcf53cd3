//! Bytes in a register of 256 bits.

use core::arch::x86_64::*;

use super::{Avx2Level, Ymm};
use crate::lanes::maps::product_by_maps;
use crate::lanes::planes::PlaneBytes;
use crate::lanes::sse::UNSHIFTED_ROWS;
use crate::lanes::{AffineMap, Bytes, InverseMap, NibbleTable, Table256};

/// A table in both halves of a register. SAFETY: needs AVX2.
#[inline(always)]
unsafe fn both(table: &NibbleTable) -> __m256i {
    // SAFETY: the caller has AVX2; the table is sixteen bytes.
    unsafe { _mm256_broadcastsi128_si256(_mm_load_si128(table.0.as_ptr().cast())) }
}

/// Two nibble lookups and their sum: a linear map of any byte. SAFETY: needs AVX2.
#[inline(always)]
pub(super) unsafe fn map_nibbles(x: __m256i, low: &NibbleTable, high: &NibbleTable) -> __m256i {
    // SAFETY: the caller has AVX2.
    unsafe {
        let mask = _mm256_set1_epi8(15);
        let low = _mm256_shuffle_epi8(both(low), _mm256_and_si256(x, mask));
        let high =
            _mm256_shuffle_epi8(both(high), _mm256_and_si256(_mm256_srli_epi16::<4>(x), mask));
        _mm256_xor_si256(low, high)
    }
}

impl<L: Avx2Level> Bytes for Ymm<L> {
    const FAST_LOOKUP256: bool = false;

    #[inline(always)]
    fn lookup16(self, table: &NibbleTable) -> Self {
        // SAFETY: a register proves AVX2.
        Self::new(unsafe { _mm256_shuffle_epi8(both(table), self.0) })
    }
    #[inline(always)]
    fn lookup256(self, table: &Table256) -> Self {
        // SAFETY: a register proves AVX2, and AVX-512 where the level says so; the tables are aligned, and whole
        // registers are read within them.
        unsafe {
            if L::AVX512 {
                let quarter = |i: usize| _mm512_load_si512(table.bytes[64 * i..].as_ptr().cast());
                let x = _mm512_castsi256_si512(self.0);
                let low = _mm512_permutex2var_epi8(quarter(0), x, quarter(1));
                let high = _mm512_permutex2var_epi8(quarter(2), x, quarter(3));
                let (low, high) = (_mm512_castsi512_si256(low), _mm512_castsi512_si256(high));
                return Self::new(_mm256_mask_blend_epi8(_mm256_movepi8_mask(self.0), low, high));
            }
            // As in a register of 128 bits.
            let (mut out, sixteen) = (_mm256_setzero_si256(), _mm256_set1_epi8(16));
            let other = _mm256_xor_si256(self.0, _mm256_set1_epi8(-128));
            for (half, index) in [self.0, other].iter().enumerate() {
                let mut index = *index;
                for parts in &table.differences {
                    out = _mm256_xor_si256(out, _mm256_shuffle_epi8(both(&parts[half]), index));
                    index = _mm256_subs_epi8(index, sixteen);
                }
            }
            Self::new(out)
        }
    }
    #[inline(always)]
    fn affine<const C: i32>(self, map: &'static AffineMap) -> Self {
        // SAFETY: a register proves AVX2; the level says whether GFNI is there.
        Self::new(unsafe {
            if L::GFNI {
                let matrix = _mm256_set1_epi64x(map.matrix as i64);
                _mm256_gf2p8affine_epi64_epi8::<C>(self.0, matrix)
            } else {
                let image = map_nibbles(self.0, &map.low, &map.high);
                if C == 0 { image } else { _mm256_xor_si256(image, _mm256_set1_epi8(C as i8)) }
            }
        })
    }
    #[inline(always)]
    fn inverse_affine<const C: i32>(self, map: &'static InverseMap<C>) -> Self {
        // SAFETY: a register proves AVX2 and AES-NI; the level says whether GFNI is there; the order is sixteen bytes.
        Self::new(unsafe {
            if L::GFNI {
                let matrix = _mm256_set1_epi64x(map.map.matrix as i64);
                _mm256_gf2p8affineinv_epi64_epi8::<C>(self.0, matrix)
            } else {
                // AESENCLAST with a zero key is SubBytes after ShiftRows; undo the latter first.
                let order = _mm_loadu_si128(UNSHIFTED_ROWS.as_ptr().cast());
                let x = _mm256_shuffle_epi8(self.0, _mm256_broadcastsi128_si256(order));
                let low = _mm_aesenclast_si128(_mm256_castsi256_si128(x), _mm_setzero_si128());
                let high =
                    _mm_aesenclast_si128(_mm256_extracti128_si256::<1>(x), _mm_setzero_si128());
                map_nibbles(_mm256_set_m128i(high, low), &map.after_sbox.0, &map.after_sbox.1)
            }
        })
    }
    const FAST_PRODUCT: bool = L::GFNI;
    #[inline(always)]
    fn aes_product(self, other: Self) -> Self {
        if L::GFNI {
            // SAFETY: the level has GFNI.
            return Self::new(unsafe { _mm256_gf2p8mul_epi8(self.0, other.0) });
        }
        product_by_maps(self, other)
    }
    #[inline(always)]
    fn aes_columns(self) -> Self {
        // SAFETY: a register proves AVX2 and AES-NI; the level says whether VAES is there.
        Self::new(unsafe {
            let order = _mm_loadu_si128(UNSHIFTED_ROWS.as_ptr().cast());
            let x = _mm256_shuffle_epi8(self.0, _mm256_broadcastsi128_si256(order));
            if L::VAES {
                _mm256_aesenc_epi128(x, _mm256_setzero_si256())
            } else {
                let low = _mm_aesenc_si128(_mm256_castsi256_si128(x), _mm_setzero_si128());
                let high = _mm_aesenc_si128(_mm256_extracti128_si256::<1>(x), _mm_setzero_si128());
                _mm256_set_m128i(high, low)
            }
        })
    }
}

impl<L: Avx2Level> PlaneBytes for Ymm<L> {
    #[inline(always)]
    fn sub_bytes(self, other: Self) -> Self {
        // SAFETY: a register proves AVX2.
        Self::new(unsafe { _mm256_sub_epi8(self.0, other.0) })
    }
    #[inline(always)]
    fn add_bytes_saturating(self, other: Self) -> Self {
        // SAFETY: a register proves AVX2.
        Self::new(unsafe { _mm256_adds_epu8(self.0, other.0) })
    }
    #[inline(always)]
    fn equal_bytes(self, other: Self) -> Self {
        // SAFETY: a register proves AVX2.
        Self::new(unsafe { _mm256_cmpeq_epi8(self.0, other.0) })
    }
    #[inline(always)]
    fn and_not(self, other: Self) -> Self {
        // SAFETY: a register proves AVX2.
        Self::new(unsafe { _mm256_andnot_si256(self.0, other.0) })
    }
    #[inline(always)]
    fn low_nibbles(self) -> Self {
        // SAFETY: a register proves AVX2.
        Self::new(unsafe { _mm256_and_si256(self.0, _mm256_set1_epi8(15)) })
    }
    #[inline(always)]
    fn high_nibbles(self) -> Self {
        // SAFETY: a register proves AVX2.
        Self::new(unsafe { _mm256_and_si256(_mm256_srli_epi16::<4>(self.0), _mm256_set1_epi8(15)) })
    }
}
