//! Powers of the keys of many messages, made side by side: as many keys as a register has blocks, in several
//! registers.

use super::BLOCK;
use super::columns::{ColumnPowers, FirstPowers, MOST_BLOCKS, ROWS};
use super::polyval::{NEAR, multiply};
#[cfg(feature = "snow5g")]
use super::rows::RowPowers;
use crate::lanes::{AesBlocks, Blocks as _, Isa, unroll, wipe};

/// The most registers of keys that are worked on together.
pub(crate) const TOGETHER: usize = 4;

/// The most keys.
pub(crate) const MOST: usize = TOGETHER * MOST_BLOCKS;

/// Powers of keys of one message each. Wiped on drop.
pub(crate) struct ManyPowers {
    first: [FirstPowers; MOST],
    /// Those for rows of a number of blocks that the first powers have not, in succession.
    rows: [[[u8; BLOCK]; MOST]; ROWS - 2],
    any_rows: bool,
}

impl ManyPowers {
    const NO_FIRST: [FirstPowers; MOST] = [[[0; BLOCK]; NEAR]; MOST];
    const NO_ROWS: [[[u8; BLOCK]; MOST]; ROWS - 2] = [[[0; BLOCK]; MOST]; ROWS - 2];

    /// Of no keys yet.
    pub(crate) const fn empty() -> Self {
        Self { first: Self::NO_FIRST, rows: Self::NO_ROWS, any_rows: false }
    }

    /// Of the keys in `N` registers, at most [`TOGETHER`]: half of the first powers if all messages are so `short`,
    /// otherwise all, and those that so many rows need.
    #[inline(always)]
    pub(crate) fn expand<B: AesBlocks, const N: usize>(
        &mut self,
        isa: B::Isa,
        keys: [B; N],
        short: bool,
        rows: usize,
    ) {
        // Of the number that is its index and one.
        let mut powers = [[B::zero(isa); N]; NEAR];
        powers[0] = keys;
        self.multiply_up::<B, N, 1>(isa, &mut powers);
        if short {
            return;
        }
        self.multiply_up::<B, N, 2>(isa, &mut powers);
        self.any_rows = true;
        let mut last = powers[NEAR - 1];
        let more = rows.min(ROWS).saturating_sub(NEAR / B::BLOCKS);
        for row in self.rows.iter_mut().take(more) {
            unroll!(N, |i| {
                last[i] = multiply(isa, last[i], powers[B::BLOCKS - 1][i]);
                last[i].store(row[i * B::BLOCKS..][..B::BLOCKS].as_flattened_mut());
            });
        }
    }

    /// Computes the first or second half of the first powers, and puts them where they belong to one message each.
    #[inline(always)]
    fn multiply_up<B: AesBlocks, const N: usize, const HALF: usize>(
        &mut self,
        isa: B::Isa,
        powers: &mut [[B; N]; NEAR],
    ) {
        const HALVED: usize = NEAR / 2;
        let start = (HALF - 1) * HALVED;
        unroll!(HALVED, |k| if start + k > 0 {
            // The sum of both numbers is the number of the product.
            let (a, b) = ((start + k) / 2, (start + k - 1) / 2);
            unroll!(N, |i| powers[start + k][i] = multiply(isa, powers[a][i], powers[b][i]));
        });
        // As many powers as a register has blocks, the highest first, are turned into registers of one message each.
        unroll!(N, |i| {
            unroll!(HALVED, |k| if k.is_multiple_of(B::BLOCKS) {
                let mut square = [B::zero(isa); 4];
                unroll!(4, |m| if m < B::BLOCKS {
                    square[m] = powers[(start + HALVED - 1 - k - m) % NEAR][i];
                });
                B::transpose(isa, &mut square);
                unroll!(4, |j| if j < B::BLOCKS {
                    let slot = &mut self.first[i * B::BLOCKS + j][NEAR - start - HALVED + k..];
                    square[j].store(slot[..B::BLOCKS].as_flattened_mut());
                });
            });
        });
    }

    /// Puts the powers of a message's key, for so many rows, where they are used; with `sums`, also those of their halves.
    #[inline(always)]
    pub(crate) fn give<I: Isa>(
        &self,
        isa: I,
        slot: usize,
        rows: usize,
        short: bool,
        sums: bool,
        powers: &mut ColumnPowers,
    ) {
        // Below it already, which the compiler cannot see.
        let slot = slot % MOST;
        powers.take(isa, &self.first[slot], short);
        if short {
            return;
        }
        unroll!(ROWS, |i| if i < rows {
            powers.take_row(isa, i + 1, u128::from_le_bytes(*self.of_row::<I>(i, slot)));
        });
        if sums {
            let mut all = [0; ROWS];
            unroll!(ROWS, |i| all[i] = u128::from_le_bytes(*self.of_row::<I>(i, slot)));
            powers.take_sums::<I>(&all);
        }
    }

    /// Puts the powers of a message's key for rows alone, so many.
    #[cfg(feature = "snow5g")]
    #[inline(always)]
    pub(crate) fn give_rows<I: Isa>(
        &self,
        isa: I,
        slot: usize,
        rows: usize,
        powers: &mut RowPowers,
    ) {
        let slot = slot % MOST;
        unroll!(ROWS, |i| if i < rows {
            powers.take(isa, i, self.of_row::<I>(i, slot));
        });
    }

    /// The power that a row of a message is multiplied by that so many rows and one come after.
    #[inline(always)]
    fn of_row<I: Isa>(&self, row: usize, slot: usize) -> &[u8; BLOCK] {
        match NEAR.checked_sub((row + 1) * I::Aes::BLOCKS) {
            Some(place) => &self.first[slot][place],
            None => &self.rows[row - NEAR / I::Aes::BLOCKS][slot],
        }
    }
}

impl Drop for ManyPowers {
    fn drop(&mut self) {
        wipe(&mut self.first, Self::NO_FIRST);
        if self.any_rows {
            wipe(&mut self.rows, Self::NO_ROWS);
        }
    }
}
