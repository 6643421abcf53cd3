//! One block a register, for every level of x86.

use core::arch::x86_64::*;
use core::marker::PhantomData;

use super::{NibbleTable, map_nibbles};
use crate::lanes::blocks::{part_number, store_part_number};
use crate::lanes::{AesBlocks, Blocks, Isa};

/// A token that proves SSSE3, SSE4.1, AES-NI and PCLMULQDQ, perhaps among other things.
///
/// # Safety
///
/// The token must prove these.
pub(crate) unsafe trait Xmm: Isa<One = B128<Self>> {}

/// One block.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(crate) struct B128<X>(__m128i, PhantomData<X>);

impl<X> B128<X> {
    /// Of a register. Who calls this holds a token of the type: the register came from an operation
    /// that wants one.
    #[inline(always)]
    pub(in crate::lanes) fn new(register: __m128i) -> Self {
        Self(register, PhantomData)
    }
    /// Its register.
    #[inline(always)]
    pub(in crate::lanes) fn register(self) -> __m128i {
        self.0
    }
}

/// The order that reverses the bytes of a block.
pub(in crate::lanes) const REVERSED: [u8; 16] =
    [15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0];
/// The order that takes the last word four times.
pub(in crate::lanes) const LAST: [u8; 16] =
    [12, 13, 14, 15, 12, 13, 14, 15, 12, 13, 14, 15, 12, 13, 14, 15];
/// The same with the bytes of the word rotated by one.
pub(in crate::lanes) const LAST_TURNED: [u8; 16] =
    [13, 14, 15, 12, 13, 14, 15, 12, 13, 14, 15, 12, 13, 14, 15, 12];

/// The low nibbles with their bits reversed, in the high half of the byte, and the reverse.
const REVERSED_LOW: NibbleTable = NibbleTable([
    0x00, 0x80, 0x40, 0xc0, 0x20, 0xa0, 0x60, 0xe0, 0x10, 0x90, 0x50, 0xd0, 0x30, 0xb0, 0x70, 0xf0,
]);
const REVERSED_HIGH: NibbleTable = NibbleTable([
    0x00, 0x08, 0x04, 0x0c, 0x02, 0x0a, 0x06, 0x0e, 0x01, 0x09, 0x05, 0x0d, 0x03, 0x0b, 0x07, 0x0f,
]);

impl<X: Xmm> Blocks for B128<X> {
    type Isa = X;
    const BLOCKS: usize = 1;

    #[inline(always)]
    fn zero(_: X) -> Self {
        // SAFETY: the token proves SSE4.1.
        Self::new(unsafe { _mm_setzero_si128() })
    }
    #[inline(always)]
    fn load(_: X, bytes: &[u8]) -> Self {
        let bytes = &bytes[..16];
        // SAFETY: the token proves SSE4.1; sixteen bytes are readable.
        Self::new(unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) })
    }
    #[inline(always)]
    fn load_words(_: X, words: &[u32]) -> Self {
        let words = &words[..4];
        // SAFETY: as `load`.
        Self::new(unsafe { _mm_loadu_si128(words.as_ptr().cast()) })
    }
    #[inline(always)]
    fn store(self, bytes: &mut [u8]) {
        let bytes = &mut bytes[..16];
        // SAFETY: a register proves SSE4.1; sixteen bytes are writable.
        unsafe { _mm_storeu_si128(bytes.as_mut_ptr().cast(), self.0) }
    }
    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        // SAFETY: a register proves SSE4.1.
        Self::new(unsafe { _mm_xor_si128(self.0, other.0) })
    }
    #[inline(always)]
    fn reverse_bits(self) -> Self {
        // SAFETY: a register proves SSSE3.
        Self::new(unsafe { map_nibbles(self.0, &REVERSED_LOW, &REVERSED_HIGH) })
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
    fn next_block(self, next: Self) -> Self {
        next
    }
    #[inline(always)]
    fn fold(self) -> u128 {
        // SAFETY: a register of 128 bits is a number of 128 bits, little-endian.
        unsafe { core::mem::transmute::<__m128i, u128>(self.0) }
    }
}

impl<X: Xmm> AesBlocks for B128<X> {
    #[inline(always)]
    fn splat(_: X, block: u128) -> Self {
        // SAFETY: the token proves SSE4.1 and AES-NI.
        Self::new(unsafe { _mm_set_epi64x((block >> 64) as i64, block as i64) })
    }
    #[inline(always)]
    fn from_each(isa: X, block: impl Fn(usize) -> u128) -> Self {
        Self::splat(isa, block(0))
    }
    #[inline(always)]
    fn block(self, _: usize) -> u128 {
        self.fold()
    }
    #[inline(always)]
    fn turn_square(_: X, _: &mut [Self; 4]) {}
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        // SAFETY: a register proves SSE4.1 and AES-NI, here and below.
        Self::new(unsafe { _mm_and_si128(self.0, other.0) })
    }
    #[inline(always)]
    fn swap_bytes(self) -> Self {
        // SAFETY: as `and`.
        Self::new(unsafe {
            _mm_shuffle_epi8(self.0, core::mem::transmute::<[u8; 16], __m128i>(REVERSED))
        })
    }
    #[inline(always)]
    fn add_bytes(self, other: Self) -> Self {
        // SAFETY: as `and`.
        Self::new(unsafe { _mm_add_epi8(self.0, other.0) })
    }
    #[inline(always)]
    fn add_words(self, other: Self) -> Self {
        // SAFETY: as `and`.
        Self::new(unsafe { _mm_add_epi32(self.0, other.0) })
    }
    #[inline(always)]
    fn add_halves(self, other: Self) -> Self {
        // SAFETY: as `and`.
        Self::new(unsafe { _mm_add_epi64(self.0, other.0) })
    }
    #[inline(always)]
    fn last_word<const TURNED: bool>(self) -> Self {
        // SAFETY: as `and`.
        Self::new(unsafe {
            let order = if TURNED { LAST_TURNED } else { LAST };
            let order = core::mem::transmute::<[u8; 16], __m128i>(order);
            _mm_shuffle_epi8(self.0, order)
        })
    }
    #[inline(always)]
    fn sums(self) -> Self {
        // SAFETY: as `and`.
        Self::new(unsafe {
            let pairs = _mm_xor_si128(self.0, _mm_slli_si128::<4>(self.0));
            _mm_xor_si128(pairs, _mm_slli_si128::<8>(pairs))
        })
    }
    #[inline(always)]
    fn lower_lower(self, other: Self) -> Self {
        // SAFETY: as `and`.
        Self::new(unsafe { _mm_unpacklo_epi64(self.0, other.0) })
    }
    #[inline(always)]
    fn upper_lower(self, other: Self) -> Self {
        // SAFETY: as `and`.
        Self::new(unsafe { _mm_alignr_epi8::<8>(other.0, self.0) })
    }
    #[inline(always)]
    fn sum(self) -> Self {
        self
    }
    #[inline(always)]
    fn of_one(block: Self) -> Self {
        block
    }
    #[inline(always)]
    fn load_part(isa: X, bytes: &[u8]) -> Self {
        Self::splat(isa, part_number(bytes))
    }
    #[inline(always)]
    fn store_part(self, bytes: &mut [u8]) {
        store_part_number(self.fold(), bytes);
    }
    #[inline(always)]
    fn aes(self, key: Self) -> Self {
        // SAFETY: as `and`.
        Self::new(unsafe { _mm_aesenc_si128(self.0, key.0) })
    }
    #[inline(always)]
    fn aes_last(self, key: Self) -> Self {
        // SAFETY: as `and`.
        Self::new(unsafe { _mm_aesenclast_si128(self.0, key.0) })
    }
    #[inline(always)]
    fn aes_back(self, key: Self) -> Self {
        // SAFETY: as `and`.
        Self::new(unsafe { _mm_aesdec_si128(self.0, key.0) })
    }
    #[inline(always)]
    fn aes_last_back(self, key: Self) -> Self {
        // SAFETY: as `and`.
        Self::new(unsafe { _mm_aesdeclast_si128(self.0, key.0) })
    }
    #[inline(always)]
    fn mix_back(self) -> Self {
        // SAFETY: as `and`.
        Self::new(unsafe { _mm_aesimc_si128(self.0) })
    }
}
