//! A transmit guard: a COUNT is taken once.

use std::sync::{Mutex, PoisonError};

use lanecrypt::threegpp::TransmitGuard as Guard;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::sync::MutexExt as _;

use crate::errors::refused;

/// Refuses a COUNT that a transmitter has used before: each must be higher than all before it.
///
/// There is one for each direction of each bearer, as long as its keys are the same. Those below `next` count as
/// used, for keys that were in use before. Threads can share a guard; one waits for the other. It cannot be pickled
/// or copied, because two copies would take the same COUNT. Do not use it on both sides of a fork.
///
/// >>> from lanecrypt import CountUsed, threegpp
/// >>> guard = threegpp.TransmitGuard()
/// >>> guard.next_count(), guard.count(5), guard.next_count()
/// (0, 5, 6)
/// >>> try:
/// ...     guard.count(5)
/// ... except CountUsed as error:
/// ...     print(error)
/// COUNT 5; it must be 7 or more, because lower ones are used
#[pyclass(module = "lanecrypt.threegpp", frozen)]
pub(crate) struct TransmitGuard {
    guard: Mutex<Guard>,
}

impl TransmitGuard {
    fn with<T>(&self, py: Python<'_>, work: impl FnOnce(&mut Guard) -> T) -> T {
        work(&mut self.guard.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner))
    }
}

#[pymethods]
impl TransmitGuard {
    #[new]
    #[pyo3(signature = (next = 0))]
    fn new(next: u32) -> Self {
        Self { guard: Mutex::new(Guard::starting_at(next)) }
    }

    /// Takes this COUNT, of 32 bits, and returns it. Lower ones cannot be taken any more. Raises `CountUsed` if it
    /// or a higher one was taken.
    fn count(&self, py: Python<'_>, count: u32) -> PyResult<u32> {
        self.with(py, |guard| guard.count(count)).map_err(refused)
    }

    /// Takes the lowest COUNT that is left, and returns it. Raises `CountUsed` if all 2**32 are taken: other keys
    /// are needed.
    fn next_count(&self, py: Python<'_>) -> PyResult<u32> {
        self.with(py, Guard::next_count).map_err(refused)
    }

    fn __reduce__(&self) -> PyResult<()> {
        Err(PyTypeError::new_err(
            "lanecrypt.threegpp.TransmitGuard cannot be pickled or copied, because a COUNT could be taken twice",
        ))
    }
}
