//! The hash of UIA2 (document 1, section 4): a polynomial in GF(2^64) modulo x^64 + x^4 + x^3 + x + 1, by
//! carry-less products.
//!
//! The words of a message, 64 bits each with the first bit highest, are the coefficients. A message is seen in rows of a register
//! each, of which the first one may begin with words that are zero. The words in one place of all rows are a column, and the
//! hashes of all columns, whose key is the power of P that a row is long, make one register. That is multiplied by the first
//! powers in the end. The powers of as many messages as a register has words are made side by side.

use core::hint::black_box;

use crate::batch::bytes_for;
use crate::lanes::{
    AesBlocks, AesOps, AnyWidth, Blocks as _, Isa, Kernel, Kernels, Row, Vector as _, Words as _,
    in_this_branch, unroll, wipe_in_kernel,
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
        hash(isa, keys, messages, tags);
    }
}

/// The most words of a register, and messages of a group.
const MOST: usize = 8;
/// The most bytes of a register.
const MOST_BYTES: usize = 8 * MOST;
/// The rows of a tile, whose products are summed before they are reduced.
const ROWS: usize = 8;

/// Zeros in the place of what is before the beginning of a message.
static ONLY_HEAD: [u8; 2 * MOST_BYTES] = {
    let mut mask = [0; 2 * MOST_BYTES];
    let mut i = MOST_BYTES;
    while i < 2 * MOST_BYTES {
        mask[i] = 0xff;
        i += 1;
    }
    mask
};

/// What is made for the messages of a group.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
struct Room {
    /// What each message begins with, behind something.
    heads: [[u8; MOST_BYTES]; MOST + 1],
    /// The power of P that so many rows are long, for each message.
    rows: [[u8; MOST_BYTES]; ROWS],
}

impl Room {
    const ZERO: Self = Self { heads: [[0; MOST_BYTES]; MOST + 1], rows: [[0; MOST_BYTES]; ROWS] };
}

/// Computes tags within a kernel.
#[inline(always)]
pub(super) fn hash<I: Isa>(isa: I, keys: &[Row], messages: &[Hashed<'_>], tags: &mut [u32]) {
    // As many as a register has words, and at least one, which the compiler cannot see.
    let group = (2 * I::Aes::BLOCKS).max(1);
    let mut room = Room::ZERO;
    let groups = keys.chunks(group).zip(messages.chunks(group));
    for ((keys, messages), tags) in groups.zip(tags.chunks_mut(group)) {
        hash_group(isa, keys, messages, tags, &mut room);
    }
    wipe_in_kernel(isa, &mut room, Room::ZERO);
}

/// The tags of as many messages as a register has words, or fewer.
#[inline(always)]
fn hash_group<I: Isa>(
    isa: I,
    keys: &[Row],
    messages: &[Hashed<'_>],
    tags: &mut [u32],
    room: &mut Room,
) {
    let blocks = I::Aes::BLOCKS;
    let mut most = 0;
    // The first rows are put into memory long before they are read at another place.
    for (head, message) in room.heads.iter_mut().skip(1).zip(messages) {
        most = most.max(in_this_branch(message.rows::<I>()));
        message.first_register(isa).store(head);
    }
    // P and Q of the first half of the messages and of the second one, a block each.
    let mut pairs = [I::Aes::zero(isa); 2];
    unroll!(2, |half| {
        let mut square = [I::Aes::zero(isa); 4];
        unroll!(4, |i| if i < blocks
            && let Some(key) = keys.get(half * blocks + i)
        {
            square[i] = I::Aes::of_words(isa, &key.0);
        });
        I::Aes::transpose(isa, &mut square);
        pairs[half] = square[0].rotl::<u64, 32>();
    });
    // A block has one of a message of either half.
    let (p, q) = pairs[0].zip(pairs[1], 64);
    // Of the number that is its index and one.
    let mut powers = [p; MOST];
    unroll!(8, |k| if k > 0 && k < 2 * blocks {
        powers[k] = multiply(isa, powers[(k - 1) / 2], powers[k / 2]);
    });
    let mut long = [powers[2 * blocks - 1]; ROWS];
    long[0].store(&mut room.rows[0]);
    unroll!(8, |k| if k > 0 && k + 1 < most {
        long[k] = multiply(isa, long[(k - 1) / 2], long[k / 2]);
        long[k].store(&mut room.rows[k]);
    });

    let mut columns = [I::Aes::zero(isa); MOST];
    let mut ends = [[0; 8]; MOST];
    // Their number is hidden: otherwise the code would be there for each of them.
    for (i, message) in black_box(messages).iter().enumerate() {
        let i = i % MOST;
        columns[i] = message.columns(isa, &room.heads, i, &room.rows, place::<I>(i));
        ends[place::<I>(i)] = message.bits.to_le_bytes();
    }
    // Words of messages of both halves, then words in the same place of all messages.
    let mut words = [[I::Aes::zero(isa); 4]; 2];
    unroll!(4, |i| if i < blocks {
        (words[0][i], words[1][i]) = columns[i].zip(columns[blocks + i], 64);
    });
    let mut sums = Sums::zero(isa);
    unroll!(2, |odd| {
        I::Aes::transpose(isa, &mut words[odd]);
        unroll!(4, |i| if i < blocks {
            sums.add_each(words[odd][i], powers[2 * (blocks - i) - 1 - odd]);
        });
    });
    let bits = I::Aes::load(isa, ends.as_flattened());
    multiply(isa, sums.reduce(isa).xor(bits), q).store(ends.as_flattened_mut());
    for (i, (tag, key)) in tags.iter_mut().zip(keys).enumerate() {
        // One after another: the compiler would gather them.
        let end = ends[in_this_branch(place::<I>(i)) % MOST];
        *tag = (u64::from_le_bytes(end) >> 32) as u32 ^ key.0[4];
    }
    wipe_in_kernel(isa, &mut ends, [[0; 8]; MOST]);
}

/// The word of a message in registers that have one of each.
#[inline(always)]
fn place<I: Isa>(message: usize) -> usize {
    (message % I::Aes::BLOCKS * 2 + message / I::Aes::BLOCKS) % MOST
}

impl Hashed<'_> {
    /// How many rows it has.
    #[inline(always)]
    fn rows<I: Isa>(&self) -> usize {
        self.bits.div_ceil(8 * I::Aes::BYTES as u64) as usize
    }

    /// What it begins with, as much as a register has, and zeros.
    #[inline(always)]
    fn first_register<I: Isa>(&self, isa: I) -> I::Aes {
        row(isa, self.message, self.bits)
    }

    /// The columns of all rows, given where the beginning is, and the powers that rows are multiplied by, each at a place.
    #[inline(always)]
    fn columns<I: Isa>(
        &self,
        isa: I,
        heads: &[[u8; MOST_BYTES]; MOST + 1],
        number: usize,
        rows: &[[u8; MOST_BYTES]; ROWS],
        place: usize,
    ) -> I::Aes {
        let size = I::Aes::BYTES;
        let mut left = self.rows::<I>().saturating_sub(1);
        // The words of the first row: those that are left when all others are whole.
        let words = (self.bits.div_ceil(64) as usize).wrapping_sub(left * size / 8) % (MOST + 1);
        let start = MOST_BYTES - size + 8 * words;
        let heads = heads[number % MOST..][..2].as_flattened();
        let mut columns = I::Aes::load(isa, &heads[start..]).swap_word_bytes::<u64>();
        columns = columns.and(I::Aes::load(isa, &ONLY_HEAD[start..]));
        let mut rest = self.message.get(8 * words..).unwrap_or(&[]);
        let mut bits = self.bits.saturating_sub(64 * words as u64);
        while left > 0 {
            let tile = (left - 1) % ROWS + 1;
            let mut sums = Sums::zero(isa);
            let (now, after) = rest.split_at_checked(tile * size).unwrap_or((rest, &[]));
            let (whole, last) = now.split_at_checked((tile - 1) * size).unwrap_or((now, &[]));
            if let (ROWS, Some(whole)) = (tile, whole.get(..(ROWS - 1) * size)) {
                unroll!(ROWS - 1, |i| {
                    let row = I::Aes::load(isa, &whole[i * size..]).swap_word_bytes::<u64>();
                    sums.add(row, power::<I>(isa, rows, ROWS - 1 - i, place));
                });
            } else {
                for (i, row) in whole.chunks_exact(size).enumerate() {
                    let row = I::Aes::load(isa, row).swap_word_bytes::<u64>();
                    sums.add(row, power::<I>(isa, rows, tile - 1 - i, place));
                }
            }
            // Last, as they wait for the tile before.
            sums.add(columns, power::<I>(isa, rows, tile, place));
            let before = 8 * whole.len() as u64;
            let last = row(isa, last, bits.saturating_sub(before)).swap_word_bytes::<u64>();
            columns = sums.reduce(isa).xor(last);
            rest = after;
            bits = bits.saturating_sub(8 * now.len() as u64);
            left -= tile;
        }
        columns
    }
}

/// In every word the power that so many rows are long, at least one, of the message whose powers are at a place.
#[inline(always)]
fn power<I: Isa>(isa: I, rows: &[[u8; MOST_BYTES]; ROWS], number: usize, place: usize) -> I::Aes {
    let (words, _) = rows[number.wrapping_sub(1) % ROWS].as_chunks::<8>();
    I::Aes::splat_word(isa, u64::from_le_bytes(words[place % MOST]))
}

/// Sums of products of words, those of the first word of every block and those of the second one.
struct Sums<B>([B; 2]);

impl<B: AesBlocks> Sums<B> {
    #[inline(always)]
    fn zero(isa: B::Isa) -> Self {
        Self([B::zero(isa); 2])
    }

    /// Adds the products of words and a power, which is in all places.
    #[inline(always)]
    fn add(&mut self, words: B, power: B) {
        let Self([first, second]) = self;
        *first = first.xor(words.clmul::<false, false>(power));
        *second = second.xor(words.clmul::<true, false>(power));
    }

    /// Adds the products of words and of powers, each with that in its place.
    #[inline(always)]
    fn add_each(&mut self, words: B, powers: B) {
        let Self([first, second]) = self;
        *first = first.xor(words.clmul::<false, false>(powers));
        *second = second.xor(words.clmul::<true, true>(powers));
    }

    #[inline(always)]
    fn reduce(self, isa: B::Isa) -> B {
        let Self([first, second]) = self;
        reduce(isa, first).unpack_lo(reduce(isa, second))
    }
}

/// The products of words, reduced.
#[inline(always)]
fn multiply<B: AesBlocks>(isa: B::Isa, a: B, b: B) -> B {
    let mut sums = Sums::zero(isa);
    sums.add_each(a, b);
    sums.reduce(isa)
}

/// A product, reduced: the lower half of every block counts.
#[inline(always)]
fn reduce<B: AesBlocks>(isa: B::Isa, product: B) -> B {
    let polynomial = B::splat_word(isa, 0x1b_u64);
    let once = product.clmul::<true, false>(polynomial);
    product.xor3(once, once.clmul::<true, false>(polynomial))
}

/// So many bits of a message, or as many as a register has, and zeros.
#[inline(always)]
fn row<I: Isa>(isa: I, bytes: &[u8], bits: u64) -> I::Aes {
    match bytes.get(..I::Aes::BYTES) {
        Some(row) if bits >= 8 * I::Aes::BYTES as u64 => I::Aes::load(isa, row),
        _ => part(isa, bytes, bits),
    }
}

/// The bits that a message ends with, no more than a register has, and zeros.
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
