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
    /// Whether blocks are read and written as a number. Of sixteen lanes, the compiler permutes the bytes in registers.
    const BY_PAIRS: bool = W::LANES < MAX_NARROW_LANES;

    /// Room for a word of every lane.
    #[inline(always)]
    fn no_words() -> [W::Word; MAX_NARROW_LANES] {
        [W::Word::default(); MAX_NARROW_LANES]
    }
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
    fn splat_wide(isa: Self::Isa, word: <W::Word as Word>::Wide) -> Self {
        Self(W::splat_wide(isa, word))
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
        const { assert!(N == 2) };
        let (mut first, mut second) = (Self::no_words(), Self::no_words());
        for (lane, words) in first.iter_mut().zip(&mut second).enumerate().take(Self::LANES) {
            let block = tile.input(lane * 2 * Self::WORD_BYTES, 2 * Self::WORD_BYTES);
            [*words.0, *words.1] = if Self::BY_PAIRS {
                read_pair(block)
            } else {
                let (first, second) = block.split_at(Self::WORD_BYTES);
                [read_word(first), read_word(second)]
            };
        }
        let mut words = [Self::load_words(isa, &first); N];
        words[N - 1] = Self::load_words(isa, &second);
        words
    }
    #[inline(always)]
    fn write_blocks<const N: usize>(words: [Self; N], tile: &mut Tile<'_>) {
        const { assert!(N == 2) };
        let (mut first, mut second) = (Self::no_words(), Self::no_words());
        words[0].store_words(&mut first);
        words[N - 1].store_words(&mut second);
        for (lane, (&first, &second)) in first.iter().zip(&second).enumerate().take(Self::LANES) {
            let block = tile.output(lane * 2 * Self::WORD_BYTES, 2 * Self::WORD_BYTES);
            if Self::BY_PAIRS {
                write_pair([first, second], block);
            } else {
                let (first_bytes, second_bytes) = block.split_at_mut(Self::WORD_BYTES);
                write_word(first, first_bytes);
                write_word(second, second_bytes);
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

/// The two narrow words of a block, little-endian.
#[inline(always)]
fn read_pair<T: Word>(block: &[u8]) -> [T; 2] {
    let (bits, up) = (4 * block.len(), T::BITS as usize - 4 * block.len());
    let word = |number: u64| T::truncate(number << up);
    if block.len() <= 8 {
        let mut bytes = [0; 8];
        bytes[..block.len()].copy_from_slice(block);
        let number = u64::from_le_bytes(bytes);
        [word(number), word(number >> bits)]
    } else {
        let mut bytes = [0; 16];
        bytes[..block.len()].copy_from_slice(block);
        let number = u128::from_le_bytes(bytes);
        [word(number as u64), word((number >> bits) as u64)]
    }
}

/// The block of two narrow words, little-endian.
#[inline(always)]
fn write_pair<T: Word>(words: [T; 2], block: &mut [u8]) {
    let (bits, up) = (4 * block.len(), T::BITS as usize - 4 * block.len());
    let [first, second] = words.map(|word| word.number() >> up);
    if block.len() <= 8 {
        block.copy_from_slice(&(first | second << bits).to_le_bytes()[..block.len()]);
    } else {
        let number = u128::from(first) | u128::from(second) << bits;
        block.copy_from_slice(&number.to_le_bytes()[..block.len()]);
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
