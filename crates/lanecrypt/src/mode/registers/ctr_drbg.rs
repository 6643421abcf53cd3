//! Counter blocks enciphered and put out as they are: what a generator gives.

use core::marker::PhantomData;

use super::tiles::{Step, each_tile};
use super::{BLOCK, RegisterCipher};
use crate::block::register::RegisterKey;
use crate::lanes::{
    AesBlocks, Blocks, InOut, Isa, Kernel, Places, SameKey, Tile, dispatch, each_below, wipe,
};

/// Fills bytes, from a counter block on, which is a big-endian number; what is in them is not read.
pub(super) fn fill<C: RegisterCipher<KEYS>, const KEYS: usize>(
    key: &RegisterKey<KEYS>,
    number: u128,
    out: &mut [u8],
) {
    let (keys, out) = (SameKey(&key.forward), InOut::in_place(out));
    dispatch(key.backend, Fill::<C, KEYS> { keys, number, out, cipher: PhantomData });
}

struct Fill<'a, C, const KEYS: usize> {
    keys: SameKey<'a, KEYS>,
    number: u128,
    out: InOut<'a>,
    cipher: PhantomData<C>,
}

impl<C: RegisterCipher<KEYS>, const KEYS: usize> Kernel for Fill<'_, C, KEYS> {
    type Output = ();

    #[inline(always)]
    fn run<I: Isa>(mut self, isa: I) {
        let (keys, number) = (self.keys, self.number);
        let mut step = FillStep::<C, KEYS> { keys, number, cipher: PhantomData };
        each_tile(isa, &mut self.out, &mut step);
    }
}

struct FillStep<'a, C, const KEYS: usize> {
    keys: SameKey<'a, KEYS>,
    number: u128,
    cipher: PhantomData<C>,
}

impl<C: RegisterCipher<KEYS>, const KEYS: usize> FillStep<'_, C, KEYS> {
    #[inline(always)]
    fn next<B: AesBlocks, const N: usize>(&mut self, isa: B::Isa) -> [B; N] {
        // The counter is secret and carries into all of its bytes: each is added up as a number.
        let mut counters = Places::ZERO;
        for (counter, i) in counters.0.iter_mut().zip(0..(N * B::BLOCKS) as u128) {
            *counter = self.number.wrapping_add(i).to_be_bytes();
        }
        let mut blocks = [B::zero(isa); N];
        each_below!(N, |i| blocks[i] = counters.register(isa, i * B::BLOCKS));
        wipe(&mut counters.0, Places::ZERO.0);
        self.number = self.number.wrapping_add((N * B::BLOCKS) as u128);
        C::encrypt(isa, self.keys, &mut blocks);
        blocks
    }
}

impl<I: Isa, C: RegisterCipher<KEYS>, const KEYS: usize> Step<I> for FillStep<'_, C, KEYS> {
    #[inline(always)]
    fn whole<const N: usize>(&mut self, isa: I, tile: &mut Tile<'_>) {
        let register = BLOCK * I::Aes::BLOCKS;
        let blocks = self.next::<I::Aes, N>(isa);
        each_below!(N, |i| blocks[i].store(tile.output(i * register, register)));
    }

    #[inline(always)]
    fn part(&mut self, isa: I, tile: &mut Tile<'_>, bytes: usize) {
        let [block] = self.next::<I::Aes, 1>(isa);
        block.store_part(tile.output(0, bytes));
    }
}
