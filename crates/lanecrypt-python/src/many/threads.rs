//! Work on ranges of rows, on several threads.

use std::num::NonZero;
use std::ops::Range;
use std::sync::{Mutex, PoisonError};
use std::thread;

use pyo3::PyResult;

use crate::errors::{Failures, value_error};

/// The most threads of a call.
const MOST: usize = 256;

/// Rows of a part: enough that taking the next part costs nothing beside.
const PART: usize = 4096;

/// The number of threads for an argument: 0 means one for each processor.
pub(crate) fn count(threads: usize) -> PyResult<usize> {
    match threads {
        0 => Ok(thread::available_parallelism().map_or(1, NonZero::get).min(MOST)),
        1..=MOST => Ok(threads),
        _ => Err(value_error(format!(
            "{threads} threads; 1 to {MOST} are allowed, and 0 for one for each processor"
        ))),
    }
}

/// The rows in parts.
pub(crate) fn parts(rows: usize) -> impl Iterator<Item = Range<usize>> {
    (0..rows).step_by(PART).map(move |start| start..rows.min(start + PART))
}

/// Does all parts, the caller's thread with the others. A thread that the system refuses is missed by
/// nobody: the others do its parts.
pub(crate) fn run<P: Send>(
    parts: Vec<P>,
    threads: usize,
    work: impl Fn(P) -> Failures + Sync,
) -> Failures {
    let others = threads.min(parts.len()).saturating_sub(1);
    let parts = Mutex::new(parts.into_iter());
    let failures = Mutex::new(Failures::default());
    let worker = || {
        let mut own = Failures::default();
        loop {
            let part = parts.lock().unwrap_or_else(PoisonError::into_inner).next();
            let Some(part) = part else { break };
            own.append(work(part));
        }
        failures.lock().unwrap_or_else(PoisonError::into_inner).append(own);
    };
    thread::scope(|scope| {
        for _ in 0..others {
            // An error means that there is no further thread.
            let _ = thread::Builder::new().spawn_scoped(scope, worker);
        }
        worker();
    });
    failures.into_inner().unwrap_or_else(PoisonError::into_inner)
}
