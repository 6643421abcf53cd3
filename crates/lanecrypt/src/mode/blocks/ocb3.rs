//! OCB3 (RFC 7253): a whole message, with its associated data and tag, in one call. Batches are in
//! `ocb3_many`.

use super::offsets::{Offsets, Walk, absorb_all};
use super::{AesKey, BLOCK, Rounds};
use crate::Backend;
use crate::lanes::{
    AesBlocks, AesOps, BlockKeys, Blocks, FullWidth, InOut, Isa, Kernel, Tile, Vector as _,
    dispatch, part_number, unroll, wipe,
};
use crate::mode::gf128::double;

/// What the offsets of a key are made of (section 4.1), blocks as they lie in memory. Wiped on
/// drop.
#[derive(Clone)]
pub struct Ocb3Offsets {
    /// L_*, for the end of a message that is no whole block.
    pub(super) star: [u8; BLOCK],
    /// L_$, for the tag.
    pub(super) dollar: [u8; BLOCK],
    /// Those of blocks, of L_0 and on.
    pub(super) blocks: Offsets,
    /// Zeros, up to a multiple of the alignment: nothing that lay on the stack is copied with an object, whose padding
    /// nobody wipes.
    _zeros: [u8; 2 * BLOCK],
}

const _: () = assert!(size_of::<Ocb3Offsets>() == size_of::<Offsets>() + 4 * BLOCK);

impl Ocb3Offsets {
    /// All zero.
    pub(crate) const fn zero() -> Self {
        Self {
            star: [0; BLOCK],
            dollar: [0; BLOCK],
            blocks: Offsets::new(),
            _zeros: [0; 2 * BLOCK],
        }
    }

    /// From L_*, which is the block of zeros encrypted, for messages of at most so many blocks. Offsets that were all
    /// zero are filled in where they stay, because a copy would not be wiped.
    pub(crate) fn fill(&mut self, star: &[u8; BLOCK], blocks: u64) {
        let dollar = double(u128::from_be_bytes(*star));
        (self.star, self.dollar) = (*star, dollar.to_be_bytes());
        self.blocks.fill(double(dollar), blocks);
    }
}

impl Drop for Ocb3Offsets {
    fn drop(&mut self) {
        wipe(&mut self.star, [0; BLOCK]);
        wipe(&mut self.dollar, [0; BLOCK]);
    }
}

/// The length of tags in bits, modulo 128, in seven bits; zeros; a one; the nonce of 1 to 15 bytes (section
/// 4.2).
#[inline]
pub(crate) fn nonce_block(nonce: &[u8], tag_bytes: usize) -> [u8; BLOCK] {
    let bits = (8 * nonce.len()) as u32 % u128::BITS;
    let number = part_number(nonce).swap_bytes() >> ((u128::BITS - bits) % u128::BITS);
    (number | 1 << bits | (8 * tag_bytes as u128 % 128) << 121).to_be_bytes()
}

/// The block made of the nonce as it is encrypted, and how far the result is shifted (section 4.2).
#[inline(always)]
pub(super) fn top_and_bottom(nonce: [u8; BLOCK]) -> (u128, u32) {
    let nonce = u128::from_be_bytes(nonce);
    ((nonce & !63).swap_bytes(), (nonce & 63) as u32)
}

/// Offset_0 (section 4.2), from the block that was encrypted.
#[inline(always)]
pub(super) fn first_offset(top: u128, bottom: u32) -> u128 {
    let top = top.swap_bytes();
    let stretch = (top >> 64) as u64 ^ (top >> 56) as u64;
    ((top << bottom) | u128::from(stretch >> 1 >> (63 - bottom))).swap_bytes()
}

/// One message.
pub(super) struct Sealing<'a> {
    /// The block made of the nonce and the length of tags (section 4.2).
    pub(super) nonce: [u8; BLOCK],
    pub(super) aad: &'a [u8],
    pub(super) data: InOut<'a>,
}

/// Opens a message, or seals it, and gives the tag, whole.
#[inline(always)]
pub(super) fn one(
    backend: Backend,
    key: &AesKey,
    open: bool,
    offsets: &Ocb3Offsets,
    message: Sealing<'_>,
) -> [u8; BLOCK] {
    match open {
        false => dispatch(backend, One::<false> { key, offsets, message }),
        true => dispatch(backend, One::<true> { key, offsets, message }),
    }
}

/// One message, opened if `OPEN`, sealed otherwise.
struct One<'a, const OPEN: bool> {
    key: &'a AesKey,
    offsets: &'a Ocb3Offsets,
    message: Sealing<'a>,
}

impl<const OPEN: bool> Kernel for One<'_, OPEN> {
    type Output = [u8; BLOCK];
    type Class = FullWidth<AesOps>;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> [u8; BLOCK] {
        let Self { key, offsets, message: Sealing { nonce, aad, data }, .. } = self;
        let keys = key.forward();
        let data_keys = if OPEN { key.back() } else { keys };
        let (top, bottom) = top_and_bottom(nonce);
        let mut top = [I::One::splat(isa, top)];
        Rounds::encrypt(isa, keys, &mut top);
        let first = first_offset(top[0].xor_all_block(), bottom);
        let hash = hashed::<I, _>(isa, keys, offsets, aad);
        let mut tag = [worked::<I, _, _, OPEN>(isa, keys, data_keys, offsets, first, data)];
        Rounds::encrypt(isa, keys, &mut tag);
        tag[0].xor(hash).xor_all_block().to_le_bytes()
    }
}

/// Encrypts the data of a message, or decrypts them if `OPEN`, from Offset_0 on. Gives the block that is
/// encrypted for the tag. Keys for the data are those for decryption when opening; all the rest is
/// encrypted both ways.
#[inline(always)]
pub(super) fn worked<I, K, D, const OPEN: bool>(
    isa: I,
    keys: K,
    data_keys: D,
    offsets: &Ocb3Offsets,
    first: u128,
    mut data: InOut<'_>,
) -> I::One
where
    I: Isa,
    K: BlockKeys,
    D: BlockKeys,
{
    let mut walk = Walk::<I::Aes>::after(isa, first, 0);
    let mut sum = I::Aes::zero(isa);
    let register = BLOCK * I::Aes::BLOCKS;
    macro_rules! work {
        ($registers:ty, $n:literal, $walk:ident, $sum:ident) => {{
            let tile = &mut data.take($n * BLOCK * <$registers>::BLOCKS);
            let (walk, offsets) = (&mut $walk, &offsets.blocks);
            work::<$registers, D, OPEN, $n>(isa, data_keys, offsets, walk, &mut $sum, tile);
        }};
    }
    while data.len() >= 8 * register {
        work!(I::Aes, 8, walk, sum);
    }
    if data.len() >= 4 * register {
        work!(I::Aes, 4, walk, sum);
    }
    if data.len() >= 2 * register {
        work!(I::Aes, 2, walk, sum);
    }
    if data.len() >= register {
        work!(I::Aes, 1, walk, sum);
    }
    let mut sum_of_one = sum.xor_all();
    if I::Aes::BLOCKS > 2 && data.len() >= 2 * BLOCK {
        let (mut walk_of_two, mut sum) = (walk.with::<I::Two>(isa), I::Two::zero(isa));
        work!(I::Two, 1, walk_of_two, sum);
        walk = walk_of_two.with::<I::Aes>(isa);
        sum_of_one = sum_of_one.xor(sum.xor_all());
    }
    let mut walk = walk.with::<I::One>(isa);
    if I::Aes::BLOCKS > 1 && data.len() >= BLOCK {
        work!(I::One, 1, walk, sum_of_one);
    }
    let mut offset = I::One::splat(isa, walk.last());
    let bytes = data.len();
    if bytes > 0 {
        let tile = &mut data.take(bytes);
        offset = offset.xor(I::One::load(isa, &offsets.star));
        let mut pad = [offset];
        Rounds::encrypt(isa, keys, &mut pad);
        let input = I::One::load_part(isa, tile.input(0, bytes));
        let output = input.xor(pad[0]);
        output.store_part(tile.output(0, bytes));
        let plain = if OPEN { output } else { input };
        let plain = padded(plain.xor_all_block(), bytes);
        sum_of_one = sum_of_one.xor(I::One::splat(isa, plain));
    }
    sum_of_one.xor3(offset, I::One::load(isa, &offsets.dollar))
}

/// HASH of the associated data (section 4.1).
#[inline(always)]
pub(super) fn hashed<I, K>(isa: I, keys: K, offsets: &Ocb3Offsets, aad: &[u8]) -> I::One
where
    I: Isa,
    K: BlockKeys,
{
    if aad.is_empty() {
        return I::One::zero(isa);
    }
    let (sum, walk, rest) = absorb_all::<I, K>(isa, keys, &offsets.blocks, aad);
    if rest.is_empty() {
        return sum;
    }
    let last = padded(I::One::load_part(isa, rest).xor_all_block(), rest.len());
    let offset = I::One::splat(isa, walk.last()).xor(I::One::load(isa, &offsets.star));
    let mut last = [offset.xor(I::One::splat(isa, last))];
    Rounds::encrypt(isa, keys, &mut last);
    sum.xor(last[0])
}

/// The first bytes of a block, fewer than all, then a one bit and zeros.
#[inline(always)]
fn padded(block: u128, bytes: usize) -> u128 {
    let end = 1 << (8 * bytes % 128);
    (block & (end - 1)) | (0x80 * end)
}

/// Whole registers of the message; adds their plaintext to a sum.
#[inline(always)]
fn work<B, K, const OPEN: bool, const N: usize>(
    isa: B::Isa,
    keys: K,
    offsets: &Offsets,
    walk: &mut Walk<B>,
    sum: &mut B,
    tile: &mut Tile<'_>,
) where
    B: AesBlocks,
    K: BlockKeys,
{
    let register = BLOCK * B::BLOCKS;
    let offsets = walk.next::<N>(isa, offsets);
    let mut blocks = offsets;
    unroll!(N, |i| {
        let input = B::load(isa, tile.input(i * register, register));
        if !OPEN {
            *sum = sum.xor(input);
        }
        blocks[i] = input.xor(offsets[i]);
    });
    if OPEN {
        Rounds::decrypt(isa, keys, &mut blocks);
    } else {
        Rounds::encrypt(isa, keys, &mut blocks);
    }
    unroll!(N, |i| {
        let output = blocks[i].xor(offsets[i]);
        if OPEN {
            *sum = sum.xor(output);
        }
        output.store(tile.output(i * register, register));
    });
}
