//! ECB: every block on its own.

use core::marker::PhantomData;

use super::tiles::{Step, each_tile, load};
use super::{BLOCK, RegisterCipher};
use crate::Backend;
use crate::block::register::RegisterKey;
use crate::lanes::{
    AesBlocks, AesOps, BlockKeys, Blocks, FullWidth, InOut, Isa, Kernel, SharedKey, Tile,
    Vector as _, dispatch, unroll,
};

/// One message.
pub(super) fn one<C: RegisterCipher<KEYS>, const KEYS: usize>(
    backend: Backend,
    key: &RegisterKey<KEYS>,
    decrypt: bool,
    data: InOut<'_>,
) {
    if decrypt {
        run::<C, _, true, KEYS>(backend, SharedKey(&key.back), data);
    } else {
        run::<C, _, false, KEYS>(backend, SharedKey(&key.forward), data);
    }
}

/// One message, with any form of keys; for decryption those for that.
// Not a call of its own: it would copy what the kernel takes once more, and short messages would wait
// for that (measured: 64 bytes in a third of the time).
#[inline(always)]
pub(super) fn run<C, K, const DECRYPT: bool, const KEYS: usize>(
    backend: Backend,
    keys: K,
    data: InOut<'_>,
) where
    C: RegisterCipher<KEYS>,
    K: BlockKeys<KEYS>,
{
    dispatch(backend, EcbRegisters::<C, K, DECRYPT, KEYS> { keys, data, cipher: PhantomData });
}

struct EcbRegisters<'d, C, K, const DECRYPT: bool, const KEYS: usize> {
    keys: K,
    data: InOut<'d>,
    cipher: PhantomData<C>,
}

impl<C, K, const DECRYPT: bool, const KEYS: usize> Kernel for EcbRegisters<'_, C, K, DECRYPT, KEYS>
where
    C: RegisterCipher<KEYS>,
    K: BlockKeys<KEYS>,
{
    type Output = ();
    type Class = FullWidth<AesOps>;

    #[inline(always)]
    fn run<I: Isa>(mut self, isa: I) {
        let mut step = EcbStep::<C, K, DECRYPT, KEYS> { keys: self.keys, cipher: PhantomData };
        each_tile(isa, &mut self.data, &mut step);
    }
}

struct EcbStep<C, K, const DECRYPT: bool, const KEYS: usize> {
    keys: K,
    cipher: PhantomData<C>,
}

impl<C: RegisterCipher<KEYS>, K: BlockKeys<KEYS>, const DECRYPT: bool, const KEYS: usize>
    EcbStep<C, K, DECRYPT, KEYS>
{
    #[inline(always)]
    fn blocks<B: AesBlocks, const N: usize>(&self, isa: B::Isa, blocks: &mut [B; N]) {
        if DECRYPT {
            C::decrypt(isa, self.keys, blocks);
        } else {
            C::encrypt(isa, self.keys, blocks);
        }
    }
}

impl<I, C, K, const DECRYPT: bool, const KEYS: usize> Step<I> for EcbStep<C, K, DECRYPT, KEYS>
where
    I: Isa,
    C: RegisterCipher<KEYS>,
    K: BlockKeys<KEYS>,
{
    #[inline(always)]
    fn whole<const N: usize>(&mut self, isa: I, tile: &mut Tile<'_>) {
        let register = BLOCK * I::Aes::BLOCKS;
        let mut blocks = load::<I, N>(isa, tile);
        self.blocks(isa, &mut blocks);
        unroll!(N, |i| blocks[i].store(tile.output(i * register, register)));
    }

    #[inline(always)]
    fn part(&mut self, isa: I, tile: &mut Tile<'_>, bytes: usize) {
        let mut blocks = [I::Aes::load_part(isa, tile.input(0, bytes))];
        self.blocks(isa, &mut blocks);
        blocks[0].store_part(tile.output(0, bytes));
    }
}
