//! A block as a part, and four plain words.

use super::Portable;
use crate::lanes::{Group, Messages, Parts, Quads, Vector};

impl Parts for u128 {
    const PARTS: usize = 1;
    const PART_BYTES: usize = 16;

    #[inline(always)]
    fn gather<M: Messages>(isa: Portable, messages: &M, first: usize, start: usize) -> Self {
        Self::load(isa, messages.input(first, start, 16))
    }
    #[inline(always)]
    fn scatter<M: Messages>(self, messages: &mut M, first: usize, start: usize) {
        self.store(messages.output(first, start, 16));
    }
}

macro_rules! quads {
    ($($word:ident)*) => {$(
        impl Parts for Group<$word, 4> {
            const PARTS: usize = 1;
            const PART_BYTES: usize = 4 * size_of::<$word>();

            #[inline(always)]
            fn gather<M: Messages>(isa: Portable, messages: &M, first: usize, start: usize) -> Self {
                Self::load(isa, messages.input(first, start, Self::PART_BYTES))
            }
            #[inline(always)]
            fn scatter<M: Messages>(self, messages: &mut M, first: usize, start: usize) {
                self.store(messages.output(first, start, Self::PART_BYTES));
            }
        }

        impl Quads for Group<$word, 4> {
            #[inline(always)]
            fn rotate<const PLACES: usize>(self) -> Self {
                let [a, b, c, d] = self.registers();
                Self::of(match PLACES {
                    1 => [d, a, b, c],
                    2 => [c, d, a, b],
                    _ => [b, c, d, a],
                })
            }
        }
    )*};
}
quads!(u32 u64);
