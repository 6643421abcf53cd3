//! Status codes: the numbers that the library's errors have, and a few that only C needs.

use core::ffi::{CStr, c_char};

use lanecrypt::{Backend, Error, Quantity};

/// What became of a call or of a job: `LC_PENDING`, `LC_DONE`, or a negative `LC_E_...` code.
pub type lc_status = i32;

pub(crate) const PENDING: lc_status = 0;
pub(crate) const DONE: lc_status = 1;

/// A call or a job that is refused or failed, with its code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Refused(pub(crate) lc_status);

pub(crate) type Outcome<T = ()> = Result<T, Refused>;

impl Refused {
    pub(crate) const ARGUMENT: Self = Self(-1);
    pub(crate) const STATE: Self = Self(-101);
    pub(crate) const SIZE: Self = Self(-102);
}

impl From<Error> for Refused {
    fn from(error: Error) -> Self {
        Self(error.code())
    }
}

/// The code of an outcome.
pub(crate) fn status(outcome: Outcome) -> lc_status {
    match outcome {
        Ok(()) => DONE,
        Err(Refused(code)) => code,
    }
}

/// A code with its name in the header and its text.
#[derive(Clone, Copy, Debug)]
pub struct Code {
    /// The number, which does not change.
    pub number: lc_status,
    /// The name in the header.
    pub name: &'static str,
    /// What it means.
    pub text: &'static CStr,
}

macro_rules! codes {
    ($($number:literal $name:literal $text:literal $(is $error:expr)?;)*) => {
        /// Every code. The header and `lc_strerror` are made of this list.
        pub const CODES: &[Code] = &[$(Code { number: $number, name: $name, text: $text }),*];

        // The numbers of the library.
        const _: () = {
            $($(assert!($error.code() == $number);)?)*
        };
    };
}

const BYTES: (usize, usize) = (0, 0);

codes! {
    0 "LC_PENDING" c"not processed yet";
    1 "LC_DONE" c"done";
    -1 "LC_E_ARGUMENT" c"a null or misaligned pointer, or arguments that exclude each other";
    -2 "LC_E_UNKNOWN_BACKEND" c"no backend has this name or number" is Error::UnknownBackend;
    -3 "LC_E_BACKEND_UNAVAILABLE" c"this processor lacks the backend" is Error::BackendUnavailable { backend: Backend::Portable };
    -4 "LC_E_KEY_LENGTH" c"the key has the wrong length" is Error::KeyLength { bytes: BYTES.0, expected: BYTES.1 };
    -5 "LC_E_NONCE_LENGTH" c"the nonce has the wrong length" is Error::NonceLength { bytes: BYTES.0, expected: BYTES.1 };
    -6 "LC_E_NONCE_RANGE" c"the nonce is shorter or longer than the algorithm allows" is Error::NonceRange { bytes: 0, min: 0, max: 0 };
    -7 "LC_E_TAG_LENGTH" c"the algorithm has no tags of this length" is Error::TagLength { bytes: 0, allowed: &[] };
    -8 "LC_E_TAG_MISMATCH" c"a tag does not have the length that its key or its job is for" is Error::TagMismatch { bytes: BYTES.0, expected: BYTES.1 };
    -9 "LC_E_BIT_LENGTH" c"the message has fewer bits than were asked for" is Error::BitLength { bits: 0, available: 0 };
    -10 "LC_E_OUTPUT_LENGTH" c"input and output differ in length" is Error::OutputLength { output: 0, input: 0 };
    -11 "LC_E_OVERLAP" c"buffers overlap, and are not the same input and output" is Error::Overlap;
    -12 "LC_E_TOO_LONG" c"more than the standard allows under one nonce or in one request" is Error::TooLong { what: Quantity::Message, bytes: 0, max: 0 };
    -13 "LC_E_PARTIAL_BLOCK" c"the message is not whole blocks, and the mode needs them" is Error::PartialBlock { bytes: 0, block: 0 };
    -14 "LC_E_COUNTER" c"the counter would wrap within the message" is Error::Counter { blocks: 0, left: 0 };
    -15 "LC_E_START_BLOCK" c"a start other than block 0, and the algorithm has no counter" is Error::StartBlock { block: 0 };
    -16 "LC_E_AUTHENTICATION" c"the tag is wrong; the output is zeros" is Error::Authentication;
    -17 "LC_E_AAD_AFTER_MESSAGE" c"associated data after the message has begun" is Error::AadAfterMessage;
    -18 "LC_E_WRONG_JOB" c"the job was made for another call" is Error::WrongJob;
    -19 "LC_E_IV_ELEMENT" c"an element of a 25-byte ZUC-256 IV does not fit in six bits" is Error::IvElement { index: 0, value: 0 };
    -20 "LC_E_BEARER" c"the bearer does not fit in five bits" is Error::Bearer { bearer: 0 };
    -21 "LC_E_SBOX_ROW" c"a row of an S-box is not a permutation" is Error::SboxRow { row: 0 };
    -22 "LC_E_RESEED_REQUIRED" c"the generator needs fresh entropy first" is Error::ReseedRequired;
    -23 "LC_E_ENTROPY" c"the source of entropy gave none, or too little was given" is Error::Entropy;
    -24 "LC_E_UNSUPPORTED" c"the algorithm or the operation is not in this build or this version" is Error::Unsupported { algorithm: "" };
    -25 "LC_E_PARAMETER_KIND" c"the algorithm takes other parameters: COUNT, BEARER and DIRECTION, or an IV" is Error::ParameterKind;
    -26 "LC_E_NO_BIT_LENGTHS" c"the algorithm processes whole bytes only" is Error::NoBitLengths { bits: 0, available: 0 };
    -27 "LC_E_UNKNOWN_ALGORITHM" c"no algorithm has this name or number" is Error::UnknownAlgorithm;
    -28 "LC_E_COMMITMENT" c"the key, the context or the header of the message is wrong" is Error::Commitment;
    -29 "LC_E_CHUNK" c"a chunk is damaged" is Error::Chunk { number: 0 };
    -30 "LC_E_TRUNCATED" c"the end of the message is missing" is Error::Truncated { chunk: 0 };
    -31 "LC_E_BUFFER_LENGTH" c"a buffer does not have the length that it must have" is Error::BufferLength { bytes: 0, expected: 0 };
    -33 "LC_E_SELF_TEST" c"a known-answer test of the generator failed" is Error::SelfTest;
    -34 "LC_E_COUNT_USED" c"this COUNT or a higher one was used before under these keys" is Error::CountUsed { count: 0, next: 0 };
    -35 "LC_E_PDU_LENGTH" c"the PDU is shorter than its header and its MAC-I" is Error::PduLength { bytes: 0, min: 0 };
    -101 "LC_E_STATE" c"the context was not initialised, or it was cleared or finished";
    -102 "LC_E_SIZE" c"the size given is smaller than the context or the structure of this library";
}

/// What a status means, in English. Never NULL; the text is static.
#[unsafe(no_mangle)]
pub extern "C" fn lc_strerror(status: lc_status) -> *const c_char {
    let code = CODES.iter().find(|code| code.number == status);
    code.map_or(c"unknown status", |code| code.text).as_ptr()
}
