//! The hash of UIA2 (document 1, section 4): a polynomial in GF(2^64) modulo x^64 + x^4 + x^3 + x + 1, by
//! carry-less products.
//!
//! The words of a message, 64 bits each with the first bit highest, are the coefficients. They are taken in
//! groups: the words of a group are multiplied by powers of P, the sum of before by one more power, and the sum
//! of all products is reduced once.

use crate::batch::bytes_for;
use crate::lanes::{
    AesBlocks, AesOps, AnyWidth, Blocks as _, Isa, Kernel, Kernels, Row, Vector as _, Words as _,
    unroll, wipe_in_kernel,
};

/// The words of keystream that a tag takes.
pub(super) const KEY_WORDS: usize = 5;

/// A message to be hashed.
#[derive(Clone, Copy)]
pub(super) struct Hashed<'a> {
    message: &'a [u8],
    bits: u64,
}

impl<'a> Hashed<'a> {
    /// No message.
    pub(super) const NOTHING: Self = Self { message: &[], bits: 0 };

    /// The message is the first `bits` bits of the slice, which has them.
    #[inline(always)]
    pub(super) fn new(message: &'a [u8], bits: u64) -> Self {
        Self { message: &message[..bytes_for(bits) as usize], bits }
    }
}

/// Computes the tags of messages, each with a row that begins with five words of keystream.
pub(super) fn hash_many(
    kernels: &mut Kernels,
    keys: &[Row],
    messages: &[Hashed<'_>],
    tags: &mut [u32],
) {
    kernels.run(HashMany { keys, messages, tags });
}

struct HashMany<'a> {
    keys: &'a [Row],
    messages: &'a [Hashed<'a>],
    tags: &'a mut [u32],
}

impl Kernel for HashMany<'_> {
    type Output = ();
    type Class = AnyWidth<AesOps>;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) {
        let Self { keys, messages, tags } = self;
        let mut powers = Powers::ZERO;
        for ((key, message), tag) in keys.iter().zip(messages).zip(tags) {
            *tag = tag_of(isa, key, message, &mut powers);
        }
        powers.wipe(isa);
    }
}

/// The words of the largest group.
const WORDS: usize = 64;
/// The bytes of the table of powers: as many words, and a register that meets nothing but zeros.
const TABLE: usize = 8 * (WORDS + 8);

/// Powers of P, little-endian, the highest one first. The last one that is not zero is P itself.
#[repr(C, align(64))]
pub(super) struct Powers([u8; TABLE]);

impl Powers {
    /// None.
    pub(super) const ZERO: Self = Self([0; TABLE]);

    /// Makes them zeros, if the kernel has to.
    #[inline(always)]
    pub(super) fn wipe<I: Isa>(&mut self, isa: I) {
        wipe_in_kernel(isa, &mut self.0, [0; TABLE]);
    }

    /// The powers from that with this number on.
    #[inline(always)]
    fn from(&self, number: usize) -> &[u8] {
        self.0.get((8 * WORDS).wrapping_sub(8 * number)..).unwrap_or(&[])
    }

    /// Computes at least so many powers.
    #[inline(always)]
    fn expand<I: Isa>(&mut self, isa: I, p: u64, wanted: usize) {
        let first = I::One::splat_word(isa, p);
        let square = reduce(isa, first.clmul::<false, false>(first));
        let (pair, _) = square.zip(first, 64);
        pair.store(&mut self.0[8 * (WORDS - 2)..]);
        let mut have = 2;
        while have < wanted {
            let Some((new, old)) = self.0.split_at_mut_checked(8 * WORDS - 8 * have) else {
                return;
            };
            let Some(factor) = old.first_chunk() else { return };
            let factor = u64::from_le_bytes(*factor);
            let Some(start) = new.len().checked_sub(8 * have) else { return };
            let Some(new) = new.get_mut(start..) else { return };
            if 8 * have < I::Aes::BYTES {
                multiply_all::<I, I::One>(isa, new, old, factor);
            } else {
                multiply_all::<I, I::Aes>(isa, new, old, factor);
            }
            have *= 2;
        }
    }
}

/// Multiplies words by a factor, as many as there is room for.
#[inline(always)]
fn multiply_all<I: Isa, B: AesBlocks<Isa = I>>(isa: I, to: &mut [u8], from: &[u8], factor: u64) {
    let factor = B::splat_word(isa, factor);
    for (to, from) in to.chunks_exact_mut(B::BYTES).zip(from.chunks_exact(B::BYTES)) {
        let words = B::load(isa, from);
        let first = reduce(isa, words.clmul::<false, false>(factor));
        let second = reduce(isa, words.clmul::<true, false>(factor));
        first.zip(second, 64).0.store(to);
    }
}

/// A product, reduced: the lower half of every block counts.
#[inline(always)]
fn reduce<B: AesBlocks>(isa: B::Isa, product: B) -> B {
    let polynomial = B::splat_word(isa, 0x1b_u64);
    let once = product.clmul::<true, false>(polynomial);
    product.xor3(once, once.clmul::<true, false>(polynomial))
}

/// The sum of before, and of the words of a register times powers.
#[inline(always)]
fn add<B: AesBlocks>(isa: B::Isa, sum: B, message: B, powers: &[u8]) -> B {
    let (words, powers) = (message.swap_word_bytes::<u64>(), B::load(isa, powers));
    sum.xor3(words.clmul::<false, false>(powers), words.clmul::<true, true>(powers))
}

/// The tag of one message.
#[inline(always)]
pub(super) fn tag_of<I: Isa>(isa: I, key: &Row, hashed: &Hashed<'_>, powers: &mut Powers) -> u32 {
    let two = |i: usize| u64::from(key.0[i]) << 32 | u64::from(key.0[i + 1]);
    let bytes = I::Aes::BYTES;
    // More powers pay off where they are used often.
    let group = if hashed.bits > LONG { bytes } else { bytes / 2 };
    let words = hashed.bits.div_ceil(64).min(group as u64) as usize;
    powers.expand(isa, two(0), words);

    let mut sum = I::One::zero(isa);
    let mut rest = hashed.message;
    let mut bits = hashed.bits;
    while bits > 0 {
        let words = bits.div_ceil(64).min(group as u64) as usize;
        let table = powers.from(words);
        let (now, later) = rest.split_at_checked(8 * words).unwrap_or((rest, &[]));
        let mut products = I::Aes::zero(isa);
        if bits >= 64 * group as u64 {
            let quads =
                now.chunks_exact(4 * I::Aes::BYTES).zip(table.chunks_exact(4 * I::Aes::BYTES));
            for (now, table) in quads {
                unroll!(4, |i| {
                    let message = I::Aes::load(isa, &now[i * I::Aes::BYTES..]);
                    products = add(isa, products, message, &table[i * I::Aes::BYTES..]);
                });
            }
        } else {
            let whole = (bits / 8) as usize / I::Aes::BYTES * I::Aes::BYTES;
            let (now, end) = now.split_at_checked(whole).unwrap_or((now, &[]));
            let (table, last) = table.split_at_checked(whole).unwrap_or((table, &[]));
            let registers = now.chunks_exact(I::Aes::BYTES).zip(table.chunks_exact(I::Aes::BYTES));
            for (now, table) in registers {
                products = add(isa, products, I::Aes::load(isa, now), table);
            }
            if let Some((last, _)) = last.split_at_checked(I::Aes::BYTES)
                && !end.is_empty()
            {
                let message = part::<I>(isa, end, bits - 8 * whole as u64);
                products = add(isa, products, message, last);
            }
        }
        let Some(factor) = table.first_chunk() else { break };
        let factor = I::One::splat_word(isa, u64::from_le_bytes(*factor));
        let product = sum.clmul::<false, false>(factor);
        sum = reduce(isa, products.xor_all().xor(product));
        rest = later;
        bits = bits.saturating_sub(64 * words as u64);
    }
    let q = I::One::splat_word(isa, two(2));
    let length = I::One::splat_word(isa, hashed.bits);
    let sum = reduce(isa, sum.xor(length).clmul::<false, false>(q));
    (sum.block(0) as u64 >> 32) as u32 ^ key.0[4]
}

/// The bits of a message from which on it is long.
const LONG: u64 = 8 * 2048;

/// The bits that a message ends with, fewer than a register has, and zeros.
#[inline(always)]
fn part<I: Isa>(isa: I, bytes: &[u8], bits: u64) -> I::Aes {
    let spare = bits.wrapping_neg() % 8;
    if spare == 0 {
        return I::Aes::load_part(isa, bytes);
    }
    let mut copy = [0; 64];
    if let Some(copy) = copy.get_mut(..bytes.len()) {
        copy.copy_from_slice(bytes);
    }
    let last = (bytes.len().wrapping_sub(1)) % 64;
    copy[last] &= 0xff << spare;
    let part = I::Aes::load(isa, &copy);
    wipe_in_kernel(isa, &mut copy, [0; 64]);
    part
}
