//! GCM: one message. Batches are in `gcm_many` and `gcm_ready`.

use super::ctr::{before_counter, counters};
use super::gcm_data::{Counter, Known, expand, hashed, hashed_either};
use super::{BLOCK, RoundKeys, Rounds};
use crate::Backend;
use crate::hash::columns::MOST_BLOCKS;
use crate::hash::polyval::{GROUP, HashKey, Hashing, keys_of_ghash};
use crate::lanes::{
    AesBlocks, AesOps, AnyWidth, Blocks, FullWidth, InOut, Isa, Kernel, SharedKey, Vector as _,
    align_stack, blocks_of_register, dispatch,
};

/// A message.
pub(super) struct Message<'a> {
    pub(super) nonce: &'a [u8],
    pub(super) aad: &'a [u8],
    pub(super) data: InOut<'a>,
}

/// The most registers that the data of a short message fits in, where a register has so many blocks. With its associated
/// data, which is shorter than [`AAD_REGISTERS`], and the lengths it is one group of the hash.
pub(super) const fn registers(register: usize) -> usize {
    if register == MOST_BLOCKS { 4 } else { 8 }
}

pub(super) const AAD_REGISTERS: usize = 2;

/// Whether a message is short, where a register has so many blocks.
#[inline(always)]
pub(super) fn is_short(register: usize, aad: &[u8], data: usize) -> bool {
    const { assert!((registers(MOST_BLOCKS) + AAD_REGISTERS) * MOST_BLOCKS < GROUP) };
    const { assert!((registers(1) + AAD_REGISTERS) * MOST_BLOCKS / 2 < GROUP) };
    aad.len() < AAD_REGISTERS * register * BLOCK && data <= registers(register) * register * BLOCK
}

/// The tag of one message, which is encrypted, or decrypted to be opened.
#[inline(always)]
pub(super) fn one(
    backend: Backend,
    keys: SharedKey<'_>,
    hash: &HashKey,
    open: bool,
    message: Message<'_>,
) -> [u8; 16] {
    let register = blocks_of_register(backend);
    let bytes = message.data.len();
    if message.nonce.len() != 12 || !is_short(register, message.aad, bytes) {
        return dispatch(backend, One { keys, hash, open, message });
    }
    let most = registers(register) * register * BLOCK;
    if bytes <= register * BLOCK {
        dispatch(backend, Short::<SINGLE> { keys, hash, open, message })
    } else if bytes <= most / 2 {
        dispatch(backend, Short::<HALF> { keys, hash, open, message })
    } else {
        dispatch(backend, Short::<ALL> { keys, hash, open, message })
    }
}

/// With powers of the hash key that are ready.
struct One<'a> {
    keys: SharedKey<'a>,
    hash: &'a HashKey,
    open: bool,
    message: Message<'a>,
}

impl Kernel for One<'_> {
    type Output = [u8; 16];
    type Class = FullWidth<AesOps>;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> [u8; 16] {
        align_stack();
        let Self { keys, hash, open, message } = self;
        if open {
            tag_of::<I, true>(isa, keys, hash, message)
        } else {
            tag_of::<I, false>(isa, keys, hash, message)
        }
    }
}

/// Parts of the registers of a short message: one of them, half of them, all.
const SINGLE: usize = 1;
const HALF: usize = 2;
const ALL: usize = 4;

/// The same with a short message, whose data fits in a part of the registers. Each part has a kernel: the shorter
/// a message is, the less stack its kernel needs, and the less is overwritten after it.
struct Short<'a, const PART: usize> {
    keys: SharedKey<'a>,
    hash: &'a HashKey,
    open: bool,
    message: Message<'a>,
}

impl<const PART: usize> Kernel for Short<'_, PART> {
    type Output = [u8; 16];
    // A message that fits in one register has more instructions for its end than for its blocks.
    type Class = AnyWidth<AesOps>;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> [u8; 16] {
        debug_assert!(
            is_short(I::Aes::BLOCKS, self.message.aad, self.message.data.len()),
            "a key's backend is there"
        );
        match const { if PART == SINGLE { 1 } else { registers(I::Aes::BLOCKS) * PART / ALL } } {
            1 => self.tag::<I, 1>(isa),
            2 => self.tag::<I, 2>(isa),
            4 => self.tag::<I, 4>(isa),
            _ => self.tag::<I, 8>(isa),
        }
    }
}

impl<const PART: usize> Short<'_, PART> {
    /// The tag of a message whose data fits in `N` registers.
    #[inline(always)]
    fn tag<I: Isa, const N: usize>(self, isa: I) -> [u8; 16] {
        let Self { keys, hash, open, message: Message { nonce, aad, data } } = self;
        let lengths = lengths(aad, data.len());
        let nonce = nonce.first_chunk().map_or(0, before_counter);
        // As wide as the data, so that both use the same registers of round keys.
        let mut mask = [I::Aes::splat(isa, nonce | 1 << 120)];
        let mut blocks = counters::<_, u32, N>(isa, nonce.swap_bytes() | 2);
        Rounds::encrypt(isa, keys, &mut mask);
        Rounds::encrypt(isa, keys, &mut blocks);
        let mut hash = hashed_either::<I, 1, N>(isa, open, blocks, hash, aad, data);
        hash.add_last(I::One::splat(isa, lengths));
        hash.end();
        let mut tag = [0; BLOCK];
        mask[0].first().xor(hash.state().swap_bytes()).store(&mut tag);
        tag
    }
}

/// What [`one`] does under a key whose bytes are given, of the right length.
#[inline(always)]
pub(super) fn fresh(backend: Backend, key: &[u8], open: bool, message: Message<'_>) -> [u8; 16] {
    let (mut keys, mut hash) = (RoundKeys::NONE, HashKey::empty());
    let (keys, hash) = (&mut keys, &mut hash);
    if open {
        dispatch(backend, Fresh::<true> { key, keys, hash, message })
    } else {
        dispatch(backend, Fresh::<false> { key, keys, hash, message })
    }
}

/// With a key that is bytes, and room for what is made of it.
struct Fresh<'a, const OPEN: bool> {
    key: &'a [u8],
    keys: &'a mut RoundKeys,
    hash: &'a mut HashKey,
    message: Message<'a>,
}

impl<const OPEN: bool> Kernel for Fresh<'_, OPEN> {
    type Output = [u8; 16];
    type Class = FullWidth<AesOps>;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> [u8; 16] {
        align_stack();
        let Self { key, keys, hash, message, .. } = self;
        let mut zeros = [I::One::zero(isa)];
        keys.encrypt_fresh(isa, key, &mut zeros);
        let Message { nonce, aad, data } = &message;
        let bytes = [nonce.len(), aad.len(), data.len()];
        expand(isa, hash, keys_of_ghash(isa, zeros[0]), bytes);
        tag_of::<I, OPEN>(isa, keys.shared(), hash, message)
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
fn tag_of<I: Isa, const OPEN: bool>(
    isa: I,
    keys: SharedKey<'_>,
    hash: &HashKey,
    message: Message<'_>,
) -> [u8; 16] {
    let Message { nonce, aad, data } = message;
    let lengths = lengths(aad, data.len());
    let first = first_counter(isa, hash, nonce);
    let mut mask = [I::One::splat(isa, first.swap_bytes())];
    Rounds::encrypt(isa, keys, &mut mask);
    // Of other nonces the counter is a hash with a secret key.
    let counter = Counter { number: counted(first, 1), public: nonce.len() == 12 };
    let powers = hash.powers();
    let mut hash =
        hashed::<I, _, _, true, 1, _>(isa, Known::<OPEN>, keys, powers, counter, aad, data);
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
