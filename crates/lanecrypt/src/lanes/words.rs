//! Registers of words of any width: what a cipher of additions, rotations and logic is written in.

use super::{Class, Row, RowOrder, Rows, SlotData, Tile, Vector, Word, order, unroll};

/// One or more registers of words, one word a lane.
///
/// Blocks of a message are taken in and put out by [`Lanes::read_blocks`] and its kin, which leave
/// it to the backend which block goes to which lane: [`Lanes::block_indices`] tells.
pub(crate) trait Lanes: Vector {
    /// What a lane holds.
    type Word: Word;
    /// The class of the modes on such words: [`ModeClass`](crate::block::cipher::ModeClass).
    type Class: Class;
    /// How many words.
    const LANES: usize;
    /// How many of them are in one register: [`Lanes::repeat`] takes so many.
    const REGISTER_LANES: usize = Self::LANES;
    /// The bytes of a word in memory.
    const WORD_BYTES: usize = size_of::<Self::Word>();
    /// How many slots there are. Each has as many lanes as the others and can have a message of its own, with a key
    /// of its own. A group has a slot for each of its registers.
    const SLOTS: usize = 1;

    /// The same word in every lane.
    fn splat(isa: Self::Isa, word: Self::Word) -> Self;
    /// The first `LANES` words of a slice, which must have them.
    fn load_words(isa: Self::Isa, words: &[Self::Word]) -> Self;
    /// The first `REGISTER_LANES` words of a slice, which must have them, in every register.
    #[inline(always)]
    fn repeat(isa: Self::Isa, words: &[Self::Word]) -> Self {
        Self::load_words(isa, words)
    }
    /// The same word in every lane, from its wide form.
    #[inline(always)]
    fn splat_wide(isa: Self::Isa, word: <Self::Word as Word>::Wide) -> Self {
        Self::splat(isa, Self::Word::truncate(word.number()))
    }
    /// In every lane the word of its slot, of which a slice must have as many as there are slots.
    #[inline(always)]
    fn splat_slots(isa: Self::Isa, words: &[<Self::Word as Word>::Wide]) -> Self {
        Self::splat_wide(isa, words[0])
    }
    /// Writes the first `LANES` words of a slice, which must have room.
    fn store_words(self, words: &mut [Self::Word]);

    /// Addition modulo the word.
    fn add(self, other: Self) -> Self;
    /// Subtraction modulo the word.
    fn sub(self, other: Self) -> Self;
    /// Shift left by a count below the bits of the word, which must be a constant when all is
    /// inlined.
    fn shl(self, count: u32) -> Self;
    /// Logical shift right, likewise.
    fn shr(self, count: u32) -> Self;
    /// The upper bits of every word, as many as the constant says; the others are zero.
    fn upper(self, bits: u32) -> Self;
    /// Rotation to the left by a constant from 1 to the bits of the word less 1.
    fn rotl<const K: u32>(self) -> Self;
    /// Reverses the bytes of every word.
    fn swap_bytes(self) -> Self;

    /// Interleaves elements: [`Words::zip`](super::Words::zip).
    fn zip(self, other: Self, bits: usize) -> (Self, Self);
    /// What [`Lanes::zip`] made the results of.
    fn unzip(self, other: Self, bits: usize) -> (Self, Self);

    /// A number as a word.
    #[inline(always)]
    fn word(number: u64) -> Self::Word {
        Self::Word::truncate(number)
    }
    /// In every lane the number of the block, of `N` words, that [`Lanes::read_blocks`] gives it.
    #[inline(always)]
    fn block_indices<const N: usize>(isa: Self::Isa) -> Self {
        Self::load_words(isa, Self::Word::block_indices::<Self, N>())
    }

    /// The same of one register, as far as there are lanes.
    #[inline(always)]
    fn lane_to_block<const N: usize>() -> [u8; order::MAX_REGISTER_LANES] {
        const { order::places(Self::REGISTER_LANES, Self::Word::BITS as usize, N) }
    }

    /// In every lane the number of its register.
    #[inline(always)]
    fn register_indices(isa: Self::Isa) -> Self {
        Self::splat(isa, Self::word(0))
    }

    /// In every lane the number of its block among those of its slot, if each slot is filled by itself.
    #[inline(always)]
    fn slot_indices<const N: usize>(isa: Self::Isa) -> Self {
        Self::block_indices::<N>(isa)
    }

    /// Takes in `LANES` blocks of `N` words: register `w` is given word `w` of every block.
    #[inline(always)]
    fn read_blocks<const N: usize>(isa: Self::Isa, tile: &mut Tile<'_>) -> [Self; N] {
        let bytes = Self::BYTES;
        let mut registers = [Self::load(isa, tile.input(0, bytes)); N];
        unroll!(N, |i| {
            registers[i] = Self::load(isa, tile.input(i * bytes, bytes));
        });
        split(registers)
    }
    /// Puts out `LANES` blocks.
    #[inline(always)]
    fn write_blocks<const N: usize>(words: [Self; N], tile: &mut Tile<'_>) {
        let bytes = Self::BYTES;
        let registers = join(words);
        unroll!(N, |i| registers[i].store(tile.output(i * bytes, bytes)));
    }
    /// Puts out `LANES` blocks of input, each xored with the block in its lane.
    #[inline(always)]
    fn xor_blocks<const N: usize>(isa: Self::Isa, words: [Self; N], tile: &mut Tile<'_>) {
        let bytes = Self::BYTES;
        let registers = join(words);
        unroll!(N, |i| {
            let input = Self::load(isa, tile.input(i * bytes, bytes));
            registers[i].xor(input).store(tile.output(i * bytes, bytes));
        });
    }
    /// The same of the data of every slot.
    #[inline(always)]
    fn xor_slots<const N: usize>(isa: Self::Isa, words: [Self; N], data: &mut SlotData<'_>) {
        Self::xor_blocks(isa, words, &mut data.take(0, N * Self::BYTES));
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

/// Words of `SPAN` words each lie in `SPAN` registers one after another; joins each with the next.
#[inline(always)]
fn join_pairs<W: Lanes, const N: usize, const SPAN: usize>(registers: [W; N]) -> [W; N] {
    let mut out = registers;
    unroll!(N / 2, |i| {
        let ([a, b], [first, second]) = places::<W>(SPAN, i);
        (out[first], out[second]) = registers[a].zip(registers[b], SPAN * W::Word::BITS as usize)
    });
    out
}

/// The reverse of [`join_pairs`].
#[inline(always)]
fn split_pairs<W: Lanes, const N: usize, const SPAN: usize>(registers: [W; N]) -> [W; N] {
    let mut out = registers;
    unroll!(N / 2, |i| {
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

/// The most lanes of any register or group that kernels use as [`Lanes32`].
pub(crate) const MAX_LANES32: usize = 64;

/// Registers of 32-bit words, and what is done to words of this length only.
pub(crate) trait Lanes32: Lanes<Word = u32> {
    /// The larger of two words taken as signed.
    fn max_signed(self, other: Self) -> Self;
    /// Bitwise and with a constant.
    fn mask<const MASK: u32>(self) -> Self;
    /// Bits of `self` where the constant has ones, bits of `other` where it has zeros.
    fn select<const MASK: u32>(self, other: Self) -> Self;
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
    /// The words in the form that [`Lanes32::add_products`] multiplies, which is the backend's own:
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
    /// sixteen words a lane. There must be `LANES` rows.
    fn transpose<O: RowOrder>(words: &[Self; 16], rows: impl Rows<Self::Isa>);

    /// The reverse: register `t` is given word `t` of every row. `rows` must have `LANES` entries.
    #[inline(always)]
    fn columns(isa: Self::Isa, rows: &[Row], words: &mut [Self; 16]) {
        let mut column = [0; MAX_LANES32];
        for (t, word) in words.iter_mut().enumerate() {
            for (column, row) in column.iter_mut().zip(&rows[..Self::LANES]) {
                *column = row.0[t];
            }
            *word = Self::load_words(isa, &column);
        }
    }
}
