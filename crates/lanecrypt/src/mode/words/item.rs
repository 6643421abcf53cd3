//! Jobs of either mode and of every cipher with the same rounds as one type.

use super::Work;
use super::one::{self, blocks_to_wrap, counter_block};
use crate::Backend;
use crate::batch::{CipherJob, Data, Key, Status};
use crate::block::cipher::LaneCipher;
use crate::block::key::{Keyed, LaneKey};
use crate::mode::{Ctr, Ecb, Modes};

/// A job without its type. What follows it is compiled once for the rounds, not for every cipher and mode.
pub(super) struct Item<'j, 'a, C: LaneCipher<N>, const N: usize> {
    pub(super) key: Key<'a, LaneKey<C, N>>,
    /// The nonce of counter mode, and the number of the first block.
    pub(super) nonce: &'a [u8],
    pub(super) block: u64,
    pub(super) data: &'j mut Data<'a>,
}

/// A job of either mode and of any cipher with the same rounds.
pub(super) trait Job<'a, C: LaneCipher<N>, const N: usize> {
    fn key(&self) -> Key<'a, LaneKey<C, N>>;
    fn bytes(&self) -> usize;
    fn is_pending(&self) -> bool;
    /// As an item, which must be worked on: the job counts as done.
    fn take(&mut self) -> Item<'_, 'a, C, N>;
}

macro_rules! job {
    ($mode:ident, |$job:ident| $nonce:expr) => {
        impl<'a, B: Modes + Keyed<N>, const N: usize> Job<'a, B::Lane, N>
            for CipherJob<'a, $mode<B>>
        {
            #[inline(always)]
            fn key(&self) -> Key<'a, LaneKey<B::Lane, N>> {
                self.key.map(|mode| mode.cipher.key())
            }
            #[inline(always)]
            fn bytes(&self) -> usize {
                self.data.len()
            }
            #[inline(always)]
            fn is_pending(&self) -> bool {
                CipherJob::is_pending(self)
            }
            #[inline(always)]
            fn take(&mut self) -> Item<'_, 'a, B::Lane, N> {
                let key = Job::<B::Lane, N>::key(self);
                let $job = self;
                $job.status = Status::Done;
                Item { key, nonce: $nonce, block: $job.block, data: &mut $job.data }
            }
        }
    };
}
job!(Ecb, |job| &[]);
job!(Ctr, |job| job.nonce);

impl<C: LaneCipher<N>, const N: usize> Item<'_, '_, C, N> {
    /// How many bytes it has.
    #[inline(always)]
    pub(super) fn bytes(&self) -> usize {
        self.data.len()
    }

    /// Works on it under a key.
    #[inline]
    pub(super) fn alone(&mut self, backend: Backend, key: &LaneKey<C, N>, work: Work) {
        let data = self.data.in_out();
        match work {
            Work::Keystream => one::ctr(backend, key, self.nonce, self.block, data),
            _ => one::ecb(backend, key, work, data),
        }
    }

    /// The block that its counter starts with; any block without one. None if the counter's lowest word wraps within
    /// the message.
    #[inline(always)]
    pub(super) fn first_block(&self, work: Work) -> Option<[C::Word; N]> {
        if work != Work::Keystream {
            return Some([C::Word::default(); N]);
        }
        let blocks = self.bytes().div_ceil(N * C::WORD_BYTES) as u64;
        let fits = blocks <= blocks_to_wrap::<C, N>(self.block);
        fits.then(|| counter_block::<C, N>(self.nonce, self.block))
    }
}
