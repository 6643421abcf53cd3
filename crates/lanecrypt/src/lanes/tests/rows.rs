//! The transposition of sixteen registers into rows, and rows as bytes.

use core::marker::PhantomData;

use super::AllOps;
use super::inputs::{Random, STRIDE};
use crate::Backend;
#[cfg(feature = "chacha20")]
use crate::lanes::{AddedTo, Tile};
use crate::lanes::{
    AnyWidth, AsBytes, AsPairs, AsWords, Group, Isa, Kernel, Lanes32, Row, RowOrder, dispatch,
};

/// Sixteen registers of words.
#[inline(always)]
fn loaded<W: Lanes32>(isa: W::Isa, words: &[Vec<u32>; 16]) -> [W; 16] {
    let mut registers = [W::splat(isa, 0); 16];
    for (register, words) in registers.iter_mut().zip(words) {
        *register = W::load_words(isa, words);
    }
    registers
}

/// The transposition of sixteen registers, at one width: rows for every lane and one more, which
/// must stay as it was.
#[inline(always)]
fn rows<W: Lanes32, O: RowOrder>(isa: W::Isa, words: &[Vec<u32>; 16]) -> Vec<Row> {
    let registers = loaded::<W>(isa, words);
    let mut rows = vec![Row([0xa5a5_a5a5; 16]); W::LANES + 1];
    W::transpose::<O>(&registers, &mut rows[..]);
    rows
}

struct Transposed<'a, O>(&'a [Vec<u32>; 16], PhantomData<O>);

impl<O: RowOrder> Kernel for Transposed<'_, O> {
    type Output = Vec<Vec<Row>>;
    type Class = AnyWidth<AllOps>;
    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> Vec<Vec<Row>> {
        vec![
            rows::<I::U32, O>(isa, self.0),
            rows::<I::WideU32, O>(isa, self.0),
            rows::<I::ShortU32, O>(isa, self.0),
            rows::<Group<I::U32, 1>, O>(isa, self.0),
            rows::<Group<I::U32, 2>, O>(isa, self.0),
            rows::<Group<I::U32, 3>, O>(isa, self.0),
        ]
    }
}

/// Words for sixteen registers.
fn random_words() -> [Vec<u32>; 16] {
    let mut random = Random::new();
    [(); 16].map(|()| (0..STRIDE).map(|_| random.word()).collect())
}

/// Checks the transposition in one order on every backend: `place(t)` is the word that goes to
/// place `t` of its row, and `form` what becomes of it.
fn check_rows<O: RowOrder>(place: fn(usize) -> usize, form: fn(u32) -> u32) {
    let words = random_words();
    for backend in Backend::available() {
        for rows in dispatch(backend, Transposed::<O>(&words, PhantomData)) {
            let (untouched, rows) = rows.split_last().unwrap();
            assert_eq!(untouched.0, [0xa5a5_a5a5; 16], "{backend}: a row too many");
            for (lane, row) in rows.iter().enumerate() {
                for (t, &word) in row.0.iter().enumerate() {
                    let expected = form(words[place(t)][lane]);
                    assert_eq!(
                        word,
                        expected,
                        "{backend}, lane {lane} of {}, word {t}",
                        rows.len()
                    );
                }
            }
        }
    }
}

#[test]
fn rows_are_columns() {
    check_rows::<AsWords>(|t| t, |word| word);
    check_rows::<AsBytes>(|t| t, |word| u32::from_le_bytes(word.to_be_bytes()));
    check_rows::<AsPairs>(
        |t| [1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14][t],
        |word| word,
    );
}

/// Rows of a short register and of a whole one, added to bytes and as they are.
#[cfg(feature = "chacha20")]
struct Added<'a>(&'a [Vec<u32>; 16]);

#[cfg(feature = "chacha20")]
impl Kernel for Added<'_> {
    type Output = Vec<(Vec<u8>, Vec<Row>)>;
    type Class = AnyWidth<AllOps>;
    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> Self::Output {
        vec![added::<I::U32>(isa, self.0), added::<I::ShortU32>(isa, self.0)]
    }
}

#[cfg(feature = "chacha20")]
#[inline(always)]
fn added<W: Lanes32>(isa: W::Isa, words: &[Vec<u32>; 16]) -> (Vec<u8>, Vec<Row>) {
    let registers = loaded::<W>(isa, words);
    let mut data = bytes_to_add_to(W::LANES);
    let tile = Tile::in_place(&mut data);
    W::transpose::<AsWords>(&registers, AddedTo { isa, data: tile });
    let mut rows = rows::<W, AsWords>(isa, words);
    rows.truncate(W::LANES);
    (data, rows)
}

#[cfg(feature = "chacha20")]
fn bytes_to_add_to(rows: usize) -> Vec<u8> {
    (0..64 * rows).map(|i| (7 * i) as u8).collect()
}

#[cfg(feature = "chacha20")]
#[test]
fn rows_are_added_where_they_are_made() {
    let words = random_words();
    for backend in Backend::available() {
        for (data, rows) in dispatch(backend, Added(&words)) {
            let row_bytes = rows.iter().flat_map(|row| row.to_bytes());
            let before = bytes_to_add_to(rows.len());
            let expected = row_bytes.zip(before).map(|(a, b)| a ^ b).collect::<Vec<u8>>();
            assert_eq!(data, expected, "{backend}, {} rows", rows.len());
        }
    }
}

#[test]
fn rows_are_little_endian_bytes() {
    let bytes: [u8; 64] = core::array::from_fn(|i| i as u8);
    let row = Row::from_bytes(&bytes);
    assert_eq!(row.0[0], 0x0302_0100);
    assert_eq!(row.0[15], 0x3f3e_3d3c);
    assert_eq!(row.to_bytes(), bytes);
    assert_eq!(row.last_block().to_le_bytes(), bytes[48..]);
    assert_eq!(Row::ZERO.to_bytes(), [0; 64]);
}
