//! Columns sealed and opened with the keys of a keyring.

use std::ops::Range;

use lanecrypt::{Aead, Data, Error, Key};

use crate::algorithms::TAG_BYTES;
use crate::errors::Failures;
use crate::many::rows::{self, Cut, OpenRow, SealRow};
use crate::many::threads;
use crate::memory::{LARGE, Room};

/// What goes with the values of a column.
pub(crate) struct Beside<'a> {
    /// The index of the key of each row; none means key 0 for all.
    pub(crate) keys: &'a [u32],
    /// The associated data of each row.
    pub(crate) aad: Aad<'a>,
    /// The bytes before each nonce: written by sealing, passed over by opening.
    pub(crate) prefix: Prefix<'a>,
    pub(crate) threads: usize,
}

/// Bytes that each sealed value begins with.
#[derive(Clone, Copy)]
pub(crate) enum Prefix<'a> {
    These(&'a [u8]),
    /// So many, of any value.
    Any(usize),
}

impl Prefix<'_> {
    pub(crate) fn len(self) -> usize {
        match self {
            Self::These(bytes) => bytes.len(),
            Self::Any(bytes) => bytes,
        }
    }
}

/// The associated data of rows.
pub(crate) enum Aad<'a> {
    Same(&'a [u8]),
    Rows(&'a [Option<&'a [u8]>]),
}

impl<'a> Aad<'a> {
    fn row(&self, row: usize) -> &'a [u8] {
        match self {
            Self::Same(aad) => aad,
            Self::Rows(rows) => rows[row].unwrap_or_default(),
        }
    }
}

/// The key objects of a keyring.
pub(crate) trait Ring: Send + Sync {
    /// The length of a nonce in bytes.
    fn nonce_bytes(&self) -> usize;

    /// The bytes that sealing adds to a value after the prefix.
    fn overhead(&self) -> usize {
        self.nonce_bytes() + TAG_BYTES
    }

    /// Seals the values that are not null one after the other into `output`, which has exactly the room,
    /// with nonces that are given in this order. It writes all of it, whatever fails.
    fn seal(
        &self,
        values: &[Option<&[u8]>],
        beside: &Beside<'_>,
        nonces: &[u8],
        output: &mut Room<'_>,
    ) -> Failures;

    /// Opens the values that are not null one after the other into `output`, which has exactly the room.
    /// A value that is too short has no room and is not authentic. It writes all of it; values that fail are
    /// zeros.
    fn open(
        &self,
        values: &[Option<&[u8]>],
        beside: &Beside<'_>,
        output: &mut Room<'_>,
    ) -> Failures;
}

/// Key objects of one algorithm.
struct Objects<A> {
    keys: Vec<A>,
    /// Whether it is so fast that writing large results into the caches holds it up.
    past_caches: bool,
}

/// Key objects for these keys.
pub(crate) fn ring<A: Aead + Send + Sync>(
    keys: &[Vec<u8>],
    past_caches: bool,
) -> Result<Box<dyn Ring>, Error> {
    let keys = keys.iter().map(|key| A::new(key)).collect::<Result<_, _>>()?;
    Ok(Box::new(Objects::<A> { keys, past_caches }))
}

impl<A: Aead> Objects<A> {
    fn key<'a>(&'a self, beside: &Beside<'_>, row: usize) -> Key<'a, A> {
        Key::Ready(&self.keys[beside.keys.get(row).map_or(0, |index| *index as usize)])
    }
}

/// Rows of one part, with their own part of the nonces and of the output.
struct Part<'a> {
    rows: Range<usize>,
    nonces: &'a [u8],
    output: Room<'a>,
}

/// The most bytes of the output of a window, if it has no more than so many rows.
const WINDOW: usize = 96 << 10;
const WINDOW_ROWS: usize = 16;

/// Rows in windows, whose output of `length` for each stays in the cache, with the length of all of it.
fn windows(
    rows: Range<usize>,
    length: impl Fn(usize) -> usize,
) -> impl Iterator<Item = (Range<usize>, usize)> {
    let mut start = rows.start;
    std::iter::from_fn(move || {
        let (first, mut bytes) = (start, 0);
        while start < rows.end
            && start - first < rows::JOBS
            && (bytes < WINDOW || start - first < WINDOW_ROWS)
        {
            bytes += length(start);
            start += 1;
        }
        (start > first).then_some((first..start, bytes))
    })
}

impl<A: Aead + Send + Sync> Ring for Objects<A> {
    fn nonce_bytes(&self) -> usize {
        *A::NONCE_BYTES.start()
    }

    fn seal(
        &self,
        values: &[Option<&[u8]>],
        beside: &Beside<'_>,
        nonces: &[u8],
        output: &mut Room<'_>,
    ) -> Failures {
        let overhead = beside.prefix.len().saturating_add(self.overhead());
        let length = |row: usize| values[row].map_or(0, |value| value.len() + overhead);
        let past_caches = self.past_caches && output.len() >= LARGE;
        let mut nonces = nonces;
        let parts = threads::parts(values.len()).map(|rows| {
            let bytes = rows.clone().map(length).sum();
            let count = values[rows.clone()].iter().flatten().count();
            let (own, rest) = nonces.split_at(count * self.nonce_bytes());
            nonces = rest;
            Part { rows, nonces: own, output: output.split(bytes) }
        });
        threads::run(parts.collect(), beside.threads, |part: Part<'_>| {
            let Part { rows, nonces, mut output } = part;
            let mut nonces = nonces.chunks_exact(self.nonce_bytes());
            let mut seal = |rows: Range<usize>, output: &mut [u8]| {
                let mut output = Cut(output);
                let valid = rows.filter_map(|row| Some((row, values[row]?)));
                rows::seal(valid.zip(nonces.by_ref()).map(|((number, input), drawn)| {
                    if let Prefix::These(prefix) = beside.prefix {
                        output.take(prefix.len()).copy_from_slice(prefix);
                    }
                    let nonce = output.take(drawn.len());
                    nonce.copy_from_slice(drawn);
                    let data = Data::Copy { input, output: output.take(input.len()) };
                    let (key, aad) = (self.key(beside, number), beside.aad.row(number));
                    SealRow { number, key, nonce, aad, data, tag: output.take(TAG_BYTES) }
                }))
            };
            let (mut failures, mut stage) = (Failures::default(), Vec::new());
            for (rows, bytes) in windows(rows, length) {
                failures.append(if past_caches && bytes <= 2 * WINDOW {
                    // Values of earlier windows can remain where one fails: then there is no result.
                    stage.resize(stage.len().max(bytes), 0);
                    let failures = seal(rows, &mut stage[..bytes]);
                    output.put(&stage[..bytes]);
                    failures
                } else {
                    seal(rows, output.cleared(bytes))
                });
            }
            failures
        })
    }

    fn open(
        &self,
        values: &[Option<&[u8]>],
        beside: &Beside<'_>,
        output: &mut Room<'_>,
    ) -> Failures {
        let overhead = beside.prefix.len().saturating_add(self.overhead());
        let length =
            |row: usize| values[row].map_or(0, |value| value.len().saturating_sub(overhead));
        let parts = threads::parts(values.len()).map(|rows| {
            let bytes = rows.clone().map(length).sum();
            Part { rows, nonces: &[], output: output.split(bytes) }
        });
        threads::run(parts.collect(), beside.threads, |part: Part<'_>| {
            let Part { rows, mut output, .. } = part;
            let mut failures = Failures::default();
            for (rows, bytes) in windows(rows, length) {
                let mut output = Cut(output.cleared(bytes));
                let mut short = Failures::default();
                let opened = rows::open(rows.filter_map(|number| {
                    let value = values[number]?;
                    let Some(bytes) = value.len().checked_sub(overhead) else {
                        short.push(number, Error::Authentication);
                        return None;
                    };
                    let (nonce, rest) = value[beside.prefix.len()..].split_at(self.nonce_bytes());
                    let (input, tag) = rest.split_at(bytes);
                    let data = Data::Copy { input, output: output.take(bytes) };
                    let (key, aad) = (self.key(beside, number), beside.aad.row(number));
                    Some(OpenRow { number, key, nonce, aad, data, tag })
                }));
                failures.append(short);
                failures.append(opened);
            }
            failures
        })
    }
}
