//! A window of messages, each with a key of its own: short ones side by side in lanes, longer ones in slots, long
//! ones one by one.

use super::Work;
use super::item::Item;
use super::kernels::{MAX_WINDOW, Steps};
use super::room::{Block, Room, WordOf};
use super::slots::{Piece, Plan};
use crate::batch::Key;
use crate::block::cipher::{LaneCipher, PerLane};
use crate::block::key::word_of_number;
use crate::lanes::{MAX_SLOTS, MAX_TILE, Word, leaving_nothing};

/// The items of a window, the longest first.
#[inline(never)]
pub(super) fn run<C: LaneCipher<N>, const N: usize, const BLOCK: usize>(
    room: &mut Room<'_, C, N>,
    work: Work,
    items: &mut [Option<Item<'_, '_, C, N>>],
) {
    room.put_keys(items);
    leaving_nothing(|| under_keys::<C, N, BLOCK>(room, work, items));
}

/// Items whose keys are in the lanes of the room. Leaves keys on the stack and in registers.
fn under_keys<C: LaneCipher<N>, const N: usize, const BLOCK: usize>(
    room: &mut Room<'_, C, N>,
    work: Work,
    items: &mut [Option<Item<'_, '_, C, N>>],
) {
    const { assert!(BLOCK == N * C::WORD_BYTES) };
    let in_slots = if work == Work::Keystream { in_slots(room, items) } else { 0 };
    let Steps { blocks, messages, .. } = room.steps;
    // Longer messages fill registers alone with less work than beside lanes that may be empty.
    let long = blocks * BLOCK * items.len();
    let mut next: Block<C, N> = [PerLane(<WordOf<C, N> as Word>::ZEROS); N];
    // Nothing is in the lanes of those that are not worked on side by side.
    let mut data = core::array::from_fn::<&mut [u8], MAX_WINDOW, _>(|_| Default::default());
    let count = items.len();
    for (lane, item) in items.iter_mut().enumerate().skip(in_slots) {
        let Some(item) = item else { continue };
        match item.first_block(work) {
            Some(block) if item.bytes() < long => {
                for (each, word) in next.iter_mut().zip(block) {
                    each.0.as_mut()[lane] = word;
                }
                data[lane % MAX_WINDOW] = item.data.prepared();
            }
            _ => alone(room, item, lane, work),
        }
    }
    let form = Form { work, blocks, messages, places: room.steps.places };
    let mut lanes = Lanes { room, next };
    side_by_side::<BLOCK>(&mut lanes, &form, &mut data[..count.min(MAX_WINDOW)]);
}

/// What processes messages that are side by side.
trait Side {
    /// The room for the data of all.
    fn room(&mut self) -> &mut [u8; MAX_TILE];
    /// Processes so many bytes there, so many blocks of each message.
    fn process(&mut self, work: Work, bytes: usize, blocks: usize);
}

/// A lane for each.
struct Lanes<'w, 'r, C: LaneCipher<N>, const N: usize> {
    room: &'w mut Room<'r, C, N>,
    /// The next block of each.
    next: Block<C, N>,
}

impl<C: LaneCipher<N>, const N: usize> Side for Lanes<'_, '_, C, N> {
    fn room(&mut self) -> &mut [u8; MAX_TILE] {
        &mut self.room.data
    }

    fn process(&mut self, work: Work, bytes: usize, blocks: usize) {
        self.room.process(work, &self.next, bytes);
        let blocks = word_of_number::<C, N>(blocks as u64).number();
        // The lowest words of the counters do not wrap where they matter.
        for word in self.next[C::COUNTER].0.as_mut() {
            *word = Word::truncate(word.number().wrapping_add(blocks));
        }
    }
}

/// How messages are side by side.
struct Form {
    work: Work,
    /// As in [`Steps`].
    blocks: usize,
    messages: usize,
    places: [u8; MAX_WINDOW],
}

/// Messages in lanes, with blocks of `BLOCK` bytes. It does not know the cipher, because every instance would repeat it.
#[inline(never)]
fn side_by_side<const BLOCK: usize>(side: &mut dyn Side, form: &Form, data: &mut [&mut [u8]]) {
    let &Form { work, blocks, messages, ref places } = form;
    // Bytes of a step of one message, and of all.
    let (of_one, of_all) = (blocks * BLOCK, messages * blocks * BLOCK);
    let longest = data.iter().map(|data| data.len()).max().unwrap_or(0);
    let stride = messages * BLOCK;
    let mut start = 0;
    while start < longest {
        let steps = (longest - start).div_ceil(of_one).min(MAX_TILE / of_all);
        let end = start + steps * of_one;
        let under_way = |data: &[u8]| start.min(data.len())..end.min(data.len());
        if work != Work::Keystream {
            let room = side.room();
            for (data, place) in data.iter().zip(places) {
                let mut at = usize::from(*place) * BLOCK;
                for block in data[under_way(data)].chunks_exact(BLOCK) {
                    room[at..at + BLOCK].copy_from_slice(block);
                    at += stride;
                }
            }
        }
        side.process(work, steps * of_all, steps * blocks);
        let room = side.room();
        for (data, place) in data.iter_mut().zip(places) {
            let mut at = usize::from(*place) * BLOCK;
            let under_way = under_way(data);
            let mut blocks = data[under_way].chunks_exact_mut(BLOCK);
            for block in &mut blocks {
                let made = &room[at..at + BLOCK];
                match work {
                    Work::Keystream => xor(block, made),
                    Work::Encrypt | Work::Decrypt => block.copy_from_slice(made),
                }
                at += stride;
            }
            let part = blocks.into_remainder();
            if !part.is_empty() {
                xor(part, &room[at..at + part.len()]);
            }
        }
        start = end;
    }
}

/// An item whose key is in a lane, alone.
fn alone<C: LaneCipher<N>, const N: usize>(
    room: &Room<'_, C, N>,
    item: &mut Item<'_, '_, C, N>,
    lane: usize,
    work: Work,
) {
    match item.key {
        Key::Ready(key) => item.alone(room.backend(), key, work),
        Key::Bytes(_) => {
            item.alone(room.backend(), &room.of_lane(lane), work);
        }
    }
}

/// Counter mode of the first items, in slots, as far as that takes less time than side by side in lanes. Returns how many.
fn in_slots<C: LaneCipher<N>, const N: usize>(
    room: &mut Room<'_, C, N>,
    items: &mut [Option<Item<'_, '_, C, N>>],
) -> usize {
    let slots = room.slots;
    let mut bytes = [0; MAX_WINDOW];
    for (bytes, item) in bytes.iter_mut().zip(items.iter().flatten()) {
        *bytes = item.bytes();
    }
    // Few have a counter that wraps.
    let wraps = |item: &Item<'_, '_, C, N>| item.first_block(Work::Keystream).is_none();
    if !slots.are_worth(bytes[0]) || items.iter().flatten().any(wraps) {
        return 0;
    }
    let bytes = &bytes[..items.len().min(MAX_WINDOW)];
    let Plan { groups, end } = slots.plan(room.steps.blocks * N * C::WORD_BYTES, bytes);
    let mut lane = 0;
    while lane < end {
        let group = &mut items[lane..lane + groups[lane]];
        if let [Some(item)] = group {
            alone(room, item, lane, Work::Keystream);
        } else {
            let mut pieces = core::array::from_fn::<_, MAX_SLOTS, _>(|_| Piece::empty());
            let pieces = &mut pieces[..group.len()];
            for (piece, item) in pieces.iter_mut().zip(group.iter_mut().flatten()) {
                let block = item.first_block(Work::Keystream).unwrap_or([Default::default(); N]);
                *piece = Piece { block, data: item.data.in_out() };
            }
            room.in_slots(lane, pieces);
        }
        lane += group.len();
    }
    end
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
