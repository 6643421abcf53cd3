//! A call that is too long to be stepped through, from shorter ones.
//!
//! Stepping costs microseconds an instruction. So a call that is not short is counted from shorter
//! messages: two lengths give what a byte costs, and one message beside two what a message
//! costs; where messages are worked off side by side, as many as fill the lanes stand for all.

use super::Why;
use super::costs::Costs;
use super::tally::Tally;
use super::trace::Trace;
use crate::bench::catalogue::{Setting, Subject};
use crate::bench::random_buffers;

/// Makes what is to be counted.
pub(crate) type Prepare<'p> = &'p dyn Fn(&Setting) -> Box<dyn Subject>;

/// The instructions that may be stepped through.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Effort(usize);

impl Effort {
    /// For many rows.
    pub(crate) const QUICK: Self = Self(30_000);

    /// For a few.
    pub(crate) const THOROUGH: Self = Self(150_000);
}

/// A call counted, and from what.
pub(super) struct Counted {
    pub(super) tally: Tally,
    /// In words.
    pub(super) from: String,
}

/// By how much lengths differ where a message is worked off alone: whole tiles of every kernel, in
/// whole blocks of every cipher (3, 4, 6, 8, 12, 16 bytes and so on); the largest that is not too
/// long.
const TILES: [usize; 4] = [6144, 1536, 384, 192];

/// Messages that fill all lanes where they are worked off side by side.
const FULL: usize = 32;

/// A way of computing, ready to be counted.
struct Counter<'c> {
    prepare: Prepare<'c>,
    setting: Setting,
    costs: &'c dyn Costs,
    limit: usize,
}

/// Counts a call over `setting.batch` messages of so many bytes.
pub(super) fn count(
    prepare: Prepare<'_>,
    setting: &Setting,
    bytes: usize,
    effort: Effort,
    costs: &dyn Costs,
) -> Result<Counted, Why> {
    let counter = Counter { prepare, setting: *setting, costs, limit: effort.0 };
    let batch = setting.batch;
    let tile = TILES[2];
    let short = if bytes <= 2 * tile { bytes } else { tile + bytes % tile };
    let one = counter.tally(1, short)?;
    let whole = || "the call itself".to_owned();
    if (batch, bytes) == (1, short) {
        return Ok(Counted { tally: one, from: whole() });
    }
    // More than it will be: what a call costs besides its bytes is counted for each.
    let a_byte = one.instructions / short as f64;
    if a_byte * (bytes * batch) as f64 <= 1.5 * effort.0 as f64
        && let Ok(tally) = counter.tally(batch, bytes)
    {
        return Ok(Counted { tally, from: whole() });
    }
    if batch > 1 {
        let second = counter.tally(2, short)?.instructions - one.instructions;
        if second < 0.6 * one.instructions {
            return counter.side_by_side(bytes);
        }
    }
    counter.in_turn(bytes, a_byte)
}

impl Counter<'_> {
    /// Of a call over so many messages of that length.
    fn tally(&self, batch: usize, bytes: usize) -> Result<Tally, Why> {
        let subject = (self.prepare)(&Setting { batch, ..self.setting });
        let mut buffers = random_buffers(&vec![bytes; batch]);
        let mut trace = Err(Why::new("nothing was handed over to be timed"));
        subject.offer(&mut buffers, &mut |call| {
            // What is done once only, such as finding a function of a shared library.
            call();
            trace = Trace::of(self.limit, call);
        });
        Ok(trace?.tally(self.costs))
    }

    /// Messages that are worked off one after another.
    fn in_turn(&self, bytes: usize, a_byte: f64) -> Result<Counted, Why> {
        let batch = self.setting.batch;
        let few = |tile: &usize| 5.0 * *tile as f64 * a_byte <= 2.0 * self.limit as f64;
        let tile = TILES.into_iter().find(few).unwrap_or(TILES[TILES.len() - 1]);
        let (short, long) = match bytes <= 3 * tile {
            true => (bytes, bytes),
            false => (tile + bytes % tile, 2 * tile + bytes % tile),
        };
        let one = self.tally(1, short)?;
        let mut from = format!("1 message of {short}");
        let mut length = Tally::default();
        if long > short {
            let times = (bytes - short) as f64 / (long - short) as f64;
            length = length.plus(&self.tally(1, long)?, times).plus(&one, -times);
            from += &format!(" and of {long}");
        }
        let mut tally = one.clone().plus(&length, batch as f64);
        if batch > 1 {
            let more = (batch - 1) as f64;
            tally = tally.plus(&self.tally(2, short)?, more).plus(&one, -more);
            from += &format!(", and 2 of {short}");
        }
        Ok(Counted { tally, from: from + " bytes" })
    }

    /// Messages that are worked off side by side.
    fn side_by_side(&self, bytes: usize) -> Result<Counted, Why> {
        let all = self.setting.batch;
        let batch = if all > FULL && all.is_multiple_of(FULL) { FULL } else { all };
        let least = TILES[TILES.len() - 1];
        let short = if bytes <= 2 * least { bytes } else { least + bytes % least };
        let one = self.tally(batch, short)?;
        let mut from = format!("{batch} messages of {short}");
        let mut tally = one.clone();
        if bytes > short {
            let a_byte = one.instructions / short as f64;
            let few = |tile: &usize| (short + tile) as f64 * a_byte <= self.limit as f64;
            let tile = TILES.into_iter().find(few).unwrap_or(least).min((bytes - short) / least * least);
            let times = (bytes - short) as f64 / tile as f64;
            tally = tally.plus(&self.tally(batch, short + tile)?, times).plus(&one, -times);
            from += &format!(" and of {}", short + tile);
        }
        let times = all as f64 / batch as f64;
        Ok(Counted { tally: tally.clone().plus(&tally, times - 1.0), from: from + " bytes" })
    }
}
