//! PDUs of PDCP under 128-NIA3 and 128-NEA3: the keystreams of both are made in lanes beside each other.
//!
//! The tag is that of header and data, and data and tag are encrypted. A row is hashed when the row of keystream behind it
//! is there. It can have been decrypted by then. Encryption waits for two rows, because a row of it reaches into the
//! next row of the message, and that has to be hashed first.

use super::Variant;
use super::batch::Zuc;
use super::few::Few;
use super::mac::{Hash as _, Sums, absorb};
use super::setup::{Loading, Setup};
use crate::Backend;
use crate::lanes::{
    AsPairs, Blocks, InOut, Isa, Kernels, Row, Vector as _, Words as _, guarded, part_number,
    unroll,
};
use crate::stream::cohort::{self, Cohort, Loaded, MAX_SINGLE, Sink};

/// The most PDUs that are worked on together.
pub(crate) const MAX_PDUS: usize = MAX_SINGLE / 2;
/// The longest header.
pub(crate) const MAX_HEADER: usize = 64;
const TAG_BYTES: usize = 4;

/// A PDU, with the key of 16 bytes and the IV of each of its streams.
pub(crate) struct Pdu<'a> {
    pub(crate) integrity: (&'a [u8], u128),
    pub(crate) encryption: (&'a [u8], u128),
    /// How many bytes in front are not encrypted, at most [`MAX_HEADER`].
    pub(crate) header: usize,
    /// Header, data and tag.
    pub(crate) bytes: &'a mut [u8],
}

/// How many PDUs a backend works on together, at most [`MAX_PDUS`]. Perhaps none.
pub(crate) fn pdus_together(backend: Backend) -> usize {
    (cohort::lanes(backend, false) / 2).min(MAX_PDUS)
}

/// How many streams of one kind a backend has under way at a time if messages are so long that registers are interleaved.
pub(crate) fn lanes_interleaved(backend: Backend, bytes: usize) -> Option<usize> {
    let all = cohort::lanes(backend, true);
    let lanes = Variant::Auto.cohort_of(backend, 8 * bytes as u64, all);
    (lanes > cohort::lanes(backend, false)).then_some(lanes)
}

/// Protects PDUs, or decrypts them, at most [`pdus_together`]. Returns their tags, which are the caller's to compare
/// with those of decrypted PDUs.
pub(crate) fn run_pdus<'a>(
    backend: Backend,
    opens: bool,
    pdus: impl Iterator<Item = Pdu<'a>>,
) -> [u32; MAX_PDUS] {
    let mut kernels = Kernels::on(backend);
    let (mut loaded, mut sinks) =
        (Loaded::<MAX_SINGLE>::EMPTY, const { [const { PduLanes::EMPTY }; MAX_PDUS] });
    let mut cohort = Cohort::<Zuc, _>::new(&mut kernels, &mut loaded, &mut sinks);
    let mut count = 0;
    for pdu in pdus.take(pdus_together(backend)) {
        for (stream, (key, iv)) in [pdu.integrity, pdu.encryption].into_iter().enumerate() {
            cohort.load(2 * count + stream, |row| Loading::zuc128(row, key, iv));
        }
        cohort.sinks[count].begin(opens, pdu.header, pdu.bytes);
        count += 1;
    }
    cohort.run(count);
    let mut tags = [0; MAX_PDUS];
    for (tag, sink) in tags.iter_mut().zip(&*cohort.sinks) {
        *tag = sink.tag;
    }
    tags
}

/// Protects one PDU, or decrypts it, and returns its tag. The backend works on PDUs together.
pub(crate) fn run_pdu(backend: Backend, opens: bool, pdu: Pdu<'_>) -> u32 {
    guarded(backend, |kernels| {
        let setups = [pdu.integrity, pdu.encryption]
            .map(|(key, iv)| Setup::new(|row| Loading::zuc128(row, key, iv)));
        let mut sinks = [PduLanes::EMPTY];
        sinks[0].begin(opens, pdu.header, pdu.bytes);
        kernels.run(Few { setups: &setups, sinks: &mut sinks });
        sinks[0].tag
    })
}

/// The lanes of a PDU: that of its tag, then that of its encryption. At the end, everything but the tag is made zeros.
struct PduLanes<'a> {
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

impl<'a> PduLanes<'a> {
    fn begin(&mut self, opens: bool, header: usize, pdu: &'a mut [u8]) {
        let message = pdu.len() - TAG_BYTES;
        if !opens {
            // It is encrypted before it is there.
            pdu[message..].fill(0);
        }
        self.whole = (message / 64).min(last_row(header, pdu));
        (self.opens, self.header, self.pdu) = (opens, header, Some(pdu));
    }
}

/// The number of the last row that is encrypted.
#[inline(always)]
fn last_row(header: usize, pdu: &[u8]) -> usize {
    (pdu.len() - header).wrapping_sub(1) / 64
}

/// How many words of keystream the tag of a PDU needs.
#[inline(always)]
fn tag_words(pdu: &[u8]) -> usize {
    pdu.len().wrapping_sub(TAG_BYTES).div_ceil(4) + 2
}

/// Adds a row of keystream to the bytes from a place on, of which there must be so many.
#[inline(always)]
fn xor_row<I: Isa>(isa: I, pdu: &mut [u8], place: usize, row: &Row) {
    let Some(bytes) = pdu.get_mut(place..).and_then(|pdu| pdu.first_chunk_mut::<64>()) else {
        return;
    };
    let blocks = I::Blocks::BLOCKS;
    unroll!(4 / blocks, |i| {
        let at = i * blocks;
        let key = I::Blocks::of_words(isa, &row.0[4 * at..]).swap_word_bytes::<u64>();
        I::Blocks::load(isa, &bytes[16 * at..]).xor(key).store(&mut bytes[16 * at..]);
    });
}

/// Adds a row of keystream to the last bytes of a PDU, from a place on.
#[inline(always)]
fn xor_end(pdu: &mut [u8], place: usize, row: &Row) {
    let mut rest = InOut::in_place(pdu.get_mut(place..).unwrap_or(&mut []));
    for words in row.0.as_chunks::<4>().0 {
        // The words of each pair are exchanged.
        let [b, a, d, c] = words.map(|word| u128::from(word.swap_bytes()));
        rest.split_off_at_most(16).xor_number(a | b << 32 | c << 64 | d << 96);
    }
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

impl Sink for PduLanes<'_> {
    type Order = AsPairs;
    const STREAMS: usize = 2;
    const NEVER_WIDE: bool = true;
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
                && let Some(message) = pdu.get(64 * before..).and_then(|pdu| pdu.first_chunk())
            {
                absorb(isa, &mut self.hash, false, message, &self.hash_rows[0], row);
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
            xor_row(isa, pdu, self.header + 64 * now, key);
        }
        self.waiting[number % 4] = *row;
    }

    #[inline(always)]
    fn end<I: Isa>(&mut self, isa: I) {
        let Some(pdu) = &mut self.pdu else { return };
        let last = last_row(self.header, pdu);
        let last_place = self.header + 64 * last;
        if self.opens {
            xor_end(pdu, last_place, &self.waiting[last % 4]);
        }
        let words = tag_words(pdu);
        let message = pdu.get(..pdu.len() - TAG_BYTES).unwrap_or(&[]);
        let mut rest = message.get(64 * self.whole..);
        for rows in self.hash_rows.windows(2) {
            if let (Some(now), [first, next]) = (rest, rows) {
                absorb(isa, &mut self.hash, false, &padded_row(now), first, next);
                rest = now.get(64..);
            }
        }
        let row = self.hash_rows.get((words - 1) / 16 - self.whole);
        let last_word = row.map_or(0, |row| row.0[(words - 1) % 16 ^ 1]);
        self.tag = (self.hash.windows() >> 96) as u32 ^ last_word;
        if !self.opens {
            for now in self.whole.saturating_sub(1)..last {
                xor_row(isa, pdu, self.header + 64 * now, &self.waiting[now % 4]);
            }
            xor_end(pdu, last_place, &self.waiting[last % 4]);
            if let Some(tag) = pdu.last_chunk_mut() {
                *tag = (u32::from_ne_bytes(*tag) ^ self.tag.to_be()).to_ne_bytes();
            }
        }
        self.hash = Sums::EMPTY;
        (self.hash_rows, self.waiting) = ([Row::ZERO; 3], [Row::ZERO; 4]);
    }
}
