//! Encryption: what the scheduler does with a message, and with the rows of its keystream.

use core::marker::PhantomData;

use super::scheduler::{Sink, Task};
use crate::batch::{Data, bytes_for};
use crate::lanes::{Blocks, Isa, Lanes as _, Row, RowOrder, Vector as _, unroll, wipe};

/// The data of one lane, and how keystream words become bytes.
pub(crate) struct CipherTask<'a, O> {
    data: Data<'a>,
    /// The message in bits.
    bits: u64,
    /// The bytes done.
    offset: usize,
    /// The whole rows that come next; none before a last row that is not whole.
    rows: usize,
    /// Whether the output is keystream alone.
    keystream: bool,
    order: PhantomData<O>,
}

impl<O> Default for CipherTask<'_, O> {
    fn default() -> Self {
        let (data, order) = (Data::default(), PhantomData);
        Self { data, bits: 0, offset: 0, rows: 0, keystream: false, order }
    }
}

impl<'a, O> CipherTask<'a, O> {
    /// Takes a message: the first `bits` bits of the data, which has them. Where only keystream is
    /// wanted, the input is not read.
    pub(crate) fn begin(&mut self, data: &mut Data<'a>, bits: u64, keystream: bool) {
        core::mem::swap(&mut self.data, data);
        (self.bits, self.offset, self.rows, self.keystream) = (bits, 0, 0, keystream);
    }

    /// Gives the data back.
    pub(crate) fn give_back(&mut self, data: &mut Data<'a>) {
        core::mem::swap(&mut self.data, data);
    }

    /// The bytes of the message, the last of them perhaps not whole.
    fn bytes(&self) -> usize {
        bytes_for(self.bits) as usize
    }

    /// Encrypts what is left, less than a row or ending within a byte. The bits of the last byte
    /// beyond the message become zero.
    fn finish(&mut self, row: &Row) {
        let (start, end) = (self.offset, self.bytes());
        let mut keystream = row.to_bytes();
        let key = &keystream[..(end - start).min(64)];
        if self.keystream {
            self.data.output_mut()[start..end].copy_from_slice(key);
        } else if let Some(mut data) = self.data.in_out_from(start) {
            data.split_off_at_most(key.len()).xor(key);
        }
        wipe(&mut keystream, [0; 64]);
        let spare = (8 - self.bits % 8) % 8;
        if spare > 0 {
            self.data.output_mut()[end - 1] &= 0xff << spare;
        }
        self.offset = end;
    }
}

impl<O: RowOrder> Task for CipherTask<'_, O> {
    fn turns_left(&self) -> usize {
        (self.bytes() - self.offset).div_ceil(64)
    }

    fn prepare(&mut self) -> usize {
        // The kernel takes whole rows of whole bytes; what is left is finished here.
        self.rows = ((self.bits / 8) as usize - self.offset) / 64;
        self.rows.max(1)
    }

    fn advance(&mut self, turns: usize, row: &Row) {
        if self.rows == 0 {
            self.finish(row);
        } else {
            self.rows -= turns;
            self.offset += 64 * turns;
        }
    }
}

/// The whole rows that the kernel encrypts.
pub(crate) struct LiveRows<'b> {
    source: Source<'b>,
    output: &'b mut [[u8; 64]],
}

/// What the keystream is added to.
enum Source<'b> {
    /// What the output holds.
    Output,
    /// As many rows as the output has.
    Input(&'b [[u8; 64]]),
    /// Nothing: the output is keystream.
    Nothing,
}

impl<O: RowOrder> Sink for CipherTask<'_, O> {
    type Order = O;
    type Live<'b>
        = LiveRows<'b>
    where
        Self: 'b;

    fn live(&mut self) -> LiveRows<'_> {
        let range = self.offset..self.offset + 64 * self.rows;
        let (source, output) = match &mut self.data {
            data if self.keystream => (Source::Nothing, data.output_mut()),
            Data::InPlace(data) => (Source::Output, &mut **data),
            Data::Copy { input, output } => {
                (Source::Input(input[range.clone()].as_chunks().0), &mut **output)
            }
        };
        LiveRows { source, output: output[range].as_chunks_mut().0 }
    }

    #[inline(always)]
    fn take_row<I: Isa>(live: &mut LiveRows<'_>, isa: I, turn: usize, row: &Row) {
        let Some(output) = live.output.get_mut(turn) else { return };
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
        match live.source {
            Source::Output => write!(|at| I::Blocks::load(isa, &output[16 * at..]).xor(key(at))),
            Source::Input(input) => {
                let Some(input) = input.get(turn) else { return };
                write!(|at| I::Blocks::load(isa, &input[16 * at..]).xor(key(at)));
            }
            Source::Nothing => write!(|at| key(at)),
        }
    }
}
