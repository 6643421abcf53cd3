//! The hash of 256-NIA4 to 256-NIA6 and 256-NCA4 to 256-NCA6: POLYVAL under H, the lengths, a product with Q,
//! a sum with P.
//!
//! The powers of near messages, which are short, stay in registers: see [`near`]. Many others are hashed side by side: see
//! [`hash_many`](super::hash_many). Here is also what kernels need that encrypt and hash many messages in one pass.

use core::hint::black_box;

use super::hash_many::HashMany;
use crate::Backend;
use crate::hash::BLOCK;
use crate::hash::columns::{ColumnPowers, MOST_BLOCKS, PLACES, pays_sums};
use crate::hash::many::ManyPowers;
use crate::hash::near::{self, Near};
use crate::hash::polyval::{GROUP, HashKey, Hashing, NEAR, Products, multiply};
use crate::lanes::{
    AesBlocks, AesOps, AnyWidth, BlockArray, Blocks as _, Isa, Kernel, Kernels, Row, Vector as _,
    blocks_of_register, in_this_branch, unroll,
};

/// The bytes of H, Q and P.
pub(super) const HASH_KEY: usize = 48;

/// Of how many registers of messages the powers are made side by side.
pub(super) const REGISTERS: usize = 2;

/// What is authenticated: two strings, each padded on its own. A message without ciphertext is the first one.
pub(super) type Text<'a> = [&'a [u8]; 2];

/// Room for the powers of H of many messages in one pass, for all windows of a batch: it takes long to make and to wipe.
pub(super) struct HashRoom {
    pub(super) many: ManyPowers,
    /// For those of one message.
    pub(super) own: ColumnPowers,
}

impl HashRoom {
    /// Of no messages yet.
    pub(super) const fn empty() -> Self {
        Self { many: ManyPowers::empty(), own: ColumnPowers::empty() }
    }
}

/// Hashes messages, each with the row that begins with H, Q and P: near ones with powers in registers, many others side by
/// side. A tag is the beginning of a sum, as a little-endian number.
pub(super) fn hash_many(
    kernels: &mut Kernels,
    keys: &[Row],
    texts: &[Text<'_>],
    sums: &mut [u128],
) {
    let backend = kernels.backend();
    match (keys, texts, &mut *sums) {
        _ if texts.iter().all(|text| is_near(backend, text)) => {
            kernels.run(HashNear { keys, texts, sums });
        }
        ([key], [text], [sum, ..]) => *sum = hash_one(kernels, key, text),
        _ => kernels.run(HashMany { keys, texts, sums }),
    }
}

fn hash_one(kernels: &mut Kernels, key: &Row, text: &Text<'_>) -> u128 {
    kernels.run(HashOne { key, text, powers: &mut HashKey::empty() })
}

/// The lengths in bits, as they are hashed.
pub(super) fn lengths([first, second]: &Text<'_>) -> u128 {
    ((8 * first.len() as u128) << 64) | (8 * second.len() as u128)
}

/// How many blocks both strings have.
pub(super) fn blocks([first, second]: &Text<'_>) -> usize {
    first.len().div_ceil(BLOCK).saturating_add(second.len().div_ceil(BLOCK))
}

struct HashOne<'a> {
    key: &'a Row,
    text: &'a Text<'a>,
    powers: &'a mut HashKey,
}

impl Kernel for HashOne<'_> {
    type Output = u128;
    type Class = AnyWidth<AesOps>;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> u128 {
        let Self { key, text, powers } = self;
        let keys = [
            I::One::of_words(isa, &key.0),
            I::One::of_words(isa, &key.0[4..]),
            I::One::of_words(isa, &key.0[8..]),
        ];
        hash_long(isa, keys, text, powers)
    }
}

/// Whether a text is so short that the powers of its key stay in registers: see [`near`].
#[inline]
pub(super) fn is_near(backend: Backend, text: &Text<'_>) -> bool {
    let register = blocks_of_register(backend);
    register > 1 && blocks(text) <= near::most(register)
}

/// Hashes a message within a kernel, given H, Q and P, and room for powers of H if it is not near.
#[inline(always)]
pub(super) fn hash_here<I: Isa>(
    isa: I,
    keys: [I::One; 3],
    text: &Text<'_>,
    powers: Option<&mut HashKey>,
) -> u128 {
    match powers {
        Some(powers) => hash_long(isa, keys, text, powers),
        None => hash_near(isa, keys, text),
    }
}

/// The same if it is near.
#[inline(always)]
fn hash_near<I: Isa>(isa: I, [h, q, p]: [I::One; 3], text: &Text<'_>) -> u128 {
    // No message is near: see [`is_near`].
    if const { I::Aes::BLOCKS == 1 } {
        return 0;
    }
    let near = Near::of_one(isa, h, q, blocks(text));
    let mut products = near.products(isa, text);
    products.add(I::Aes::of_one(q), I::Aes::splat(isa, lengths(text)));
    products.reduce(isa).xor_all().xor(p).xor_all_block()
}

/// In groups of how many blocks a message of so many is hashed, whose powers are made for it alone. A power takes longer than a
/// block, so a message that is not very long has few; each group is reduced once. With registers of [`MOST_BLOCKS`] this was
/// not measured, and their powers take less time.
#[inline(always)]
fn group_of<I: Isa>(blocks: usize) -> usize {
    const MANY: usize = 384;
    if I::Aes::BLOCKS == MOST_BLOCKS || blocks > MANY { GROUP } else { NEAR }
}

/// The same if it is not.
#[inline(always)]
fn hash_long<I: Isa>(
    isa: I,
    [h, q, p]: [I::One; 3],
    text: &Text<'_>,
    powers: &mut HashKey,
) -> u128 {
    let [first, second] = *text;
    let by_sums = I::Aes::FAST_XOR3 && pays_sums(whole_rows::<I>(text));
    let most = if by_sums { GROUP } else { group_of::<I>(blocks(text)) };
    let first_group = most.min(blocks(text));
    powers.expand(isa, h, first_group);
    if by_sums {
        powers.put_sums();
    }
    let mut hash = Hashing::new(isa, powers.powers(), I::One::zero(isa), first_group);
    if by_sums {
        // Else by four products, and a reduction for each group, which is longer than a tile where registers are shorter.
        for data in black_box([first, second]) {
            if !data.is_empty() {
                hash.absorb_long(data, None);
                hash.end();
            }
        }
    } else {
        let mut rest = second;
        match most.checked_sub(first.len().div_ceil(BLOCK)) {
            // The first group has blocks of both.
            Some(room) => {
                let (start, after) = second.split_at(second.len().min(BLOCK * room));
                hash.absorb_part::<false, true>(first);
                hash.absorb_part::<false, false>(start);
                hash.end();
                rest = after;
            }
            None => hash.absorb_groups::<false>(first, most),
        }
        hash.absorb_groups::<false>(rest, most);
    }
    end(isa, [q, p], hash.state(), lengths(text))
}

/// What a tag is the beginning of, given Q and P, the hash of the text and its lengths.
#[inline(always)]
pub(super) fn end<I: Isa>(isa: I, [q, p]: [I::One; 2], hash: I::One, lengths: u128) -> u128 {
    let sum = hash.xor(I::One::splat(isa, lengths));
    multiply(isa, sum, q).xor(p).xor_all_block()
}

/// Hashes near messages.
struct HashNear<'a> {
    keys: &'a [Row],
    texts: &'a [Text<'a>],
    sums: &'a mut [u128],
}

impl Kernel for HashNear<'_> {
    type Output = ();
    type Class = AnyWidth<AesOps>;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) {
        let Self { keys, texts, sums } = self;
        // No message is near: see [`is_near`].
        if const { I::Aes::BLOCKS == 1 } {
            return;
        }
        let groups = keys.chunks(I::Aes::BLOCKS).zip(texts.chunks(I::Aes::BLOCKS));
        for ((keys, texts), sums) in groups.zip(sums.chunks_mut(I::Aes::BLOCKS)) {
            near_group(isa, hash_keys(isa, keys), texts, sums);
        }
    }
}

/// Hashes as many near messages as a register has blocks, or fewer.
#[inline(always)]
fn near_group<I: Isa>(isa: I, [h, q, p]: [I::Aes; 3], texts: &[Text<'_>], sums: &mut [u128]) {
    let long = texts.iter().any(|text| blocks(text) > I::Aes::BLOCKS);
    let near = Near::of_each(isa, h, q, long);
    let mut hashes = [I::Aes::zero(isa); MOST_BLOCKS];
    let mut ends = [[0; BLOCK]; MOST_BLOCKS];
    // Their number is hidden: written out for each of them, the code would be four times as long.
    for (place, text) in black_box(texts).iter().enumerate() {
        let place = place % MOST_BLOCKS;
        ends[place] = lengths(text).to_le_bytes();
        hashes[place] = near[place].products(isa, text).reduce(isa);
    }
    let bytes = ends[..I::Aes::BLOCKS].as_flattened_mut();
    let end = multiply(isa, q, I::Aes::load(isa, bytes)).xor(p);
    I::Aes::xor_each(isa, hashes).xor(end).store(bytes);
    for (sum, block) in sums.iter_mut().zip(&ends) {
        *sum = u128::from_le_bytes(*block);
    }
}

/// H, Q and P of as many messages as a register has blocks, from the rows of the first ones on.
#[inline(always)]
fn hash_keys<B: AesBlocks>(isa: B::Isa, rows: &[Row]) -> [B; 3] {
    let mut keys = [B::zero(isa); 4];
    unroll!(4, |k| if k.is_multiple_of(B::BLOCKS) {
        let mut square = [B::zero(isa); 4];
        unroll!(4, |m| if m < B::BLOCKS
            && let Some(row) = rows.get(m)
        {
            square[m] = B::of_words(isa, &row.0[4 * k..]);
        });
        B::transpose(isa, &mut square);
        unroll!(4, |j| if j < B::BLOCKS {
            keys[(k + j) % 4] = square[j];
        });
    });
    let [h, q, p, _] = keys;
    [h, q, p]
}

/// Whether all texts are so short that they need half of the first powers at most, and the rows of the longest string.
/// Lengths are looked at one after another: the compiler would gather them.
#[inline(always)]
pub(super) fn extent<'t, I: Isa>(texts: impl Iterator<Item = Text<'t>>) -> (bool, usize) {
    let (mut most, mut longest) = (0, 0);
    for text in texts {
        most = most.max(in_this_branch(blocks(&text)));
        longest = longest.max(in_this_branch(whole_rows::<I>(&text)));
    }
    (most <= NEAR / 2, longest)
}

/// The rows of the longer string.
#[inline(always)]
pub(super) fn whole_rows<I: Isa>([first, second]: &Text<'_>) -> usize {
    first.len().max(second.len()) / (BLOCK * I::Aes::BLOCKS)
}

/// Takes a text, with the powers of one message; or the rest of one string, of which the columns so far have rows.
#[inline(always)]
pub(super) fn absorb<I: Isa>(
    hash: &mut Hashing<'_, I, PLACES>,
    text: &Text<'_>,
    columns: Option<I::Aes>,
) {
    let long = columns.is_some() || blocks(text) > NEAR;
    // Written out for both strings, the code would be twice as long.
    let strings = if text[1].is_empty() { 1 } else { 2 };
    for (i, data) in text.iter().enumerate().take(strings) {
        if !long {
            hash.absorb_part::<false, false>(data);
            continue;
        }
        if i > 0 {
            hash.end();
        }
        hash.absorb_long(data, columns);
    }
}

/// H, Q and P of as many messages as `N` registers have blocks, or fewer.
pub(super) struct Keys<B, const N: usize>([[B; 3]; N]);

impl<B: AesBlocks, const N: usize> Keys<B, N> {
    /// From the rows of the first ones on.
    #[inline(always)]
    pub(super) fn new(isa: B::Isa, rows: &[Row]) -> Self {
        let mut keys = [[B::zero(isa); 3]; N];
        unroll!(N, |i| keys[i] = hash_keys(isa, rows.get(i * B::BLOCKS..).unwrap_or(&[])));
        Self(keys)
    }

    /// H.
    #[inline(always)]
    pub(super) fn h(&self, isa: B::Isa) -> [B; N] {
        let mut powers = [B::zero(isa); N];
        unroll!(N, |i| powers[i] = self.0[i][0]);
        powers
    }

    /// What the tags of one register's messages are the beginning of, given their hashes with the lengths.
    #[inline(always)]
    pub(super) fn end(&self, isa: B::Isa, register: usize, sums: B) -> B {
        let [_, q, p] = self.0[register % N];
        multiply(isa, sums, q).xor(p)
    }
}

/// The sums of products of many messages, not reduced, and their lengths, a block of each for every message.
pub(super) struct Ends {
    products: Products<BlockArray>,
    lengths: BlockArray,
}

impl Ends {
    pub(super) const ZERO: Self = Self {
        products: Products {
            low: BlockArray::ZERO,
            middle: BlockArray::ZERO,
            high: BlockArray::ZERO,
        },
        lengths: BlockArray::ZERO,
    };

    #[inline(always)]
    pub(super) fn put<B: AesBlocks>(&mut self, slot: usize, sums: Products<B>, text: &Text<'_>) {
        // Below it already, which the compiler cannot see.
        let slot = slot % BlockArray::COUNT;
        let Products { low, middle, high } = &mut self.products;
        sums.low.store(&mut low.0[slot]);
        sums.middle.store(&mut middle.0[slot]);
        sums.high.store(&mut high.0[slot]);
        self.lengths.0[slot] = lengths(text).to_le_bytes();
    }

    /// Puts what the tags are the beginning of.
    #[inline(always)]
    pub(super) fn finish<B: AesBlocks, const N: usize>(
        &self,
        isa: B::Isa,
        keys: &Keys<B, N>,
        sums: &mut [u128],
    ) {
        let Self { products: Products { low, middle, high }, lengths } = self;
        let mut out = BlockArray::ZERO;
        unroll!(N, |i| {
            let at = i * B::BLOCKS;
            let products = Products::<B> {
                low: low.register(isa, at),
                middle: middle.register(isa, at),
                high: high.register(isa, at),
            };
            let sum = products.reduce(isa).xor(lengths.register(isa, at));
            out.put(keys.end(isa, i, sum), at);
        });
        for (sum, block) in sums.iter_mut().zip(&out.0) {
            *sum = u128::from_le_bytes(*block);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Backend;

    /// Side by side, in every number and with lengths that differ, the sums are those of messages alone.
    #[test]
    fn many_are_as_one() {
        const BYTES: usize = 6600;
        let data: [u8; BYTES] = core::array::from_fn(|i| (i * i + 7 * i) as u8);
        let mut rows = [Row::ZERO; 32];
        for (i, row) in rows.iter_mut().enumerate() {
            let start = 40 * i;
            *row = Row::from_bytes(data[start..].first_chunk().unwrap());
        }
        let mut state = 1_u64;
        let mut below = |end: usize| {
            state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
            (state >> 33) as usize % end
        };
        for backend in Backend::available() {
            let mut kernels = Kernels::on(backend);
            for round in 0..200 {
                let count = 1 + below(32);
                // Short ones, those of one group, long ones, and so long ones that they have more powers.
                let most = [16, 65, 129, 300, 1100, 3300][round % 6];
                let mut texts: [Text<'_>; 32] = [[&[], &[]]; 32];
                for text in &mut texts[..count] {
                    let [first, second] = match below(3) {
                        0 => [below(most), 0],
                        1 => [0, below(most)],
                        _ => [below(most), below(most)],
                    };
                    *text = [&data[..first], &data[first..first + second]];
                }
                let mut sums = [0; 32];
                let (texts, sums) = (&texts[..count], &mut sums[..count]);
                hash_many(&mut kernels, &rows[..count], texts, sums);
                for (i, sum) in sums.iter().enumerate() {
                    let lengths = texts[i].map(<[u8]>::len);
                    let plain = &mut Kernels::on(Backend::Portable);
                    let alone = hash_one(plain, &rows[i], &texts[i]);
                    assert_eq!(*sum, alone, "{backend}: message {i} of {count}, {lengths:?}");
                }
            }
        }
    }
}
