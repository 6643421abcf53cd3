//! A block as a part, and four words of one message in one register or two.

use core::arch::x86_64::*;

use super::{Level, Sse, Xmm};
use crate::lanes::{Blocks, Group, Messages, Parts, Quads, Vector, View, Words as _};

impl<L: Level> Parts for Xmm<L> {
    const PARTS: usize = 1;
    const PART_BYTES: usize = 16;

    #[inline(always)]
    fn gather<M: Messages>(isa: L, messages: &M, first: usize, start: usize) -> Self {
        Self::load(isa, messages.input(first, start, 16))
    }
    #[inline(always)]
    fn scatter<M: Messages>(self, messages: &mut M, first: usize, start: usize) {
        self.store(messages.output(first, start, 16));
    }
}

impl<L: Level> Quads for View<Xmm<L>, u32> {
    #[inline(always)]
    fn rotate<const PLACES: usize>(self) -> Self {
        let words = self.register().0;
        // SAFETY: a register proves SSE4.1.
        View::of(Xmm::new(unsafe {
            match PLACES {
                1 => _mm_shuffle_epi32::<0b10_01_00_11>(words),
                2 => _mm_shuffle_epi32::<0b01_00_11_10>(words),
                _ => _mm_shuffle_epi32::<0b00_11_10_01>(words),
            }
        }))
    }
}

/// Two words of 64 bits in each of two registers.
type Quad64 = Group<View<Xmm<Sse>, u64>, 2>;

impl Parts for Quad64 {
    const PARTS: usize = 1;
    const PART_BYTES: usize = 32;

    #[inline(always)]
    fn gather<M: Messages>(isa: Sse, messages: &M, first: usize, start: usize) -> Self {
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
