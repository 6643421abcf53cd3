//! A block as a part, and four words of one message in one register or two.

use core::arch::aarch64::*;

use super::{Neon, Q};
use crate::lanes::{Blocks, Group, Messages, Parts, Quads, Vector, View, Words as _};

impl Parts for Q {
    const PARTS: usize = 1;
    const PART_BYTES: usize = 16;

    #[inline(always)]
    fn gather<M: Messages>(isa: Neon, messages: &M, first: usize, start: usize) -> Self {
        Self::load(isa, messages.input(first, start, 16))
    }
    #[inline(always)]
    fn scatter<M: Messages>(self, messages: &mut M, first: usize, start: usize) {
        self.store(messages.output(first, start, 16));
    }
}

impl Quads for View<Q, u32> {
    #[inline(always)]
    fn rotate<const PLACES: usize>(self) -> Self {
        let words = self.register().0;
        // SAFETY: a register proves NEON.
        Self::of(Q(unsafe {
            match PLACES {
                1 => vextq_u8::<12>(words, words),
                2 => vextq_u8::<8>(words, words),
                _ => vextq_u8::<4>(words, words),
            }
        }))
    }
}

/// Two words of 64 bits in each of two registers.
type Quad64 = Group<View<Q, u64>, 2>;

impl Parts for Quad64 {
    const PARTS: usize = 1;
    const PART_BYTES: usize = 32;

    #[inline(always)]
    fn gather<M: Messages>(isa: Neon, messages: &M, first: usize, start: usize) -> Self {
        Self::load(isa, messages.input(first, start, 32))
    }
    #[inline(always)]
    fn scatter<M: Messages>(self, messages: &mut M, first: usize, start: usize) {
        self.store(messages.output(first, start, 32));
    }
}

impl Quads for Quad64 {
    #[inline(always)]
    fn rotate<const PLACES: usize>(self) -> Self {
        let [low, high] = self.registers();
        // Words 3 and 0, and words 1 and 2.
        let odd = high.register().align::<8>(low.register()).as_words();
        let even = low.register().align::<8>(high.register()).as_words();
        Group::of(match PLACES {
            1 => [odd, even],
            2 => [high, low],
            _ => [even, odd],
        })
    }
}
