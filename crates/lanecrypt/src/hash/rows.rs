//! POLYVAL of several messages in rows, a row of each in turn, as soon as a cipher has made them: see [`columns`](super::columns).

use super::BLOCK;
use super::columns::ROWS;
use super::polyval::{Products, halves};
use crate::lanes::{AesBlocks, Isa, Vector as _};

/// The powers of a message's key that rows are multiplied by, by how many rows come after, from one on, and the sums of their
/// halves.
#[cfg(feature = "snow5g")]
#[derive(Clone, Copy)]
pub(crate) struct RowPowers {
    powers: [[u8; BLOCK]; ROWS],
    sums: [[u8; BLOCK]; ROWS],
}

#[cfg(feature = "snow5g")]
impl RowPowers {
    /// Of no key yet.
    pub(crate) const ZERO: Self = Self { powers: [[0; BLOCK]; ROWS], sums: [[0; BLOCK]; ROWS] };

    /// Takes the one before which there are so many, below [`ROWS`].
    #[inline(always)]
    pub(crate) fn take<I: Isa>(&mut self, isa: I, place: usize, power: &[u8; BLOCK]) {
        let power = I::One::load(isa, power);
        power.store(&mut self.powers[place]);
        halves(power).store(&mut self.sums[place]);
    }

    /// In every place of a register the power and the sums for rows that so many come after, one at least.
    #[inline(always)]
    fn of<B: AesBlocks>(&self, isa: B::Isa, after: usize) -> [B; 2] {
        let place = after.wrapping_sub(1) % ROWS;
        let (power, sums) = (self.powers[place], self.sums[place]);
        [B::splat(isa, u128::from_le_bytes(power)), B::splat(isa, u128::from_le_bytes(sums))]
    }
}

/// The products of a tile's rows.
#[derive(Clone, Copy)]
pub(crate) struct RowProducts<B>(Products<B>);

impl<B: AesBlocks> RowProducts<B> {
    /// Of none.
    #[inline(always)]
    pub(crate) fn zero(isa: B::Isa) -> Self {
        Self(Products::zero(isa))
    }

    /// Takes a row, which so many rows of the tile come after, one at least, or the columns before a tile of so many rows. By
    /// three products, whether these are slow or not: the cipher leaves time for other operations. What comes before this in
    /// a kernel is not moved behind it, and the other way round.
    #[cfg(feature = "snow5g")]
    #[inline(always)]
    pub(crate) fn add(&mut self, isa: B::Isa, powers: &RowPowers, row: B, after: usize) {
        let [power, sums] = powers.of(isa, after);
        self.0.add_with_sums(row.in_order(), power, sums);
        self.0.keep_in_order();
    }

    /// Takes a row or columns, given what they are multiplied by and the sums of its halves.
    #[inline(always)]
    pub(crate) fn take(&mut self, row: B, power: B, halves: B) {
        if B::SLOW_CLMUL {
            self.0.add(row, power);
        } else {
            self.0.add_with_sums(row, power, halves);
        }
    }

    /// Takes the last row of a tile. Returns the columns then.
    #[inline(always)]
    pub(crate) fn end(self, isa: B::Isa, row: B) -> B {
        let Products { low, middle, high } = self.0;
        let middle = if B::SLOW_CLMUL { middle } else { middle.xor3(low, high) };
        Products { low, middle, high: high.xor(row) }.reduce(isa)
    }
}
