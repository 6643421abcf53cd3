//! ECB: every block on its own.

use core::marker::PhantomData;

use super::tiles::{Blockwise, Step, each_tile, load, load_end, store_end};
use super::window::Windowed;
use super::{BLOCK, RegisterCipher, RegisterKeyed};
use crate::Backend;
use crate::batch::CipherJob;
use crate::block::register::RegisterKey;
use crate::lanes::{
    AesOps, Blocks, FullWidth, InOut, Isa, Kernel, SharedKey, Tile, Vector as _, dispatch, unroll,
};
use crate::mode::{AesModes, Ecb};

/// One message.
#[inline(always)]
pub(super) fn one<C: RegisterCipher<KEYS>, const KEYS: usize>(
    backend: Backend,
    key: &RegisterKey<KEYS>,
    decrypt: bool,
    data: InOut<'_>,
) {
    let cipher = PhantomData;
    if decrypt {
        let keys = SharedKey(&key.back);
        dispatch(backend, One::<C, true, KEYS> { keys, data, cipher });
    } else {
        let keys = SharedKey(&key.forward);
        dispatch(backend, One::<C, false, KEYS> { keys, data, cipher });
    }
}

struct One<'a, 'd, C, const DECRYPT: bool, const KEYS: usize> {
    keys: SharedKey<'a, KEYS>,
    data: InOut<'d>,
    cipher: PhantomData<C>,
}

impl<C: RegisterCipher<KEYS>, const DECRYPT: bool, const KEYS: usize> Kernel
    for One<'_, '_, C, DECRYPT, KEYS>
{
    type Output = ();
    type Class = FullWidth<AesOps>;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) {
        each_tile::<C, I, DECRYPT, KEYS>(isa, self.keys, &mut EcbStep, self.data);
    }
}

/// Batches.
pub(super) struct Batches<B>(PhantomData<B>);

impl<B, const DECRYPT: bool, const KEYS: usize> Windowed<DECRYPT, KEYS> for Batches<B>
where
    B: AesModes + RegisterKeyed<KEYS>,
{
    type Mode = Ecb<B>;
    type Rounds = B::Rounds;
    type Step<I: Isa> = EcbStep;

    fn key(mode: &Ecb<B>) -> &RegisterKey<KEYS> {
        mode.cipher.key()
    }
    #[inline(always)]
    fn begin<I: Isa>(_: I, _: &mut CipherJob<'_, Ecb<B>>) -> Option<EcbStep> {
        Some(EcbStep)
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
