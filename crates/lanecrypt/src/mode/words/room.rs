//! What a batch of keys that are bytes needs room for.

use super::Work;
use super::item::Item;
use super::kernels::{Expand, Form, MAX_WINDOW, Many, ManyCtr, ManyEcb, Slots, Steps};
use super::slots::{self, Piece, SlotKeys};
use crate::Backend;
use crate::batch::Key;
use crate::block::cipher::{LaneCipher, PerLane, RoundKeys};
use crate::block::key::{KeyForm, LaneKey, MAX_KEY_WORDS, word_of};
use crate::lanes::{Kernels, MAX_TILE, Word, wipe};

pub(super) type WordOf<C, const N: usize> = <C as LaneCipher<N>>::Word;
pub(super) type LaneKeysOf<C, const N: usize> =
    <<C as LaneCipher<N>>::RoundKeys as RoundKeys>::PerLaneKeys;

pub(super) type SlotKeysOf<C, const N: usize> =
    <<C as LaneCipher<N>>::RoundKeys as RoundKeys>::PerSlotKeys;

/// A block of every message of a window.
pub(super) type Block<C, const N: usize> = [PerLane<WordOf<C, N>>; N];

/// Keys and data of a window of jobs, a lane each. Wiped on drop.
pub(super) struct Room<'r, C: LaneCipher<N>, const N: usize> {
    kernels: &'r mut Kernels,
    parameters: C::Parameters,
    /// How the data lie.
    pub(super) steps: Steps,
    /// The slots for messages that are longer.
    pub(super) slots: Slots,
    /// The words of the keys.
    key: [PerLane<C::Word>; MAX_KEY_WORDS],
    /// The round keys.
    keys: LaneKeysOf<C, N>,
    /// Those of messages in slots.
    slot_keys: SlotKeys<C, N>,
    form: KeyForm<C, N>,
    /// Data or keystream.
    pub(super) data: [u8; MAX_TILE],
}

impl<'r, C: LaneCipher<N>, const N: usize> Room<'r, C, N> {
    const ZERO: PerLane<C::Word> = PerLane(<C::Word as Word>::ZEROS);

    #[inline(never)]
    pub(super) fn new(
        kernels: &'r mut Kernels,
        parameters: C::Parameters,
        form: KeyForm<C, N>,
        Form { slots, steps, .. }: Form,
    ) -> Self {
        Self {
            kernels,
            parameters,
            steps,
            slots,
            key: [Self::ZERO; MAX_KEY_WORDS],
            keys: C::RoundKeys::PER_LANE_ZERO,
            slot_keys: SlotKeys::none(),
            form,
            data: [0; MAX_TILE],
        }
    }

    /// Puts the keys of a window into lanes: bytes are expanded, round keys of ready keys are copied. All must be
    /// the one or the other.
    pub(super) fn put_keys(&mut self, items: &[Option<Item<'_, '_, C, N>>]) {
        let bytes = C::WORD_BYTES;
        let mut expand = false;
        for (lane, item) in items.iter().flatten().enumerate().take(MAX_WINDOW) {
            match item.key {
                Key::Bytes(key) => {
                    expand = true;
                    for (word, bytes) in self.key.iter_mut().zip(key.chunks_exact(bytes)) {
                        word.0.as_mut()[lane] = word_of::<C, N>(bytes);
                    }
                }
                Key::Ready(key) => {
                    for (line, key) in self.keys.as_mut().iter_mut().zip(key.keys()) {
                        line.0.as_mut()[lane] = key.word();
                    }
                }
            }
        }
        if !expand {
            return;
        }
        let KeyForm { key_bytes, round_keys, schedule } = self.form;
        let key = &self.key[..(key_bytes / bytes).min(MAX_KEY_WORDS)];
        let keys = &mut self.keys.as_mut()[..round_keys];
        self.kernels.run(Expand::<C, _, N> { schedule, key, keys });
    }

    /// The key of one lane.
    #[inline(always)]
    pub(super) fn of_lane(&self, lane: usize) -> LaneKey<C, N> {
        let keys = &self.keys.as_ref()[..self.form.round_keys];
        LaneKey::of_lane(self.backend(), keys, self.parameters, lane)
    }

    /// Processes so many bytes of data, or makes so much keystream from some blocks on.
    pub(super) fn process(&mut self, work: Work, block: &Block<C, N>, bytes: usize) {
        let (parameters, keys) = (&self.parameters, &self.keys.as_ref()[..self.form.round_keys]);
        let many = Many { keys, parameters, steps: &mut self.data[..bytes] };
        match work {
            Work::Encrypt => self.kernels.run(ManyEcb::<C, N, false> { many }),
            Work::Decrypt => self.kernels.run(ManyEcb::<C, N, true> { many }),
            Work::Keystream => self.kernels.run(ManyCtr::<C, N> { many, block: *block }),
        }
    }

    /// Counter mode of messages, at most one a slot, whose keys are in the lanes from one on.
    pub(super) fn in_slots(&mut self, lane: usize, pieces: &mut [Piece<'_, C, N>]) {
        // With a line more, where lanes from one on end that begin in the last line.
        let lines = &self.keys.as_ref()[..=self.form.round_keys];
        let keys = self.slot_keys.of_lanes(lines, lane);
        let (parameters, data) = (&self.parameters, &mut self.data);
        slots::run(self.kernels, self.slots, keys, parameters, data, pieces);
    }

    /// The backend in use.
    pub(super) fn backend(&self) -> Backend {
        self.kernels.backend()
    }
}

impl<C: LaneCipher<N>, const N: usize> Drop for Room<'_, C, N> {
    #[inline(never)]
    fn drop(&mut self) {
        wipe(&mut self.key, [Self::ZERO; MAX_KEY_WORDS]);
        wipe(&mut self.keys, C::RoundKeys::PER_LANE_ZERO);
        wipe(&mut self.data, [0; MAX_TILE]);
    }
}
