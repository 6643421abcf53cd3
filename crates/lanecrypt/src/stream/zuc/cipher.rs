//! Enciphering: the keystream meets the data.

use zeroize::Zeroize;

use super::lanes::Sink;
use super::scheduler::Task;
use crate::batch::{Data, bytes_for};
use crate::lanes::{AsBytes, Blocks, Isa, Row};

/// The data of one lane.
pub(super) struct CipherTask<'a> {
    data: Data<'a>,
    /// The message in bits.
    bits: u64,
    /// The bytes done.
    offset: usize,
    /// Where the rows that the kernel may take whole end.
    limit: usize,
    /// Whether the next row is the last and not whole.
    tail: bool,
}

impl Default for CipherTask<'_> {
    fn default() -> Self {
        Self { data: Data::InPlace(&mut []), bits: 0, offset: 0, limit: 0, tail: false }
    }
}

impl<'a> CipherTask<'a> {
    /// The message is the first `bits` bits of the data, which has them.
    pub(super) fn new(data: Data<'a>, bits: u64) -> Self {
        Self { data, bits, offset: 0, limit: 0, tail: false }
    }

    pub(super) fn into_data(self) -> Data<'a> {
        self.data
    }

    /// The bytes of the message, the last of them perhaps not whole.
    fn bytes(&self) -> usize {
        bytes_for(self.bits) as usize
    }

    /// Enciphers what is left, less than a row or ending within a byte. The bits of the last byte
    /// beyond the message become zero.
    fn finish(&mut self, row: &Row) {
        let (start, end) = (self.offset, self.bytes());
        let mut keystream = row.to_bytes();
        match &mut self.data {
            Data::InPlace(data) => {
                for (byte, key) in data[start..end].iter_mut().zip(keystream) {
                    *byte ^= key;
                }
            }
            Data::Copy { input, output } => {
                let input = &input[start..end];
                for ((out, byte), key) in output[start..end].iter_mut().zip(input).zip(keystream) {
                    *out = byte ^ key;
                }
            }
            Data::Keystream(output) => output[start..end].copy_from_slice(&keystream[..end - start]),
        }
        keystream.zeroize();
        let spare = (8 - self.bits % 8) % 8;
        if let (Data::InPlace(out) | Data::Keystream(out) | Data::Copy { output: out, .. }, 1..) =
            (&mut self.data, spare)
        {
            out[end - 1] &= 0xff << spare;
        }
        self.offset = end;
    }
}

impl Task for CipherTask<'_> {
    fn turns_left(&self) -> usize {
        (self.bytes() - self.offset).div_ceil(64)
    }

    fn prepare(&mut self) -> usize {
        // The kernel takes whole rows of whole bytes; what is left is finished here.
        let turns = ((self.bits / 8) as usize - self.offset) / 64;
        self.limit = self.offset + 64 * turns;
        self.tail = turns == 0;
        turns.max(1)
    }

    fn settle(&mut self, row: &Row) {
        if self.tail {
            self.finish(row);
        }
    }
}

impl Sink for CipherTask<'_> {
    type Order = AsBytes;

    #[inline(always)]
    fn take_row<I: Isa>(&mut self, isa: I, row: &Row) {
        if self.offset >= self.limit {
            return;
        }
        let range = self.offset..self.offset + 64;
        self.offset += 64;
        let key = |at: usize| I::Blocks::load_words(isa, &row.0[at / 4..]);
        match &mut self.data {
            Data::InPlace(data) => {
                if let Some(chunk) = data.get_mut(range) {
                    each_piece::<I>(chunk, |piece, at| {
                        I::Blocks::load(isa, piece).xor(key(at)).store(piece);
                    });
                }
            }
            Data::Copy { input, output } => {
                if let (Some(input), Some(chunk)) = (input.get(range.clone()), output.get_mut(range))
                {
                    each_piece::<I>(chunk, |piece, at| {
                        I::Blocks::load(isa, &input[at..]).xor(key(at)).store(piece);
                    });
                }
            }
            Data::Keystream(output) => {
                if let Some(chunk) = output.get_mut(range) {
                    each_piece::<I>(chunk, |piece, at| key(at).store(piece));
                }
            }
        }
    }
}

/// A row's bytes in pieces of one register, each with where it begins.
#[inline(always)]
fn each_piece<I: Isa>(chunk: &mut [u8], mut f: impl FnMut(&mut [u8], usize)) {
    let size = 16 * I::Blocks::BLOCKS;
    for (i, piece) in chunk.chunks_exact_mut(size).enumerate() {
        f(piece, i * size);
    }
}
