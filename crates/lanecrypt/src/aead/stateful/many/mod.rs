//! Batches: many messages side by side, or one after another where that is faster.

mod kernels;
mod live;
mod under_way;

use core::marker::PhantomData;

use kernels::SidePlaces;
use under_way::UnderWay;

use super::{FIELD, Serial, StatefulAead, field_of, one};
use crate::Backend;
use crate::batch::{AeadJob, Key};
use crate::lanes::{MAX_MESSAGES, dispatch, wipe};

/// Seals or opens every pending job, all of which were checked.
pub(super) fn run<A: Serial, const OPEN: bool>(backend: Backend, jobs: &mut [AeadJob<'_, A>]) {
    let places = dispatch(backend, SidePlaces::<A::StatefulAead>(PhantomData)).min(MAX_MESSAGES);
    let pending = jobs.iter().filter(|job| job.is_pending());
    let (count, bytes) = pending.fold((0, 0_usize), |(count, bytes), job| {
        (count + 1, bytes.saturating_add(job.aad.len()).saturating_add(job.data.len()))
    });
    if few(count, places) || bytes / count.max(1) < A::StatefulAead::worth_bytes(backend) {
        for job in jobs.iter_mut().filter(|job| job.is_pending()) {
            alone::<A, OPEN>(backend, job);
        }
    } else {
        UnderWay::<A, OPEN>::new(backend, places, jobs).run();
    }
}

/// Whether these are too few messages to process side by side: while one place is empty, all of them
/// advance by at most [`SPARE`](live::SPARE) bytes at a time, which costs more than the others gain.
fn few(messages: usize, places: usize) -> bool {
    messages < places || places == 1
}

/// Processes one job alone.
fn alone<A: Serial, const OPEN: bool>(backend: Backend, job: &mut AeadJob<'_, A>) {
    let tag_bytes = job.tag_length();
    let tag = match job.key {
        Key::Ready(ready) => one::run::<A, OPEN>(backend, ready.key(), job, tag_bytes),
        Key::Bytes(bytes) => {
            let mut key = field_of(bytes);
            let tag = one::run::<A, OPEN>(backend, &key, job, tag_bytes);
            wipe(&mut key, [0; FIELD]);
            tag
        }
    };
    job.finish(tag);
}
