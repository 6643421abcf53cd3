//! The one error type.

use core::fmt;

use crate::Backend;

/// What was wrong with an argument, and what was expected.
///
/// A call that returns an error has written nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// The name is none of `portable`, `neon`, `sse`, `avx2`, `avx2-gfni`, `avx512`.
    UnknownBackend,
    /// This processor lacks what the backend asks for.
    BackendUnavailable {
        /// The backend that was asked for.
        backend: Backend,
    },
    /// More bits were asked for than the message has.
    BitLength {
        /// The length given, in bits.
        bits: u64,
        /// The bits that the message has.
        available: u64,
    },
    /// Input and output differ in length.
    OutputLength {
        /// The length of the output, in bytes.
        output: usize,
        /// The length of the input, in bytes.
        input: usize,
    },
    /// One of the last eight values of a 25-byte ZUC-256 IV does not fit in six bits.
    IvElement {
        /// Its index, 17 to 24.
        index: usize,
        /// Its value, 64 or more.
        value: u8,
    },
    /// A bearer identity that does not fit in five bits.
    Bearer {
        /// The value given, 32 or more.
        bearer: u8,
    },
    /// A tag length that the algorithm does not have.
    TagLength {
        /// The length given, in bytes.
        bytes: usize,
        /// Those that it has.
        allowed: &'static [usize],
    },
    /// A key of the wrong length.
    KeyLength {
        /// The length given, in bytes.
        bytes: usize,
        /// The length that the cipher wants.
        expected: usize,
    },
    /// A nonce of the wrong length.
    NonceLength {
        /// The length given, in bytes.
        bytes: usize,
        /// The length that the mode wants.
        expected: usize,
    },
    /// A nonce of a length that a mode of nonces of several lengths does not have.
    NonceRange {
        /// The length given, in bytes.
        bytes: usize,
        /// The shortest that the mode has.
        least: usize,
        /// The longest that the mode has.
        most: usize,
    },
    /// More than the standard allows under one nonce, or in one request.
    TooLong {
        /// What is too long.
        what: Part,
        /// Its length, in bytes.
        bytes: u128,
        /// The most that is allowed.
        most: u128,
    },
    /// A generator has made as much as its standard allows: it wants fresh entropy first.
    ReseedRequired,
    /// The source of entropy gave none.
    Entropy,
    /// A message that is not whole blocks, in a mode that wants them.
    PartialBlock {
        /// The length of the message, in bytes.
        bytes: usize,
        /// The length of a block.
        block: usize,
    },
    /// A mode that has no keystream was asked for it.
    NoKeystream,
    /// The counter would wrap within the message.
    Counter {
        /// The blocks that the message needs, from the first that it touches.
        blocks: u64,
        /// The blocks that are left of this nonce; 2^64 - 1 stands for that and more.
        left: u64,
    },
    /// Input and output overlap without being the same.
    Overlap,
    /// A row of an S-box is no permutation of 0 to 15.
    SboxRow {
        /// The number of the row, 0 to 7; row 0 replaces the least significant nibble.
        row: usize,
    },
    /// The tag is wrong: nothing was decrypted.
    Authentication,
    /// Associated data after the message has begun.
    TooLate,
}

/// What can be too long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Part {
    /// The message itself.
    Message,
    /// What is authenticated beside it.
    AssociatedData,
    /// What one request asks of a generator.
    Request,
    /// What a generator is given beside entropy.
    Input,
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Message => "message",
            Self::AssociatedData => "associated data",
            Self::Request => "request",
            Self::Input => "input",
        })
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownBackend => {
                f.write_str("unknown backend; the known ones are")?;
                for (i, backend) in Backend::ALL.iter().enumerate() {
                    write!(f, "{} {backend}", if i == 0 { "" } else { "," })?;
                }
                Ok(())
            }
            Self::BackendUnavailable { backend } => write!(
                f,
                "this processor lacks backend {backend}, which needs {}",
                backend.requirements()
            ),
            Self::BitLength { bits, available } => {
                write!(f, "length of {bits} bits for a message of {available} bits")
            }
            Self::OutputLength { output, input } => {
                write!(
                    f,
                    "output of {output} bytes for an input of {input} bytes; they must be equal"
                )
            }
            Self::IvElement { index, value } => {
                write!(f, "IV element {index} is {value}; elements 17 to 24 have six bits, 0 to 63")
            }
            Self::Bearer { bearer } => {
                write!(f, "bearer {bearer}; bearers have five bits, 0 to 31")
            }
            Self::TagLength { bytes, allowed } => {
                write!(f, "tag of {bytes} bytes; the algorithm's tags have")?;
                for (i, length) in allowed.iter().enumerate() {
                    let between = match i {
                        0 => "",
                        _ if i + 1 == allowed.len() => " or",
                        _ => ",",
                    };
                    write!(f, "{between} {length}")?;
                }
                Ok(())
            }
            Self::KeyLength { bytes, expected } => {
                write!(f, "key of {bytes} bytes; the cipher's keys have {expected}")
            }
            Self::NonceLength { bytes, expected } => {
                write!(f, "nonce of {bytes} bytes; the mode's nonces have {expected}")
            }
            Self::NonceRange { bytes, least, most } => {
                write!(f, "nonce of {bytes} bytes; the mode's nonces have {least} to {most}")
            }
            Self::TooLong { what, bytes, most } => {
                write!(f, "{what} of {bytes} bytes; the most is {most}")
            }
            Self::ReseedRequired => f.write_str("the generator must be reseeded first"),
            Self::Entropy => f.write_str("the source of entropy gave none"),
            Self::PartialBlock { bytes, block } => {
                write!(f, "message of {bytes} bytes; it must be whole blocks of {block}")
            }
            Self::NoKeystream => f.write_str("the mode has no keystream; give it data"),
            Self::Counter { blocks, left } => {
                write!(f, "message of {blocks} blocks; the counter has {left} left for this nonce")
            }
            Self::Overlap => {
                f.write_str("input and output overlap; they must be the same or lie apart")
            }
            Self::SboxRow { row } => {
                write!(f, "row {row} of the S-box is no permutation of 0 to 15")
            }
            Self::Authentication => f.write_str("authentication failed"),
            Self::TooLate => f.write_str("associated data after the message has begun"),
        }
    }
}

impl core::error::Error for Error {}
