//! Counter mode with big-endian counters at the end of blocks.

use core::marker::PhantomData;

use super::tiles::{Step, each_tile};
use super::{BLOCK, RegisterCipher};
use crate::Backend;
use crate::lanes::{
    AesBlocks, AesOps, BlockArray, BlockKeys, Blocks, FullWidth, InOut, Isa, Kernel, KeyAt,
    SharedKey, Tile, Vector as _, dispatch, unroll,
};

/// A message to be met with keystream.
pub(super) struct CtrMessage<'d> {
    /// The counter block of its first block, as a big-endian number.
    pub(super) number: u128,
    pub(super) data: InOut<'d>,
}

impl<'d> CtrMessage<'d> {
    /// From a block of a nonce on: see [`ctr`](crate::mode::ctr).
    pub(super) fn new(nonce: &[u8], block: u64, data: InOut<'d>) -> Self {
        let number = match nonce.first_chunk() {
            Some(nonce) => u128::from_be_bytes(*nonce),
            None => nonce.iter().fold(0, |number, byte| number << 8 | u128::from(*byte)) << 32,
        };
        Self { number: number.wrapping_add(block.into()), data }
    }

    /// Takes off what comes before the lowest 32 bits of the counter start anew, if that is within
    /// the data.
    fn before_carry(&mut self) -> Option<Self> {
        let bytes = BLOCK as u64 * ((1 << 32) - u64::from(self.number as u32));
        let bytes = usize::try_from(bytes).ok().filter(|bytes| *bytes < self.data.len())?;
        let before = Self { number: self.number, data: self.data.split_off(bytes) };
        self.number = self.number.wrapping_add((bytes / BLOCK) as u128);
        Some(before)
    }
}

/// The keys of one message or several.
pub(super) trait KeyRing<const KEYS: usize>: Copy {
    /// In what form.
    type Key: BlockKeys<KEYS> + KeyRing<KEYS>;
    /// That of a message.
    fn of(self, message: usize) -> Self::Key;
}

impl<const KEYS: usize> KeyRing<KEYS> for SharedKey<'_, KEYS> {
    type Key = Self;
    #[inline(always)]
    fn of(self, _: usize) -> Self {
        self
    }
}

impl<'a, const KEYS: usize> KeyRing<KEYS> for &'a [BlockArray; KEYS] {
    type Key = KeyAt<'a, KEYS>;
    #[inline(always)]
    fn of(self, message: usize) -> KeyAt<'a, KEYS> {
        KeyAt(self, message)
    }
}

impl<const KEYS: usize> KeyRing<KEYS> for KeyAt<'_, KEYS> {
    type Key = Self;
    #[inline(always)]
    fn of(self, _: usize) -> Self {
        self
    }
}

/// Messages, each with its key.
pub(super) fn run<C: RegisterCipher<KEYS>, K: KeyRing<KEYS>, const KEYS: usize>(
    backend: Backend,
    keys: K,
    messages: &mut [CtrMessage<'_>],
) {
    for (i, message) in messages.iter_mut().enumerate() {
        while let Some(before) = message.before_carry() {
            let (keys, messages) = (keys.of(i), &mut [before]);
            dispatch(backend, CtrRegisters::<C, _, KEYS> { keys, messages, cipher: PhantomData });
        }
    }
    dispatch(backend, CtrRegisters::<C, K, KEYS> { keys, messages, cipher: PhantomData });
}

struct CtrRegisters<'a, 'd, C, K, const KEYS: usize> {
    keys: K,
    messages: &'a mut [CtrMessage<'d>],
    cipher: PhantomData<C>,
}

impl<C, K, const KEYS: usize> Kernel for CtrRegisters<'_, '_, C, K, KEYS>
where
    C: RegisterCipher<KEYS>,
    K: KeyRing<KEYS>,
{
    type Output = ();
    type Class = FullWidth<AesOps>;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) {
        for (i, message) in self.messages.iter_mut().enumerate() {
            let (keys, number) = (self.keys.of(i), message.number);
            let mut step = CtrStep::<C, _, KEYS> { keys, number, cipher: PhantomData };
            each_tile(isa, &mut message.data, &mut step);
        }
    }
}

struct CtrStep<C, K, const KEYS: usize> {
    keys: K,
    number: u128,
    cipher: PhantomData<C>,
}

impl<C: RegisterCipher<KEYS>, K: BlockKeys<KEYS>, const KEYS: usize> CtrStep<C, K, KEYS> {
    #[inline(always)]
    fn keystream<B: AesBlocks, const N: usize>(&mut self, isa: B::Isa) -> [B; N] {
        let mut blocks = counters(isa, self.number, true);
        self.number = self.number.wrapping_add((N * B::BLOCKS) as u128);
        C::encrypt(isa, self.keys, &mut blocks);
        blocks
    }
}

impl<I, C, K, const KEYS: usize> Step<I> for CtrStep<C, K, KEYS>
where
    I: Isa,
    C: RegisterCipher<KEYS>,
    K: BlockKeys<KEYS>,
{
    #[inline(always)]
    fn whole<const N: usize>(&mut self, isa: I, tile: &mut Tile<'_>) {
        let register = BLOCK * I::Aes::BLOCKS;
        let keystream = self.keystream::<I::Aes, N>(isa);
        unroll!(N, |i| {
            let input = I::Aes::load(isa, tile.input(i * register, register));
            input.xor(keystream[i]).store(tile.output(i * register, register));
        });
    }

    #[inline(always)]
    fn part(&mut self, isa: I, tile: &mut Tile<'_>, bytes: usize) {
        let [keystream] = self.keystream::<I::Aes, 1>(isa);
        let input = I::Aes::load_part(isa, tile.input(0, bytes));
        input.xor(keystream).store_part(tile.output(0, bytes));
    }
}

/// The number of every place in one byte of its block.
pub(super) const fn numbers(byte: usize) -> BlockArray {
    let mut numbers = BlockArray::ZERO;
    let mut place = 0;
    while place < BlockArray::COUNT {
        numbers.0[place][byte] = place as u8;
        place += 1;
    }
    numbers
}

static BIG_ENDIAN: BlockArray = numbers(BLOCK - 1);
static LITTLE_ENDIAN: BlockArray = numbers(0);

/// Counter blocks from a number on, of which the lowest 32 bits count. If it is `public`, it decides
/// which way is taken.
#[inline(always)]
pub(super) fn counters<B: AesBlocks, const N: usize>(
    isa: B::Isa,
    number: u128,
    public: bool,
) -> [B; N] {
    let count = N * B::BLOCKS;
    let mut blocks = [B::zero(isa); N];
    if public && usize::from(number as u8) + count <= 256 {
        // The lowest byte has no carry: no order of bytes to mind.
        let first = B::splat(isa, number.swap_bytes());
        unroll!(N, |i| {
            blocks[i] = first.add_bytes(BIG_ENDIAN.register(isa, i * B::BLOCKS));
        });
    } else {
        let first = B::splat(isa, number);
        unroll!(N, |i| {
            let counter = first.add::<u32>(LITTLE_ENDIAN.register(isa, i * B::BLOCKS));
            blocks[i] = counter.swap_bytes();
        });
    }
    blocks
}
