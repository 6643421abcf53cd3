//! Padded messages in rows of 512 bits.

use super::Kind;
use crate::batch::bytes_for;

/// The rows of a padded message: most of them where the message lies, the first and the last copied.
pub(super) struct PaddedRows<'a> {
    /// The rows that are message only, and how many there are before them.
    plain: Option<&'a [[u8; 64]]>,
    before: usize,
    /// The first row, if it is not plain.
    first: [u8; 64],
    /// The last row.
    last: [u8; 64],
    /// How many rows there are, plain and others.
    pub(super) count: usize,
}

impl PaddedRows<'_> {
    /// No rows.
    pub(super) const EMPTY: Self =
        Self { plain: None, before: 0, first: [0; 64], last: [0; 64], count: 0 };

    /// Makes what was copied zeros.
    #[inline(always)]
    pub(super) fn clear(&mut self) {
        (self.first, self.last) = ([0; 64], [0; 64]);
    }
}

impl<'a> PaddedRows<'a> {
    /// Takes a message.
    #[inline(always)]
    pub(super) fn begin(&mut self, padded: &Padded<'a>) {
        self.before = 0;
        if padded.kind.prefix_bytes() > 0 {
            self.before = 1;
            self.first = padded.row(0);
        }
        self.plain = Some(padded.plain_rows(self.before));
        self.count = padded.rows();
        padded.put_last_row(&mut self.last);
    }

    /// A row, of which there must be so many.
    #[inline(always)]
    pub(super) fn row(&self, number: usize) -> &[u8; 64] {
        match self.plain.and_then(|plain| plain.get(number.wrapping_sub(self.before))) {
            Some(row) => row,
            None if number + 1 == self.count => &self.last,
            None => &self.first,
        }
    }
}

/// A message that is padded as its rows are read, so that it need not be copied.
#[derive(Clone, Copy)]
pub(in crate::stream::zuc) struct Padded<'a> {
    pub(super) kind: Kind,
    message: &'a [u8],
    bits: u64,
}

impl<'a> Padded<'a> {
    /// The message is the first `bits` bits of the slice, which has them.
    pub(in crate::stream::zuc) fn new(kind: Kind, message: &'a [u8], bits: u64) -> Self {
        Self { kind, message, bits }
    }

    /// The number of rows of the padded message. Its last bit is a one.
    pub(super) fn rows(&self) -> usize {
        ((8 * self.kind.prefix_bytes() as u64 + self.bits) / 512) as usize + 1
    }

    /// The rows from this one on that consist of message only. They are read where they are.
    pub(super) fn plain_rows(&self, row: usize) -> &'a [[u8; 64]] {
        let Some(start) = (64 * row).checked_sub(self.kind.prefix_bytes()) else {
            return &[];
        };
        let message = &self.message[..(self.bits / 8) as usize];
        message.get(start..).map_or(&[], |message| message.as_chunks().0)
    }

    /// The row with this number, copied.
    pub(super) fn row(&self, row: usize) -> [u8; 64] {
        let prefix = self.kind.prefix_bytes();
        let mut bytes = [0; 64];
        let first = 64 * row;
        if prefix > 0 && row == 0 {
            bytes[0] = 0x80;
        }
        // The bytes of the message, the last perhaps not whole, that fall into this row.
        let end = bytes_for(self.bits) as usize;
        let from = first.max(prefix);
        let to = (first + 64).min(prefix + end);
        if from < to {
            bytes[from - first..to - first]
                .copy_from_slice(&self.message[from - prefix..to - prefix]);
        }
        // Then a one in place of the first bit that is not message, and zeros.
        let last = 8 * prefix as u64 + self.bits;
        let place = (last / 8) as usize;
        if (first..first + 64).contains(&place) {
            let byte = &mut bytes[place - first];
            let one = 0x80 >> (last % 8);
            *byte = (*byte & !(one | (one - 1))) | one;
        }
        bytes
    }

    /// Writes the last row.
    #[inline(always)]
    fn put_last_row(&self, out: &mut [u8; 64]) {
        let prefix = self.kind.prefix_bytes();
        let bits = 8 * prefix as u64 + self.bits;
        let start = (bits / 512 * 64) as usize;
        let Some(start) = start.checked_sub(prefix) else {
            *out = self.row(0);
            return;
        };
        *out = [0; 64];
        let message = &self.message[start..bytes_for(self.bits) as usize];
        if !message.is_empty() {
            out[..message.len()].copy_from_slice(message);
        }
        let one = 0x80 >> (bits % 8);
        let byte = &mut out[(bits / 8 % 64) as usize];
        *byte = (*byte & !(one | (one - 1))) | one;
    }

    /// How many words of keystream its hash needs: what the window of its last bit ends in, and for EIA3
    /// L = ceil(LENGTH/32) + 2.
    #[inline(always)]
    pub(super) fn words(&self) -> usize {
        match self.kind {
            Kind::Eia3 => self.bits.div_ceil(32) as usize + 2,
            Kind::Zuc256 { tag_bytes } => (16 * tag_bytes as u64 + self.bits).div_ceil(32) as usize,
        }
    }

    /// Where in the keystream the word lies that EIA3 adds: the last of L = ceil(LENGTH/32) + 2.
    pub(super) fn last_word(&self) -> Option<usize> {
        match self.kind {
            Kind::Eia3 => Some(self.words() - 1),
            Kind::Zuc256 { .. } => None,
        }
    }
}
