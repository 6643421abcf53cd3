//! Counter mode of messages that are too short to fill all registers alone: side by side, a slot each.

use super::kernels::{KeysInSlots, MAX_WINDOW, SlotCtr, Slots};
use super::room::SlotKeysOf;
use crate::block::cipher::{Broadcast, LaneCipher, RoundKeys};
use crate::lanes::{
    FromLane, InOut, Kernels, MAX_TILE, PerLane, PerSlot, SlotData, Word as _, wipe,
};

/// A message: its first block, whose counter does not wrap, and its data.
pub(super) struct Piece<'d, C: LaneCipher<N>, const N: usize> {
    pub(super) block: [C::Word; N],
    pub(super) data: InOut<'d>,
}

impl<C: LaneCipher<N>, const N: usize> Piece<'_, C, N> {
    /// Nothing.
    pub(super) fn empty() -> Self {
        Self { block: [C::Word::default(); N], data: InOut::empty() }
    }
}

/// What steps of messages in slots cost, in eighths of a step. Where work is moved to and from tiles or lanes, it takes
/// a quarter longer than in slots; but to start a kernel takes as long as half a step.
const START: usize = 4;
const STEP: usize = 8;
const STEP_MOVED: usize = 10;

/// The tiles from which on a message is processed alone.
const LONG: usize = 4;

impl Slots {
    /// The steps of a message of so many bytes.
    pub(super) fn steps(self, bytes: usize) -> usize {
        bytes.div_ceil(self.bytes)
    }

    /// Whether a message of so many bytes is worth a slot.
    #[inline]
    pub(super) fn are_worth(self, bytes: usize) -> bool {
        // Without a division for short ones.
        self.count > 1
            && STEP_MOVED * bytes > (STEP + START) * self.bytes
            && STEP_MOVED * bytes > (STEP * self.steps(bytes) + START) * self.bytes
    }

    /// The steps of some messages, the longest first, side by side as far as there are slots, or one after another if
    /// that takes fewer steps. Says how many messages are side by side.
    pub(super) fn group(self, bytes: &mut dyn Iterator<Item = usize>) -> (usize, usize) {
        let Some(longest) = bytes.next() else { return (0, 0) };
        let steps = self.steps(longest);
        let alone = steps.div_ceil(self.count);
        if alone >= LONG {
            return (alone, 1);
        }
        let (mut count, mut sum) = (1, alone);
        for bytes in bytes.take(self.count - 1) {
            count += 1;
            sum += if bytes == longest { alone } else { self.steps(bytes).div_ceil(self.count) };
        }
        if steps <= sum { (steps, count) } else { (alone, 1) }
    }
}

/// Which messages of a window are in slots.
pub(super) struct Plan {
    /// How many there are in the group that begins with each; 1 is a message alone.
    pub(super) groups: [usize; MAX_WINDOW],
    /// How many there are in all.
    pub(super) end: usize,
}

impl Slots {
    /// Plans for messages of so many bytes each, the longest first, of which a step of lanes takes `of_one`: the first
    /// are in slots, as far as that takes less time than side by side in lanes.
    pub(super) fn plan(self, of_one: usize, bytes: &[usize]) -> Plan {
        let mut groups = [0; MAX_WINDOW];
        let (mut cost, mut least, mut end) = (0, usize::MAX, 0);
        let mut lane = 0;
        while lane < bytes.len() {
            let in_lanes = STEP_MOVED * bytes[lane].div_ceil(of_one);
            if cost + in_lanes < least {
                (least, end) = (cost + in_lanes, lane);
            }
            let (steps, count) = self.group(&mut bytes[lane..].iter().copied());
            cost += STEP * steps + START;
            groups[lane] = count;
            lane += count;
        }
        Plan { groups, end: if cost <= least { lane } else { end } }
    }
}

/// The round keys of messages in slots. Wiped on drop.
pub(super) struct SlotKeys<C: LaneCipher<N>, const N: usize> {
    /// There are none yet, because room takes time to make and to wipe.
    keys: Option<SlotKeysOf<C, N>>,
    /// Whether they are those of one key, the same in every slot.
    of_one: bool,
}

impl<C: LaneCipher<N>, const N: usize> SlotKeys<C, N> {
    /// None yet.
    pub(super) fn none() -> Self {
        Self { keys: None, of_one: false }
    }

    /// Whether there are those of one key.
    pub(super) fn are_of_one(&self) -> bool {
        self.of_one
    }

    /// Those of one key for all slots: always of the same one until they are wiped.
    pub(super) fn of_one(&mut self, key: &[Broadcast<C::Word>]) -> KeysInSlots<'_, C::Word> {
        let filled = core::mem::replace(&mut self.of_one, true);
        let keys = self.room(key.len());
        if !filled {
            for (slots, key) in keys.iter_mut().zip(key) {
                slots.0.as_mut().fill(key.0);
            }
        }
        KeysInSlots::Ready(keys)
    }

    /// Those of the keys in lanes from one on. There must be a line more than round keys.
    pub(super) fn of_lanes<'a>(
        &'a mut self,
        lines: &'a [PerLane<C::Word>],
        lane: usize,
    ) -> KeysInSlots<'a, C::Word> {
        let lanes = PerLane::from_lane(lines, lane);
        match FromLane::in_slots(lanes) {
            Some(keys) => KeysInSlots::Ready(keys),
            None => KeysInSlots::InLanes(lanes, self.room(lanes.len())),
        }
    }

    fn room(&mut self, count: usize) -> &mut [PerSlot<C::Word>] {
        // Filled where it stays.
        &mut self.keys.get_or_insert(C::RoundKeys::PER_SLOT_ZERO).as_mut()[..count]
    }

    /// Forgets them.
    pub(super) fn wipe(&mut self) {
        if let Some(keys) = &mut self.keys {
            wipe(keys, C::RoundKeys::PER_SLOT_ZERO);
        }
        (self.keys, self.of_one) = (None, false);
    }
}

impl<C: LaneCipher<N>, const N: usize> Drop for SlotKeys<C, N> {
    fn drop(&mut self) {
        self.wipe();
    }
}

/// Encrypts or decrypts messages, at most one a slot. There must be room for the ends of messages, which is not wiped.
pub(super) fn run<C: LaneCipher<N>, const N: usize>(
    kernels: &mut Kernels,
    slots: Slots,
    keys: KeysInSlots<'_, C::Word>,
    parameters: &C::Parameters,
    room: &mut [u8; MAX_TILE],
    pieces: &mut [Piece<'_, C, N>],
) {
    let Some((ends, unused)) = room.split_last_chunk_mut() else { return };
    let mut blocks = [PerSlot::<C::Word>::ZERO; N];
    let mut data = SlotData::new(unused);
    let mut steps = 0;
    for (slot, (piece, end)) in
        pieces.iter_mut().zip(ends.chunks_exact_mut(slots.bytes)).enumerate()
    {
        for (words, word) in blocks.iter_mut().zip(piece.block) {
            words.0.as_mut()[slot] = word.wide();
        }
        let (mut whole, bytes) = (piece.data.len() / slots.bytes, piece.data.len());
        let first = piece.data.split_off(whole * slots.bytes);
        let mut second = InOut::empty();
        if whole * slots.bytes < bytes {
            whole += 1;
            let rest = piece.data.input();
            end[..rest.len()].copy_from_slice(rest);
            second = InOut::in_place(end);
        }
        steps = steps.max(whole);
        data.put(slot, [first, second]);
    }
    let (block, data) = (&blocks, &mut data);
    kernels.run(SlotCtr::<C, N> { keys, parameters, block, data, steps });
    for (piece, end) in pieces.iter_mut().zip(ends.chunks_exact(slots.bytes)) {
        let rest = piece.data.output();
        rest.copy_from_slice(&end[..rest.len()]);
    }
}
