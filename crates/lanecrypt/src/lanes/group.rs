//! Several registers as one: a kernel written once runs interleaved over all of them.

use super::{AffineMap, Bytes, InverseMap, NibbleTable, Pairs, Row, RowOrder, Table256, Words};

/// `N` registers side by side. Every operation is applied to all of them in turn, which gives the
/// processor `N` independent chains to overlap.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(crate) struct Group<W, const N: usize>([W; N]);

impl<W: Words, const N: usize> Group<W, N> {
    #[inline(always)]
    fn map(self, f: impl Fn(W) -> W) -> Self {
        let mut out = self;
        for i in 0..N {
            out.0[i] = f(self.0[i]);
        }
        out
    }

    #[inline(always)]
    fn zip(self, other: Self, f: impl Fn(W, W) -> W) -> Self {
        let mut out = self;
        for i in 0..N {
            out.0[i] = f(self.0[i], other.0[i]);
        }
        out
    }

    #[inline(always)]
    fn zip3(self, b: Self, c: Self, f: impl Fn(W, W, W) -> W) -> Self {
        let mut out = self;
        for i in 0..N {
            out.0[i] = f(self.0[i], b.0[i], c.0[i]);
        }
        out
    }
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
        self.zip(other, W::add)
    }
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        self.zip(other, W::sub)
    }
    #[inline(always)]
    fn max_signed(self, other: Self) -> Self {
        self.zip(other, W::max_signed)
    }
    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        self.zip(other, W::xor)
    }
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        self.zip(other, W::and)
    }
    #[inline(always)]
    fn xor3(self, b: Self, c: Self) -> Self {
        self.zip3(b, c, W::xor3)
    }
    #[inline(always)]
    fn xor_and(self, b: Self, c: Self) -> Self {
        self.zip3(b, c, W::xor_and)
    }
    #[inline(always)]
    fn mask<const MASK: u32>(self) -> Self {
        self.map(W::mask::<MASK>)
    }
    #[inline(always)]
    fn select<const MASK: u32>(self, other: Self) -> Self {
        self.zip(other, W::select::<MASK>)
    }
    #[inline(always)]
    fn shl<const K: u32>(self) -> Self {
        self.map(W::shl::<K>)
    }
    #[inline(always)]
    fn shr<const K: u32>(self) -> Self {
        self.map(W::shr::<K>)
    }
    #[inline(always)]
    fn sign_mask(self) -> Self {
        self.map(W::sign_mask)
    }
    #[inline(always)]
    fn rotl<const K: u32>(self) -> Self {
        self.map(W::rotl::<K>)
    }
    #[inline(always)]
    fn shl_concat<const K: u32>(self, low: Self) -> Self {
        self.zip(low, W::shl_concat::<K>)
    }
    #[inline(always)]
    fn swap_bytes(self) -> Self {
        self.map(W::swap_bytes)
    }
    type Sums = [W::Sums; N];
    #[inline(always)]
    fn widened(self) -> [Self; 2] {
        let mut out = [self; 2];
        for i in 0..N {
            let [even, odd] = self.0[i].widened();
            out[0].0[i] = even;
            out[1].0[i] = odd;
        }
        out
    }
    #[inline(always)]
    fn zero_sums(isa: Self::Isa) -> Self::Sums {
        [W::zero_sums(isa); N]
    }
    #[inline(always)]
    fn add_products(sums: Self::Sums, widened: [Self; 2], factor: u32) -> Self::Sums {
        let mut out = sums;
        for i in 0..N {
            out[i] = W::add_products(sums[i], [widened[0].0[i], widened[1].0[i]], factor);
        }
        out
    }
    #[inline(always)]
    fn fold31(sums: Self::Sums) -> Self {
        // Not `map`: its closure is not always inlined.
        let mut out = Self([W::fold31(sums[0]); N]);
        for (out, sums) in out.0.iter_mut().zip(sums) {
            *out = W::fold31(sums);
        }
        out
    }
    #[inline(always)]
    fn interleave_rotl24(self, other: Self) -> Self {
        self.zip(other, W::interleave_rotl24)
    }
    #[inline(always)]
    fn columns(isa: Self::Isa, rows: &[Row], words: &mut [Self; 16]) {
        for i in 0..N {
            let mut one = [words[0].0[i]; 16];
            W::columns(isa, &rows[i * W::LANES..], &mut one);
            for t in 0..16 {
                words[t].0[i] = one[t];
            }
        }
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
        let mut out = self;
        for i in 0..N {
            out.0[i] = self.0[i].lookup16(table);
        }
        out
    }
    #[inline(always)]
    fn lookup256(self, table: &Table256) -> Self {
        let mut out = self;
        for i in 0..N {
            out.0[i] = self.0[i].lookup256(table);
        }
        out
    }
    #[inline(always)]
    fn affine<const C: i32>(self, map: &'static AffineMap) -> Self {
        let mut out = self;
        for i in 0..N {
            out.0[i] = self.0[i].affine::<C>(map);
        }
        out
    }
    #[inline(always)]
    fn inverse_affine<const C: i32>(self, map: &'static InverseMap<C>) -> Self {
        let mut out = self;
        for i in 0..N {
            out.0[i] = self.0[i].inverse_affine(map);
        }
        out
    }
}

/// Plain words in pairs.
impl Pairs for Group<u32, 2> {
    #[inline(always)]
    fn rotl16_pairs(self) -> Self {
        let [even, odd] = self.0;
        Self([even.shl_concat::<16>(odd), odd.shl_concat::<16>(even)])
    }
    #[inline(always)]
    fn rotl_each<const EVEN: u32, const ODD: u32>(self) -> Self {
        let [even, odd] = self.0;
        Self([even.rotl::<EVEN>(), odd.rotl::<ODD>()])
    }
}
