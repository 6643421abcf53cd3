//! The chained blocks of one message: every block is met with the one before it, encrypted, before
//! it is encrypted itself, which is what CBC and CMAC have in common.
//!
//! Each block waits for the one before it, for as long as the rounds take. So nothing else is done in between: the last
//! round key is met with the next block and with the first round key, which do not wait. What comes out of the last
//! round is what the first round of the next block starts from.

use super::groups::double;
use super::{BLOCK, RoundKeys, Rounds};
use crate::Backend;
use crate::lanes::{
    AesBlocks, AnyWidth, BlockKeys as _, BlockOps, Blocks, InOut, Isa, Kernel, LAST_KEY, SharedKey,
    Vector as _, dispatch, in_registers,
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
    rest::<I>(isa, keys, I::One::load(isa, iv), data);
}

/// Chains whole blocks on from a state.
#[inline(always)]
fn rest<I: Isa>(isa: I, keys: SharedKey<'_>, state: I::One, mut data: InOut<'_>) {
    if data.len() < BLOCK {
        return;
    }
    let [first, last] = outer_keys::<I>(isa, keys);
    let mut tile = data.take(BLOCK);
    let mut state = [state.xor3(I::One::load(isa, tile.input(0, BLOCK)), first)];
    while data.len() >= BLOCK {
        let next = data.take(BLOCK);
        let met = I::One::load(isa, next.input(0, BLOCK)).xor(first);
        I::One::aes_encrypt_met(isa, keys, &mut state, &[last.xor(met)]);
        state[0].xor(met).store(tile.output(0, BLOCK));
        tile = next;
    }
    I::One::aes_encrypt_met(isa, keys, &mut state, &[last]);
    state[0].store(tile.output(0, BLOCK));
}

/// The first and the last round key.
#[inline(always)]
fn outer_keys<I: Isa>(isa: I, keys: SharedKey<'_>) -> [I::One; 2] {
    // The remainder changes no slot; from it the compiler sees that there is such a slot.
    [keys.key(isa, keys.first() % 8, 0), keys.key(isa, LAST_KEY, 0)]
}

/// The same as [`encrypt`] under a key whose bytes are given, of the right length.
#[inline(always)]
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
        rest::<I>(isa, keys.shared(), state[0], data);
    }
}

/// Chains whole blocks of one message on from a block, writing none of them. Returns the last.
#[inline(always)]
pub(super) fn absorb(backend: Backend, keys: SharedKey<'_>, state: u128, blocks: &[u8]) -> u128 {
    dispatch(backend, Absorb { keys, state, blocks })
}

struct Absorb<'a> {
    keys: SharedKey<'a>,
    state: u128,
    blocks: &'a [u8],
}

impl Kernel for Absorb<'_> {
    type Output = u128;
    type Class = AnyWidth<BlockOps>;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> u128 {
        let state = I::One::splat(isa, in_registers(self.state));
        chained::<I>(isa, self.keys, state, self.blocks, None).xor_all_block()
    }
}

/// Whole blocks, and then another one if there is one, chained on from a state: the last of them.
#[inline(always)]
fn chained<I: Isa>(
    isa: I,
    keys: SharedKey<'_>,
    state: I::One,
    blocks: &[u8],
    mut another: Option<I::One>,
) -> I::One {
    let [first, last] = outer_keys::<I>(isa, keys);
    let mut blocks = blocks.as_chunks::<BLOCK>().0.iter();
    let begin = match blocks.next() {
        Some(block) => I::One::load(isa, block),
        None => match another.take() {
            Some(another) => another,
            None => return state,
        },
    };
    let mut state = [state.xor3(begin, first)];
    for block in blocks {
        let met = last.xor3(I::One::load(isa, block), first);
        I::One::aes_encrypt_met(isa, keys, &mut state, &[met]);
    }
    if let Some(another) = another {
        I::One::aes_encrypt_met(isa, keys, &mut state, &[last.xor3(another, first)]);
    }
    I::One::aes_encrypt_met(isa, keys, &mut state, &[last]);
    state[0]
}

/// What CMAC makes a tag of. Blocks are little-endian numbers, and kernels get a reference: whoever loads or copies a block
/// from where it was just written in pieces waits.
pub(super) struct MacInput<'a> {
    /// The chain so far.
    pub(super) state: u128,
    /// A block before the others.
    pub(super) first: Option<u128>,
    /// Whole blocks.
    pub(super) blocks: &'a [u8],
    /// The last block with its padding.
    pub(super) last: u128,
    /// Whether it was whole without.
    pub(super) whole: bool,
}

/// The whole tag of CMAC.
#[inline(always)]
pub(super) fn mac(backend: Backend, keys: SharedKey<'_>, input: &MacInput<'_>) -> u128 {
    dispatch(backend, Mac { keys, input })
}

struct Mac<'a> {
    keys: SharedKey<'a>,
    input: &'a MacInput<'a>,
}

impl Kernel for Mac<'_> {
    type Output = u128;
    type Class = AnyWidth<BlockOps>;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> u128 {
        let mut zeros = [I::One::zero(isa)];
        Rounds::encrypt(isa, self.keys, &mut zeros);
        tag(isa, self.keys, zeros, self.input)
    }
}

/// The same under a key whose bytes are given, of the right length.
pub(super) fn mac_fresh(backend: Backend, key: &[u8], input: &MacInput<'_>) -> u128 {
    let mut keys = RoundKeys::NONE;
    dispatch(backend, MacFresh { key, keys: &mut keys, input })
}

/// With room for round keys.
struct MacFresh<'a> {
    key: &'a [u8],
    keys: &'a mut RoundKeys,
    input: &'a MacInput<'a>,
}

impl Kernel for MacFresh<'_> {
    type Output = u128;
    type Class = AnyWidth<BlockOps>;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> u128 {
        let Self { key, keys, input } = self;
        let mut zeros = [I::One::zero(isa)];
        keys.encrypt_fresh(isa, key, &mut zeros);
        tag(isa, keys.shared(), zeros, input)
    }
}

/// A tag, given zeros encrypted, from which the processor makes the subkey while it chains the blocks.
#[inline(always)]
fn tag<I: Isa>(isa: I, keys: SharedKey<'_>, [zeros]: [I::One; 1], input: &MacInput<'_>) -> u128 {
    let MacInput { state, first, blocks, last, whole } = *input;
    let mut subkey = double(isa, zeros.swap_bytes());
    if !whole {
        subkey = double(isa, subkey);
    }
    let mut state = [I::One::splat(isa, in_registers(state))];
    if let Some(first) = first {
        state[0] = state[0].xor(I::One::splat(isa, in_registers(first)));
        Rounds::encrypt(isa, keys, &mut state);
    }
    let last = I::One::splat(isa, in_registers(last)).xor(subkey.swap_bytes());
    chained::<I>(isa, keys, state[0], blocks, Some(last)).xor_all_block()
}
