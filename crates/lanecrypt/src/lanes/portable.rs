//! The reference lanes: plain words, no intrinsics, no secret-indexed tables.
//!
//! One `u32` is one lane; [`Group`](super::Group) makes as many of them as a kernel asks for, and
//! the compiler vectorises what it can. Byte operations work on the four bytes of the word at
//! once.

mod aes;
mod blocks;
mod quads;
mod register;
mod words;

use super::maps::{AES_SBOX, aes_frobenius};
use super::{
    AffineMap, Bytes, Group, InverseMap, Isa, Lanes, Lanes32, NibbleBoxes, NibbleTable, Nibbles,
    RowOrder, Rows, Table256, Tetrads,
};
use crate::Backend;

/// Needs nothing of the processor.
#[derive(Clone, Copy)]
pub(crate) struct Portable;

// SAFETY: plain words need nothing.
unsafe impl Isa for Portable {
    const BACKEND: Backend = Backend::Portable;
    type U16 = u16;
    type U32 = u32;
    type U64 = u64;
    type ShortU32 = u32;
    type Interleaved<W: Lanes<Isa = Self>, const MANY: usize, const FEW: usize> = Group<W, 4>;
    type Nibbles = Group<u32, 4>;
    type FewNibbles = u32;
    type WideU32 = Group<u32, 8>;
    type Pairs = Group<u32, 2>;
    type Blocks = u128;
    type Aes = u128;
    type One = u128;
    type Two = Group<u128, 2>;
    type Four = Group<u128, 4>;
    type Quad32 = Group<u32, 4>;
    type FewQuads32 = Group<u32, 4>;
    type Quad64 = Group<u64, 4>;
    type ManyQuads32 = Group<u32, 4>;
    type ManyQuads64 = Group<u64, 4>;
}

/// The lowest bit of every byte.
const ONES: u32 = 0x0101_0101;

/// All ones in the bytes whose lowest bit is set; other bits of `bits` must be zero.
#[inline(always)]
fn spread(bits: u32) -> u32 {
    bits.wrapping_mul(0xff)
}

/// Byte-wise products in the AES field.
#[inline(always)]
fn aes_mul(mut a: u32, b: u32) -> u32 {
    let mut product = 0;
    for bit in 0..8 {
        product ^= a & spread(b >> bit & ONES);
        let carry = a >> 7 & ONES;
        a = (a << 1 & 0xfefe_fefe) ^ carry.wrapping_mul(0x1b);
    }
    product
}

/// A term of an algebraic normal form: the product, one bit a nibble, in the bits of the form.
#[inline(always)]
fn term(product: u32, form: u32) -> u32 {
    ((product << 4).wrapping_sub(product)) & form
}

/// Byte-wise linear map.
#[inline(always)]
fn linear(x: u32, map: &AffineMap) -> u32 {
    let mut out = 0;
    for bit in 0..8 {
        out ^= (x >> bit & ONES).wrapping_mul(map.column(bit).into());
    }
    out
}

/// Byte-wise inverses in the AES field, x^254.
#[inline(always)]
fn aes_inverse(x: u32) -> u32 {
    static SQUARE: AffineMap = aes_frobenius(1);
    static FOURTH: AffineMap = aes_frobenius(2);
    static SIXTEENTH: AffineMap = aes_frobenius(4);
    let x2 = linear(x, &SQUARE);
    let x3 = aes_mul(x2, x);
    let x12 = linear(x3, &FOURTH);
    let x15 = aes_mul(x12, x3);
    let x240 = linear(x15, &SIXTEENTH);
    let x252 = aes_mul(x240, x12);
    aes_mul(x252, x2)
}

impl Lanes32 for u32 {
    #[inline(always)]
    fn max_signed(self, other: Self) -> Self {
        // Without a branch on the data, whatever the compiler makes of a comparison.
        let difference = i64::from(self as i32) - i64::from(other as i32);
        let smaller = (difference >> 63) as u32;
        (self & !smaller) | (other & smaller)
    }
    #[inline(always)]
    fn mask<const MASK: u32>(self) -> Self {
        self & MASK
    }
    #[inline(always)]
    fn select<const MASK: u32>(self, other: Self) -> Self {
        (self & MASK) | (other & !MASK)
    }
    #[inline(always)]
    fn sign_mask(self) -> Self {
        (self as i32 >> 31) as u32
    }
    #[inline(always)]
    fn shl_concat<const K: u32>(self, low: Self) -> Self {
        self << K | low >> (32 - K)
    }
    type Sums = u64;
    #[inline(always)]
    fn widened(self) -> [Self; 2] {
        [self, 0]
    }
    #[inline(always)]
    fn zero_sums(_: Portable) -> u64 {
        0
    }
    #[inline(always)]
    fn add_products(sums: u64, widened: [Self; 2], factor: u32) -> u64 {
        sums + u64::from(widened[0]) * u64::from(factor)
    }
    #[inline(always)]
    fn fold31(sums: u64) -> Self {
        (sums as u32 & 0x7fff_ffff) + (sums >> 31) as u32
    }
    #[inline(always)]
    fn transpose<O: RowOrder>(words: &[Self; 16], mut rows: impl Rows<Portable>) {
        let mut rows = rows.part(0, 1);
        for t in 0..16 {
            let word = words[if O::SWAP_PAIRS { t ^ 1 } else { t }];
            rows.put(0, t, if O::SWAP_BYTES { word.swap_bytes() } else { word });
        }
    }
}

impl Bytes for u32 {
    const FAST_LOOKUP256: bool = false;

    #[inline(always)]
    fn lookup16(self, table: &NibbleTable) -> Self {
        let mut out = 0;
        for (index, &value) in table.0.iter().enumerate() {
            let difference = self ^ (index as u32).wrapping_mul(ONES);
            // Nibbles are below 16, so this borrows into bit 4 exactly when they are equal.
            let equal = (0x1010_1010 - difference) >> 4 & ONES;
            out |= equal.wrapping_mul(value.into());
        }
        out
    }
    #[inline(always)]
    fn lookup256(self, table: &Table256) -> Self {
        let low = self & 0x0f0f_0f0f;
        let high = self >> 4 & 0x0f0f_0f0f;
        let mut out = 0;
        for (index, part) in table.bytes.chunks_exact(16).enumerate() {
            let mut nibbles = NibbleTable([0; 16]);
            nibbles.0.copy_from_slice(part);
            let difference = high ^ (index as u32).wrapping_mul(ONES);
            let equal = (0x1010_1010 - difference) >> 4 & ONES;
            out |= low.lookup16(&nibbles) & spread(equal);
        }
        out
    }
    #[inline(always)]
    fn affine<const C: i32>(self, map: &'static AffineMap) -> Self {
        linear(self, map) ^ (C as u32 & 0xff).wrapping_mul(ONES)
    }
    #[inline(always)]
    fn inverse_affine<const C: i32>(self, map: &'static InverseMap<C>) -> Self {
        linear(aes_inverse(self), &map.map) ^ (C as u32 & 0xff).wrapping_mul(ONES)
    }
    const FAST_PRODUCT: bool = false;
    #[inline(always)]
    fn aes_product(self, other: Self) -> Self {
        aes_mul(self, other)
    }
    #[inline(always)]
    fn aes_columns(self) -> Self {
        let bytes = self.inverse_affine(&AES_SBOX);
        let next = bytes.rotate_right(8);
        let sums = bytes ^ next;
        let doubled = (sums << 1 & 0xfefe_fefe) ^ (sums >> 7 & ONES).wrapping_mul(0x1b);
        doubled ^ next ^ sums.rotate_right(16)
    }
}

impl Tetrads for u32 {
    #[inline(always)]
    fn sort_bytes(words: [Self; 4]) -> [Self; 4] {
        let [a, b, c, d] = words.map(u32::to_le_bytes);
        [0, 1, 2, 3].map(|j| u32::from_le_bytes([a[j], b[j], c[j], d[j]]))
    }
    #[inline(always)]
    fn unsort_bytes(bytes: [Self; 4]) -> [Self; 4] {
        Self::sort_bytes(bytes)
    }
    #[inline(always)]
    fn two_later(self, next: Self) -> Self {
        self >> 16 | next << 16
    }
    #[inline(always)]
    fn three_later(self, next: Self) -> Self {
        self >> 24 | next << 8
    }
}

impl Nibbles for u32 {
    #[inline(always)]
    fn substitute_rotl11(self, boxes: &NibbleBoxes) -> Self {
        /// The lowest bit of every nibble.
        const NIBBLES: u32 = 0x1111_1111;
        // The bits of every nibble and their products, written out so that they stay in registers.
        let (b1, b2) = (self & NIBBLES, self >> 1 & NIBBLES);
        let (b4, b8) = (self >> 2 & NIBBLES, self >> 3 & NIBBLES);
        let (b3, b12) = (b1 & b2, b4 & b8);
        let forms = &boxes.forms;
        let sum = forms[0];
        let sum = sum ^ (term(b1, forms[1]) ^ term(b2, forms[2]) ^ term(b3, forms[3]));
        let sum = sum ^ (term(b4, forms[4]) ^ term(b4 & b1, forms[5]));
        let sum = sum ^ (term(b4 & b2, forms[6]) ^ term(b4 & b3, forms[7]));
        let sum = sum ^ (term(b8, forms[8]) ^ term(b8 & b1, forms[9]));
        let sum = sum ^ (term(b8 & b2, forms[10]) ^ term(b8 & b3, forms[11]));
        let sum = sum ^ (term(b12, forms[12]) ^ term(b12 & b1, forms[13]));
        let sum = sum ^ (term(b12 & b2, forms[14]) ^ term(b12 & b3, forms[15]));
        sum.rotate_left(11)
    }
}

/// Ordinary products of numbers that have only every fifth bit: at most thirteen ones meet in one
/// place, so their sum does not reach the next. A function that kernels call: its text is long.
#[inline(never)]
fn carryless_product(a: u64, b: u64) -> u128 {
    const EVERY_FIFTH: u128 = {
        let mut mask = 0u128;
        let mut bit = 0;
        while bit < 128 {
            mask |= 1 << bit;
            bit += 5;
        }
        mask
    };
    let part = |x: u64, i: u32| u128::from(x & (EVERY_FIFTH << i) as u64);
    let mut product = 0;
    for residue in 0..5 {
        let mut sum = 0;
        for i in 0..5 {
            // Places i and j meet where (i + j) mod 5 = residue.
            sum ^= part(a, i) * part(b, (residue + 5 - i) % 5);
        }
        product ^= sum & (EVERY_FIFTH << residue);
    }
    product
}
