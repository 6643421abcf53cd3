//! Data in tiles of registers: as many as hide latency, then fewer, then what is left of one.

use super::RegisterCipher;
use crate::lanes::{
    AesBlocks, BlockArray, BlockKeys, Blocks, InOut, Isa, KeyAt, SharedKey, Tile, Vector as _,
    unroll,
};

/// Registers that are worked on together where there is enough data: more than the latency of a
/// round times the rounds that can start in a cycle.
pub(super) const TOGETHER: usize = 8;

/// What a mode does with data, a tile after another.
pub(super) trait Step<I: Isa> {
    /// With `N` whole registers.
    fn whole<const N: usize>(&mut self, isa: I, cipher: &impl Blockwise, tile: &mut Tile<'_>);
    /// With fewer bytes than a register has, at the end.
    fn part(&mut self, isa: I, cipher: &impl Blockwise, tile: &mut Tile<'_>, bytes: usize);
}

/// A block cipher with its keys, in one direction.
pub(super) trait Blockwise {
    fn apply<B: AesBlocks, const N: usize>(&self, isa: B::Isa, blocks: &mut [B; N]);
}

/// Encrypts with some keys, or decrypts with those for that if `DECRYPT`.
struct WithKeys<C, K, const DECRYPT: bool, const KEYS: usize> {
    keys: K,
    cipher: core::marker::PhantomData<C>,
}

impl<C, K, const DECRYPT: bool, const KEYS: usize> Blockwise for WithKeys<C, K, DECRYPT, KEYS>
where
    C: RegisterCipher<KEYS>,
    K: BlockKeys<KEYS>,
{
    #[inline(always)]
    fn apply<B: AesBlocks, const N: usize>(&self, isa: B::Isa, blocks: &mut [B; N]) {
        if DECRYPT {
            C::decrypt(isa, self.keys, blocks);
        } else {
            C::encrypt(isa, self.keys, blocks);
        }
    }
}

/// The keys of one message or several.
pub(super) trait KeyRing<const KEYS: usize>: Copy {
    /// Whether all messages have the same.
    const SHARED: bool;
    /// In what form.
    type Key: BlockKeys<KEYS>;
    /// That of a message.
    fn of(self, message: usize) -> Self::Key;
    /// In what form for blocks of different messages.
    type Keys: BlockKeys<KEYS>;
    /// Those of the messages from one on, a block each.
    fn from(self, message: usize) -> Self::Keys;
    /// The keys in places, unless one is for all.
    fn places(&self) -> Option<&[BlockArray; KEYS]>;
}

impl<const KEYS: usize> KeyRing<KEYS> for SharedKey<'_, KEYS> {
    const SHARED: bool = true;
    type Key = Self;
    #[inline(always)]
    fn of(self, _: usize) -> Self {
        self
    }
    type Keys = Self;
    #[inline(always)]
    fn from(self, _: usize) -> Self {
        self
    }
    #[inline(always)]
    fn places(&self) -> Option<&[BlockArray; KEYS]> {
        None
    }
}

impl<'a, const KEYS: usize> KeyRing<KEYS> for &'a [BlockArray; KEYS] {
    const SHARED: bool = false;
    type Key = KeyAt<'a, KEYS>;
    #[inline(always)]
    fn of(self, message: usize) -> KeyAt<'a, KEYS> {
        KeyAt(self, message)
    }
    type Keys = KeysFrom<'a, KEYS>;
    #[inline(always)]
    fn from(self, message: usize) -> KeysFrom<'a, KEYS> {
        KeysFrom(self, message)
    }
    #[inline(always)]
    fn places(&self) -> Option<&[BlockArray; KEYS]> {
        Some(self)
    }
}

/// Round keys of their own for every place, from a place on.
#[derive(Clone, Copy)]
pub(super) struct KeysFrom<'a, const KEYS: usize>(
    pub(super) &'a [BlockArray; KEYS],
    pub(super) usize,
);

impl<const KEYS: usize> BlockKeys<KEYS> for KeysFrom<'_, KEYS> {
    #[inline(always)]
    fn key<B: AesBlocks>(self, isa: B::Isa, round: usize, register: usize) -> B {
        self.0[round].register(isa, self.1 + register * B::BLOCKS)
    }
}

/// Does it with all of the data of a message.
#[inline(always)]
pub(super) fn each_tile<C, I, const DECRYPT: bool, const KEYS: usize>(
    isa: I,
    keys: impl BlockKeys<KEYS>,
    step: &mut impl Step<I>,
    mut data: InOut<'_>,
) where
    C: RegisterCipher<KEYS>,
    I: Isa,
{
    let cipher = &WithKeys::<C, _, DECRYPT, KEYS> { keys, cipher: core::marker::PhantomData };
    let register = 16 * I::Aes::BLOCKS;
    while data.len() >= TOGETHER * register {
        step.whole::<TOGETHER>(isa, cipher, &mut data.take(TOGETHER * register));
    }
    if data.len() >= 4 * register {
        step.whole::<4>(isa, cipher, &mut data.take(4 * register));
    }
    if data.len() >= 2 * register {
        step.whole::<2>(isa, cipher, &mut data.take(2 * register));
    }
    if data.len() >= register {
        step.whole::<1>(isa, cipher, &mut data.take(register));
    }
    let bytes = data.len();
    if bytes > 0 {
        step.part(isa, cipher, &mut data.take(bytes), bytes);
    }
}

/// Registers of a tile.
#[inline(always)]
pub(super) fn load<I: Isa, const N: usize>(isa: I, tile: &Tile<'_>) -> [I::Aes; N] {
    let register = 16 * I::Aes::BLOCKS;
    let mut blocks = [I::Aes::zero(isa); N];
    unroll!(N, |i| blocks[i] = I::Aes::load(isa, tile.input(i * register, register)));
    blocks
}
