//! One whole message, in one call.

use core::marker::PhantomData;

use super::{
    FIELD, Field32, MAX_RATE, Serial, State, StatefulAead, field_of, lengths, mask, tag_of,
};
use crate::batch::AeadJob;
use crate::lanes::{AnyWidth, InOut, Isa, Kernel, Messages, dispatch, wipe};
use crate::{Backend, Tag};

/// Encrypts or decrypts a job that was checked under the given key, whatever key the job names, and
/// returns the tag that it makes.
pub(super) fn run<A: Serial, const OPEN: bool>(
    backend: Backend,
    key: &Field32,
    job: &mut AeadJob<'_, A>,
    tag_bytes: usize,
) -> Tag {
    let AeadJob { nonce, aad, data, .. } = job;
    let lengths = lengths(aad.len() as u64, data.len() as u64);
    let whole = Whole::<A::StatefulAead, OPEN> {
        key,
        nonce: &field_of(nonce),
        aad,
        data: data.in_out(),
        lengths,
        tag_bytes,
        stateful: PhantomData,
    };
    tag_of(&dispatch(backend, whole), tag_bytes)
}

/// A whole message; returns its tag.
struct Whole<'a, D, const OPEN: bool> {
    key: &'a Field32,
    nonce: &'a Field32,
    aad: &'a [u8],
    data: InOut<'a>,
    lengths: Field32,
    tag_bytes: usize,
    stateful: PhantomData<D>,
}

/// A block that is only read; as long as it is taken for.
struct Piece<'a>(&'a [u8]);

impl Messages for Piece<'_> {
    #[inline(always)]
    fn input(&self, _: usize, start: usize, bytes: usize) -> &[u8] {
        &self.0[start..start + bytes]
    }
    #[inline(always)]
    fn output(&mut self, _: usize, _: usize, _: usize) -> &mut [u8] {
        &mut []
    }
}

/// Takes in associated data, its last block filled with zeros.
#[inline(always)]
pub(crate) fn absorb_all<D: StatefulAead, S: State>(isa: S::Isa, state: &mut S, aad: &[u8]) {
    let blocks = aad.chunks_exact(D::RATE);
    let rest = blocks.remainder();
    for block in blocks {
        state.absorb(isa, &Piece(block));
    }
    if !rest.is_empty() {
        let mut block = [0; MAX_RATE];
        for (to, from) in block.iter_mut().zip(rest) {
            *to = *from;
        }
        state.absorb(isa, &block);
    }
}

/// Works on the whole blocks of a message.
#[inline(always)]
pub(super) fn crypt_all<D: StatefulAead, S: State, const OPEN: bool>(
    isa: S::Isa,
    state: &mut S,
    data: &mut InOut<'_>,
) {
    while data.len() >= D::RATE {
        let mut tile = data.take(D::RATE);
        if OPEN {
            state.decrypt(isa, &mut tile);
        } else {
            state.encrypt(isa, &mut tile);
        }
    }
}

/// Works on what is between the start of a message and its end, or on what is left of that.
#[inline(always)]
pub(super) fn body<D: StatefulAead, S: State, const OPEN: bool>(
    isa: S::Isa,
    state: &mut S,
    aad: &[u8],
    data: &mut InOut<'_>,
) {
    absorb_all::<D, _>(isa, state, aad);
    crypt_all::<D, _, OPEN>(isa, state, data);
    let bytes = data.len();
    if bytes == 0 {
        return;
    }
    let mut tile = data.take(bytes);
    let mut block = [0; MAX_RATE];
    for (to, from) in block.iter_mut().zip(tile.input(0, bytes)) {
        *to = *from;
    }
    if OPEN {
        state.decrypt_masked(isa, &mut block, S::read(isa, &mask(bytes)));
    } else {
        state.encrypt(isa, &mut block);
    }
    for (to, from) in tile.output(0, bytes).iter_mut().zip(&block) {
        *to = *from;
    }
    wipe(&mut block, [0; MAX_RATE]);
}

impl<D: StatefulAead, const OPEN: bool> Kernel for Whole<'_, D, OPEN> {
    type Output = Field32;
    type Class = AnyWidth<D::Ops>;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> Field32 {
        let mut state = D::One::<I>::start(isa, self.key, self.nonce);
        let mut data = self.data;
        body::<D, _, OPEN>(isa, &mut state, self.aad, &mut data);
        state.finish(isa, &self.lengths);
        let mut tag = [0; FIELD];
        state.tags(self.tag_bytes, &mut tag);
        tag
    }
}
