//! Four blocks a register.

use core::arch::x86_64::*;

use super::{Avx512, Zmm};
use crate::lanes::sse::{COLUMNS, LAST, LAST_ROTATED, REVERSE, REVERSED, Xmm};
use crate::lanes::{AesBlocks, Blocks};

/// The mask of so many bytes, fewer than 64.
#[inline(always)]
fn part_mask(bytes: usize) -> __mmask64 {
    debug_assert!(bytes < 64);
    !(u64::MAX << (bytes & 63))
}

impl Blocks for Zmm {
    const BLOCKS: usize = 4;

    #[inline(always)]
    fn reverse_bits(self) -> Self {
        // SAFETY: a register proves the level; the level has GFNI.
        Self(unsafe { _mm512_gf2p8affine_epi64_epi8::<0>(self.0, _mm512_set1_epi64(REVERSE)) })
    }
    #[inline(always)]
    fn clmul<const UPPER: bool, const OTHER_UPPER: bool>(self, other: Self) -> Self {
        // SAFETY: a register proves the level; the level has VPCLMULQDQ.
        Self(unsafe {
            match (UPPER, OTHER_UPPER) {
                (false, false) => _mm512_clmulepi64_epi128::<0x00>(self.0, other.0),
                (true, false) => _mm512_clmulepi64_epi128::<0x01>(self.0, other.0),
                (false, true) => _mm512_clmulepi64_epi128::<0x10>(self.0, other.0),
                (true, true) => _mm512_clmulepi64_epi128::<0x11>(self.0, other.0),
            }
        })
    }
    #[inline(always)]
    fn transpose_bytes(self) -> Self {
        // SAFETY: a register proves the level; the order is sixteen bytes.
        Self(unsafe {
            let order = _mm_loadu_si128(COLUMNS.as_ptr().cast());
            _mm512_shuffle_epi8(self.0, _mm512_broadcast_i32x4(order))
        })
    }
    #[inline(always)]
    fn zip_bytes(self, other: Self) -> (Self, Self) {
        // SAFETY: a register proves AVX-512.
        let (lower, upper) = unsafe {
            (_mm512_unpacklo_epi8(self.0, other.0), _mm512_unpackhi_epi8(self.0, other.0))
        };
        (Self(lower), Self(upper))
    }
    #[inline(always)]
    fn align<const K: i32>(self, next: Self) -> Self {
        // SAFETY: a register proves AVX-512.
        Self(unsafe { _mm512_alignr_epi8::<K>(next.0, self.0) })
    }
    #[inline(always)]
    fn next_block(self, next: Self) -> Self {
        // SAFETY: a register proves the level.
        Self(unsafe { _mm512_alignr_epi64::<2>(next.0, self.0) })
    }
    #[inline(always)]
    fn previous_block(self, before: Self) -> Self {
        // SAFETY: a register proves the level.
        Self(unsafe { _mm512_alignr_epi64::<6>(self.0, before.0) })
    }
    #[inline(always)]
    fn xor_all_block(self) -> u128 {
        // SAFETY: a register proves the level; a register of 128 bits is a number of 128 bits, little-endian.
        unsafe {
            let half = _mm256_xor_si256(
                _mm512_castsi512_si256(self.0),
                _mm512_extracti64x4_epi64::<1>(self.0),
            );
            let block =
                _mm_xor_si128(_mm256_castsi256_si128(half), _mm256_extracti128_si256::<1>(half));
            core::mem::transmute::<__m128i, u128>(block)
        }
    }
}

impl AesBlocks for Zmm {
    const WIDE_END: bool = true;
    const FAST_XOR3: bool = true;
    const KEEPS_CONSTANTS: bool = true;

    #[inline(always)]
    fn splat(_: Avx512, block: u128) -> Self {
        // SAFETY: the token proves AVX-512 and VAES.
        Self(unsafe { _mm512_broadcast_i32x4(_mm_set_epi64x((block >> 64) as i64, block as i64)) })
    }
    #[inline(always)]
    fn from_each(_: Avx512, block: impl Fn(usize) -> u128) -> Self {
        let (a, b, c, d) = (block(0), block(1), block(2), block(3));
        // SAFETY: a register proves the level.
        Self(unsafe {
            let low = _mm256_castsi128_si256(core::mem::transmute::<u128, __m128i>(a));
            let low = _mm256_inserti128_si256::<1>(low, core::mem::transmute::<u128, __m128i>(b));
            let high = _mm256_castsi128_si256(core::mem::transmute::<u128, __m128i>(c));
            let high = _mm256_inserti128_si256::<1>(high, core::mem::transmute::<u128, __m128i>(d));
            _mm512_inserti64x4::<1>(_mm512_castsi256_si512(low), high)
        })
    }
    #[inline(always)]
    fn block(self, place: usize) -> u128 {
        // SAFETY: a register proves AVX-512; a register of 128 bits is a number of 128 bits.
        unsafe {
            core::mem::transmute::<__m128i, u128>(match place {
                0 => _mm512_castsi512_si128(self.0),
                1 => _mm512_extracti32x4_epi32::<1>(self.0),
                2 => _mm512_extracti32x4_epi32::<2>(self.0),
                _ => _mm512_extracti32x4_epi32::<3>(self.0),
            })
        }
    }
    #[inline(always)]
    fn transpose(_: Avx512, square: &mut [Self; 4]) {
        let [a, b, c, d] = *square;
        // SAFETY: a register proves AVX-512.
        *square = unsafe {
            let ab = _mm512_shuffle_i32x4::<0b01_00_01_00>(a.0, b.0);
            let cd = _mm512_shuffle_i32x4::<0b01_00_01_00>(c.0, d.0);
            let ab_upper = _mm512_shuffle_i32x4::<0b11_10_11_10>(a.0, b.0);
            let cd_upper = _mm512_shuffle_i32x4::<0b11_10_11_10>(c.0, d.0);
            [
                Self(_mm512_shuffle_i32x4::<0b10_00_10_00>(ab, cd)),
                Self(_mm512_shuffle_i32x4::<0b11_01_11_01>(ab, cd)),
                Self(_mm512_shuffle_i32x4::<0b10_00_10_00>(ab_upper, cd_upper)),
                Self(_mm512_shuffle_i32x4::<0b11_01_11_01>(ab_upper, cd_upper)),
            ]
        };
    }
    #[inline(always)]
    fn swap_bytes(self) -> Self {
        // SAFETY: a register proves the level.
        Self(unsafe {
            _mm512_shuffle_epi8(
                self.0,
                _mm512_broadcast_i32x4(core::mem::transmute::<[u8; 16], __m128i>(REVERSED)),
            )
        })
    }
    #[inline(always)]
    fn last_word<const ROTATED: bool>(self) -> Self {
        // SAFETY: a register proves the level.
        Self(unsafe {
            let order = if ROTATED { LAST_ROTATED } else { LAST };
            let order = core::mem::transmute::<[u8; 16], __m128i>(order);
            _mm512_shuffle_epi8(self.0, _mm512_broadcast_i32x4(order))
        })
    }
    #[inline(always)]
    fn prefix_xor(self) -> Self {
        // SAFETY: a register proves the level.
        Self(unsafe {
            let pairs = _mm512_xor_si512(self.0, _mm512_bslli_epi128::<4>(self.0));
            _mm512_xor_si512(pairs, _mm512_bslli_epi128::<8>(pairs))
        })
    }
    #[inline(always)]
    fn xor_all(self) -> Xmm<Avx512> {
        // SAFETY: a register proves the level.
        Xmm::new(unsafe {
            let half = _mm256_xor_si256(
                _mm512_castsi512_si256(self.0),
                _mm512_extracti64x4_epi64::<1>(self.0),
            );
            _mm_xor_si128(_mm256_castsi256_si128(half), _mm256_extracti128_si256::<1>(half))
        })
    }
    #[inline(always)]
    fn first(self) -> Xmm<Avx512> {
        // SAFETY: a register proves the level.
        Xmm::new(unsafe { _mm512_castsi512_si128(self.0) })
    }
    #[inline(always)]
    fn of_one(block: Xmm<Avx512>) -> Self {
        // SAFETY: a register proves the level.
        Self(unsafe { _mm512_zextsi128_si512(block.0) })
    }
    #[inline(always)]
    fn load_part(_: Avx512, bytes: &[u8]) -> Self {
        let from = bytes.as_ptr();
        // Whole blocks without a mask: a load with one waits for what was stored just before.
        // SAFETY: the token proves AVX-512; as many bytes are read as there are, or fewer.
        Self(unsafe {
            match bytes.len() {
                16 => _mm512_zextsi128_si512(_mm_loadu_si128(from.cast())),
                32 => _mm512_zextsi256_si512(_mm256_loadu_si256(from.cast())),
                count => _mm512_maskz_loadu_epi8(part_mask(count), from.cast()),
            }
        })
    }
    #[inline(always)]
    fn store_part(self, bytes: &mut [u8]) {
        let to = bytes.as_mut_ptr();
        // SAFETY: a register proves the level; as many bytes are written as there is room for, or fewer.
        unsafe {
            match bytes.len() {
                16 => _mm_storeu_si128(to.cast(), _mm512_castsi512_si128(self.0)),
                32 => _mm256_storeu_si256(to.cast(), _mm512_castsi512_si256(self.0)),
                count => _mm512_mask_storeu_epi8(to.cast(), part_mask(count), self.0),
            }
        }
    }
    #[inline(always)]
    fn in_order(self) -> Self {
        // SAFETY: a register proves the level.
        Self(unsafe { in_order(self.0) })
    }
    #[inline(always)]
    fn aes_enc(self, key: Self) -> Self {
        // SAFETY: a register proves the level.
        Self(unsafe { _mm512_aesenc_epi128(self.0, key.0) })
    }
    #[inline(always)]
    fn aes_enc_last(self, key: Self) -> Self {
        // SAFETY: a register proves the level.
        Self(unsafe { _mm512_aesenclast_epi128(self.0, key.0) })
    }
    #[inline(always)]
    fn aes_dec(self, key: Self) -> Self {
        // SAFETY: a register proves the level.
        Self(unsafe { _mm512_aesdec_epi128(self.0, key.0) })
    }
    #[inline(always)]
    fn aes_dec_last(self, key: Self) -> Self {
        // SAFETY: a register proves the level.
        Self(unsafe { _mm512_aesdeclast_epi128(self.0, key.0) })
    }
    #[inline(always)]
    fn inv_mix_columns(self) -> Self {
        // There is no such instruction for long registers, but the last round undoes what comes
        // before it in a round of the inverse cipher.
        // SAFETY: a register proves the level.
        Self(unsafe {
            let zero = _mm512_setzero_si512();
            _mm512_aesdec_epi128(_mm512_aesenclast_epi128(self.0, zero), zero)
        })
    }
}

/// The register, unchanged, through assembly without instructions: the compiler keeps assembly in the order of the
/// source. SAFETY: needs AVX-512.
#[inline]
#[target_feature(enable = "avx512f")]
unsafe fn in_order(mut x: __m512i) -> __m512i {
    // SAFETY: there are no instructions; the caller has AVX-512.
    unsafe {
        core::arch::asm!("/* {0} */", inout(zmm_reg) x, options(nomem, nostack, preserves_flags));
    }
    x
}
