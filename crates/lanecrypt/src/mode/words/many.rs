//! Batches: messages under one ready key gathered into tiles; of the others, keys put into lanes, long messages one
//! after another, short ones side by side.

use super::Modes;
use super::kernels::MAX_WINDOW;
use super::one::{self, blocks_to_wrap, counter_block};
use super::room::{ParametersOf, Room, WordOf};
use super::stage::Stage;
use super::{Work, short};
use crate::Backend;
use crate::batch::{CipherJob, Data, Key, Status, Window};
use crate::block::key::{EXPANSION, Keyed, LaneKey};
use crate::lanes::{Kernels, leaving, leaving_nothing};
use crate::mode::{Ctr, Ecb};

/// A job of either mode.
pub(super) trait Job<'a, B: Keyed<N>, const N: usize> {
    /// Whether it is counter mode.
    const COUNTS: bool;

    fn key(&self) -> Key<'a, B>;
    fn data(&mut self) -> &mut Data<'a>;
    fn bytes(&self) -> usize;
    fn is_pending(&self) -> bool;
    fn done(&mut self);
    /// Works on it under a key.
    fn alone(&mut self, backend: Backend, key: &LaneKey<B::Lane, N>, work: Work);
    /// Has it gathered.
    fn gather<'j>(&'j mut self, stage: &mut Stage<'_, 'a, 'j, B::Lane, N>, work: Work);
    /// The block that its counter starts with, if it has one. None if the counter's lowest word wraps within
    /// the message.
    fn first_block(&self) -> Option<[WordOf<B::Lane, N>; N]>;
}

macro_rules! of_every_job {
    () => {
        fn key(&self) -> Key<'a, B> {
            self.key.map(|mode| &mode.cipher)
        }
        fn data(&mut self) -> &mut Data<'a> {
            &mut self.data
        }
        fn bytes(&self) -> usize {
            self.data.len()
        }
        fn is_pending(&self) -> bool {
            CipherJob::is_pending(self)
        }
        fn done(&mut self) {
            self.status = Status::Done;
        }
    };
}

impl<'a, B: Modes + Keyed<N>, const N: usize> Job<'a, B, N> for CipherJob<'a, Ecb<B>> {
    const COUNTS: bool = false;

    of_every_job!();

    fn alone(&mut self, backend: Backend, key: &LaneKey<B::Lane, N>, work: Work) {
        one::ecb(backend, key, work == Work::Decrypt, self.data.in_out());
    }
    fn gather<'j>(&'j mut self, stage: &mut Stage<'_, 'a, 'j, B::Lane, N>, work: Work) {
        stage.ecb(self.data.in_out(), work);
    }
    fn first_block(&self) -> Option<[WordOf<B::Lane, N>; N]> {
        Some([WordOf::<B::Lane, N>::default(); N])
    }
}

impl<'a, B: Modes + Keyed<N>, const N: usize> Job<'a, B, N> for CipherJob<'a, Ctr<B>> {
    const COUNTS: bool = true;

    of_every_job!();

    fn alone(&mut self, backend: Backend, key: &LaneKey<B::Lane, N>, _: Work) {
        one::ctr(backend, key, self.nonce, self.block, self.data.in_out());
    }
    fn gather<'j>(&'j mut self, stage: &mut Stage<'_, 'a, 'j, B::Lane, N>, _: Work) {
        stage.ctr(self.nonce, self.block, self.data.in_out());
    }
    fn first_block(&self) -> Option<[WordOf<B::Lane, N>; N]> {
        let blocks = self.data.len().div_ceil(B::BLOCK_BYTES) as u64;
        let fits = blocks <= blocks_to_wrap::<B::Lane, N>(self.block);
        fits.then(|| counter_block::<B::Lane, N>(self.nonce, self.block))
    }
}

/// As many jobs as are better expanded one by one than in lanes that stay empty.
const FEW: usize = 2;

/// Every pending job, with blocks of `BLOCK` bytes.
pub(super) fn many<'a, B: Keyed<N> + 'a, J: Job<'a, B, N>, const N: usize, const BLOCK: usize>(
    backend: Backend,
    options: &B::Options,
    work: Work,
    jobs: &mut [J],
) {
    if let Some((count, parameters)) = under_shared_keys(backend, work, jobs) {
        of_own_keys::<B, J, N, BLOCK>(backend, parameters, work, jobs, count, true);
    }
    let count = jobs.iter().filter(|job| job.is_pending()).count();
    if count > 0 {
        let parameters = &B::parameters(options);
        of_own_keys::<B, J, N, BLOCK>(backend, parameters, work, jobs, count, false);
    }
}

/// The ready key of a pending job.
fn ready<'a, B: Keyed<N> + 'a, J: Job<'a, B, N>, const N: usize>(
    job: &J,
) -> Option<&'a LaneKey<B::Lane, N>> {
    match job.key() {
        Key::Ready(key) if job.is_pending() => Some(key.key()),
        _ => None,
    }
}

/// The pending jobs under ready keys that one of their neighbours has too. Returns how many jobs are left that
/// have a ready key of their own, and their parameters, which are the same.
fn under_shared_keys<'a, B: Keyed<N> + 'a, J: Job<'a, B, N>, const N: usize>(
    backend: Backend,
    work: Work,
    jobs: &mut [J],
) -> Option<(usize, &'a ParametersOf<B, N>)> {
    let shared = jobs.iter().find_map(ready)?;
    let mut kernels = Kernels::on(backend);
    let mut stage = Stage::new(&mut kernels, shared);
    let mut own: Option<(usize, &ParametersOf<B, N>)> = None;
    let mut last = None;
    let mut rest = jobs.iter_mut().peekable();
    while let Some(job) = rest.next() {
        let Some(key) = ready(job) else { continue };
        let next = rest.peek().and_then(|job| ready(*job));
        let is_key = |other: Option<&_>| other.is_some_and(|other| core::ptr::eq(other, key));
        let shared = is_key(last) || is_key(next);
        last = Some(key);
        match &mut own {
            Some((count, parameters)) if !shared && key.parameters() == *parameters => *count += 1,
            None if !shared => own = Some((1, key.parameters())),
            _ => {
                job.done();
                stage.under(key, work);
                job.gather(&mut stage, work);
            }
        }
    }
    stage.finish(work);
    own
}

/// The pending jobs, or those of them that are under ready keys, of which there are so many, in windows with a key a
/// lane. Keys must all be bytes or all be ready.
#[inline(never)]
fn of_own_keys<'a, B: Keyed<N> + 'a, J: Job<'a, B, N>, const N: usize, const BLOCK: usize>(
    backend: Backend,
    parameters: &ParametersOf<B, N>,
    work: Work,
    jobs: &mut [J],
    count: usize,
    under_ready_keys: bool,
) {
    let of_kind =
        |job: &J| job.is_pending() && (!under_ready_keys || matches!(job.key(), Key::Ready(_)));
    if count <= FEW {
        for job in jobs.iter_mut().filter(|job| of_kind(job)) {
            match job.key() {
                Key::Ready(key) => job.alone(backend, key.key(), work),
                Key::Bytes(key) => {
                    let key = leaving(EXPANSION, || LaneKey::new::<B>(key, *parameters, backend));
                    job.alone(backend, &key, work);
                }
            }
            job.done();
        }
        return;
    }
    let mut kernels = Kernels::on(backend);
    let mut room = Room::<B::Lane, N>::new(&mut kernels, *parameters, B::ROUND_KEYS);
    let lanes = room.steps.messages.min(MAX_WINDOW);
    let mut jobs = jobs.iter_mut();
    let mut window = Window::new();
    loop {
        let window = window.fill(&mut jobs, |job| of_kind(job).then(|| job.bytes() as u64));
        if window.is_empty() {
            return;
        }
        for jobs in window.chunks_mut(lanes) {
            room.put_keys::<B>(&mut jobs.iter().flatten().map(|job| job.key()));
            leaving_nothing(|| short::run::<B, J, N, BLOCK>(&mut room, work, jobs));
        }
    }
}
