//! A batch that is under way.
//!
//! Every place has a message. All of them advance together by as many whole blocks as every one has. The
//! ends of messages are staged in a block of their own. A message that is done makes room for the next.
//! As many messages as there are places are started, and finished, at a time.

use core::marker::PhantomData;

use super::few;
use super::kernels::{SIDE_STATE, Side, SideBlocks, SideFinish, SideRest, SideStart, copy};
use super::live::{Live, NextPart, Own, SPARE, part_of};
use crate::aead::stateful::{
    Block, FIELD, MAX_RATE, Serial, StatefulAead, field_of, lengths, mask, tag_of,
};
use crate::batch::{AeadJob, Order};
use crate::lanes::{Kernels, MAX_MESSAGES, MessageSet, keep_in_memory, wipe};
use crate::scheduler::{self, LaneWork, Refilled};

/// States of messages that wait for a place, or for their tags.
struct Waiting {
    images: [Side; MAX_MESSAGES],
    jobs: [usize; MAX_MESSAGES],
    /// How many there are, and how many of them were taken.
    count: usize,
    next: usize,
}

impl Waiting {
    fn new() -> Self {
        Self { images: [[0; SIDE_STATE]; MAX_MESSAGES], jobs: [0; MAX_MESSAGES], count: 0, next: 0 }
    }
}

/// A batch that is under way. Its states are secret, and are wiped on drop.
pub(super) struct UnderWay<'j, 'a, A: Serial, const OPEN: bool> {
    kernels: &'j mut Kernels,
    places: usize,
    jobs: &'j mut [AeadJob<'a, A>],
    order: Order,
    /// Messages that were started and have no place yet.
    ready: Waiting,
    /// Messages that are done but for their tags.
    ended: Waiting,
    live: [Live<'a>; MAX_MESSAGES],
    own: [Own; MAX_MESSAGES],
    states: [Side; MAX_MESSAGES],
    /// When messages are opened: which bits of the next block are ciphertext.
    masks: [Block; MAX_MESSAGES],
}

impl<'j, 'a, A: Serial, const OPEN: bool> UnderWay<'j, 'a, A, OPEN> {
    pub(super) fn new(
        kernels: &'j mut Kernels,
        places: usize,
        jobs: &'j mut [AeadJob<'a, A>],
    ) -> Self {
        Self {
            kernels,
            places,
            order: Order::new(jobs.len()),
            jobs,
            ready: Waiting::new(),
            ended: Waiting::new(),
            live: core::array::from_fn(|_| Live::idle()),
            own: [const { Own { block: [0; MAX_RATE], spare: [0; SPARE] } }; MAX_MESSAGES],
            states: [[0; SIDE_STATE]; MAX_MESSAGES],
            masks: [[0; MAX_RATE]; MAX_MESSAGES],
        }
    }

    pub(super) fn run(&mut self) {
        scheduler::run(self.places, self);
        self.finish();
    }

    /// Gives an empty place the next message that is not empty. Returns whether there was one.
    fn load(&mut self, place: usize) -> bool {
        loop {
            if self.ready.next == self.ready.count {
                self.start();
            }
            if self.ready.next == self.ready.count {
                return false;
            }
            let waiting = self.ready.next;
            self.ready.next += 1;
            let number = self.ready.jobs[waiting];
            copy::<A::StatefulAead>(&self.ready.images[waiting], &mut self.states[place]);
            let (job, live) = (&mut self.jobs[number], &mut self.live[place]);
            let (aad, data) = (job.aad, core::mem::take(&mut job.data));
            *live = Live { job: Some(number), aad, data, aad_done: 0, done: 0 };
            if !live.is_done(A::StatefulAead::RATE) {
                return true;
            }
            self.end(place);
        }
    }

    /// Starts as many messages as there are places, which costs no more than to start one. Its frame has keys, and is below
    /// that of `kernels`, so that it is overwritten.
    #[inline(never)]
    fn start(&mut self) {
        let mut keys = [[0; FIELD]; MAX_MESSAGES];
        let mut nonces = [[0; FIELD]; MAX_MESSAGES];
        let mut count = 0;
        while count < self.places {
            let jobs = &*self.jobs;
            let length = |i: usize| (jobs[i].data.len() + jobs[i].aad.len()) as u64;
            let Some(number) = self.order.next(length) else { break };
            let job = &self.jobs[number];
            if job.is_pending() {
                keys[count] = field_of(job.key.bytes(|ready| ready.key()));
                nonces[count] = field_of(job.nonce);
                self.ready.jobs[count] = number;
                count += 1;
            }
        }
        if count > 0 {
            let (keys, nonces, states) = (&keys, &nonces, &mut self.ready.images);
            let start =
                SideStart::<A::StatefulAead> { keys, nonces, states, stateful: PhantomData };
            self.kernels.run(start);
        }
        (self.ready.next, self.ready.count) = (0, count);
        wipe(&mut keys, [[0; FIELD]; MAX_MESSAGES]);
    }

    /// Processes as many whole blocks as every place has. Returns the places whose message is done.
    fn advance(&mut self) -> u32 {
        let mut parts = [NextPart::Nothing; MAX_MESSAGES];
        let mut blocks = usize::MAX;
        for (place, part) in parts.iter_mut().enumerate().take(self.places) {
            let live = &self.live[place];
            *part = live.part(A::StatefulAead::RATE);
            let (whole, ciphertext) = match *part {
                NextPart::Nothing => (SPARE / A::StatefulAead::RATE, 0),
                NextPart::Aad(count) => (count.min(SPARE / A::StatefulAead::RATE), 0),
                NextPart::AadEnd(_) => (1, 0),
                NextPart::Message(count) => (count, A::StatefulAead::RATE),
                NextPart::End(bytes) => (1, bytes),
            };
            blocks = blocks.min(whole);
            live.stage(*part, &mut self.own[place].block);
            if OPEN {
                self.masks[place] = mask(ciphertext);
            }
        }
        let bytes = blocks * A::StatefulAead::RATE;
        let mut message_set = MessageSet::new(bytes);
        let places = self.live.iter_mut().zip(&mut self.own).zip(&parts).take(self.places);
        for ((live, own), &part) in places {
            message_set.push(live.next(own, part, bytes));
        }
        let (states, masks) = (&mut self.states, &self.masks);
        let blocks = SideBlocks::<A::StatefulAead, OPEN> {
            states,
            masks,
            message_set,
            stateful: PhantomData,
        };
        self.kernels.run(blocks);
        let mut done = 0;
        for (place, part) in parts.into_iter().enumerate().take(self.places) {
            let live = &mut self.live[place];
            live.advance(part, bytes, &self.own[place].block);
            done |= u32::from(live.job.is_some() && live.is_done(A::StatefulAead::RATE)) << place;
        }
        done
    }

    /// Processes the rest of the last messages, one after another.
    fn last(&mut self) {
        for place in 0..self.places {
            let live = &mut self.live[place];
            if live.job.is_none() {
                continue;
            }
            let left = live.data.len() - live.done;
            let (aad, data) =
                (&live.aad[live.aad_done..], part_of(&mut live.data, live.done, left));
            let state = &mut self.states[place];
            let rest =
                SideRest::<A::StatefulAead, OPEN> { state, aad, data, stateful: PhantomData };
            self.kernels.run(rest);
            self.end(place);
        }
    }

    /// Frees a place whose message is done. The tag is made later, together with others.
    fn end(&mut self, place: usize) {
        let live = core::mem::replace(&mut self.live[place], Live::idle());
        let Some(number) = live.job else { return };
        self.jobs[number].data = live.data;
        let waiting = self.ended.count;
        copy::<A::StatefulAead>(&self.states[place], &mut self.ended.images[waiting]);
        self.ended.jobs[waiting] = number;
        self.ended.count += 1;
        if self.ended.count == self.places {
            self.finish();
        }
    }

    /// Makes the tags of the messages that have ended. The kernel runs once for each length of tags that
    /// occurs, because tags of different lengths are computed differently.
    fn finish(&mut self) {
        let numbers = &self.ended.jobs[..core::mem::take(&mut self.ended.count)];
        let mut ends = [[0; FIELD]; MAX_MESSAGES];
        for (end, &number) in ends.iter_mut().zip(numbers) {
            let job = &self.jobs[number];
            *end = lengths(job.aad.len() as u64, job.data.len() as u64);
        }
        for &tag_bytes in A::TAG_BYTES {
            if !numbers.iter().any(|&number| self.jobs[number].tag_length() == tag_bytes) {
                continue;
            }
            let mut tags = [[0; FIELD]; MAX_MESSAGES];
            let finish = SideFinish::<A::StatefulAead> {
                lengths: &ends,
                tag_bytes,
                states: &self.ended.images,
                tags: &mut tags,
                stateful: PhantomData,
            };
            self.kernels.run(finish);
            for (tag, &number) in tags.iter().zip(numbers) {
                let job = &mut self.jobs[number];
                if job.tag_length() == tag_bytes {
                    job.finish(tag_of(tag, tag_bytes));
                }
            }
        }
    }
}

impl<A: Serial, const OPEN: bool> LaneWork for UnderWay<'_, '_, A, OPEN> {
    fn refill(&mut self, free: u32) -> Refilled {
        let mut busy = 0;
        for place in (0..self.places).filter(|place| free >> place & 1 != 0) {
            if !self.load(place) {
                return Refilled { busy, more: false };
            }
            busy |= 1 << place;
        }
        Refilled { busy, more: true }
    }

    fn narrow(&mut self, busy: u32) -> u32 {
        if !few(busy.count_ones() as usize, self.places) {
            return busy;
        }
        self.last();
        0
    }

    fn run(&mut self, _: u32) -> u32 {
        self.advance()
    }

    fn settle(&mut self, place: usize) -> bool {
        self.end(place);
        false
    }
}

impl<A: Serial, const OPEN: bool> Drop for UnderWay<'_, '_, A, OPEN> {
    fn drop(&mut self) {
        for images in [&mut self.states, &mut self.ready.images, &mut self.ended.images] {
            for image in &mut images[..self.places] {
                image[..A::StatefulAead::STATE.min(SIDE_STATE)].fill(0);
            }
            keep_in_memory(images);
        }
        for own in &mut self.own[..self.places] {
            (own.block, own.spare) = ([0; MAX_RATE], [0; SPARE]);
        }
        keep_in_memory(&mut self.own);
    }
}
