//! GCM: counter mode and GHASH in one pass.

use core::marker::PhantomData;

use super::ctr::counters;
use super::tiles::TOGETHER;
use super::{BLOCK, ManyKeys, RegisterCipher, RegisterKeyed};
use crate::batch::{AeadJob, Key};
use crate::hash::polyval::{HashKey, Hashing, key_of_ghash};
use crate::lanes::{
    AesBlocks, AesOps, BlockArray, BlockKeys, Blocks, FullWidth, InOut, Isa, Kernel, KeyAt, STEPS,
    SharedKey, Stitch, Tile, Vector as _, align_stack, dispatch, unroll,
};
use crate::mode::{AesModes, Gcm, TagLengths};
use crate::{Backend, Tag};

/// A message.
pub(super) struct Message<'a> {
    pub(super) nonce: &'a [u8],
    pub(super) aad: &'a [u8],
    pub(super) data: InOut<'a>,
}

/// The tag of one message, which is encrypted, or decrypted to be opened.
pub(super) fn one<C: RegisterCipher<KEYS>, K: BlockKeys<KEYS>, const KEYS: usize>(
    backend: Backend,
    keys: K,
    hash: &HashKey,
    open: bool,
    message: Message<'_>,
) -> [u8; 16] {
    let cipher = PhantomData;
    if open {
        dispatch(backend, One::<C, K, true, KEYS> { keys, hash, message, cipher })
    } else {
        dispatch(backend, One::<C, K, false, KEYS> { keys, hash, message, cipher })
    }
}

/// Every pending job.
pub(super) fn many<B: AesModes + RegisterKeyed<KEYS>, T: TagLengths, const KEYS: usize>(
    backend: Backend,
    open: bool,
    jobs: &mut [AeadJob<'_, Gcm<B, T>>],
) {
    let mut keys = ManyKeys::new(backend);
    let mut hash = HashKey::empty();
    for jobs in jobs.chunks_mut(BlockArray::COUNT) {
        keys.expand::<B::Rounds>(jobs.iter().map(|job| job.fresh_key().map(Key::Bytes)));
        for (place, job) in jobs.iter_mut().enumerate().filter(|(_, job)| job.is_pending()) {
            let tag_bytes = job.tag_length();
            let message = Message { nonce: job.nonce, aad: job.aad, data: job.data.in_out() };
            let tag = match job.key {
                Key::Ready(gcm) => {
                    let keys = SharedKey(&gcm.cipher.key().forward);
                    one::<B::Rounds, _, KEYS>(backend, keys, &gcm.hash, open, message)
                }
                Key::Bytes(_) => {
                    let keys = KeyAt(&keys.keys, place);
                    fresh::<B::Rounds, KEYS>(backend, keys, &mut hash, open, message)
                }
            };
            job.finish(Tag::of_block(tag, tag_bytes));
        }
    }
}

/// The tag of one message, with the key of a place.
fn fresh<C: RegisterCipher<KEYS>, const KEYS: usize>(
    backend: Backend,
    keys: KeyAt<'_, KEYS>,
    hash: &mut HashKey,
    open: bool,
    message: Message<'_>,
) -> [u8; 16] {
    let cipher = PhantomData;
    if open {
        dispatch(backend, Fresh::<C, _, true, KEYS> { keys, hash, message, cipher })
    } else {
        dispatch(backend, Fresh::<C, _, false, KEYS> { keys, hash, message, cipher })
    }
}

/// With powers of the hash key that are ready.
struct One<'a, C, K, const OPEN: bool, const KEYS: usize> {
    keys: K,
    hash: &'a HashKey,
    message: Message<'a>,
    cipher: PhantomData<C>,
}

impl<C, K, const OPEN: bool, const KEYS: usize> Kernel for One<'_, C, K, OPEN, KEYS>
where
    C: RegisterCipher<KEYS>,
    K: BlockKeys<KEYS>,
{
    type Output = [u8; 16];
    type Class = FullWidth<AesOps>;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> [u8; 16] {
        align_stack();
        tag_of::<I, C, K, OPEN, KEYS>(isa, self.keys, self.hash, self.message)
    }
}

/// With a hash key that is made here, as many powers of it as the message needs.
struct Fresh<'a, C, K, const OPEN: bool, const KEYS: usize> {
    keys: K,
    hash: &'a mut HashKey,
    message: Message<'a>,
    cipher: PhantomData<C>,
}

impl<C, K, const OPEN: bool, const KEYS: usize> Kernel for Fresh<'_, C, K, OPEN, KEYS>
where
    C: RegisterCipher<KEYS>,
    K: BlockKeys<KEYS>,
{
    type Output = [u8; 16];
    type Class = FullWidth<AesOps>;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> [u8; 16] {
        let Message { nonce, aad, data } = &self.message;
        let mut zero = [I::One::zero(isa)];
        C::encrypt(isa, self.keys, &mut zero);
        let key = I::One::splat(isa, key_of_ghash(zero[0].xor_all_block()));
        let longest = nonce.len().max(aad.len()).max(data.len());
        // The blocks of both and the one of lengths, where they make one group.
        let blocks = aad.len() / BLOCK + data.len() / BLOCK + 3;
        self.hash.expand(isa, key, blocks.max(longest / BLOCK + 1));
        align_stack();
        tag_of::<I, C, K, OPEN, KEYS>(isa, self.keys, self.hash, self.message)
    }
}

/// The counter block of the tag's mask, as a big-endian number (NIST SP 800-38D, section 7.1, step
/// 2).
#[inline(always)]
fn first_counter<I: Isa>(isa: I, hash: &HashKey, nonce: &[u8]) -> u128 {
    if let Ok(nonce) = <&[u8; 12]>::try_from(nonce) {
        let mut block = [0; BLOCK];
        block[..12].copy_from_slice(nonce);
        return u128::from_be_bytes(block) | 1;
    }
    let mut hashing = Hashing::<I>::new(isa, hash, I::One::zero(isa), 1);
    hashing.absorb::<true>(nonce);
    hashing.begin_anywhere(1);
    hashing.add_last(I::One::splat(isa, 8 * nonce.len() as u128));
    hashing.end();
    hashing.state().xor_all_block()
}

/// The next counter after so many (section 6.2: the lowest 32 bits count).
#[inline(always)]
fn counted(number: u128, blocks: usize) -> u128 {
    const LOW: u128 = 0xffff_ffff;
    number & !LOW | u128::from((number as u32).wrapping_add(blocks as u32))
}

#[inline(always)]
fn tag_of<I, C, K, const OPEN: bool, const KEYS: usize>(
    isa: I,
    keys: K,
    hash: &HashKey,
    message: Message<'_>,
) -> [u8; 16]
where
    I: Isa,
    C: RegisterCipher<KEYS>,
    K: BlockKeys<KEYS>,
{
    let Message { nonce, aad, mut data } = message;
    let bits = |bytes: usize| 8 * bytes as u128;
    let lengths = bits(aad.len()) << 64 | bits(data.len());
    let first = first_counter(isa, hash, nonce);
    // Of other nonces the counter is a hash with a secret key.
    let public = nonce.len() == 12;
    let mut mask = [I::One::splat(isa, first.swap_bytes())];
    C::encrypt(isa, keys, &mut mask);
    let mut number = counted(first, 1);

    let register = BLOCK * I::Aes::BLOCKS;
    let tile = TOGETHER * register;
    let all = aad.len().div_ceil(BLOCK) + data.len().div_ceil(BLOCK) + 1;
    let mut hash = Hashing::<I>::new(isa, hash, I::One::zero(isa), all);
    // Short messages are one group; of long ones the associated data, every tile and the end.
    let short = all <= TOGETHER * I::Aes::BLOCKS;
    if short {
        hash.absorb_part::<true, false>(aad);
    } else {
        hash.absorb::<true>(aad);
    }
    // Of a message that is being sealed, each tile's ciphertext is hashed while the next one is
    // encrypted.
    let mut before: Option<Tile<'_>> = None;
    while data.len() >= tile {
        let mut tile = data.take(tile);
        let mut blocks = counters::<I::Aes, TOGETHER>(isa, number, public);
        if OPEN {
            let mut work = Ciphertext::<I, true> { hash: &mut hash, tile: &mut tile };
            C::encrypt_stitched(isa, keys, &mut blocks, &mut work);
            hash.end();
        } else if let Some(before) = &mut before {
            let mut work = Ciphertext::<I, false> { hash: &mut hash, tile: before };
            C::encrypt_stitched(isa, keys, &mut blocks, &mut work);
            hash.end();
        } else {
            C::encrypt(isa, keys, &mut blocks);
        }
        meet::<I, TOGETHER>(isa, &blocks, &mut tile);
        number = counted(number, TOGETHER * I::Aes::BLOCKS);
        if !OPEN {
            before = Some(tile);
        }
    }
    // The end may be as many blocks as a tile: then that of the lengths is a group of its own.
    let bytes = data.len();
    let blocks = bytes.div_ceil(BLOCK);
    let full = blocks == TOGETHER * I::Aes::BLOCKS;
    let group = if short { None } else { Some(if full { blocks } else { blocks + 1 }) };
    let end = End { keys, number, public, before, group, data, cipher: PhantomData::<C> };
    if bytes > 4 * register {
        end.run::<I, OPEN, TOGETHER>(isa, &mut hash);
    } else if bytes > register {
        end.run::<I, OPEN, 4>(isa, &mut hash);
    } else {
        end.run::<I, OPEN, 1>(isa, &mut hash);
    }
    if full {
        hash.end();
        hash.begin_anywhere(1);
    }
    hash.add_last(I::One::splat(isa, lengths));
    hash.end();
    let mut tag = [0; BLOCK];
    mask[0].xor(hash.state().swap_bytes()).store(&mut tag);
    tag
}

/// The end of a message: less than a tile, perhaps nothing.
struct End<'d, C, K, const KEYS: usize> {
    keys: K,
    number: u128,
    /// Whether the counter depends on nothing but the nonce.
    public: bool,
    /// The tile before, if it is to be hashed yet.
    before: Option<Tile<'d>>,
    /// How many blocks are hashed as a group from here on, unless one is under way.
    group: Option<usize>,
    data: InOut<'d>,
    cipher: PhantomData<C>,
}

impl<C, K, const KEYS: usize> End<'_, C, K, KEYS>
where
    C: RegisterCipher<KEYS>,
    K: BlockKeys<KEYS>,
{
    /// With `N` registers, in which it must fit. The hash wants no more than the lengths then.
    #[inline(always)]
    fn run<I: Isa, const OPEN: bool, const N: usize>(self, isa: I, hash: &mut Hashing<'_, I>) {
        let mut data = self.data;
        let mut keystream = counters::<I::Aes, N>(isa, self.number, self.public);
        match self.before {
            Some(mut before) if !OPEN => {
                let mut work = Ciphertext::<I, false> { hash, tile: &mut before };
                C::encrypt_stitched(isa, self.keys, &mut keystream, &mut work);
                hash.end();
            }
            _ => C::encrypt(isa, self.keys, &mut keystream),
        }
        if let Some(group) = self.group {
            hash.begin_anywhere(group);
        }
        let register = BLOCK * I::Aes::BLOCKS;
        let mut last = keystream[0];
        unroll!(N, |i| {
            if data.len() >= register {
                let mut tile = data.take(register);
                let input = I::Aes::load(isa, tile.input(0, register));
                let output = input.xor(keystream[i]);
                output.store(tile.output(0, register));
                let ciphertext = if OPEN { input } else { output };
                hash.add::<false>(ciphertext.swap_bytes(), I::Aes::BLOCKS);
                last = keystream[(i + 1) % N];
            }
        });
        let bytes = data.len();
        if bytes > 0 && bytes < register {
            let mut tile = data.take(bytes);
            let input = I::Aes::load_part(isa, tile.input(0, bytes));
            let output = tile.output(0, bytes);
            input.xor(last).store_part(output);
            // What is beyond the end is zeros, not keystream.
            let ciphertext = if OPEN { input } else { I::Aes::load_part(isa, output) };
            hash.add::<false>(ciphertext.swap_bytes(), bytes.div_ceil(BLOCK));
        }
    }
}

/// Meets a tile with keystream.
#[inline(always)]
fn meet<I: Isa, const N: usize>(isa: I, keystream: &[I::Aes; N], tile: &mut Tile<'_>) {
    let register = BLOCK * I::Aes::BLOCKS;
    unroll!(N, |i| {
        let input = I::Aes::load(isa, tile.input(i * register, register));
        input.xor(keystream[i]).store(tile.output(i * register, register));
    });
}

/// The ciphertext of a tile, to be hashed: its input if it is being opened, its output otherwise.
struct Ciphertext<'a, 'k, 'd, I: Isa, const OPEN: bool> {
    hash: &'a mut Hashing<'k, I>,
    tile: &'a mut Tile<'d>,
}

impl<I: Isa, const OPEN: bool> Stitch for Ciphertext<'_, '_, '_, I, OPEN> {
    #[inline(always)]
    fn step(&mut self, number: usize) {
        const { assert!(STEPS == TOGETHER) };
        // The first register is last: it waits for the hash of the group before.
        let i = (number + 1) % TOGETHER;
        let register = BLOCK * I::Aes::BLOCKS;
        let bytes = if OPEN {
            self.tile.input(i * register, register)
        } else {
            &*self.tile.output(i * register, register)
        };
        let blocks = self.hash.load_reversed(bytes);
        let power = (TOGETHER - i) * I::Aes::BLOCKS;
        if i == 0 {
            self.hash.add_at::<true>(blocks, power);
        } else {
            self.hash.add_at::<false>(blocks, power);
        }
    }
}
