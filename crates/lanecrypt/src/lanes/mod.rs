//! Lanes: the vocabulary every cipher is written in, and the only place with intrinsics.
//!
//! A cipher sees registers of words ([`Lanes`]), of 32 bits with more to do ([`Words`]), whose
//! bytes can also be looked up and mapped ([`Bytes`]), and registers of 128-bit blocks
//! ([`Blocks`]). The operations say what
//! they mean, not which instruction does it; [`Isa`] ties one set of registers to one
//! instruction set.
//!
//! An [`Isa`] value is a zero-sized token that only [`dispatch`] makes, after the processor was
//! asked. Registers are made from a token and from other registers, so holding one proves that
//! its instructions exist: the operations themselves are safe to call.
//!
//! Everything here is `#[inline(always)]` and compiles to single instructions only inside the
//! `#[target_feature]` shells of [`dispatch`]; elsewhere it would compile to calls.

mod blocks;
mod boxes;
mod cursors;
mod dispatch;
mod group;
mod maps;
mod messages;
mod narrow;
mod order;
#[cfg(target_arch = "x86_64")]
mod planes;
mod portable;
mod quads;
mod tile;
mod vector;

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(target_arch = "aarch64")]
mod neon;
#[cfg(target_arch = "x86_64")]
mod sse;

#[cfg(test)]
mod tests;

pub(crate) use blocks::{
    AesBlocks, Beside, BlockKeys, Blocks, EachKey, PlaceKey, Places, STEPS, SameKey, Several,
    part_number,
};
pub(crate) use boxes::NibbleBoxes;
pub(crate) use cursors::{Cursors, Lines, Spare};
pub(crate) use dispatch::{Kernel, dispatch};
pub(crate) use group::Group;
pub(crate) use maps::{
    AffineMap, InverseMap, NibbleTable, Table256, aes_inverse, apply as apply_linear,
};

pub(crate) use messages::{Abreast, MOST_MESSAGES, Messages};
pub(crate) use narrow::Narrow;
pub(crate) use portable::Portable;
pub(crate) use quads::{Parts, Quads};
pub(crate) use tile::{InOut, Stage, Tile};
pub(crate) use vector::{Lanes, Word, each_below};

use crate::Backend;

/// One instruction set: a token and the registers that it vouches for.
///
/// # Safety
///
/// A value of the type must be proof that the processor has the instructions that the operations of
/// its registers use: there is no way to make one but in the shell that enables them.
pub(crate) unsafe trait Isa: Copy + 'static {
    /// The name under which users select it.
    const BACKEND: Backend;
    /// One register of 16-bit words.
    type U16: Lanes<Isa = Self, Word = u16>;
    /// One register of 32-bit words.
    type U32: Words<Isa = Self> + Bytes;
    /// One register of 64-bit words.
    type U64: Lanes<Isa = Self, Word = u64>;
    /// Some registers as one: `MANY` where there are 32 registers, `FEW` where there are 16.
    type Interleaved<W: Lanes<Isa = Self>, const MANY: usize, const FEW: usize>: Lanes<Isa = Self, Word = W::Word>;
    /// Registers of 32-bit words whose nibbles are looked up, as many as hide the latency of that.
    type Nibbles: Nibbles<Isa = Self>;
    /// As many registers of 32-bit words as a stream kernel interleaves to hide latency.
    type WideU32: Words<Isa = Self> + Bytes;
    /// A register whose lanes work in pairs.
    type Pairs: Pairs<Isa = Self>;
    /// The longest register of 128-bit blocks.
    type Blocks: Blocks<Isa = Self> + Parts<Isa = Self>;
    /// The longest one that has instructions for AES.
    type Aes: AesBlocks<Isa = Self> + Parts<Isa = Self>;
    /// One block.
    type One: AesBlocks<Isa = Self> + Parts<Isa = Self>;
    /// Two blocks, in one register or several.
    type Two: AesBlocks<Isa = Self> + Parts<Isa = Self>;
    /// Four blocks, likewise.
    type Four: AesBlocks<Isa = Self> + Parts<Isa = Self>;
    /// Four words of 32 bits: what one message needs, without latency for more.
    type Quad32: Quads<Isa = Self>;
    /// Four words of 64 bits, likewise.
    type Quad64: Quads<Isa = Self>;
    /// Four words of 32 bits of each of as many messages as hide latency.
    type ManyQuads32: Quads<Isa = Self>;
    /// Four words of 64 bits, likewise.
    type ManyQuads64: Quads<Isa = Self>;
}

/// Registers of 32-bit words, and what is done to words of this length only.
pub(crate) trait Words: Lanes<Word = u32> {
    /// The larger of two words taken as signed.
    fn max_signed(self, other: Self) -> Self;
    /// Bitwise and with a constant.
    fn mask<const MASK: u32>(self) -> Self;
    /// Bits of `self` where the constant has ones, bits of `other` where it has zeros.
    fn select<const MASK: u32>(self, other: Self) -> Self;
    /// Shift left by a constant below 32.
    fn shl<const K: u32>(self) -> Self;
    /// Logical shift right by a constant below 32.
    fn shr<const K: u32>(self) -> Self;
    /// All ones where the top bit is set, zero elsewhere.
    fn sign_mask(self) -> Self;
    /// Bytes 3 and 1 of `self` and bytes 2 and 0 of `other`, the word rotated left by 24.
    #[inline(always)]
    fn interleave_rotl24(self, other: Self) -> Self {
        self.select::<0xff00_ff00>(other).rotl::<24>()
    }
    /// The upper half of `self || low` shifted left by a constant from 1 to 31.
    fn shl_concat<const K: u32>(self, low: Self) -> Self;
    /// 64-bit sums, one a lane.
    type Sums: Copy;
    /// The words in the form that [`Words::add_products`] multiplies, which is the backend's own:
    /// on x86 the even lanes, then the odd ones, each at the bottom of 64 bits. Bitwise operations
    /// act on it as on the words.
    fn widened(self) -> [Self; 2];
    /// Sums that are zero.
    fn zero_sums(isa: Self::Isa) -> Self::Sums;
    /// Adds the products of widened words, below 2^31, and a factor below 2^22.
    fn add_products(sums: Self::Sums, widened: [Self; 2], factor: u32) -> Self::Sums;
    /// Sums below 2^54, folded once at bit 31: the low 31 bits plus the rest.
    fn fold31(sums: Self::Sums) -> Self;

    /// Turns sixteen registers, register `t` holding word `t` of every lane, into one row of
    /// sixteen words a lane. `rows` must have `LANES` entries.
    fn transpose<O: RowOrder>(words: &[Self; 16], rows: &mut [Row]);

    /// The reverse: register `t` is given word `t` of every row. `rows` must have `LANES` entries.
    #[inline(always)]
    fn columns(isa: Self::Isa, rows: &[Row], words: &mut [Self; 16]) {
        let mut column = [0; MAX_LANES];
        for (t, word) in words.iter_mut().enumerate() {
            for (column, row) in column.iter_mut().zip(&rows[..Self::LANES]) {
                *column = row.0[t];
            }
            *word = Self::load(isa, &column);
        }
    }
}

/// The most lanes of any register or group.
pub(crate) const MAX_LANES: usize = 64;

/// How the sixteen words of a lane lie in a [`Row`].
pub(crate) trait RowOrder {
    /// Exchange the words of each pair: two big-endian words become one 64-bit number.
    const SWAP_PAIRS: bool;
    /// Reverse the bytes of each word: the row becomes a big-endian byte string.
    const SWAP_BYTES: bool;
}

/// Words as they are, in order.
pub(crate) struct AsWords;
impl RowOrder for AsWords {
    const SWAP_PAIRS: bool = false;
    const SWAP_BYTES: bool = false;
}
/// A big-endian byte string: what a keystream is xored with.
pub(crate) struct AsBytes;
impl RowOrder for AsBytes {
    const SWAP_PAIRS: bool = false;
    const SWAP_BYTES: bool = true;
}
/// 64-bit numbers whose upper half is the earlier word: what carry-less products want.
pub(crate) struct AsPairs;
impl RowOrder for AsPairs {
    const SWAP_PAIRS: bool = true;
    const SWAP_BYTES: bool = false;
}

/// Sixteen words of one lane: one cache line. As bytes, its words are little-endian.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
pub(crate) struct Row(pub(crate) [u32; 16]);

impl Row {
    /// All zero.
    pub(crate) const ZERO: Self = Self([0; 16]);

    /// From its bytes.
    #[inline(always)]
    pub(crate) fn from_bytes(bytes: &[u8; 64]) -> Self {
        let mut row = Self::ZERO;
        for (word, bytes) in row.0.iter_mut().zip(bytes.chunks_exact(4)) {
            *word = u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
        }
        row
    }

    /// Its bytes.
    #[inline(always)]
    pub(crate) fn to_bytes(self) -> [u8; 64] {
        let mut bytes = [0; 64];
        for (bytes, word) in bytes.chunks_exact_mut(4).zip(self.0) {
            bytes.copy_from_slice(&word.to_le_bytes());
        }
        bytes
    }
}

/// Byte-wise operations on a register of words: every byte on its own.
pub(crate) trait Bytes: Words {
    /// Whether [`Bytes::lookup256`] is a few instructions.
    const FAST_LOOKUP256: bool;

    /// `table[byte]`; every byte must be below 16.
    fn lookup16(self, table: &NibbleTable) -> Self;
    /// `table[byte]` for any byte, touching the table in an order that does not depend on it.
    fn lookup256(self, table: &Table256) -> Self;
    /// A linear map over GF(2), then exclusive or with the constant `C`.
    fn affine<const C: i32>(self, map: &'static AffineMap) -> Self;
    /// The inverse in the AES field, then a linear map, then exclusive or with `C`.
    fn inverse_affine<const C: i32>(self, map: &'static InverseMap<C>) -> Self;
}

/// Registers of 32-bit words in the form in which nibbles are best looked up.
pub(crate) trait Nibbles: Lanes<Word = u32> {
    /// Each of the eight nibbles through a table of its own, in a time that depends on nothing;
    /// then the word rotated left by 11.
    fn substitute_rotl11(self, boxes: &NibbleBoxes) -> Self;
}

/// Words in pairs, for a cipher whose state is two words: an even lane and the odd one after it.
pub(crate) trait Pairs: Bytes {
    /// Rotates every pair left by 16, as a number of 64 bits whose lower half is the even lane.
    fn rotl16_pairs(self) -> Self;
    /// Rotates even lanes left by one constant and odd ones by another, both from 1 to 31.
    fn rotl_each<const EVEN: u32, const ODD: u32>(self) -> Self;
}

/// Makes the compiler write `value` to memory here and read it back later, instead of carrying
/// it in registers it does not have.
#[inline(always)]
pub(crate) fn keep_in_memory<T: ?Sized>(value: &mut T) {
    #[cfg(all(any(target_arch = "x86_64", target_arch = "aarch64"), not(miri)))]
    // SAFETY: the assembly is a comment; naming the address only tells the compiler that the
    // value may be read and written.
    unsafe {
        core::arch::asm!("/* {0} */", in(reg) core::ptr::from_mut(value).cast::<u8>(), options(nostack, preserves_flags));
    }
    #[cfg(not(all(any(target_arch = "x86_64", target_arch = "aarch64"), not(miri))))]
    core::hint::black_box(value);
}

/// Has the stack of the kernel that it is called in aligned to cache lines. Without a value that
/// wants that, the compiler puts registers it runs out of anywhere, and reading back a long one that
/// lies in two lines takes twice as long.
#[inline(always)]
pub(crate) fn align_stack() {
    #[repr(align(64))]
    struct Line(#[expect(dead_code, reason = "it only lies there")] u8);
    keep_in_memory(&mut Line(0));
}

/// Overwrites a secret in a way that the compiler cannot leave out although nobody reads it again.
#[inline(always)]
pub(crate) fn wipe<T: Copy>(secret: &mut T, zero: T) {
    *secret = zero;
    keep_in_memory(secret);
}
