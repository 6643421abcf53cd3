//! Counter mode for algorithms that also want the first blocks of the keystream of another nonce, as keys.

use core::marker::PhantomData;

use super::ctr::{CtrStep, counters};
use super::tiles::each_tile;
pub(crate) use super::window::needs_room;
use super::window::{JobKeys, KeyedWork, with_keys};
use super::{ManyKeys, RegisterCipher, RegisterKey, RegisterKeyed};
use crate::Backend;
use crate::batch::Key;
use crate::lanes::{
    AesOps, AnyWidth, BlockKeys, FullWidth, InOut, Isa, Kernel, Kernels, Row, Vector as _,
};

/// A message of a window.
pub(crate) trait CtrMessage<'m, const KEYS: usize> {
    /// Its number in the window.
    fn place(&self) -> usize;
    fn key(&self) -> Key<'m, RegisterKey<KEYS>>;
    /// The first counter block of its data, whose last four bytes are zero.
    fn nonce(&self) -> [u8; 16];
    /// That of the blocks that are keys, likewise.
    fn key_nonce(&self) -> [u8; 16];
    /// Its data, below 2^32 blocks.
    fn data(&mut self) -> InOut<'_>;
}

/// What is done with the messages of a window while their round keys are there.
pub(crate) trait CtrWork<M> {
    fn run(self, session: &mut impl CtrSession<M>);
}

/// Messages of a window with their round keys.
pub(crate) trait CtrSession<M> {
    /// Puts the first four blocks of keystream of the other nonce into the row of each message.
    fn key_blocks(&mut self, kernels: &mut Kernels, messages: &[M], rows: &mut [Row]);
    /// Encrypts the data of messages.
    fn encrypt(&mut self, kernels: &mut Kernels, messages: &mut [M]);
    /// Does both.
    fn both(&mut self, kernels: &mut Kernels, messages: &mut [M], rows: &mut [Row]);
}

/// Expands the keys of the messages of a window, in the order of their places, and does some work with them. There is
/// room for keys if [`needs_room`].
pub(crate) fn with_window<'m, B, M, const KEYS: usize>(
    backend: Backend,
    keys: impl ExactSizeIterator<Item = Key<'m, RegisterKey<KEYS>>> + Clone,
    room: Option<&mut ManyKeys<KEYS>>,
    work: impl CtrWork<M>,
) where
    B: RegisterKeyed<KEYS>,
    M: CtrMessage<'m, KEYS>,
{
    let work = Keyed::<B, M, _> { work, of: PhantomData };
    with_keys::<B, KEYS>(backend, keys, room, work);
}

/// Work that waits for round keys.
struct Keyed<B, M, W> {
    work: W,
    of: PhantomData<(B, M)>,
}

impl<'m, B, M, W, const KEYS: usize> KeyedWork<KEYS> for Keyed<B, M, W>
where
    B: RegisterKeyed<KEYS>,
    M: CtrMessage<'m, KEYS>,
    W: CtrWork<M>,
{
    fn run(self, keys: impl JobKeys<false, KEYS>) {
        self.work.run(&mut Window::<B::Rounds, _, KEYS> { keys, cipher: PhantomData });
    }
}

struct Window<C, K, const KEYS: usize> {
    keys: K,
    cipher: PhantomData<C>,
}

impl<'m, M, C, K, const KEYS: usize> CtrSession<M> for Window<C, K, KEYS>
where
    M: CtrMessage<'m, KEYS>,
    C: RegisterCipher<KEYS>,
    K: JobKeys<false, KEYS>,
{
    fn key_blocks(&mut self, kernels: &mut Kernels, messages: &[M], rows: &mut [Row]) {
        let (keys, cipher) = (self.keys, PhantomData::<C>);
        kernels.run(KeyBlocks { keys, messages, rows, cipher });
    }

    fn encrypt(&mut self, kernels: &mut Kernels, messages: &mut [M]) {
        let (keys, cipher) = (self.keys, PhantomData::<C>);
        kernels.run(Encrypt { keys, messages, cipher });
    }

    fn both(&mut self, kernels: &mut Kernels, messages: &mut [M], rows: &mut [Row]) {
        let (keys, cipher) = (self.keys, PhantomData::<C>);
        kernels.run(Both { keys, messages, rows, cipher });
    }
}

/// The keys of one message.
#[inline(always)]
fn key_blocks<I: Isa, C: RegisterCipher<KEYS>, const KEYS: usize>(
    isa: I,
    keys: impl BlockKeys<KEYS>,
    nonce: [u8; 16],
    row: &mut Row,
) {
    let mut blocks = counters::<I::Four, u64, 1>(isa, u128::from_be_bytes(nonce));
    C::encrypt(isa, keys, &mut blocks);
    let mut bytes = [0; 64];
    blocks[0].store(&mut bytes);
    *row = Row::from_bytes(&bytes);
}

/// Encrypts one message.
#[inline(always)]
fn encrypt<'m, I: Isa, C: RegisterCipher<KEYS>, const KEYS: usize>(
    isa: I,
    keys: impl BlockKeys<KEYS>,
    message: &mut impl CtrMessage<'m, KEYS>,
) {
    let nonce = u128::from_le_bytes(message.nonce());
    let data = message.data();
    // No part of the counter that is left starts anew.
    if let Some(mut step) = CtrStep::<I::Aes>::new(isa, nonce, data.len()) {
        each_tile::<C, I, false, KEYS>(isa, keys, &mut step, data);
    }
}

struct KeyBlocks<'w, M, C, K, const KEYS: usize> {
    keys: K,
    messages: &'w [M],
    rows: &'w mut [Row],
    cipher: PhantomData<C>,
}

impl<'m, M, C, K, const KEYS: usize> Kernel for KeyBlocks<'_, M, C, K, KEYS>
where
    M: CtrMessage<'m, KEYS>,
    C: RegisterCipher<KEYS>,
    K: JobKeys<false, KEYS>,
{
    type Output = ();
    type Class = AnyWidth<AesOps>;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) {
        for (message, row) in self.messages.iter().zip(self.rows) {
            let Some(keys) = self.keys.of(message.place(), message.key()) else { continue };
            key_blocks::<I, C, KEYS>(isa, keys, message.key_nonce(), row);
        }
    }
}

struct Encrypt<'w, M, C, K, const KEYS: usize> {
    keys: K,
    messages: &'w mut [M],
    cipher: PhantomData<C>,
}

impl<'m, M, C, K, const KEYS: usize> Kernel for Encrypt<'_, M, C, K, KEYS>
where
    M: CtrMessage<'m, KEYS>,
    C: RegisterCipher<KEYS>,
    K: JobKeys<false, KEYS>,
{
    type Output = ();
    type Class = FullWidth<AesOps>;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) {
        for message in self.messages {
            let Some(keys) = self.keys.of(message.place(), message.key()) else { continue };
            encrypt::<I, C, KEYS>(isa, keys, message);
        }
    }
}

struct Both<'w, M, C, K, const KEYS: usize> {
    keys: K,
    messages: &'w mut [M],
    rows: &'w mut [Row],
    cipher: PhantomData<C>,
}

impl<'m, M, C, K, const KEYS: usize> Kernel for Both<'_, M, C, K, KEYS>
where
    M: CtrMessage<'m, KEYS>,
    C: RegisterCipher<KEYS>,
    K: JobKeys<false, KEYS>,
{
    type Output = ();
    type Class = FullWidth<AesOps>;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) {
        for (message, row) in self.messages.iter_mut().zip(self.rows) {
            let Some(keys) = self.keys.of(message.place(), message.key()) else { continue };
            key_blocks::<I, C, KEYS>(isa, keys, message.key_nonce(), row);
            encrypt::<I, C, KEYS>(isa, keys, message);
        }
    }
}
