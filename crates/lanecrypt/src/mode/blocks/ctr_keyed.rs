//! Counter mode for algorithms that also want the first blocks of the keystream of another nonce, as keys.

use core::hint::black_box;

use super::ctr::{CtrStep, counters};
use super::gcm_data::{self, Counter};
use super::short;
use super::tiles::each_tile;
pub(crate) use super::window::{Few, with_keys};
use super::{AesKey, Rounds};
use crate::Backend;
use crate::batch::Key;
use crate::block::aes_key::{first_slot, halves_of_each};
use crate::hash::columns::MOST_BLOCKS;
use crate::hash::polyval::{HashKey, Powers, Products};
use crate::lanes::{
    AesBlocks, AesOps, AnyWidth, BlockKeys, Blocks as _, FullWidth, InOut, Isa, Kernel, Kernels,
    Row, Schedule, SharedKey, Vector as _, unroll, wipe_in_kernel,
};

/// A message of a window.
pub(crate) trait CtrMessage<'m> {
    /// Its number in the window.
    fn place(&self) -> usize;
    fn key(&self) -> Key<'m, AesKey>;
    /// Its nonce: 12 bytes, and four that are not used. The first counter block has zeros in their place.
    fn nonce(&self) -> &[u8; 16];
    /// Its data, below 2^32 blocks.
    fn data(&mut self) -> InOut<'_>;
}

/// The bytes of a nonce that are used, as a little-endian number.
const NONCE: u128 = u128::MAX >> 32;

/// The bit that is set in the nonce of the blocks that are keys.
const KEYS: u128 = 1;

/// The first counter block of the blocks that are keys, as a big-endian number.
#[inline(always)]
fn first_of_keys(nonce: &[u8; 16]) -> u128 {
    (u128::from_le_bytes(*nonce) & NONCE | KEYS).swap_bytes()
}

/// Puts the first four blocks of keystream of the nonce for keys into the row of each message.
pub(crate) fn key_blocks<'m, M: CtrMessage<'m>>(
    kernels: &mut Kernels,
    keys: Few<'_>,
    messages: &[M],
    rows: &mut [Row],
) {
    kernels.run(KeyBlocks { keys, messages, rows });
}

/// Encrypts the data of messages.
pub(crate) fn encrypt_each<'m, M: CtrMessage<'m>>(
    kernels: &mut Kernels,
    keys: Few<'_>,
    messages: &mut [M],
) {
    kernels.run(Encrypt { keys, messages });
}

/// The keys of one message.
#[inline(always)]
fn key_blocks_of<I: Isa>(isa: I, keys: impl BlockKeys, nonce: &[u8; 16], row: &mut Row) {
    let mut blocks = counters::<I::Four, u64, 1>(isa, first_of_keys(nonce));
    Rounds::encrypt(isa, keys, &mut blocks);
    let mut bytes = [0; 64];
    blocks[0].store(&mut bytes);
    *row = Row::from_bytes(&bytes);
}

/// The first three blocks of keystream of a message's nonce for keys, in registers of one block. A key that is bytes,
/// so many, is expanded; its round keys are put where there is room for them if they are `KEPT`.
#[inline(always)]
pub(crate) fn first_blocks<'m, I: Isa, const KEY: usize, const KEPT: bool>(
    isa: I,
    message: &impl CtrMessage<'m>,
    room: &mut Schedule,
) -> [I::One; 3] {
    let mut blocks = counters::<I::One, u64, 3>(isa, first_of_keys(message.nonce()));
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

/// The same of as many messages as `N` registers have blocks, or fewer, side by side: all keys are bytes, so many. A block
/// of a register belongs to one message. Of `M` blocks, those after the third are the keystream of the data.
#[inline(always)]
fn first_blocks_of_each<'m, I: Isa, const KEY: usize, const N: usize, const M: usize>(
    isa: I,
    messages: &[impl CtrMessage<'m>],
) -> [[I::Aes; M]; N] {
    const MOST: usize = 8;
    let zero = I::Aes::zero(isa);
    // There are as many bytes of each.
    let (mut bytes, mut nonces) = ([&[0; KEY]; MOST], [&[0; 16]; MOST]);
    for (i, message) in messages.iter().enumerate().take(MOST) {
        nonces[i] = message.nonce();
        if let Key::Bytes(key) = message.key()
            && let Some(key) = key.first_chunk()
        {
            bytes[i] = key;
        }
    }
    let mut keys = [[zero; N]; 2];
    let mut blocks = [[zero; M]; N];
    unroll!(N, |i| {
        let at = i * I::Aes::BLOCKS;
        [keys[0][i], keys[1][i]] = halves_of_each(isa, |place| &bytes[(at + place) % MOST][..]);
        let nonce =
            I::Aes::from_each(isa, |place| u128::from_le_bytes(*nonces[(at + place) % MOST]));
        let key_nonce = nonce.and(I::Aes::splat(isa, NONCE & !KEYS));
        let nonce = nonce.and(I::Aes::splat(isa, NONCE));
        unroll!(16, |k| if k < M {
            blocks[i][k] = match k.checked_sub(3) {
                None => key_nonce.xor(I::Aes::splat(isa, KEYS | (k as u128) << 120)),
                Some(number) => nonce.xor(I::Aes::splat(isa, (number as u128) << 120)),
            };
        });
    });
    Rounds::encrypt_each_fresh(isa, first_slot(KEY), keys, &mut blocks);
    blocks
}

/// Encrypts one message.
#[inline(always)]
pub(crate) fn encrypt<'m, I: Isa>(isa: I, keys: impl BlockKeys, message: &mut impl CtrMessage<'m>) {
    let nonce = u128::from_le_bytes(*message.nonce()) & NONCE;
    let data = message.data();
    // No part of the counter that is left starts anew.
    if let Some(mut step) = CtrStep::<I::Aes>::new(isa, nonce, data.len()) {
        each_tile::<I, false>(isa, keys, &mut step, data);
    }
}

/// Computes the powers of one message's key that [`hashed`] needs for associated data and data of so many bytes.
#[inline(always)]
pub(crate) fn expand<I: Isa>(isa: I, powers: &mut HashKey, key: I::One, [aad, data]: [usize; 2]) {
    gcm_data::expand(isa, powers, key, [0, aad, data]);
}

/// Decrypts one message if it is to be opened, otherwise encrypts it, and hashes it: the sums of products.
#[inline(always)]
pub(crate) fn hashed<'m, I: Isa, const PLACES: usize>(
    isa: I,
    open: bool,
    keys: impl BlockKeys,
    powers: &Powers<PLACES>,
    aad: &[u8],
    message: &mut impl CtrMessage<'m>,
) -> Products<I::One> {
    let nonce = u128::from_le_bytes(*message.nonce()) & NONCE;
    let counter = Counter { number: nonce.swap_bytes(), public: true };
    let data = message.data();
    gcm_data::hashed::<I, _, bool, false, 0, _>(isa, open, keys, powers, counter, aad, data).sums()
}

/// Puts the first three blocks of keystream of the nonce for keys into the row of each message, whose keys are bytes, so
/// many, where registers have several blocks.
pub(crate) fn fresh_key_blocks<'m, M: CtrMessage<'m>, const KEY: usize>(
    kernels: &mut Kernels,
    messages: &[M],
    rows: &mut [Row],
) {
    kernels.run(FreshKeyBlocks::<M, KEY> { messages, rows });
}

struct FreshKeyBlocks<'w, M, const KEY: usize> {
    messages: &'w [M],
    rows: &'w mut [Row],
}

impl<'m, M: CtrMessage<'m>, const KEY: usize> Kernel for FreshKeyBlocks<'_, M, KEY> {
    type Output = ();
    type Class = AnyWidth<AesOps>;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) {
        const TOGETHER: usize = 2;
        let Self { messages, rows } = self;
        // Not used where registers have one block.
        if const { I::Aes::BLOCKS == 1 } {
            return;
        }
        let together = TOGETHER * I::Aes::BLOCKS;
        for (messages, rows) in messages.chunks(together).zip(rows.chunks_mut(together)) {
            if messages.len() <= I::Aes::BLOCKS {
                let [blocks] = first_blocks_of_each::<I, KEY, 1, 3>(isa, messages);
                put_rows(isa, blocks, rows);
            } else {
                let (first, second) = rows.split_at_mut(I::Aes::BLOCKS.min(rows.len()));
                let blocks = first_blocks_of_each::<I, KEY, TOGETHER, 3>(isa, messages);
                put_rows(isa, blocks[0], first);
                put_rows(isa, blocks[1], second);
            }
        }
    }
}

/// The same, and encrypts the data of messages, at most twice as many blocks as a register has.
pub(crate) fn fresh_both<'m, M: CtrMessage<'m>, const KEY: usize>(
    kernels: &mut Kernels,
    messages: &mut [M],
    rows: &mut [Row],
) {
    kernels.run(FreshBoth::<M, KEY> { messages, rows });
}

struct FreshBoth<'w, M, const KEY: usize> {
    messages: &'w mut [M],
    rows: &'w mut [Row],
}

impl<'m, M: CtrMessage<'m>, const KEY: usize> Kernel for FreshBoth<'_, M, KEY> {
    type Output = ();
    type Class = AnyWidth<AesOps>;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) {
        let Self { messages, rows } = self;
        // Not used where registers have one block.
        if const { I::Aes::BLOCKS == 1 } {
            return;
        }
        let mut streams = [Stream::ZERO; MOST_BLOCKS];
        let groups = messages.chunks_mut(I::Aes::BLOCKS).zip(rows.chunks_mut(I::Aes::BLOCKS));
        for (messages, rows) in groups {
            let short =
                messages.iter_mut().all(|message| message.data().len() <= 16 * I::Aes::BLOCKS);
            // Three blocks are keys, the others as many as one register has, or two.
            match (const { I::Aes::BLOCKS == MOST_BLOCKS }, short) {
                (true, true) => both_of_each::<I, _, KEY, 7>(isa, messages, rows, &mut streams),
                (true, false) => both_of_each::<I, _, KEY, 11>(isa, messages, rows, &mut streams),
                (false, true) => both_of_each::<I, _, KEY, 5>(isa, messages, rows, &mut streams),
                (false, false) => both_of_each::<I, _, KEY, 7>(isa, messages, rows, &mut streams),
            }
            // Their number is hidden: written out for each of them, the code would be four times as long.
            for (message, stream) in messages.iter_mut().zip(black_box(&streams[..])) {
                stream.add_to(isa, message.data());
            }
        }
        wipe_in_kernel(isa, &mut streams, [Stream::ZERO; MOST_BLOCKS]);
    }
}

/// Keystream of one message, of two registers.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Stream([u8; 2 * 16 * MOST_BLOCKS]);

impl Stream {
    const ZERO: Self = Self([0; 2 * 16 * MOST_BLOCKS]);

    /// Encrypts or decrypts data of a message.
    #[inline(always)]
    fn add_to<I: Isa>(&self, isa: I, mut data: InOut<'_>) {
        let register = 16 * I::Aes::BLOCKS;
        for stream in self.0.chunks_exact(register).take(2) {
            if data.len() == 0 {
                return;
            }
            short::add_to(isa, I::Aes::load(isa, stream), data.split_off_at_most(register));
        }
    }
}

/// Puts the first blocks of messages, at most as many as a register has blocks, into their rows, and the `M - 3` blocks of
/// keystream after them.
#[inline(always)]
fn both_of_each<'m, I: Isa, T: CtrMessage<'m>, const KEY: usize, const M: usize>(
    isa: I,
    messages: &[T],
    rows: &mut [Row],
    streams: &mut [Stream; MOST_BLOCKS],
) {
    let [blocks] = first_blocks_of_each::<I, KEY, 1, M>(isa, messages);
    put_rows(isa, [blocks[0], blocks[1], blocks[2]], rows);
    let register = 16 * I::Aes::BLOCKS;
    unroll!(2, |half| {
        let mut square = [I::Aes::zero(isa); 4];
        let first = 3 + half * I::Aes::BLOCKS;
        unroll!(4, |k| if k < I::Aes::BLOCKS && first + k < M {
            square[k] = blocks[(first + k) % M];
        });
        if first < M {
            I::Aes::transpose(isa, &mut square);
            unroll!(4, |j| if j < I::Aes::BLOCKS {
                square[j].store(&mut streams[j].0[half * register..][..register]);
            });
        }
    });
}

/// Puts blocks of one message each into the rows of messages.
#[inline(always)]
fn put_rows<B: AesBlocks>(isa: B::Isa, [a, b, c]: [B; 3], rows: &mut [Row]) {
    let blocks = [a, b, c, B::zero(isa)];
    let mut bytes = [[0; 64]; MOST_BLOCKS];
    unroll!(4, |k| if k.is_multiple_of(B::BLOCKS) {
        let mut square = [B::zero(isa); 4];
        unroll!(4, |m| if m < B::BLOCKS {
            square[m] = blocks[(k + m) % 4];
        });
        B::transpose(isa, &mut square);
        unroll!(4, |j| if j < B::BLOCKS {
            square[j].store(&mut bytes[j][16 * k..][..16 * B::BLOCKS]);
        });
    });
    unroll!(4, |j| if j < B::BLOCKS
        && let Some(row) = rows.get_mut(j)
    {
        *row = Row::from_bytes(&bytes[j]);
    });
}

struct KeyBlocks<'w, M> {
    keys: Few<'w>,
    messages: &'w [M],
    rows: &'w mut [Row],
}

impl<'m, M: CtrMessage<'m>> Kernel for KeyBlocks<'_, M> {
    type Output = ();
    type Class = AnyWidth<AesOps>;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) {
        // Not used on plain words, which take one message after another (`Core::one_by_one`).
        if const { matches!(I::BACKEND, Backend::Portable) } {
            return;
        }
        for (message, row) in self.messages.iter().zip(self.rows) {
            let Some(keys) = self.keys.forward(message.place(), message.key()) else { continue };
            key_blocks_of::<I>(isa, keys, message.nonce(), row);
        }
    }
}

struct Encrypt<'w, M> {
    keys: Few<'w>,
    messages: &'w mut [M],
}

impl<'m, M: CtrMessage<'m>> Kernel for Encrypt<'_, M> {
    type Output = ();
    type Class = FullWidth<AesOps>;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) {
        // Not used on plain words, which take one message after another (`Core::one_by_one`), and where registers have one
        // block, as no message is near there: all are encrypted and hashed in one pass.
        if const { matches!(I::BACKEND, Backend::Portable) || I::Aes::BLOCKS == 1 } {
            return;
        }
        for message in self.messages {
            let Some(keys) = self.keys.forward(message.place(), message.key()) else { continue };
            encrypt::<I>(isa, keys, message);
        }
    }
}
