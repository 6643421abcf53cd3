//! Four plain words, and a block as a part.

use super::super::{Messages, Parts, Quads};
use super::Portable;

/// Four words of 32 bits.
#[derive(Clone, Copy)]
pub(crate) struct Quad32([u32; 4]);

/// Four words of 64 bits.
#[derive(Clone, Copy)]
pub(crate) struct Quad64([u64; 4]);

macro_rules! quads {
    ($($name:ident $word:ident)*) => {$(
        impl Parts for $name {
            type Isa = Portable;
            const PARTS: usize = 1;
            const PART_BYTES: usize = 4 * size_of::<$word>();

            #[inline(always)]
            fn gather<P: Messages>(_: Portable, messages: &P, first: usize, start: usize) -> Self {
                let bytes = messages.input(first, start, Self::PART_BYTES);
                let mut out = [0; 4];
                for (word, bytes) in out.iter_mut().zip(bytes.chunks_exact(size_of::<$word>())) {
                    let mut word_bytes = [0; size_of::<$word>()];
                    word_bytes.copy_from_slice(bytes);
                    *word = $word::from_le_bytes(word_bytes);
                }
                Self(out)
            }
            #[inline(always)]
            fn scatter<P: Messages>(self, messages: &mut P, first: usize, start: usize) {
                let bytes = messages.output(first, start, Self::PART_BYTES);
                for (word, bytes) in self.0.iter().zip(bytes.chunks_exact_mut(size_of::<$word>())) {
                    bytes.copy_from_slice(&word.to_le_bytes());
                }
            }
        }

        impl Quads for $name {
            #[inline(always)]
            fn xor(self, other: Self) -> Self {
                let ([a, b, c, d], [e, f, g, h]) = (self.0, other.0);
                Self([a ^ e, b ^ f, c ^ g, d ^ h])
            }
            #[inline(always)]
            fn and(self, other: Self) -> Self {
                let ([a, b, c, d], [e, f, g, h]) = (self.0, other.0);
                Self([a & e, b & f, c & g, d & h])
            }
            #[inline(always)]
            fn rotl<const K: u32>(self) -> Self {
                let [a, b, c, d] = self.0;
                Self([a.rotate_left(K), b.rotate_left(K), c.rotate_left(K), d.rotate_left(K)])
            }
            #[inline(always)]
            fn turn<const PLACES: usize>(self) -> Self {
                let [a, b, c, d] = self.0;
                Self(match PLACES {
                    1 => [d, a, b, c],
                    2 => [c, d, a, b],
                    _ => [b, c, d, a],
                })
            }
        }
    )*};
}
quads!(Quad32 u32 Quad64 u64);

impl Parts for u128 {
    type Isa = Portable;
    const PARTS: usize = 1;
    const PART_BYTES: usize = 16;

    #[inline(always)]
    fn gather<P: Messages>(_: Portable, messages: &P, first: usize, start: usize) -> Self {
        let mut bytes = [0; 16];
        bytes.copy_from_slice(messages.input(first, start, 16));
        u128::from_le_bytes(bytes)
    }
    #[inline(always)]
    fn scatter<P: Messages>(self, messages: &mut P, first: usize, start: usize) {
        messages.output(first, start, 16).copy_from_slice(&self.to_le_bytes());
    }
}
