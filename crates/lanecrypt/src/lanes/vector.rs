//! Registers of words of any width: what a cipher of additions, rotations and logic is written in.

use super::{Isa, Tile, order};

/// A word of a lane: 16, 32 or 64 bits.
pub(crate) trait Word: Copy + Default + PartialEq + core::fmt::Debug + 'static {
    /// Its bits.
    const BITS: u32;
    /// As many as the longest register has.
    type Line: AsRef<[Self]> + AsMut<[Self]> + Copy;
    /// A line of zeros.
    const ZEROS: Self::Line;
    /// From its bytes, little-endian; fewer bytes are the lower ones.
    fn from_le(bytes: &[u8]) -> Self;
    /// The other byte order.
    fn swap(self) -> Self;
    /// The low bits of a number.
    fn truncate(number: u64) -> Self;
    /// The number it is.
    fn number(self) -> u64;
}

/// The bytes of the longest register.
const LINE: usize = 64;

macro_rules! word {
    ($($word:ty)*) => {$(
        impl Word for $word {
            const BITS: u32 = <$word>::BITS;
            type Line = [$word; LINE / size_of::<$word>()];
            const ZEROS: Self::Line = [0; LINE / size_of::<$word>()];
            #[inline(always)]
            fn from_le(bytes: &[u8]) -> Self {
                let mut word = [0; size_of::<$word>()];
                match bytes.first_chunk() {
                    Some(bytes) => word = *bytes,
                    None => word[..bytes.len()].copy_from_slice(bytes),
                }
                <$word>::from_le_bytes(word)
            }
            #[inline(always)]
            fn swap(self) -> Self {
                self.swap_bytes()
            }
            #[inline(always)]
            fn truncate(number: u64) -> Self {
                number as $word
            }
            #[inline(always)]
            fn number(self) -> u64 {
                self.into()
            }
        }
    )*};
}
word!(u16 u32 u64);

/// One or more registers of words, one word a lane.
///
/// Blocks of a message are taken in and put out by [`Lanes::read_blocks`] and its kin, which leave
/// it to the backend which block goes to which lane: [`Lanes::numbers`] tells.
pub(crate) trait Lanes: Copy {
    /// The instruction set that owns the registers.
    type Isa: Isa;
    /// What a lane holds.
    type Word: Word;
    /// How many words.
    const LANES: usize;
    /// How many of them are in one register: [`Lanes::repeat`] takes so many.
    const REGISTER_LANES: usize = Self::LANES;
    /// The bytes of a word in memory.
    const WORD_BYTES: usize = size_of::<Self::Word>();

    /// The same word in every lane.
    fn splat(isa: Self::Isa, word: Self::Word) -> Self;
    /// The first `LANES` words of a slice, which must have them.
    fn load(isa: Self::Isa, words: &[Self::Word]) -> Self;
    /// The first `REGISTER_LANES` words of a slice, which must have them, in every register.
    #[inline(always)]
    fn repeat(isa: Self::Isa, words: &[Self::Word]) -> Self {
        Self::load(isa, words)
    }
    /// Writes the first `LANES` words of a slice, which must have room.
    fn store(self, words: &mut [Self::Word]);

    /// Addition modulo the word.
    fn add(self, other: Self) -> Self;
    /// Subtraction modulo the word.
    fn sub(self, other: Self) -> Self;
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
    /// Shift left by a count below the bits of the word, which must be a constant when all is
    /// inlined.
    fn shl_by(self, count: u32) -> Self;
    /// Logical shift right, likewise.
    fn shr_by(self, count: u32) -> Self;
    /// The upper bits of every word, as many as the constant says; the others are zero.
    fn upper(self, bits: u32) -> Self;
    /// Rotation to the left by a constant from 1 to the bits of the word less 1.
    fn rotl<const K: u32>(self) -> Self;
    /// Reverses the bytes of every word.
    fn swap_bytes(self) -> Self;

    /// Interleaves elements of so many bits, a power of two: in every unit of 128 bits, or of two
    /// elements where that is more, the first halves of both registers in turns are the first
    /// result, the second halves the second. Elements that fill the register stay as they are.
    fn zip(self, other: Self, bits: usize) -> (Self, Self);
    /// What [`Lanes::zip`] made the results of.
    fn unzip(self, other: Self, bits: usize) -> (Self, Self);
    /// As many bytes as the register has, which the slice must have; words are little-endian.
    fn from_bytes(isa: Self::Isa, bytes: &[u8]) -> Self;
    /// Writes as many bytes as the register has, for which there must be room.
    fn to_bytes(self, bytes: &mut [u8]);

    /// A number as a word.
    #[inline(always)]
    fn word(number: u64) -> Self::Word {
        Self::Word::truncate(number)
    }
    /// In every lane the number of the block, of `N` words, that [`Lanes::read_blocks`] gives it.
    fn numbers<const N: usize>(isa: Self::Isa) -> Self;

    /// The same of one register, as far as there are lanes.
    #[inline(always)]
    fn places<const N: usize>() -> [u8; order::MOST] {
        const { order::places(Self::REGISTER_LANES, Self::Word::BITS as usize, N) }
    }

    /// In every lane the number of its register.
    #[inline(always)]
    fn register_numbers(isa: Self::Isa) -> Self {
        Self::splat(isa, Self::word(0))
    }

    /// Takes in `LANES` blocks of `N` words: register `w` is given word `w` of every block.
    #[inline(always)]
    fn read_blocks<const N: usize>(isa: Self::Isa, tile: &mut Tile<'_>) -> [Self; N] {
        let bytes = Self::LANES * Self::WORD_BYTES;
        let mut registers = [Self::from_bytes(isa, tile.input(0, bytes)); N];
        each_below!(N, |i| {
            registers[i] = Self::from_bytes(isa, tile.input(i * bytes, bytes));
        });
        split(registers)
    }
    /// Puts out `LANES` blocks.
    #[inline(always)]
    fn write_blocks<const N: usize>(words: [Self; N], tile: &mut Tile<'_>) {
        let bytes = Self::LANES * Self::WORD_BYTES;
        let registers = join(words);
        each_below!(N, |i| registers[i].to_bytes(tile.output(i * bytes, bytes)));
    }
    /// Puts out `LANES` blocks of input, each xored with the block in its lane.
    #[inline(always)]
    fn xor_blocks<const N: usize>(isa: Self::Isa, words: [Self; N], tile: &mut Tile<'_>) {
        let bytes = Self::LANES * Self::WORD_BYTES;
        let registers = join(words);
        each_below!(N, |i| {
            let input = Self::from_bytes(isa, tile.input(i * bytes, bytes));
            registers[i].xor(input).to_bytes(tile.output(i * bytes, bytes));
        });
    }
}

/// From registers of words to registers of whole blocks: pairs of words become words twice as
/// long, until a word is a block. [`order`](super::order) follows a lane through it.
#[inline(always)]
fn join<W: Lanes, const N: usize>(words: [W; N]) -> [W; N] {
    let mut registers = words;
    if N > 1 {
        registers = join_pairs::<W, N, 1>(registers);
    }
    if N > 2 {
        registers = join_pairs::<W, N, 2>(registers);
    }
    if N > 4 {
        registers = join_pairs::<W, N, 4>(registers);
    }
    registers
}

/// The reverse of [`join`].
#[inline(always)]
fn split<W: Lanes, const N: usize>(blocks: [W; N]) -> [W; N] {
    let mut registers = blocks;
    if N > 4 {
        registers = split_pairs::<W, N, 4>(registers);
    }
    if N > 2 {
        registers = split_pairs::<W, N, 2>(registers);
    }
    if N > 1 {
        registers = split_pairs::<W, N, 1>(registers);
    }
    registers
}

/// A statement for each number below a constant, at most 8, written out: the compiler does not
/// take arrays of registers apart that it meets in loops.
macro_rules! each_below {
    ($n:expr, |$i:ident| $statement:expr) => {{
        each_below!(@ $n, $i, $statement, 0 1 2 3 4 5 6 7);
    }};
    (@ $n:expr, $i:ident, $statement:expr, $($value:literal)*) => {$(
        if $value < $n {
            let $i: usize = $value;
            $statement;
        }
    )*};
}
pub(crate) use each_below;

/// Words of `SPAN` words each lie in `SPAN` registers one after another; joins each with the next.
#[inline(always)]
fn join_pairs<W: Lanes, const N: usize, const SPAN: usize>(registers: [W; N]) -> [W; N] {
    let mut out = registers;
    each_below!(N / 2, |i| {
        let ([a, b], [first, second]) = places::<W>(SPAN, i);
        (out[first], out[second]) = registers[a].zip(registers[b], SPAN * W::Word::BITS as usize)
    });
    out
}

/// The reverse of [`join_pairs`].
#[inline(always)]
fn split_pairs<W: Lanes, const N: usize, const SPAN: usize>(registers: [W; N]) -> [W; N] {
    let mut out = registers;
    each_below!(N / 2, |i| {
        let ([a, b], [first, second]) = places::<W>(SPAN, i);
        (out[a], out[b]) = registers[first].unzip(registers[second], SPAN * W::Word::BITS as usize)
    });
    out
}

/// The registers that two words of `span` words are in before they are joined and after.
#[inline(always)]
fn places<W: Lanes>(span: usize, number: usize) -> ([usize; 2], [usize; 2]) {
    let (start, part) = (number / span * 2 * span, number % span);
    // Words longer than a register take several, which stay together.
    let pieces = if span > W::LANES { span / W::LANES } else { 1 };
    let first = start + part / pieces * 2 * pieces + part % pieces;
    ([start + part, start + span + part], [first, first + pieces])
}

/// [`Lanes::numbers`] for a word type, as a constant.
macro_rules! numbers {
    ($self:ident, $isa:expr, $word:ident, $n:ident) => {
        $self::load(
            $isa,
            const { &$crate::lanes::order::$word(<$self as $crate::lanes::Lanes>::LANES, $n) },
        )
    };
}
pub(super) use numbers;
