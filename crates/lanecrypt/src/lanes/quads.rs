//! Registers of several messages, side by side: each has an equal part, of 16 bytes or 32.

use super::vector::each_below;
use super::{Isa, Messages, Several};

/// Registers of equal parts, each of another message.
pub(crate) trait Parts: Copy {
    /// The instruction set that owns the registers.
    type Isa: Isa;
    /// How many parts.
    const PARTS: usize;
    /// The bytes of a part.
    const PART_BYTES: usize;

    /// Part `i` from the bytes at `start` of message `first + i`.
    fn gather<P: Messages>(isa: Self::Isa, messages: &P, first: usize, start: usize) -> Self;
    /// Part `i` to the bytes at `start` of message `first + i`.
    fn scatter<P: Messages>(self, messages: &mut P, first: usize, start: usize);
}

/// Registers of parts that are four words each, word 0 first, little-endian.
pub(crate) trait Quads: Parts {
    /// In every part the same bytes, as many as a part has; fewer are followed by zeros.
    #[inline(always)]
    fn same(isa: Self::Isa, bytes: &[u8]) -> Self {
        let mut part = [0; 32];
        for (part, byte) in part.iter_mut().zip(bytes) {
            *part = *byte;
        }
        Self::gather(isa, &Same(part), 0, 0)
    }
    /// Bitwise exclusive or.
    fn xor(self, other: Self) -> Self;
    /// Bitwise and.
    fn and(self, other: Self) -> Self;
    /// Exclusive or of three.
    #[inline(always)]
    fn xor3(self, b: Self, c: Self) -> Self {
        self.xor(b).xor(c)
    }
    /// `self ^ (b & c)`.
    #[inline(always)]
    fn xor_and(self, b: Self, c: Self) -> Self {
        self.xor(b.and(c))
    }
    /// Every word rotated left by a constant from 1 to its bits less 1.
    fn rotl<const K: u32>(self) -> Self;
    /// Every word goes up so many messages, 1 to 3, in its part; the last ones go to the bottom.
    fn turn<const PLACES: usize>(self) -> Self;
}

/// The same bytes for every message.
struct Same([u8; 32]);

impl Messages for Same {
    #[inline(always)]
    fn input(&self, _: usize, start: usize, bytes: usize) -> &[u8] {
        &self.0[start..start + bytes]
    }
    #[inline(always)]
    fn output(&mut self, _: usize, start: usize, bytes: usize) -> &mut [u8] {
        &mut self.0[start..start + bytes]
    }
}

/// Several registers as one: their chains overlap.
impl<Q: Quads, const N: usize> Quads for Several<Q, N> {
    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        let registers = self.registers();
        let mut out = registers;
        each_below!(N, |i| out[i] = registers[i].xor(other.registers()[i]));
        Self::of(out)
    }
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        let registers = self.registers();
        let mut out = registers;
        each_below!(N, |i| out[i] = registers[i].and(other.registers()[i]));
        Self::of(out)
    }
    #[inline(always)]
    fn xor3(self, b: Self, c: Self) -> Self {
        let registers = self.registers();
        let mut out = registers;
        each_below!(N, |i| out[i] = registers[i].xor3(b.registers()[i], c.registers()[i]));
        Self::of(out)
    }
    #[inline(always)]
    fn xor_and(self, b: Self, c: Self) -> Self {
        let registers = self.registers();
        let mut out = registers;
        each_below!(N, |i| out[i] = registers[i].xor_and(b.registers()[i], c.registers()[i]));
        Self::of(out)
    }
    #[inline(always)]
    fn rotl<const K: u32>(self) -> Self {
        let registers = self.registers();
        let mut out = registers;
        each_below!(N, |i| out[i] = registers[i].rotl::<K>());
        Self::of(out)
    }
    #[inline(always)]
    fn turn<const PLACES: usize>(self) -> Self {
        let registers = self.registers();
        let mut out = registers;
        each_below!(N, |i| out[i] = registers[i].turn::<PLACES>());
        Self::of(out)
    }
}
