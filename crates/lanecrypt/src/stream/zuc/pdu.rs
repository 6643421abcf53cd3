//! PDUs of PDCP under 128-NIA3 and 128-NEA3.
//!
//! The tag is that of header and data, and data and tag are encrypted. A row is hashed when the row of keystream behind it
//! is there. It can have been decrypted by then. Encryption waits for two rows, because a row of it reaches into the
//! next row of the message, and that has to be hashed first.

use super::Variant;
use super::batch::Zuc;
use super::few::{self, Few};
use super::mac::{Hash as _, Sums, absorb};
use super::setup::{Loading, Setup};
use crate::Backend;
use crate::lanes::{AsPairs, Isa, Kernels, Row, guarded, part_number};
use crate::stream::cohort::{self, Sink, Which};
use crate::stream::pdu::{
    self, Pdu, PduCipher, PduLanes, TAG_BYTES, last_row, message, xor_end, xor_row, xor_tag,
};

impl PduCipher for Zuc {
    type Lanes<'a> = Lanes<'a>;
    const ONLY_FEW: bool = false;

    #[inline(always)]
    fn write(row: &mut Row, key: &[u8], iv: u128) -> Loading {
        Loading::zuc128(row, key, iv)
    }

    fn run_one(backend: Backend, opens: bool, pdu: Pdu<'_>) -> u32 {
        if !few::serves(backend) {
            let [tag, ..] = pdu::run::<Self>(backend, opens, core::iter::once(pdu));
            return tag;
        }
        guarded(backend, |kernels| {
            let setups = [pdu.integrity, pdu.encryption]
                .map(|(key, iv)| Setup::new(|row| Loading::zuc128(row, key, iv)));
            let mut sinks = [Lanes::EMPTY];
            sinks[0].begin(opens, pdu.header, pdu.bytes);
            kernels.run(Few { setups: &setups, sinks: &mut sinks });
            sinks[0].tag
        })
    }

    /// As many as fill the lanes of interleaved registers, where messages are so long that registers are interleaved.
    fn apart(backend: Backend, count: usize, bytes: impl Fn(usize) -> usize) -> usize {
        let all = cohort::lanes(backend, true);
        let is_long = |number| {
            let lanes = Variant::Auto.cohort_of(backend, 8 * bytes(number) as u64, all);
            lanes > cohort::lanes(backend, false)
        };
        let mut apart = 0;
        while apart + all <= count && is_long(apart + all - 1) {
            apart += all;
        }
        apart
    }
}

/// The lanes of a PDU: that of its tag, then that of its encryption. At the end, everything but the tag is made zeros.
pub(crate) struct Lanes<'a> {
    pdu: Option<&'a mut [u8]>,
    header: usize,
    opens: bool,
    /// How many rows of the message are hashed before the end.
    whole: usize,
    hash: Sums,
    /// The row of keystream that begins with the next row of the message, and those behind it.
    hash_rows: [Row; 3],
    /// Rows of keystream that nothing has been encrypted with, at most three, by their numbers.
    waiting: [Row; 4],
    tag: u32,
}

impl<'a> PduLanes<'a> for Lanes<'a> {
    fn begin(&mut self, opens: bool, header: usize, pdu: &'a mut [u8]) {
        let message = pdu.len() - TAG_BYTES;
        if !opens {
            // It is encrypted before it is there.
            pdu[message..].fill(0);
        }
        self.whole = (message / 64).min(last_row(header, pdu));
        (self.opens, self.header, self.pdu) = (opens, header, Some(pdu));
    }

    fn tags(_: &mut Kernels, lanes: &mut [Self], tags: &mut [u32]) {
        for (tag, lanes) in tags.iter_mut().zip(lanes) {
            *tag = lanes.tag;
        }
    }
}

/// How many words of keystream the tag of a PDU needs.
#[inline(always)]
fn tag_words(pdu: &[u8]) -> usize {
    pdu.len().wrapping_sub(TAG_BYTES).div_ceil(4) + 2
}

/// The row of a padded message that begins at its start.
#[inline(always)]
fn padded_row(message: &[u8]) -> [u8; 64] {
    let mut row = [0; 64];
    let mut rest = message;
    for block in row.as_chunks_mut::<16>().0 {
        let (now, later) = rest.split_at_checked(16).unwrap_or((rest, &[]));
        *block = part_number(now).to_le_bytes();
        rest = later;
    }
    if let Some(byte) = row.get_mut(message.len()) {
        *byte = 0x80;
    }
    row
}

impl Sink for Lanes<'_> {
    type Order = AsPairs;
    const STREAMS: usize = 2;
    const REGISTERS: Which = Which::One;
    const EMPTY: Self = Self {
        pdu: None,
        header: 0,
        opens: false,
        whole: 0,
        hash: Sums::EMPTY,
        hash_rows: [Row::ZERO; 3],
        waiting: [Row::ZERO; 4],
        tag: 0,
    };

    /// What is encrypted needs no more.
    #[inline(always)]
    fn words(&self) -> usize {
        self.pdu.as_ref().map_or(0, |pdu| tag_words(pdu))
    }

    #[inline(always)]
    fn take_row<I: Isa>(&mut self, isa: I, number: usize, stream: usize, row: &Row) {
        let Some(pdu) = &mut self.pdu else { return };
        if stream == 0 {
            let place = number.saturating_sub(self.whole);
            if place == 0
                && let Some(before) = number.checked_sub(1)
                && let Some(now) = pdu.get(64 * before..).and_then(|pdu| pdu.first_chunk())
            {
                absorb(isa, &mut self.hash, false, now, &self.hash_rows[0], row);
            }
            if let Some(to) = self.hash_rows.get_mut(place) {
                *to = *row;
            }
            return;
        }
        let last = last_row(self.header, pdu);
        if number > last {
            return;
        }
        let (now, key) = match self.opens {
            true => (Some(number).filter(|number| *number < last), row),
            false => {
                // No further than what is hashed before the end.
                let now = number.checked_sub(2).filter(|now| now + 2 <= self.whole);
                (now, &self.waiting[number.wrapping_sub(2) % 4])
            }
        };
        if let Some(now) = now {
            xor_row::<I, AsPairs>(isa, pdu, self.header + 64 * now, key);
        }
        self.waiting[number % 4] = *row;
    }

    #[inline(always)]
    fn end<I: Isa>(&mut self, isa: I) {
        let Some(pdu) = &mut self.pdu else { return };
        let last = last_row(self.header, pdu);
        let last_place = self.header + 64 * last;
        if self.opens {
            xor_end::<AsPairs>(pdu, last_place, &self.waiting[last % 4]);
        }
        let words = tag_words(pdu);
        let mut rest = message(pdu).get(64 * self.whole..);
        for rows in self.hash_rows.windows(2) {
            if let (Some(now), [first, next]) = (rest, rows) {
                absorb(isa, &mut self.hash, false, &padded_row(now), first, next);
                rest = now.get(64..);
            }
        }
        let row = self.hash_rows.get((words - 1) / 16 - self.whole);
        let last_word = row.map_or(0, |row| row.0[((words - 1) % 16) ^ 1]);
        self.tag = (self.hash.windows() >> 96) as u32 ^ last_word;
        if !self.opens {
            for now in self.whole.saturating_sub(1)..last {
                xor_row::<I, AsPairs>(isa, pdu, self.header + 64 * now, &self.waiting[now % 4]);
            }
            xor_end::<AsPairs>(pdu, last_place, &self.waiting[last % 4]);
            xor_tag(pdu, self.tag);
        }
        self.hash = Sums::EMPTY;
        (self.hash_rows, self.waiting) = ([Row::ZERO; 3], [Row::ZERO; 4]);
    }
}
