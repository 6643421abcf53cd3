//! Chained messages side by side, each with its own key: what CBC and CMAC are in a batch.
//!
//! A message has a place; as many places as eight registers have blocks go on together, and all of
//! them as far as the first to end. What has ended makes place for the next job, the longest first.
//! Keys are expanded side by side too: straight into the places if all of them are free, as they are
//! again and again if all messages are of one length; if only some are, the next keys are expanded
//! beside and copied into places one by one. When no job is left, what is still under way is moved
//! together, so that fewer registers go on with it.

mod kernels;

use crate::Backend;
use crate::batch::{Key, Order};
use crate::block::aes_key::{AesKey, ManyKeys};
use crate::lanes::{BlockArray, Kernels, LanePointers, Spare, dispatch, wipe};
use crate::scheduler::{self, LaneWork, Refilled};
use kernels::Side;
pub(super) use kernels::{Encrypt, Stage, TOGETHER, chain, places};

/// A message to be chained beside others.
pub(super) trait Chained<'d, const WRITE: bool> {
    /// Whether it wants the block of zeros, encrypted, before its last block.
    const ZEROS: bool;

    /// Its key.
    fn key(&self) -> Key<'d, AesKey>;
    /// How many blocks it has.
    fn blocks(&self) -> u64;
    /// What its first block is met with.
    fn start(&self) -> u128;
    /// Puts what comes next of it into a place, given the block of zeros, encrypted, and the last
    /// block of what was there. If there is no more, takes that for its result and returns `false`.
    fn put<'c>(
        &mut self,
        pointers: &mut LanePointers<'c, WRITE>,
        place: usize,
        zeros: &[u8; 16],
        last: &[u8; 16],
    ) -> bool
    where
        'd: 'c;
}

/// How many jobs are put in order at a time.
const WINDOW: usize = 64;

/// Jobs in the order in which they are taken.
struct OrderedJobs<J, R> {
    rest: R,
    window: [Option<J>; WINDOW],
    order: Order,
}

impl<J, R: Iterator<Item = J>> OrderedJobs<J, R> {
    fn new(rest: R) -> Self {
        Self { rest, window: core::array::from_fn(|_| None), order: Order::new(0) }
    }

    /// The next, given how long each is.
    fn next(&mut self, blocks: impl Fn(&J) -> u64) -> Option<J> {
        loop {
            let window = &mut self.window;
            if let Some(i) = self.order.next(|i| window[i].as_ref().map_or(0, &blocks)) {
                return window[i].take();
            }
            let mut count = 0;
            for (slot, job) in window.iter_mut().zip(&mut self.rest) {
                *slot = Some(job);
                count += 1;
            }
            if count == 0 {
                return None;
            }
            self.order = Order::new(count);
        }
    }

    /// Takes as many as there is room for, or as there are, and says how many.
    fn take(&mut self, jobs: &mut [Option<J>], blocks: impl Fn(&J) -> u64) -> usize {
        let room = jobs.len();
        for (count, slot) in jobs.iter_mut().enumerate() {
            *slot = self.next(&blocks);
            if slot.is_none() {
                return count;
            }
        }
        room
    }
}

/// The keys of jobs, and what is made of them. Wiped on drop.
struct Bank {
    keys: ManyKeys,
    /// Blocks of zeros, encrypted.
    zeros: BlockArray,
}

impl Bank {
    fn new(backend: Backend) -> Self {
        Self { keys: ManyKeys::new(backend), zeros: BlockArray::ZERO }
    }

    /// Expands the keys of the first jobs.
    fn expand<'d, J, const WRITE: bool>(&mut self, backend: Backend, jobs: &[Option<J>])
    where
        J: Chained<'d, WRITE>,
    {
        self.keys.expand(jobs.iter().flatten().map(|job| Some(job.key())));
        if J::ZEROS {
            self.zeros = BlockArray::ZERO;
            let (keys, count, blocks) = (self.keys.placed(), jobs.len(), &mut self.zeros);
            dispatch(backend, Encrypt { keys, blocks, count });
        }
    }

    /// Copies what belongs to a place of another bank into one of this.
    fn copy(&mut self, from: &Self, source: usize, place: usize) {
        self.keys.copy(&from.keys, source, place);
        self.zeros.0[place] = from.zeros.0[source];
    }

    /// Copies what belongs to a place into another.
    fn relocate(&mut self, from: usize, to: usize) {
        self.keys.relocate(from, to);
        self.zeros.0[to] = self.zeros.0[from];
    }
}

impl Drop for Bank {
    fn drop(&mut self) {
        wipe(&mut self.zeros, BlockArray::ZERO);
    }
}

/// The next jobs, with their keys.
struct Next<J> {
    bank: Bank,
    jobs: [Option<J>; BlockArray::COUNT],
    /// Those of them that are still to be started.
    from: usize,
    to: usize,
}

/// What is under way, and where it comes from. Wiped on drop.
struct UnderWay<'a, J, R, const WRITE: bool> {
    kernels: &'a mut Kernels,
    places: usize,
    /// The queue and the room for the kernel are large. They are behind references, so that making this
    /// struct does not copy them.
    queue: &'a mut OrderedJobs<J, R>,
    next: Option<Next<J>>,
    bank: Bank,
    jobs: [Option<J>; BlockArray::COUNT],
    state: BlockArray,
    pointers: LanePointers<'a, WRITE>,
    /// Room for the kernel.
    stage: &'a mut Stage,
}

impl<'a, 'd: 'a, J, R, const WRITE: bool> UnderWay<'a, J, R, WRITE>
where
    J: Chained<'d, WRITE>,
    R: Iterator<Item = J>,
{
    /// Puts what comes next of the message of a place there, if there is more.
    #[inline(always)]
    fn go_on(&mut self, place: usize) {
        let (zeros, last) = (&self.bank.zeros.0[place], &self.state.0[place]);
        if let Some(job) = &mut self.jobs[place]
            && !job.put(&mut self.pointers, place, zeros, last)
        {
            self.jobs[place] = None;
        }
    }

    /// Starts the message of a place.
    #[inline(always)]
    fn start(&mut self, place: usize) {
        let start = self.jobs[place].as_ref().map_or(0, J::start);
        self.state.0[place] = start.to_le_bytes();
        self.go_on(place);
    }

    /// Fills all places, which are free, with messages that are expanded there. Returns whether there
    /// were as many.
    fn fill(&mut self) -> bool {
        let count = self.queue.take(&mut self.jobs[..self.places], J::blocks);
        self.bank.expand::<_, WRITE>(self.kernels.backend(), &self.jobs[..count]);
        for place in 0..count {
            self.start(place);
        }
        count == self.places
    }

    /// Fills some places. Returns whether there were as many messages.
    fn fill_some(&mut self, mut free: u32) -> bool {
        while free != 0 {
            let next = self.next.get_or_insert_with(|| Next {
                bank: Bank::new(self.kernels.backend()),
                jobs: core::array::from_fn(|_| None),
                from: 0,
                to: 0,
            });
            if next.from == next.to {
                (next.from, next.to) = (0, self.queue.take(&mut next.jobs, J::blocks));
                if next.to == 0 {
                    return false;
                }
                next.bank.expand::<_, WRITE>(self.kernels.backend(), &next.jobs[..next.to]);
            }
            let place = free.trailing_zeros() as usize;
            free &= free - 1;
            self.bank.copy(&next.bank, next.from, place);
            self.jobs[place] = next.jobs[next.from].take();
            next.from += 1;
            self.start(place);
        }
        true
    }

    /// Whether messages wait that are expanded already.
    fn some_wait(&self) -> bool {
        self.next.as_ref().is_some_and(|next| next.from < next.to)
    }
}

impl<'a, 'd: 'a, J, R, const WRITE: bool> LaneWork for UnderWay<'a, J, R, WRITE>
where
    J: Chained<'d, WRITE>,
    R: Iterator<Item = J>,
{
    #[inline(always)]
    fn refill(&mut self, free: u32) -> Refilled {
        let more = if self.pointers.taken() == 0 && !self.some_wait() {
            self.fill()
        } else {
            self.fill_some(free)
        };
        Refilled { busy: self.pointers.taken() & free, more }
    }

    /// Moves messages down, if that saves registers.
    fn narrow(&mut self, _: u32) -> u32 {
        let least = self.places / TOGETHER;
        loop {
            let taken = self.pointers.taken();
            let last = (u32::BITS - taken.leading_zeros()) as usize;
            let enough = (taken.count_ones() as usize).next_power_of_two().max(least);
            if last <= enough {
                return taken;
            }
            let (from, to) = (last - 1, taken.trailing_ones() as usize);
            self.bank.relocate(from, to);
            self.state.0[to] = self.state.0[from];
            self.pointers.relocate(from, to);
            self.jobs[to] = self.jobs[from].take();
        }
    }

    #[inline(always)]
    fn run(&mut self, _: u32) -> u32 {
        let side = Side::<WRITE> {
            keys: self.bank.keys.placed(),
            state: &mut self.state,
            pointers: &mut self.pointers,
            stage: self.stage,
        };
        self.kernels.run(side)
    }

    #[inline(always)]
    fn settle(&mut self, place: usize) -> bool {
        self.go_on(place);
        self.jobs[place].is_some()
    }
}

impl<J, R, const WRITE: bool> Drop for UnderWay<'_, J, R, WRITE> {
    fn drop(&mut self) {
        wipe(&mut self.state, BlockArray::ZERO);
    }
}

/// Chains messages, each with its own key.
pub(super) fn run<'d, J, const WRITE: bool>(backend: Backend, jobs: impl Iterator<Item = J>)
where
    J: Chained<'d, WRITE>,
{
    let places = places(backend).min(BlockArray::COUNT);
    let (mut kernels, mut spare) = (Kernels::on(backend), Spare::new());
    let mut queue = OrderedJobs::new(jobs);
    let mut stage = Stage::new();
    let mut under_way = UnderWay::<J, _, WRITE> {
        kernels: &mut kernels,
        places,
        queue: &mut queue,
        next: None,
        bank: Bank::new(backend),
        jobs: core::array::from_fn(|_| None),
        state: BlockArray::ZERO,
        pointers: LanePointers::new(&mut spare),
        stage: &mut stage,
    };
    scheduler::run(places, &mut under_way);
}
