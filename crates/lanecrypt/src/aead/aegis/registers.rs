//! The states of the family in registers: of one message, in one lane or several, or of several
//! messages side by side.

use core::marker::PhantomData;

use super::family::AegisRules;
use crate::Backend;
use crate::aead::stateful::State;
use crate::lanes::{AesBlocks, Blocks, Isa, Messages, Parts, unroll};

/// `N` registers, each with a block of every lane of one message, or, where `SIDE`, with one of
/// each of several messages. A block of the message is `M` registers.
#[derive(Clone, Copy)]
pub(crate) struct AegisState<B: Blocks, F, const N: usize, const M: usize, const SIDE: bool> {
    s: [B; N],
    isa: B::Isa,
    family: PhantomData<F>,
}

/// What tells the lanes of a message apart, and from those of a message with more or fewer: the
/// number of each, and that of the last one.
const fn context(lanes: usize) -> [u8; 64] {
    let mut context = [0; 64];
    let mut lane = 0;
    while lane < lanes {
        context[16 * lane] = lane as u8;
        context[16 * lane + 1] = lanes as u8 - 1;
        lane += 1;
    }
    context
}

impl<B, F, const N: usize, const M: usize, const SIDE: bool> AegisState<B, F, N, M, SIDE>
where
    B: AesBlocks + Parts,
    F: AegisRules<N, M>,
{
    /// The bytes of a register that belong to one message.
    const BYTES: usize = if SIDE { 16 } else { 16 * B::BLOCKS };

    /// Register number `i` of some that lie one after another.
    #[inline(always)]
    fn get<P: Messages>(isa: B::Isa, from: &P, i: usize) -> B {
        match SIDE {
            true => B::gather(isa, from, 0, i * Self::BYTES),
            false => B::load(isa, from.input(0, i * Self::BYTES, Self::BYTES)),
        }
    }
    /// The reverse.
    #[inline(always)]
    fn put<P: Messages>(register: B, to: &mut P, i: usize) {
        match SIDE {
            true => register.scatter(to, 0, i * Self::BYTES),
            false => register.store(to.output(0, i * Self::BYTES, Self::BYTES)),
        }
    }
    /// Block number `i` of every message, in all its lanes.
    #[inline(always)]
    fn block<P: Messages>(isa: B::Isa, from: &P, i: usize) -> B {
        if SIDE {
            return B::gather(isa, from, 0, 16 * i);
        }
        let mut block = [0; 16];
        block.copy_from_slice(from.input(0, 16 * i, 16));
        B::splat(isa, u128::from_le_bytes(block))
    }

    /// The update: a round of every register, all independent of each other.
    ///
    /// The keys of the rounds that take in something are added afterwards, together with it, so
    /// that the rounds need not wait for it: an update takes hardly longer than a round.
    #[inline(always)]
    fn take_in(&mut self, block: [B; M]) {
        if const { matches!(<B::Isa as Isa>::BACKEND, Backend::Portable) } {
            self.take_in_called(&block);
        } else {
            self.take_in_here(block);
        }
    }
    /// The update as a function that kernels of plain words call: they call one for the rounds anyway, and what is around
    /// it would be much of their code.
    #[inline(never)]
    fn take_in_called(&mut self, block: &[B; M]) {
        self.take_in_here(*block);
    }
    #[inline(always)]
    fn take_in_here(&mut self, block: [B; M]) {
        let old = self.s;
        let mut keys = old;
        unroll!(M, |j| keys[4 * j] = B::zero(self.isa));
        unroll!(N, |i| self.s[i] = old[(i + N - 1) % N]);
        B::aes_enc_each(&mut self.s, &keys);
        unroll!(M, |j| self.s[4 * j] = old[4 * j].xor3(block[j], self.s[4 * j]));
    }

    /// The exclusive or of some registers.
    #[inline(always)]
    fn sum(&self, from: usize, to: usize) -> B {
        let mut sum = self.s[from % N];
        unroll!(N, |i| if i > from && i < to {
            sum = sum.xor(self.s[i]);
        });
        sum
    }
}

impl<B, F, const N: usize, const M: usize, const SIDE: bool> State for AegisState<B, F, N, M, SIDE>
where
    B: AesBlocks + Parts,
    F: AegisRules<N, M>,
{
    type Isa = B::Isa;
    type Block = [B; M];
    const MESSAGES: usize = if SIDE { B::PARTS } else { 1 };

    #[inline(always)]
    fn start<P: Messages>(isa: Self::Isa, keys: &P, nonces: &P) -> Self {
        let key = [Self::block(isa, keys, 0), Self::block(isa, keys, 1)];
        let nonce = [Self::block(isa, nonces, 0), Self::block(isa, nonces, 1)];
        let s = F::state(isa, key, nonce);
        let mut out = Self { s, isa, family: PhantomData };
        // A lone lane is not told apart.
        let lanes = if SIDE || B::BLOCKS == 1 { 0 } else { B::BLOCKS };
        let context = if lanes > 0 { B::load(isa, &context(lanes)) } else { B::zero(isa) };
        let feed = F::feed(key, nonce);
        for _ in 0..F::UPDATES / F::FEEDS {
            unroll!(F::FEEDS, |i| {
                if lanes > 0 {
                    out.s[3] = out.s[3].xor(context);
                    out.s[N - 1] = out.s[N - 1].xor(context);
                }
                out.take_in(feed[i % feed.len()]);
            });
        }
        out
    }
    #[inline(always)]
    fn keystream(&self) -> [B; M] {
        F::keystream(&self.s, [B::zero(self.isa); M])
    }
    #[inline(always)]
    fn update(&mut self, block: [B; M]) {
        self.take_in(block);
    }
    #[inline(always)]
    fn finish<P: Messages>(&mut self, isa: Self::Isa, lengths: &P) {
        let block = self.s[F::LENGTHS].xor(Self::block(isa, lengths, 0));
        for _ in 0..7 {
            self.take_in([block; M]);
        }
    }
    #[inline(always)]
    fn tags<P: Messages>(&self, tag_bytes: usize, tags: &mut P) {
        if tag_bytes == 32 {
            Self::put_tag(self.sum(0, N / 2), tags, 0);
            Self::put_tag(self.sum(N / 2, N), tags, 16);
        } else {
            Self::put_tag(self.sum(0, F::TAG), tags, 0);
        }
    }

    #[inline(always)]
    fn load<P: Messages>(isa: Self::Isa, images: &P) -> Self {
        let mut s = [B::zero(isa); N];
        unroll!(N, |i| s[i] = Self::get(isa, images, i));
        Self { s, isa, family: PhantomData }
    }
    #[inline(always)]
    fn save<P: Messages>(&self, images: &mut P) {
        unroll!(N, |i| Self::put(self.s[i], images, i));
    }

    #[inline(always)]
    fn read<P: Messages>(isa: Self::Isa, blocks: &P) -> [B; M] {
        let mut block = [B::zero(isa); M];
        if SIDE && M == 2 {
            let pair = B::gather_pair(isa, blocks, 0, 0);
            unroll!(M, |j| block[j] = pair[j % 2]);
        } else {
            unroll!(M, |j| block[j] = Self::get(isa, blocks, j));
        }
        block
    }
    #[inline(always)]
    fn write<P: Messages>(block: [B; M], blocks: &mut P) {
        if SIDE && M == 2 {
            B::scatter_pair([block[0], block[M - 1]], blocks, 0, 0);
        } else {
            unroll!(M, |j| Self::put(block[j], blocks, j));
        }
    }
    #[inline(always)]
    fn xor_keystream(&self, block: [B; M]) -> [B; M] {
        F::keystream(&self.s, block)
    }
    #[inline(always)]
    fn xor(a: [B; M], b: [B; M]) -> [B; M] {
        let mut out = a;
        unroll!(M, |j| out[j] = a[j].xor(b[j]));
        out
    }
    #[inline(always)]
    fn xor_and(a: [B; M], b: [B; M], c: [B; M]) -> [B; M] {
        let mut out = a;
        unroll!(M, |j| out[j] = a[j].xor_and(b[j], c[j]));
        out
    }
}

impl<B, F, const N: usize, const M: usize, const SIDE: bool> AegisState<B, F, N, M, SIDE>
where
    B: AesBlocks + Parts,
    F: AegisRules<N, M>,
{
    /// Writes half a tag of every message; that of a message is the sum of its lanes'.
    #[inline(always)]
    fn put_tag<P: Messages>(tag: B, tags: &mut P, start: usize) {
        match SIDE {
            true => tag.scatter(tags, 0, start),
            false => tags.output(0, start, 16).copy_from_slice(&tag.xor_all_block().to_le_bytes()),
        }
    }
}
