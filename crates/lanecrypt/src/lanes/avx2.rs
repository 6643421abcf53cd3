//! AVX2: eight words a register; one text for processors with and without the 256-bit forms of
//! GFNI, VAES and VPCLMULQDQ.

mod blocks;
mod quads;
mod words;

pub(in crate::lanes) use blocks::{B128x2, Vaes, Ymm};

use core::arch::x86_64::*;
use core::marker::PhantomData;

use super::planes::{PlaneBytes, Planes};
use super::sse::{B128, Xmm};
use super::{
    AffineMap, Bytes, Group, InverseMap, Isa, Lanes, NibbleTable, Pairs, Row, RowOrder, Several,
    Table256, Words,
};
use crate::Backend;

/// Proof that the processor has AVX2, BMI, AES-NI and PCLMULQDQ.
#[derive(Clone, Copy)]
pub(crate) struct Avx2(());

/// Proof that it has GFNI, VAES and VPCLMULQDQ too.
#[derive(Clone, Copy)]
pub(crate) struct Avx2Gfni(());

impl Avx2 {
    /// The token, for the shell that enables the features.
    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,aes,pclmulqdq")]
    pub(super) fn of_this_shell() -> Self {
        Self(())
    }
}

impl Avx2Gfni {
    /// The token, for the shell that enables the features.
    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,aes,pclmulqdq,gfni,vaes,vpclmulqdq")]
    pub(super) fn of_this_shell() -> Self {
        Self(())
    }
}

/// What tells the two apart.
///
/// # Safety
///
/// The token must prove AVX2.
pub(crate) unsafe trait Level:
    Ymm + Isa<U32 = U32x8<Self>, Pairs = U32x8<Self>, Blocks = B128x2<Self>>
{
}

// SAFETY: the token proves more than that.
unsafe impl Level for Avx2 {}
// SAFETY: the token proves more than that.
unsafe impl Level for Avx2Gfni {}

// SAFETY: the token proves more than that.
unsafe impl Ymm for Avx2 {
    const GFNI: bool = false;
}
// SAFETY: the token proves more than that.
unsafe impl Ymm for Avx2Gfni {
    const GFNI: bool = true;
}
impl Vaes for Avx2Gfni {}
// SAFETY: the token proves more than that.
unsafe impl Xmm for Avx2 {}
// SAFETY: the token proves more than that.
unsafe impl Xmm for Avx2Gfni {}

// SAFETY: only the shell that enables the features makes one.
unsafe impl Isa for Avx2 {
    const BACKEND: Backend = Backend::Avx2;
    type U16 = U16x16<Self>;
    type U32 = U32x8<Self>;
    type U64 = U64x4<Self>;
    type Interleaved<W: Lanes<Isa = Self>, const MANY: usize, const FEW: usize> = Group<W, FEW>;
    type Nibbles = Planes<U32x8<Self>>;
    type WideU32 = Group<U32x8<Self>, 2>;
    type Pairs = U32x8<Self>;
    type Blocks = B128x2<Self>;
    type Aes = B128<Self>;
    type One = B128<Self>;
    type Two = Several<B128<Self>, 2>;
    type Four = Several<B128<Self>, 4>;
    type Quad32 = quads::Quad32<Self>;
    type Quad64 = quads::Quads<Self, true>;
    type ManyQuads32 = Several<quads::Quads<Self, false>, 2>;
    type ManyQuads64 = Several<quads::Quads<Self, true>, 2>;
}

// SAFETY: only the shell that enables the features makes one.
unsafe impl Isa for Avx2Gfni {
    const BACKEND: Backend = Backend::Avx2Gfni;
    type U16 = U16x16<Self>;
    type U32 = U32x8<Self>;
    type U64 = U64x4<Self>;
    type Interleaved<W: Lanes<Isa = Self>, const MANY: usize, const FEW: usize> = Group<W, FEW>;
    type Nibbles = Planes<U32x8<Self>>;
    type WideU32 = Group<U32x8<Self>, 2>;
    type Pairs = U32x8<Self>;
    type Blocks = B128x2<Self>;
    type Aes = B128x2<Self>;
    type One = B128<Self>;
    type Two = B128x2<Self>;
    type Four = Several<B128x2<Self>, 2>;
    type Quad32 = quads::Quad32<Self>;
    type Quad64 = quads::Quads<Self, true>;
    type ManyQuads32 = Several<quads::Quads<Self, false>, 2>;
    type ManyQuads64 = Several<quads::Quads<Self, true>, 2>;
}

/// Sixteen words of 16 bits.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(crate) struct U16x16<L>(__m256i, PhantomData<L>);

/// Eight words.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(crate) struct U32x8<L>(__m256i, PhantomData<L>);

/// Four words of 64 bits.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(crate) struct U64x4<L>(__m256i, PhantomData<L>);

impl<L> U32x8<L> {
    #[inline(always)]
    fn new(register: __m256i) -> Self {
        Self(register, PhantomData)
    }
}

impl<L> U16x16<L> {
    #[inline(always)]
    fn new(register: __m256i) -> Self {
        Self(register, PhantomData)
    }
}

impl<L> U64x4<L> {
    #[inline(always)]
    fn new(register: __m256i) -> Self {
        Self(register, PhantomData)
    }
}

/// A table in both halves of a register. SAFETY: needs AVX2.
#[inline(always)]
unsafe fn both(table: &NibbleTable) -> __m256i {
    // SAFETY: the caller has AVX2; the table is sixteen bytes.
    unsafe { _mm256_broadcastsi128_si256(_mm_load_si128(table.0.as_ptr().cast())) }
}

/// Two nibble lookups and their sum: a linear map of any byte. SAFETY: needs AVX2.
#[inline(always)]
unsafe fn map_nibbles(x: __m256i, low: &NibbleTable, high: &NibbleTable) -> __m256i {
    // SAFETY: the caller has AVX2.
    unsafe {
        let mask = _mm256_set1_epi8(15);
        let low = _mm256_shuffle_epi8(both(low), _mm256_and_si256(x, mask));
        let high =
            _mm256_shuffle_epi8(both(high), _mm256_and_si256(_mm256_srli_epi16::<4>(x), mask));
        _mm256_xor_si256(low, high)
    }
}

impl<L: Level> Words for U32x8<L> {
    #[inline(always)]
    fn max_signed(self, other: Self) -> Self {
        // SAFETY: as `add`.
        Self::new(unsafe { _mm256_max_epi32(self.0, other.0) })
    }
    #[inline(always)]
    fn mask<const MASK: u32>(self) -> Self {
        // SAFETY: as `add`.
        Self::new(unsafe { _mm256_and_si256(self.0, _mm256_set1_epi32(MASK as i32)) })
    }
    #[inline(always)]
    fn select<const MASK: u32>(self, other: Self) -> Self {
        // SAFETY: as `add`.
        Self::new(unsafe {
            match MASK {
                0xffff_0000 => _mm256_blend_epi16::<0b1010_1010>(other.0, self.0),
                0x0000_ffff => _mm256_blend_epi16::<0b0101_0101>(other.0, self.0),
                0xff00_ff00 | 0x00ff_00ff => {
                    _mm256_blendv_epi8(other.0, self.0, _mm256_set1_epi32(MASK as i32))
                }
                _ => {
                    let mask = _mm256_set1_epi32(MASK as i32);
                    _mm256_or_si256(
                        _mm256_and_si256(mask, self.0),
                        _mm256_andnot_si256(mask, other.0),
                    )
                }
            }
        })
    }
    #[inline(always)]
    fn shl<const K: u32>(self) -> Self {
        // SAFETY: as `add`. Shifts take their constant as an i32, which K is not; a constant
        // count in the variable form compiles to the immediate one.
        Self::new(unsafe { _mm256_sllv_epi32(self.0, _mm256_set1_epi32(K as i32)) })
    }
    #[inline(always)]
    fn shr<const K: u32>(self) -> Self {
        // SAFETY: as `shl`.
        Self::new(unsafe { _mm256_srlv_epi32(self.0, _mm256_set1_epi32(K as i32)) })
    }
    #[inline(always)]
    fn sign_mask(self) -> Self {
        // SAFETY: as `add`.
        Self::new(unsafe { _mm256_srai_epi32::<31>(self.0) })
    }
    #[inline(always)]
    fn shl_concat<const K: u32>(self, low: Self) -> Self {
        // SAFETY: as `shl`.
        Self::new(unsafe {
            let upper = _mm256_sllv_epi32(self.0, _mm256_set1_epi32(K as i32));
            let lower = _mm256_srlv_epi32(low.0, _mm256_set1_epi32(32 - K as i32));
            _mm256_or_si256(upper, lower)
        })
    }
    type Sums = [__m256i; 2];
    #[inline(always)]
    fn widened(self) -> [Self; 2] {
        // SAFETY: as `add`. Products read the low words of pairs only.
        [self, Self::new(unsafe { _mm256_srli_epi64::<32>(self.0) })]
    }
    #[inline(always)]
    fn zero_sums(_: L) -> Self::Sums {
        // SAFETY: the token proves the instruction set.
        [unsafe { _mm256_setzero_si256() }; 2]
    }
    #[inline(always)]
    fn add_products(sums: Self::Sums, widened: [Self; 2], factor: u32) -> Self::Sums {
        // SAFETY: as `add`.
        unsafe {
            let factor = _mm256_set1_epi64x(factor.into());
            [
                _mm256_add_epi64(sums[0], _mm256_mul_epu32(widened[0].0, factor)),
                _mm256_add_epi64(sums[1], _mm256_mul_epu32(widened[1].0, factor)),
            ]
        }
    }
    #[inline(always)]
    fn fold31([even, odd]: Self::Sums) -> Self {
        // SAFETY: as `add`.
        Self::new(unsafe {
            // The low words, and the rest shifted down by 31; for odd lanes that is up by one and
            // one place left.
            let low = _mm256_blend_epi16::<0b1100_1100>(even, _mm256_slli_epi64::<32>(odd));
            let rest = _mm256_blend_epi16::<0b1100_1100>(
                _mm256_srli_epi64::<31>(even),
                _mm256_add_epi64(odd, odd),
            );
            _mm256_add_epi32(_mm256_and_si256(low, _mm256_set1_epi32(0x7fff_ffff)), rest)
        })
    }
    #[inline(always)]
    fn transpose<O: RowOrder>(words: &[Self; 16], rows: &mut [Row]) {
        let rows = &mut rows[..8];
        for half in 0..2 {
            let mut quads = [[words[0].0; 4]; 2];
            for (quad, words) in quads.iter_mut().zip(words[8 * half..].chunks_exact(4)) {
                // Four words of eight lanes: afterwards register q holds, in its half m, the four
                // words of lane 4m + q.
                let (mut a, mut b, mut c, mut d) = (words[0], words[1], words[2], words[3]);
                if O::SWAP_PAIRS {
                    (a, b, c, d) = (b, a, d, c);
                }
                if O::SWAP_BYTES {
                    (a, b, c, d) = (a.swap_bytes(), b.swap_bytes(), c.swap_bytes(), d.swap_bytes());
                }
                // SAFETY: as `add`.
                unsafe {
                    let ab_low = _mm256_unpacklo_epi32(a.0, b.0);
                    let ab_high = _mm256_unpackhi_epi32(a.0, b.0);
                    let cd_low = _mm256_unpacklo_epi32(c.0, d.0);
                    let cd_high = _mm256_unpackhi_epi32(c.0, d.0);
                    *quad = [
                        _mm256_unpacklo_epi64(ab_low, cd_low),
                        _mm256_unpackhi_epi64(ab_low, cd_low),
                        _mm256_unpacklo_epi64(ab_high, cd_high),
                        _mm256_unpackhi_epi64(ab_high, cd_high),
                    ];
                }
            }
            for q in 0..4 {
                let [a, b] = [quads[0][q], quads[1][q]];
                // SAFETY: as `add`.
                let (low, high) = unsafe {
                    (
                        _mm256_permute2x128_si256::<0x20>(a, b),
                        _mm256_permute2x128_si256::<0x31>(a, b),
                    )
                };
                Self::new(low).store(&mut rows[q].0[8 * half..]);
                Self::new(high).store(&mut rows[4 + q].0[8 * half..]);
            }
        }
    }
}

impl<L: Level> Bytes for U32x8<L> {
    const FAST_LOOKUP256: bool = false;

    #[inline(always)]
    fn lookup16(self, table: &NibbleTable) -> Self {
        // SAFETY: a register proves AVX2, here and below.
        Self::new(unsafe { _mm256_shuffle_epi8(both(table), self.0) })
    }
    #[inline(always)]
    fn lookup256(self, table: &Table256) -> Self {
        // SAFETY: as `lookup16`; the table is sixteen times sixteen bytes, aligned.
        unsafe {
            let mask = _mm256_set1_epi8(15);
            let low = _mm256_and_si256(self.0, mask);
            let high = _mm256_and_si256(_mm256_srli_epi16::<4>(self.0), mask);
            let mut out = _mm256_setzero_si256();
            for (index, part) in table.0.chunks_exact(16).enumerate() {
                let part = _mm256_broadcastsi128_si256(_mm_load_si128(part.as_ptr().cast()));
                let here = _mm256_cmpeq_epi8(high, _mm256_set1_epi8(index as i8));
                let found = _mm256_and_si256(here, _mm256_shuffle_epi8(part, low));
                out = _mm256_or_si256(out, found);
            }
            Self::new(out)
        }
    }
    #[inline(always)]
    fn affine<const C: i32>(self, map: &'static AffineMap) -> Self {
        // SAFETY: as `lookup16`; the level says whether GFNI is there.
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
        // SAFETY: as `affine`.
        Self::new(unsafe {
            if L::GFNI {
                let matrix = _mm256_set1_epi64x(map.map.matrix as i64);
                _mm256_gf2p8affineinv_epi64_epi8::<C>(self.0, matrix)
            } else {
                // AESENCLAST with a zero key is SubBytes after ShiftRows; undo the latter first.
                let order = _mm_set_epi8(3, 6, 9, 12, 15, 2, 5, 8, 11, 14, 1, 4, 7, 10, 13, 0);
                let x = _mm256_shuffle_epi8(self.0, _mm256_broadcastsi128_si256(order));
                let low = _mm_aesenclast_si128(_mm256_castsi256_si128(x), _mm_setzero_si128());
                let high =
                    _mm_aesenclast_si128(_mm256_extracti128_si256::<1>(x), _mm_setzero_si128());
                map_nibbles(_mm256_set_m128i(high, low), &map.after_sbox.0, &map.after_sbox.1)
            }
        })
    }
}

impl<L: Level> PlaneBytes for U32x8<L> {
    #[inline(always)]
    fn add_bytes(self, other: Self) -> Self {
        // SAFETY: a register proves AVX2.
        Self::new(unsafe { _mm256_add_epi8(self.0, other.0) })
    }
    #[inline(always)]
    fn sub_bytes(self, other: Self) -> Self {
        // SAFETY: as `add_bytes`.
        Self::new(unsafe { _mm256_sub_epi8(self.0, other.0) })
    }
    #[inline(always)]
    fn add_bytes_saturating(self, other: Self) -> Self {
        // SAFETY: as `add_bytes`.
        Self::new(unsafe { _mm256_adds_epu8(self.0, other.0) })
    }
    #[inline(always)]
    fn equal_bytes(self, other: Self) -> Self {
        // SAFETY: as `add_bytes`.
        Self::new(unsafe { _mm256_cmpeq_epi8(self.0, other.0) })
    }
    #[inline(always)]
    fn and_not(self, other: Self) -> Self {
        // SAFETY: as `add_bytes`.
        Self::new(unsafe { _mm256_andnot_si256(self.0, other.0) })
    }
    #[inline(always)]
    fn transpose_bytes(self) -> Self {
        const COLUMNS: [u8; 16] = [0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15];
        // SAFETY: as `add_bytes`; the order is sixteen bytes.
        Self::new(unsafe {
            _mm256_shuffle_epi8(
                self.0,
                _mm256_broadcastsi128_si256(_mm_loadu_si128(COLUMNS.as_ptr().cast())),
            )
        })
    }
}

impl<L: Level> Pairs for U32x8<L> {
    #[inline(always)]
    fn rotl16_pairs(self) -> Self {
        // SAFETY: a register proves AVX2.
        Self::new(unsafe {
            let order = _mm_set_epi8(13, 12, 11, 10, 9, 8, 15, 14, 5, 4, 3, 2, 1, 0, 7, 6);
            _mm256_shuffle_epi8(self.0, _mm256_broadcastsi128_si256(order))
        })
    }
    #[inline(always)]
    fn rotl_each<const EVEN: u32, const ODD: u32>(self) -> Self {
        // SAFETY: as `rotl16_pairs`.
        Self::new(unsafe {
            let each =
                |even: i32, odd: i32| _mm256_set_epi32(odd, even, odd, even, odd, even, odd, even);
            let (even, odd) = (EVEN as i32, ODD as i32);
            let upper = _mm256_sllv_epi32(self.0, each(even, odd));
            let lower = _mm256_srlv_epi32(self.0, each(32 - even, 32 - odd));
            _mm256_or_si256(upper, lower)
        })
    }
}
