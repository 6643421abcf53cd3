//! Lanes: the vocabulary every cipher is written in, and the only place with intrinsics.
//!
//! A register has one type per backend and length ([`Vector`]: memory and logic). What is seen in it
//! is a trait: words of 16, 32 or 64 bits ([`Words`]), bytes ([`Bytes`]), blocks of 128 bits
//! ([`Blocks`], [`AesBlocks`]). A cipher that works on words of one length sees a register as such
//! ([`View`], [`Lanes`]). Several registers side by side are one ([`Group`]), which can do whatever
//! its registers can. The operations say what they mean, not which instruction does it; [`Isa`] ties
//! registers to an instruction set.
//!
//! An [`Isa`] value is a zero-sized token that only [`dispatch`] makes, after the processor was
//! asked. Registers are made from a token and from other registers, so holding one proves that
//! its instructions exist: the operations themselves are safe to call.
//!
//! Everything here is `#[inline(always)]` and compiles to single instructions only inside the
//! `#[target_feature]` shells of [`dispatch`]; elsewhere it would compile to calls.

#![cfg_attr(
    not(target_arch = "x86_64"),
    allow(dead_code, unused_imports, reason = "some operations are for one instruction set only")
)]

mod blocks;
mod boxes;
mod class;
mod dispatch;
mod dit;
mod group;
mod lane_pointers;
mod leave;
mod maps;
mod messages;
mod narrow;
mod order;
#[cfg(target_arch = "x86_64")]
mod planes;
mod portable;
mod quads;
mod rows;
mod tetrads;
mod tile;
mod vector;
mod view;
mod word;
mod words;

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
    AesBlocks, BlockArray, BlockKeys, Blocks, FIRST_OF_128, FIRST_OF_192, KeyAt, LAST_KEY,
    PlacedKeys, ROUND_KEYS, STEPS, Schedule, SharedKey, Stitch, blocks_of_register, part_number,
};
pub(crate) use boxes::NibbleBoxes;
pub(crate) use class::{
    AesOps, AnyWidth, BlockOps, ByteOps, Class, FullWidth, Ops, PlainWords, SideBySide, WithCopies,
    WordOps,
};
pub(crate) use dispatch::{Constant, Kernel, Kernels, constant, dispatch, guarded};
pub(crate) use group::Group;
pub(crate) use lane_pointers::{LanePointers, Lines, Run, Spare};
pub(crate) use maps::{
    AffineMap, InverseMap, NibbleTable, Table256, aes_inverse, aes_mul, apply as apply_linear,
};

pub(crate) use leave::{leaving_little, leaving_nothing, overwrites_frames, wipe_in_kernel};
pub(crate) use messages::{MAX_MESSAGES, MessageSet, Messages};
pub(crate) use narrow::Narrow;
pub(crate) use portable::Portable;
pub(crate) use quads::{Parts, Quads};
#[cfg(feature = "chacha20")]
pub(crate) use rows::AddedTo;
pub(crate) use rows::{AsBytes, AsPairs, AsWords, Row, RowOrder, Rows};
pub(crate) use tetrads::Tetrads;
pub(crate) use tile::{InOut, MAX_SLOT_BYTES, MAX_SLOTS, MAX_TILE, SlotData, TailBuffer, Tile};
pub(crate) use vector::{Vector, Words, unroll};
pub(crate) use view::View;
pub(crate) use word::{FromLane, PerLane, PerSlot, Word};
pub(crate) use words::{Lanes, Lanes32, MAX_LANES32};

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
    type U32: Tetrads<Isa = Self>;
    /// One register of 64-bit words.
    type U64: Lanes<Isa = Self, Word = u64>;
    /// Some registers as one: `MANY` where there are 32 registers, `FEW` where there are 16.
    type Interleaved<W: Lanes<Isa = Self>, const MANY: usize, const FEW: usize>: Lanes<Isa = Self, Word = W::Word>;
    /// A register of 32-bit words that takes less time than [`Isa::U32`] and has fewer: eight instead of sixteen, and four
    /// instead of eight where instructions for AES take 128 bits. Else that register. It is what few streams and the end
    /// of a message need.
    type ShortU32: Tetrads<Isa = Self>;
    /// Registers of 32-bit words whose nibbles are looked up, as many as hide the latency of that.
    type Nibbles: Nibbles<Isa = Self>;
    /// The same with as few registers as possible.
    type FewNibbles: Nibbles<Isa = Self>;
    /// As many registers of 32-bit words as a stream kernel interleaves to hide latency.
    type WideU32: Tetrads<Isa = Self>;
    /// A register whose lanes work in pairs.
    type Pairs: Pairs<Isa = Self>;
    /// The longest register of 128-bit blocks.
    type Blocks: Blocks<Isa = Self> + Parts<Isa = Self>;
    /// The longest one that has instructions for AES.
    type Aes: AesBlocks<Isa = Self> + Parts<Isa = Self>;
    /// One block.
    type One: AesBlocks<Isa = Self> + Parts<Isa = Self> + Words;
    /// Two blocks, in one register or several.
    type Two: AesBlocks<Isa = Self> + Parts<Isa = Self>;
    /// Four blocks, likewise.
    type Four: AesBlocks<Isa = Self> + Parts<Isa = Self>;
    /// Four words of 32 bits: what one message needs, without latency for more.
    type Quad32: Quads<Isa = Self>;
    /// Four words of 32 bits of each of four blocks, or of two where registers are short.
    type FewQuads32: Quads<Isa = Self, Word = u32>;
    /// Four words of 64 bits, likewise.
    type Quad64: Quads<Isa = Self>;
    /// Four words of 32 bits of each of as many messages as hide latency.
    type ManyQuads32: Quads<Isa = Self>;
    /// Four words of 64 bits, likewise.
    type ManyQuads64: Quads<Isa = Self>;
}

/// Byte-wise operations: every byte on its own.
pub(crate) trait Bytes: Vector {
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

    /// Whether [`Bytes::aes_product`] is one instruction.
    const FAST_PRODUCT: bool;
    /// Products in the AES field.
    #[inline(always)]
    fn aes_product(self, other: Self) -> Self {
        maps::product_by_maps(self, other)
    }
    /// SubBytes and MixColumns of AES (FIPS 197, sections 5.1.1 and 5.1.3), each word of 32 bits being a
    /// column whose first byte is its lowest.
    fn aes_columns(self) -> Self;
}

/// Registers of 32-bit words in the form in which nibbles are best looked up.
pub(crate) trait Nibbles: Lanes<Word = u32> {
    /// Each of the eight nibbles through a table of its own, in a time that depends on nothing;
    /// then the word rotated left by 11.
    fn substitute_rotl11(self, boxes: &NibbleBoxes) -> Self;
}

/// Words in pairs, for a cipher whose state is two words: an even lane and the odd one after it.
pub(crate) trait Pairs: Lanes32 + Bytes {
    /// Rotates every pair left by 16, as a number of 64 bits whose lower half is the even lane; then even lanes by so many bytes,
    /// from 0 to 3, and odd ones by others.
    fn rotl16_bytes<const EVEN: usize, const ODD: usize>(self) -> Self;
    /// Rotates even lanes left by one constant and odd ones by another, both from 1 to 31.
    fn rotl_each<const EVEN: u32, const ODD: u32>(self) -> Self;
    /// Whether [`Pairs::rotl_each`] is one instruction. Where it is not, [`Pairs::rotl16_bytes`] is.
    const ROTATES: bool = true;
    /// [`Bytes::inverse_affine`] of the first and third byte of every word, the lowest first, and the others of another
    /// register, where all pairs of a register are the same.
    #[inline(always)]
    fn inverse_affine_between<const C: i32>(
        self,
        map: &'static InverseMap<C>,
        other: Self,
    ) -> Self {
        other.select::<0xff00_ff00>(self.inverse_affine(map))
    }
}

/// The order of bytes of [`Pairs::rotl16_bytes`].
const fn order_of_rotl16_bytes(even: usize, odd: usize) -> [u8; 16] {
    let mut order = [0; 16];
    let mut i = 0;
    while i < 16 {
        let turn = if i / 4 % 2 == 0 { even } else { odd };
        // The byte of the pair that was rotated, then that of the pair.
        let place = i % 8 / 4 * 4 + (i + 4 - turn) % 4;
        order[i] = (i / 8 * 8 + (place + 6) % 8) as u8;
        i += 1;
    }
    order
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

/// The word, which is in a general register here. Otherwise the compiler may make vectors of several words.
#[cfg(feature = "chacha20")]
#[inline(always)]
pub(crate) fn in_general_register(mut word: u32) -> u32 {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    // SAFETY: the assembly is a comment; the compiler takes it to change the word.
    unsafe {
        core::arch::asm!("/* {0:e} */", inout(reg) word, options(nomem, nostack, preserves_flags));
    }
    #[cfg(not(all(target_arch = "x86_64", not(miri))))]
    {
        word = core::hint::black_box(word);
    }
    word
}

/// Has what was loaded before loaded again where it is needed. Otherwise the compiler keeps round keys that are used
/// several times on the stack, several thousand bytes, which are written, and overwritten in the end.
#[cfg(feature = "aes")]
#[inline(always)]
pub(crate) fn load_anew() {
    core::sync::atomic::compiler_fence(core::sync::atomic::Ordering::SeqCst);
}

/// Has the stack of the kernel that it is called in aligned to cache lines. Without a value that
/// wants that, the compiler puts registers it runs out of anywhere, and reading back a long one that
/// lies in two lines takes twice as long.
#[inline(always)]
pub(crate) fn align_stack() {
    #[repr(align(64))]
    struct Line(#[allow(dead_code, reason = "it only lies there; not every build warns of it")] u8);
    keep_in_memory(&mut Line(0));
}

/// Keeps the halves of a number in ordinary registers. Otherwise the compiler reads a number that the caller has just
/// stored in halves with one load of 16 bytes. That load waits until both stores, and all stores before them, are
/// in the cache, so that calls after each other do not overlap.
#[cfg(feature = "aes")]
#[inline(always)]
pub(crate) fn in_registers(number: u128) -> u128 {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    {
        let (mut low, mut high) = (number as u64, (number >> 64) as u64);
        // SAFETY: nothing is executed; the values stay as they are.
        unsafe {
            core::arch::asm!(
                "/* {0} {1} */",
                inout(reg) low,
                inout(reg) high,
                options(pure, nomem, nostack, preserves_flags)
            );
        }
        u128::from(high) << 64 | u128::from(low)
    }
    #[cfg(not(all(target_arch = "x86_64", not(miri))))]
    number
}

/// A constant, at an address that the compiler does not know. So what a loop needs of it is loaded where it is needed, not
/// kept in registers through the loop, or copied to the stack where there are too few.
#[cfg(feature = "aes")]
#[inline(always)]
pub(crate) fn loaded_anew<T>(constant: &'static T) -> &'static T {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    {
        let mut address = core::ptr::from_ref(constant);
        // SAFETY: the assembly is a comment, so the address stays what it is.
        unsafe {
            core::arch::asm!("/* {0} */", inout(reg) address, options(readonly, nostack, preserves_flags));
            &*address
        }
    }
    #[cfg(not(all(target_arch = "x86_64", not(miri))))]
    constant
}

/// A number of which nothing is computed before it is known that this is reached: for a branch that is seldom taken. The
/// compiler would compute both ways and choose.
#[cfg(any(feature = "aes", feature = "snow3g", feature = "snow5g", feature = "zuc"))]
#[inline(always)]
pub(crate) fn in_this_branch(number: usize) -> usize {
    let mut number = number;
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    // SAFETY: the assembly is a comment, so the number stays what it is.
    unsafe {
        core::arch::asm!("/* {0} */", inout(reg) number, options(nomem, nostack, preserves_flags));
    }
    number
}

/// Overwrites a secret in a way that the compiler cannot leave out although nobody reads it again.
#[inline(always)]
pub(crate) fn wipe<T: Copy>(secret: &mut T, zero: T) {
    *secret = zero;
    keep_in_memory(secret);
}
