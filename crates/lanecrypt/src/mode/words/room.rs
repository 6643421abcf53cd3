//! What a batch of keys that are bytes needs room for.

use super::Work;
use super::kernels::{Expand, MAX_WINDOW, Many, ManyCtr, ManyEcb, SlotKeys, Slots, Steps};
use super::slots::{self, Piece};
use crate::Backend;
use crate::batch::Key;
use crate::block::cipher::{LaneCipher, PerLane, RoundKeys};
use crate::block::key::{Keyed, LaneKey, MAX_KEY_WORDS, word_of};
use crate::lanes::{Kernels, MAX_TILE, Word, wipe};

pub(super) type ParametersOf<B, const N: usize> =
    <<B as Keyed<N>>::Lane as LaneCipher<N>>::Parameters;
pub(super) type WordOf<B, const N: usize> = <<B as Keyed<N>>::Lane as LaneCipher<N>>::Word;

/// A block of every message of a window.
pub(super) type Block<B, const N: usize> = [PerLane<WordOf<B, N>>; N];

/// Keys and data of a window of jobs, a lane each. Wiped on drop.
pub(super) struct Room<'r, B: Keyed<N>, const N: usize> {
    kernels: &'r mut Kernels,
    parameters: <B::Lane as LaneCipher<N>>::Parameters,
    /// How the data lie.
    pub(super) steps: Steps,
    /// The slots for messages that are longer.
    pub(super) slots: Slots,
    /// The words of the keys.
    key: [PerLane<WordOf<B, N>>; MAX_KEY_WORDS],
    /// The round keys.
    keys: <<B::Lane as LaneCipher<N>>::RoundKeys as RoundKeys>::PerLaneKeys,
    /// Data or keystream.
    pub(super) data: [u8; MAX_TILE],
}

impl<'r, B: Keyed<N>, const N: usize> Room<'r, B, N> {
    const ZERO: PerLane<WordOf<B, N>> = PerLane(<WordOf<B, N> as Word>::ZEROS);
    const NO_BLOCK: Block<B, N> = [Self::ZERO; N];

    pub(super) fn new(kernels: &'r mut Kernels, parameters: ParametersOf<B, N>) -> Self {
        let many = Many { keys: &[], parameters: &parameters, steps: &mut [] };
        let steps = kernels.run(ManyCtr::<B::Lane, N> { many, block: Self::NO_BLOCK });
        let slots = Slots::of::<B::Lane, N>(kernels, &parameters);
        Self {
            kernels,
            parameters,
            steps,
            slots,
            key: [Self::ZERO; MAX_KEY_WORDS],
            keys: <<B::Lane as LaneCipher<N>>::RoundKeys as RoundKeys>::PER_LANE_ZERO,
            data: [0; MAX_TILE],
        }
    }

    /// Puts the keys of a window into lanes: bytes are expanded, round keys of ready keys are copied. All must be
    /// the one or the other.
    pub(super) fn put_keys<'k>(&mut self, keys: impl Iterator<Item = Key<'k, B>>)
    where
        B: 'k,
    {
        let bytes = <B::Lane as LaneCipher<N>>::WORD_BYTES;
        let mut expand = false;
        for (lane, key) in keys.enumerate().take(MAX_WINDOW) {
            match key {
                Key::Bytes(key) => {
                    expand = true;
                    for (word, bytes) in self.key.iter_mut().zip(key.chunks_exact(bytes)) {
                        word.0.as_mut()[lane] = word_of::<B::Lane, N>(bytes);
                    }
                }
                Key::Ready(key) => {
                    for (line, key) in self.keys.as_mut().iter_mut().zip(key.key().keys()) {
                        line.0.as_mut()[lane] = key.0;
                    }
                }
            }
        }
        if !expand {
            return;
        }
        let key = &self.key[..(B::KEY_BYTES / bytes).min(MAX_KEY_WORDS)];
        let keys = &mut self.keys.as_mut()[..B::ROUND_KEYS];
        self.kernels.run(Expand::<B::Lane, _, N> { schedule: B::SCHEDULE, key, keys });
    }

    /// The key of one lane.
    #[inline(always)]
    pub(super) fn of_lane(&self, lane: usize) -> LaneKey<B::Lane, N> {
        LaneKey::of_lane(
            self.backend(),
            &self.keys.as_ref()[..B::ROUND_KEYS],
            self.parameters,
            lane,
        )
    }

    /// Processes so many bytes of data, or makes so much keystream from some blocks on.
    pub(super) fn process(&mut self, work: Work, block: &Block<B, N>, bytes: usize) {
        let (parameters, keys) = (&self.parameters, &self.keys.as_ref()[..B::ROUND_KEYS]);
        let many = Many { keys, parameters, steps: &mut self.data[..bytes] };
        match work {
            Work::Encrypt => self.kernels.run(ManyEcb::<B::Lane, N, false> { many }),
            Work::Decrypt => self.kernels.run(ManyEcb::<B::Lane, N, true> { many }),
            Work::Keystream => {
                self.kernels.run(ManyCtr::<B::Lane, N> { many, block: *block });
            }
        }
    }

    /// Counter mode of messages, at most one a slot, whose keys are in the lanes from one on.
    pub(super) fn in_slots(&mut self, lane: usize, pieces: &mut [Piece<'_, B::Lane, N>]) {
        // With a line more, where lanes from one on end that begin in the last line.
        let keys = PerLane::from_lane(&self.keys.as_ref()[..=B::ROUND_KEYS], lane);
        let (keys, room) = (SlotKeys::Each(keys), &mut self.data);
        slots::run(self.kernels, self.slots, keys, &self.parameters, room, pieces);
    }

    /// The backend in use.
    pub(super) fn backend(&self) -> Backend {
        self.kernels.backend()
    }
}

impl<B: Keyed<N>, const N: usize> Drop for Room<'_, B, N> {
    fn drop(&mut self) {
        wipe(&mut self.key, [Self::ZERO; MAX_KEY_WORDS]);
        wipe(&mut self.keys, <<B::Lane as LaneCipher<N>>::RoundKeys as RoundKeys>::PER_LANE_ZERO);
        wipe(&mut self.data, [0; MAX_TILE]);
    }
}
