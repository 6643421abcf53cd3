//! One block a register, for every level of x86.

use core::arch::x86_64::*;

use super::{Level, REVERSED_HIGH, REVERSED_LOW, Xmm, map_nibbles};
use crate::lanes::blocks::{part_number, store_part_number};
use crate::lanes::{AesBlocks, Blocks};

/// The order that exchanges rows and columns of the bytes of a block.
pub(in crate::lanes) const COLUMNS: [u8; 16] =
    [0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15];
/// The matrix that reverses the bits of a byte.
pub(in crate::lanes) const REVERSE: i64 = 0x8040_2010_0804_0201_u64 as i64;
/// The order that reverses the bytes of a block.
pub(in crate::lanes) const REVERSED: [u8; 16] =
    [15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0];
/// The order that takes the last word four times.
pub(in crate::lanes) const LAST: [u8; 16] =
    [12, 13, 14, 15, 12, 13, 14, 15, 12, 13, 14, 15, 12, 13, 14, 15];
/// The same with the bytes of the word rotated by one.
pub(in crate::lanes) const LAST_ROTATED: [u8; 16] =
    [13, 14, 15, 12, 13, 14, 15, 12, 13, 14, 15, 12, 13, 14, 15, 12];

impl<L: Level> Blocks for Xmm<L> {
    const BLOCKS: usize = 1;

    #[inline(always)]
    fn reverse_bits(self) -> Self {
        // SAFETY: a register proves SSSE3; the level says whether GFNI is there.
        Self::new(unsafe {
            if L::GFNI {
                _mm_gf2p8affine_epi64_epi8::<0>(self.0, _mm_set1_epi64x(REVERSE))
            } else {
                map_nibbles(self.0, &REVERSED_LOW, &REVERSED_HIGH)
            }
        })
    }
    #[inline(always)]
    fn clmul<const UPPER: bool, const OTHER_UPPER: bool>(self, other: Self) -> Self {
        // SAFETY: a register proves PCLMULQDQ.
        Self::new(unsafe {
            match (UPPER, OTHER_UPPER) {
                (false, false) => _mm_clmulepi64_si128::<0x00>(self.0, other.0),
                (true, false) => _mm_clmulepi64_si128::<0x01>(self.0, other.0),
                (false, true) => _mm_clmulepi64_si128::<0x10>(self.0, other.0),
                (true, true) => _mm_clmulepi64_si128::<0x11>(self.0, other.0),
            }
        })
    }
    #[inline(always)]
    fn transpose_bytes(self) -> Self {
        // SAFETY: a register proves the level; the order is sixteen bytes.
        Self::new(unsafe { _mm_shuffle_epi8(self.0, _mm_loadu_si128(COLUMNS.as_ptr().cast())) })
    }
    #[inline(always)]
    fn zip_bytes(self, other: Self) -> (Self, Self) {
        // SAFETY: a register proves the level.
        let (lower, upper) =
            unsafe { (_mm_unpacklo_epi8(self.0, other.0), _mm_unpackhi_epi8(self.0, other.0)) };
        (Self::new(lower), Self::new(upper))
    }
    #[inline(always)]
    fn align<const K: i32>(self, next: Self) -> Self {
        // SAFETY: a register proves SSSE3.
        Self::new(unsafe { _mm_alignr_epi8::<K>(next.0, self.0) })
    }
    #[inline(always)]
    fn next_block(self, next: Self) -> Self {
        next
    }
    #[inline(always)]
    fn previous_block(self, before: Self) -> Self {
        before
    }
    #[inline(always)]
    fn xor_all_block(self) -> u128 {
        // SAFETY: a register of 128 bits is a number of 128 bits, little-endian.
        unsafe { core::mem::transmute::<__m128i, u128>(self.0) }
    }
}

impl<L: Level> AesBlocks for Xmm<L> {
    #[inline(always)]
    fn splat(_: L, block: u128) -> Self {
        // SAFETY: the token proves SSE4.1 and AES-NI.
        Self::new(unsafe { _mm_set_epi64x((block >> 64) as i64, block as i64) })
    }
    #[inline(always)]
    fn from_each(isa: L, block: impl Fn(usize) -> u128) -> Self {
        Self::splat(isa, block(0))
    }
    #[inline(always)]
    fn block(self, _: usize) -> u128 {
        self.xor_all_block()
    }
    #[inline(always)]
    fn transpose(_: L, _: &mut [Self; 4]) {}
    #[inline(always)]
    fn swap_bytes(self) -> Self {
        // SAFETY: a register proves the level.
        Self::new(unsafe {
            _mm_shuffle_epi8(self.0, core::mem::transmute::<[u8; 16], __m128i>(REVERSED))
        })
    }
    #[inline(always)]
    fn last_word<const ROTATED: bool>(self) -> Self {
        // SAFETY: a register proves the level.
        Self::new(unsafe {
            let order = if ROTATED { LAST_ROTATED } else { LAST };
            let order = core::mem::transmute::<[u8; 16], __m128i>(order);
            _mm_shuffle_epi8(self.0, order)
        })
    }
    #[inline(always)]
    fn prefix_xor(self) -> Self {
        // SAFETY: a register proves the level.
        Self::new(unsafe {
            let pairs = _mm_xor_si128(self.0, _mm_slli_si128::<4>(self.0));
            _mm_xor_si128(pairs, _mm_slli_si128::<8>(pairs))
        })
    }
    #[inline(always)]
    fn xor_all(self) -> Self {
        self
    }
    #[inline(always)]
    fn first(self) -> Self {
        self
    }
    #[inline(always)]
    fn of_one(block: Self) -> Self {
        block
    }
    #[inline(always)]
    fn load_part(isa: L, bytes: &[u8]) -> Self {
        Self::splat(isa, part_number(bytes))
    }
    #[inline(always)]
    fn store_part(self, bytes: &mut [u8]) {
        store_part_number(self.xor_all_block(), bytes);
    }
    #[inline(always)]
    fn aes_enc(self, key: Self) -> Self {
        // SAFETY: a register proves the level.
        Self::new(unsafe { _mm_aesenc_si128(self.0, key.0) })
    }
    #[inline(always)]
    fn aes_enc_last(self, key: Self) -> Self {
        // SAFETY: a register proves the level.
        Self::new(unsafe { _mm_aesenclast_si128(self.0, key.0) })
    }
    #[inline(always)]
    fn aes_dec(self, key: Self) -> Self {
        // SAFETY: a register proves the level.
        Self::new(unsafe { _mm_aesdec_si128(self.0, key.0) })
    }
    #[inline(always)]
    fn aes_dec_last(self, key: Self) -> Self {
        // SAFETY: a register proves the level.
        Self::new(unsafe { _mm_aesdeclast_si128(self.0, key.0) })
    }
    #[inline(always)]
    fn inv_mix_columns(self) -> Self {
        // SAFETY: a register proves the level.
        Self::new(unsafe { _mm_aesimc_si128(self.0) })
    }
}
