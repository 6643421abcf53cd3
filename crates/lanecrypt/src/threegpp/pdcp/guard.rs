//! COUNTs that are used.

use crate::Error;

/// Refuses a COUNT that a transmitter has used before: each must be higher than all before it.
///
/// There is one for each direction of each bearer, as long as its keys are the same. It is not `Clone`, and a
/// COUNT is taken with `&mut`.
///
/// ```
/// use lanecrypt::{Error, threegpp::TransmitGuard};
///
/// let mut guard = TransmitGuard::new();
/// assert_eq!(guard.next_count(), Ok(0));
/// assert_eq!(guard.count(5), Ok(5));
/// assert_eq!(guard.next_count(), Ok(6));
/// assert_eq!(guard.count(5), Err(Error::CountUsed { count: 5, next: 7 }));
///
/// assert_eq!(guard.count(u32::MAX), Ok(u32::MAX));
/// assert!(guard.next_count().is_err());
/// ```
#[derive(Debug, Default)]
pub struct TransmitGuard {
    /// The lowest COUNT that was not used.
    next: u64,
}

impl TransmitGuard {
    /// No COUNT is used.
    pub const fn new() -> Self {
        Self { next: 0 }
    }

    /// Those below `next` are used, for keys that were in use before.
    pub const fn starting_at(next: u32) -> Self {
        Self { next: next as u64 }
    }

    /// Takes this COUNT. Lower ones cannot be taken any more.
    ///
    /// # Errors
    ///
    /// [`Error::CountUsed`] if it or a higher one was taken. Nothing changes then.
    pub fn count(&mut self, count: u32) -> Result<u32, Error> {
        if u64::from(count) < self.next {
            return Err(Error::CountUsed { count, next: self.next });
        }
        self.next = u64::from(count) + 1;
        Ok(count)
    }

    /// Takes the lowest COUNT that is left.
    ///
    /// # Errors
    ///
    /// [`Error::CountUsed`] if all 2^32 are taken: other keys are needed.
    pub fn next_count(&mut self) -> Result<u32, Error> {
        let count = u32::try_from(self.next).unwrap_or(u32::MAX);
        self.count(count)
    }
}
