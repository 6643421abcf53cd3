//! What a batch of keys that are bytes needs room for.

use super::Work;
use super::kernels::{Expand, MAX_WINDOW, Many, ManyCtr, ManyEcb, Steps};
use crate::Backend;
use crate::block::cipher::{LaneCipher, PerLane, RoundKeys};
use crate::block::key::{Keyed, LaneKey, MAX_KEY_WORDS, word_of};
use crate::lanes::{MAX_TILE, Word, dispatch, wipe};

pub(super) type WordOf<B, const N: usize> = <<B as Keyed<N>>::Lane as LaneCipher<N>>::Word;

/// A block of every message of a window.
pub(super) type Block<B, const N: usize> = [PerLane<WordOf<B, N>>; N];

/// Keys and data of a window of jobs, a lane each. Wiped on drop.
pub(super) struct Room<B: Keyed<N>, const N: usize> {
    backend: Backend,
    parameters: <B::Lane as LaneCipher<N>>::Parameters,
    /// How the data lie.
    pub(super) steps: Steps,
    /// The words of the keys.
    key: [PerLane<WordOf<B, N>>; MAX_KEY_WORDS],
    /// The round keys.
    keys: <<B::Lane as LaneCipher<N>>::RoundKeys as RoundKeys>::PerLaneKeys,
    /// Data or keystream.
    pub(super) data: [u8; MAX_TILE],
}

impl<B: Keyed<N>, const N: usize> Room<B, N> {
    const ZERO: PerLane<WordOf<B, N>> = PerLane(<WordOf<B, N> as Word>::ZEROS);
    const NO_BLOCK: Block<B, N> = [Self::ZERO; N];

    pub(super) fn new(backend: Backend, options: &B::Options) -> Self {
        let parameters = B::parameters(options);
        let many = Many { keys: &[], parameters: &parameters, steps: &mut [] };
        let steps = dispatch(backend, ManyCtr::<B::Lane, N> { many, block: Self::NO_BLOCK });
        Self {
            backend,
            parameters,
            steps,
            key: [Self::ZERO; MAX_KEY_WORDS],
            keys: <<B::Lane as LaneCipher<N>>::RoundKeys as RoundKeys>::PER_LANE_ZERO,
            data: [0; MAX_TILE],
        }
    }

    /// Expands the keys of a window.
    pub(super) fn expand<'k>(&mut self, keys: impl Iterator<Item = &'k [u8]>) {
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
    pub(super) fn of_lane(&self, lane: usize) -> LaneKey<B::Lane, N> {
        LaneKey::of_lane(self.backend, &self.keys.as_ref()[..B::ROUND_KEYS], self.parameters, lane)
    }

    /// Processes so many bytes of data, or makes so much keystream from some blocks on.
    pub(super) fn process(&mut self, work: Work, block: &Block<B, N>, bytes: usize) {
        let (parameters, keys) = (&self.parameters, &self.keys.as_ref()[..B::ROUND_KEYS]);
        let many = Many { keys, parameters, steps: &mut self.data[..bytes] };
        match work {
            Work::Encrypt => dispatch(self.backend, ManyEcb::<B::Lane, N, false> { many }),
            Work::Decrypt => dispatch(self.backend, ManyEcb::<B::Lane, N, true> { many }),
            Work::Keystream => {
                dispatch(self.backend, ManyCtr::<B::Lane, N> { many, block: *block });
            }
        }
    }

    /// The backend in use.
    pub(super) fn backend(&self) -> Backend {
        self.backend
    }
}

impl<B: Keyed<N>, const N: usize> Drop for Room<B, N> {
    fn drop(&mut self) {
        wipe(&mut self.key, [Self::ZERO; MAX_KEY_WORDS]);
        wipe(&mut self.keys, <<B::Lane as LaneCipher<N>>::RoundKeys as RoundKeys>::PER_LANE_ZERO);
        wipe(&mut self.data, [0; MAX_TILE]);
    }
}
