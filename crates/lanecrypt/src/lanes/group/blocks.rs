//! Groups of registers of blocks.

use super::Group;
use crate::lanes::{AesBlocks, Blocks, Isa, Vector, unroll};

/// An operation on each register of a group.
macro_rules! each {
    ($n:expr, $out:ident = $start:expr, |$i:ident| $value:expr) => {{
        let mut $out = $start;
        unroll!($n, |$i| $out.0[$i] = $value);
        $out
    }};
}

impl<B: Blocks, const N: usize> Blocks for Group<B, N> {
    const BLOCKS: usize = N * B::BLOCKS;
    const SLOW_CLMUL: bool = B::SLOW_CLMUL;

    #[inline(always)]
    fn reverse_bits(self) -> Self {
        each!(N, out = self, |i| self.0[i].reverse_bits())
    }
    #[inline(always)]
    fn clmul<const UPPER: bool, const OTHER_UPPER: bool>(self, other: Self) -> Self {
        each!(N, out = self, |i| self.0[i].clmul::<UPPER, OTHER_UPPER>(other.0[i]))
    }
    #[inline(always)]
    fn transpose_bytes(self) -> Self {
        each!(N, out = self, |i| self.0[i].transpose_bytes())
    }
    #[inline(always)]
    fn zip_bytes(self, other: Self) -> (Self, Self) {
        let mut out = (self, other);
        unroll!(N, |i| (out.0.0[i], out.1.0[i]) = self.0[i].zip_bytes(other.0[i]));
        out
    }
    #[inline(always)]
    fn align<const K: i32>(self, next: Self) -> Self {
        each!(N, out = self, |i| self.0[i].align::<K>(next.0[i]))
    }
    #[inline(always)]
    fn next_block(self, next: Self) -> Self {
        each!(N, out = self, |i| {
            self.0[i].next_block(if i + 1 < N { self.0[(i + 1) % N] } else { next.0[0] })
        })
    }
    #[inline(always)]
    fn previous_block(self, before: Self) -> Self {
        each!(N, out = self, |i| {
            self.0[i].previous_block(if i > 0 { self.0[(i + N - 1) % N] } else { before.0[N - 1] })
        })
    }
    #[inline(always)]
    fn xor_all_block(self) -> u128 {
        let mut sum = self.0[0];
        unroll!(N, |i| if i > 0 {
            sum = sum.xor(self.0[i]);
        });
        sum.xor_all_block()
    }
}

impl<B: AesBlocks, const N: usize> AesBlocks for Group<B, N> {
    #[inline(always)]
    fn splat(isa: B::Isa, block: u128) -> Self {
        Self([B::splat(isa, block); N])
    }
    #[inline(always)]
    fn from_each(isa: B::Isa, block: impl Fn(usize) -> u128) -> Self {
        each!(N, out = Self::zero(isa), |i| B::from_each(isa, |j| block(i * B::BLOCKS + j)))
    }
    #[inline(always)]
    fn block(self, place: usize) -> u128 {
        self.0[place / B::BLOCKS].block(place % B::BLOCKS)
    }
    #[inline(always)]
    fn transpose(isa: B::Isa, square: &mut [Self; 4]) {
        let before = *square;
        unroll!(Self::BLOCKS, |j| square[j] = Self::from_each(isa, |i| before[i % 4].block(j)));
    }
    #[inline(always)]
    fn swap_bytes(self) -> Self {
        each!(N, out = self, |i| self.0[i].swap_bytes())
    }
    #[inline(always)]
    fn last_word<const ROTATED: bool>(self) -> Self {
        each!(N, out = self, |i| self.0[i].last_word::<ROTATED>())
    }
    #[inline(always)]
    fn prefix_xor(self) -> Self {
        each!(N, out = self, |i| self.0[i].prefix_xor())
    }
    #[inline(always)]
    fn xor_all(self) -> <B::Isa as Isa>::One {
        let mut sum = self.0[0];
        unroll!(N, |i| if i > 0 {
            sum = sum.xor(self.0[i]);
        });
        sum.xor_all()
    }
    #[inline(always)]
    fn first(self) -> <B::Isa as Isa>::One {
        self.0[0].first()
    }
    #[inline(always)]
    fn of_one(block: <B::Isa as Isa>::One) -> Self {
        let first = B::of_one(block);
        // Nothing but zeros.
        let zero = first.xor(first);
        each!(N, out = Self([zero; N]), |i| if i == 0 { first } else { zero })
    }
    #[inline(always)]
    fn load_part(isa: B::Isa, bytes: &[u8]) -> Self {
        let size = 16 * B::BLOCKS;
        each!(N, out = Self::zero(isa), |i| {
            let bytes = &bytes[(i * size).min(bytes.len())..];
            if bytes.len() < size { B::load_part(isa, bytes) } else { B::load(isa, bytes) }
        })
    }
    #[inline(always)]
    fn store_part(self, bytes: &mut [u8]) {
        let (size, end) = (16 * B::BLOCKS, bytes.len());
        unroll!(N, |i| {
            let bytes = &mut bytes[(i * size).min(end)..];
            if bytes.len() < size {
                self.0[i].store_part(bytes);
            } else {
                self.0[i].store(bytes);
            }
        });
    }
    #[inline(always)]
    fn aes_enc(self, key: Self) -> Self {
        each!(N, out = self, |i| self.0[i].aes_enc(key.0[i]))
    }
    #[inline(always)]
    fn aes_enc_last(self, key: Self) -> Self {
        each!(N, out = self, |i| self.0[i].aes_enc_last(key.0[i]))
    }
    #[inline(always)]
    fn aes_dec(self, key: Self) -> Self {
        each!(N, out = self, |i| self.0[i].aes_dec(key.0[i]))
    }
    #[inline(always)]
    fn aes_dec_last(self, key: Self) -> Self {
        each!(N, out = self, |i| self.0[i].aes_dec_last(key.0[i]))
    }
    #[inline(always)]
    fn inv_mix_columns(self) -> Self {
        each!(N, out = self, |i| self.0[i].inv_mix_columns())
    }
    #[inline(always)]
    fn aes_enc_each<const M: usize>(blocks: &mut [Self; M], keys: &[Self; M]) {
        // Register by register of the several, so that backends which work on many at once can.
        unroll!(N, |i| {
            let mut part = [blocks[0].0[i]; M];
            let mut part_keys = part;
            unroll!(M, |j| (part[j], part_keys[j]) = (blocks[j].0[i], keys[j].0[i]));
            B::aes_enc_each(&mut part, &part_keys);
            unroll!(M, |j| blocks[j].0[i] = part[j]);
        });
    }
}
