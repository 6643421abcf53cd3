//! Batches: many messages side by side, or one after another where that is faster.

mod even;
mod kernels;
mod live;
mod under_way;

use even::EvenPlaces;
use kernels::SidePlaces;
use under_way::UnderWay;

use super::{FIELD, Field32, Serial, StatefulAead, one, put_field, tag_of};
use crate::Backend;
use crate::batch::{AeadJob, Key};
use crate::lanes::{Kernels, MAX_MESSAGES, constant, wipe};

/// Seals or opens every pending job, all of which were checked.
pub(super) fn run<A: Serial, const OPEN: bool>(backend: Backend, jobs: &mut [AeadJob<'_, A>]) {
    if jobs.len() == 1 || A::StatefulAead::SIDE_BY_SIDE == 1 {
        return one_by_one::<A, OPEN>(backend, jobs);
    }
    let shape = Shape::of(jobs);
    let places = constant::<SidePlaces<A::StatefulAead>>(backend).min(MAX_MESSAGES);
    let worth = shape.average() >= A::StatefulAead::worth_bytes(backend);
    let even_places = constant::<EvenPlaces<A::StatefulAead>>(backend);
    if worth && !few(shape.count, places) && (even_places == 1 || !shape.is_even()) {
        return refilling::<A, OPEN>(backend, places, jobs);
    }
    match even_places {
        1 => one_by_one::<A, OPEN>(backend, jobs),
        places => even::run::<A, OPEN>(backend, places, &shape, jobs),
    }
}

/// Seals or opens every pending job; places whose message is done take another one. A function of its own,
/// because it needs much of the stack.
#[inline(never)]
fn refilling<A: Serial, const OPEN: bool>(
    backend: Backend,
    places: usize,
    jobs: &mut [AeadJob<'_, A>],
) {
    UnderWay::<A, OPEN>::new(&mut Kernels::on(backend), places, jobs).run();
}

/// How many messages a batch has, and how long they are, associated data included.
struct Shape {
    count: usize,
    bytes: usize,
    least: usize,
    most: usize,
    /// Whether none is longer than the one before it, and all are pending.
    falling: bool,
}

impl Shape {
    /// Of the pending jobs.
    #[inline]
    fn of<A: Serial>(jobs: &[AeadJob<'_, A>]) -> Self {
        let mut shape = Self { count: 0, bytes: 0, least: usize::MAX, most: 0, falling: true };
        for job in jobs.iter().filter(|job| job.is_pending()) {
            let bytes = job.aad.len().saturating_add(job.data.len());
            shape.falling &= bytes <= shape.least;
            shape.count += 1;
            shape.bytes = shape.bytes.saturating_add(bytes);
            shape.least = shape.least.min(bytes);
            shape.most = shape.most.max(bytes);
        }
        shape.falling &= shape.count == jobs.len();
        shape
    }

    fn average(&self) -> usize {
        self.bytes / self.count.max(1)
    }

    /// Whether the lengths differ so little that it does not pay to refill places that are done before
    /// others.
    fn is_even(&self) -> bool {
        self.most - self.least.min(self.most) <= self.most / 4
    }
}

/// Whether these are too few messages to process side by side: while one place is empty, all of them
/// advance by at most [`SPARE`](live::SPARE) bytes at a time, which costs more than the others gain.
fn few(messages: usize, places: usize) -> bool {
    messages < places || places == 1
}

/// Processes every pending job alone.
#[inline]
fn one_by_one<A: Serial, const OPEN: bool>(backend: Backend, jobs: &mut [AeadJob<'_, A>]) {
    jobs.iter_mut().for_each(|job| alone::<A, OPEN>(backend, job));
}

/// Processes one job alone, if it is pending.
#[inline(never)]
fn alone<A: Serial, const OPEN: bool>(backend: Backend, job: &mut AeadJob<'_, A>) {
    if !job.is_pending() {
        return;
    }
    let tag_bytes = job.tag_length();
    let mut fresh = [0; FIELD];
    let key = match job.key {
        Key::Ready(ready) => ready.key(),
        Key::Bytes(bytes) => {
            put_field(bytes, &mut fresh);
            &fresh
        }
    };
    let tag = one::run::<A, OPEN>(backend, key, job, tag_bytes);
    if matches!(job.key, Key::Bytes(_)) {
        wipe(&mut fresh, [0; FIELD]);
    }
    finish(job, tag_bytes, &tag);
}

/// Gives a job its tag, which lies at the start of a field.
#[inline(always)]
fn finish<A: Serial>(job: &mut AeadJob<'_, A>, tag_bytes: usize, tag: &Field32) {
    match (tag_bytes, tag.first_chunk()) {
        (16, Some(tag)) => job.finish_block(tag),
        _ => job.finish(tag_of(tag, tag_bytes)),
    }
}
