//! The hash of many messages that are not near, side by side.
//!
//! A message is seen in rows of a register each, of which the first one may begin with blocks that are zero. The blocks in one
//! place of all rows are a column, and the hashes of all columns, whose key is the power of H that a row is long, make one
//! register. The powers of as many messages as some registers have blocks are made side by side, and what comes after the rows.
//!
//! Rows are the registers of a string where they lie. Only the first row, and one in which both strings meet, are put together.

use core::hint::black_box;

use super::hash256::{Keys, REGISTERS, Text, blocks, lengths};
use crate::hash::BLOCK;
use crate::hash::columns::{MOST_BLOCKS, ROWS};
use crate::hash::polyval::{Products, halves, multiply};
use crate::hash::rows::RowProducts;
use crate::lanes::{
    AesBlocks as _, AesOps, AnyWidth, BlockArray, Blocks as _, Isa, Kernel, Row, Vector as _,
    in_this_branch, unroll, wipe_in_kernel,
};

/// Hashes messages, each with the row that begins with H, Q and P.
pub(super) struct HashMany<'a> {
    pub(super) keys: &'a [Row],
    pub(super) texts: &'a [Text<'a>],
    pub(super) sums: &'a mut [u128],
}

/// The most messages of a group.
const MOST: usize = REGISTERS * MOST_BLOCKS;

/// A row that is put together, of which shorter registers take the last blocks.
type Joined = [[u8; BLOCK]; MOST_BLOCKS];

/// A block of each message.
type OfEach = [[u8; BLOCK]; MOST];

/// What is made for the messages of a group.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
struct Room {
    /// The first row, and the one in which both strings meet.
    joined: [[Joined; 2]; MOST],
    /// The powers of H that so many rows are long, from one on, and the sums of their halves.
    powers: [[OfEach; 2]; ROWS],
}

impl Room {
    const ZERO: Self = Self {
        joined: [[[[0; BLOCK]; MOST_BLOCKS]; 2]; MOST],
        powers: [[[[0; BLOCK]; MOST]; 2]; ROWS],
    };
}

impl Kernel for HashMany<'_> {
    type Output = ();
    type Class = AnyWidth<AesOps>;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) {
        let Self { keys, texts, sums } = self;
        let mut room = Room::ZERO;
        // At least one already, which the compiler does not always see.
        let group = (REGISTERS * I::Aes::BLOCKS).max(1);
        let groups = keys.chunks(group).zip(texts.chunks(group));
        for ((keys, texts), sums) in groups.zip(sums.chunks_mut(group)) {
            hash_group(isa, keys, texts, sums, &mut room);
        }
        wipe_in_kernel(isa, &mut room, Room::ZERO);
    }
}

/// Hashes as many messages as some registers have blocks, or fewer.
#[inline(always)]
fn hash_group<I: Isa>(
    isa: I,
    rows: &[Row],
    texts: &[Text<'_>],
    sums: &mut [u128],
    room: &mut Room,
) {
    let register = I::Aes::BLOCKS;
    let mut most = 0;
    // Long before they are read: a load of a register waits for the blocks that it is put together of.
    for (text, joined) in texts.iter().zip(&mut room.joined) {
        let shape = Shape::of::<I>(text);
        most = most.max(in_this_branch(shape.rows()));
        match text[0].get(..I::Aes::BYTES) {
            // What comes behind the first row is not read, or written again.
            Some(head) => {
                joined[0] = [[0; BLOCK]; MOST_BLOCKS];
                let start = (MOST_BLOCKS - shape.first % (MOST_BLOCKS + 1)) * BLOCK;
                let joined = joined.as_flattened_mut().as_flattened_mut();
                I::Aes::load(isa, head).store(&mut joined[start..]);
            }
            None => join(isa, text, 0, shape.first, &mut joined[0]),
        }
        if shape.meeting {
            join(isa, text, shape.first + shape.in_first * register, register, &mut joined[1]);
        }
    }
    let keys = Keys::<I::Aes, REGISTERS>::new(isa, rows);
    // Of the number that is its index and one.
    let mut powers = [keys.h(isa); MOST_BLOCKS];
    unroll!(4, |k| if k > 0 && k < register {
        unroll!(REGISTERS, |i| {
            powers[k][i] = multiply(isa, powers[(k - 1) / 2][i], powers[k / 2][i]);
        });
    });
    let mut long = [powers[register - 1]; ROWS];
    unroll!(8, |k| if k == 0 || k + 1 < most {
        unroll!(REGISTERS, |i| {
            if k > 0 {
                long[k][i] = multiply(isa, long[(k - 1) / 2][i], long[k / 2][i]);
            }
            let [of_rows, of_halves] = &mut room.powers[k];
            let place = i * register;
            long[k][i].store(of_rows[place..][..register].as_flattened_mut());
            halves(long[k][i]).store(of_halves[place..][..register].as_flattened_mut());
        });
    });

    let mut columns = [[I::Aes::zero(isa); MOST_BLOCKS]; REGISTERS];
    let mut ends = BlockArray::ZERO;
    // Their number is hidden: otherwise the code would be there for each of them.
    for (i, text) in black_box(texts).iter().enumerate() {
        let i = i % MOST;
        columns[i / register % REGISTERS][i % register] = columns_of(isa, text, room, i);
        ends.0[i] = lengths(text).to_le_bytes();
    }
    unroll!(REGISTERS, |i| {
        I::Aes::transpose(isa, &mut columns[i]);
        let mut products = Products::zero(isa);
        unroll!(4, |k| if k < register {
            products.add(columns[i][k], powers[register - 1 - k][i]);
        });
        let place = i * register;
        let sum = products.reduce(isa).xor(ends.register(isa, place));
        ends.put(keys.end(isa, i, sum), place);
    });
    for (sum, block) in sums.iter_mut().zip(&ends.0) {
        *sum = u128::from_le_bytes(*block);
    }
}

/// How the blocks of a text are seen in rows.
struct Shape {
    /// The blocks of the first row.
    first: usize,
    /// The rows behind it that are in the first string.
    in_first: usize,
    /// Whether there is one then with blocks of both.
    meeting: bool,
    /// The rows that are in the second string then, and what of it comes before.
    in_second: usize,
    before: usize,
}

impl Shape {
    #[inline(always)]
    fn of<I: Isa>(text: &Text<'_>) -> Self {
        let register = I::Aes::BLOCKS;
        let (all, in_first) = (blocks(text), text[0].len().div_ceil(BLOCK));
        // None if there is nothing.
        let first = if all == 0 { 0 } else { (all - 1) % register + 1 };
        let behind = in_first.saturating_sub(first);
        let taken = first + behind / register * register;
        let meeting = !behind.is_multiple_of(register) && all > taken;
        let taken = if meeting { taken + register } else { taken };
        Self {
            first,
            in_first: behind / register,
            meeting,
            in_second: (all - taken) / register,
            before: BLOCK * taken.saturating_sub(in_first),
        }
    }

    /// All rows.
    #[inline(always)]
    fn rows(&self) -> usize {
        1 + self.in_first + usize::from(self.meeting) + self.in_second
    }
}

/// Puts so many blocks of a text from one on together, which are at most as many as a register has, in the last places.
#[inline(always)]
fn join<I: Isa>(isa: I, text: &Text<'_>, start: usize, count: usize, to: &mut Joined) {
    let [first, second] = text;
    let in_first = first.len().div_ceil(BLOCK);
    *to = [[0; BLOCK]; MOST_BLOCKS];
    for (i, to) in to.iter_mut().rev().enumerate().take(count) {
        // They are taken from the last one on.
        let at = start + count - 1 - i;
        let from = match at.checked_sub(in_first) {
            None => first.get(BLOCK * at..),
            Some(at) => second.get(BLOCK * at..),
        };
        let from = from.unwrap_or(&[]);
        match from.first_chunk::<BLOCK>() {
            Some(block) => *to = *block,
            None => I::One::load_part(isa, from).store(to),
        }
    }
}

/// The columns of a text, given what was made for it, which has a place.
#[inline(always)]
fn columns_of<I: Isa>(isa: I, text: &Text<'_>, room: &Room, place: usize) -> I::Aes {
    let shape = Shape::of::<I>(text);
    let skipped = MOST_BLOCKS - I::Aes::BLOCKS;
    let [first, meeting] = &room.joined[place];
    let mut columns = I::Aes::load(isa, first[skipped..].as_flattened());
    let pieces = [
        (text[0].get(BLOCK * shape.first..), shape.in_first),
        (Some(meeting[skipped..].as_flattened()), usize::from(shape.meeting)),
        (text[1].get(shape.before..), shape.in_second),
    ];
    // Their number is hidden, too.
    for (piece, rows) in black_box(&pieces) {
        let mut rest = piece.unwrap_or(&[]);
        let mut left = *rows;
        while left > 0 {
            let tile = (left - 1) % ROWS + 1;
            let (now, after) = rest.split_at_checked(tile * I::Aes::BYTES).unwrap_or((rest, &[]));
            columns = tile_of(isa, now, tile, columns, room, place);
            rest = after;
            left -= tile;
        }
    }
    columns
}

/// The columns after so many rows more, of which the last one may be shorter.
#[inline(always)]
fn tile_of<I: Isa>(
    isa: I,
    tile: &[u8],
    rows: usize,
    columns: I::Aes,
    room: &Room,
    place: usize,
) -> I::Aes {
    let size = I::Aes::BYTES;
    let mut products = RowProducts::zero(isa);
    let (whole, last) = tile.split_at_checked((rows - 1) * size).unwrap_or((tile, &[]));
    if let (ROWS, Some(whole)) = (rows, whole.get(..(ROWS - 1) * size)) {
        unroll!(ROWS - 1, |i| {
            let [power, halves] = power(isa, room, ROWS - 1 - i, place);
            products.take(I::Aes::load(isa, &whole[i * size..]), power, halves);
        });
    } else {
        for (i, row) in whole.chunks_exact(size).enumerate() {
            let [power, halves] = power(isa, room, rows - 1 - i, place);
            products.take(I::Aes::load(isa, row), power, halves);
        }
    }
    // Last, as they wait for the tile before.
    let [power, halves] = power(isa, room, rows, place);
    products.take(columns, power, halves);
    products.end(
        isa,
        match last.get(..size) {
            Some(row) => I::Aes::load(isa, row),
            None => I::Aes::load_part(isa, last),
        },
    )
}

/// In every block the power that so many rows are long, at least one, of the message at a place, and the sums of its halves.
#[inline(always)]
fn power<I: Isa>(isa: I, room: &Room, rows: usize, place: usize) -> [I::Aes; 2] {
    let [powers, halves] = &room.powers[rows.wrapping_sub(1) % ROWS];
    let place = place % MOST;
    let (power, halves) = (u128::from_le_bytes(powers[place]), u128::from_le_bytes(halves[place]));
    [I::Aes::splat(isa, power), I::Aes::splat(isa, halves)]
}
