//! NEON with the AES and PMULL instructions of AArch64: four words or one block a register.

mod blocks;
mod quads;
mod words;

use core::arch::aarch64::*;

use super::{
    AffineMap, Bytes, Group, InverseMap, Isa, Lanes, NibbleBoxes, NibbleTable, Nibbles, Pairs, Row,
    RowOrder, Several, Table256, Words,
};
use crate::Backend;
use blocks::B128;

// The bytes of a word are numbered from its least significant one, here and in memory.
#[cfg(target_endian = "big")]
compile_error!("the NEON lanes are written for little-endian AArch64");

/// Proof that the processor has NEON, AES and PMULL.
#[derive(Clone, Copy)]
pub(crate) struct Neon(());

impl Neon {
    /// The token, for the shell that enables the features.
    #[inline]
    #[target_feature(enable = "neon,aes")]
    pub(super) fn of_this_shell() -> Self {
        Self(())
    }
}

// SAFETY: only the shell that enables the features makes one.
unsafe impl Isa for Neon {
    const BACKEND: Backend = Backend::Neon;
    type U16 = U16x8;
    type U32 = U32x4;
    type U64 = U64x2;
    type Interleaved<W: Lanes<Isa = Self>, const MANY: usize, const FEW: usize> = Group<W, MANY>;
    type Nibbles = Group<U32x4, 8>;
    type WideU32 = Group<U32x4, 2>;
    type Pairs = U32x4;
    type Blocks = B128;
    type Aes = B128;
    type One = B128;
    type Two = Several<B128, 2>;
    type Four = Several<B128, 4>;
    type Quad32 = quads::Quad32;
    type Quad64 = quads::Quad64;
    type ManyQuads32 = Several<quads::Quad32, 4>;
    type ManyQuads64 = Several<quads::Quad64, 2>;
}

/// Eight words of 16 bits.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(crate) struct U16x8(uint16x8_t);

/// Four words.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(crate) struct U32x4(uint32x4_t);

/// Two words of 64 bits.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(crate) struct U64x2(uint64x2_t);

impl U32x4 {
    /// Its bytes.
    #[inline(always)]
    fn bytes(self) -> uint8x16_t {
        // SAFETY: a register proves NEON.
        unsafe { vreinterpretq_u8_u32(self.0) }
    }
    /// From its bytes.
    #[inline(always)]
    fn of_bytes(bytes: uint8x16_t) -> Self {
        // SAFETY: a register proves NEON.
        Self(unsafe { vreinterpretq_u32_u8(bytes) })
    }
    /// The bytes in another order: byte `i` becomes the old byte `order[i]`.
    #[inline(always)]
    fn permute(self, order: &'static [u8; 16]) -> Self {
        // SAFETY: a register proves NEON; the order is sixteen bytes.
        Self::of_bytes(unsafe { vqtbl1q_u8(self.bytes(), vld1q_u8(order.as_ptr())) })
    }
    /// Two nibble lookups and their sum: a linear map of any byte.
    #[inline(always)]
    fn map_nibbles(self, low: &NibbleTable, high: &NibbleTable) -> Self {
        let x = self.bytes();
        // SAFETY: a register proves NEON; the tables are sixteen bytes.
        Self::of_bytes(unsafe {
            let low = vqtbl1q_u8(vld1q_u8(low.0.as_ptr()), vandq_u8(x, vdupq_n_u8(15)));
            let high = vqtbl1q_u8(vld1q_u8(high.0.as_ptr()), vshrq_n_u8::<4>(x));
            veorq_u8(low, high)
        })
    }
}

/// The inverse of ShiftRows of AES (FIPS 197, section 5.3.1): row `i % 4` of column `i / 4` comes
/// from as many columns to the left as the row's number.
const UNSHIFTED_ROWS: [u8; 16] = {
    let mut order = [0; 16];
    let mut i = 0;
    while i < 16 {
        order[i] = ((i + 16 - 4 * (i % 4)) % 16) as u8;
        i += 1;
    }
    order
};

/// `upper << K | lower >> (32 - K)`: a shift, and a shift that inserts. The latter takes its count
/// as a constant `i32`, which `K` is not: the match folds away, `K` being known.
macro_rules! insert_shifted {
    ($k:ident, $upper:expr, $lower:expr, $($count:literal)*) => {
        match $k {
            $($count => vsriq_n_u32::<{ 32 - $count }>($upper, $lower),)*
            _ => unreachable!(),
        }
    };
}

impl Words for U32x4 {
    #[inline(always)]
    fn max_signed(self, other: Self) -> Self {
        // SAFETY: as `add`.
        Self(unsafe {
            let larger = vmaxq_s32(vreinterpretq_s32_u32(self.0), vreinterpretq_s32_u32(other.0));
            vreinterpretq_u32_s32(larger)
        })
    }
    #[inline(always)]
    fn mask<const MASK: u32>(self) -> Self {
        // SAFETY: as `add`.
        Self(unsafe { vandq_u32(self.0, vdupq_n_u32(MASK)) })
    }
    #[inline(always)]
    fn select<const MASK: u32>(self, other: Self) -> Self {
        // SAFETY: as `add`.
        Self(unsafe { vbslq_u32(vdupq_n_u32(MASK), self.0, other.0) })
    }
    #[inline(always)]
    fn shl<const K: u32>(self) -> Self {
        // SAFETY: as `add`. Shifts take their constant as an i32, which K is not; the form with
        // the count in a register compiles to the immediate one.
        Self(unsafe { vshlq_u32(self.0, vdupq_n_s32(K as i32)) })
    }
    #[inline(always)]
    fn shr<const K: u32>(self) -> Self {
        // SAFETY: as `shl`; a negative count shifts right.
        Self(unsafe { vshlq_u32(self.0, vdupq_n_s32(-(K as i32))) })
    }
    #[inline(always)]
    fn sign_mask(self) -> Self {
        // SAFETY: as `add`.
        Self(unsafe { vreinterpretq_u32_s32(vshrq_n_s32::<31>(vreinterpretq_s32_u32(self.0))) })
    }
    #[inline(always)]
    fn shl_concat<const K: u32>(self, low: Self) -> Self {
        const { assert!(K >= 1 && K <= 31) };
        // SAFETY: as `shl`.
        Self(unsafe {
            insert_shifted!(K, self.shl::<K>().0, low.0,
                1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16
                17 18 19 20 21 22 23 24 25 26 27 28 29 30 31)
        })
    }
    type Sums = [uint64x2_t; 2];
    #[inline(always)]
    fn widened(self) -> [Self; 2] {
        // NEON multiplies either half of a register into 64 bits; nothing to prepare.
        [self; 2]
    }
    #[inline(always)]
    fn zero_sums(_: Neon) -> Self::Sums {
        // SAFETY: the token proves NEON.
        [unsafe { vdupq_n_u64(0) }; 2]
    }
    #[inline(always)]
    fn add_products(sums: Self::Sums, widened: [Self; 2], factor: u32) -> Self::Sums {
        // SAFETY: as `add`.
        unsafe {
            let factor = vdupq_n_u32(factor);
            let word = widened[0].0;
            [
                vmlal_u32(sums[0], vget_low_u32(word), vget_low_u32(factor)),
                vmlal_high_u32(sums[1], word, factor),
            ]
        }
    }
    #[inline(always)]
    fn fold31([first, second]: Self::Sums) -> Self {
        // SAFETY: as `add`.
        Self(unsafe {
            let low = vuzp1q_u32(vreinterpretq_u32_u64(first), vreinterpretq_u32_u64(second));
            let rest = vshrn_high_n_u64::<31>(vshrn_n_u64::<31>(first), second);
            vaddq_u32(vandq_u32(low, vdupq_n_u32(0x7fff_ffff)), rest)
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
                let ab_even = vreinterpretq_u64_u32(vtrn1q_u32(a.0, b.0));
                let ab_odd = vreinterpretq_u64_u32(vtrn2q_u32(a.0, b.0));
                let cd_even = vreinterpretq_u64_u32(vtrn1q_u32(c.0, d.0));
                let cd_odd = vreinterpretq_u64_u32(vtrn2q_u32(c.0, d.0));
                [
                    vreinterpretq_u32_u64(vtrn1q_u64(ab_even, cd_even)),
                    vreinterpretq_u32_u64(vtrn1q_u64(ab_odd, cd_odd)),
                    vreinterpretq_u32_u64(vtrn2q_u64(ab_even, cd_even)),
                    vreinterpretq_u32_u64(vtrn2q_u64(ab_odd, cd_odd)),
                ]
            };
            for (row, lane) in rows.iter_mut().zip(lanes) {
                Self(lane).store(&mut row.0[4 * quarter..]);
            }
        }
    }
}

impl Nibbles for U32x4 {
    #[inline(always)]
    fn substitute_rotl11(self, boxes: &NibbleBoxes) -> Self {
        // SAFETY: a register proves NEON; the tables are 64 bytes each.
        let substituted = Self::of_bytes(unsafe {
            let (low, high) = (vld1q_u8_x4(boxes.low.as_ptr()), vld1q_u8_x4(boxes.high.as_ptr()));
            // The table of a byte is the one of its place in the word: bits 4 and 5 of the index.
            let places = vreinterpretq_u8_u32(vdupq_n_u32(0x3020_1000));
            let lower = vorrq_u8(vandq_u8(self.bytes(), vdupq_n_u8(15)), places);
            let upper = vorrq_u8(vshrq_n_u8::<4>(self.bytes()), places);
            vorrq_u8(vqtbl4q_u8(low, lower), vqtbl4q_u8(high, upper))
        });
        substituted.rotl::<11>()
    }
}

impl Pairs for U32x4 {
    #[inline(always)]
    fn rotl16_pairs(self) -> Self {
        // SAFETY: a register proves NEON.
        Self(unsafe {
            let pairs = vreinterpretq_u64_u32(self.0);
            vreinterpretq_u32_u64(vsriq_n_u64::<48>(vshlq_n_u64::<16>(pairs), pairs))
        })
    }
    #[inline(always)]
    fn rotl_each<const EVEN: u32, const ODD: u32>(self) -> Self {
        // SAFETY: as `rotl16_pairs`. A negative count shifts to the right.
        Self(unsafe {
            let (even, odd) = (EVEN as i32, ODD as i32);
            let left = vld1q_s32([even, odd, even, odd].as_ptr());
            let upper = vshlq_u32(self.0, left);
            let lower = vshlq_u32(self.0, vsubq_s32(left, vdupq_n_s32(32)));
            vorrq_u32(upper, lower)
        })
    }
}

impl Bytes for U32x4 {
    /// Four lookups in 64 bytes each. The whole table is loaded, always the same way.
    const FAST_LOOKUP256: bool = false;

    #[inline(always)]
    fn lookup16(self, table: &NibbleTable) -> Self {
        // SAFETY: a register proves NEON; the table is sixteen bytes.
        Self::of_bytes(unsafe { vqtbl1q_u8(vld1q_u8(table.0.as_ptr()), self.bytes()) })
    }
    #[inline(always)]
    fn lookup256(self, table: &Table256) -> Self {
        let x = self.bytes();
        // SAFETY: a register proves NEON; the table is four times 64 bytes.
        Self::of_bytes(unsafe {
            // An index of 64 or more gives zero in the first lookup and leaves the byte as it was
            // in the others, so each byte is set by the one quarter that it falls in.
            let quarter = |i: usize| vld1q_u8_x4(table.0[64 * i..][..64].as_ptr());
            let index = |i: u8| vsubq_u8(x, vdupq_n_u8(64 * i));
            let out = vqtbl4q_u8(quarter(0), x);
            let out = vqtbx4q_u8(out, quarter(1), index(1));
            let out = vqtbx4q_u8(out, quarter(2), index(2));
            vqtbx4q_u8(out, quarter(3), index(3))
        })
    }
    #[inline(always)]
    fn affine<const C: i32>(self, map: &'static AffineMap) -> Self {
        let image = self.map_nibbles(&map.low, &map.high);
        if C == 0 {
            return image;
        }
        // SAFETY: a register proves NEON.
        Self::of_bytes(unsafe { veorq_u8(image.bytes(), vdupq_n_u8(C as u8)) })
    }
    #[inline(always)]
    fn inverse_affine<const C: i32>(self, map: &'static InverseMap<C>) -> Self {
        // AESE with a zero key is SubBytes after ShiftRows; undo the latter first.
        let x = self.permute(&UNSHIFTED_ROWS).bytes();
        // SAFETY: a register proves NEON and AES.
        let x = Self::of_bytes(unsafe { vaeseq_u8(x, vdupq_n_u8(0)) });
        x.map_nibbles(&map.after_sbox.0, &map.after_sbox.1)
    }
}
