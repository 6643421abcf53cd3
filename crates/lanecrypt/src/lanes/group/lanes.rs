//! Groups of registers of words.

use super::{Group, on_each};
use crate::lanes::{
    AffineMap, Bytes, InverseMap, Lanes, Lanes32, NibbleBoxes, NibbleTable, Nibbles, Pairs, Row,
    RowOrder, Rows, SlotData, Table256, Tetrads, Tile, Word, order, unroll,
};

impl<W: Lanes, const N: usize> Lanes for Group<W, N> {
    type Word = W::Word;
    type Class = W::Class;
    const LANES: usize = N * W::LANES;
    const REGISTER_LANES: usize = W::REGISTER_LANES;
    const WORD_BYTES: usize = W::WORD_BYTES;
    const SLOTS: usize = N;

    #[inline(always)]
    fn splat(isa: Self::Isa, word: W::Word) -> Self {
        Self([W::splat(isa, word); N])
    }
    #[inline(always)]
    fn splat_wide(isa: Self::Isa, word: <W::Word as Word>::Wide) -> Self {
        Self([W::splat_wide(isa, word); N])
    }
    #[inline(always)]
    fn load_words(isa: Self::Isa, words: &[W::Word]) -> Self {
        let mut out = Self([W::load_words(isa, words); N]);
        on_each!(W, N, |i| out.0[i] = W::load_words(isa, &words[i * W::LANES..]));
        out
    }
    #[inline(always)]
    fn store_words(self, words: &mut [W::Word]) {
        on_each!(W, N, |i| self.0[i].store_words(&mut words[i * W::LANES..]));
    }
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        self.map2(other, W::add)
    }
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        self.map2(other, W::sub)
    }
    #[inline(always)]
    fn rotl<const K: u32>(self) -> Self {
        self.map(W::rotl::<K>)
    }
    #[inline(always)]
    fn swap_bytes(self) -> Self {
        self.map(W::swap_bytes)
    }
    #[inline(always)]
    fn repeat(isa: Self::Isa, words: &[W::Word]) -> Self {
        Self([W::repeat(isa, words); N])
    }
    #[inline(always)]
    fn splat_slots(isa: Self::Isa, words: &[<W::Word as Word>::Wide]) -> Self {
        let mut out = Self([W::splat_wide(isa, words[0]); N]);
        on_each!(W, N, |i| out.0[i] = W::splat_wide(isa, words[i]));
        out
    }
    #[inline(always)]
    fn shl(self, count: u32) -> Self {
        let mut out = self;
        on_each!(W, N, |i| out.0[i] = self.0[i].shl(count));
        out
    }
    #[inline(always)]
    fn shr(self, count: u32) -> Self {
        let mut out = self;
        on_each!(W, N, |i| out.0[i] = self.0[i].shr(count));
        out
    }
    #[inline(always)]
    fn upper(self, bits: u32) -> Self {
        let mut out = self;
        on_each!(W, N, |i| out.0[i] = self.0[i].upper(bits));
        out
    }
    // Each register with its counterpart in the other group.
    #[inline(always)]
    fn zip(self, other: Self, bits: usize) -> (Self, Self) {
        let mut out = (self, other);
        on_each!(W, N, |i| (out.0.0[i], out.1.0[i]) = self.0[i].zip(other.0[i], bits));
        out
    }
    #[inline(always)]
    fn unzip(self, other: Self, bits: usize) -> (Self, Self) {
        let mut out = (self, other);
        on_each!(W, N, |i| (out.0.0[i], out.1.0[i]) = self.0[i].unzip(other.0[i], bits));
        out
    }
    // Blocks go to the first register of each word, then to the second of each, and so on.
    #[inline(always)]
    fn block_indices<const B: usize>(isa: Self::Isa) -> Self {
        let mut out = Self([W::block_indices::<B>(isa); N]);
        on_each!(W, N, |i| if i > 0 {
            out.0[i] = out.0[i].add(W::splat(isa, W::word((i * W::LANES) as u64)));
        });
        out
    }
    #[inline(always)]
    fn slot_indices<const B: usize>(isa: Self::Isa) -> Self {
        Self([W::block_indices::<B>(isa); N])
    }
    #[inline(always)]
    fn word(number: u64) -> W::Word {
        W::word(number)
    }
    #[inline(always)]
    fn lane_to_block<const B: usize>() -> [u8; order::MAX_REGISTER_LANES] {
        W::lane_to_block::<B>()
    }
    #[inline(always)]
    fn register_indices(isa: Self::Isa) -> Self {
        let mut out = Self([W::splat(isa, W::word(0)); N]);
        on_each!(W, N, |i| if i > 0 {
            out.0[i] = W::splat(isa, W::word(i as u64));
        });
        out
    }
    #[inline(always)]
    fn read_blocks<const B: usize>(isa: Self::Isa, tile: &mut Tile<'_>) -> [Self; B] {
        let size = B * W::BYTES;
        let first = W::read_blocks::<B>(isa, &mut tile.part(0, size));
        let mut out = [Self([first[0]; N]); B];
        on_each!(W, N, |i| {
            let words = W::read_blocks::<B>(isa, &mut tile.part(i * size, size));
            unroll!(B, |b| out[b].0[i] = words[b]);
        });
        out
    }
    #[inline(always)]
    fn write_blocks<const B: usize>(words: [Self; B], tile: &mut Tile<'_>) {
        let size = B * W::BYTES;
        on_each!(W, N, |i| {
            let mut one = [words[0].0[i]; B];
            unroll!(B, |b| one[b] = words[b].0[i]);
            W::write_blocks(one, &mut tile.part(i * size, size));
        });
    }
    #[inline(always)]
    fn xor_blocks<const B: usize>(isa: Self::Isa, words: [Self; B], tile: &mut Tile<'_>) {
        let size = B * W::BYTES;
        on_each!(W, N, |i| {
            let mut one = [words[0].0[i]; B];
            unroll!(B, |b| one[b] = words[b].0[i]);
            W::xor_blocks(isa, one, &mut tile.part(i * size, size));
        });
    }
    #[inline(always)]
    fn xor_slots<const B: usize>(isa: Self::Isa, words: [Self; B], data: &mut SlotData<'_>) {
        on_each!(W, N, |i| {
            let mut one = [words[0].0[i]; B];
            unroll!(B, |b| one[b] = words[b].0[i]);
            W::xor_blocks(isa, one, &mut data.take(i, B * W::BYTES));
        });
    }
}

impl<W: Lanes32, const N: usize> Lanes32 for Group<W, N> {
    #[inline(always)]
    fn max_signed(self, other: Self) -> Self {
        self.map2(other, W::max_signed)
    }
    #[inline(always)]
    fn mask<const MASK: u32>(self) -> Self {
        self.map(W::mask::<MASK>)
    }
    #[inline(always)]
    fn select<const MASK: u32>(self, other: Self) -> Self {
        self.map2(other, W::select::<MASK>)
    }
    #[inline(always)]
    fn sign_mask(self) -> Self {
        self.map(W::sign_mask)
    }
    #[inline(always)]
    fn shl_concat<const K: u32>(self, low: Self) -> Self {
        self.map2(low, W::shl_concat::<K>)
    }
    type Sums = [W::Sums; N];
    #[inline(always)]
    fn widened(self) -> [Self; 2] {
        let mut out = [self; 2];
        on_each!(W, N, |i| {
            let [even, odd] = self.0[i].widened();
            out[0].0[i] = even;
            out[1].0[i] = odd;
        });
        out
    }
    #[inline(always)]
    fn zero_sums(isa: Self::Isa) -> Self::Sums {
        [W::zero_sums(isa); N]
    }
    #[inline(always)]
    fn add_products(sums: Self::Sums, widened: [Self; 2], factor: u32) -> Self::Sums {
        let mut out = sums;
        on_each!(W, N, |i| {
            out[i] = W::add_products(sums[i], [widened[0].0[i], widened[1].0[i]], factor);
        });
        out
    }
    #[inline(always)]
    fn fold31(sums: Self::Sums) -> Self {
        // Not `map`: its closure is not always inlined.
        let mut out = Self([W::fold31(sums[0]); N]);
        on_each!(W, N, |i| out.0[i] = W::fold31(sums[i]));
        out
    }
    #[inline(always)]
    fn interleave_rotl24(self, other: Self) -> Self {
        self.map2(other, W::interleave_rotl24)
    }
    #[inline(always)]
    fn columns(isa: Self::Isa, rows: &[Row], words: &mut [Self; 16]) {
        on_each!(W, N, |i| {
            let mut one = [words[0].0[i]; 16];
            W::columns(isa, &rows[i * W::LANES..], &mut one);
            for t in 0..16 {
                words[t].0[i] = one[t];
            }
        });
    }
    #[inline(always)]
    fn transpose<O: RowOrder>(words: &[Self; 16], mut rows: impl Rows<W::Isa>) {
        for i in 0..N {
            let mut one = [words[0].0[i]; 16];
            for t in 0..16 {
                one[t] = words[t].0[i];
            }
            W::transpose::<O>(&one, rows.part(i * W::LANES, W::LANES));
        }
    }
}

impl<W: Bytes, const N: usize> Bytes for Group<W, N> {
    const FAST_LOOKUP256: bool = W::FAST_LOOKUP256;

    #[inline(always)]
    fn lookup16(self, table: &NibbleTable) -> Self {
        let mut out = self;
        on_each!(W, N, |i| out.0[i] = self.0[i].lookup16(table));
        out
    }
    #[inline(always)]
    fn lookup256(self, table: &Table256) -> Self {
        let mut out = self;
        on_each!(W, N, |i| out.0[i] = self.0[i].lookup256(table));
        out
    }
    #[inline(always)]
    fn affine<const C: i32>(self, map: &'static AffineMap) -> Self {
        let mut out = self;
        on_each!(W, N, |i| out.0[i] = self.0[i].affine::<C>(map));
        out
    }
    #[inline(always)]
    fn inverse_affine<const C: i32>(self, map: &'static InverseMap<C>) -> Self {
        let mut out = self;
        on_each!(W, N, |i| out.0[i] = self.0[i].inverse_affine(map));
        out
    }
    const FAST_PRODUCT: bool = W::FAST_PRODUCT;
    #[inline(always)]
    fn aes_product(self, other: Self) -> Self {
        self.map2(other, W::aes_product)
    }
    #[inline(always)]
    fn aes_columns(self) -> Self {
        self.map(W::aes_columns)
    }
}

impl<W: Nibbles, const N: usize> Nibbles for Group<W, N> {
    #[inline(always)]
    fn substitute_rotl11(self, boxes: &NibbleBoxes) -> Self {
        let mut out = self;
        on_each!(W, N, |i| out.0[i] = self.0[i].substitute_rotl11(boxes));
        out
    }
}

impl<W: Tetrads, const N: usize> Tetrads for Group<W, N> {
    #[inline(always)]
    fn sort_bytes(words: [Self; 4]) -> [Self; 4] {
        let mut out = words;
        on_each!(W, N, |i| {
            let [a, b, c, d] = words;
            let sorted = W::sort_bytes([a.0[i], b.0[i], c.0[i], d.0[i]]);
            unroll!(4, |j| out[j].0[i] = sorted[j]);
        });
        out
    }
    #[inline(always)]
    fn unsort_bytes(bytes: [Self; 4]) -> [Self; 4] {
        let mut out = bytes;
        on_each!(W, N, |i| {
            let [a, b, c, d] = bytes;
            let words = W::unsort_bytes([a.0[i], b.0[i], c.0[i], d.0[i]]);
            unroll!(4, |j| out[j].0[i] = words[j]);
        });
        out
    }
    #[inline(always)]
    fn two_later(self, next: Self) -> Self {
        self.map2(next, W::two_later)
    }
    #[inline(always)]
    fn three_later(self, next: Self) -> Self {
        self.map2(next, W::three_later)
    }
}

/// Plain words in pairs.
impl Pairs for Group<u32, 2> {
    #[inline(always)]
    fn rotl16_bytes<const EVEN: usize, const ODD: usize>(self) -> Self {
        let [even, odd] = self.0;
        let turned = [even.shl_concat::<16>(odd), odd.shl_concat::<16>(even)];
        Self([turned[0].rotate_left(8 * EVEN as u32), turned[1].rotate_left(8 * ODD as u32)])
    }
    #[inline(always)]
    fn rotl_each<const EVEN: u32, const ODD: u32>(self) -> Self {
        let [even, odd] = self.0;
        Self([even.rotl::<EVEN>(), odd.rotl::<ODD>()])
    }
}
