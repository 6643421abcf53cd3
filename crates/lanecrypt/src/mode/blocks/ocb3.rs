//! OCB3 (RFC 7253): a whole message, with its associated data and tag, in one call.
//!
//! The offset of a block is that of the block before it and L_{ntz(i)}, where ntz(i) is the number
//! of zero bits at the end of the block's number. Tiles start at multiples of their length, which is
//! a power of two, so within a tile all but the last offset differ from the tile's first one by what
//! depends on the place alone: that is computed once per key.

use core::marker::PhantomData;

use super::{BLOCK, RegisterCipher};
use crate::Backend;
use crate::block::register::RegisterKey;
use crate::lanes::{
    AesBlocks, AesOps, BlockArray, BlockKeys, Blocks, FullWidth, InOut, Isa, Kernel, SharedKey,
    Tile, Vector as _, dispatch, unroll, wipe,
};
use crate::mode::gf128::double;

/// What the offsets of a key are made of (section 4.1), blocks as they lie in memory. Wiped on
/// drop.
#[derive(Clone)]
pub struct Ocb3Offsets {
    /// L_*, for the end of a message that is no whole block.
    star: u128,
    /// L_$, for the tag.
    dollar: u128,
    /// L_0 and on.
    powers: [u128; Self::POWERS],
    /// In place `i`, how the offset of block `i + 1` differs from the first one.
    places: BlockArray,
}

impl Ocb3Offsets {
    /// As many as the index of a table can be masked to: messages are far shorter.
    const POWERS: usize = 64;

    /// From L_*, which is the block of zeros encrypted, for messages of at most so many blocks.
    pub(crate) fn new(star: [u8; BLOCK], blocks: u64) -> Self {
        let mut out = Self { star: 0, dollar: 0, powers: [0; 64], places: BlockArray::ZERO };
        let mut power = u128::from_be_bytes(star);
        out.star = power.swap_bytes();
        power = double(power);
        out.dollar = power.swap_bytes();
        // Those of a tile at least, however short the message.
        let count = (u64::BITS - blocks.leading_zeros()).max(BlockArray::COUNT.ilog2() + 1);
        for value in out.powers.iter_mut().take(count as usize) {
            power = double(power);
            *value = power.swap_bytes();
        }
        let mut offset = 0;
        for (i, place) in out.places.0.iter_mut().enumerate() {
            offset ^= out.powers[(i + 1).trailing_zeros() as usize % Self::POWERS];
            *place = offset.to_le_bytes();
        }
        out
    }

    /// L_{ntz(i)} of the block of this number.
    #[inline(always)]
    fn power(&self, number: u64) -> u128 {
        self.powers[number.trailing_zeros() as usize % Self::POWERS]
    }
}

impl Drop for Ocb3Offsets {
    fn drop(&mut self) {
        wipe(&mut self.star, 0);
        wipe(&mut self.dollar, 0);
        wipe(&mut self.powers, [0; Self::POWERS]);
        wipe(&mut self.places, BlockArray::ZERO);
    }
}

/// The length of tags in bits, modulo 128, in seven bits; zeros; a one; the nonce (section 4.2).
pub(crate) fn nonce_block(nonce: &[u8], tag_bytes: usize) -> [u8; BLOCK] {
    let number = nonce.iter().fold(1, |number: u128, byte| number << 8 | u128::from(*byte));
    (number | (8 * tag_bytes as u128 % 128) << 121).to_be_bytes()
}

/// One message.
pub(super) struct Sealing<'a> {
    /// The block made of the nonce and the length of tags (section 4.2).
    pub(super) nonce: [u8; BLOCK],
    pub(super) aad: &'a [u8],
    pub(super) data: InOut<'a>,
}

/// Opens a message, or seals it, and gives the tag, whole.
pub(super) fn one<C: RegisterCipher<KEYS>, const KEYS: usize>(
    backend: Backend,
    key: &RegisterKey<KEYS>,
    open: bool,
    offsets: &Ocb3Offsets,
    message: Sealing<'_>,
) -> [u8; BLOCK] {
    let keys = SharedKey(&key.forward);
    match open {
        false => run::<C, _, _, false, KEYS>(backend, keys, keys, offsets, message),
        true => run::<C, _, _, true, KEYS>(backend, keys, SharedKey(&key.back), offsets, message),
    }
}

/// Seals a message, or opens it if `OPEN`, and gives the tag, whole. Keys for the data are those
/// for decryption when opening; all the rest is encrypted both ways.
pub(super) fn run<C, K, D, const OPEN: bool, const KEYS: usize>(
    backend: Backend,
    keys: K,
    data_keys: D,
    offsets: &Ocb3Offsets,
    message: Sealing<'_>,
) -> [u8; BLOCK]
where
    C: RegisterCipher<KEYS>,
    K: BlockKeys<KEYS>,
    D: BlockKeys<KEYS>,
{
    let Sealing { nonce, aad, data } = message;
    let cipher = PhantomData;
    dispatch(
        backend,
        Ocb3::<C, K, D, OPEN, KEYS> { keys, data_keys, offsets, nonce, aad, data, cipher },
    )
}

struct Ocb3<'a, C, K, D, const OPEN: bool, const KEYS: usize> {
    keys: K,
    data_keys: D,
    offsets: &'a Ocb3Offsets,
    nonce: [u8; BLOCK],
    aad: &'a [u8],
    data: InOut<'a>,
    cipher: PhantomData<C>,
}

impl<C, K, D, const OPEN: bool, const KEYS: usize> Kernel for Ocb3<'_, C, K, D, OPEN, KEYS>
where
    C: RegisterCipher<KEYS>,
    K: BlockKeys<KEYS>,
    D: BlockKeys<KEYS>,
{
    type Output = [u8; BLOCK];
    type Class = FullWidth<AesOps>;

    #[inline(always)]
    fn run<I: Isa>(mut self, isa: I) -> [u8; BLOCK] {
        let first = self.first_offset(isa);
        let hash = self.hash(isa);
        let mut walk = Walk { offset: first, number: 0 };
        let mut sum = I::Aes::zero(isa);
        let data = &mut self.data;
        let (keys, offsets) = (self.data_keys, self.offsets);
        let register = BLOCK * I::Aes::BLOCKS;
        macro_rules! work {
            ($registers:ty, $n:literal, $sum:expr) => {{
                let tile = &mut data.take($n * BLOCK * <$registers>::BLOCKS);
                work::<C, $registers, D, OPEN, $n, KEYS>(isa, keys, offsets, &mut walk, $sum, tile);
            }};
        }
        while data.len() >= 8 * register {
            work!(I::Aes, 8, &mut sum);
        }
        if data.len() >= 4 * register {
            work!(I::Aes, 4, &mut sum);
        }
        if data.len() >= 2 * register {
            work!(I::Aes, 2, &mut sum);
        }
        if data.len() >= register {
            work!(I::Aes, 1, &mut sum);
        }
        let mut sum_of_one = I::One::splat(isa, sum.xor_all_block());
        if I::Aes::BLOCKS > 2 && data.len() >= 2 * BLOCK {
            let mut sum = I::Two::zero(isa);
            work!(I::Two, 1, &mut sum);
            sum_of_one = sum_of_one.xor(I::One::splat(isa, sum.xor_all_block()));
        }
        if I::Aes::BLOCKS > 1 && data.len() >= BLOCK {
            work!(I::One, 1, &mut sum_of_one);
        }
        let mut sum = sum_of_one;
        let bytes = data.len();
        if bytes > 0 {
            let tile = &mut data.take(bytes);
            walk.offset ^= offsets.star;
            let mut pad = [I::One::splat(isa, walk.offset)];
            C::encrypt(isa, self.keys, &mut pad);
            let input = I::One::load_part(isa, tile.input(0, bytes));
            let output = input.xor(pad[0]);
            output.store_part(tile.output(0, bytes));
            let plain = if OPEN { output } else { input };
            sum = sum.xor(I::One::splat(isa, padded(plain.xor_all_block(), bytes)));
        }
        let mut tag = [sum.xor(I::One::splat(isa, walk.offset ^ offsets.dollar))];
        C::encrypt(isa, self.keys, &mut tag);
        (tag[0].xor_all_block() ^ hash).to_le_bytes()
    }
}

impl<C, K, D, const OPEN: bool, const KEYS: usize> Ocb3<'_, C, K, D, OPEN, KEYS>
where
    C: RegisterCipher<KEYS>,
    K: BlockKeys<KEYS>,
{
    /// Offset_0 (section 4.2).
    #[inline(always)]
    fn first_offset<I: Isa>(&self, isa: I) -> u128 {
        let nonce = u128::from_be_bytes(self.nonce);
        let bottom = (nonce & 63) as u32;
        let mut top = [I::One::splat(isa, (nonce & !63).swap_bytes())];
        C::encrypt(isa, self.keys, &mut top);
        let top = top[0].xor_all_block().swap_bytes();
        let stretch = (top >> 64) as u64 ^ (top >> 56) as u64;
        ((top << bottom) | u128::from(stretch >> 1 >> (63 - bottom))).swap_bytes()
    }

    /// HASH of the associated data (section 4.1).
    #[inline(always)]
    fn hash<I: Isa>(&self, isa: I) -> u128 {
        let mut aad = self.aad;
        if aad.is_empty() {
            return 0;
        }
        let (keys, offsets) = (self.keys, self.offsets);
        let mut walk = Walk { offset: 0, number: 0 };
        let mut sum = I::Aes::zero(isa);
        let register = BLOCK * I::Aes::BLOCKS;
        macro_rules! hash {
            ($registers:ty, $n:literal, $sum:expr) => {{
                let (blocks, rest) = aad.split_at($n * BLOCK * <$registers>::BLOCKS);
                aad = rest;
                hash::<C, $registers, K, $n, KEYS>(isa, keys, offsets, &mut walk, $sum, blocks);
            }};
        }
        while aad.len() >= 8 * register {
            hash!(I::Aes, 8, &mut sum);
        }
        while aad.len() >= register {
            hash!(I::Aes, 1, &mut sum);
        }
        let mut sum_of_one = I::One::splat(isa, sum.xor_all_block());
        while I::Aes::BLOCKS > 1 && aad.len() >= BLOCK {
            hash!(I::One, 1, &mut sum_of_one);
        }
        if !aad.is_empty() {
            let last = padded(I::One::load_part(isa, aad).xor_all_block(), aad.len());
            let mut last = [I::One::splat(isa, last ^ walk.offset ^ offsets.star)];
            C::encrypt(isa, keys, &mut last);
            sum_of_one = sum_of_one.xor(last[0]);
        }
        sum_of_one.xor_all_block()
    }
}

/// The first bytes of a block, fewer than all, then a one bit and zeros.
#[inline(always)]
fn padded(block: u128, bytes: usize) -> u128 {
    let end = 1 << (8 * bytes % 128);
    (block & (end - 1)) | (0x80 * end)
}

/// How far the offsets have come.
struct Walk {
    /// The last offset that was used.
    offset: u128,
    /// The number of its block, the first of the message being 1.
    number: u64,
}

/// All ones in the last place.
static LAST: BlockArray = {
    let mut last = BlockArray::ZERO;
    last.0[BlockArray::COUNT - 1] = [0xff; BLOCK];
    last
};

impl Walk {
    /// The offsets of the next registers. The blocks so far are a multiple of theirs.
    #[inline(always)]
    fn next<B: AesBlocks, const N: usize>(&mut self, isa: B::Isa, offsets: &Ocb3Offsets) -> [B; N] {
        let blocks = N * B::BLOCKS;
        let first = B::splat(isa, self.offset);
        let mut out = [first; N];
        unroll!(N, |i| {
            out[i] = first.xor(offsets.places.register(isa, i * B::BLOCKS));
        });
        // The last place is made for a number that has no more zero bits than the tile's length.
        self.number = self.number.wrapping_add(blocks as u64);
        let more = offsets.power(self.number) ^ offsets.power(blocks as u64);
        let last = LAST.register(isa, BlockArray::COUNT - B::BLOCKS);
        out[N - 1] = out[N - 1].xor_and(B::splat(isa, more), last);
        self.offset ^= more ^ u128::from_le_bytes(offsets.places.0[blocks - 1]);
        out
    }
}

/// Whole registers of the message; adds their plaintext to a sum.
#[inline(always)]
fn work<C, B, K, const OPEN: bool, const N: usize, const KEYS: usize>(
    isa: B::Isa,
    keys: K,
    offsets: &Ocb3Offsets,
    walk: &mut Walk,
    sum: &mut B,
    tile: &mut Tile<'_>,
) where
    C: RegisterCipher<KEYS>,
    B: AesBlocks,
    K: BlockKeys<KEYS>,
{
    let register = BLOCK * B::BLOCKS;
    let offsets = walk.next::<B, N>(isa, offsets);
    let mut blocks = offsets;
    unroll!(N, |i| {
        let input = B::load(isa, tile.input(i * register, register));
        if !OPEN {
            *sum = sum.xor(input);
        }
        blocks[i] = input.xor(offsets[i]);
    });
    if OPEN {
        C::decrypt(isa, keys, &mut blocks);
    } else {
        C::encrypt(isa, keys, &mut blocks);
    }
    unroll!(N, |i| {
        let output = blocks[i].xor(offsets[i]);
        if OPEN {
            *sum = sum.xor(output);
        }
        output.store(tile.output(i * register, register));
    });
}

/// Whole registers of associated data, added to its sum.
#[inline(always)]
fn hash<C, B, K, const N: usize, const KEYS: usize>(
    isa: B::Isa,
    keys: K,
    offsets: &Ocb3Offsets,
    walk: &mut Walk,
    sum: &mut B,
    bytes: &[u8],
) where
    C: RegisterCipher<KEYS>,
    B: AesBlocks,
    K: BlockKeys<KEYS>,
{
    let register = BLOCK * B::BLOCKS;
    let mut blocks = walk.next::<B, N>(isa, offsets);
    unroll!(N, |i| {
        let input = B::load(isa, &bytes[i * register..][..register]);
        blocks[i] = blocks[i].xor(input);
    });
    C::encrypt(isa, keys, &mut blocks);
    unroll!(N, |i| *sum = sum.xor(blocks[i]));
}
