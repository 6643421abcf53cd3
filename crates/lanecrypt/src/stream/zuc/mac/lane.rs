//! A message in a lane of a cohort.

use super::padded::PaddedRows;
use super::{Hash, Kind, Padded};
use crate::Tag;
use crate::lanes::Row;

/// One message in a lane, hashed by `H`. At its end, everything but the tag is made zeros.
pub(in crate::stream::zuc) struct MacLane<'a, H> {
    pub(super) kind: Kind,
    pub(super) hash: H,
    /// The row of keystream before the one being made.
    pub(super) previous: Row,
    pub(super) message: PaddedRows<'a>,
    /// The words of keystream that it needs.
    pub(super) words: usize,
    /// The last of them.
    pub(super) last_word: u32,
    /// The tag, its first bit highest, and zeros. After the end.
    tag: u128,
}

impl<H: Hash> MacLane<'_, H> {
    /// Without a message.
    pub(super) const EMPTY: Self = Self {
        kind: Kind::Eia3,
        hash: H::EMPTY,
        previous: Row::ZERO,
        message: PaddedRows::EMPTY,
        words: 0,
        last_word: 0,
        tag: 0,
    };
}

impl<'a, H: Hash> MacLane<'a, H> {
    /// Takes a message.
    #[inline(always)]
    pub(in crate::stream::zuc) fn begin(&mut self, padded: &Padded<'a>) {
        self.kind = padded.kind;
        self.message.begin(padded);
        self.words = padded.words();
    }

    /// The tag, after the end.
    pub(in crate::stream::zuc) fn tag(&self) -> Tag {
        self.kind.tag(self.tag)
    }

    /// The length of the tag in bytes.
    #[inline(always)]
    pub(in crate::stream::zuc) fn tag_bytes(&self) -> usize {
        self.kind.tag_bytes()
    }

    /// The tag as a number, its first bit highest.
    #[inline(always)]
    pub(in crate::stream::zuc) fn tag_number(&self) -> u128 {
        self.tag
    }

    /// Keeps the tag, and makes everything else zeros that is secret.
    #[inline(always)]
    pub(super) fn close(&mut self) {
        let mut sum = self.hash.windows();
        if self.kind == Kind::Eia3 {
            sum ^= u128::from(self.last_word) << 96;
        }
        // What follows the tag is no output.
        self.tag = sum & u128::MAX << (128 - 8 * self.kind.tag_bytes());
        (self.hash, self.previous, self.last_word) = (H::EMPTY, Row::ZERO, 0);
        self.message.clear();
    }

    /// Keeps the last word, given the row that it is in. The words of each pair are exchanged.
    #[inline(always)]
    pub(super) fn keep_last_word(&mut self, row: &Row) {
        self.last_word = row.0[(self.words.wrapping_sub(1) % 16) ^ 1];
    }

    /// The number of the last row of keystream that it needs.
    #[inline(always)]
    pub(super) fn last_row(&self) -> usize {
        self.words.wrapping_sub(1) / 16
    }
}
