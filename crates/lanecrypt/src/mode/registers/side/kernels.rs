//! What is done with the blocks of many messages at once, each under its own key.

use core::marker::PhantomData;

use super::super::RegisterCipher;
use crate::Backend;
use crate::lanes::{
    AesBlocks, BlockKeys, Blocks, Cursors, EachKey, Isa, Kernel, Places, dispatch, each_below,
};

/// How many places a backend works on together at most.
pub(super) fn places(backend: Backend) -> usize {
    struct Count;
    impl Kernel for Count {
        type Output = usize;
        #[inline(always)]
        fn run<I: Isa>(self, _: I) -> usize {
            TOGETHER * I::Aes::BLOCKS
        }
    }
    dispatch(backend, Count)
}

/// The most registers that are worked on together.
pub(super) const TOGETHER: usize = 8;

/// Chains the blocks of messages side by side, as many of each as the first to end has.
pub(super) struct Side<'a, 'd, C, const WRITE: bool, const KEYS: usize> {
    pub(super) keys: &'a [Places; KEYS],
    /// The last block of each.
    pub(super) state: &'a mut Places,
    pub(super) cursors: &'a mut Cursors<'d, WRITE>,
    pub(super) cipher: PhantomData<C>,
}

impl<C, const WRITE: bool, const KEYS: usize> Kernel for Side<'_, '_, C, WRITE, KEYS>
where
    C: RegisterCipher<KEYS>,
{
    /// The places whose messages have ended, a bit each.
    type Output = u32;

    #[inline(always)]
    fn run<I: Isa>(mut self, isa: I) -> u32 {
        let places = u32::BITS - self.cursors.taken().leading_zeros();
        let registers = (places as usize).div_ceil(I::Aes::BLOCKS);
        match registers {
            0..=1 => self.registers::<I, 1>(isa),
            2 => self.registers::<I, 2>(isa),
            3..=4 => self.registers::<I, 4>(isa),
            _ => self.registers::<I, TOGETHER>(isa),
        }
    }
}

impl<C, const WRITE: bool, const KEYS: usize> Side<'_, '_, C, WRITE, KEYS>
where
    C: RegisterCipher<KEYS>,
{
    #[inline(always)]
    fn registers<I: Isa, const N: usize>(&mut self, isa: I) -> u32 {
        let places = N * I::Aes::BLOCKS;
        let mut state = [I::Aes::zero(isa); N];
        each_below!(N, |i| state[i] = self.state.register(isa, i * I::Aes::BLOCKS));
        let mut run = self.cursors.run(places);
        while let Some(mut line) = run.next() {
            each_below!(N, |i| {
                state[i] = state[i].xor(line.load(isa, i * I::Aes::BLOCKS));
            });
            C::encrypt(isa, EachKey(self.keys), &mut state);
            each_below!(N, |i| line.store(state[i], i * I::Aes::BLOCKS));
        }
        each_below!(N, |i| self.state.put(state[i], i * I::Aes::BLOCKS));
        self.cursors.take_ended(places)
    }
}

/// Round keys of their own for every place, from a place on.
#[derive(Clone, Copy)]
struct FromPlace<'a, const KEYS: usize>(&'a [Places; KEYS], usize);

impl<const KEYS: usize> BlockKeys<KEYS> for FromPlace<'_, KEYS> {
    #[inline(always)]
    fn key<B: AesBlocks>(self, isa: B::Isa, round: usize, register: usize) -> B {
        self.0[round].register(isa, self.1 + register * B::BLOCKS)
    }
}

/// Enciphers a block in each of the first places.
pub(in crate::mode::registers) struct Encipher<'a, C, const KEYS: usize> {
    pub(in crate::mode::registers) keys: &'a [Places; KEYS],
    pub(in crate::mode::registers) blocks: &'a mut Places,
    pub(in crate::mode::registers) count: usize,
    pub(in crate::mode::registers) cipher: PhantomData<C>,
}

impl<C: RegisterCipher<KEYS>, const KEYS: usize> Kernel for Encipher<'_, C, KEYS> {
    type Output = ();

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) {
        let places = TOGETHER * I::Aes::BLOCKS;
        each_below!(Places::COUNT / places, |group| if group * places < self.count {
            let first = group * places;
            let mut blocks = [I::Aes::zero(isa); TOGETHER];
            each_below!(TOGETHER, |i| {
                blocks[i] = self.blocks.register(isa, first + i * I::Aes::BLOCKS);
            });
            C::encrypt(isa, FromPlace(self.keys, first), &mut blocks);
            each_below!(TOGETHER, |i| {
                self.blocks.put(blocks[i], first + i * I::Aes::BLOCKS);
            });
        });
    }
}
