//! Words of 24 and 48 bits, in the upper bits of longer ones.

use super::{AnyWidth, Lanes, Tile, Vector, Word, WordOps, order};

/// Words of `BITS` bits in lanes that are longer. They are kept at the top, the bits below them
/// zero: so sums and differences lose their carries by themselves, and only rotations differ.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(crate) struct Narrow<W, const BITS: u32>(W);

impl<W: Lanes, const BITS: u32> Narrow<W, BITS> {
    /// How far up the words are.
    const UP: u32 = W::Word::BITS - BITS;
}

/// The lanes of the longest register that is ever used for narrow words.
const MAX_NARROW_LANES: usize = 16;

impl<W: Lanes, const BITS: u32> Vector for Narrow<W, BITS> {
    type Isa = W::Isa;
    const BYTES: usize = W::LANES * (BITS as usize / 8);

    #[inline(always)]
    fn zero(isa: W::Isa) -> Self {
        Self(W::zero(isa))
    }
    #[inline(always)]
    fn load(isa: Self::Isa, bytes: &[u8]) -> Self {
        let mut words = [W::Word::default(); MAX_NARROW_LANES];
        for (word, bytes) in
            words[..Self::LANES].iter_mut().zip(bytes.chunks_exact(Self::WORD_BYTES))
        {
            *word = read_word::<W::Word>(bytes);
        }
        Self::load_words(isa, &words)
    }
    #[inline(always)]
    fn store(self, bytes: &mut [u8]) {
        let mut words = [W::Word::default(); MAX_NARROW_LANES];
        self.store_words(&mut words);
        for (word, bytes) in
            words[..Self::LANES].iter().zip(bytes.chunks_exact_mut(Self::WORD_BYTES))
        {
            write_word(*word, bytes);
        }
    }
    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        Self(self.0.xor(other.0))
    }
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        Self(self.0.and(other.0))
    }
    #[inline(always)]
    fn xor3(self, b: Self, c: Self) -> Self {
        Self(self.0.xor3(b.0, c.0))
    }
    #[inline(always)]
    fn xor_and(self, b: Self, c: Self) -> Self {
        Self(self.0.xor_and(b.0, c.0))
    }
}

impl<W: Lanes, const BITS: u32> Lanes for Narrow<W, BITS> {
    type Word = W::Word;
    /// Such words do not fill registers: they come from memory one by one.
    type Class = AnyWidth<WordOps>;
    const LANES: usize = W::LANES;
    const REGISTER_LANES: usize = W::REGISTER_LANES;
    const WORD_BYTES: usize = BITS as usize / 8;

    #[inline(always)]
    fn splat(isa: Self::Isa, word: Self::Word) -> Self {
        Self(W::splat(isa, word))
    }
    #[inline(always)]
    fn load_words(isa: Self::Isa, words: &[Self::Word]) -> Self {
        Self(W::load_words(isa, words))
    }
    #[inline(always)]
    fn repeat(isa: Self::Isa, words: &[Self::Word]) -> Self {
        Self(W::repeat(isa, words))
    }
    #[inline(always)]
    fn store_words(self, words: &mut [Self::Word]) {
        self.0.store_words(words);
    }
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self(self.0.add(other.0))
    }
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self(self.0.sub(other.0))
    }
    #[inline(always)]
    fn rotl<const K: u32>(self) -> Self {
        let low = self.0.shr(BITS - K).upper(BITS);
        Self(self.0.shl(K).xor(low))
    }
    #[inline(always)]
    fn swap_bytes(self) -> Self {
        // They are at the bottom afterwards.
        Self(self.0.swap_bytes().shl(Self::UP))
    }
    #[inline(always)]
    fn shl(self, count: u32) -> Self {
        Self(self.0.shl(count))
    }
    #[inline(always)]
    fn shr(self, count: u32) -> Self {
        Self(self.0.shr(count).upper(BITS))
    }
    #[inline(always)]
    fn upper(self, bits: u32) -> Self {
        Self(self.0.upper(bits))
    }
    // Narrow words do not fill registers; their blocks are put together word by word.
    #[inline(always)]
    fn zip(self, other: Self, _: usize) -> (Self, Self) {
        (self, other)
    }
    #[inline(always)]
    fn unzip(self, other: Self, _: usize) -> (Self, Self) {
        (self, other)
    }
    #[inline(always)]
    fn word(number: u64) -> W::Word {
        W::Word::truncate(number << Self::UP)
    }
    #[inline(always)]
    fn block_indices<const N: usize>(isa: Self::Isa) -> Self {
        let mut words = [W::Word::default(); MAX_NARROW_LANES];
        for (number, word) in words[..Self::LANES].iter_mut().enumerate() {
            *word = Self::word(number as u64);
        }
        Self::load_words(isa, &words)
    }
    #[inline(always)]
    fn lane_to_block<const N: usize>() -> [u8; order::MAX_REGISTER_LANES] {
        // Blocks are in the order of lanes.
        const {
            let mut places = [0; order::MAX_REGISTER_LANES];
            let mut lane = 0;
            while lane < order::MAX_REGISTER_LANES {
                places[lane] = lane as u8;
                lane += 1;
            }
            places
        }
    }
    #[inline(always)]
    fn read_blocks<const N: usize>(isa: Self::Isa, tile: &mut Tile<'_>) -> [Self; N] {
        let mut columns = [[W::Word::default(); MAX_NARROW_LANES]; N];
        for lane in 0..Self::LANES {
            let block = tile.input(lane * N * Self::WORD_BYTES, N * Self::WORD_BYTES);
            for (column, bytes) in columns.iter_mut().zip(block.chunks_exact(Self::WORD_BYTES)) {
                column[lane] = read_word(bytes);
            }
        }
        let mut words = [Self::load_words(isa, &columns[0]); N];
        for (word, column) in words.iter_mut().zip(&columns).skip(1) {
            *word = Self::load_words(isa, column);
        }
        words
    }
    #[inline(always)]
    fn write_blocks<const N: usize>(words: [Self; N], tile: &mut Tile<'_>) {
        let mut columns = [[W::Word::default(); MAX_NARROW_LANES]; N];
        for (word, column) in words.iter().zip(&mut columns) {
            word.store_words(column);
        }
        for lane in 0..Self::LANES {
            let block = tile.output(lane * N * Self::WORD_BYTES, N * Self::WORD_BYTES);
            for (column, bytes) in columns.iter().zip(block.chunks_exact_mut(Self::WORD_BYTES)) {
                write_word(column[lane], bytes);
            }
        }
    }
    #[inline(always)]
    fn xor_blocks<const N: usize>(isa: Self::Isa, words: [Self; N], tile: &mut Tile<'_>) {
        let mut mixed = Self::read_blocks::<N>(isa, tile);
        for (mixed, word) in mixed.iter_mut().zip(words) {
            *mixed = mixed.xor(word);
        }
        Self::write_blocks(mixed, tile);
    }
}

/// A narrow word from its bytes, little-endian.
#[inline(always)]
fn read_word<T: Word>(bytes: &[u8]) -> T {
    let number = bytes.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte));
    T::truncate(number << (T::BITS as usize - 8 * bytes.len()))
}

/// The bytes of a narrow word, little-endian.
#[inline(always)]
fn write_word<T: Word>(word: T, bytes: &mut [u8]) {
    let number = word.number() >> (T::BITS as usize - 8 * bytes.len());
    for (i, byte) in bytes.iter_mut().enumerate() {
        *byte = (number >> (8 * i)) as u8;
    }
}
