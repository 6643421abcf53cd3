//! A message in pieces: its state waits in memory between them.

use core::marker::PhantomData;

use super::{
    Block, FIELD, Field32, Image, MAX_RATE, MAX_STATE, Serial, State, StatefulAead, field_of,
    lengths, tag_of,
};
use crate::Tag;
use crate::algorithm::engine::Internal;
use crate::lanes::{AnyWidth, InOut, Isa, Kernel, Tile, dispatch, wipe};

/// Where a message has got to. Wiped on drop.
#[derive(Clone)]
pub struct PartialState {
    pub(crate) state: Image,
    /// The keystream of the block that is not full.
    pub(crate) keystream: Block,
    /// The bytes that this block has been given, then zeros.
    pub(crate) block: Block,
    /// The number of bytes that this block has been given.
    pub(crate) filled: usize,
    /// The bytes so far.
    pub(crate) aad: u64,
    pub(crate) message: u64,
}

impl PartialState {
    pub(crate) fn new() -> Self {
        Self {
            state: [0; MAX_STATE],
            keystream: [0; MAX_RATE],
            block: [0; MAX_RATE],
            filled: 0,
            aad: 0,
            message: 0,
        }
    }
}

impl Drop for PartialState {
    fn drop(&mut self) {
        wipe(&mut self.state, [0; MAX_STATE]);
        wipe(&mut self.keystream, [0; MAX_RATE]);
        wipe(&mut self.block, [0; MAX_RATE]);
    }
}

/// What [`Incremental`](crate::aead::stream::Incremental) is made of. Everything was checked.
pub trait IncrementalEngine {
    /// The bytes of a block.
    fn rate(_: Internal) -> usize;
    /// Starts a message.
    fn begin(&self, nonce: &[u8], state: &mut PartialState, _: Internal);
    /// Takes in whole blocks of associated data, or the last block of anything.
    fn absorb(&self, state: &mut PartialState, blocks: &[u8], _: Internal);
    /// Makes the keystream of the next block without taking it in.
    fn keystream(&self, state: &mut PartialState, _: Internal);
    /// Encrypts whole blocks of the message, or decrypts them if `open`.
    fn crypt(&self, open: bool, state: &mut PartialState, blocks: &mut [u8], _: Internal);
    /// The tag.
    fn finish(&self, state: &mut PartialState, _: Internal) -> Tag;
}

// What the ciphers' functions do.

pub(crate) fn begin<A: Serial>(cipher: &A, nonce: &[u8], state: &mut PartialState) {
    let (key, nonce, state) = (cipher.key(), &field_of(nonce), &mut state.state);
    let begin = PieceBegin::<A::StatefulAead> { key, nonce, state, stateful: PhantomData };
    dispatch(cipher.backend(), begin);
}

pub(crate) fn absorb<A: Serial>(cipher: &A, state: &mut PartialState, blocks: &[u8]) {
    let state = &mut state.state;
    let absorb = PieceAbsorb::<A::StatefulAead> { blocks, state, stateful: PhantomData };
    dispatch(cipher.backend(), absorb);
}

pub(crate) fn keystream<A: Serial>(cipher: &A, state: &mut PartialState) {
    let PartialState { state, keystream: block, .. } = state;
    dispatch(
        cipher.backend(),
        PiecePeek::<A::StatefulAead> { block, state, stateful: PhantomData },
    );
}

pub(crate) fn crypt<A: Serial>(
    cipher: &A,
    open: bool,
    state: &mut PartialState,
    blocks: &mut [u8],
) {
    let (blocks, state, stateful) = (InOut::in_place(blocks), &mut state.state, PhantomData);
    if open {
        dispatch(cipher.backend(), PieceCrypt::<A::StatefulAead, true> { blocks, state, stateful });
    } else {
        dispatch(
            cipher.backend(),
            PieceCrypt::<A::StatefulAead, false> { blocks, state, stateful },
        );
    }
}

pub(crate) fn finish<A: Serial>(cipher: &A, state: &mut PartialState) -> Tag {
    let tag_bytes = cipher.tag_bytes();
    let lengths = lengths(state.aad, state.message);
    let state = &mut state.state;
    let end = PieceEnd::<A::StatefulAead> { lengths, tag_bytes, state, stateful: PhantomData };
    tag_of(&dispatch(cipher.backend(), end), tag_bytes)
}

struct PieceBegin<'a, D> {
    key: &'a Field32,
    nonce: &'a Field32,
    state: &'a mut Image,
    stateful: PhantomData<D>,
}

impl<D: StatefulAead> Kernel for PieceBegin<'_, D> {
    type Output = ();
    type Class = AnyWidth<D::OneOps>;
    #[inline(always)]
    fn run<I: Isa>(self, isa: I) {
        D::One::<I>::start(isa, self.key, self.nonce).save(self.state);
    }
}

struct PieceAbsorb<'a, D> {
    blocks: &'a [u8],
    state: &'a mut Image,
    stateful: PhantomData<D>,
}

impl<D: StatefulAead> Kernel for PieceAbsorb<'_, D> {
    type Output = ();
    type Class = AnyWidth<D::OneOps>;
    #[inline(always)]
    fn run<I: Isa>(self, isa: I) {
        let mut state = D::One::<I>::load(isa, self.state);
        super::one::absorb_all::<D, _>(isa, &mut state, self.blocks);
        state.save(self.state);
    }
}

struct PiecePeek<'a, D> {
    block: &'a mut Block,
    state: &'a mut Image,
    stateful: PhantomData<D>,
}

impl<D: StatefulAead> Kernel for PiecePeek<'_, D> {
    type Output = ();
    type Class = AnyWidth<D::OneOps>;
    #[inline(always)]
    fn run<I: Isa>(self, isa: I) {
        let state = D::One::<I>::load(isa, self.state);
        D::One::<I>::write(state.keystream(), &mut Tile::in_place(self.block));
    }
}

struct PieceCrypt<'a, D, const OPEN: bool> {
    blocks: InOut<'a>,
    state: &'a mut Image,
    stateful: PhantomData<D>,
}

impl<D: StatefulAead, const OPEN: bool> Kernel for PieceCrypt<'_, D, OPEN> {
    type Output = ();
    type Class = AnyWidth<D::OneOps>;
    #[inline(always)]
    fn run<I: Isa>(self, isa: I) {
        let mut state = D::One::<I>::load(isa, self.state);
        let mut blocks = self.blocks;
        super::one::crypt_all::<D, _, OPEN>(isa, &mut state, &mut blocks);
        state.save(self.state);
    }
}

struct PieceEnd<'a, D> {
    lengths: Field32,
    tag_bytes: usize,
    state: &'a mut Image,
    stateful: PhantomData<D>,
}

impl<D: StatefulAead> Kernel for PieceEnd<'_, D> {
    type Output = Field32;
    type Class = AnyWidth<D::OneOps>;
    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> Field32 {
        let mut state = D::One::<I>::load(isa, self.state);
        state.finish(isa, &self.lengths);
        let mut tag = [0; FIELD];
        state.tags(self.tag_bytes, &mut tag);
        tag
    }
}
