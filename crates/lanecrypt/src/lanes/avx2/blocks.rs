//! Two blocks a register.

use core::arch::x86_64::*;

use super::bytes::map_nibbles;
use super::{Avx2Level, Vaes, Ymm};
use crate::lanes::blocks::{part_number, store_part_number};
use crate::lanes::sse::{
    COLUMNS, LAST, LAST_ROTATED, REVERSE, REVERSED, REVERSED_HIGH, REVERSED_LOW, Xmm,
};
use crate::lanes::{AesBlocks, Blocks, Vector};

impl<L: Avx2Level> Blocks for Ymm<L> {
    const BLOCKS: usize = 2;

    #[inline(always)]
    fn reverse_bits(self) -> Self {
        // SAFETY: a register proves the level; the level says whether GFNI is there.
        Self::new(unsafe {
            if L::GFNI {
                _mm256_gf2p8affine_epi64_epi8::<0>(self.0, _mm256_set1_epi64x(REVERSE))
            } else {
                map_nibbles(self.0, &REVERSED_LOW, &REVERSED_HIGH)
            }
        })
    }
    #[inline(always)]
    fn clmul<const UPPER: bool, const OTHER_UPPER: bool>(self, other: Self) -> Self {
        // SAFETY: a register proves the level; the level says whether VPCLMULQDQ is there.
        Self::new(unsafe {
            if L::VAES {
                match (UPPER, OTHER_UPPER) {
                    (false, false) => _mm256_clmulepi64_epi128::<0x00>(self.0, other.0),
                    (true, false) => _mm256_clmulepi64_epi128::<0x01>(self.0, other.0),
                    (false, true) => _mm256_clmulepi64_epi128::<0x10>(self.0, other.0),
                    (true, true) => _mm256_clmulepi64_epi128::<0x11>(self.0, other.0),
                }
            } else {
                let one = |a, b| match (UPPER, OTHER_UPPER) {
                    (false, false) => _mm_clmulepi64_si128::<0x00>(a, b),
                    (true, false) => _mm_clmulepi64_si128::<0x01>(a, b),
                    (false, true) => _mm_clmulepi64_si128::<0x10>(a, b),
                    (true, true) => _mm_clmulepi64_si128::<0x11>(a, b),
                };
                let (a, b) = (self.0, other.0);
                let low = one(_mm256_castsi256_si128(a), _mm256_castsi256_si128(b));
                let high = one(_mm256_extracti128_si256::<1>(a), _mm256_extracti128_si256::<1>(b));
                _mm256_set_m128i(high, low)
            }
        })
    }
    #[inline(always)]
    fn transpose_bytes(self) -> Self {
        // SAFETY: a register proves the level; the order is sixteen bytes.
        Self::new(unsafe {
            _mm256_shuffle_epi8(
                self.0,
                _mm256_broadcastsi128_si256(_mm_loadu_si128(COLUMNS.as_ptr().cast())),
            )
        })
    }
    #[inline(always)]
    fn zip_bytes(self, other: Self) -> (Self, Self) {
        // SAFETY: a register proves AVX2.
        let (lower, upper) = unsafe {
            (_mm256_unpacklo_epi8(self.0, other.0), _mm256_unpackhi_epi8(self.0, other.0))
        };
        (Self::new(lower), Self::new(upper))
    }
    #[inline(always)]
    fn align<const K: i32>(self, next: Self) -> Self {
        // SAFETY: a register proves AVX2.
        Self::new(unsafe { _mm256_alignr_epi8::<K>(next.0, self.0) })
    }
    #[inline(always)]
    fn next_block(self, next: Self) -> Self {
        // SAFETY: a register proves the level.
        Self::new(unsafe { _mm256_permute2x128_si256::<0x21>(self.0, next.0) })
    }
    #[inline(always)]
    fn previous_block(self, before: Self) -> Self {
        // SAFETY: a register proves the level.
        Self::new(unsafe { _mm256_permute2x128_si256::<0x21>(before.0, self.0) })
    }
    #[inline(always)]
    fn xor_all_block(self) -> u128 {
        // SAFETY: a register proves the level; a register of 128 bits is a number of 128 bits, little-endian.
        unsafe {
            let block = _mm_xor_si128(
                _mm256_castsi256_si128(self.0),
                _mm256_extracti128_si256::<1>(self.0),
            );
            core::mem::transmute::<__m128i, u128>(block)
        }
    }
}

impl<L: Vaes> AesBlocks for Ymm<L> {
    #[inline(always)]
    fn splat(_: L, block: u128) -> Self {
        // SAFETY: the token proves AVX2 and VAES.
        Self::new(unsafe {
            _mm256_broadcastsi128_si256(_mm_set_epi64x((block >> 64) as i64, block as i64))
        })
    }
    #[inline(always)]
    fn from_each(_: L, block: impl Fn(usize) -> u128) -> Self {
        let (low, high) = (block(0), block(1));
        // SAFETY: a register proves the level.
        Self::new(unsafe {
            let low = _mm256_castsi128_si256(core::mem::transmute::<u128, __m128i>(low));
            _mm256_inserti128_si256::<1>(low, core::mem::transmute::<u128, __m128i>(high))
        })
    }
    #[inline(always)]
    fn block(self, place: usize) -> u128 {
        // SAFETY: a register proves AVX2; a register of 128 bits is a number of 128 bits.
        unsafe {
            core::mem::transmute::<__m128i, u128>(match place {
                0 => _mm256_castsi256_si128(self.0),
                _ => _mm256_extracti128_si256::<1>(self.0),
            })
        }
    }
    #[inline(always)]
    fn transpose(_: L, square: &mut [Self; 4]) {
        let [a, b, ..] = *square;
        // SAFETY: a register proves AVX2.
        unsafe {
            square[0] = Self::new(_mm256_permute2x128_si256::<0x20>(a.0, b.0));
            square[1] = Self::new(_mm256_permute2x128_si256::<0x31>(a.0, b.0));
        }
    }
    #[inline(always)]
    fn swap_bytes(self) -> Self {
        // SAFETY: a register proves the level.
        Self::new(unsafe {
            _mm256_shuffle_epi8(
                self.0,
                _mm256_broadcastsi128_si256(core::mem::transmute::<[u8; 16], __m128i>(REVERSED)),
            )
        })
    }
    #[inline(always)]
    fn last_word<const ROTATED: bool>(self) -> Self {
        // SAFETY: a register proves the level.
        Self::new(unsafe {
            let order = if ROTATED { LAST_ROTATED } else { LAST };
            let order = core::mem::transmute::<[u8; 16], __m128i>(order);
            _mm256_shuffle_epi8(self.0, _mm256_broadcastsi128_si256(order))
        })
    }
    #[inline(always)]
    fn prefix_xor(self) -> Self {
        // SAFETY: a register proves the level.
        Self::new(unsafe {
            let pairs = _mm256_xor_si256(self.0, _mm256_bslli_epi128::<4>(self.0));
            _mm256_xor_si256(pairs, _mm256_bslli_epi128::<8>(pairs))
        })
    }
    #[inline(always)]
    fn xor_all(self) -> Xmm<L> {
        // SAFETY: a register proves the level.
        Xmm::new(unsafe {
            _mm_xor_si128(_mm256_castsi256_si128(self.0), _mm256_extracti128_si256::<1>(self.0))
        })
    }
    #[inline(always)]
    fn first(self) -> Xmm<L> {
        // SAFETY: a register proves the level.
        Xmm::new(unsafe { _mm256_castsi256_si128(self.0) })
    }
    #[inline(always)]
    fn of_one(block: Xmm<L>) -> Self {
        // SAFETY: a register proves the level.
        Self::new(unsafe { _mm256_zextsi128_si256(block.0) })
    }
    #[inline(always)]
    fn load_part(isa: L, bytes: &[u8]) -> Self {
        // Without a detour by the memory: a load of two stores would have to wait for both.
        match bytes.split_first_chunk::<16>() {
            Some((first, [])) => Self::of_one(Xmm::load(isa, first)),
            Some((first, rest)) => {
                let (first, rest) = (u128::from_le_bytes(*first), part_number(rest));
                Self::from_each(isa, |place| if place == 0 { first } else { rest })
            }
            None => Self::of_one(Xmm::splat(isa, part_number(bytes))),
        }
    }
    #[inline(always)]
    fn store_part(self, bytes: &mut [u8]) {
        match bytes.split_first_chunk_mut() {
            Some((all, rest)) => {
                *all = self.block(0).to_le_bytes();
                if !rest.is_empty() {
                    store_part_number(self.block(1), rest);
                }
            }
            None => store_part_number(self.block(0), bytes),
        }
    }
    #[inline(always)]
    fn in_order(self) -> Self {
        // SAFETY: a register proves the level.
        Self::new(unsafe { in_order(self.0) })
    }
    #[inline(always)]
    fn aes_enc(self, key: Self) -> Self {
        // SAFETY: a register proves the level.
        Self::new(unsafe { _mm256_aesenc_epi128(self.0, key.0) })
    }
    #[inline(always)]
    fn aes_enc_last(self, key: Self) -> Self {
        // SAFETY: a register proves the level.
        Self::new(unsafe { _mm256_aesenclast_epi128(self.0, key.0) })
    }
    #[inline(always)]
    fn aes_dec(self, key: Self) -> Self {
        // SAFETY: a register proves the level.
        Self::new(unsafe { _mm256_aesdec_epi128(self.0, key.0) })
    }
    #[inline(always)]
    fn aes_dec_last(self, key: Self) -> Self {
        // SAFETY: a register proves the level.
        Self::new(unsafe { _mm256_aesdeclast_epi128(self.0, key.0) })
    }
    #[inline(always)]
    fn inv_mix_columns(self) -> Self {
        // There is no such instruction for long registers, but the last round undoes what comes
        // before it in a round of the inverse cipher.
        // SAFETY: a register proves the level.
        Self::new(unsafe {
            let zero = _mm256_setzero_si256();
            _mm256_aesdec_epi128(_mm256_aesenclast_epi128(self.0, zero), zero)
        })
    }
}

/// The register, unchanged, through assembly without instructions: the compiler keeps assembly in the order of the
/// source. SAFETY: needs AVX2.
#[inline]
#[target_feature(enable = "avx2")]
unsafe fn in_order(mut x: __m256i) -> __m256i {
    // SAFETY: there are no instructions; the caller has AVX2.
    unsafe {
        core::arch::asm!("/* {0} */", inout(ymm_reg) x, options(nomem, nostack, preserves_flags));
    }
    x
}
