//! The states of many streams in memory, a word of each side by side.

use super::scheduler::MAX_STREAMS;
use crate::lanes::{Lanes32, wipe};

/// Sixteen registers of at most [`MAX_STREAMS`] words, the words of one register side by side.
#[derive(Clone)]
#[repr(C, align(64))]
pub(super) struct Columns(pub(super) [u32; 16 * MAX_STREAMS]);

impl Columns {
    pub(super) const ZERO: Self = Self([0; 16 * MAX_STREAMS]);

    #[inline(always)]
    pub(super) fn get<W: Lanes32>(&self, isa: W::Isa, i: usize) -> W {
        W::load_words(isa, &self.0[i * W::LANES..(i + 1) * W::LANES])
    }

    #[inline(always)]
    pub(super) fn set<W: Lanes32>(&mut self, i: usize, value: W) {
        value.store_words(&mut self.0[i * W::LANES..(i + 1) * W::LANES]);
    }

    /// Makes all words zero.
    pub(super) fn wipe(&mut self) {
        wipe(&mut self.0, [0; 16 * MAX_STREAMS]);
    }
}
