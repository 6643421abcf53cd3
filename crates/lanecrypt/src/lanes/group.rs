//! Several registers as one: a kernel written once runs interleaved over all of them.

mod blocks;
mod lanes;

use super::{Messages, Parts, Quads, Vector, Word, Words, unroll};

/// Each of `N` registers: written out, but as a loop where a register is one word, which the
/// compiler makes registers of.
macro_rules! on_each {
    ($register:ty, $n:expr, |$i:ident| $statement:expr) => {
        if <$register>::BYTES > 8 {
            unroll!($n, |$i| $statement);
        } else {
            for $i in 0..$n {
                $statement;
            }
        }
    };
}

use on_each;

/// `N` registers side by side. Every operation is applied to all of them in turn, which gives the
/// processor `N` independent chains to overlap.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(crate) struct Group<R, const N: usize>([R; N]);

impl<R: Copy, const N: usize> Group<R, N> {
    /// Of its registers.
    #[inline(always)]
    pub(super) fn of(registers: [R; N]) -> Self {
        Self(registers)
    }
    /// Its registers.
    #[inline(always)]
    pub(super) fn registers(self) -> [R; N] {
        self.0
    }
}

impl<R: Vector, const N: usize> Group<R, N> {
    #[inline(always)]
    fn map(self, f: impl Fn(R) -> R) -> Self {
        let mut out = self;
        on_each!(R, N, |i| out.0[i] = f(self.0[i]));
        out
    }

    #[inline(always)]
    fn map2(self, other: Self, f: impl Fn(R, R) -> R) -> Self {
        let mut out = self;
        on_each!(R, N, |i| out.0[i] = f(self.0[i], other.0[i]));
        out
    }

    #[inline(always)]
    fn map3(self, b: Self, c: Self, f: impl Fn(R, R, R) -> R) -> Self {
        let mut out = self;
        on_each!(R, N, |i| out.0[i] = f(self.0[i], b.0[i], c.0[i]));
        out
    }
}

impl<R: Vector, const N: usize> Vector for Group<R, N> {
    type Isa = R::Isa;
    const BYTES: usize = N * R::BYTES;

    #[inline(always)]
    fn zero(isa: R::Isa) -> Self {
        Self([R::zero(isa); N])
    }
    #[inline(always)]
    fn load(isa: R::Isa, bytes: &[u8]) -> Self {
        let mut out = Self([R::load(isa, bytes); N]);
        on_each!(R, N, |i| if i > 0 {
            out.0[i] = R::load(isa, &bytes[i * R::BYTES..]);
        });
        out
    }
    #[inline(always)]
    fn store(self, bytes: &mut [u8]) {
        on_each!(R, N, |i| self.0[i].store(&mut bytes[i * R::BYTES..]));
    }
    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        self.map2(other, R::xor)
    }
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        self.map2(other, R::and)
    }
    #[inline(always)]
    fn xor3(self, b: Self, c: Self) -> Self {
        self.map3(b, c, R::xor3)
    }
    #[inline(always)]
    fn xor_and(self, b: Self, c: Self) -> Self {
        self.map3(b, c, R::xor_and)
    }
}

impl<R: Words, const N: usize> Words for Group<R, N> {
    #[inline(always)]
    fn splat_word<W: Word>(isa: R::Isa, word: W) -> Self {
        Self([R::splat_word(isa, word); N])
    }
    #[inline(always)]
    fn add<W: Word>(self, other: Self) -> Self {
        self.map2(other, R::add::<W>)
    }
    #[inline(always)]
    fn sub<W: Word>(self, other: Self) -> Self {
        self.map2(other, R::sub::<W>)
    }
    #[inline(always)]
    fn mul<W: Word>(self, other: Self) -> Self {
        self.map2(other, R::mul::<W>)
    }
    #[inline(always)]
    fn mul_wide(self, other: Self) -> Self {
        self.map2(other, R::mul_wide)
    }
    #[inline(always)]
    fn shl<W: Word>(self, count: u32) -> Self {
        let mut out = self;
        on_each!(R, N, |i| out.0[i] = self.0[i].shl::<W>(count));
        out
    }
    #[inline(always)]
    fn shr<W: Word>(self, count: u32) -> Self {
        let mut out = self;
        on_each!(R, N, |i| out.0[i] = self.0[i].shr::<W>(count));
        out
    }
    #[inline(always)]
    fn sra<W: Word>(self, count: u32) -> Self {
        let mut out = self;
        on_each!(R, N, |i| out.0[i] = self.0[i].sra::<W>(count));
        out
    }
    #[inline(always)]
    fn rotl<W: Word, const K: u32>(self) -> Self {
        self.map(R::rotl::<W, K>)
    }
    #[inline(always)]
    fn swap_word_bytes<W: Word>(self) -> Self {
        self.map(R::swap_word_bytes::<W>)
    }
    #[inline(always)]
    fn upper<W: Word>(self, bits: u32) -> Self {
        let mut out = self;
        on_each!(R, N, |i| out.0[i] = self.0[i].upper::<W>(bits));
        out
    }
    #[inline(always)]
    fn add_bytes(self, other: Self) -> Self {
        self.map2(other, R::add_bytes)
    }
    // Each register with its counterpart in the other group.
    #[inline(always)]
    fn zip(self, other: Self, bits: usize) -> (Self, Self) {
        let mut out = (self, other);
        on_each!(R, N, |i| (out.0.0[i], out.1.0[i]) = self.0[i].zip(other.0[i], bits));
        out
    }
    #[inline(always)]
    fn unzip(self, other: Self, bits: usize) -> (Self, Self) {
        let mut out = (self, other);
        on_each!(R, N, |i| (out.0.0[i], out.1.0[i]) = self.0[i].unzip(other.0[i], bits));
        out
    }
}

impl<R: Parts, const N: usize> Parts for Group<R, N> {
    const PARTS: usize = N * R::PARTS;
    const PART_BYTES: usize = R::PART_BYTES;

    #[inline(always)]
    fn gather<M: Messages>(isa: R::Isa, messages: &M, first: usize, start: usize) -> Self {
        let mut out = Self([R::gather(isa, messages, first, start); N]);
        on_each!(R, N, |i| out.0[i] = R::gather(isa, messages, first + i * R::PARTS, start));
        out
    }
    #[inline(always)]
    fn scatter<M: Messages>(self, messages: &mut M, first: usize, start: usize) {
        on_each!(R, N, |i| self.0[i].scatter(messages, first + i * R::PARTS, start));
    }
}

impl<R: Quads, const N: usize> Quads for Group<R, N> {
    #[inline(always)]
    fn rotate<const PLACES: usize>(self) -> Self {
        self.map(R::rotate::<PLACES>)
    }
}
