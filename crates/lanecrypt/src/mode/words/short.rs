//! A window of messages, each with a key of its own: short ones side by side in lanes, longer ones in slots, long
//! ones one by one.

use super::Work;
use super::kernels::{MAX_WINDOW, Steps};
use super::many::Job;
use super::room::{Block, Room, WordOf};
use super::slots::{Piece, START, STEP, STEP_MOVED};
use crate::batch::{Data, Key};
use crate::block::cipher::{LaneCipher, PerLane};
use crate::block::key::{Keyed, word_of_number};
use crate::lanes::{MAX_SLOTS, MAX_TILE, Word};

/// The jobs with these numbers, whose keys are in the lanes of the room. Leaves keys on the stack and in registers.
pub(super) fn run<'a, B: Keyed<N> + 'a, J: Job<'a, B, N>, const N: usize>(
    room: &mut Room<'_, B, N>,
    work: Work,
    jobs: &mut [J],
    numbers: &[usize],
) {
    let in_slots = match work {
        Work::Keystream => in_slots(room, jobs, numbers),
        Work::Encrypt | Work::Decrypt => 0,
    };
    let Steps { blocks, messages, places } = room.steps;
    // Bytes of a step of one message, and of all.
    let (of_one, of_all) = (blocks * B::BLOCK_BYTES, messages * blocks * B::BLOCK_BYTES);
    // Longer messages fill registers alone with less work than beside lanes that may be empty.
    let long = of_all * numbers.len() / messages;
    let mut block: Block<B, N> = [PerLane(<WordOf<B, N> as Word>::ZEROS); N];
    // None in the lanes of those that are not worked on side by side.
    let mut bytes = [0; MAX_WINDOW];
    for (lane, &i) in numbers.iter().enumerate().skip(in_slots) {
        let job = &mut jobs[i];
        match job.first_block() {
            Some(first) if job.bytes() < long => {
                job.data().prepared();
                bytes[lane] = job.bytes();
                for (each, word) in block.iter_mut().zip(first) {
                    each.0.as_mut()[lane] = word;
                }
            }
            _ => alone(room, job, lane, work),
        }
        job.done();
    }
    let longest = bytes.iter().copied().max().unwrap_or(0);
    let mut start = 0;
    while start < longest {
        let steps = (longest - start).div_ceil(of_one).min(MAX_TILE / of_all);
        let end = start + steps * of_one;
        let under_way = |lane: usize| start.min(bytes[lane])..end.min(bytes[lane]);
        // Where the blocks of a message begin, and from one to the next.
        let first = |lane: usize| usize::from(places[lane]) * B::BLOCK_BYTES;
        let stride = messages * B::BLOCK_BYTES;
        if work != Work::Keystream {
            for (lane, &i) in numbers.iter().enumerate() {
                let data = &jobs[i].data().output()[under_way(lane)];
                let mut at = first(lane);
                for block in data.chunks_exact(B::BLOCK_BYTES) {
                    room.data[at..at + B::BLOCK_BYTES].copy_from_slice(block);
                    at += stride;
                }
            }
        }
        room.process(work, &block, steps * of_all);
        for (lane, &i) in numbers.iter().enumerate() {
            let data = &mut jobs[i].data().output_mut()[under_way(lane)];
            let mut at = first(lane);
            let mut blocks = data.chunks_exact_mut(B::BLOCK_BYTES);
            for block in &mut blocks {
                let made = &room.data[at..at + B::BLOCK_BYTES];
                match work {
                    Work::Keystream => xor(block, made),
                    Work::Encrypt | Work::Decrypt => block.copy_from_slice(made),
                }
                at += stride;
            }
            let part = blocks.into_remainder();
            if !part.is_empty() {
                xor(part, &room.data[at..at + part.len()]);
            }
        }
        advance::<B, N>(&mut block, (steps * blocks) as u64);
        start = end;
    }
}

/// A job whose key is in a lane, alone.
fn alone<'a, B: Keyed<N> + 'a, J: Job<'a, B, N>, const N: usize>(
    room: &Room<'_, B, N>,
    job: &mut J,
    lane: usize,
    work: Work,
) {
    match job.key() {
        Key::Ready(key) => job.alone(room.backend(), key.key(), work),
        Key::Bytes(_) => {
            job.alone(room.backend(), &room.of_lane(lane), work);
        }
    }
}

/// Counter mode of the first jobs of a window, the longest, in slots, as far as that takes less time than side by side
/// in lanes. Returns how many.
fn in_slots<'a, B: Keyed<N> + 'a, J: Job<'a, B, N>, const N: usize>(
    room: &mut Room<'_, B, N>,
    jobs: &mut [J],
    numbers: &[usize],
) -> usize {
    let slots = room.slots;
    let longest = jobs[numbers[0]].bytes();
    // Few windows have a counter that wraps.
    if !slots.are_worth(longest) || numbers.iter().any(|&i| jobs[i].first_block().is_none()) {
        return 0;
    }
    // How many jobs are in the group of slots that begins with each; 1 is a job alone.
    let mut groups = [0; MAX_WINDOW];
    let of_one = room.steps.blocks * B::BLOCK_BYTES;
    let (mut cost, mut least, mut end) = (0, usize::MAX, 0);
    let mut lane = 0;
    while lane < numbers.len() {
        let bytes = |&i: &usize| jobs[i].bytes();
        let in_lanes = STEP_MOVED * bytes(&numbers[lane]).div_ceil(of_one);
        if cost + in_lanes < least {
            (least, end) = (cost + in_lanes, lane);
        }
        let (steps, count) = slots.group(numbers[lane..].iter().map(bytes));
        cost += STEP * steps + START;
        groups[lane] = count;
        lane += count;
    }
    if cost <= least {
        end = lane;
    }
    lane = 0;
    while lane < end {
        let group = &numbers[lane..lane + groups[lane]];
        match group {
            [i] => alone(room, &mut jobs[*i], lane, Work::Keystream),
            _ => {
                // The data are taken out of the jobs meanwhile.
                let mut data: [Data<'a>; MAX_SLOTS] = Default::default();
                for (data, &i) in data.iter_mut().zip(group) {
                    *data = core::mem::take(jobs[i].data());
                }
                let mut pieces = core::array::from_fn::<_, MAX_SLOTS, _>(|_| Piece::empty());
                for ((piece, data), &i) in pieces.iter_mut().zip(&mut data).zip(group) {
                    let block = jobs[i].first_block().unwrap_or([Default::default(); N]);
                    *piece = Piece { block, data: data.in_out() };
                }
                room.in_slots(lane, &mut pieces[..group.len()]);
                for (data, &i) in data.iter_mut().zip(group) {
                    *jobs[i].data() = core::mem::take(data);
                }
            }
        }
        for &i in group {
            jobs[i].done();
        }
        lane += group.len();
    }
    end
}

/// Counts blocks; the lowest words of the counters do not wrap where they matter.
fn advance<B: Keyed<N>, const N: usize>(block: &mut Block<B, N>, blocks: u64) {
    let blocks = word_of_number::<B::Lane, N>(blocks).number();
    for word in block[<B::Lane as LaneCipher<N>>::COUNTER].0.as_mut() {
        *word = Word::truncate(word.number().wrapping_add(blocks));
    }
}

/// `data ^= key`.
#[inline(always)]
fn xor(data: &mut [u8], key: &[u8]) {
    let (words, rest) = data.as_chunks_mut::<8>();
    let (keys, keys_rest) = key.as_chunks::<8>();
    for (word, key) in words.iter_mut().zip(keys) {
        *word = (u64::from_ne_bytes(*word) ^ u64::from_ne_bytes(*key)).to_ne_bytes();
    }
    let (words, rest) = rest.as_chunks_mut::<2>();
    let (keys, keys_rest) = keys_rest.as_chunks::<2>();
    for (word, key) in words.iter_mut().zip(keys) {
        *word = (u16::from_ne_bytes(*word) ^ u16::from_ne_bytes(*key)).to_ne_bytes();
    }
    for (byte, key) in rest.iter_mut().zip(keys_rest) {
        *byte ^= key;
    }
}
