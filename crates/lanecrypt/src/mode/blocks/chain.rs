//! The chained blocks of one message: every block is met with the one before it, encrypted, before
//! it is encrypted itself, which is what CBC and CMAC have in common.

use super::groups::double;
use super::{BLOCK, RoundKeys, Rounds};
use crate::Backend;
use crate::lanes::{
    AesBlocks, AnyWidth, BlockOps, Blocks, InOut, Isa, Kernel, SharedKey, Vector as _, dispatch,
    in_registers,
};

/// Chains whole blocks of one message on from a block, in place or from one buffer into another.
#[inline(always)]
pub(super) fn encrypt(backend: Backend, keys: SharedKey<'_>, iv: &[u8; BLOCK], data: InOut<'_>) {
    dispatch(backend, One { keys, iv, data });
}

struct One<'a, 'd> {
    keys: SharedKey<'a>,
    iv: &'a [u8; BLOCK],
    data: InOut<'d>,
}

impl Kernel for One<'_, '_> {
    type Output = ();
    type Class = AnyWidth<BlockOps>;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) {
        whole::<I>(isa, self.keys, self.iv, self.data);
    }
}

/// What [`encrypt`] does, within a kernel.
#[inline(always)]
pub(super) fn whole<I: Isa>(isa: I, keys: SharedKey<'_>, iv: &[u8; BLOCK], data: InOut<'_>) {
    rest::<I>(isa, keys, [I::One::load(isa, iv)], data);
}

/// Chains whole blocks on from a state.
#[inline(always)]
fn rest<I: Isa>(isa: I, keys: SharedKey<'_>, mut state: [I::One; 1], mut data: InOut<'_>) {
    while data.len() >= BLOCK {
        let mut tile = data.take(BLOCK);
        state[0] = state[0].xor(I::One::load(isa, tile.input(0, BLOCK)));
        Rounds::encrypt(isa, keys, &mut state);
        state[0].store(tile.output(0, BLOCK));
    }
}

/// The same as [`encrypt`] under a key whose bytes are given, of the right length.
pub(super) fn encrypt_fresh(backend: Backend, key: &[u8], iv: &[u8; BLOCK], data: InOut<'_>) {
    let mut keys = RoundKeys::NONE;
    dispatch(backend, Fresh { key, keys: &mut keys, iv, data });
}

/// With room for round keys.
struct Fresh<'a, 'd> {
    key: &'a [u8],
    keys: &'a mut RoundKeys,
    iv: &'a [u8; BLOCK],
    data: InOut<'d>,
}

impl Kernel for Fresh<'_, '_> {
    type Output = ();
    type Class = AnyWidth<BlockOps>;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) {
        let Self { key, keys, iv, mut data, .. } = self;
        if data.len() < BLOCK {
            return;
        }
        let mut tile = data.take(BLOCK);
        let mut state = [I::One::load(isa, iv).xor(I::One::load(isa, tile.input(0, BLOCK)))];
        keys.encrypt_fresh(isa, key, &mut state);
        state[0].store(tile.output(0, BLOCK));
        rest::<I>(isa, keys.shared(), state, data);
    }
}

/// Chains whole blocks of one message on from a block, writing none of them. Returns the last.
#[inline(always)]
pub(super) fn absorb(
    backend: Backend,
    keys: SharedKey<'_>,
    state: &[u8; BLOCK],
    blocks: &[u8],
) -> u128 {
    dispatch(backend, Absorb { keys, state, blocks })
}

struct Absorb<'a> {
    keys: SharedKey<'a>,
    state: &'a [u8; BLOCK],
    blocks: &'a [u8],
}

impl Kernel for Absorb<'_> {
    type Output = u128;
    type Class = AnyWidth<BlockOps>;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> u128 {
        let mut state = [I::One::load(isa, self.state)];
        add::<I>(isa, self.keys, &mut state, self.blocks);
        state[0].xor_all_block()
    }
}

/// Chains whole blocks on from a state.
#[inline(always)]
fn add<I: Isa>(isa: I, keys: SharedKey<'_>, state: &mut [I::One; 1], blocks: &[u8]) {
    for block in blocks.as_chunks::<BLOCK>().0 {
        state[0] = state[0].xor(I::One::load(isa, block));
        Rounds::encrypt(isa, keys, state);
    }
}

/// The whole tag of CMAC: whole blocks are chained on from a state, then the last block, padded unless it was
/// `whole`.
#[inline(always)]
pub(super) fn mac(
    backend: Backend,
    keys: SharedKey<'_>,
    state: &[u8; BLOCK],
    blocks: &[u8],
    last: u128,
    whole: bool,
) -> u128 {
    dispatch(backend, Mac { keys, state, blocks, last, whole })
}

struct Mac<'a> {
    keys: SharedKey<'a>,
    state: &'a [u8; BLOCK],
    blocks: &'a [u8],
    /// The last block with its padding.
    last: u128,
    /// Whether it was whole without.
    whole: bool,
}

impl Kernel for Mac<'_> {
    type Output = u128;
    type Class = AnyWidth<BlockOps>;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> u128 {
        // The processor makes the subkey while it chains the blocks.
        let mut zeros = [I::One::zero(isa)];
        Rounds::encrypt(isa, self.keys, &mut zeros);
        let mut subkey = double(isa, zeros[0].swap_bytes());
        if !self.whole {
            subkey = double(isa, subkey);
        }
        let mut state = [I::One::load(isa, self.state)];
        add::<I>(isa, self.keys, &mut state, self.blocks);
        state[0] = state[0].xor3(I::One::splat(isa, in_registers(self.last)), subkey.swap_bytes());
        Rounds::encrypt(isa, self.keys, &mut state);
        state[0].xor_all_block()
    }
}
