//! Registers: what a value of so many bits can do, whatever is seen in it.

use super::{Isa, View, Word};

/// A register, or several as one: memory and logic.
pub(crate) trait Vector: Copy {
    /// The instruction set that owns the register.
    type Isa: Isa;
    /// How many bytes it takes in memory.
    const BYTES: usize;

    /// All zero.
    fn zero(isa: Self::Isa) -> Self;
    /// The first `BYTES` bytes of a slice, which must have them; words are little-endian.
    fn load(isa: Self::Isa, bytes: &[u8]) -> Self;
    /// Writes the first `BYTES` bytes of a slice, which must have room.
    fn store(self, bytes: &mut [u8]);
    /// Bitwise exclusive or.
    fn xor(self, other: Self) -> Self;
    /// Bitwise and.
    fn and(self, other: Self) -> Self;
    /// Exclusive or of three.
    #[inline(always)]
    fn xor3(self, b: Self, c: Self) -> Self {
        self.xor(b).xor(c)
    }
    /// `self ^ (b & c)`.
    #[inline(always)]
    fn xor_and(self, b: Self, c: Self) -> Self {
        self.xor(b.and(c))
    }
}

/// A register of at least 128 bits as words of 16, 32 or 64 bits. Each operation names the word, so that
/// one value can be added to as words of 16 bits and go through a round of AES next.
///
/// Counts and numbers of bits must be constants when all is inlined.
#[allow(dead_code, reason = "products are tested, and used by no cipher yet")]
pub(crate) trait Words: Vector {
    /// The same word everywhere.
    fn splat_word<W: Word>(isa: Self::Isa, word: W) -> Self;
    /// Addition modulo the word.
    fn add<W: Word>(self, other: Self) -> Self;
    /// Subtraction modulo the word.
    fn sub<W: Word>(self, other: Self) -> Self;
    /// The lower half of the product of two words.
    fn mul<W: Word>(self, other: Self) -> Self;
    /// In every word of 64 bits the product of the lower halves of both.
    fn mul_wide(self, other: Self) -> Self;
    /// Shift left by a count below the bits of the word.
    fn shl<W: Word>(self, count: u32) -> Self;
    /// Logical shift right, likewise.
    fn shr<W: Word>(self, count: u32) -> Self;
    /// Shift right that copies the top bit, likewise.
    fn sra<W: Word>(self, count: u32) -> Self;
    /// Rotation to the left by a constant from 1 to the bits of the word less 1.
    fn rotl<W: Word, const K: u32>(self) -> Self;
    /// All ones in words whose top bit is set, zero elsewhere.
    #[inline(always)]
    fn sign_mask<W: Word>(self) -> Self {
        self.sra::<W>(W::BITS - 1)
    }
    /// Reverses the bytes of every word.
    fn swap_word_bytes<W: Word>(self) -> Self;
    /// The upper bits of every word, as many as the constant says; the others are zero.
    fn upper<W: Word>(self, bits: u32) -> Self;
    /// Addition byte by byte, each modulo 256.
    fn add_bytes(self, other: Self) -> Self;

    /// Interleaves elements of so many bits, a power of two: in every unit of 128 bits, or of two
    /// elements where that is more, the first halves of both registers in turns are the first
    /// result, the second halves the second. Elements that fill the register stay as they are.
    fn zip(self, other: Self, bits: usize) -> (Self, Self);
    /// What [`Words::zip`] made the results of.
    fn unzip(self, other: Self, bits: usize) -> (Self, Self);

    /// The same bits as words of one length.
    #[inline(always)]
    fn as_words<W: Word>(self) -> View<Self, W> {
        View::of(self)
    }
}

/// A statement for each number below 16, or below a constant that is at most 8, written out: the
/// compiler does not take arrays of registers apart that it meets in loops.
macro_rules! unroll {
    (16, |$i:ident| $statement:expr) => {{
        unroll!(@ 16, $i, $statement, 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15);
    }};
    ($n:expr, |$i:ident| $statement:expr) => {{
        // Nothing remains of it, as the number is a constant when all is inlined.
        assert!($n <= 8, "written out for 8 at most");
        unroll!(@ $n, $i, $statement, 0 1 2 3 4 5 6 7);
    }};
    (@ $n:expr, $i:ident, $statement:expr, $($value:literal)*) => {$(
        if $value < $n {
            let $i: usize = $value;
            $statement;
        }
    )*};
}
pub(crate) use unroll;
