//! What the places of a batch are working on: how far each message is, and what comes next.

use crate::aead::stateful::{Block, MAX_RATE};
use crate::batch::Data;
use crate::lanes::InOut;

/// The length of the buffer of a place for output that nobody wants. While a place has no message, or is
/// in its associated data, all places advance by at most this many bytes at a time.
pub(super) const SPARE: usize = MAX_RATE;

/// The message of a place, and how far it is.
pub(super) struct Live<'a> {
    /// The number of the job; `None` if the place is empty.
    pub(super) job: Option<usize>,
    pub(super) aad: &'a [u8],
    pub(super) data: Data<'a>,
    /// How many bytes of the associated data, and of the message, are done.
    pub(super) aad_done: usize,
    pub(super) done: usize,
}

/// The buffers of one place.
pub(super) struct Own {
    /// The end of the message or of the associated data, padded to a whole block.
    pub(super) block: Block,
    /// Output that nobody wants.
    pub(super) spare: [u8; SPARE],
}

/// What a place does next.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum NextPart {
    /// Nothing: the message is done, or there is none.
    Nothing,
    /// This number of whole blocks of associated data.
    Aad(usize),
    /// The last bytes of the associated data, fewer than a block.
    AadEnd(usize),
    /// This number of whole blocks of the message.
    Message(usize),
    /// The last bytes of the message, fewer than a block.
    End(usize),
}

impl Live<'_> {
    /// A place without a message.
    pub(super) fn idle() -> Self {
        Self { job: None, aad: &[], data: Data::default(), aad_done: 0, done: 0 }
    }

    pub(super) fn is_done(&self, rate: usize) -> bool {
        self.part(rate) == NextPart::Nothing
    }

    /// What comes next, if a block has `rate` bytes.
    pub(super) fn part(&self, rate: usize) -> NextPart {
        match (self.aad.len() - self.aad_done, self.data.len() - self.done) {
            (0, 0) => NextPart::Nothing,
            (0, left) if left < rate => NextPart::End(left),
            (0, left) => NextPart::Message(left / rate),
            (left, _) if left < rate => NextPart::AadEnd(left),
            (left, _) => NextPart::Aad(left / rate),
        }
    }

    /// If the part is an end, copies it into the block and pads it with zeros.
    pub(super) fn stage(&self, part: NextPart, block: &mut Block) {
        let end = match part {
            NextPart::AadEnd(_) => &self.aad[self.aad_done..],
            NextPart::End(_) => &self.data.input()[self.done..],
            _ => return,
        };
        *block = [0; MAX_RATE];
        block[..end.len()].copy_from_slice(end);
    }

    /// Where the kernel reads and writes the next `bytes` bytes, which are whole blocks.
    pub(super) fn next<'d>(
        &'d mut self,
        own: &'d mut Own,
        part: NextPart,
        bytes: usize,
    ) -> InOut<'d> {
        match part {
            NextPart::Nothing => InOut::in_place(&mut own.spare[..bytes]),
            NextPart::Aad(_) => {
                InOut::apart(&self.aad[self.aad_done..][..bytes], &mut own.spare[..bytes])
            }
            NextPart::AadEnd(_) | NextPart::End(_) => InOut::in_place(&mut own.block[..bytes]),
            NextPart::Message(_) => part_of(&mut self.data, self.done, bytes),
        }
    }

    /// Counts what the kernel has done, and copies the end of a message from the block to the output.
    pub(super) fn advance(&mut self, part: NextPart, bytes: usize, block: &Block) {
        match part {
            NextPart::Nothing => {}
            NextPart::Aad(_) => self.aad_done += bytes,
            NextPart::AadEnd(left) => self.aad_done += left,
            NextPart::Message(_) => self.done += bytes,
            NextPart::End(left) => {
                self.data.output_mut()[self.done..].copy_from_slice(&block[..left]);
                self.done += left;
            }
        }
    }
}

/// `bytes` bytes of the data, from `start` on.
pub(super) fn part_of<'d>(data: &'d mut Data<'_>, start: usize, bytes: usize) -> InOut<'d> {
    match data {
        Data::Copy { input, output } => {
            InOut::apart(&input[start..][..bytes], &mut output[start..][..bytes])
        }
        Data::InPlace(data) => InOut::in_place(&mut data[start..][..bytes]),
    }
}
