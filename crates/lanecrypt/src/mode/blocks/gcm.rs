//! GCM: counter mode and GHASH in one pass. Batches are in `gcm_many`.

use core::marker::PhantomData;

use super::ctr::{before_counter, counters};
use super::tiles::TOGETHER;
use super::{BLOCK, RegisterCipher, RoundKeys};
use crate::Backend;
use crate::block::register::halves;
use crate::hash::polyval::{HashKey, Hashing, NEAR, Powers, keys_of_ghash};
use crate::lanes::{
    AesBlocks, AesOps, BlockKeys, Blocks, FullWidth, InOut, Isa, Kernel, STEPS, SharedKey, Stitch,
    Tile, Vector as _, align_stack, dispatch, unroll,
};

/// A message.
pub(super) struct Message<'a> {
    pub(super) nonce: &'a [u8],
    pub(super) aad: &'a [u8],
    pub(super) data: InOut<'a>,
}

/// The tag of one message, which is encrypted, or decrypted to be opened.
#[inline(always)]
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

/// The same under a key whose bytes are given, of the right length.
pub(super) fn fresh<C: RegisterCipher<KEYS>, const KEYS: usize>(
    backend: Backend,
    key: &[u8],
    open: bool,
    message: Message<'_>,
) -> [u8; 16] {
    let (mut keys, mut hash) = (RoundKeys::NONE, HashKey::empty());
    let (keys, hash, cipher) = (&mut keys, &mut hash, PhantomData::<C>);
    if open {
        dispatch(backend, Fresh::<_, true, KEYS> { key, keys, hash, message, cipher })
    } else {
        dispatch(backend, Fresh::<_, false, KEYS> { key, keys, hash, message, cipher })
    }
}

/// With a key that is bytes, and room for what is made of it.
struct Fresh<'a, C, const OPEN: bool, const KEYS: usize> {
    key: &'a [u8],
    keys: &'a mut RoundKeys<KEYS>,
    hash: &'a mut HashKey,
    message: Message<'a>,
    cipher: PhantomData<C>,
}

impl<C, const OPEN: bool, const KEYS: usize> Kernel for Fresh<'_, C, OPEN, KEYS>
where
    C: RegisterCipher<KEYS>,
{
    type Output = [u8; 16];
    type Class = FullWidth<AesOps>;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> [u8; 16] {
        align_stack();
        let Self { key, keys, hash, message, .. } = self;
        let key = halves(key).map(|half| I::One::splat(isa, half));
        let mut zeros = [I::One::zero(isa)];
        C::encrypt_fresh(isa, key, &mut zeros, Some(&mut keys.0));
        // The blocks of both and the one of lengths, where they make one group.
        let (nonce, aad, data) = (message.nonce.len(), message.aad.len(), message.data.len());
        let powers = (aad / BLOCK + data / BLOCK + 3).max(nonce.max(aad).max(data) / BLOCK + 2);
        hash.expand(isa, keys_of_ghash(isa, zeros[0]), powers);
        tag_of::<I, C, _, OPEN, KEYS>(isa, SharedKey(&keys.0), hash, message)
    }
}

/// The counter block of the tag's mask, as a big-endian number (NIST SP 800-38D, section 7.1, step
/// 2).
#[inline(always)]
fn first_counter<I: Isa>(isa: I, hash: &HashKey, nonce: &[u8]) -> u128 {
    if let Ok(nonce) = nonce.try_into() {
        return before_counter(nonce).swap_bytes() | 1;
    }
    let mut hashing = Hashing::<I>::new(isa, hash.powers(), I::One::zero(isa), 1);
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
    let Message { nonce, aad, data } = message;
    let lengths = lengths(aad, data.len());
    let first = first_counter(isa, hash, nonce);
    let mut mask = [I::One::splat(isa, first.swap_bytes())];
    C::encrypt(isa, keys, &mut mask);
    // Of other nonces the counter is a hash with a secret key.
    let counter = Counter { number: counted(first, 1), public: nonce.len() == 12 };
    let powers = hash.powers();
    let mut hash = hashed::<I, C, K, OPEN, 1, _, KEYS>(isa, keys, powers, counter, aad, data);
    hash.add_last(I::One::splat(isa, lengths));
    hash.end();
    let mut tag = [0; BLOCK];
    mask[0].xor(hash.state().swap_bytes()).store(&mut tag);
    tag
}

/// The block of the lengths in bits, as GHASH takes it.
#[inline(always)]
pub(super) fn lengths(aad: &[u8], data: usize) -> u128 {
    // No message is so long that these do not fit.
    let bits = |bytes: usize| u128::from((bytes as u64) << 3);
    bits(aad.len()) << 64 | bits(data)
}

/// The next counter block.
#[derive(Clone, Copy)]
pub(super) struct Counter {
    /// As a big-endian number.
    pub(super) number: u128,
    /// Whether it depends on nothing but the nonce.
    pub(super) public: bool,
}

/// Encrypts or decrypts a message, and hashes its associated data and its ciphertext. The group of the
/// hash that is under way then wants `MORE` blocks, at most one, and none if long messages are hashed in rows.
#[inline(always)]
pub(super) fn hashed<
    'k,
    I,
    C,
    K,
    const OPEN: bool,
    const MORE: usize,
    const PLACES: usize,
    const KEYS: usize,
>(
    isa: I,
    keys: K,
    powers: &'k Powers<PLACES>,
    counter: Counter,
    aad: &[u8],
    mut data: InOut<'_>,
) -> Hashing<'k, I, PLACES>
where
    I: Isa,
    C: RegisterCipher<KEYS>,
    K: BlockKeys<KEYS>,
{
    let in_rows = const { Hashing::<I, PLACES>::IN_ROWS };
    const { assert!(!Hashing::<I, PLACES>::IN_ROWS || MORE == 0) };
    let Counter { mut number, public } = counter;
    let register = BLOCK * I::Aes::BLOCKS;
    let tile = TOGETHER * register;
    let all = aad.len().div_ceil(BLOCK) + data.len().div_ceil(BLOCK) + MORE;
    let mut hash = Hashing::<I, PLACES>::new(isa, powers, I::One::zero(isa), all);
    // Short messages, without a whole tile, are one group; of long ones the associated data, every tile and
    // the end.
    let most = if in_rows { NEAR } else { TOGETHER * I::Aes::BLOCKS };
    let short = all <= most && data.len() < tile;
    if short {
        hash.absorb_part::<true, false>(aad);
    } else if in_rows {
        hash.absorb_rows(aad);
    } else {
        hash.absorb::<true>(aad);
    }
    // Of a message that is being sealed, each tile's ciphertext is hashed while the next one is
    // encrypted.
    let mut before: Option<Tile<'_>> = None;
    while data.len() >= tile {
        let mut tile = data.take(tile);
        let mut blocks = counters::<I::Aes, u32, TOGETHER>(isa, number, public);
        if OPEN {
            let mut work = Ciphertext::<I, true, PLACES> { hash: &mut hash, tile: &mut tile };
            C::encrypt_stitched(isa, keys, &mut blocks, &mut work);
            work.end();
        } else if let Some(before) = &mut before {
            let mut work = Ciphertext::<I, false, PLACES> { hash: &mut hash, tile: before };
            C::encrypt_stitched(isa, keys, &mut blocks, &mut work);
            work.end();
        } else {
            C::encrypt(isa, keys, &mut blocks);
        }
        meet::<I, TOGETHER>(isa, &blocks, &mut tile);
        number = counted(number, TOGETHER * I::Aes::BLOCKS);
        if !OPEN {
            before = Some(tile);
        }
    }
    let bytes = data.len();
    let blocks = bytes.div_ceil(BLOCK);
    // The end may be as many blocks as a tile: then what comes after it is a group of its own.
    let full = !in_rows && blocks + MORE > TOGETHER * I::Aes::BLOCKS;
    let group = match blocks {
        _ if short => Group::UnderWay,
        _ if in_rows => Group::Rows,
        _ if full => Group::Of(blocks),
        _ => Group::Of(blocks + MORE),
    };
    let counter = Counter { number, public };
    let end = End { keys, counter, before, group, data, cipher: PhantomData::<C> };
    if bytes > 4 * register {
        end.run::<I, OPEN, TOGETHER, PLACES>(isa, &mut hash);
    } else if bytes > register {
        end.run::<I, OPEN, 4, PLACES>(isa, &mut hash);
    } else {
        end.run::<I, OPEN, 1, PLACES>(isa, &mut hash);
    }
    if full {
        hash.end();
        hash.begin_anywhere(MORE);
    }
    hash
}

/// The same with a message whose data fits in some registers, whose keystream is made, and its associated data in as
/// many. Both must not have more blocks than a group.
#[inline(always)]
pub(super) fn short<'k, I: Isa, const OPEN: bool, const N: usize>(
    isa: I,
    keystream: [I::Aes; N],
    hash: &'k HashKey,
    aad: &[u8],
    data: InOut<'_>,
) -> Hashing<'k, I> {
    let blocks = aad.len().div_ceil(BLOCK) + data.len().div_ceil(BLOCK);
    let mut hash = Hashing::<I>::new(isa, hash.powers(), I::One::zero(isa), blocks);
    if !aad.is_empty() {
        hash.absorb_part::<true, false>(aad);
    }
    let (rest, count) = finish::<I, OPEN, N, _>(isa, keystream, &mut hash, data);
    if count > 0 {
        hash.add::<false>(rest, count);
    }
    hash
}

/// How the end of a message is hashed.
enum Group {
    /// With the group that is under way.
    UnderWay,
    /// As a group of so many blocks.
    Of(usize),
    /// Whole registers as rows, and the rest as a short message.
    Rows,
}

/// The end of a message: less than a tile, perhaps nothing.
struct End<'d, C, K, const KEYS: usize> {
    keys: K,
    counter: Counter,
    /// The tile before, if it is to be hashed yet.
    before: Option<Tile<'d>>,
    group: Group,
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
    fn run<I: Isa, const OPEN: bool, const N: usize, const PLACES: usize>(
        self,
        isa: I,
        hash: &mut Hashing<'_, I, PLACES>,
    ) {
        let mut keystream =
            counters::<I::Aes, u32, N>(isa, self.counter.number, self.counter.public);
        match self.before {
            Some(mut before) if !OPEN => {
                let mut work = Ciphertext::<I, false, PLACES> { hash, tile: &mut before };
                C::encrypt_stitched(isa, self.keys, &mut keystream, &mut work);
                work.end();
            }
            _ => C::encrypt(isa, self.keys, &mut keystream),
        }
        let rows = self.data.len() / (BLOCK * I::Aes::BLOCKS);
        match self.group {
            Group::UnderWay => {}
            Group::Of(0) => hash.begin_empty(),
            Group::Of(blocks) => hash.begin_anywhere(blocks),
            Group::Rows if rows == 0 => {}
            Group::Rows => hash.begin_rows(rows),
        }
        let (rest, count) = finish::<I, OPEN, N, PLACES>(isa, keystream, hash, self.data);
        if let Group::Rows = self.group {
            if rows > 0 {
                hash.end_rows();
            }
            hash.begin_rest(count);
        }
        if count > 0 {
            hash.add::<false>(rest, count);
        }
    }
}

/// Meets data with keystream, in whose registers it must fit, and hashes whole registers of the ciphertext.
/// Returns the rest of it, which has so many blocks.
#[inline(always)]
fn finish<I: Isa, const OPEN: bool, const N: usize, const PLACES: usize>(
    isa: I,
    keystream: [I::Aes; N],
    hash: &mut Hashing<'_, I, PLACES>,
    mut data: InOut<'_>,
) -> (I::Aes, usize) {
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
        let output = input.xor(last);
        output.store_part(tile.output(0, bytes));
        // What is beyond the end is zeros, not keystream.
        let kept = I::Aes::load(isa, &KEPT.0[64 - bytes % 64..][..register]);
        let ciphertext = if OPEN { input } else { output.and(kept) };
        return (ciphertext.swap_bytes(), bytes.div_ceil(BLOCK));
    }
    (I::Aes::zero(isa), 0)
}

/// 64 bytes of ones, then 64 of zeros. Loaded from `n` bytes before the middle on, a register is a mask of its first
/// `n` bytes.
static KEPT: Kept = {
    let mut bytes = [0; 128];
    let mut place = 0;
    while place < 64 {
        bytes[place] = 0xff;
        place += 1;
    }
    Kept(bytes)
};

#[repr(align(64))]
struct Kept([u8; 128]);

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
struct Ciphertext<'a, 'k, 'd, I: Isa, const OPEN: bool, const PLACES: usize> {
    hash: &'a mut Hashing<'k, I, PLACES>,
    tile: &'a mut Tile<'d>,
}

impl<I: Isa, const OPEN: bool, const PLACES: usize> Ciphertext<'_, '_, '_, I, OPEN, PLACES> {
    /// Ends the tile.
    #[inline(always)]
    fn end(self) {
        if const { Hashing::<I, PLACES>::IN_ROWS } {
            self.hash.end_rows();
        } else {
            self.hash.end();
        }
    }
}

impl<I: Isa, const OPEN: bool, const PLACES: usize> Stitch
    for Ciphertext<'_, '_, '_, I, OPEN, PLACES>
{
    #[inline(always)]
    fn step(&mut self, number: usize) {
        const { assert!(STEPS == TOGETHER) };
        let in_rows = const { Hashing::<I, PLACES>::IN_ROWS };
        // What waits for the hash of the group before is last: the first register, or the columns.
        let i = if in_rows { number } else { (number + 1) % TOGETHER };
        let register = BLOCK * I::Aes::BLOCKS;
        let bytes = if OPEN {
            self.tile.input(i * register, register)
        } else {
            &*self.tile.output(i * register, register)
        };
        let blocks = self.hash.load_reversed(bytes).in_order();
        let power = (TOGETHER - i) * I::Aes::BLOCKS;
        if in_rows {
            self.hash.add_row(blocks, TOGETHER - 1 - i);
            if i == TOGETHER - 1 {
                self.hash.add_columns(TOGETHER);
            }
        } else if i == 0 {
            self.hash.add_at::<true>(blocks, power);
        } else {
            self.hash.add_at::<false>(blocks, power);
        }
        self.hash.keep_in_order();
    }
}
