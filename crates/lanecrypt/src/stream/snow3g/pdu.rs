//! PDUs of PDCP under 128-NIA1 and 128-NEA1.
//!
//! The first row of keystream has all that a tag needs. So a PDU that is protected is hashed before anything of it is
//! encrypted. One that is decrypted is hashed afterwards, as messages of NIA1 are.

use super::load::put;
use super::mac::{Hashed, KEY_WORDS, hash, hash_many};
use super::ring::Streams;
use crate::lanes::{AsBytes, Isa, Kernels, Lanes32, MAX_LANES32, Row, wipe, wipe_in_kernel};
use crate::stream::cohort::{Sink, Which};
use crate::stream::pdu::{MAX_PDUS, PduCipher, PduLanes, last_row, message, xor_end, xor_row};

impl PduCipher for Streams {
    type Lanes<'a> = Lanes<'a>;
    // The lanes of tags are idle after the first row.
    const ONLY_FEW: bool = true;

    #[inline(always)]
    fn write(row: &mut Row, key: &[u8], iv: u128) {
        put(row, key, iv);
    }
}

/// The lanes of a PDU: that of its tag, then that of its encryption. When there are tags, everything else is made zeros.
pub(crate) struct Lanes<'a> {
    pdu: Option<&'a mut [u8]>,
    header: usize,
    opens: bool,
    /// The words that the tag is made with.
    key: Row,
    /// The last row that the PDU is encrypted with.
    last: Row,
    tag: u32,
}

impl<'a> PduLanes<'a> for Lanes<'a> {
    fn begin(&mut self, opens: bool, header: usize, pdu: &'a mut [u8]) {
        (self.opens, self.header, self.pdu) = (opens, header, Some(pdu));
    }

    fn tags(kernels: &mut Kernels, lanes: &mut [Self], tags: &mut [u32]) {
        if !lanes.iter().any(|lanes| lanes.opens) {
            for (tag, lanes) in tags.iter_mut().zip(lanes) {
                *tag = lanes.tag;
            }
            return;
        }
        let (mut keys, mut messages) = ([Row::ZERO; MAX_PDUS], [Hashed::NOTHING; MAX_PDUS]);
        for ((lanes, key), message) in lanes.iter().zip(&mut keys).zip(&mut messages) {
            (*key, *message) = (lanes.key, lanes.hashed());
        }
        let count = tags.len();
        hash_many(kernels, &keys[..count], &messages[..count], tags);
        lanes.iter_mut().for_each(|lanes| wipe(&mut lanes.key, Row::ZERO));
        wipe(&mut keys, [Row::ZERO; MAX_PDUS]);
    }
}

impl Lanes<'_> {
    /// Header and data.
    #[inline(always)]
    fn hashed(&self) -> Hashed<'_> {
        let message = self.pdu.as_ref().map_or(&[][..], |pdu| message(pdu));
        Hashed::new(message, 8 * message.len() as u64)
    }
}

impl Sink for Lanes<'_> {
    type Order = AsBytes;
    const STREAMS: usize = 2;
    const REGISTERS: Which = Which::One;
    const EMPTY: Self =
        Self { pdu: None, header: 0, opens: false, key: Row::ZERO, last: Row::ZERO, tag: 0 };

    #[inline(always)]
    fn words(&self) -> usize {
        self.pdu.as_ref().map_or(0, |pdu| KEY_WORDS.max((pdu.len() - self.header).div_ceil(4)))
    }

    #[inline(always)]
    fn take_words<I: Isa, W: Lanes32<Isa = I>>(
        isa: I,
        sinks: &mut [Self],
        row_number: usize,
        words: &[W; 16],
    ) {
        if row_number > 0 {
            return;
        }
        let mut lanes = [0; MAX_LANES32];
        for (number, word) in words.iter().enumerate().take(KEY_WORDS) {
            word.store_words(&mut lanes);
            for (sink, lanes) in sinks.iter_mut().zip(lanes.chunks_exact(Self::STREAMS)) {
                sink.key.0[number] = lanes[0];
            }
        }
        wipe_in_kernel(isa, &mut lanes, [0; MAX_LANES32]);
        if sinks.iter().all(|sink| sink.opens) {
            return;
        }
        let mut keys = [Row::ZERO; MAX_PDUS];
        let mut tags = [0; MAX_PDUS];
        {
            let mut messages = [Hashed::NOTHING; MAX_PDUS];
            for ((sink, key), message) in sinks.iter().zip(&mut keys).zip(&mut messages) {
                (*key, *message) = (sink.key, sink.hashed());
            }
            hash(isa, &keys, &messages, &mut tags);
        }
        for (sink, tag) in sinks.iter_mut().zip(tags) {
            if sink.opens {
                continue;
            }
            (sink.tag, sink.key) = (tag, Row::ZERO);
            if let Some(bytes) = sink.pdu.as_mut().and_then(|pdu| pdu.last_chunk_mut()) {
                *bytes = tag.to_be_bytes();
            }
        }
        wipe_in_kernel(isa, &mut keys, [Row::ZERO; MAX_PDUS]);
    }

    #[inline(always)]
    fn take_row<I: Isa>(&mut self, isa: I, number: usize, stream: usize, row: &Row) {
        let Some(pdu) = &mut self.pdu else { return };
        let last = last_row(self.header, pdu);
        if stream == 1 && number < last {
            xor_row::<I, AsBytes>(isa, pdu, self.header + 64 * number, row);
        } else if stream == 1 && number == last {
            self.last = *row;
        }
    }

    #[inline(always)]
    fn end<I: Isa>(&mut self, _: I) {
        let Some(pdu) = &mut self.pdu else { return };
        let place = self.header + 64 * last_row(self.header, pdu);
        xor_end::<AsBytes>(pdu, place, &self.last);
        self.last = Row::ZERO;
    }
}
