//! Rows sealed or opened through the batch call of the library. Batches and columns use it.

use lanecrypt::{Aead, AeadJob, Batch, Data, Error, Key, Status};

use crate::algorithms::TAG_BYTES;
use crate::errors::Failures;

/// Jobs of one call of the library: enough to fill lanes with messages of any lengths, and few enough to
/// stay in the cache.
pub(crate) const JOBS: usize = 256;

/// One row to be sealed.
pub(crate) struct SealRow<'a, A> {
    /// Its number, for errors.
    pub(crate) number: usize,
    pub(crate) key: Key<'a, A>,
    pub(crate) nonce: &'a [u8],
    pub(crate) aad: &'a [u8],
    pub(crate) data: Data<'a>,
    /// Where its tag goes.
    pub(crate) tag: &'a mut [u8],
}

/// One row to be opened.
pub(crate) struct OpenRow<'a, A> {
    pub(crate) number: usize,
    pub(crate) key: Key<'a, A>,
    pub(crate) nonce: &'a [u8],
    pub(crate) aad: &'a [u8],
    pub(crate) data: Data<'a>,
    pub(crate) tag: &'a [u8],
}

/// Seals all rows and returns those that were refused.
pub(crate) fn seal<'a, A: Aead>(rows: impl Iterator<Item = SealRow<'a, A>>) -> Failures {
    let (batch, mut failures) = (Batch::<A>::new(), Failures::default());
    let (mut jobs, mut places) = (Vec::with_capacity(JOBS), Vec::with_capacity(JOBS));
    let mut run = |jobs: &mut Vec<AeadJob<'a, A>>, places: &mut Vec<(usize, &'a mut [u8])>| {
        // What failed is read from the jobs.
        let _ = batch.seal(jobs);
        for (job, (number, place)) in jobs.drain(..).zip(places.drain(..)) {
            match job.tag() {
                // A length that the compiler knows is copied faster.
                Some(tag) => {
                    match (place.first_chunk_mut::<TAG_BYTES>(), tag.as_ref().first_chunk()) {
                        (Some(place), Some(tag)) => *place = *tag,
                        _ => place.copy_from_slice(tag.as_ref()),
                    }
                }
                None => failures.push(number, error_of(&job)),
            }
        }
    };
    for row in rows {
        jobs.push(AeadJob::seal(row.key, row.nonce, row.aad, row.data));
        places.push((row.number, row.tag));
        if jobs.len() == JOBS {
            run(&mut jobs, &mut places);
        }
    }
    run(&mut jobs, &mut places);
    failures
}

/// Opens all rows and returns those that were refused or are not authentic.
pub(crate) fn open<'a, A: Aead>(rows: impl Iterator<Item = OpenRow<'a, A>>) -> Failures {
    let (batch, mut failures) = (Batch::<A>::new(), Failures::default());
    let (mut jobs, mut numbers) = (Vec::with_capacity(JOBS), Vec::with_capacity(JOBS));
    let mut run = |jobs: &mut Vec<AeadJob<'a, A>>, numbers: &mut Vec<usize>| {
        if !batch.open(jobs).is_ok() {
            for (job, number) in jobs.iter().zip(&*numbers) {
                if job.status() != Status::Done {
                    failures.push(*number, error_of(job));
                }
            }
        }
        jobs.clear();
        numbers.clear();
    };
    for row in rows {
        jobs.push(AeadJob::open(row.key, row.nonce, row.aad, row.data, row.tag));
        numbers.push(row.number);
        if jobs.len() == JOBS {
            run(&mut jobs, &mut numbers);
        }
    }
    run(&mut jobs, &mut numbers);
    failures
}

/// The error of a job that is not done.
fn error_of<A: Aead>(job: &AeadJob<'_, A>) -> Error {
    match job.status() {
        Status::Failed(error) => error,
        // No job stays pending.
        _ => Error::Authentication,
    }
}

/// Output that is cut into pieces from its beginning.
pub(crate) struct Cut<'a>(pub(crate) &'a mut [u8]);

impl<'a> Cut<'a> {
    /// The next bytes. Panics if there are fewer.
    pub(crate) fn take(&mut self, bytes: usize) -> &'a mut [u8] {
        let (piece, rest) = std::mem::take(&mut self.0).split_at_mut(bytes);
        self.0 = rest;
        piece
    }
}
