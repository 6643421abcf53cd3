//! Registers of several messages, side by side: each has an equal part, of 16 bytes or 32.

use super::{Lanes, Messages, Vector};

/// Registers of equal parts, each of another message.
pub(crate) trait Parts: Vector {
    /// How many parts.
    const PARTS: usize;
    /// The bytes of a part.
    const PART_BYTES: usize;

    /// Part `i` from the bytes at `start` of message `first + i`.
    fn gather<M: Messages>(isa: Self::Isa, messages: &M, first: usize, start: usize) -> Self;
    /// Part `i` to the bytes at `start` of message `first + i`.
    fn scatter<M: Messages>(self, messages: &mut M, first: usize, start: usize);
    /// Part `i` of two registers from the bytes at `start` of message `first + i`, which lie one after
    /// another.
    #[inline(always)]
    fn gather_pair<M: Messages>(
        isa: Self::Isa,
        messages: &M,
        first: usize,
        start: usize,
    ) -> [Self; 2] {
        let second = Self::gather(isa, messages, first, start + Self::PART_BYTES);
        [Self::gather(isa, messages, first, start), second]
    }
    /// The reverse.
    #[inline(always)]
    fn scatter_pair<M: Messages>(pair: [Self; 2], messages: &mut M, first: usize, start: usize) {
        pair[0].scatter(messages, first, start);
        pair[1].scatter(messages, first, start + Self::PART_BYTES);
    }
}

/// Registers of parts that are four words each, word 0 first.
pub(crate) trait Quads: Lanes + Parts {
    /// In every part the same bytes, as many as a part has; fewer are followed by zeros.
    #[inline(always)]
    fn same(isa: Self::Isa, bytes: &[u8]) -> Self {
        let mut part = [0; 32];
        for (part, byte) in part.iter_mut().zip(bytes) {
            *part = *byte;
        }
        Self::gather(isa, &SameBytes(part), 0, 0)
    }
    /// Every word goes up so many places, 1 to 3, in its part; the last ones go to the bottom.
    fn rotate<const PLACES: usize>(self) -> Self;
}

/// The same bytes for every message.
struct SameBytes([u8; 32]);

impl Messages for SameBytes {
    #[inline(always)]
    fn input(&self, _: usize, start: usize, bytes: usize) -> &[u8] {
        &self.0[start..start + bytes]
    }
    #[inline(always)]
    fn output(&mut self, _: usize, start: usize, bytes: usize) -> &mut [u8] {
        &mut self.0[start..start + bytes]
    }
}
