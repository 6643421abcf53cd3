//! Bytes in a register of 128 bits.

use core::arch::x86_64::*;

use super::{Level, Xmm, map_nibbles};
use crate::lanes::maps::product_by_maps;
use crate::lanes::planes::PlaneBytes;
use crate::lanes::{AffineMap, Bytes, InverseMap, NibbleTable, Table256};

/// The low nibbles with their bits reversed, in the high half of the byte, and the reverse.
pub(in crate::lanes) const REVERSED_LOW: NibbleTable = NibbleTable([
    0x00, 0x80, 0x40, 0xc0, 0x20, 0xa0, 0x60, 0xe0, 0x10, 0x90, 0x50, 0xd0, 0x30, 0xb0, 0x70, 0xf0,
]);
pub(in crate::lanes) const REVERSED_HIGH: NibbleTable = NibbleTable([
    0x00, 0x08, 0x04, 0x0c, 0x02, 0x0a, 0x06, 0x0e, 0x01, 0x09, 0x05, 0x0d, 0x03, 0x0b, 0x07, 0x0f,
]);

/// The order that undoes ShiftRows of AES (FIPS 197, section 5.3.1).
pub(in crate::lanes) const UNSHIFTED_ROWS: [u8; 16] =
    [0, 13, 10, 7, 4, 1, 14, 11, 8, 5, 2, 15, 12, 9, 6, 3];

impl<L: Level> Bytes for Xmm<L> {
    const FAST_LOOKUP256: bool = false;

    #[inline(always)]
    fn lookup16(self, table: &NibbleTable) -> Self {
        // SAFETY: a register proves SSSE3; the table is sixteen bytes, aligned.
        Self::new(unsafe { _mm_shuffle_epi8(_mm_load_si128(table.0.as_ptr().cast()), self.0) })
    }
    #[inline(always)]
    fn lookup256(self, table: &Table256) -> Self {
        // SAFETY: a register proves SSSE3, and AVX2 and AVX-512 where the level says so; the tables are aligned, and whole
        // registers are read within them.
        unsafe {
            if L::AVX512 {
                let quarter = |i: usize| _mm512_load_si512(table.bytes[64 * i..].as_ptr().cast());
                let x = _mm512_castsi128_si512(self.0);
                let low = _mm512_permutex2var_epi8(quarter(0), x, quarter(1));
                let high = _mm512_permutex2var_epi8(quarter(2), x, quarter(3));
                let (low, high) = (_mm512_castsi512_si128(low), _mm512_castsi512_si128(high));
                return Self::new(_mm_mask_blend_epi8(_mm_movepi8_mask(self.0), low, high));
            }
            // An index whose top bit is set gives zero. It falls by 16 and stays negative, so the sum of each half of the
            // table ends with the 16 bytes that the byte is in, and that of the other half is zero.
            let other = _mm_xor_si128(self.0, _mm_set1_epi8(-128));
            if L::AVX2 {
                // Both halves at once.
                let (mut out, sixteen) = (_mm256_setzero_si256(), _mm256_set1_epi8(16));
                let mut index = _mm256_set_m128i(other, self.0);
                for parts in &table.differences {
                    let parts = _mm256_load_si256(parts.as_ptr().cast());
                    out = _mm256_xor_si256(out, _mm256_shuffle_epi8(parts, index));
                    index = _mm256_subs_epi8(index, sixteen);
                }
                let upper = _mm256_extracti128_si256::<1>(out);
                return Self::new(_mm_xor_si128(_mm256_castsi256_si128(out), upper));
            }
            let (mut out, sixteen) = (_mm_setzero_si128(), _mm_set1_epi8(16));
            for (half, index) in [self.0, other].iter().enumerate() {
                let mut index = *index;
                for parts in &table.differences {
                    let part = _mm_load_si128(parts[half].0.as_ptr().cast());
                    out = _mm_xor_si128(out, _mm_shuffle_epi8(part, index));
                    index = _mm_subs_epi8(index, sixteen);
                }
            }
            Self::new(out)
        }
    }
    #[inline(always)]
    fn affine<const C: i32>(self, map: &'static AffineMap) -> Self {
        // SAFETY: a register proves SSSE3; the level says whether GFNI is there.
        Self::new(unsafe {
            if L::GFNI {
                let matrix = _mm_set1_epi64x(map.matrix as i64);
                return Self::new(_mm_gf2p8affine_epi64_epi8::<C>(self.0, matrix));
            }
            let image = map_nibbles(self.0, &map.low, &map.high);
            if C == 0 { image } else { _mm_xor_si128(image, _mm_set1_epi8(C as i8)) }
        })
    }
    #[inline(always)]
    fn inverse_affine<const C: i32>(self, map: &'static InverseMap<C>) -> Self {
        // SAFETY: a register proves SSSE3 and AES-NI; the level says whether GFNI is there.
        Self::new(unsafe {
            if L::GFNI {
                let matrix = _mm_set1_epi64x(map.map.matrix as i64);
                return Self::new(_mm_gf2p8affineinv_epi64_epi8::<C>(self.0, matrix));
            }
            // AESENCLAST with a zero key is SubBytes after ShiftRows; undo the latter first.
            let order = _mm_loadu_si128(UNSHIFTED_ROWS.as_ptr().cast());
            let x = _mm_aesenclast_si128(_mm_shuffle_epi8(self.0, order), _mm_setzero_si128());
            map_nibbles(x, &map.after_sbox.0, &map.after_sbox.1)
        })
    }
    const FAST_PRODUCT: bool = L::GFNI;
    #[inline(always)]
    fn aes_product(self, other: Self) -> Self {
        if L::GFNI {
            // SAFETY: the level has GFNI.
            return Self::new(unsafe { _mm_gf2p8mul_epi8(self.0, other.0) });
        }
        product_by_maps(self, other)
    }
    #[inline(always)]
    fn aes_columns(self) -> Self {
        // SAFETY: a register proves SSSE3 and AES-NI.
        Self::new(unsafe {
            let order = _mm_loadu_si128(UNSHIFTED_ROWS.as_ptr().cast());
            _mm_aesenc_si128(_mm_shuffle_epi8(self.0, order), _mm_setzero_si128())
        })
    }
}

impl<L: Level> PlaneBytes for Xmm<L> {
    #[inline(always)]
    fn sub_bytes(self, other: Self) -> Self {
        // SAFETY: a register proves SSE4.1.
        Self::new(unsafe { _mm_sub_epi8(self.0, other.0) })
    }
    #[inline(always)]
    fn add_bytes_saturating(self, other: Self) -> Self {
        // SAFETY: a register proves SSE4.1.
        Self::new(unsafe { _mm_adds_epu8(self.0, other.0) })
    }
    #[inline(always)]
    fn equal_bytes(self, other: Self) -> Self {
        // SAFETY: a register proves SSE4.1.
        Self::new(unsafe { _mm_cmpeq_epi8(self.0, other.0) })
    }
    #[inline(always)]
    fn and_not(self, other: Self) -> Self {
        // SAFETY: a register proves SSE4.1.
        Self::new(unsafe { _mm_andnot_si128(self.0, other.0) })
    }
    #[inline(always)]
    fn low_nibbles(self) -> Self {
        // SAFETY: a register proves SSE4.1.
        Self::new(unsafe { _mm_and_si128(self.0, _mm_set1_epi8(15)) })
    }
    #[inline(always)]
    fn high_nibbles(self) -> Self {
        // SAFETY: a register proves SSE4.1.
        Self::new(unsafe { _mm_and_si128(_mm_srli_epi16::<4>(self.0), _mm_set1_epi8(15)) })
    }
}
