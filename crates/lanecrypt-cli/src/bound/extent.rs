//! A call that is too long to be stepped through, from shorter ones.
//!
//! Stepping costs microseconds an instruction. So a call that is not short is counted from shorter
//! messages: two lengths give what a byte costs, and four messages beside two what a message
//! costs; where messages are worked off side by side, as many as fill the lanes stand for all.

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

/// How many instructions of a call are stepped through at a time, about; up to [`MOST`] where less
/// says nothing.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Effort(usize);

impl Effort {
    /// For many.
    pub(crate) const QUICK: Self = Self(16_000);

    /// For a few.
    const THOROUGH: Self = Self(80_000);

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

/// By how much lengths differ: whole tiles of every kernel, in whole blocks of every cipher (3, 4,
/// 6, 8, 12, 16 bytes and so on); the largest that is not too long.
const TILES: [usize; 4] = [6144, 1536, 384, LEAST];

/// The last of them.
const LEAST: usize = 192;

/// Messages that fill all lanes where they are worked off side by side.
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
        let (few, short) = (batch.min(2), shortened(bytes, LEAST));
        let two = self.tally(few, short)?;
        if (few, short) == (batch, bytes) {
            return Ok(Counted { tally: two, from: "the call itself".to_owned() });
        }
        // More than it will be: what a call costs besides its bytes is counted for each.
        if self.affords(two.instructions / (few * short) as f64 * (bytes * batch) as f64) {
            let tally = self.tally(batch, bytes)?;
            return Ok(Counted { tally, from: "the call itself".to_owned() });
        }
        let in_bytes = |from| format!("{from} bytes");
        if batch <= 4 {
            let Counted { tally, from } = self.by_length(batch, bytes)?;
            return Ok(Counted { tally, from: in_bytes(from) });
        }
        let four = self.tally(4, short)?;
        if four.instructions < 1.7 * two.instructions {
            // Side by side.
            let part = if batch > FULL && batch.is_multiple_of(FULL) { FULL } else { batch };
            let Counted { tally, from } = self.by_length(part, bytes)?;
            let times = batch as f64 / part as f64;
            return Ok(Counted {
                tally: tally.clone().plus(&tally, times - 1.0),
                from: in_bytes(from),
            });
        }
        // One after another: each costs half of what two more of them cost, and of what two of
        // this length cost more than the short ones.
        let Counted { tally, from } = self.by_length(2, bytes)?;
        let more = (batch - 2) as f64 / 2.0;
        let all = tally.clone().plus(&tally, more).plus(&four, more).plus(&two, -2.0 * more);
        Ok(Counted { tally: all, from: in_bytes(format!("{from}, and 4 messages of {short}")) })
    }

    /// So many messages: they themselves if that is affordable, or else two lengths.
    fn by_length(&self, batch: usize, bytes: usize) -> Result<Counted, Why> {
        let messages = format!("{batch} message{} of ", if batch == 1 { "" } else { "s" });
        let Some((short, long)) = self.lengths(batch, bytes)? else {
            let from = format!("{messages}{bytes}");
            return Ok(Counted { tally: self.tally(batch, bytes)?, from });
        };
        let (one, other) = (self.tally(batch, short)?, self.tally(batch, long)?);
        let times = (bytes - short) as f64 / (long - short) as f64;
        Ok(Counted {
            tally: one.clone().plus(&other, times).plus(&one, -times),
            from: format!("{messages}{short} and of {long}"),
        })
    }

    /// The longest two lengths that are affordable, as far as shorter ones tell; none where the
    /// length itself is.
    fn lengths(&self, batch: usize, bytes: usize) -> Result<Option<(usize, usize)>, Why> {
        let mut pair = None;
        // Instructions of the last pair's longer length, and of a byte more.
        let (mut reached, mut a_byte) = (0.0, 0.0);
        for tile in TILES.into_iter().rev() {
            let short = tile + bytes % tile;
            let long = short + tile;
            let last = pair.map_or(0, |(_, long)| long);
            let expected = |length: usize| reached + a_byte * length.saturating_sub(last) as f64;
            if self.affords(expected(bytes)) && (pair.is_some() || bytes <= long) {
                return Ok(None);
            }
            if bytes <= long || !self.affords(expected(long)) {
                break;
            }
            let one = self.tally(batch, short)?.instructions;
            reached = self.tally(batch, long)?.instructions;
            // Where a short length takes as much as a whole tile, it is not for nothing.
            a_byte = f64::max((reached - one) / tile as f64, 0.3 * reached / long as f64);
            pair = Some((short, long));
        }
        Ok(pair)
    }

    fn affords(&self, instructions: f64) -> bool {
        instructions <= self.effort.0 as f64
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

/// A shorter length, as far from a whole number of tiles; at least one of them.
fn shortened(bytes: usize, tile: usize) -> usize {
    if bytes < 2 * tile { bytes } else { tile + bytes % tile }
}
