//! Several registers as one: a kernel written once runs interleaved over all of them.

use super::{AffineMap, Bytes, InverseMap, NibbleTable, Row, RowOrder, Table256, Words};

/// `N` registers side by side. Every operation is applied to all of them in turn, which gives the
/// processor `N` independent chains to overlap.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(crate) struct Group<W, const N: usize>([W; N]);

/// One register of a group after the other. Not by closures: a closure is a function of its own
/// without the features of the shell, and a large one is not inlined into it.
macro_rules! each {
    ($group:ident, $i:ident, $one:expr) => {{
        let mut out = $group;
        for $i in 0..N {
            out.0[$i] = $one;
        }
        out
    }};
}

impl<W: Words, const N: usize> Words for Group<W, N> {
    type Isa = W::Isa;
    const LANES: usize = N * W::LANES;

    #[inline(always)]
    fn splat(isa: Self::Isa, word: u32) -> Self {
        Self([W::splat(isa, word); N])
    }
    #[inline(always)]
    fn load(isa: Self::Isa, words: &[u32]) -> Self {
        let mut out = Self::splat(isa, 0);
        for i in 0..N {
            out.0[i] = W::load(isa, &words[i * W::LANES..]);
        }
        out
    }
    #[inline(always)]
    fn store(self, words: &mut [u32]) {
        for i in 0..N {
            self.0[i].store(&mut words[i * W::LANES..]);
        }
    }
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        each!(self, i, self.0[i].add(other.0[i]))
    }
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        each!(self, i, self.0[i].sub(other.0[i]))
    }
    #[inline(always)]
    fn max_signed(self, other: Self) -> Self {
        each!(self, i, self.0[i].max_signed(other.0[i]))
    }
    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        each!(self, i, self.0[i].xor(other.0[i]))
    }
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        each!(self, i, self.0[i].and(other.0[i]))
    }
    #[inline(always)]
    fn xor3(self, b: Self, c: Self) -> Self {
        each!(self, i, self.0[i].xor3(b.0[i], c.0[i]))
    }
    #[inline(always)]
    fn xor_and(self, b: Self, c: Self) -> Self {
        each!(self, i, self.0[i].xor_and(b.0[i], c.0[i]))
    }
    #[inline(always)]
    fn mask<const MASK: u32>(self) -> Self {
        each!(self, i, self.0[i].mask::<MASK>())
    }
    #[inline(always)]
    fn select<const MASK: u32>(self, other: Self) -> Self {
        each!(self, i, self.0[i].select::<MASK>(other.0[i]))
    }
    #[inline(always)]
    fn shl<const K: u32>(self) -> Self {
        each!(self, i, self.0[i].shl::<K>())
    }
    #[inline(always)]
    fn shr<const K: u32>(self) -> Self {
        each!(self, i, self.0[i].shr::<K>())
    }
    #[inline(always)]
    fn sign_mask(self) -> Self {
        each!(self, i, self.0[i].sign_mask())
    }
    #[inline(always)]
    fn rotl<const K: u32>(self) -> Self {
        each!(self, i, self.0[i].rotl::<K>())
    }
    #[inline(always)]
    fn shl_concat<const K: u32>(self, low: Self) -> Self {
        each!(self, i, self.0[i].shl_concat::<K>(low.0[i]))
    }
    #[inline(always)]
    fn swap_bytes(self) -> Self {
        each!(self, i, self.0[i].swap_bytes())
    }
    #[inline(always)]
    fn transpose<O: RowOrder>(words: &[Self; 16], rows: &mut [Row]) {
        for (i, rows) in rows.chunks_exact_mut(W::LANES).enumerate().take(N) {
            let mut one = [words[0].0[i]; 16];
            for t in 0..16 {
                one[t] = words[t].0[i];
            }
            W::transpose::<O>(&one, rows);
        }
    }
}

impl<W: Bytes, const N: usize> Bytes for Group<W, N> {
    const FAST_LOOKUP256: bool = W::FAST_LOOKUP256;

    #[inline(always)]
    fn lookup16(self, table: &NibbleTable) -> Self {
        each!(self, i, self.0[i].lookup16(table))
    }
    #[inline(always)]
    fn lookup256(self, table: &Table256) -> Self {
        each!(self, i, self.0[i].lookup256(table))
    }
    #[inline(always)]
    fn affine<const C: i32>(self, map: &'static AffineMap) -> Self {
        each!(self, i, self.0[i].affine::<C>(map))
    }
    #[inline(always)]
    fn inverse_affine<const C: i32>(self, map: &'static InverseMap<C>) -> Self {
        each!(self, i, self.0[i].inverse_affine(map))
    }
}
