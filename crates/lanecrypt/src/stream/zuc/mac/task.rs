//! A message on its own: which row of it goes with which row of keystream.

use super::{Hash as _, Kind, Padded, Sums};
use crate::Tag;
use crate::lanes::{Row, wipe};
use crate::stream::scheduler::Task;

/// One message on its own. Wiped when dropped.
pub(in crate::stream::zuc) struct MacTask<'a> {
    pub(super) padded: Padded<'a>,
    pub(super) hash: Sums,
    /// The row of keystream before the one being made.
    pub(super) previous: Row,
    /// The rows of the padded message that go with the next turns. Where there are none, the row of the
    /// next turn is `special`.
    pub(super) plain: &'a [[u8; 64]],
    pub(super) special: [u8; 64],
    /// The number of rows of keystream that were taken.
    done: usize,
    last_word: u32,
}

impl Default for MacTask<'_> {
    fn default() -> Self {
        Self {
            padded: Padded::new(Kind::Eia3, &[], 0),
            hash: Sums::EMPTY,
            previous: Row::ZERO,
            plain: &[],
            special: [0; 64],
            done: 0,
            last_word: 0,
        }
    }
}

impl Drop for MacTask<'_> {
    fn drop(&mut self) {
        self.hash.wipe();
        wipe(&mut self.previous, Row::ZERO);
        wipe(&mut self.special, [0; 64]);
        wipe(&mut self.last_word, 0);
    }
}

impl<'a> MacTask<'a> {
    /// Takes a message.
    pub(in crate::stream::zuc) fn begin(&mut self, padded: Padded<'a>) {
        self.padded = padded;
        self.hash = Sums::EMPTY;
        self.plain = &[];
        self.special = [0; 64];
        (self.done, self.last_word) = (0, 0);
    }

    /// The tag, once there are no turns left.
    pub(in crate::stream::zuc) fn tag(&self) -> Tag {
        let last_word = u128::from(self.last_word) << 96;
        self.padded.kind.tag(self.hash.windows() ^ last_word)
    }
}

impl Task for MacTask<'_> {
    fn turns_left(&self) -> usize {
        // One row of keystream beyond those of the padded message.
        self.padded.rows() + 1 - self.done
    }

    fn prepare(&mut self) -> usize {
        // The first row of keystream has no message before it; zeros add nothing.
        self.special = [0; 64];
        self.plain = &[];
        if let Some(row) = self.done.checked_sub(1) {
            self.plain = self.padded.plain_rows(row);
            if self.plain.is_empty() {
                self.special = self.padded.row(row);
            }
        }
        self.plain.len().max(1)
    }

    fn advance(&mut self, turns: usize, row: &Row) {
        self.plain = self.plain.get(turns..).unwrap_or(&[]);
        self.done += turns;
        // EIA3's last word is in one of the last two rows, and no rows of nothing but message go
        // beyond the first of these, so each of them is seen here.
        if let Some(word) = self.padded.last_word()
            && word / 16 == self.done - 1
        {
            // The words of each pair are exchanged.
            self.last_word = row.0[(word % 16) ^ 1];
        }
    }
}
