//! Columns sealed and opened with the keys of a keyring.

use std::ops::Range;

use lanecrypt::{Aead, Data, Error, Key};

use crate::algorithms::TAG_BYTES;
use crate::errors::Failures;
use crate::many::rows::{self, Cut, OpenRow, SealRow};
use crate::many::threads;

/// What goes with the values of a column.
pub(crate) struct Beside<'a> {
    /// The index of the key of each row; none means key 0 for all.
    pub(crate) keys: &'a [usize],
    /// The associated data of each row.
    pub(crate) aad: Aad<'a>,
    pub(crate) threads: usize,
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

    /// The bytes that sealing adds to a value.
    fn overhead(&self) -> usize {
        self.nonce_bytes() + TAG_BYTES
    }

    /// Seals the values that are not null one after the other into `output`, which has exactly the room,
    /// with nonces that are given in this order.
    fn seal(
        &self,
        values: &[Option<&[u8]>],
        beside: &Beside<'_>,
        nonces: &[u8],
        output: &mut [u8],
    ) -> Failures;

    /// Opens the values that are not null one after the other into `output`, which has exactly the room.
    /// A value that is too short has no room and is not authentic.
    fn open(&self, values: &[Option<&[u8]>], beside: &Beside<'_>, output: &mut [u8]) -> Failures;
}

/// Key objects of one algorithm.
struct Objects<A>(Vec<A>);

/// Key objects for these keys.
pub(crate) fn ring<A: Aead + Send + Sync>(keys: &[Vec<u8>]) -> Result<Box<dyn Ring>, Error> {
    let objects = keys.iter().map(|key| A::new(key)).collect::<Result<_, _>>()?;
    Ok(Box::new(Objects::<A>(objects)))
}

impl<A: Aead> Objects<A> {
    fn key<'a>(&'a self, beside: &Beside<'_>, row: usize) -> Key<'a, A> {
        Key::Ready(&self.0[beside.keys.get(row).copied().unwrap_or(0)])
    }
}

/// Rows of one part, with their own part of the nonces and of the output.
struct Part<'a> {
    rows: Range<usize>,
    nonces: &'a [u8],
    output: Cut<'a>,
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
        output: &mut [u8],
    ) -> Failures {
        let (mut nonces, mut output) = (nonces, Cut(output));
        let parts = threads::parts(values.len()).map(|rows| {
            let valid = values[rows.clone()].iter().flatten();
            let (count, bytes) = valid.fold((0, 0), |(count, bytes), value| {
                (count + 1, bytes + value.len() + self.overhead())
            });
            let (own, rest) = nonces.split_at(count * self.nonce_bytes());
            nonces = rest;
            Part { rows, nonces: own, output: Cut(output.take(bytes)) }
        });
        threads::run(parts.collect(), beside.threads, |part: Part<'_>| {
            let Part { rows, nonces, mut output } = part;
            let valid = rows.filter_map(|row| Some((row, values[row]?)));
            rows::seal(valid.zip(nonces.chunks_exact(self.nonce_bytes())).map(
                |((number, input), drawn)| {
                    let nonce = output.take(drawn.len());
                    nonce.copy_from_slice(drawn);
                    let data = Data::Copy { input, output: output.take(input.len()) };
                    let (key, aad) = (self.key(beside, number), beside.aad.row(number));
                    SealRow { number, key, nonce, aad, data, tag: output.take(TAG_BYTES) }
                },
            ))
        })
    }

    fn open(&self, values: &[Option<&[u8]>], beside: &Beside<'_>, output: &mut [u8]) -> Failures {
        let mut output = Cut(output);
        let parts = threads::parts(values.len()).map(|rows| {
            let valid = values[rows.clone()].iter().flatten();
            let bytes = valid.map(|value| value.len().saturating_sub(self.overhead())).sum();
            Part { rows, nonces: &[], output: Cut(output.take(bytes)) }
        });
        threads::run(parts.collect(), beside.threads, |part: Part<'_>| {
            let Part { rows, mut output, .. } = part;
            let mut short = Failures::default();
            let opened = rows::open(rows.filter_map(|number| {
                let value = values[number]?;
                let Some(bytes) = value.len().checked_sub(self.overhead()) else {
                    short.push(number, Error::Authentication);
                    return None;
                };
                let (nonce, rest) = value.split_at(self.nonce_bytes());
                let (input, tag) = rest.split_at(bytes);
                let data = Data::Copy { input, output: output.take(bytes) };
                let (key, aad) = (self.key(beside, number), beside.aad.row(number));
                Some(OpenRow { number, key, nonce, aad, data, tag })
            }));
            short.append(opened);
            short
        })
    }
}
