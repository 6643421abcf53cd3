//! Two blocks a register.

use core::arch::x86_64::*;
use core::marker::PhantomData;

use super::{NibbleTable, map_nibbles};
use crate::lanes::blocks::{part_number, store_part_number};
use crate::lanes::sse::{B128, LAST, LAST_TURNED, REVERSED};
use crate::lanes::{AesBlocks, Blocks, Isa};

/// A token that proves AVX2 and PCLMULQDQ, perhaps among other things.
///
/// # Safety
///
/// The token must prove these, and GFNI, VAES and VPCLMULQDQ too if it says so.
pub(crate) unsafe trait Ymm: Isa<One = B128<Self>> {
    /// Whether GFNI, VAES and VPCLMULQDQ are there.
    const GFNI: bool;
}

/// One that proves these too.
pub(crate) trait Vaes: Ymm {}

/// Two blocks.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(crate) struct B128x2<L>(__m256i, PhantomData<L>);

impl<L> B128x2<L> {
    /// Of a register, for whose instructions there must be a token.
    #[inline(always)]
    pub(in crate::lanes) fn new(register: __m256i) -> Self {
        Self(register, PhantomData)
    }
    /// Its register.
    #[inline(always)]
    pub(in crate::lanes) fn register(self) -> __m256i {
        self.0
    }
}

/// The matrix that reverses the bits of a byte.
const REVERSE: i64 = 0x8040_2010_0804_0201_u64 as i64;
/// The low nibbles with their bits reversed, in the high half of the byte, and the reverse.
const REVERSED_LOW: NibbleTable = NibbleTable([
    0x00, 0x80, 0x40, 0xc0, 0x20, 0xa0, 0x60, 0xe0, 0x10, 0x90, 0x50, 0xd0, 0x30, 0xb0, 0x70, 0xf0,
]);
const REVERSED_HIGH: NibbleTable = NibbleTable([
    0x00, 0x08, 0x04, 0x0c, 0x02, 0x0a, 0x06, 0x0e, 0x01, 0x09, 0x05, 0x0d, 0x03, 0x0b, 0x07, 0x0f,
]);

impl<L: Ymm> Blocks for B128x2<L> {
    type Isa = L;
    const BLOCKS: usize = 2;

    #[inline(always)]
    fn zero(_: L) -> Self {
        // SAFETY: the token proves AVX2.
        Self::new(unsafe { _mm256_setzero_si256() })
    }
    #[inline(always)]
    fn load(_: L, bytes: &[u8]) -> Self {
        let bytes = &bytes[..32];
        // SAFETY: the token proves AVX2; 32 bytes are readable.
        Self::new(unsafe { _mm256_loadu_si256(bytes.as_ptr().cast()) })
    }
    #[inline(always)]
    fn load_words(_: L, words: &[u32]) -> Self {
        let words = &words[..8];
        // SAFETY: as `load`.
        Self::new(unsafe { _mm256_loadu_si256(words.as_ptr().cast()) })
    }
    #[inline(always)]
    fn store(self, bytes: &mut [u8]) {
        let bytes = &mut bytes[..32];
        // SAFETY: a register proves AVX2; 32 bytes are writable.
        unsafe { _mm256_storeu_si256(bytes.as_mut_ptr().cast(), self.0) }
    }
    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        // SAFETY: a register proves AVX2, here and below.
        Self::new(unsafe { _mm256_xor_si256(self.0, other.0) })
    }
    #[inline(always)]
    fn reverse_bits(self) -> Self {
        // SAFETY: as `xor`; the level says whether GFNI is there.
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
        // SAFETY: as `xor`; the level says whether VPCLMULQDQ is there.
        Self::new(unsafe {
            if L::GFNI {
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
    fn next_block(self, next: Self) -> Self {
        // SAFETY: as `xor`.
        Self::new(unsafe { _mm256_permute2x128_si256::<0x21>(self.0, next.0) })
    }
    #[inline(always)]
    fn fold(self) -> u128 {
        // SAFETY: as `xor`; a register of 128 bits is a number of 128 bits, little-endian.
        unsafe {
            let block = _mm_xor_si128(
                _mm256_castsi256_si128(self.0),
                _mm256_extracti128_si256::<1>(self.0),
            );
            core::mem::transmute::<__m128i, u128>(block)
        }
    }
}

impl<L: Vaes> AesBlocks for B128x2<L> {
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
        // SAFETY: as `splat`.
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
    fn turn_square(_: L, square: &mut [Self; 4]) {
        let [a, b, ..] = *square;
        // SAFETY: a register proves AVX2.
        unsafe {
            square[0] = Self::new(_mm256_permute2x128_si256::<0x20>(a.0, b.0));
            square[1] = Self::new(_mm256_permute2x128_si256::<0x31>(a.0, b.0));
        }
    }
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        // SAFETY: a register proves AVX2 and VAES, here and below.
        Self::new(unsafe { _mm256_and_si256(self.0, other.0) })
    }
    #[inline(always)]
    fn swap_bytes(self) -> Self {
        // SAFETY: as `and`.
        Self::new(unsafe {
            _mm256_shuffle_epi8(
                self.0,
                _mm256_broadcastsi128_si256(core::mem::transmute::<[u8; 16], __m128i>(REVERSED)),
            )
        })
    }
    #[inline(always)]
    fn add_bytes(self, other: Self) -> Self {
        // SAFETY: as `and`.
        Self::new(unsafe { _mm256_add_epi8(self.0, other.0) })
    }
    #[inline(always)]
    fn add_words(self, other: Self) -> Self {
        // SAFETY: as `and`.
        Self::new(unsafe { _mm256_add_epi32(self.0, other.0) })
    }
    #[inline(always)]
    fn add_halves(self, other: Self) -> Self {
        // SAFETY: as `and`.
        Self::new(unsafe { _mm256_add_epi64(self.0, other.0) })
    }
    #[inline(always)]
    fn last_word<const TURNED: bool>(self) -> Self {
        // SAFETY: as `and`.
        Self::new(unsafe {
            let order = if TURNED { LAST_TURNED } else { LAST };
            let order = core::mem::transmute::<[u8; 16], __m128i>(order);
            _mm256_shuffle_epi8(self.0, _mm256_broadcastsi128_si256(order))
        })
    }
    #[inline(always)]
    fn sums(self) -> Self {
        // SAFETY: as `and`.
        Self::new(unsafe {
            let pairs = _mm256_xor_si256(self.0, _mm256_bslli_epi128::<4>(self.0));
            _mm256_xor_si256(pairs, _mm256_bslli_epi128::<8>(pairs))
        })
    }
    #[inline(always)]
    fn lower_lower(self, other: Self) -> Self {
        // SAFETY: as `and`.
        Self::new(unsafe { _mm256_unpacklo_epi64(self.0, other.0) })
    }
    #[inline(always)]
    fn upper_lower(self, other: Self) -> Self {
        // SAFETY: as `and`.
        Self::new(unsafe { _mm256_alignr_epi8::<8>(other.0, self.0) })
    }
    #[inline(always)]
    fn sum(self) -> B128<L> {
        // SAFETY: as `and`.
        B128::new(unsafe {
            _mm_xor_si128(_mm256_castsi256_si128(self.0), _mm256_extracti128_si256::<1>(self.0))
        })
    }
    #[inline(always)]
    fn of_one(block: B128<L>) -> Self {
        // SAFETY: as `and`.
        Self::new(unsafe { _mm256_zextsi128_si256(block.register()) })
    }
    #[inline(always)]
    fn load_part(isa: L, bytes: &[u8]) -> Self {
        let (first, second) = match bytes.split_first_chunk() {
            Some((first, rest)) => (u128::from_le_bytes(*first), part_number(rest)),
            None => (part_number(bytes), 0),
        };
        let halves = [first.to_le_bytes(), second.to_le_bytes()];
        Self::load(isa, halves.as_flattened())
    }
    #[inline(always)]
    fn store_part(self, bytes: &mut [u8]) {
        let mut whole = [[0; 16]; 2];
        self.store(whole.as_flattened_mut());
        let [first, second] = whole.map(u128::from_le_bytes);
        match bytes.split_first_chunk_mut() {
            Some((all, rest)) => {
                *all = first.to_le_bytes();
                store_part_number(second, rest);
            }
            None => store_part_number(first, bytes),
        }
    }
    #[inline(always)]
    fn aes(self, key: Self) -> Self {
        // SAFETY: as `and`.
        Self::new(unsafe { _mm256_aesenc_epi128(self.0, key.0) })
    }
    #[inline(always)]
    fn aes_last(self, key: Self) -> Self {
        // SAFETY: as `and`.
        Self::new(unsafe { _mm256_aesenclast_epi128(self.0, key.0) })
    }
    #[inline(always)]
    fn aes_back(self, key: Self) -> Self {
        // SAFETY: as `and`.
        Self::new(unsafe { _mm256_aesdec_epi128(self.0, key.0) })
    }
    #[inline(always)]
    fn aes_last_back(self, key: Self) -> Self {
        // SAFETY: as `and`.
        Self::new(unsafe { _mm256_aesdeclast_epi128(self.0, key.0) })
    }
    #[inline(always)]
    fn mix_back(self) -> Self {
        // There is no such instruction for long registers, but the last round undoes what comes
        // before it in a round of the inverse cipher.
        // SAFETY: as `and`.
        Self::new(unsafe {
            let zero = _mm256_setzero_si256();
            _mm256_aesdec_epi128(_mm256_aesenclast_epi128(self.0, zero), zero)
        })
    }
}
