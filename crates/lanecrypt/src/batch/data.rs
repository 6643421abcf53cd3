//! The buffers of a message.

use core::fmt;

use crate::Error;
use crate::lanes::InOut;

/// The buffers of one message: where it is read and where the result is written.
///
/// `&mut [u8]`, `&mut [u8; N]` and `&mut Vec<u8>` convert into [`Data::InPlace`], a pair of an input
/// and an output into [`Data::Copy`]. `Debug` shows lengths only.
///
/// ```
/// use lanecrypt::{Algorithm, Cipher, Data, block::Aes128, mode::Ctr};
///
/// let cipher = Ctr::<Aes128>::from_key(&[7; 16]);
/// let (input, mut output) = (*b"message", [0; 7]);
/// cipher.encrypt(&[1; 12], Data::Copy { input: &input, output: &mut output })?;
/// cipher.decrypt(&[1; 12], &mut output)?;
/// assert_eq!(output, input);
/// # Ok::<(), lanecrypt::Error>(())
/// ```
#[non_exhaustive]
pub enum Data<'a> {
    /// The result replaces the message.
    InPlace(&'a mut [u8]),
    /// The result is written to another buffer of the same length.
    Copy {
        /// The message.
        input: &'a [u8],
        /// The result, of the same length.
        output: &'a mut [u8],
    },
}

impl<'a> Data<'a> {
    /// The length in bytes of the output.
    pub fn len(&self) -> usize {
        self.output().len()
    }

    /// Whether the output has no bytes.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The output.
    #[inline]
    pub fn output(&self) -> &[u8] {
        match self {
            Self::InPlace(data) => data,
            Self::Copy { output, .. } => output,
        }
    }

    /// What is read: the input, or the data in place.
    #[inline(always)]
    pub(crate) fn input(&self) -> &[u8] {
        match self {
            Self::InPlace(data) => data,
            Self::Copy { input, .. } => input,
        }
    }

    /// The same buffers, borrowed for a while.
    #[inline(always)]
    pub(crate) fn reborrow(&mut self) -> Data<'_> {
        match self {
            Self::InPlace(data) => Data::InPlace(data),
            Self::Copy { input, output } => Data::Copy { input, output },
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
        }
    }

    /// The output, to be written.
    pub(crate) fn output_mut(&mut self) -> &mut [u8] {
        match self {
            Self::InPlace(data) => data,
            Self::Copy { output, .. } => output,
        }
    }

    /// The output with the message in it.
    pub(crate) fn prepared(&mut self) -> &mut [u8] {
        match self {
            Self::InPlace(data) => data,
            Self::Copy { input, output } => {
                output.copy_from_slice(input);
                output
            }
        }
    }

    /// Makes so many bytes of the output zeros and leaves only the output: encrypted, it is keystream. Returns the
    /// input that was another buffer.
    pub(crate) fn make_zeros(&mut self, bytes: usize) -> Option<&'a [u8]> {
        let (input, output) = match core::mem::take(self) {
            Self::InPlace(output) => (None, output),
            Self::Copy { input, output } => (Some(input), output),
        };
        output[..bytes].fill(0);
        *self = Self::InPlace(output);
        input
    }

    /// Gives the output its input back.
    pub(crate) fn read_from(&mut self, input: &'a [u8]) {
        let (Self::InPlace(output) | Self::Copy { output, .. }) = core::mem::take(self);
        *self = Self::Copy { input, output };
    }

    /// As kernels take it; lengths were checked.
    #[inline(always)]
    pub(crate) fn in_out(&mut self) -> InOut<'_> {
        self.reborrow().into_in_out()
    }

    /// The same for as long as the buffers are borrowed.
    #[inline(always)]
    pub(crate) fn into_in_out(self) -> InOut<'a> {
        match self {
            Self::InPlace(data) => InOut::in_place(data),
            Self::Copy { input, output } => InOut::apart(input, output),
        }
    }

    /// The same without the first so many bytes, if there are as many.
    #[inline(always)]
    pub(crate) fn in_out_from(&mut self, start: usize) -> Option<InOut<'_>> {
        match self {
            Self::InPlace(data) => data.get_mut(start..).map(InOut::in_place),
            Self::Copy { input, output } => {
                Some(InOut::apart(input.get(start..)?, output.get_mut(start..)?))
            }
        }
    }

    /// The length of the output, if the input has the same.
    #[inline(always)]
    pub(crate) fn checked_len(&self) -> Result<usize, Error> {
        match self {
            Self::InPlace(data) => Ok(data.len()),
            Self::Copy { input, output } if input.len() == output.len() => Ok(output.len()),
            Self::Copy { input, output } => {
                Err(Error::OutputLength { output: output.len(), input: input.len() })
            }
        }
    }
}

impl Default for Data<'_> {
    /// No bytes.
    fn default() -> Self {
        Self::InPlace(&mut [])
    }
}

impl fmt::Debug for Data<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::InPlace(data) => write!(f, "InPlace({} bytes)", data.len()),
            Self::Copy { input, output } => {
                write!(f, "Copy({} bytes to {} bytes)", input.len(), output.len())
            }
        }
    }
}

impl<'a> From<&'a mut [u8]> for Data<'a> {
    fn from(data: &'a mut [u8]) -> Self {
        Self::InPlace(data)
    }
}

impl<'a, const BYTES: usize> From<&'a mut [u8; BYTES]> for Data<'a> {
    fn from(data: &'a mut [u8; BYTES]) -> Self {
        Self::InPlace(data)
    }
}

#[cfg(feature = "std")]
impl<'a> From<&'a mut Vec<u8>> for Data<'a> {
    fn from(data: &'a mut Vec<u8>) -> Self {
        Self::InPlace(data)
    }
}

impl<'a> From<(&'a [u8], &'a mut [u8])> for Data<'a> {
    fn from((input, output): (&'a [u8], &'a mut [u8])) -> Self {
        Self::Copy { input, output }
    }
}

/// How many bytes hold that many bits.
pub(crate) const fn bytes_for(bits: u64) -> u64 {
    bits.div_ceil(8)
}
