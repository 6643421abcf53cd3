//! The chained blocks of one message: every block is met with the one before it, encrypted, before
//! it is encrypted itself, which is what CBC and CMAC have in common.

use core::marker::PhantomData;

use super::groups::double;
use super::{BLOCK, RegisterCipher, RoundKeys};
use crate::Backend;
use crate::block::register::halves;
use crate::lanes::{
    AesBlocks, AesOps, AnyWidth, Blocks, InOut, Isa, Kernel, SharedKey, Vector as _, dispatch,
    in_registers,
};

/// Chains whole blocks of one message on from a block, in place or from one buffer into another.
#[inline(always)]
pub(super) fn encrypt<C: RegisterCipher<KEYS>, const KEYS: usize>(
    backend: Backend,
    keys: SharedKey<'_, KEYS>,
    iv: &[u8; BLOCK],
    data: InOut<'_>,
) {
    dispatch(backend, One::<C, KEYS> { keys, iv, data, cipher: PhantomData });
}

struct One<'a, 'd, C, const KEYS: usize> {
    keys: SharedKey<'a, KEYS>,
    iv: &'a [u8; BLOCK],
    data: InOut<'d>,
    cipher: PhantomData<C>,
}

impl<C: RegisterCipher<KEYS>, const KEYS: usize> Kernel for One<'_, '_, C, KEYS> {
    type Output = ();
    type Class = AnyWidth<AesOps>;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) {
        whole::<I, C, KEYS>(isa, self.keys, self.iv, self.data);
    }
}

/// What [`encrypt`] does, within a kernel.
#[inline(always)]
pub(super) fn whole<I: Isa, C: RegisterCipher<KEYS>, const KEYS: usize>(
    isa: I,
    keys: SharedKey<'_, KEYS>,
    iv: &[u8; BLOCK],
    data: InOut<'_>,
) {
    rest::<I, C, KEYS>(isa, keys, [I::One::load(isa, iv)], data);
}

/// Chains whole blocks on from a state.
#[inline(always)]
fn rest<I: Isa, C: RegisterCipher<KEYS>, const KEYS: usize>(
    isa: I,
    keys: SharedKey<'_, KEYS>,
    mut state: [I::One; 1],
    mut data: InOut<'_>,
) {
    while data.len() >= BLOCK {
        let mut tile = data.take(BLOCK);
        state[0] = state[0].xor(I::One::load(isa, tile.input(0, BLOCK)));
        C::encrypt(isa, keys, &mut state);
        state[0].store(tile.output(0, BLOCK));
    }
}

/// The same as [`encrypt`] under a key whose bytes are given, of the right length.
pub(super) fn encrypt_fresh<C: RegisterCipher<KEYS>, const KEYS: usize>(
    backend: Backend,
    key: &[u8],
    iv: &[u8; BLOCK],
    data: InOut<'_>,
) {
    let mut keys = RoundKeys::NONE;
    dispatch(backend, Fresh::<C, KEYS> { key, keys: &mut keys, iv, data, cipher: PhantomData });
}

/// With room for round keys.
struct Fresh<'a, 'd, C, const KEYS: usize> {
    key: &'a [u8],
    keys: &'a mut RoundKeys<KEYS>,
    iv: &'a [u8; BLOCK],
    data: InOut<'d>,
    cipher: PhantomData<C>,
}

impl<C: RegisterCipher<KEYS>, const KEYS: usize> Kernel for Fresh<'_, '_, C, KEYS> {
    type Output = ();
    type Class = AnyWidth<AesOps>;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) {
        let Self { key, keys, iv, mut data, .. } = self;
        if data.len() < BLOCK {
            return;
        }
        let mut tile = data.take(BLOCK);
        let key = halves(key).map(|half| I::One::splat(isa, half));
        let mut state = [I::One::load(isa, iv).xor(I::One::load(isa, tile.input(0, BLOCK)))];
        C::encrypt_fresh(isa, key, &mut state, Some(&mut keys.0));
        state[0].store(tile.output(0, BLOCK));
        rest::<I, C, KEYS>(isa, SharedKey(&keys.0), state, data);
    }
}

/// Chains whole blocks of one message on from a block, writing none of them. Returns the last.
#[inline(always)]
pub(super) fn absorb<C: RegisterCipher<KEYS>, const KEYS: usize>(
    backend: Backend,
    keys: SharedKey<'_, KEYS>,
    state: &[u8; BLOCK],
    blocks: &[u8],
) -> u128 {
    dispatch(backend, Absorb::<C, KEYS> { keys, state, blocks, cipher: PhantomData })
}

struct Absorb<'a, C, const KEYS: usize> {
    keys: SharedKey<'a, KEYS>,
    state: &'a [u8; BLOCK],
    blocks: &'a [u8],
    cipher: PhantomData<C>,
}

impl<C: RegisterCipher<KEYS>, const KEYS: usize> Kernel for Absorb<'_, C, KEYS> {
    type Output = u128;
    type Class = AnyWidth<AesOps>;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> u128 {
        let mut state = [I::One::load(isa, self.state)];
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

/// The whole tag of CMAC: whole blocks are chained on from a state, then the last block, padded unless it was
/// `whole`.
#[inline(always)]
pub(super) fn mac<C: RegisterCipher<KEYS>, const KEYS: usize>(
    backend: Backend,
    keys: SharedKey<'_, KEYS>,
    state: &[u8; BLOCK],
    blocks: &[u8],
    last: u128,
    whole: bool,
) -> u128 {
    let cipher = PhantomData;
    dispatch(backend, Mac::<C, KEYS> { keys, state, blocks, last, whole, cipher })
}

struct Mac<'a, C, const KEYS: usize> {
    keys: SharedKey<'a, KEYS>,
    state: &'a [u8; BLOCK],
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
        let mut state = [I::One::load(isa, self.state)];
        add::<I, C, KEYS>(isa, self.keys, &mut state, self.blocks);
        state[0] = state[0].xor3(I::One::splat(isa, in_registers(self.last)), subkey.swap_bytes());
        C::encrypt(isa, self.keys, &mut state);
        state[0].xor_all_block()
    }
}
