//! Batches: messages under one ready key gathered into tiles; of the others, keys expanded a lane each, long
//! messages one after another, short ones side by side.

use super::Modes;
use super::kernels::MAX_WINDOW;
use super::one::{self, blocks_to_wrap, counter_block};
use super::room::{Room, WordOf};
use super::stage::Stage;
use super::{Work, short};
use crate::Backend;
use crate::batch::{CipherJob, Data, Key, Order, Status};
use crate::block::key::{Keyed, LaneKey};
use crate::mode::{Ctr, Ecb};

/// A job of either mode.
pub(super) trait Job<'a, B: Keyed<N>, const N: usize> {
    fn key(&self) -> Key<'a, B>;
    fn data(&mut self) -> &mut Data<'a>;
    fn bytes(&self) -> usize;
    fn is_pending(&self) -> bool;
    fn done(&mut self);
    /// Works on it under a key.
    fn alone(&mut self, backend: Backend, key: &LaneKey<B::Lane, N>, work: Work);
    /// Has it gathered.
    fn gather<'j>(&'j mut self, stage: &mut Stage<'a, 'j, B::Lane, N>, work: Work);
    /// The block that its counter starts with, if it has one. None if the counter's lowest word wraps within
    /// the message.
    fn first_block(&self) -> Option<[WordOf<B, N>; N]>;
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
    of_every_job!();

    fn alone(&mut self, backend: Backend, key: &LaneKey<B::Lane, N>, work: Work) {
        one::ecb(backend, key, work == Work::Decrypt, self.data.in_out());
    }
    fn gather<'j>(&'j mut self, stage: &mut Stage<'a, 'j, B::Lane, N>, work: Work) {
        stage.ecb(self.data.in_out(), work);
    }
    fn first_block(&self) -> Option<[WordOf<B, N>; N]> {
        Some([WordOf::<B, N>::default(); N])
    }
}

impl<'a, B: Modes + Keyed<N>, const N: usize> Job<'a, B, N> for CipherJob<'a, Ctr<B>> {
    of_every_job!();

    fn alone(&mut self, backend: Backend, key: &LaneKey<B::Lane, N>, _: Work) {
        one::ctr(backend, key, self.nonce, self.block, self.data.in_out());
    }
    fn gather<'j>(&'j mut self, stage: &mut Stage<'a, 'j, B::Lane, N>, _: Work) {
        stage.ctr(self.nonce, self.block, self.data.in_out());
    }
    fn first_block(&self) -> Option<[WordOf<B, N>; N]> {
        let blocks = self.data.len().div_ceil(B::BLOCK_BYTES) as u64;
        let fits = blocks <= blocks_to_wrap::<B::Lane, N>(self.block);
        fits.then(|| counter_block::<B::Lane, N>(self.nonce, self.block))
    }
}

/// As many jobs as are better expanded one by one than in lanes that stay empty.
const FEW: usize = 2;

/// Every pending job.
pub(super) fn many<'a, B: Keyed<N> + 'a, J: Job<'a, B, N>, const N: usize>(
    backend: Backend,
    options: &B::Options,
    work: Work,
    jobs: &mut [J],
) {
    let ready = |job: &J| match job.key() {
        Key::Ready(key) if job.is_pending() => Some(key.key()),
        _ => None,
    };
    if let Some(key) = jobs.iter().find_map(ready) {
        let mut stage = Stage::new(backend, key);
        for job in &mut *jobs {
            if let Some(key) = ready(job) {
                job.done();
                stage.under(key, work);
                job.gather(&mut stage, work);
            }
        }
        stage.finish(work);
    }
    if jobs.len() <= FEW {
        for job in jobs.iter_mut().filter(|job| job.is_pending()) {
            let key = LaneKey::new::<B>(job.key().bytes(|_| &[]), options, backend);
            job.alone(backend, &key, work);
            job.done();
        }
    } else if jobs.iter().any(|job| job.is_pending()) {
        of_own_keys(backend, options, work, jobs);
    }
}

/// Every pending job, in windows whose keys are expanded together.
fn of_own_keys<'a, B: Keyed<N> + 'a, J: Job<'a, B, N>, const N: usize>(
    backend: Backend,
    options: &B::Options,
    work: Work,
    jobs: &mut [J],
) {
    let mut room = Room::<B, N>::new(backend, options);
    let mut order = Order::new(jobs.len());
    loop {
        let (numbers, count) = window(&mut order, room.steps.messages, jobs);
        let numbers = &numbers[..count];
        if numbers.is_empty() {
            return;
        }
        room.expand(numbers.iter().map(|&i| jobs[i].key().bytes(|_| &[])));
        short::run(&mut room, work, jobs, numbers);
    }
}

/// The numbers of jobs that are under way, one a lane.
type Window = ([usize; MAX_WINDOW], usize);

/// The next pending jobs, longest first.
fn window<'a, B: Keyed<N> + 'a, J: Job<'a, B, N>, const N: usize>(
    order: &mut Order,
    lanes: usize,
    jobs: &[J],
) -> Window {
    let (mut numbers, mut count) = ([0; MAX_WINDOW], 0);
    while count < lanes.min(MAX_WINDOW) {
        let Some(number) = order.next(|i| jobs[i].bytes() as u64) else { break };
        if jobs[number].is_pending() {
            numbers[count] = number;
            count += 1;
        }
    }
    (numbers, count)
}
