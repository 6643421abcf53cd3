//! Estimates for calls that are too long to be stepped through, from shorter calls.
//!
//! Stepping costs microseconds per instruction. A long call is therefore estimated from shorter
//! messages: two lengths give the cost of a byte, and one and two groups of messages give the cost of a
//! group. If messages are processed in parallel, as many messages as fill the lanes are counted.

use std::cell::RefCell;
use std::collections::HashMap;

use super::costs::Costs;
use super::tally::WorkTally;
use super::trace::Trace;
use super::why::Why;
use crate::entry::{Buffers, Prepare, Setting};

/// About how many instructions are stepped through. A single call may have up to [`MAX_STEPS`].
#[derive(Debug, Clone, Copy)]
pub(crate) struct Effort {
    /// The largest number for a call that is counted itself.
    whole: f64,
    /// The largest number for all shorter calls that a call is estimated from. The expected number is
    /// mostly too high.
    parts: f64,
}

impl Effort {
    /// The effort for many rows.
    const QUICK: Self = Self { whole: 30_000.0, parts: 250_000.0 };

    /// The effort for a few rows.
    const THOROUGH: Self = Self { whole: 100_000.0, parts: 600_000.0 };

    /// The effort for a number of rows.
    pub(crate) fn for_rows(rows: usize) -> Self {
        if rows > 8 { Self::QUICK } else { Self::THOROUGH }
    }
}

/// The largest number of instructions in a call that is stepped through.
const MAX_STEPS: usize = 250_000;

/// What a call was counted from if it is not estimated.
pub(super) const ITSELF: &str = "the call itself";

/// A counted call.
pub(super) struct Counted {
    pub(super) tally: WorkTally,
    /// The calls that it was counted from, in words.
    pub(super) from: String,
}

/// Differences of lengths: whole tiles of kernels, as long as possible.
const TILES: [usize; 4] = [6144, 2048, 512, 256];

/// Differences of lengths that keep whole blocks of 3, 6 or 12 bytes.
const TILES_OF_THREES: [usize; 4] = [6144, 1536, 384, 192];

/// Of the tiles, the last ones from this index are long enough if messages are processed in parallel.
const SIDE_BY_SIDE: usize = 2;

/// The tiles for messages of a length.
fn tiles(bytes: usize) -> [usize; 4] {
    if bytes.is_multiple_of(3) { TILES_OF_THREES } else { TILES }
}

/// The number of messages in a group.
const GROUP: usize = 4;

/// The number of messages that fills all lanes.
const FULL: usize = 32;

/// The calls that were stepped through, by operation, number of messages and bytes of each.
pub(super) type KnownTallies = HashMap<(String, usize, usize), WorkTally>;

/// An operation in a setting, ready to be counted.
pub(super) struct CallCounter<'c> {
    /// The name, which is different for every operation and setting.
    pub(super) name: String,
    pub(super) prepare: Prepare,
    pub(super) setting: Setting,
    pub(super) costs: &'c dyn Costs,
    pub(super) effort: Effort,
    pub(super) known: &'c RefCell<KnownTallies>,
}

impl CallCounter<'_> {
    /// Counts a call over messages of `bytes` bytes.
    pub(super) fn count(&self, bytes: usize) -> Result<Counted, Why> {
        let batch = self.setting.batch;
        let [.., least] = tiles(bytes);
        let (few, short) = (batch.min(2), shortened(bytes, least));
        let first = self.tally(few, short)?.instructions;
        let mut a_byte = first / (few * short) as f64;
        if bytes > short + 4 * least {
            let second = self.tally(few, short + 4 * least)?.instructions;
            // A short length may take as much as a whole tile; bytes are never free.
            a_byte = ((second - first) / (few * 4 * least) as f64).max(a_byte / 8.0);
        }
        let expected = first + a_byte * (batch * bytes - few * short) as f64;
        if expected <= self.effort.whole {
            return Ok(Counted { tally: self.tally(batch, bytes)?, from: ITSELF.to_owned() });
        }
        let Counted { tally, from } = match batch {
            // The batch is too small for groups.
            _ if batch <= 2 * GROUP => {
                self.by_length(batch, bytes, self.tile(&tiles(bytes), bytes, a_byte, 2 * batch))?
            }
            _ => self.by_groups(bytes, a_byte)?,
        };
        Ok(Counted { tally, from: from + " bytes" })
    }

    /// The longest tile within the effort, for a number of messages of one or two tiles.
    fn tile(&self, tiles: &[usize], bytes: usize, a_byte: f64, messages: usize) -> usize {
        let expected = |tile| a_byte * (messages * (shortened(bytes, tile) + tile / 4)) as f64;
        let affords = |tile: &usize| 2 * *tile <= bytes && expected(*tile) <= self.effort.parts;
        tiles.iter().copied().find(affords).unwrap_or(tiles[tiles.len() - 1])
    }

    /// Counts many messages. Either each group costs as much as the group before it, or many messages are
    /// processed in parallel.
    fn by_groups(&self, bytes: usize, a_byte: f64) -> Result<Counted, Why> {
        let batch = self.setting.batch;
        let tile = self.tile(&tiles(bytes), bytes, a_byte, 4 * GROUP);
        let short = shortened(bytes, tile);
        let (one, two) = (self.tally(GROUP, short)?, self.tally(2 * GROUP, short)?);
        // Each message is a chain, and two groups overlap: more messages may overlap, too.
        let overlap = two.chain.cycles < 1.7 * one.chain.cycles;
        let chains = one.chain.cycles > 0.5 * one.instructions;
        let part = if batch.is_multiple_of(FULL) { FULL } else { batch };
        let parallel = two.instructions < 1.7 * one.instructions || (overlap && chains);
        if parallel || self.fills_lanes(part, bytes, a_byte)? {
            let a_byte = two.instructions / (part * short) as f64;
            let tile = self.tile(&tiles(bytes)[SIDE_BY_SIDE..], bytes, a_byte, 4 * part);
            let Counted { tally, from } = self.by_length(part, bytes, tile)?;
            let times = batch as f64 / part as f64;
            return Ok(Counted { tally: tally.clone().plus(&tally, times - 1.0), from });
        }
        let Counted { tally, from } = self.by_length(GROUP, bytes, tile)?;
        let more = batch as f64 / GROUP as f64 - 1.0;
        // Adds further groups, and what they cost more at this length.
        let mut all = tally.clone().plus(&tally, more).plus(&two, more).plus(&one, -2.0 * more);
        if overlap {
            // Perhaps all groups overlap.
            all.chain = tally.chain;
        }
        Ok(Counted { tally: all, from: format!("{from}, and {} messages of {short}", 2 * GROUP) })
    }

    /// Whether many messages are processed in parallel although a few are not. Long messages may fill the
    /// lanes one by one, so they are not asked about. The answer comes from shorter messages, if that is
    /// within the effort.
    fn fills_lanes(&self, many: usize, bytes: usize, a_byte: f64) -> Result<bool, Why> {
        let [.., least] = tiles(bytes);
        let short = shortened(bytes, least);
        if bytes > 8 * least || a_byte * (many * short) as f64 > self.effort.parts {
            return Ok(false);
        }
        let (few, all) = (self.tally(GROUP, short)?, self.tally(many, short)?);
        let groups = many as f64 / GROUP as f64;
        Ok(all.instructions < 0.7 * groups * few.instructions)
    }

    /// Counts a number of messages, from two lengths that differ by a tile.
    fn by_length(&self, batch: usize, bytes: usize, tile: usize) -> Result<Counted, Why> {
        let messages = format!("{batch} message{} of ", if batch == 1 { "" } else { "s" });
        let short = shortened(bytes, tile);
        let one = self.tally(batch, short)?;
        if short == bytes {
            return Ok(Counted { tally: one, from: format!("{messages}{bytes}") });
        }
        let other = self.tally(batch, short + tile)?;
        let times = (bytes - short) as f64 / tile as f64;
        Ok(Counted {
            tally: one.clone().plus(&other, times).plus(&one, -times),
            from: format!("{messages}{short} and of {}", short + tile),
        })
    }

    /// The tally of a call over a number of messages of a length.
    fn tally(&self, batch: usize, bytes: usize) -> Result<WorkTally, Why> {
        let key = (self.name.clone(), batch, bytes);
        if let Some(known) = self.known.borrow().get(&key) {
            return Ok(known.clone());
        }
        let subject = (self.prepare)(&Setting { batch, ..self.setting });
        let mut buffers = Buffers::random(&vec![bytes; batch]);
        let mut trace = Err(Why::new("the operation passed no call to be timed"));
        subject.offer(&mut buffers, &mut |call| {
            // The first call may do work that is done only once, such as finding functions of shared
            // libraries.
            call();
            trace = Trace::of(MAX_STEPS, call);
        });
        let tally = WorkTally::of(&trace?, self.costs);
        self.known.borrow_mut().insert(key, tally.clone());
        Ok(tally)
    }
}

/// A shorter length with the same remainder after whole tiles. It is not much shorter than a tile.
fn shortened(bytes: usize, tile: usize) -> usize {
    let over = bytes % tile;
    let short = if over < 512 { over + tile } else { over };
    if bytes < short + tile { bytes } else { short }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shorter_lengths_differ_by_whole_tiles_and_stay_whole_blocks() {
        for bytes in [1, 64, 960, 1504, 4096, 16384, 16380, 16386, 49152, 1 << 20] {
            for tile in tiles(bytes) {
                let short = shortened(bytes, tile);
                assert!(short == bytes || short >= 192, "{short} for {bytes}");
                assert!(short == bytes || short + tile <= bytes);
                assert_eq!((bytes - short) % tile, 0);
                for granule in [3, 4, 6, 8, 12, 16, 32, 64] {
                    if bytes % granule == 0 {
                        assert_eq!(short % granule, 0, "{short} for {bytes}");
                    }
                }
            }
        }
    }
}
