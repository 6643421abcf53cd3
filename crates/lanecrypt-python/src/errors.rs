//! The exceptions of the package, and which error of the library becomes which of them.

use lanecrypt::Error;
use pyo3::create_exception;
use pyo3::exceptions::{PyException, PyOSError, PyTypeError, PyValueError};
use pyo3::prelude::*;

create_exception!(
    lanecrypt,
    LanecryptError,
    PyException,
    "The base of the exceptions of this package.\n\nWrong arguments are `ValueError` and `TypeError`."
);
create_exception!(
    lanecrypt,
    InvalidTag,
    LanecryptError,
    "The tag is wrong: key, nonce, data or associated data are not those that were sealed.\n\n\
     Nothing was decrypted. Where the caller gave a buffer for the output, it holds zeros."
);
create_exception!(
    lanecrypt,
    Truncated,
    InvalidTag,
    "The end of a message of `lanecrypt.chunked` is missing. What came before it was verified."
);
create_exception!(
    lanecrypt,
    CountUsed,
    LanecryptError,
    "A COUNT was used before, or a higher one was: `lanecrypt.threegpp.TransmitGuard`."
);
create_exception!(
    lanecrypt,
    BatchError,
    LanecryptError,
    "Some rows of a batch or of a column failed. The attribute `failed` is the list of their indices.\n\n\
     Rows that failed authentication are zeros in `out`, rows that were refused are untouched, and the \
     other rows are done."
);

/// The exception for an error of one message.
pub(crate) fn refused(error: Error) -> PyErr {
    match error {
        Error::Authentication | Error::Commitment | Error::Chunk { .. } => {
            InvalidTag::new_err(error.to_string())
        }
        Error::Truncated { .. } => Truncated::new_err(error.to_string()),
        Error::CountUsed { .. } => CountUsed::new_err(error.to_string()),
        Error::Entropy => PyOSError::new_err(error.to_string()),
        Error::ReseedRequired | Error::SelfTest => LanecryptError::new_err(error.to_string()),
        _ => PyValueError::new_err(error.to_string()),
    }
}

/// A `ValueError` with this message.
pub(crate) fn value_error(message: impl Into<String>) -> PyErr {
    PyValueError::new_err(message.into())
}

/// The rows that failed, each with its error.
#[derive(Default)]
pub(crate) struct Failures(Vec<(usize, Error)>);

impl Failures {
    pub(crate) fn push(&mut self, row: usize, error: Error) {
        self.0.push((row, error));
    }

    pub(crate) fn append(&mut self, mut other: Self) {
        self.0.append(&mut other.0);
    }

    /// The failed rows, in order.
    pub(crate) fn rows(mut self) -> Vec<usize> {
        self.sort();
        self.0.into_iter().map(|(row, _)| row).collect()
    }

    fn sort(&mut self) {
        self.0.sort_unstable_by_key(|(row, _)| *row);
    }

    /// `Ok` if nothing failed, otherwise a `BatchError`.
    pub(crate) fn into_result(mut self, py: Python<'_>, rows: usize) -> PyResult<()> {
        self.sort();
        let Some((row, first)) = self.0.first() else { return Ok(()) };
        let failed = self.0.len();
        let error = BatchError::new_err(format!(
            "{failed} of {rows} rows failed; the first is row {row}: {first}"
        ));
        error.value(py).setattr("failed", self.rows())?;
        Err(error)
    }
}

/// What pickling an object with a secret raises.
pub(crate) fn not_picklable(name: &str) -> PyErr {
    PyTypeError::new_err(format!(
        "lanecrypt.{name} holds a secret and cannot be pickled or copied; hand over what it is made from, \
         and make it where it is used"
    ))
}
