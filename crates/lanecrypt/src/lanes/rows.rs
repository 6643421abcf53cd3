//! Rows: sixteen words of one lane, which registers of words are turned into.

#[cfg(feature = "chacha20")]
use super::Tile;
use super::{Isa, Lanes};

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
#[derive(Clone, Copy, Default)]
#[repr(C, align(64))]
pub(crate) struct Row(pub(crate) [u32; 16]);

// One cache line, so that no load or store of a part of a row crosses two.
const _: () = assert!(size_of::<Row>() == 64 && align_of::<Row>() == 64);

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

    /// Its last block, as a little-endian number.
    #[inline(always)]
    pub(crate) fn last_block(&self) -> u128 {
        let [.., a, b, c, d] = self.0;
        let [a, b, c, d] = [a, b, c, d].map(u128::from);
        a | b << 32 | c << 64 | d << 96
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

/// Where the rows go that registers of words are turned into ([`Lanes32::transpose`](super::Lanes32::transpose)).
pub(crate) trait Rows<I: Isa> {
    /// Some of the rows.
    type Part<'a>: Rows<I>
    where
        Self: 'a;

    /// So many rows from one on, which must be there.
    fn part(&mut self, first: usize, rows: usize) -> Self::Part<'_>;
    /// Puts words into a row, from one of its words on.
    fn put<W: Lanes<Isa = I, Word = u32>>(&mut self, row: usize, word: usize, words: W);
}

impl<I: Isa> Rows<I> for &mut [Row] {
    type Part<'a>
        = &'a mut [Row]
    where
        Self: 'a;

    #[inline(always)]
    fn part(&mut self, first: usize, rows: usize) -> &mut [Row] {
        &mut self[first..][..rows]
    }
    #[inline(always)]
    fn put<W: Lanes<Isa = I, Word = u32>>(&mut self, row: usize, word: usize, words: W) {
        words.store_words(&mut self[row].0[word..]);
    }
}

/// Data that rows are added to, 64 bytes each, where they are made: they are not stored before.
#[cfg(feature = "chacha20")]
pub(crate) struct AddedTo<'a, I> {
    pub(crate) isa: I,
    pub(crate) data: Tile<'a>,
}

#[cfg(feature = "chacha20")]
impl<I: Isa> Rows<I> for AddedTo<'_, I> {
    type Part<'a>
        = AddedTo<'a, I>
    where
        Self: 'a;

    #[inline(always)]
    fn part(&mut self, first: usize, rows: usize) -> AddedTo<'_, I> {
        AddedTo { isa: self.isa, data: self.data.part(64 * first, 64 * rows) }
    }
    #[inline(always)]
    fn put<W: Lanes<Isa = I, Word = u32>>(&mut self, row: usize, word: usize, words: W) {
        let (at, bytes) = (64 * row + 4 * word, 4 * W::LANES);
        let input = W::load(self.isa, self.data.input(at, bytes));
        input.xor(words).store(self.data.output(at, bytes));
    }
}
