//! Batches: keys expanded a lane each, long messages one after another, short ones side by side.

use super::Modes;
use super::kernels::{Expand, MAX_WINDOW, Many, Steps};
use super::one::{self, blocks_to_wrap, counter_block};
use crate::Backend;
use crate::batch::{CipherJob, Data, Key, Order, Status};
use crate::block::cipher::{LaneCipher, PerLane, RoundKeys};
use crate::block::key::{Keyed, LaneKey, MAX_KEY_WORDS, word_of, word_of_number};
use crate::lanes::{Word, dispatch, wipe};
use crate::mode::{Ctr, Ecb};

/// The numbers of jobs that are under way, one a lane.
type Window = ([usize; MAX_WINDOW], usize);

/// The bytes of keystream that are made at a time.
const KEYSTREAM: usize = 4096;

/// What a batch needs room for: wiped once, when it is done.
struct Room<B: Keyed<N>, const N: usize> {
    backend: Backend,
    lanes: usize,
    parameters: <B::Lane as LaneCipher<N>>::Parameters,
    /// The words of the keys of a window of jobs.
    key: [PerLane<WordOf<B, N>>; MAX_KEY_WORDS],
    /// Their round keys.
    keys: <<B::Lane as LaneCipher<N>>::RoundKeys as RoundKeys>::PerLaneKeys,
    /// Their keystream.
    keystream: [u8; KEYSTREAM],
}

type WordOf<B, const N: usize> = <<B as Keyed<N>>::Lane as LaneCipher<N>>::Word;

impl<B: Keyed<N>, const N: usize> Room<B, N> {
    const ZERO: PerLane<WordOf<B, N>> = PerLane(<WordOf<B, N> as Word>::ZEROS);

    fn new(backend: Backend, options: &B::Options) -> Self {
        let nothing = Expand::<B::Lane, _, N> {
            schedule: B::SCHEDULE,
            key: &[] as &[PerLane<WordOf<B, N>>],
            keys: &mut [],
        };
        Self {
            backend,
            lanes: dispatch(backend, nothing),
            parameters: B::parameters(options),
            key: [Self::ZERO; MAX_KEY_WORDS],
            keys: <<B::Lane as LaneCipher<N>>::RoundKeys as RoundKeys>::PER_LANE_ZERO,
            keystream: [0; KEYSTREAM],
        }
    }

    /// Expands the keys of a window.
    fn expand<'k>(&mut self, keys: impl Iterator<Item = &'k [u8]>) {
        let bytes = <B::Lane as LaneCipher<N>>::WORD_BYTES;
        for (lane, key) in keys.enumerate().take(MAX_WINDOW) {
            for (word, bytes) in self.key.iter_mut().zip(key.chunks_exact(bytes)) {
                word.0.as_mut()[lane] = word_of::<B::Lane, N>(bytes);
            }
        }
        let key = &self.key[..(B::KEY_BYTES / bytes).min(MAX_KEY_WORDS)];
        let keys = &mut self.keys.as_mut()[..B::ROUND_KEYS];
        dispatch(self.backend, Expand::<B::Lane, _, N> { schedule: B::SCHEDULE, key, keys });
    }

    /// The key of one lane.
    fn of_lane(&self, lane: usize) -> LaneKey<B::Lane, N> {
        LaneKey::of_lane(self.backend, &self.keys.as_ref()[..B::ROUND_KEYS], self.parameters, lane)
    }

    /// Makes so many bytes of keystream from some blocks on.
    fn keystream(&mut self, block: [PerLane<WordOf<B, N>>; N], bytes: usize) -> Steps {
        let (parameters, keys) = (&self.parameters, &self.keys.as_ref()[..B::ROUND_KEYS]);
        let keystream = &mut self.keystream[..bytes];
        dispatch(self.backend, Many::<B::Lane, N> { keys, parameters, block, keystream })
    }
}

impl<B: Keyed<N>, const N: usize> Drop for Room<B, N> {
    fn drop(&mut self) {
        wipe(&mut self.key, [Self::ZERO; MAX_KEY_WORDS]);
        wipe(&mut self.keys, <<B::Lane as LaneCipher<N>>::RoundKeys as RoundKeys>::PER_LANE_ZERO);
        wipe(&mut self.keystream, [0; KEYSTREAM]);
    }
}

/// What a job of either mode has.
trait Job<'a, K> {
    fn key(&self) -> Key<'a, K>;
    fn data(&self) -> &Data<'_>;
    fn status(&mut self) -> &mut Status;
    fn is_pending(&self) -> bool;
}

macro_rules! job {
    ($mode:ident) => {
        impl<'a, C: Modes> Job<'a, C> for CipherJob<'a, $mode<C>> {
            fn key(&self) -> Key<'a, C> {
                self.key.map(|mode| &mode.cipher)
            }
            fn data(&self) -> &Data<'_> {
                &self.data
            }
            fn status(&mut self) -> &mut Status {
                &mut self.status
            }
            fn is_pending(&self) -> bool {
                CipherJob::is_pending(self)
            }
        }
    };
}
job!(Ctr);
job!(Ecb);

/// The next pending jobs, longest first.
fn window<'a, K: 'a>(order: &mut Order, lanes: usize, jobs: &[impl Job<'a, K>]) -> Window {
    let (mut numbers, mut count) = ([0; MAX_WINDOW], 0);
    while count < lanes.min(MAX_WINDOW) {
        let Some(number) = order.next(|i| jobs[i].data().len() as u64) else { break };
        if jobs[number].is_pending() {
            numbers[count] = number;
            count += 1;
        }
    }
    (numbers, count)
}

/// As many jobs as are better expanded one by one than in lanes that stay empty.
const FEW: usize = 2;

/// Has every pending job worked on: those with ready keys and few others alone, each with its key;
/// more in windows, whose keys are expanded together.
fn each<'a, B: Keyed<N> + 'a, J: Job<'a, B>, const N: usize>(
    backend: Backend,
    options: &B::Options,
    jobs: &mut [J],
    alone: impl Fn(&LaneKey<B::Lane, N>, &mut J),
    mut together: impl FnMut(&mut Room<B, N>, &mut [J], &[usize]),
) {
    let few = jobs.len() <= FEW;
    let mut others = false;
    for job in jobs.iter_mut().filter(|job| job.is_pending()) {
        match job.key() {
            Key::Ready(key) => alone(key.key(), job),
            Key::Bytes(bytes) if few => {
                let key = LaneKey::new::<B>(bytes, options, backend);
                alone(&key, job);
            }
            Key::Bytes(_) => {
                others = true;
                continue;
            }
        }
        *job.status() = Status::Done;
    }
    if !others {
        return;
    }
    let mut room = Room::<B, N>::new(backend, options);
    let mut order = Order::new(jobs.len());
    loop {
        let (numbers, count) = window(&mut order, room.lanes, jobs);
        let numbers = &numbers[..count];
        if numbers.is_empty() {
            return;
        }
        room.expand(numbers.iter().map(|&i| jobs[i].key().bytes(|_| &[])));
        together(&mut room, jobs, numbers);
    }
}

/// ECB of every pending job.
pub(super) fn ecb<B: Modes + Keyed<N>, const N: usize>(
    backend: Backend,
    options: &B::Options,
    decrypt: bool,
    jobs: &mut [CipherJob<'_, Ecb<B>>],
) {
    let alone = |key: &LaneKey<B::Lane, N>, job: &mut CipherJob<'_, Ecb<B>>| {
        one::ecb(backend, key, decrypt, job.data.in_out());
    };
    each::<B, _, N>(backend, options, jobs, alone, |room, jobs, numbers| {
        for (lane, &i) in numbers.iter().enumerate() {
            alone(&room.of_lane(lane), &mut jobs[i]);
            jobs[i].status = Status::Done;
        }
    });
}

/// Bytes of a message from which on it is worked on by itself: it fills registers alone.
const LONG: usize = 1024;

/// Counter mode of every pending job.
pub(super) fn ctr<B: Modes + Keyed<N>, const N: usize>(
    backend: Backend,
    options: &B::Options,
    jobs: &mut [CipherJob<'_, Ctr<B>>],
) {
    let alone = |key: &LaneKey<B::Lane, N>, job: &mut CipherJob<'_, Ctr<B>>| {
        one::ctr(backend, key, job.nonce, job.block, job.data.in_out());
    };
    each::<B, _, N>(backend, options, jobs, alone, |room, jobs, numbers| {
        let few = numbers.len() * 4 < room.lanes;
        let mut short = Short::<B, N>::new();
        for (lane, &i) in numbers.iter().enumerate() {
            let job = &mut jobs[i];
            let blocks = job.data.len().div_ceil(B::BLOCK_BYTES) as u64;
            let wraps = blocks > blocks_to_wrap::<B::Lane, N>(job.block);
            if job.data.len() >= LONG || few || wraps {
                alone(&room.of_lane(lane), job);
            } else {
                short.add(lane, job);
            }
            job.status = Status::Done;
        }
        short.run(room, jobs, numbers);
    });
}

/// Short messages, side by side.
struct Short<B: Modes + Keyed<N>, const N: usize> {
    /// The first block of each.
    block: [PerLane<WordOf<B, N>>; N],
    /// The bytes of each; none in the lanes of others.
    bytes: [usize; MAX_WINDOW],
}

impl<B: Modes + Keyed<N>, const N: usize> Short<B, N> {
    fn new() -> Self {
        Self { block: [PerLane(<WordOf<B, N> as Word>::ZEROS); N], bytes: [0; MAX_WINDOW] }
    }

    /// Takes a message in.
    fn add(&mut self, lane: usize, job: &mut CipherJob<'_, Ctr<B>>) {
        job.data.prepared();
        let block = counter_block::<B::Lane, N>(job.nonce, job.block);
        for (each, word) in self.block.iter_mut().zip(block) {
            each.0.as_mut()[lane] = word;
        }
        self.bytes[lane] = job.data.len();
    }

    /// Encrypts them; `numbers` are those of the jobs in the lanes.
    fn run(mut self, room: &mut Room<B, N>, jobs: &mut [CipherJob<'_, Ctr<B>>], numbers: &[usize]) {
        let longest = self.bytes.iter().copied().max().unwrap_or(0);
        if longest == 0 {
            return;
        }
        let Steps { blocks, messages, places } = room.keystream(self.block, 0);
        let (of_one, of_all) = (blocks * B::BLOCK_BYTES, messages * blocks * B::BLOCK_BYTES);
        let mut done = 0;
        while done < longest {
            let steps = (longest - done).div_ceil(of_one).min(KEYSTREAM / of_all);
            room.keystream(self.block, steps * of_all);
            for (lane, &i) in numbers.iter().enumerate() {
                let end = self.bytes[lane].min(done + steps * of_one);
                if done < end {
                    let data = &mut jobs[i].data.output_mut()[done..end];
                    let keystream =
                        room.keystream[..steps * of_all].chunks_exact(messages * B::BLOCK_BYTES);
                    let at = usize::from(places[lane]) * B::BLOCK_BYTES;
                    for (data, keys) in data.chunks_mut(B::BLOCK_BYTES).zip(keystream) {
                        xor(data, &keys[at..at + B::BLOCK_BYTES]);
                    }
                }
            }
            done += steps * of_one;
            self.advance((steps * blocks) as u64);
        }
    }

    /// Counts blocks; the lowest words of the counters do not wrap where they matter.
    fn advance(&mut self, blocks: u64) {
        let blocks = word_of_number::<B::Lane, N>(blocks).number();
        for word in self.block[<B::Lane as LaneCipher<N>>::COUNTER].0.as_mut() {
            *word = Word::truncate(word.number().wrapping_add(blocks));
        }
    }
}

/// `data ^= key`, as far as there is data.
#[inline(always)]
fn xor(data: &mut [u8], key: &[u8]) {
    if data.len() == key.len() {
        let (words, rest) = data.as_chunks_mut::<4>();
        let (keys, keys_rest) = key.as_chunks::<4>();
        for (word, key) in words.iter_mut().zip(keys) {
            *word = (u32::from_ne_bytes(*word) ^ u32::from_ne_bytes(*key)).to_ne_bytes();
        }
        for (byte, key) in rest.iter_mut().zip(keys_rest) {
            *byte ^= key;
        }
    } else {
        for (byte, key) in data.iter_mut().zip(key) {
            *byte ^= key;
        }
    }
}
