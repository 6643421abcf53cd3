//! The one error type.

use core::fmt;

use crate::Backend;

/// What was wrong, and what was expected.
///
/// A call that returns an error has written nothing, except for [`Error::Authentication`]: then the
/// output is zeros. Every error has a number that other languages share: [`Error::code`].
///
/// ```
/// use lanecrypt::{Algorithm, Error, block::Aes128, mode::Gcm};
///
/// let error = Gcm::<Aes128>::new(&[0; 10]).unwrap_err();
/// assert_eq!(error, Error::KeyLength { bytes: 10, expected: 16 });
/// assert_eq!(error.to_string(), "key of 10 bytes; the algorithm's keys have 16 bytes");
/// assert_eq!(error.code(), -4);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[must_use]
pub enum Error {
    /// The name is none of `portable`, `neon`, `sse`, `avx2`, `avx2-vaes`, `avx2-gfni`, `avx512`.
    UnknownBackend,
    /// This processor lacks what the backend needs.
    BackendUnavailable {
        /// The backend that was asked for.
        backend: Backend,
    },
    /// The key has the wrong length.
    KeyLength {
        /// The length given, in bytes.
        bytes: usize,
        /// The length that the algorithm wants, in bytes.
        expected: usize,
    },
    /// The nonce has the wrong length.
    NonceLength {
        /// The length given, in bytes.
        bytes: usize,
        /// The length that the algorithm wants, in bytes.
        expected: usize,
    },
    /// The nonce is shorter or longer than the algorithm allows.
    NonceRange {
        /// The length given, in bytes.
        bytes: usize,
        /// The length of the shortest nonce, in bytes.
        min: usize,
        /// The length of the longest nonce, in bytes.
        max: usize,
    },
    /// The algorithm does not have tags of this length.
    TagLength {
        /// The length given, in bytes.
        bytes: usize,
        /// The lengths that it has, in bytes.
        allowed: &'static [usize],
    },
    /// A tag has another length than the tags of its key or its job.
    TagMismatch {
        /// The length given, in bytes.
        bytes: usize,
        /// The length of the tags of the key or the job, in bytes.
        expected: usize,
    },
    /// The message has fewer bits than were asked for.
    BitLength {
        /// The length given, in bits.
        bits: u64,
        /// The length of the message, in bits.
        available: u64,
    },
    /// A length in bits was given that is not that of the data, and the algorithm has no such lengths.
    NoBitLengths {
        /// The length given, in bits.
        bits: u64,
        /// The length of the message, in bits.
        available: u64,
    },
    /// Input and output differ in length.
    OutputLength {
        /// The length of the output, in bytes.
        output: usize,
        /// The length of the input, in bytes.
        input: usize,
    },
    /// Input and output overlap without being the same.
    Overlap,
    /// More than the standard allows under one nonce, or in one request.
    TooLong {
        /// What is too long.
        what: Quantity,
        /// Its length, in bytes.
        bytes: u64,
        /// The largest length that is allowed, in bytes.
        max: u64,
    },
    /// The message is not whole blocks, and the mode wants them.
    PartialBlock {
        /// The length of the message, in bytes.
        bytes: usize,
        /// The length of a block, in bytes.
        block: usize,
    },
    /// The counter would wrap within the message.
    Counter {
        /// The blocks that the message needs.
        blocks: u64,
        /// The blocks that are left of this nonce. 2^64 - 1 stands for that number and more.
        left: u64,
    },
    /// A job asks for another start than block 0, and the algorithm has no counter.
    StartBlock {
        /// The block given.
        block: u64,
    },
    /// The tag is wrong. The output is zeros.
    Authentication,
    /// Associated data was given after the message had begun.
    AadAfterMessage,
    /// The job was made for another call: to be sealed and not opened, or to be computed and not
    /// verified, or the other way round.
    WrongJob,
    /// One of the last eight values of a 25-byte ZUC-256 IV does not fit in six bits.
    IvElement {
        /// Its index, 17 to 24.
        index: usize,
        /// Its value, 64 or more.
        value: u8,
    },
    /// The bearer identity does not fit in five bits.
    Bearer {
        /// The value given, 32 or more.
        bearer: u8,
    },
    /// A row of an S-box is not a permutation of 0 to 15.
    SboxRow {
        /// The number of the row, 0 to 7. Row 0 replaces the least significant nibble.
        row: usize,
    },
    /// The generator has made as much as its standard allows and needs fresh entropy first.
    ReseedRequired,
    /// The source of entropy gave none, or too little entropy was given.
    Entropy,
    /// The algorithm is known but not in this build or this version.
    Unsupported {
        /// Its name.
        algorithm: &'static str,
    },
    /// The algorithm takes another kind of parameters: COUNT, BEARER and DIRECTION; a 16-byte IV; or
    /// an IV that was made for another purpose (encryption, integrity or AEAD).
    ParameterKind,
    /// No algorithm has this name or this number.
    UnknownAlgorithm,
    /// The header of a chunked message does not belong to the key and the context: one of the three is wrong.
    Commitment,
    /// A chunk of a chunked message is damaged, or is not the chunk of this number.
    Chunk {
        /// Its number. The first chunk has number 0.
        number: u64,
    },
    /// A chunked message ends where no message ends: at the end of a full chunk, within a tag, or within the
    /// header.
    Truncated {
        /// The number of the chunk that is missing or not whole.
        chunk: u64,
    },
    /// A buffer does not have the length that it must have.
    BufferLength {
        /// The length given, in bytes.
        bytes: usize,
        /// The length that it must have, in bytes.
        expected: u64,
    },
    /// A range is not within the message, or ends before it starts.
    OutOfRange {
        /// Its end.
        end: u64,
        /// The length of the message, in what the range counts.
        available: u64,
    },
    /// A known-answer test of the generator failed: this processor computes wrongly, or the program was
    /// changed. The generator gives no bytes in this process any more.
    SelfTest,
    /// A COUNT was used before, or was left out when a higher one was used.
    CountUsed {
        /// The COUNT given.
        count: u32,
        /// The lowest that was not used. 2^32 says that all are used up, and that other keys are needed.
        next: u64,
    },
    /// A PDU is too short for its header and its MAC-I.
    PduLength {
        /// Its length, in bytes.
        bytes: usize,
        /// The length of header and MAC-I, in bytes.
        min: usize,
    },
}

/// What can be too long.
///
/// ```
/// use lanecrypt::{Error, Quantity};
///
/// let error = Error::TooLong { what: Quantity::AssociatedData, bytes: 9, max: 8 };
/// assert_eq!(error.to_string(), "associated data of 9 bytes; at most 8 are allowed");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Quantity {
    /// The message.
    Message,
    /// The associated data.
    AssociatedData,
    /// One request to a generator.
    Request,
    /// Input to a generator beside entropy.
    Input,
}

impl Error {
    /// The number of the error, the same in every language and version: negative, one per kind. -1 is
    /// left to interfaces of other languages, for a null pointer.
    ///
    /// [`Status::code`](crate::Status::code) has 0 for pending and 1 for done beside these.
    pub const fn code(self) -> i32 {
        match self {
            Self::UnknownBackend => -2,
            Self::BackendUnavailable { .. } => -3,
            Self::KeyLength { .. } => -4,
            Self::NonceLength { .. } => -5,
            Self::NonceRange { .. } => -6,
            Self::TagLength { .. } => -7,
            Self::TagMismatch { .. } => -8,
            Self::BitLength { .. } => -9,
            Self::OutputLength { .. } => -10,
            Self::Overlap => -11,
            Self::TooLong { .. } => -12,
            Self::PartialBlock { .. } => -13,
            Self::Counter { .. } => -14,
            Self::StartBlock { .. } => -15,
            Self::Authentication => -16,
            Self::AadAfterMessage => -17,
            Self::WrongJob => -18,
            Self::IvElement { .. } => -19,
            Self::Bearer { .. } => -20,
            Self::SboxRow { .. } => -21,
            Self::ReseedRequired => -22,
            Self::Entropy => -23,
            Self::Unsupported { .. } => -24,
            Self::ParameterKind => -25,
            Self::NoBitLengths { .. } => -26,
            Self::UnknownAlgorithm => -27,
            Self::Commitment => -28,
            Self::Chunk { .. } => -29,
            Self::Truncated { .. } => -30,
            Self::BufferLength { .. } => -31,
            Self::OutOfRange { .. } => -32,
            Self::SelfTest => -33,
            Self::CountUsed { .. } => -34,
            Self::PduLength { .. } => -35,
        }
    }
}

impl fmt::Display for Quantity {
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
            Self::KeyLength { bytes, expected } => {
                write!(f, "key of {bytes} bytes; the algorithm's keys have {expected} bytes")
            }
            Self::NonceLength { bytes, expected } => {
                write!(f, "nonce of {bytes} bytes; the algorithm's nonces have {expected} bytes")
            }
            Self::NonceRange { bytes, min, max } => {
                write!(f, "nonce of {bytes} bytes; the algorithm's nonces have {min} to {max} bytes")
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
                f.write_str(" bytes")
            }
            Self::TagMismatch { bytes, expected } => {
                write!(f, "tag of {bytes} bytes; the tags of this key or job have {expected} bytes")
            }
            Self::BitLength { bits, available } => {
                write!(f, "length of {bits} bits for a message of {available} bits")
            }
            Self::NoBitLengths { bits, available } => write!(
                f,
                "length of {bits} bits for a message of {available} bits; the algorithm processes \
                 whole messages only"
            ),
            Self::OutputLength { output, input } => write!(
                f,
                "output of {output} bytes for an input of {input} bytes; they must be equal"
            ),
            Self::Overlap => {
                f.write_str("input and output overlap; they must be the same or lie apart")
            }
            Self::TooLong { what, bytes, max } => {
                write!(f, "{what} of {bytes} bytes; at most {max} are allowed")
            }
            Self::PartialBlock { bytes, block } => {
                write!(f, "message of {bytes} bytes; it must be whole blocks of {block} bytes")
            }
            Self::Counter { blocks, left } => {
                write!(f, "message of {blocks} blocks; the counter has {left} left for this nonce")
            }
            Self::StartBlock { block } => {
                write!(f, "start at block {block}; the algorithm starts at block 0 only")
            }
            Self::Authentication => f.write_str("authentication failed"),
            Self::AadAfterMessage => {
                f.write_str("associated data after the message has begun")
            }
            Self::WrongJob => f.write_str(
                "job made for another call: seal and open, compute and verify have their own jobs",
            ),
            Self::IvElement { index, value } => {
                write!(f, "IV element {index} is {value}; elements 17 to 24 have six bits, 0 to 63")
            }
            Self::Bearer { bearer } => {
                write!(f, "bearer {bearer}; bearers have five bits, 0 to 31")
            }
            Self::SboxRow { row } => {
                write!(f, "row {row} of the S-box is not a permutation of 0 to 15")
            }
            Self::ReseedRequired => f.write_str("the generator must be reseeded first"),
            Self::Entropy => f.write_str("the source of entropy gave none or too little"),
            Self::Unsupported { algorithm } => {
                write!(f, "{algorithm} is not supported by this build")
            }
            Self::ParameterKind => f.write_str(
                "algorithms 0 to 3 take COUNT, BEARER and DIRECTION; algorithms 4 to 6 take a 16-byte IV \
                 that was made for the same purpose: encryption, integrity or AEAD",
            ),
            Self::UnknownAlgorithm => f.write_str("no algorithm has this name or number"),
            Self::Commitment => f.write_str("the key, the context or the header is wrong"),
            Self::Chunk { number } => write!(f, "chunk {number} is damaged"),
            Self::Truncated { chunk } => {
                write!(f, "the message is truncated: it ends before or within chunk {chunk}")
            }
            Self::BufferLength { bytes, expected } => {
                write!(f, "buffer of {bytes} bytes; it must have {expected} bytes")
            }
            Self::OutOfRange { end, available } => {
                write!(f, "range up to {end}; it must end at {available} or before, and not before its start")
            }
            Self::CountUsed { count, next } if *next > u64::from(u32::MAX) => {
                write!(f, "COUNT {count}; all are used up, and other keys are needed")
            }
            Self::CountUsed { count, next } => {
                write!(f, "COUNT {count}; it must be {next} or more, because lower ones are used")
            }
            Self::PduLength { bytes, min } => {
                write!(f, "PDU of {bytes} bytes; its header and its MAC-I have {min}")
            }
            Self::SelfTest => f.write_str("a known-answer test of the generator failed"),
        }
    }
}

impl core::error::Error for Error {}
