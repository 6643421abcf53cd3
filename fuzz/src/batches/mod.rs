//! Batches: every job of one gives what it gives alone, or what another implementation gives.

mod aead;
mod cipher;
mod mac;

pub use aead::{AeadModel, aead};
pub use cipher::{CipherModel, CipherOperation, Keystream, Kind, cipher};
pub use mac::{MacModel, mac};

use lanecrypt::{Report, Status};

/// Whether a report is what the jobs say. How many failed.
fn check_report(report: Report, statuses: impl Iterator<Item = Status>) -> Result<(), String> {
    let (mut jobs, mut failed, mut first) = (0, 0, None);
    for (i, status) in statuses.enumerate() {
        jobs += 1;
        match status {
            Status::Done => {}
            Status::Failed(error) => {
                failed += 1;
                first = first.or(Some((i, error)));
            }
            other => return Err(format!("job {i} is {other:?} after the call")),
        }
    }
    let right = (report.jobs(), report.failed(), report.first_failure()) == (jobs, failed, first);
    if right {
        Ok(())
    } else {
        Err(format!("the report says {report:?} of {jobs} jobs, {failed} of them failed"))
    }
}
