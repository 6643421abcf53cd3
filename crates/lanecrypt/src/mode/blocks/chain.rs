//! The chained blocks of one message: every block is met with the one before it, encrypted, before
//! it is encrypted itself, which is what CBC and CMAC have in common.

use core::marker::PhantomData;

use super::groups::double;
use super::{BLOCK, RegisterCipher};
use crate::Backend;
use crate::lanes::{
    AesBlocks, AesOps, AnyWidth, Blocks, InOut, Isa, Kernel, SharedKey, Vector as _, dispatch,
};
use crate::mode::cmac::LastBlock;

/// Chains whole blocks of one message on from a block, in place or from one buffer into another.
/// Returns the last.
pub(super) fn encrypt<C: RegisterCipher<KEYS>, const KEYS: usize>(
    backend: Backend,
    keys: SharedKey<'_, KEYS>,
    state: u128,
    data: InOut<'_>,
) -> u128 {
    dispatch(backend, One::<C, KEYS> { keys, state, data, cipher: PhantomData })
}

struct One<'a, C, const KEYS: usize> {
    keys: SharedKey<'a, KEYS>,
    state: u128,
    data: InOut<'a>,
    cipher: PhantomData<C>,
}

impl<C: RegisterCipher<KEYS>, const KEYS: usize> Kernel for One<'_, C, KEYS> {
    type Output = u128;
    type Class = AnyWidth<AesOps>;

    #[inline(always)]
    fn run<I: Isa>(mut self, isa: I) -> u128 {
        let mut state = [I::One::splat(isa, self.state)];
        while self.data.len() >= BLOCK {
            let mut tile = self.data.take(BLOCK);
            state[0] = state[0].xor(I::One::load(isa, tile.input(0, BLOCK)));
            C::encrypt(isa, self.keys, &mut state);
            state[0].store(tile.output(0, BLOCK));
        }
        state[0].xor_all_block()
    }
}

/// Chains whole blocks of one message on from a block, writing none of them. Returns the last.
pub(super) fn absorb<C: RegisterCipher<KEYS>, const KEYS: usize>(
    backend: Backend,
    keys: SharedKey<'_, KEYS>,
    state: u128,
    blocks: &[u8],
) -> u128 {
    dispatch(backend, Absorb::<C, KEYS> { keys, state, blocks, cipher: PhantomData })
}

struct Absorb<'a, C, const KEYS: usize> {
    keys: SharedKey<'a, KEYS>,
    state: u128,
    blocks: &'a [u8],
    cipher: PhantomData<C>,
}

impl<C: RegisterCipher<KEYS>, const KEYS: usize> Kernel for Absorb<'_, C, KEYS> {
    type Output = u128;
    type Class = AnyWidth<AesOps>;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> u128 {
        let mut state = [I::One::splat(isa, self.state)];
        add::<I, C, KEYS>(isa, self.keys, &mut state, self.blocks);
        state[0].xor_all_block()
    }
}

/// Chains whole blocks on from a state.
#[inline(always)]
fn add<I: Isa, C: RegisterCipher<KEYS>, const KEYS: usize>(
    isa: I,
    keys: SharedKey<'_, KEYS>,
    state: &mut [I::One; 1],
    blocks: &[u8],
) {
    for block in blocks.as_chunks::<BLOCK>().0 {
        state[0] = state[0].xor(I::One::load(isa, block));
        C::encrypt(isa, keys, state);
    }
}

/// The whole tag of CMAC: whole blocks are chained on from a state, then the last block.
pub(super) fn mac<C: RegisterCipher<KEYS>, const KEYS: usize>(
    backend: Backend,
    keys: SharedKey<'_, KEYS>,
    state: u128,
    blocks: &[u8],
    last: LastBlock,
) -> u128 {
    let (last, whole) = last.parts();
    dispatch(backend, Mac::<C, KEYS> { keys, state, blocks, last, whole, cipher: PhantomData })
}

struct Mac<'a, C, const KEYS: usize> {
    keys: SharedKey<'a, KEYS>,
    state: u128,
    blocks: &'a [u8],
    /// The last block with its padding.
    last: u128,
    /// Whether it was whole without.
    whole: bool,
    cipher: PhantomData<C>,
}

impl<C: RegisterCipher<KEYS>, const KEYS: usize> Kernel for Mac<'_, C, KEYS> {
    type Output = u128;
    type Class = AnyWidth<AesOps>;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> u128 {
        // The processor makes the subkey while it chains the blocks.
        let mut zeros = [I::One::zero(isa)];
        C::encrypt(isa, self.keys, &mut zeros);
        let mut subkey = double(isa, zeros[0].swap_bytes());
        if !self.whole {
            subkey = double(isa, subkey);
        }
        let mut state = [I::One::splat(isa, self.state)];
        add::<I, C, KEYS>(isa, self.keys, &mut state, self.blocks);
        state[0] = state[0].xor3(I::One::splat(isa, self.last), subkey.swap_bytes());
        C::encrypt(isa, self.keys, &mut state);
        state[0].xor_all_block()
    }
}
