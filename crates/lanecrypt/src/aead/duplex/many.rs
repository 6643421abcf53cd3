//! Many messages side by side.

use super::{Duplex, open, row_of, seal};
use crate::Backend;
use crate::aead::AeadJob;
use crate::batch::{Data, Status};

/// Seals every pending job; lengths are checked.
pub(crate) fn seal_many<D: Duplex>(backend: Backend, tag_bytes: usize, jobs: &mut [AeadJob<'_>]) {
    for job in jobs.iter_mut().filter(|job| job.status == Status::Pending) {
        let key = row_of(job.key);
        match seal::<D>(backend, &key, job.nonce, job.aad, &mut job.data, tag_bytes) {
            Ok(tag) => (job.tag, job.status) = (tag, Status::Done),
            Err(error) => job.status = Status::Failed(error),
        }
    }
}

/// Opens every pending job; lengths are checked.
pub(crate) fn open_many<D: Duplex>(backend: Backend, tag_bytes: usize, jobs: &mut [AeadJob<'_>]) {
    for job in jobs.iter_mut().filter(|job| job.status == Status::Pending) {
        let key = row_of(job.key);
        let AeadJob { nonce, aad, data, tag, .. } = job;
        job.status = match open::<D>(backend, &key, nonce, aad, data, tag_bytes, tag.as_ref()) {
            Ok(()) => Status::Done,
            Err(error) => Status::Failed(error),
        };
    }
}
