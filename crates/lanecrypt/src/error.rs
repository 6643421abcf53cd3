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
        /// The length given, in bytes; 4 to 16 are allowed.
        bytes: usize,
    },
    /// The tag is wrong: nothing was deciphered.
    Authentication,
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
            Self::TagLength { bytes } => write!(f, "tag of {bytes} bytes; tags have 4 to 16"),
            Self::Authentication => f.write_str("authentication failed"),
        }
    }
}

impl core::error::Error for Error {}
