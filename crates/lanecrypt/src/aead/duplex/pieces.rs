//! A message in pieces: its state waits in memory between them.

use core::marker::PhantomData;

use super::{Block, Duplex, Image, MOST_RATE, MOST_STATE, ROW, Row, State, lengths, row_of};
use crate::lanes::{InOut, Isa, Kernel, Tile, dispatch, wipe};
use crate::{Backend, Tag};

/// Where a message has got to. Wiped when dropped.
pub struct Midway {
    state: Image,
    /// The keystream of the block that is not full.
    pub(crate) keystream: Block,
    /// What it has been given, then zeros, and how much that is.
    pub(crate) block: Block,
    pub(crate) filled: usize,
    /// The bytes so far.
    pub(crate) aad: u64,
    pub(crate) message: u64,
}

impl Midway {
    /// Nowhere yet.
    pub(crate) fn new() -> Self {
        Self {
            state: [0; MOST_STATE],
            keystream: [0; MOST_RATE],
            block: [0; MOST_RATE],
            filled: 0,
            aad: 0,
            message: 0,
        }
    }
}

impl Drop for Midway {
    fn drop(&mut self) {
        wipe(&mut self.state, [0; MOST_STATE]);
        wipe(&mut self.keystream, [0; MOST_RATE]);
        wipe(&mut self.block, [0; MOST_RATE]);
    }
}

/// The start of a message.
pub(crate) fn begin<D: Duplex>(backend: Backend, key: &Row, nonce: &[u8], midway: &mut Midway) {
    let nonce = &row_of(nonce);
    dispatch(backend, Begin::<D> { key, nonce, state: &mut midway.state, duplex: PhantomData });
}

/// Takes in whole blocks of associated data, or the last block of anything.
pub(crate) fn absorb<D: Duplex>(backend: Backend, midway: &mut Midway, blocks: &[u8]) {
    dispatch(backend, Absorb::<D> { blocks, state: &mut midway.state, duplex: PhantomData });
}

/// Makes the keystream of the next block without taking it in.
pub(crate) fn keystream<D: Duplex>(backend: Backend, midway: &mut Midway) {
    let Midway { state, keystream: block, .. } = midway;
    dispatch(backend, Peek::<D> { block, state, duplex: PhantomData });
}

/// Works on whole blocks of the message.
pub(crate) fn crypt<D: Duplex, const OPEN: bool>(
    backend: Backend,
    midway: &mut Midway,
    blocks: &mut [u8],
) {
    let (blocks, state) = (InOut::in_place(blocks), &mut midway.state);
    dispatch(backend, Crypt::<D, OPEN> { blocks, state, duplex: PhantomData });
}

/// The tag.
pub(crate) fn finish<D: Duplex>(backend: Backend, midway: &mut Midway, tag_bytes: usize) -> Tag {
    let lengths = lengths(midway.aad, midway.message);
    let state = &mut midway.state;
    let tag = dispatch(backend, Finish::<D> { lengths, tag_bytes, state, duplex: PhantomData });
    Tag::new(&tag[..tag_bytes.min(ROW)])
}

struct Begin<'a, D> {
    key: &'a Row,
    nonce: &'a Row,
    state: &'a mut Image,
    duplex: PhantomData<D>,
}

impl<D: Duplex> Kernel for Begin<'_, D> {
    type Output = ();
    const MAPS: bool = D::MAPS;
    #[inline(always)]
    fn run<I: Isa>(self, isa: I) {
        D::One::<I>::start(isa, self.key, self.nonce).save(self.state);
    }
}

struct Absorb<'a, D> {
    blocks: &'a [u8],
    state: &'a mut Image,
    duplex: PhantomData<D>,
}

impl<D: Duplex> Kernel for Absorb<'_, D> {
    type Output = ();
    const MAPS: bool = D::MAPS;
    #[inline(always)]
    fn run<I: Isa>(self, isa: I) {
        let mut state = D::One::<I>::load(isa, self.state);
        super::one::absorb_all::<D, _>(isa, &mut state, self.blocks);
        state.save(self.state);
    }
}

struct Peek<'a, D> {
    block: &'a mut Block,
    state: &'a mut Image,
    duplex: PhantomData<D>,
}

impl<D: Duplex> Kernel for Peek<'_, D> {
    type Output = ();
    const MAPS: bool = D::MAPS;
    #[inline(always)]
    fn run<I: Isa>(self, isa: I) {
        let state = D::One::<I>::load(isa, self.state);
        D::One::<I>::write(state.keystream(), &mut Tile::in_place(self.block));
    }
}

struct Crypt<'a, D, const OPEN: bool> {
    blocks: InOut<'a>,
    state: &'a mut Image,
    duplex: PhantomData<D>,
}

impl<D: Duplex, const OPEN: bool> Kernel for Crypt<'_, D, OPEN> {
    type Output = ();
    const MAPS: bool = D::MAPS;
    #[inline(always)]
    fn run<I: Isa>(self, isa: I) {
        let mut state = D::One::<I>::load(isa, self.state);
        let mut blocks = self.blocks;
        super::one::crypt_all::<D, _, OPEN>(isa, &mut state, &mut blocks);
        state.save(self.state);
    }
}

struct Finish<'a, D> {
    lengths: Row,
    tag_bytes: usize,
    state: &'a mut Image,
    duplex: PhantomData<D>,
}

impl<D: Duplex> Kernel for Finish<'_, D> {
    type Output = Row;
    const MAPS: bool = D::MAPS;
    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> Row {
        let mut state = D::One::<I>::load(isa, self.state);
        state.finish(isa, &self.lengths);
        let mut tag = [0; ROW];
        state.tags(self.tag_bytes, &mut tag);
        tag
    }
}
