//! A call that is too long to be stepped through, from shorter ones.
//!
//! Stepping costs microseconds an instruction. So a call that is not short is counted from shorter
//! messages: two lengths give what a byte costs, and two groups of messages beside one what a group
//! costs; where more of them are worked off side by side, as many as fill the lanes stand for all.

use std::cell::RefCell;
use std::collections::HashMap;

use super::Why;
use super::costs::Costs;
use super::tally::Tally;
use super::trace::Trace;
use crate::bench::catalogue::{Setting, Subject};
use crate::bench::random_buffers;

/// Makes what is to be counted.
pub(crate) type Prepare<'p> = &'p dyn Fn(&Setting) -> Box<dyn Subject>;

/// How many instructions are stepped through, about; up to [`MOST`] of a call where less says nothing.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Effort {
    /// Of a call that is not shortened.
    whole: f64,
    /// Of all calls that stand for another, at most: what is expected is mostly too much.
    parts: f64,
}

impl Effort {
    /// For many.
    const QUICK: Self = Self { whole: 30_000.0, parts: 250_000.0 };

    /// For a few.
    const THOROUGH: Self = Self { whole: 100_000.0, parts: 600_000.0 };

    /// For so many rows.
    pub(crate) fn for_rows(rows: usize) -> Self {
        if rows > 8 { Self::QUICK } else { Self::THOROUGH }
    }
}

/// No call of more instructions is stepped through.
const MOST: usize = 250_000;

/// A call counted, and from what.
pub(super) struct Counted {
    pub(super) tally: Tally,
    /// In words.
    pub(super) from: String,
}

/// By how much lengths differ: whole tiles of kernels, as far as that is affordable.
const TILES: [usize; 4] = [6144, 2048, 512, 256];

/// The same of lengths that may be whole blocks of 3, 6 or 12 bytes, and are to stay so.
const TILES_OF_THREES: [usize; 4] = [6144, 1536, 384, 192];

/// How many of them, the last ones, are long enough where messages are worked off side by side.
const SIDE_BY_SIDE: usize = 2;

/// Those for messages of a length.
fn tiles(bytes: usize) -> [usize; 4] {
    if bytes.is_multiple_of(3) { TILES_OF_THREES } else { TILES }
}

/// Messages that are worked off together, if many are not at all.
const GROUP: usize = 4;

/// Messages that fill all lanes of what works off more.
const FULL: usize = 32;

/// Calls that were stepped through: what they are of, messages, bytes of each.
pub(super) type Known = HashMap<(String, usize, usize), Tally>;

/// A way of computing, ready to be counted.
pub(super) struct Counter<'c> {
    /// What tells it from others.
    pub(super) name: String,
    pub(super) prepare: Prepare<'c>,
    pub(super) setting: Setting,
    pub(super) costs: &'c dyn Costs,
    pub(super) effort: Effort,
    pub(super) known: &'c RefCell<Known>,
}

impl Counter<'_> {
    /// Counts a call over messages of so many bytes.
    pub(super) fn count(&self, bytes: usize) -> Result<Counted, Why> {
        let batch = self.setting.batch;
        let [.., least] = tiles(bytes);
        let (few, short) = (batch.min(2), shortened(bytes, least));
        let first = self.tally(few, short)?.instructions;
        let mut a_byte = first / (few * short) as f64;
        if bytes > short + 4 * least {
            let second = self.tally(few, short + 4 * least)?.instructions;
            // Where a short length takes as much as a whole tile, it is not for nothing.
            a_byte = ((second - first) / (few * 4 * least) as f64).max(a_byte / 8.0);
        }
        let expected = first + a_byte * (batch * bytes - few * short) as f64;
        if expected <= self.effort.whole {
            return Ok(Counted {
                tally: self.tally(batch, bytes)?,
                from: "the call itself".to_owned(),
            });
        }
        let Counted { tally, from } = match batch {
            // No whole groups.
            _ if batch <= 2 * GROUP => {
                self.by_length(batch, bytes, self.tile(&tiles(bytes), bytes, a_byte, 2 * batch))?
            }
            _ => self.by_groups(bytes, a_byte)?,
        };
        Ok(Counted { tally, from: from + " bytes" })
    }

    /// The longest tile that is affordable for so many messages of one or two of them.
    fn tile(&self, tiles: &[usize], bytes: usize, a_byte: f64, messages: usize) -> usize {
        let expected = |tile| a_byte * (messages * (shortened(bytes, tile) + tile / 4)) as f64;
        let affords = |tile: &usize| 2 * *tile <= bytes && expected(*tile) <= self.effort.parts;
        tiles.iter().copied().find(affords).unwrap_or(tiles[tiles.len() - 1])
    }

    /// Many messages: either each group costs as much as the one before it, or many of them are
    /// worked off side by side.
    fn by_groups(&self, bytes: usize, a_byte: f64) -> Result<Counted, Why> {
        let batch = self.setting.batch;
        let tile = self.tile(&tiles(bytes), bytes, a_byte, 4 * GROUP);
        let short = shortened(bytes, tile);
        let (one, two) = (self.tally(GROUP, short)?, self.tally(2 * GROUP, short)?);
        // Messages that are chains, the second group beside the first: so may be more.
        let beside = two.chain.cycles < 1.7 * one.chain.cycles;
        let chains = one.chain.cycles > 0.5 * one.instructions;
        if two.instructions < 1.7 * one.instructions || (beside && chains) {
            let part = if batch.is_multiple_of(FULL) { FULL } else { batch };
            let a_byte = two.instructions / (part * short) as f64;
            let tile = self.tile(&tiles(bytes)[SIDE_BY_SIDE..], bytes, a_byte, 4 * part);
            let Counted { tally, from } = self.by_length(part, bytes, tile)?;
            let times = batch as f64 / part as f64;
            return Ok(Counted { tally: tally.clone().plus(&tally, times - 1.0), from });
        }
        let Counted { tally, from } = self.by_length(GROUP, bytes, tile)?;
        let more = batch as f64 / GROUP as f64 - 1.0;
        // A further group, and what it costs more at this length.
        let mut all = tally.clone().plus(&tally, more).plus(&two, more).plus(&one, -2.0 * more);
        if beside {
            // Perhaps all of them are.
            all.chain = tally.chain;
        }
        Ok(Counted { tally: all, from: format!("{from}, and {} messages of {short}", 2 * GROUP) })
    }

    /// So many messages, from two lengths that differ by a tile.
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

    /// Of a call over so many messages of that length.
    fn tally(&self, batch: usize, bytes: usize) -> Result<Tally, Why> {
        let key = (self.name.clone(), batch, bytes);
        if let Some(known) = self.known.borrow().get(&key) {
            return Ok(known.clone());
        }
        let subject = (self.prepare)(&Setting { batch, ..self.setting });
        let mut buffers = random_buffers(&vec![bytes; batch]);
        let mut trace = Err(Why::new("nothing was handed over to be timed"));
        subject.offer(&mut buffers, &mut |call| {
            // What is done once only, such as finding a function of a shared library.
            call();
            trace = Trace::of(MOST, call);
        });
        let tally = trace?.tally(self.costs);
        self.known.borrow_mut().insert(key, tally.clone());
        Ok(tally)
    }
}

/// A shorter length, as far from a whole number of tiles, and not all too short.
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
