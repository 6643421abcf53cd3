//! One whole message, in one call.

use core::marker::PhantomData;

use super::{FIELD, Field32, MAX_RATE, Serial, State, StatefulAead, lengths, mask, put_field};
use crate::Backend;
use crate::batch::AeadJob;
use crate::lanes::{
    AesBlocks as _, AnyWidth, InOut, Isa, Kernel, Messages, Vector as _, dispatch, wipe_in_kernel,
};

/// Encrypts or decrypts a job that was checked under the given key, whatever key the job names, and
/// returns the tag that it makes, at the start of a field.
#[inline(always)]
pub(super) fn run<A: Serial, const OPEN: bool>(
    backend: Backend,
    key: &Field32,
    job: &mut AeadJob<'_, A>,
    tag_bytes: usize,
) -> Field32 {
    let AeadJob { nonce, aad, data, .. } = job;
    // A field that is returned by a function would be copied, and the kernel would wait for the copy.
    let mut nonce_field = [0; FIELD];
    put_field(nonce, &mut nonce_field);
    let whole = Whole::<A::StatefulAead, OPEN> {
        key,
        nonce: &nonce_field,
        aad,
        data: data.in_out(),
        tag_bytes,
        stateful: PhantomData,
    };
    dispatch(backend, whole)
}

/// A whole message; returns its tag.
struct Whole<'a, D, const OPEN: bool> {
    key: &'a Field32,
    nonce: &'a Field32,
    aad: &'a [u8],
    data: InOut<'a>,
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

/// Puts the end of some data at the start of a block of zeros. What is stored here is loaded in pieces of
/// the same length afterwards, as anything else would have to wait for the stores.
#[inline(always)]
pub(super) fn stage<I: Isa>(isa: I, end: &[u8], block: &mut [u8]) {
    let (pieces, _) = block.as_chunks_mut::<PIECE>();
    for (piece, bytes) in pieces.iter_mut().zip(end.chunks(PIECE)) {
        match bytes.first_chunk() {
            Some(whole) => *piece = *whole,
            None => I::One::load_part(isa, bytes).store(piece),
        }
    }
}

/// The reverse.
#[inline(always)]
pub(super) fn unstage<I: Isa>(isa: I, block: &[u8], end: &mut [u8]) {
    let (pieces, _) = block.as_chunks::<PIECE>();
    for (piece, bytes) in pieces.iter().zip(end.chunks_mut(PIECE)) {
        match bytes.first_chunk_mut() {
            Some(whole) => *whole = *piece,
            None => I::One::load(isa, piece).store_part(bytes),
        }
    }
}

/// The bytes of [`Isa::One`].
const PIECE: usize = 16;

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
        stage(isa, rest, &mut block);
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
    let mut tail = data.split_off(bytes);
    let mut block = [0; MAX_RATE];
    stage(isa, tail.input(), &mut block);
    if OPEN {
        state.decrypt_masked(isa, &mut block, S::read(isa, &mask(bytes)));
    } else {
        state.encrypt(isa, &mut block);
    }
    unstage(isa, &block, tail.output());
    wipe_in_kernel(isa, &mut block, [0; MAX_RATE]);
}

impl<D: StatefulAead, const OPEN: bool> Kernel for Whole<'_, D, OPEN> {
    type Output = Field32;
    type Class = AnyWidth<D::OneOps>;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> Field32 {
        let mut state = D::One::<I>::start(isa, self.key, self.nonce);
        let mut data = self.data;
        let lengths = lengths(self.aad.len() as u64, data.len() as u64);
        body::<D, _, OPEN>(isa, &mut state, self.aad, &mut data);
        state.finish(isa, &lengths);
        let mut tag = [0; FIELD];
        state.tags(self.tag_bytes, &mut tag);
        tag
    }
}
