//! Many messages side by side.
//!
//! Each place has a message of which it works off whole blocks, together with all others for as
//! many as all have; then what is at its end is looked after, and who is done makes room for the
//! next. Starting and finishing are done for as many messages as there are places at a time.

use core::marker::PhantomData;

use super::one::{self, body};
use super::{
    Block, FIELD, Field32, MAX_RATE, Serial, State, StatefulAead, field_of, lengths, tag_of,
};
use crate::Backend;
use crate::batch::{AeadJob, Data, Key, Order};
use crate::lanes::{
    AnyWidth, Constant, FullWidth, InOut, Isa, Kernel, MAX_MESSAGES, MessageSet, SideBySide,
    dispatch, keep_in_memory, wipe,
};
use crate::scheduler::{self, LaneWork, Refilled};

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
        Room::<A, OPEN>::new(backend, places, jobs).run();
    }
}

/// Whether so few messages are better worked on one after another: while a place has none, no more
/// than [`SPARE`] bytes are worked on at a time, which costs more than the others gain.
fn few(messages: usize, places: usize) -> bool {
    messages < places || places == 1
}

/// One job by itself.
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

/// The bytes that a place without a message, or with associated data, has room for: no more are
/// worked on at a time while there is such a place.
const SPARE: usize = MAX_RATE;

/// What a place is working on.
struct Live<'a> {
    /// The number of the job, if there is one.
    job: Option<usize>,
    aad: &'a [u8],
    data: Data<'a>,
    /// How far both have got.
    aad_done: usize,
    done: usize,
}

/// Room that a place has.
struct Own {
    /// The last block of its message or of the associated data.
    block: Block,
    /// What comes out where nothing should.
    spare: [u8; SPARE],
}

/// What a place does next.
#[derive(Clone, Copy, PartialEq, Eq)]
enum NextPart {
    /// Nothing: it is done, or has no message.
    Nothing,
    /// This number of whole blocks of associated data.
    Aad(usize),
    /// This number of bytes of it, at its end.
    AadEnd(usize),
    /// This number of whole blocks of the message.
    Message(usize),
    /// This number of bytes of it, at its end.
    End(usize),
}

impl Live<'_> {
    /// Without a message.
    fn idle() -> Self {
        Self { job: None, aad: &[], data: Data::default(), aad_done: 0, done: 0 }
    }

    /// Whether nothing is left, in blocks of `rate` bytes.
    fn is_done(&self, rate: usize) -> bool {
        self.part(rate) == NextPart::Nothing
    }

    /// The next part, in blocks of `rate` bytes.
    fn part(&self, rate: usize) -> NextPart {
        match (self.aad.len() - self.aad_done, self.data.len() - self.done) {
            (0, 0) => NextPart::Nothing,
            (0, left) if left < rate => NextPart::End(left),
            (0, left) => NextPart::Message(left / rate),
            (left, _) if left < rate => NextPart::AadEnd(left),
            (left, _) => NextPart::Aad(left / rate),
        }
    }

    /// Puts the end of a part into the block.
    fn stage(&self, part: NextPart, block: &mut Block) {
        let end = match part {
            NextPart::AadEnd(_) => &self.aad[self.aad_done..],
            NextPart::End(_) => &self.data.input()[self.done..],
            _ => return,
        };
        *block = [0; MAX_RATE];
        block[..end.len()].copy_from_slice(end);
    }

    /// The next bytes of a part, whole blocks.
    fn next<'d>(&'d mut self, own: &'d mut Own, part: NextPart, bytes: usize) -> InOut<'d> {
        match part {
            NextPart::Nothing => InOut::in_place(&mut own.spare[..bytes]),
            NextPart::Aad(_) => {
                InOut::apart(&self.aad[self.aad_done..][..bytes], &mut own.spare[..bytes])
            }
            NextPart::AadEnd(_) | NextPart::End(_) => InOut::in_place(&mut own.block[..bytes]),
            NextPart::Message(_) => part_of(&mut self.data, self.done, bytes),
        }
    }

    /// After that.
    fn advance(&mut self, part: NextPart, bytes: usize, block: &Block) {
        match part {
            NextPart::Nothing => {}
            NextPart::Aad(_) => self.aad_done += bytes,
            NextPart::AadEnd(left) => self.aad_done += left,
            NextPart::Message(_) => self.done += bytes,
            NextPart::End(left) => {
                self.data.output_mut()[self.done..].copy_from_slice(&block[..left]);
                self.done += left;
            }
        }
    }
}

/// Some bytes of some data.
fn part_of<'d>(data: &'d mut Data<'_>, start: usize, bytes: usize) -> InOut<'d> {
    match data {
        Data::Copy { input, output } => {
            InOut::apart(&input[start..][..bytes], &mut output[start..][..bytes])
        }
        Data::InPlace(data) => InOut::in_place(&mut data[start..][..bytes]),
    }
}

/// The most bytes of the state of a message that is one of several side by side.
const SIDE_STATE: usize = 256;

/// Room for such a state.
type Side = [u8; SIDE_STATE];

/// Whether messages are side by side at all; if not, nothing of what is below is ever run.
#[inline(always)]
fn side_by_side<D: StatefulAead, I: Isa>() -> bool {
    D::Many::<I>::MESSAGES > 1 && D::STATE <= SIDE_STATE
}

/// Copies a state.
#[inline]
fn copy<D: StatefulAead>(from: &Side, to: &mut Side) {
    let bytes = D::STATE.min(SIDE_STATE);
    to[..bytes].copy_from_slice(&from[..bytes]);
}

/// The states of some messages that wait.
struct Waiting {
    images: [Side; MAX_MESSAGES],
    jobs: [usize; MAX_MESSAGES],
    /// How many there are, and how many of them have been taken.
    count: usize,
    next: usize,
}

impl Waiting {
    fn new() -> Self {
        Self { images: [[0; SIDE_STATE]; MAX_MESSAGES], jobs: [0; MAX_MESSAGES], count: 0, next: 0 }
    }
}

/// A batch that is under way. Wiped when dropped.
struct Room<'j, 'a, A: Serial, const OPEN: bool> {
    backend: Backend,
    places: usize,
    jobs: &'j mut [AeadJob<'a, A>],
    order: Order,
    /// Those that are started.
    ready: Waiting,
    /// Those that want their tags.
    ended: Waiting,
    live: [Live<'a>; MAX_MESSAGES],
    own: [Own; MAX_MESSAGES],
    states: [Side; MAX_MESSAGES],
    /// Which bits are ciphertext, when messages are opened.
    masks: [Block; MAX_MESSAGES],
}

impl<'j, 'a, A: Serial, const OPEN: bool> Room<'j, 'a, A, OPEN> {
    fn new(backend: Backend, places: usize, jobs: &'j mut [AeadJob<'a, A>]) -> Self {
        Self {
            backend,
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

    fn run(&mut self) {
        scheduler::run(self.places, self);
        self.finish();
    }

    /// Gives an empty place the next message that has anything to be worked off. Says whether there was
    /// one.
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

    /// Starts as many messages as there are places.
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
            dispatch(self.backend, start);
        }
        (self.ready.next, self.ready.count) = (0, count);
        wipe(&mut keys, [[0; FIELD]; MAX_MESSAGES]);
    }

    /// As many blocks as every message has of what it is at. Returns the places whose message is done.
    fn turns(&mut self) -> u32 {
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
                self.masks[place] = super::mask(ciphertext);
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
        dispatch(self.backend, blocks);
        let mut done = 0;
        for (place, part) in parts.into_iter().enumerate().take(self.places) {
            let live = &mut self.live[place];
            live.advance(part, bytes, &self.own[place].block);
            done |= u32::from(live.job.is_some() && live.is_done(A::StatefulAead::RATE)) << place;
        }
        done
    }

    /// The rest of the last messages, one after another.
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
            dispatch(self.backend, rest);
            self.end(place);
        }
    }

    /// Frees a place whose message is done.
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

    /// Makes the tags of the messages that have ended: once per length of tags that occurs, as tags
    /// of two lengths are computed differently.
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
            dispatch(self.backend, finish);
            for (tag, &number) in tags.iter().zip(numbers) {
                let job = &mut self.jobs[number];
                if job.tag_length() == tag_bytes {
                    job.finish(tag_of(tag, tag_bytes));
                }
            }
        }
    }
}

impl<A: Serial, const OPEN: bool> LaneWork for Room<'_, '_, A, OPEN> {
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
        self.turns()
    }

    fn settle(&mut self, place: usize) -> bool {
        self.end(place);
        false
    }
}

impl<A: Serial, const OPEN: bool> Drop for Room<'_, '_, A, OPEN> {
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

/// How many messages are side by side.
struct SidePlaces<D>(PhantomData<D>);

impl<D: StatefulAead> Kernel for SidePlaces<D> {
    type Output = usize;
    type Class = Constant<D::Ops>;
    #[inline(always)]
    fn run<I: Isa>(self, _: I) -> usize {
        if side_by_side::<D, I>() { D::Many::<I>::MESSAGES } else { 1 }
    }
}

/// The start of some messages.
struct SideStart<'a, D> {
    keys: &'a [Field32; MAX_MESSAGES],
    nonces: &'a [Field32; MAX_MESSAGES],
    states: &'a mut [Side; MAX_MESSAGES],
    stateful: PhantomData<D>,
}

impl<D: StatefulAead> Kernel for SideStart<'_, D> {
    type Output = ();
    type Class = SideBySide<AnyWidth<D::Ops>>;
    #[inline(always)]
    fn run<I: Isa>(self, isa: I) {
        if !side_by_side::<D, I>() {
            return;
        }
        D::Many::<I>::start(isa, self.keys, self.nonces).save(self.states);
    }
}

/// Some blocks of all.
struct SideBlocks<'a, D, const OPEN: bool> {
    states: &'a mut [Side; MAX_MESSAGES],
    masks: &'a [Block; MAX_MESSAGES],
    message_set: MessageSet<'a>,
    stateful: PhantomData<D>,
}

impl<D: StatefulAead, const OPEN: bool> Kernel for SideBlocks<'_, D, OPEN> {
    type Output = ();
    type Class = SideBySide<FullWidth<D::Ops>>;
    #[inline(always)]
    fn run<I: Isa>(self, isa: I) {
        if !side_by_side::<D, I>() {
            return;
        }
        let mut state = D::Many::<I>::load(isa, self.states);
        let mask = D::Many::<I>::read(isa, self.masks);
        let mut message_set = self.message_set;
        while message_set.len() >= D::RATE && message_set.messages() >= D::Many::<I>::MESSAGES {
            let mut tiles = message_set.take(D::RATE);
            if OPEN {
                state.decrypt_masked(isa, &mut tiles, mask);
            } else {
                state.encrypt(isa, &mut tiles);
            }
        }
        state.save(self.states);
    }
}

/// What is left of one message before its tag.
struct SideRest<'a, D, const OPEN: bool> {
    state: &'a mut Side,
    aad: &'a [u8],
    data: InOut<'a>,
    stateful: PhantomData<D>,
}

impl<D: StatefulAead, const OPEN: bool> Kernel for SideRest<'_, D, OPEN> {
    type Output = ();
    type Class = SideBySide<AnyWidth<D::Ops>>;
    #[inline(always)]
    fn run<I: Isa>(self, isa: I) {
        if !side_by_side::<D, I>() {
            return;
        }
        let mut state = D::One::<I>::load(isa, self.state);
        let mut data = self.data;
        body::<D, _, OPEN>(isa, &mut state, self.aad, &mut data);
        state.save(self.state);
    }
}

/// The tags of some messages.
struct SideFinish<'a, D> {
    lengths: &'a [Field32; MAX_MESSAGES],
    tag_bytes: usize,
    states: &'a [Side; MAX_MESSAGES],
    tags: &'a mut [Field32; MAX_MESSAGES],
    stateful: PhantomData<D>,
}

impl<D: StatefulAead> Kernel for SideFinish<'_, D> {
    type Output = ();
    type Class = SideBySide<AnyWidth<D::Ops>>;
    #[inline(always)]
    fn run<I: Isa>(self, isa: I) {
        if !side_by_side::<D, I>() {
            return;
        }
        let mut state = D::Many::<I>::load(isa, self.states);
        state.finish(isa, self.lengths);
        state.tags(self.tag_bytes, self.tags);
    }
}
