//! What all batches share: where the data of a job lies, and what became of it.

mod order;
#[allow(unsafe_code)]
mod raw;

pub(crate) use order::Order;

use crate::Error;
use crate::lanes::InOut;

/// The data of one job.
#[derive(Debug)]
pub enum Data<'a> {
    /// Encrypted where it lies.
    InPlace(&'a mut [u8]),
    /// Encrypted from one buffer into another of the same length.
    Copy {
        /// What is read.
        input: &'a [u8],
        /// What is written; the same length.
        output: &'a mut [u8],
    },
    /// Filled with keystream.
    Keystream(&'a mut [u8]),
}

impl Data<'_> {
    /// Its length in bytes: that of the output.
    pub fn len(&self) -> usize {
        self.output().len()
    }

    /// Whether there are no bytes.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// What is or was written.
    pub fn output(&self) -> &[u8] {
        match self {
            Self::InPlace(data) | Self::Keystream(data) => data,
            Self::Copy { output, .. } => output,
        }
    }

    /// The first bytes and the rest.
    pub(crate) fn split_at(self, bytes: usize) -> (Self, Self) {
        match self {
            Self::InPlace(data) => {
                let (first, rest) = data.split_at_mut(bytes);
                (Self::InPlace(first), Self::InPlace(rest))
            }
            Self::Copy { input, output } => {
                let (input, input_rest) = input.split_at(bytes);
                let (output, output_rest) = output.split_at_mut(bytes);
                (
                    Self::Copy { input, output },
                    Self::Copy { input: input_rest, output: output_rest },
                )
            }
            Self::Keystream(data) => {
                let (first, rest) = data.split_at_mut(bytes);
                (Self::Keystream(first), Self::Keystream(rest))
            }
        }
    }

    /// What is written.
    pub(crate) fn output_mut(&mut self) -> &mut [u8] {
        match self {
            Self::InPlace(data) | Self::Keystream(data) => data,
            Self::Copy { output, .. } => output,
        }
    }

    /// The output with what keystream is to be xored to in it: the input, or zeros.
    pub(crate) fn prepared(&mut self) -> &mut [u8] {
        match self {
            Self::InPlace(data) => data,
            Self::Copy { input, output } => {
                output.copy_from_slice(input);
                output
            }
            Self::Keystream(data) => {
                data.fill(0);
                data
            }
        }
    }

    /// As kernels take it. What is to be filled with keystream is zeroed, to be encrypted in
    /// place.
    pub(crate) fn in_out(&mut self) -> Result<InOut<'_>, Error> {
        self.checked_len()?;
        Ok(match self {
            Self::Copy { input, output } => InOut::apart(input, output),
            _ => InOut::in_place(self.prepared()),
        })
    }

    /// The length of the output, if that of the input agrees.
    pub(crate) fn checked_len(&self) -> Result<usize, Error> {
        match self {
            Self::Copy { input, output } if input.len() != output.len() => {
                Err(Error::OutputLength { output: output.len(), input: input.len() })
            }
            _ => Ok(self.len()),
        }
    }
}

/// What became of a job.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Status {
    /// Not processed yet.
    #[default]
    Pending,
    /// Done.
    Done,
    /// Refused; its data is as it was.
    Failed(Error),
}

/// How many bytes hold that many bits.
pub(crate) const fn bytes_for(bits: u64) -> u64 {
    bits.div_ceil(8)
}
