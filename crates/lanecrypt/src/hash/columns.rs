//! POLYVAL of long messages in rows.
//!
//! A long message is seen as rows of a register each. The blocks in one place of all rows are a column. The
//! hashes of all columns, with the power of the key that a register is long as their key, make one register. With
//! that in front, the rest of the message is a short one. So the sums of a register's blocks are made once, at the end.
//!
//! Where carry-less products are slow, a block is multiplied by three of them (Karatsuba), which takes the sum of the
//! halves of its power. Those of the powers that rows are multiplied by are kept behind the powers.
//!
//! A register of `n` blocks needs the powers up to `2 n`, and the multiples of `n` up to a tile's length: 14 powers
//! instead of 32 for four blocks. A key of one message, whose powers are not ready, has no others.

use super::BLOCK;
use super::polyval::{ALL, BEYOND, GROUP, Hashing, NEAR, Powers, Products};
use crate::cpu::has_slow_clmul;
use crate::lanes::{AesBlocks, Blocks, Isa, Vector as _, unroll, wipe};

/// The rows of a tile.
pub(crate) const ROWS: usize = 8;

/// Places of powers: for short messages, then for each number of rows from none on a register of equal ones.
pub(crate) const PLACES: usize = NEAR + (ROWS + 1) * MOST_BLOCKS + BEYOND;

/// The most blocks of a register.
pub(crate) const MOST_BLOCKS: usize = 4;

/// The first powers of a key, the highest first.
pub(crate) type FirstPowers = [[u8; 16]; NEAR];

/// The number of a register of powers, by which a row is multiplied that so many rows come after.
#[inline(always)]
const fn number<I: Isa>(rows: usize) -> usize {
    NEAR + (rows + 1) * I::Aes::BLOCKS
}

/// Whether rows are multiplied by three products. Where two rows are taken at a time, the sums of halves of powers are kept.
#[inline(always)]
pub(super) fn takes_sums<I: Isa>() -> bool {
    const { assert!(!I::Aes::FAST_XOR3 || I::Aes::BLOCKS == MOST_BLOCKS) };
    !I::Aes::SLOW_CLMUL && has_slow_clmul()
}

impl<const PLACES: usize> Powers<PLACES> {
    /// Takes the sums of the halves of the powers that rows are multiplied by, given the powers by how many rows come after,
    /// from one on. Those of two rows that are taken at a time are together, and written at once, as they are read. Behind
    /// the power of the row that only one row comes after is that of the columns before a tile.
    #[inline(always)]
    pub(super) fn put_sums(&mut self, powers: &[u128; ROWS]) {
        const { assert!(2 * BEYOND == ROWS) };
        unroll!(BEYOND, |pair| {
            let (first, second) = (powers[2 * pair], powers[(2 * pair + ROWS - 1) % ROWS]);
            let (first, second) = (first ^ first >> 64, second ^ second << 64);
            let sums = first & u128::from(u64::MAX) | second & u128::MAX << 64;
            *self.beyond_mut(pair) = sums.to_le_bytes();
        });
    }
}

/// Whether a text of so many rows is so long that [`Hashing::absorb_long`] uses sums of halves where they are kept.
#[inline(always)]
pub(crate) fn pays_sums(rows: usize) -> bool {
    rows >= 2 * ROWS
}

/// The powers of one message's key. Wiped on drop.
pub(crate) struct ColumnPowers(Powers<PLACES>);

impl ColumnPowers {
    /// Of no key yet.
    pub(crate) const fn empty() -> Self {
        Self(Powers::ZERO)
    }

    /// What a row is multiplied by that no row comes after, which does not depend on the key.
    #[inline(always)]
    pub(crate) fn begin<I: Isa>(&mut self, isa: I) {
        const ONE: u128 = 1 << 127 | 1 << 126 | 1 << 121 | 1;
        self.0.put(number::<I>(0), I::Aes::splat(isa, ONE));
    }

    /// Takes the first powers, or the second half of them.
    #[inline(always)]
    pub(crate) fn take<I: Isa>(&mut self, isa: I, first: &FirstPowers, half: bool) {
        unroll!(NEAR, |i| if i.is_multiple_of(I::Aes::BLOCKS) && (i >= NEAR / 2 || !half) {
            let powers = I::Aes::load(isa, first[i..i + I::Aes::BLOCKS].as_flattened());
            self.0.put(NEAR - i, powers);
        });
    }

    /// Takes the power that a row is multiplied by that so many rows come after.
    #[inline(always)]
    pub(crate) fn take_row<I: Isa>(&mut self, isa: I, after: usize, power: u128) {
        self.0.put(number::<I>(after), I::Aes::splat(isa, power));
    }

    /// Takes the sums of the halves of all of these powers, for rows that are taken two at a time.
    #[inline(always)]
    pub(crate) fn take_sums<I: Isa>(&mut self, powers: &[u128; ROWS]) {
        if I::Aes::FAST_XOR3 && takes_sums::<I>() {
            self.0.put_sums(powers);
        }
    }

    /// To hash with.
    pub(crate) fn powers(&self) -> &Powers<PLACES> {
        &self.0
    }
}

impl Drop for ColumnPowers {
    fn drop(&mut self) {
        wipe(&mut self.0, Powers::ZERO);
    }
}

impl<I: Isa, const ROOM: usize> Hashing<'_, I, ROOM> {
    /// Whether all powers up to [`GROUP`] are there.
    pub(crate) const ALL_NEAR: bool = ROOM == ALL;

    /// The highest number of which all powers up to it are there.
    pub(crate) const NEAR: usize = if Self::ALL_NEAR { GROUP } else { NEAR };

    /// In every place the power by which a row is multiplied that so many rows come after.
    #[inline(always)]
    fn row_power(&self, after: usize) -> I::Aes {
        let number = if Self::ALL_NEAR { after * I::Aes::BLOCKS } else { number::<I>(after) };
        I::Aes::splat(self.isa, u128::from_le_bytes(*self.powers.one(number)))
    }

    /// Takes a row of a tile, which so many rows of the tile come after.
    #[inline(always)]
    pub(crate) fn add_row(&mut self, row: I::Aes, after: usize) {
        if after == 0 {
            self.products.high = self.products.high.xor(row);
        } else {
            self.products.add(row, self.row_power(after));
        }
    }

    /// The same, by three products where they are slow. Since the last tile ended, only rows of this tile may have been added.
    #[inline(always)]
    pub(crate) fn add_row_of_tile(&mut self, row: I::Aes, after: usize) {
        if !self.by_sums {
            self.add_row(row, after);
        } else if after > 0 {
            self.products.add_by_sums(row, self.row_power(after));
        } else {
            let Products { low, middle, high } = &mut self.products;
            *middle = middle.xor3(*low, *high);
            *high = high.xor(row);
        }
    }

    /// Takes two rows of a tile of so many, which so many rows of the tile come after, an even number, and before them the
    /// columns so far if none does.
    #[inline(always)]
    pub(crate) fn add_two_rows(&mut self, rows: [I::Aes; 2], after: usize, tile: usize) {
        let [first, second] = rows;
        let (other, power) = if after == 0 { (self.columns, tile) } else { (second, after) };
        let powers = [self.row_power(after + 1), self.row_power(power)];
        if self.by_sums {
            let sums = u128::from_le_bytes(*self.powers.beyond(after / 2));
            self.products.add_two_by_sums([first, other], powers, I::Aes::splat(self.isa, sums));
        } else {
            self.products.add_two([first, other], powers);
        }
        if after == 0 {
            let Products { low, middle, high } = &mut self.products;
            if self.by_sums {
                *middle = middle.xor3(*low, *high);
            }
            *high = high.xor(second);
        }
    }

    /// Takes what is before the rows, padded with zeros to whole blocks, which are taken with their bytes reversed if
    /// `REVERSED`: the end of it is a row whose first blocks may be missing.
    #[inline(always)]
    pub(crate) fn absorb_rows<const REVERSED: bool>(&mut self, data: &[u8]) {
        let register = BLOCK * I::Aes::BLOCKS;
        let row = match data.split_at_checked(data.len().saturating_sub(1) / register * register) {
            Some((&[], row)) => row,
            Some((whole, row)) => {
                self.absorb::<REVERSED>(whole);
                row
            }
            None => return,
        };
        if row.is_empty() {
            return;
        }
        let zero = I::Aes::zero(self.isa);
        let state = I::Aes::of_one(self.state);
        self.columns = match row.len() {
            whole if whole == register => I::Aes::load(self.isa, row),
            _ => I::Aes::load_part(self.isa, row),
        };
        if REVERSED {
            self.columns = self.columns.swap_bytes();
        }
        self.columns = self.columns.xor(state);
        unroll!(MOST_BLOCKS - 1, |i| if (i + 1) * BLOCK + row.len() <= register {
            self.columns = self.columns.previous_block(zero);
        });
    }

    /// Takes data after the state, padded with zeros to whole blocks; or the rest of data, after the columns of the rows so far.
    /// The group of its last blocks is under way then.
    #[inline(always)]
    pub(crate) fn absorb_long(&mut self, data: &[u8], columns: Option<I::Aes>) {
        if columns.is_none() && data.len() <= NEAR * BLOCK {
            self.next = data.len().div_ceil(BLOCK);
            return self.absorb_part::<false, true>(data);
        }
        let zero = I::Aes::zero(self.isa);
        let (mut first, mut begun) = match columns {
            Some(columns) => {
                self.columns = columns;
                (zero, true)
            }
            None => {
                self.columns = zero;
                (I::Aes::of_one(self.state), false)
            }
        };
        let register = BLOCK * I::Aes::BLOCKS;
        let (rows, rest) = data.split_at(data.len() / register * register);
        let pays = !I::Aes::FAST_XOR3 || pays_sums(rows.len() / register);
        self.by_sums = pays && takes_sums::<I>();
        for tile in rows.chunks(ROWS * register) {
            self.absorb_tile(tile, first, begun);
            first = zero;
            begun = true;
        }
        self.begin_rest(rest.len().div_ceil(BLOCK));
        self.absorb_part::<false, false>(rest);
    }

    /// Takes a tile of at most [`ROWS`] rows, of which the first is added to something, after the columns so far if it is not
    /// the first tile.
    #[inline(always)]
    fn absorb_tile(&mut self, tile: &[u8], first: I::Aes, begun: bool) {
        let register = BLOCK * I::Aes::BLOCKS;
        let rows = tile.len() / register;
        let (mut left, mut first) = (rows, first);
        if I::Aes::FAST_XOR3 && rows == ROWS {
            for two in tile.chunks_exact(2 * register) {
                left -= 2;
                let (one, other) = two.split_at(register);
                let one = I::Aes::load(self.isa, one).xor(first);
                self.add_two_rows([one, I::Aes::load(self.isa, other)], left, ROWS);
                first = I::Aes::zero(self.isa);
            }
        } else {
            for row in tile.chunks_exact(register) {
                left -= 1;
                self.add_row_of_tile(I::Aes::load(self.isa, row).xor(first), left);
                first = I::Aes::zero(self.isa);
            }
            if begun {
                // They wait for the tile before.
                self.add_columns(rows);
            }
        }
        self.end_rows();
    }

    /// Adds the columns so far before the first of so many rows.
    #[inline(always)]
    pub(crate) fn add_columns(&mut self, rows: usize) {
        self.products.add(self.columns, self.row_power(rows));
    }

    /// Begins the last rows, so many, which are taken with [`Hashing::add`].
    #[inline(always)]
    pub(crate) fn begin_rows(&mut self, rows: usize) {
        self.add_columns(rows);
        self.next = number::<I>(rows - 1);
    }

    /// Ends a tile or the last rows.
    #[inline(always)]
    pub(crate) fn end_rows(&mut self) {
        self.columns = self.products.reduce(self.isa);
        self.products = Products::zero(self.isa);
    }

    /// After the last row: the columns are blocks before so many others, fewer than a row has or as many.
    #[inline(always)]
    pub(crate) fn begin_rest(&mut self, blocks: usize) {
        self.add_at::<false>(self.columns, blocks + I::Aes::BLOCKS);
        self.next = blocks;
    }
}

#[cfg(all(test, feature = "aes"))]
mod tests {
    use super::*;
    use crate::Backend;
    use crate::hash::polyval::{HashKey, MOST};
    use crate::lanes::{AesOps, FullWidth, Kernel, dispatch};

    /// Whole tiles in rows, one or two at a time, by four products or three: the hash is that of groups.
    struct Tiles<'a> {
        key: u128,
        data: &'a [u8],
    }

    impl Kernel for Tiles<'_> {
        type Output = bool;
        type Class = FullWidth<AesOps>;

        fn run<I: Isa>(self, isa: I) -> bool {
            let Self { key, data } = self;
            let mut powers = HashKey::empty();
            powers.expand(isa, I::One::splat(isa, key), MOST);
            let mut sums = *powers.powers();
            let mut of_rows = [0; ROWS];
            for (i, power) in of_rows.iter_mut().enumerate() {
                *power = u128::from_le_bytes(*powers.powers().one((i + 1) * I::Aes::BLOCKS));
            }
            sums.put_sums(&of_rows);
            let mut whole = Hashing::<I>::new(isa, powers.powers(), I::One::zero(isa), 1);
            whole.absorb::<false>(data);
            let expected = whole.state().xor_all_block();
            let register = BLOCK * I::Aes::BLOCKS;
            [false, true].into_iter().all(|by_sums| {
                let mut hash = Hashing::<I>::new(isa, &sums, I::One::zero(isa), 1);
                hash.by_sums = by_sums;
                let mut singly = Hashing::<I>::new(isa, powers.powers(), I::One::zero(isa), 1);
                singly.by_sums = by_sums;
                for tile in data.chunks_exact(ROWS * register) {
                    for (pair, two) in tile.chunks_exact(2 * register).enumerate() {
                        let (first, second) = two.split_at(register);
                        let rows = [I::Aes::load(isa, first), I::Aes::load(isa, second)];
                        let after = ROWS - 2 - 2 * pair;
                        hash.add_two_rows(rows, after, ROWS);
                        singly.add_row_of_tile(rows[0], after + 1);
                        singly.add_row_of_tile(rows[1], after);
                    }
                    singly.add_columns(ROWS);
                    for hash in [&mut hash, &mut singly] {
                        hash.end_rows();
                    }
                }
                [hash, singly].into_iter().all(|mut hash| {
                    hash.begin_rest(0);
                    hash.end();
                    hash.state().xor_all_block() == expected
                })
            })
        }
    }

    #[test]
    fn tiles_are_hashed_like_groups() {
        let data: [u8; 2048] = core::array::from_fn(|i| (i * i + 7 * i) as u8);
        for backend in Backend::available() {
            for key in [1, 1 << 127, 0x0123_4567_89ab_cdef_fedc_ba98_7654_3210] {
                assert!(dispatch(backend, Tiles { key, data: &data }), "{backend} {key:#x}");
            }
        }
    }
}
