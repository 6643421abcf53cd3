//! Batches: keys expanded a lane each, long messages one after another, short ones side by side.

use super::batch::{CtrJob, EcbJob};
use super::engine::{blocks_to_wrap, counter_block, ctr as ctr_of_one, ecb as ecb_of_one};
use super::kernels::{Expand, Many, Steps};
use crate::Backend;
use crate::batch::{Order, Status};
use crate::block::cipher::{Each, LaneCipher, RoundKeys};
use crate::block::key::{Key, Keyed, MAX_KEY_WORDS, bytes_of, word_of, word_of_number};
use crate::lanes::{InOut, Word, dispatch, wipe};

/// The most jobs that are under way at a time: as many as the longest register has lanes.
const MAX_LANES: usize = 32;

/// The numbers of jobs that are under way, one a lane.
type Window = ([usize; MAX_LANES], usize);

/// The round keys of a window of jobs.
struct Keys<B: Keyed<N>, const N: usize> {
    backend: Backend,
    lanes: usize,
    parameters: <B::Lane as LaneCipher<N>>::Parameters,
    keys: <<B::Lane as LaneCipher<N>>::RoundKeys as RoundKeys>::Each,
}

type WordOf<B, const N: usize> = <<B as Keyed<N>>::Lane as LaneCipher<N>>::Word;

impl<B: Keyed<N>, const N: usize> Keys<B, N> {
    fn new(backend: Backend, options: &B::Options) -> Self {
        let nothing = Expand::<B::Lane, _, N> {
            schedule: B::SCHEDULE,
            key: &[] as &[Each<WordOf<B, N>>],
            keys: &mut [],
        };
        Self {
            backend,
            lanes: dispatch(backend, nothing),
            parameters: B::parameters(options),
            keys: <<B::Lane as LaneCipher<N>>::RoundKeys as RoundKeys>::EACH_ZERO,
        }
    }

    /// Expands the keys of a window.
    fn expand<'k>(&mut self, keys: impl Iterator<Item = &'k [u8]>) {
        let bytes = <B::Lane as LaneCipher<N>>::WORD_BYTES;
        let zero = Each(<WordOf<B, N> as Word>::ZEROS);
        let mut words: [Each<WordOf<B, N>>; MAX_KEY_WORDS] = [zero; MAX_KEY_WORDS];
        for (lane, key) in keys.enumerate() {
            for (word, bytes) in words.iter_mut().zip(key.chunks_exact(bytes)) {
                word.0.as_mut()[lane] = word_of::<B::Lane, N>(bytes);
            }
        }
        let key = &words[..(B::KEY_BYTES / bytes).min(MAX_KEY_WORDS)];
        let keys = &mut self.keys.as_mut()[..B::ROUND_KEYS];
        dispatch(self.backend, Expand::<B::Lane, _, N> { schedule: B::SCHEDULE, key, keys });
        wipe(&mut words, [zero; MAX_KEY_WORDS]);
    }

    fn round_keys(&self) -> &[Each<WordOf<B, N>>] {
        &self.keys.as_ref()[..B::ROUND_KEYS]
    }

    /// The key of one lane.
    fn of_lane(&self, lane: usize) -> Key<B::Lane, N> {
        Key::of_lane(self.backend, self.round_keys(), self.parameters, lane)
    }
}

impl<B: Keyed<N>, const N: usize> Drop for Keys<B, N> {
    fn drop(&mut self) {
        wipe(&mut self.keys, <<B::Lane as LaneCipher<N>>::RoundKeys as RoundKeys>::EACH_ZERO);
    }
}

/// The next pending jobs, longest first.
fn window(
    order: &mut Order,
    lanes: usize,
    length: impl Fn(usize) -> u64,
    pending: impl Fn(usize) -> bool,
) -> Window {
    let (mut numbers, mut count) = ([0; MAX_LANES], 0);
    while count < lanes.min(MAX_LANES) {
        let Some(number) = order.next(&length) else { break };
        if pending(number) {
            numbers[count] = number;
            count += 1;
        }
    }
    (numbers, count)
}

/// ECB of every pending job.
pub(super) fn ecb<B: Keyed<N>, const N: usize>(
    backend: Backend,
    options: &B::Options,
    decrypt: bool,
    jobs: &mut [EcbJob<'_>],
) {
    let mut keys = Keys::<B, N>::new(backend, options);
    let mut order = Order::new(jobs.len());
    loop {
        let (numbers, count) = window(
            &mut order,
            keys.lanes,
            |i| jobs[i].data.len() as u64,
            |i| jobs[i].status == Status::Pending,
        );
        let numbers = &numbers[..count];
        if numbers.is_empty() {
            return;
        }
        keys.expand(numbers.iter().map(|&i| jobs[i].key));
        for (lane, &i) in numbers.iter().enumerate() {
            let job = &mut jobs[i];
            job.status = match InOut::new(&mut job.data) {
                Ok(data) => {
                    ecb_of_one(&keys.of_lane(lane), decrypt, data);
                    Status::Done
                }
                Err(error) => Status::Failed(error),
            };
        }
    }
}

/// Bytes of a message from which on it is worked on by itself: it fills registers alone.
const LONG: usize = 1024;

/// Counter mode of every pending job.
pub(super) fn ctr<B: Keyed<N>, const N: usize>(
    backend: Backend,
    options: &B::Options,
    jobs: &mut [CtrJob<'_>],
) {
    let mut keys = Keys::<B, N>::new(backend, options);
    let mut order = Order::new(jobs.len());
    loop {
        let (numbers, count) = window(
            &mut order,
            keys.lanes,
            |i| jobs[i].data.len() as u64,
            |i| jobs[i].status == Status::Pending,
        );
        let numbers = &numbers[..count];
        if numbers.is_empty() {
            return;
        }
        keys.expand(numbers.iter().map(|&i| jobs[i].key));
        let few = numbers.len() * 4 < keys.lanes;
        let mut short = Short::<B, N>::new();
        for (lane, &i) in numbers.iter().enumerate() {
            let job = &mut jobs[i];
            let blocks = job.data.len().div_ceil(B::BLOCK_BYTES) as u64;
            let wraps = blocks > blocks_to_wrap::<B::Lane, N>(job.block);
            if job.data.len() >= LONG || few || wraps {
                if let Ok(data) = InOut::new(&mut job.data) {
                    ctr_of_one(&keys.of_lane(lane), job.nonce, job.block, data);
                }
            } else {
                short.add(lane, job);
            }
            job.status = Status::Done;
        }
        short.run(&keys, jobs, numbers);
    }
}

/// Short messages, side by side.
struct Short<B: Keyed<N>, const N: usize> {
    /// The first block of each.
    block: [Each<WordOf<B, N>>; N],
    /// The bytes of each; none in the lanes of others.
    bytes: [usize; MAX_LANES],
}

impl<B: Keyed<N>, const N: usize> Short<B, N> {
    fn new() -> Self {
        Self { block: [Each(<WordOf<B, N> as Word>::ZEROS); N], bytes: [0; MAX_LANES] }
    }

    /// Takes a message in.
    fn add(&mut self, lane: usize, job: &mut CtrJob<'_>) {
        job.data.prepared();
        let block = counter_block::<B::Lane, N>(job.nonce, job.block);
        for (each, word) in self.block.iter_mut().zip(block) {
            each.0.as_mut()[lane] = word;
        }
        self.bytes[lane] = job.data.len();
    }

    /// Enciphers them; `numbers` are those of the jobs in the lanes.
    fn run(mut self, keys: &Keys<B, N>, jobs: &mut [CtrJob<'_>], numbers: &[usize]) {
        let longest = self.bytes.iter().copied().max().unwrap_or(0);
        if longest == 0 {
            return;
        }
        let mut buffer = <WordOf<B, N> as Word>::BUFFER;
        let room = buffer.as_mut();
        let Steps { messages, blocks } = self.keystream(keys, &mut []);
        let (step_bytes, step_words) = (blocks * B::BLOCK_BYTES, messages * blocks * N);
        let mut done = 0;
        while done < longest {
            let steps = (longest - done).div_ceil(step_bytes).min(room.len() / step_words);
            let keystream = &mut room[..steps * step_words];
            self.keystream(keys, keystream);
            for (lane, &i) in numbers.iter().enumerate() {
                let end = self.bytes[lane].min(done + steps * step_bytes);
                if done < end {
                    let data = &mut jobs[i].data.output_mut()[done..end];
                    let steps = keystream.chunks_exact(step_words);
                    for (data, step) in data.chunks_mut(step_bytes).zip(steps) {
                        xor_blocks::<B::Lane, N>(data, step, Steps { messages, blocks }, lane);
                    }
                }
            }
            done += steps * step_bytes;
            self.advance((steps * blocks) as u64);
        }
        wipe(&mut buffer, <WordOf<B, N> as Word>::BUFFER);
    }

    /// The keystream from the blocks at hand on, as much as there is room for.
    fn keystream(&self, keys: &Keys<B, N>, keystream: &mut [WordOf<B, N>]) -> Steps {
        let (parameters, block) = (&keys.parameters, self.block);
        let (backend, keys) = (keys.backend, keys.round_keys());
        dispatch(backend, Many::<B::Lane, N> { keys, parameters, block, keystream })
    }

    /// Counts blocks; the lowest words of the counters do not wrap where they matter.
    fn advance(&mut self, blocks: u64) {
        let blocks = word_of_number::<B::Lane, N>(blocks).number();
        for word in self.block[<B::Lane as LaneCipher<N>>::COUNTER].0.as_mut() {
            *word = Word::truncate(word.number().wrapping_add(blocks));
        }
    }
}

/// Enciphers blocks, of which the last may be cut short, with the keystream of a lane.
fn xor_blocks<C: LaneCipher<N>, const N: usize>(
    data: &mut [u8],
    keystream: &[C::Word],
    Steps { messages, blocks }: Steps,
    lane: usize,
) {
    for (block, data) in data.chunks_mut(N * C::WORD_BYTES).enumerate() {
        for (word, data) in data.chunks_mut(C::WORD_BYTES).enumerate() {
            let key = keystream[(word * blocks + block) * messages + lane];
            for (byte, key) in data.iter_mut().zip(bytes_of::<C, N>(key)) {
                *byte ^= key;
            }
        }
    }
}
