//! Words as planes of bytes: where a look-up is a shuffle by one table of sixteen, all bytes of a
//! register must be of the same place in their words.

use super::{
    Blocks, Bytes, FullWidth, Group, Lanes, NibbleBoxes, Nibbles, Tile, Vector, View, WordOps,
    order, unroll,
};

/// Byte-wise operations on a register.
pub(crate) trait PlaneBytes: Blocks + Bytes {
    /// Differences modulo 2^8.
    fn sub_bytes(self, other: Self) -> Self;
    /// Sums, or 255 where that is less.
    fn add_bytes_saturating(self, other: Self) -> Self;
    /// All ones where bytes are equal, zero elsewhere.
    fn equal_bytes(self, other: Self) -> Self;
    /// `!self & other`.
    fn and_not(self, other: Self) -> Self;
    /// The lower half of every byte.
    fn low_nibbles(self) -> Self;
    /// The upper half of every byte.
    fn high_nibbles(self) -> Self;
}

/// Four registers of words: register `p` has byte `p` of each.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(crate) struct Planes<R>([R; 4]);

impl<R: PlaneBytes> Planes<R> {
    /// From words as they are.
    #[inline(always)]
    fn of(words: Group<View<R, u32>, 4>) -> Self {
        let [a, b, c, d] = words.registers();
        let (a, b, c, d) = (a.register(), b.register(), c.register(), d.register());
        let (a, b) = (a.transpose_bytes(), b.transpose_bytes());
        let (c, d) = (c.transpose_bytes(), d.transpose_bytes());
        let ((ab01, ab23), (cd01, cd23)) = (a.zip(b, 32), c.zip(d, 32));
        let ((p0, p1), (p2, p3)) = (ab01.zip(cd01, 64), ab23.zip(cd23, 64));
        Self([p0, p1, p2, p3])
    }

    /// The words.
    #[inline(always)]
    fn words(self) -> Group<View<R, u32>, 4> {
        let [p0, p1, p2, p3] = self.0;
        let ((ab01, cd01), (ab23, cd23)) = (p0.zip(p1, 32), p2.zip(p3, 32));
        let ((a, b), (c, d)) = (ab01.zip(ab23, 64), cd01.zip(cd23, 64));
        Group::of([
            View::of(a.transpose_bytes()),
            View::of(b.transpose_bytes()),
            View::of(c.transpose_bytes()),
            View::of(d.transpose_bytes()),
        ])
    }
}

impl<R: PlaneBytes> Nibbles for Planes<R> {
    #[inline(always)]
    fn substitute_rotl11(self, boxes: &NibbleBoxes) -> Self {
        // A byte, turned left by 11, is five bits of the byte after it and three of the next.
        let (mut five, mut three) = (self.0, self.0);
        unroll!(4, |p| {
            let (low, high) = (self.0[p].low_nibbles(), self.0[p].high_nibbles());
            let [low_five, high_five, high_three] = &boxes.turned[p];
            five[p] = low.lookup16(low_five).xor(high.lookup16(high_five));
            three[p] = high.lookup16(high_three);
        });
        let mut out = self.0;
        unroll!(4, |p| out[p] = five[(p + 3) % 4].xor(three[(p + 2) % 4]));
        Self(out)
    }
}

impl<R: PlaneBytes> Vector for Planes<R> {
    type Isa = R::Isa;
    const BYTES: usize = 4 * R::BYTES;

    #[inline(always)]
    fn zero(isa: R::Isa) -> Self {
        Self([R::zero(isa); 4])
    }
    #[inline(always)]
    fn load(isa: R::Isa, bytes: &[u8]) -> Self {
        Self::of(Group::load(isa, bytes))
    }
    #[inline(always)]
    fn store(self, bytes: &mut [u8]) {
        self.words().store(bytes);
    }
    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        let mut out = self.0;
        unroll!(4, |p| out[p] = out[p].xor(other.0[p]));
        Self(out)
    }
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        let mut out = self.0;
        unroll!(4, |p| out[p] = out[p].and(other.0[p]));
        Self(out)
    }
}

impl<R: PlaneBytes> Lanes for Planes<R> {
    type Word = u32;
    type Class = FullWidth<WordOps>;
    const LANES: usize = R::BYTES;
    const REGISTER_LANES: usize = R::BYTES / 4;

    #[inline(always)]
    fn splat(isa: R::Isa, word: u32) -> Self {
        let byte = |p: u32| (word >> (8 * p) & 0xff).wrapping_mul(0x0101_0101);
        Self([
            R::splat_word(isa, byte(0)),
            R::splat_word(isa, byte(1)),
            R::splat_word(isa, byte(2)),
            R::splat_word(isa, byte(3)),
        ])
    }
    #[inline(always)]
    fn load_words(isa: R::Isa, words: &[u32]) -> Self {
        Self::of(Group::load_words(isa, words))
    }
    #[inline(always)]
    fn repeat(isa: R::Isa, words: &[u32]) -> Self {
        Self::of(Group::repeat(isa, words))
    }
    #[inline(always)]
    fn store_words(self, words: &mut [u32]) {
        self.words().store_words(words);
    }
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        let (mut sums, mut alone, mut full) = (self.0, self.0, self.0);
        let ones = sums[0].equal_bytes(sums[0]);
        unroll!(4, |p| {
            sums[p] = self.0[p].add_bytes(other.0[p]);
            // Where the sum of two bytes does not carry of itself, and where it would pass one on.
            alone[p] = self.0[p].add_bytes_saturating(other.0[p]).equal_bytes(sums[p]);
            full[p] = ones.equal_bytes(sums[p]);
        });
        // Minus one where nothing is carried into the bytes 1, 2 and 3.
        let none1 = alone[0];
        let none2 = none1.and_not(full[1]).and_not(alone[1]);
        let none3 = none2.and_not(full[2]).and_not(alone[2]);
        Self([
            sums[0],
            sums[1].sub_bytes(ones).add_bytes(none1),
            sums[2].sub_bytes(ones).add_bytes(none2),
            sums[3].sub_bytes(ones).add_bytes(none3),
        ])
    }
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self::of(self.words().sub(other.words()))
    }
    #[inline(always)]
    fn shl(self, count: u32) -> Self {
        Self::of(self.words().shl(count))
    }
    #[inline(always)]
    fn shr(self, count: u32) -> Self {
        Self::of(self.words().shr(count))
    }
    #[inline(always)]
    fn upper(self, bits: u32) -> Self {
        Self::of(self.words().upper(bits))
    }
    #[inline(always)]
    fn rotl<const K: u32>(self) -> Self {
        Self::of(self.words().rotl::<K>())
    }
    #[inline(always)]
    fn swap_bytes(self) -> Self {
        let [p0, p1, p2, p3] = self.0;
        Self([p3, p2, p1, p0])
    }
    #[inline(always)]
    fn zip(self, other: Self, bits: usize) -> (Self, Self) {
        let (low, high) = self.words().zip(other.words(), bits);
        (Self::of(low), Self::of(high))
    }
    #[inline(always)]
    fn unzip(self, other: Self, bits: usize) -> (Self, Self) {
        let (first, second) = self.words().unzip(other.words(), bits);
        (Self::of(first), Self::of(second))
    }
    #[inline(always)]
    fn block_indices<const N: usize>(isa: R::Isa) -> Self {
        Self::of(Group::block_indices::<N>(isa))
    }
    #[inline(always)]
    fn lane_to_block<const N: usize>() -> [u8; order::MAX_REGISTER_LANES] {
        View::<R, u32>::lane_to_block::<N>()
    }
    #[inline(always)]
    fn register_indices(isa: R::Isa) -> Self {
        Self::of(Group::register_indices(isa))
    }
    #[inline(always)]
    fn read_blocks<const N: usize>(isa: R::Isa, tile: &mut Tile<'_>) -> [Self; N] {
        let words = Group::<View<R, u32>, 4>::read_blocks::<N>(isa, tile);
        let mut out = [Self::of(words[0]); N];
        unroll!(N, |i| out[i] = Self::of(words[i]));
        out
    }
    #[inline(always)]
    fn write_blocks<const N: usize>(words: [Self; N], tile: &mut Tile<'_>) {
        let mut out = [words[0].words(); N];
        unroll!(N, |i| out[i] = words[i].words());
        Group::write_blocks(out, tile);
    }
    #[inline(always)]
    fn xor_blocks<const N: usize>(isa: R::Isa, words: [Self; N], tile: &mut Tile<'_>) {
        let mut out = [words[0].words(); N];
        unroll!(N, |i| out[i] = words[i].words());
        Group::xor_blocks(isa, out, tile);
    }
}
