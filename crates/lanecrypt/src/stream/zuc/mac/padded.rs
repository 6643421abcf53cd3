//! Padded messages in rows of 512 bits.

use super::Kind;
use crate::batch::bytes_for;

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

    /// Where in the keystream the word lies that EIA3 adds: the last of L = ceil(LENGTH/32) + 2.
    pub(super) fn last_word(&self) -> Option<usize> {
        match self.kind {
            Kind::Eia3 => Some(self.bits.div_ceil(32) as usize + 1),
            Kind::Zuc256 { .. } => None,
        }
    }
}
