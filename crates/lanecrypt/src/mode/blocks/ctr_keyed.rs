//! Counter mode for algorithms that also want the first blocks of the keystream of another nonce, as keys.

use core::marker::PhantomData;

use super::ctr::{CtrStep, counters};
use super::tiles::each_tile;
pub(crate) use super::window::needs_room;
use super::window::{JobKeys, KeyedWork, with_keys};
use super::{AesKey, ManyKeys, Rounds};
use crate::Backend;
use crate::batch::Key;
use crate::lanes::{
    AesOps, AnyWidth, BlockKeys, FullWidth, InOut, Isa, Kernel, Kernels, Row, Schedule, SharedKey,
    Vector as _,
};

/// A message of a window.
pub(crate) trait CtrMessage<'m> {
    /// Its number in the window.
    fn place(&self) -> usize;
    fn key(&self) -> Key<'m, AesKey>;
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
pub(crate) fn with_window<'m, M: CtrMessage<'m>>(
    backend: Backend,
    keys: impl ExactSizeIterator<Item = Key<'m, AesKey>> + Clone,
    room: Option<&mut ManyKeys>,
    work: impl CtrWork<M>,
) {
    let work = Keyed::<M, _> { work, of: PhantomData };
    with_keys(backend, keys, room, work);
}

/// Work that waits for round keys.
struct Keyed<M, W> {
    work: W,
    of: PhantomData<M>,
}

impl<'m, M, W> KeyedWork for Keyed<M, W>
where
    M: CtrMessage<'m>,
    W: CtrWork<M>,
{
    fn run(self, keys: impl JobKeys<false>) {
        self.work.run(&mut Window { keys });
    }
}

struct Window<K> {
    keys: K,
}

impl<'m, M, K> CtrSession<M> for Window<K>
where
    M: CtrMessage<'m>,
    K: JobKeys<false>,
{
    fn key_blocks(&mut self, kernels: &mut Kernels, messages: &[M], rows: &mut [Row]) {
        let keys = self.keys;
        kernels.run(KeyBlocks { keys, messages, rows });
    }

    fn encrypt(&mut self, kernels: &mut Kernels, messages: &mut [M]) {
        let keys = self.keys;
        kernels.run(Encrypt { keys, messages });
    }

    fn both(&mut self, kernels: &mut Kernels, messages: &mut [M], rows: &mut [Row]) {
        let keys = self.keys;
        kernels.run(Both { keys, messages, rows });
    }
}

/// The keys of one message.
#[inline(always)]
fn key_blocks<I: Isa>(isa: I, keys: impl BlockKeys, nonce: [u8; 16], row: &mut Row) {
    let mut blocks = counters::<I::Four, u64, 1>(isa, u128::from_be_bytes(nonce));
    Rounds::encrypt(isa, keys, &mut blocks);
    let mut bytes = [0; 64];
    blocks[0].store(&mut bytes);
    *row = Row::from_bytes(&bytes);
}

/// The first three blocks of keystream of the other nonce of a message, in registers of one block. A key that is bytes,
/// so many, is expanded; its round keys are put where there is room for them if they are `KEPT`.
#[inline(always)]
pub(crate) fn first_blocks<'m, I: Isa, const KEY: usize, const KEPT: bool>(
    isa: I,
    message: &impl CtrMessage<'m>,
    room: &mut Schedule,
) -> [I::One; 3] {
    let mut blocks = counters::<I::One, u64, 3>(isa, u128::from_be_bytes(message.key_nonce()));
    match message.key() {
        Key::Ready(key) => Rounds::encrypt(isa, key.forward(), &mut blocks),
        Key::Bytes(key) => {
            // There are as many.
            let key = key.first_chunk().unwrap_or(&[0; KEY]);
            // Planes of bits are made for all rounds at once.
            if const { matches!(I::BACKEND, Backend::Portable) } {
                Rounds::encrypt_fresh::<I::One, 0>(isa, key, &mut [], Some(room));
                Rounds::encrypt(isa, SharedKey(room), &mut blocks);
            } else {
                Rounds::encrypt_fresh(isa, key, &mut blocks, if KEPT { Some(room) } else { None });
            }
        }
    }
    blocks
}

/// Encrypts one message.
#[inline(always)]
pub(crate) fn encrypt<'m, I: Isa>(isa: I, keys: impl BlockKeys, message: &mut impl CtrMessage<'m>) {
    let nonce = u128::from_le_bytes(message.nonce());
    let data = message.data();
    // No part of the counter that is left starts anew.
    if let Some(mut step) = CtrStep::<I::Aes>::new(isa, nonce, data.len()) {
        each_tile::<I, false>(isa, keys, &mut step, data);
    }
}

struct KeyBlocks<'w, M, K> {
    keys: K,
    messages: &'w [M],
    rows: &'w mut [Row],
}

impl<'m, M, K> Kernel for KeyBlocks<'_, M, K>
where
    M: CtrMessage<'m>,
    K: JobKeys<false>,
{
    type Output = ();
    type Class = AnyWidth<AesOps>;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) {
        // Not used on plain words, which take one message after another (`Core::one_by_one`).
        if const { matches!(I::BACKEND, Backend::Portable) } {
            return;
        }
        for (message, row) in self.messages.iter().zip(self.rows) {
            let Some(keys) = self.keys.of(message.place(), message.key()) else { continue };
            key_blocks::<I>(isa, keys, message.key_nonce(), row);
        }
    }
}

struct Encrypt<'w, M, K> {
    keys: K,
    messages: &'w mut [M],
}

impl<'m, M, K> Kernel for Encrypt<'_, M, K>
where
    M: CtrMessage<'m>,
    K: JobKeys<false>,
{
    type Output = ();
    type Class = FullWidth<AesOps>;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) {
        // Not used on plain words, which take one message after another (`Core::one_by_one`).
        if const { matches!(I::BACKEND, Backend::Portable) } {
            return;
        }
        for message in self.messages {
            let Some(keys) = self.keys.of(message.place(), message.key()) else { continue };
            encrypt::<I>(isa, keys, message);
        }
    }
}

struct Both<'w, M, K> {
    keys: K,
    messages: &'w mut [M],
    rows: &'w mut [Row],
}

impl<'m, M, K> Kernel for Both<'_, M, K>
where
    M: CtrMessage<'m>,
    K: JobKeys<false>,
{
    type Output = ();
    type Class = FullWidth<AesOps>;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) {
        // Not used on plain words, which take one message after another (`Core::one_by_one`).
        if const { matches!(I::BACKEND, Backend::Portable) } {
            return;
        }
        for (message, row) in self.messages.iter_mut().zip(self.rows) {
            let Some(keys) = self.keys.of(message.place(), message.key()) else { continue };
            key_blocks::<I>(isa, keys, message.key_nonce(), row);
            encrypt::<I>(isa, keys, message);
        }
    }
}
