//! `seal_many` and `open_many`: messages in arrays.

pub(crate) mod function;
pub(crate) mod rows;
pub(crate) mod threads;

use std::ops::Range;

pub(crate) use function::{open_many, seal_many};
use lanecrypt::{Aead, Data, Key};

use crate::algorithms::TAG_BYTES;
use crate::errors::Failures;
use rows::{Cut, OpenRow, SealRow};

/// Bytes of each row.
#[derive(Clone, Copy)]
pub(crate) enum Rows<'a> {
    /// The same for every row.
    Same(&'a [u8]),
    /// As many for each row.
    Equal(&'a [u8], usize),
    /// From an offset to the next one. The offsets do not fall, and the last one is within the bytes.
    Ragged(&'a [u8], &'a [usize]),
}

impl<'a> Rows<'a> {
    pub(crate) fn row(&self, row: usize) -> &'a [u8] {
        match *self {
            Self::Same(bytes) => bytes,
            Self::Equal(bytes, width) => &bytes[row * width..][..width],
            Self::Ragged(bytes, offsets) => &bytes[offsets[row]..offsets[row + 1]],
        }
    }
}

/// The keys of rows. They have the right length.
pub(crate) enum Keys<'a> {
    /// Expanded beside those of other rows, or one for all.
    Rows(Rows<'a>),
    /// Each expanded once: keys of so many bytes, and the index of the key of each row.
    Indexed(&'a [u8], &'a [usize]),
}

/// How long messages are.
#[derive(Clone, Copy)]
pub(crate) enum Lengths<'a> {
    Equal(usize),
    Offsets(&'a [usize]),
}

impl Lengths<'_> {
    pub(crate) fn of(&self, row: usize) -> usize {
        match self {
            Self::Equal(width) => *width,
            Self::Offsets(offsets) => offsets[row + 1] - offsets[row],
        }
    }

    /// Where the messages begin in their bytes.
    pub(crate) fn start(&self) -> usize {
        match self {
            Self::Equal(_) => 0,
            Self::Offsets(offsets) => offsets[0],
        }
    }
}

/// The tags of rows.
pub(crate) enum Tags<'a> {
    /// To be made.
    Make(&'a mut [u8]),
    /// To be checked.
    Check(&'a [u8]),
}

/// Messages to be sealed or opened. All lengths have been checked.
pub(crate) struct Messages<'a> {
    pub(crate) rows: usize,
    pub(crate) keys: Keys<'a>,
    pub(crate) nonces: Rows<'a>,
    pub(crate) aad: Rows<'a>,
    pub(crate) lengths: Lengths<'a>,
    /// `None` if the messages are in place.
    pub(crate) input: Option<Rows<'a>>,
    pub(crate) output: &'a mut [u8],
    pub(crate) tags: Tags<'a>,
}

/// Rows of one part, with their own part of the outputs.
struct Part<'a> {
    rows: Range<usize>,
    output: Cut<'a>,
    tags: Tags<'a>,
}

/// Seals or opens the messages on so many threads.
pub(crate) fn run<A: Aead + Send + Sync>(messages: Messages<'_>, threads: usize) -> Failures {
    let Messages { rows, keys, nonces, aad, lengths, input, output, tags } = messages;
    // The lengths of keys were checked.
    let ready = |bytes: &[u8]| A::new(bytes).ok();
    let objects: Vec<A> = match &keys {
        Keys::Rows(Rows::Same(key)) => ready(key).into_iter().collect(),
        Keys::Rows(_) => Vec::new(),
        Keys::Indexed(keys, _) => keys.chunks_exact(A::KEY_BYTES).filter_map(ready).collect(),
    };
    let key = |row: usize| match &keys {
        Keys::Rows(Rows::Same(_)) => Key::Ready(&objects[0]),
        Keys::Rows(keys) => Key::Bytes(keys.row(row)),
        Keys::Indexed(_, index) => Key::Ready(&objects[index[row]]),
    };
    let mut output = Cut(output);
    output.take(lengths.start());
    let mut tags = tags;
    let parts: Vec<_> = threads::parts(rows)
        .map(|rows| {
            let bytes = rows.clone().map(|row| lengths.of(row)).sum();
            let tag_bytes = rows.len() * TAG_BYTES;
            let own = match &mut tags {
                Tags::Make(rest) => {
                    let (own, after) = std::mem::take(rest).split_at_mut(tag_bytes);
                    *rest = after;
                    Tags::Make(own)
                }
                Tags::Check(rest) => {
                    let (own, after) = rest.split_at(tag_bytes);
                    *rest = after;
                    Tags::Check(own)
                }
            };
            Part { rows, output: Cut(output.take(bytes)), tags: own }
        })
        .collect();
    threads::run(parts, threads, |part| {
        let Part { rows, mut output, tags } = part;
        let mut data = |row: usize| {
            let output = output.take(lengths.of(row));
            match &input {
                None => Data::InPlace(output),
                Some(input) => Data::Copy { input: input.row(row), output },
            }
        };
        match tags {
            Tags::Make(tags) => {
                rows::seal(rows.zip(tags.chunks_exact_mut(TAG_BYTES)).map(|(number, tag)| {
                    let (key, nonce, aad) = (key(number), nonces.row(number), aad.row(number));
                    SealRow::<A> { number, key, nonce, aad, data: data(number), tag }
                }))
            }
            Tags::Check(tags) => {
                rows::open(rows.zip(tags.chunks_exact(TAG_BYTES)).map(|(number, tag)| {
                    let (key, nonce, aad) = (key(number), nonces.row(number), aad.row(number));
                    OpenRow::<A> { number, key, nonce, aad, data: data(number), tag }
                }))
            }
        }
    })
}
