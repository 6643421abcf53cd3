//! Encryption in a lane of a cohort.

use super::Sink;
use crate::batch::{Data, bytes_for};
use crate::lanes::{AsBytes, Blocks, InOut, Isa, Lanes as _, Row, Vector as _, unroll, wipe};

/// A message that rows of keystream are added to. Wiped when dropped.
pub(crate) struct CipherLane<'a> {
    source: Source<'a>,
    /// The whole rows of the message.
    output: Option<&'a mut [[u8; 64]]>,
    /// What follows them.
    rest: Option<&'a mut [u8]>,
    /// The bits of the rest.
    rest_bits: usize,
    /// The row of keystream for the rest.
    row: Row,
    /// Where the first row of keystream is put, if the message begins behind it.
    first: Option<&'a mut Row>,
}

/// What the keystream is added to.
enum Source<'a> {
    /// What the output holds.
    Output,
    /// As many rows as the output has, and what follows them.
    Input(&'a [[u8; 64]], &'a [u8]),
    /// Nothing: the output is keystream.
    Nothing,
}

impl Drop for CipherLane<'_> {
    fn drop(&mut self) {
        wipe(&mut self.row, Row::ZERO);
    }
}

impl<'a> CipherLane<'a> {
    /// Takes a message: the first `bits` bits of the data, which has them. Where only keystream is
    /// wanted, the input is not read.
    #[inline(always)]
    pub(in crate::stream) fn begin(&mut self, data: Data<'a>, bits: u64, keystream: bool) {
        let bytes = bytes_for(bits) as usize;
        let whole = (bits / 512) as usize;
        let (source, output) = match data {
            Data::InPlace(data) => (Source::Output, data),
            Data::Copy { input, output } => {
                let (rows, rest) = input[..bytes].split_at(64 * whole);
                (Source::Input(rows.as_chunks().0, rest), output)
            }
        };
        self.source = if keystream { Source::Nothing } else { source };
        let (rows, rest) = output[..bytes].split_at_mut(64 * whole);
        self.output = Some(rows.as_chunks_mut().0);
        self.rest = Some(rest);
        self.rest_bits = (bits % 512) as usize;
    }

    /// Takes a message that begins with the second row of keystream. The first one is put where the caller wants it.
    #[inline(always)]
    pub(in crate::stream) fn begin_behind(&mut self, first: &'a mut Row, data: Data<'a>) {
        let bits = 8 * data.len() as u64;
        self.begin(data, bits, false);
        self.first = Some(first);
    }

    /// Takes no message, but so many words of keystream, fewer than a row.
    #[inline(always)]
    pub(in crate::stream) fn begin_row(&mut self, words: usize) {
        self.rest_bits = 32 * words;
    }

    /// How many whole rows the message has.
    #[inline(always)]
    fn whole_rows(&self) -> usize {
        self.output.as_ref().map_or(0, |output| output.len())
    }

    /// The row of keystream for what follows the whole rows.
    #[inline(always)]
    pub(in crate::stream) fn row(&self) -> &Row {
        &self.row
    }

    /// Encrypts what follows the whole rows. The bits of the last byte beyond the message become zero.
    #[inline(always)]
    pub(in crate::stream) fn finish(&mut self) {
        if self.rest_bits > 0 {
            self.finish_rest();
        }
    }

    fn finish_rest(&mut self) {
        let Some(to) = &mut self.rest else { return };
        let mut keystream = self.row.to_bytes();
        let key = &keystream[..to.len().min(64)];
        match &self.source {
            Source::Output => InOut::in_place(to).xor(key),
            Source::Input(_, rest) => InOut::apart(rest, to).xor(key),
            Source::Nothing => to.copy_from_slice(key),
        }
        wipe(&mut keystream, [0; 64]);
        let spare = (8 - self.rest_bits % 8) % 8;
        if spare > 0
            && let Some(last) = to.last_mut()
        {
            *last &= 0xff << spare;
        }
    }
}

impl Sink for CipherLane<'_> {
    type Order = AsBytes;
    const EMPTY: Self = Self {
        source: Source::Output,
        output: None,
        rest: None,
        rest_bits: 0,
        row: Row::ZERO,
        first: None,
    };

    #[inline(always)]
    fn words(&self) -> usize {
        let first = if self.first.is_some() { 16 } else { 0 };
        first + 16 * self.whole_rows() + self.rest_bits.div_ceil(32)
    }

    #[inline(always)]
    fn take_row<I: Isa>(&mut self, isa: I, mut number: usize, _: usize, row: &Row) {
        if let Some(first) = &mut self.first {
            let Some(behind) = number.checked_sub(1) else {
                **first = *row;
                return;
            };
            number = behind;
        }
        let whole = self.whole_rows();
        let Some(output) = self.output.as_mut().and_then(|output| output.get_mut(number)) else {
            if number == whole && self.rest_bits > 0 {
                self.row = *row;
            }
            return;
        };
        let blocks = I::Blocks::BLOCKS;
        let key = |at: usize| I::Blocks::of_words(isa, &row.0[4 * at..]);
        macro_rules! write {
            (|$at:ident| $piece:expr) => {
                if 4 * blocks < I::U32::LANES {
                    // All is read before anything is written: the compiler then joins pieces to
                    // registers as long as there are.
                    let mut pieces = [I::Blocks::zero(isa); 4];
                    unroll!(4 / blocks, |i| {
                        let $at = i * blocks;
                        pieces[i % 4] = $piece;
                    });
                    unroll!(4 / blocks, |i| {
                        pieces[i % 4].store(&mut output[16 * i * blocks..]);
                    });
                } else {
                    unroll!(4 / blocks, |i| {
                        let $at = i * blocks;
                        let piece = $piece;
                        piece.store(&mut output[16 * $at..]);
                    });
                }
            };
        }
        match self.source {
            Source::Output => write!(|at| I::Blocks::load(isa, &output[16 * at..]).xor(key(at))),
            Source::Input(rows, _) => {
                let Some(input) = rows.get(number) else { return };
                write!(|at| I::Blocks::load(isa, &input[16 * at..]).xor(key(at)));
            }
            Source::Nothing => write!(|at| key(at)),
        }
    }
}
