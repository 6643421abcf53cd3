//! ECB: every block on its own.

use super::short::{self, Short};
use super::tiles::{Blockwise, Step, each_tile, load, load_end, store_end};
use super::window::{Form, Windowed};
use super::{AesKey, AesKeyed as _, Any, BLOCK};
use crate::Backend;
use crate::batch::CipherJob;
use crate::lanes::{
    AesOps, Blocks, FullWidth, InOut, Isa, Kernel, SharedKey, Tile, Vector as _, dispatch, unroll,
};
use crate::mode::Ecb;

/// One message.
#[inline(always)]
pub(super) fn one(backend: Backend, key: &AesKey, decrypt: bool, data: InOut<'_>) {
    if decrypt {
        let keys = key.back();
        dispatch(backend, One::<true> { keys, data });
    } else {
        let keys = key.forward();
        dispatch(backend, One::<false> { keys, data });
    }
}

struct One<'a, 'd, const DECRYPT: bool> {
    keys: SharedKey<'a>,
    data: InOut<'d>,
}

impl<const DECRYPT: bool> Kernel for One<'_, '_, DECRYPT> {
    type Output = ();
    type Class = FullWidth<AesOps>;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) {
        each_tile::<I, DECRYPT>(isa, self.keys, &mut EcbStep, self.data);
    }
}

/// Batches.
pub(super) struct Batches;

impl<const DECRYPT: bool> Windowed<DECRYPT> for Batches {
    type Mode = Ecb<Any>;
    type Form = Self;

    fn key(mode: &Ecb<Any>) -> &AesKey {
        mode.cipher.key()
    }
    #[inline(always)]
    fn first((): (), _: u64) {}
    fn side_by_side(backend: Backend, jobs: &mut [CipherJob<'_, Ecb<Any>>]) -> bool {
        !DECRYPT && short::side_by_side::<Self>(backend, jobs)
    }
}

impl<const DECRYPT: bool> Form<DECRYPT> for Batches {
    type First = ();
    type Step<I: Isa> = EcbStep;

    #[inline(always)]
    fn begin<I: Isa>(_: I, (): (), _: usize) -> Option<EcbStep> {
        Some(EcbStep)
    }
}

impl Short for Batches {
    #[inline(always)]
    fn blocks<I: Isa>(isa: I, _: &mut EcbStep, data: &InOut<'_>) -> I::Aes {
        short::load(isa, data.input())
    }
    #[inline(always)]
    fn put<I: Isa>(_: I, blocks: I::Aes, mut data: InOut<'_>) {
        short::store(blocks, data.output());
    }
}

/// Every block is what goes into the cipher.
pub(super) struct EcbStep;

impl<I: Isa> Step<I> for EcbStep {
    #[inline(always)]
    fn whole<const N: usize>(&mut self, isa: I, cipher: &impl Blockwise, tile: &mut Tile<'_>) {
        let register = BLOCK * I::Aes::BLOCKS;
        let mut blocks = load::<I, N>(isa, tile);
        cipher.apply(isa, &mut blocks);
        unroll!(N, |i| blocks[i].store(tile.output(i * register, register)));
    }

    #[inline(always)]
    fn end<const N: usize>(&mut self, isa: I, cipher: &impl Blockwise, tile: &mut Tile<'_>) {
        let mut blocks = load_end::<I, N>(isa, tile);
        cipher.apply(isa, &mut blocks);
        store_end::<I, N>(blocks, tile);
    }
}
