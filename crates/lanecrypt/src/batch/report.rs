//! What became of jobs.

use core::fmt;

use crate::Error;

/// What became of a job.
///
/// ```
/// use lanecrypt::{Error, Status};
///
/// assert_eq!(Status::default(), Status::Pending);
/// assert_eq!((Status::Pending.code(), Status::Done.code()), (0, 1));
/// assert!(Status::Failed(Error::Authentication).code() < 0);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
#[must_use]
pub enum Status {
    /// Not processed yet. A batch call processes such jobs only.
    #[default]
    Pending,
    /// Processed without an error.
    Done,
    /// Refused, or its authentication failed.
    Failed(Error),
}

impl Status {
    /// Refuses a job. A function of its own, so that the compiler knows that this is seldom.
    #[cold]
    #[inline(never)]
    pub(crate) fn refuse(&mut self, error: Error) {
        *self = Self::Failed(error);
    }

    /// The number that stands for it in other languages: 0 for pending, 1 for done, and otherwise
    /// [`Error::code`], which is negative. These numbers do not change.
    pub const fn code(self) -> i32 {
        match self {
            Self::Pending => 0,
            Self::Done => 1,
            Self::Failed(error) => error.code(),
        }
    }
}

/// What became of the jobs of a batch call.
///
/// ```
/// use lanecrypt::{AeadJob, Batch, Error, block::Aes128, mode::Gcm};
///
/// let (mut first, mut second) = ([0; 100], [0; 64]);
/// let mut jobs = [
///     AeadJob::<Gcm<Aes128>>::seal(&[7; 16], &[1; 12], b"", &mut first),
///     AeadJob::seal(&[8; 15], &[2; 12], b"", &mut second),
/// ];
/// let report = Batch::new().seal(&mut jobs);
/// assert_eq!((report.done(), report.failed()), (1, 1));
/// assert_eq!(report.first_failure(), Some((1, Error::KeyLength { bytes: 15, expected: 16 })));
/// assert!(report.into_result().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use = "a batch call says only here and in the jobs whether jobs failed"]
pub struct Report {
    jobs: usize,
    failed: usize,
    first: Option<(usize, Error)>,
}

impl Report {
    /// From the status of every job after the call.
    #[inline]
    pub(crate) fn of<'j>(statuses: impl ExactSizeIterator<Item = &'j Status>) -> Self {
        // If the loop counted the jobs, the compiler would find their number by a division.
        let mut report = Self { jobs: statuses.len(), failed: 0, first: None };
        for (index, status) in statuses.enumerate() {
            if let Status::Failed(error) = status {
                report.first = report.first.or(Some((index, *error)));
                report.failed += 1;
            }
        }
        report
    }

    /// How many jobs the batch has.
    pub fn jobs(&self) -> usize {
        self.jobs
    }

    /// How many of them are done, by this call or an earlier one.
    pub fn done(&self) -> usize {
        self.jobs - self.failed
    }

    /// How many of them were refused or failed authentication, in this call or an earlier one.
    pub fn failed(&self) -> usize {
        self.failed
    }

    /// The index and the error of the first of these.
    pub fn first_failure(&self) -> Option<(usize, Error)> {
        self.first
    }

    /// Whether every job is done.
    #[must_use]
    pub fn is_ok(&self) -> bool {
        self.failed == 0
    }

    /// `Ok` if every job is done, otherwise an error that names the first failure.
    pub fn into_result(self) -> Result<(), BatchError> {
        match self.first {
            None => Ok(()),
            Some((index, error)) => {
                Err(BatchError { index, error, failed: self.failed, jobs: self.jobs })
            }
        }
    }
}

/// Some jobs of a batch were refused or failed authentication.
///
/// ```
/// use lanecrypt::{AeadJob, Batch, block::Aes128, mode::Gcm};
///
/// let mut message = [0; 100];
/// let mut jobs = [AeadJob::<Gcm<Aes128>>::seal(&[7; 15], &[1; 12], b"", &mut message)];
/// let error = Batch::new().seal(&mut jobs).into_result().unwrap_err();
/// assert_eq!((error.index, error.failed, error.jobs), (0, 1, 1));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct BatchError {
    /// The index of the first of them.
    pub index: usize,
    /// Its error.
    pub error: Error,
    /// How many there are.
    pub failed: usize,
    /// How many jobs the batch has.
    pub jobs: usize,
}

impl fmt::Display for BatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { index, error, failed, jobs } = self;
        write!(f, "{failed} of {jobs} jobs failed; the first is job {index}: {error}")
    }
}

impl core::error::Error for BatchError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        Some(&self.error)
    }
}

impl From<BatchError> for Error {
    /// The error of the first job that failed.
    fn from(error: BatchError) -> Self {
        error.error
    }
}
