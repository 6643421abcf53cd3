//! The keystream of a message in pieces.

use core::marker::PhantomData;

use super::alone::Generator;
use crate::Backend;
use crate::batch::Data;
use crate::lanes::{Isa, Kernel, Row, RowOrder, dispatch, wipe};

/// The most rows made at a time.
const ROWS: usize = 16;

/// Rows of keystream made ahead, and how far they are used up: secret, wiped when dropped.
pub(super) struct Pieces<G, O> {
    backend: Backend,
    generator: G,
    /// The rows made last: of their `made` bytes, `used` are used up.
    rows: [Row; ROWS],
    used: usize,
    made: usize,
    order: PhantomData<O>,
}

impl<G: Generator, O: RowOrder> Pieces<G, O> {
    /// At the beginning of the keystream.
    pub(super) fn new(setup: &G::Setup, backend: Backend) -> Self {
        Self {
            backend,
            generator: dispatch(backend, Start::<G>(setup)),
            rows: [Row::ZERO; ROWS],
            used: 0,
            made: 0,
            order: PhantomData,
        }
    }

    pub(super) fn backend(&self) -> Backend {
        self.backend
    }

    /// Encrypts or decrypts the next bytes, whose buffers have the same length.
    pub(super) fn apply(&mut self, data: &mut Data<'_>) {
        let bytes = data.len();
        match data {
            Data::InPlace(data) => self.each(bytes, |at, key| {
                for (byte, key) in data[at..at + key.len()].iter_mut().zip(key) {
                    *byte ^= key;
                }
            }),
            Data::Copy { input, output } => self.each(bytes, |at, key| {
                let range = at..at + key.len();
                let (input, output) = (&input[range.clone()], &mut output[range]);
                for ((out, byte), key) in output.iter_mut().zip(input).zip(key) {
                    *out = byte ^ key;
                }
            }),
        }
    }

    /// Fills the output with the next bytes of keystream.
    pub(super) fn fill(&mut self, output: &mut [u8]) {
        self.each(output.len(), |at, key| output[at..at + key.len()].copy_from_slice(key));
    }

    /// Passes by bytes of a row, fewer than 64.
    pub(super) fn skip(&mut self, bytes: usize) {
        self.each(bytes, |_, _| ());
    }

    /// Hands out the next `bytes` bytes of keystream with where they belong. Leaves keystream in registers.
    #[inline(always)]
    fn each(&mut self, bytes: usize, mut f: impl FnMut(usize, &[u8])) {
        let mut at = 0;
        while at < bytes {
            if self.used == self.made {
                // As many rows as the piece needs, so that a short piece is not made to wait.
                let count = (bytes - at).div_ceil(64).min(ROWS);
                let (generator, rows) = (&mut self.generator, &mut self.rows);
                dispatch(self.backend, More::<G, O> { generator, rows, count, order: PhantomData });
                (self.used, self.made) = (0, 64 * count);
            }
            let mut key = self.rows[self.used / 64].to_bytes();
            let start = self.used % 64;
            let count = (64 - start).min(bytes - at);
            f(at, &key[start..start + count]);
            wipe(&mut key, [0; 64]);
            self.used += count;
            at += count;
        }
    }
}

impl<G, O> Drop for Pieces<G, O> {
    fn drop(&mut self) {
        wipe(&mut self.rows, [Row::ZERO; ROWS]);
    }
}

/// The beginning of a stream.
struct Start<'a, G: Generator>(&'a G::Setup);

impl<G: Generator> Kernel for Start<'_, G> {
    type Output = G;
    type Class = G::Class;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> G {
        G::new(isa, self.0)
    }
}

/// The next rows of a stream.
struct More<'a, G, O> {
    generator: &'a mut G,
    rows: &'a mut [Row; ROWS],
    count: usize,
    order: PhantomData<O>,
}

impl<G: Generator, O: RowOrder> Kernel for More<'_, G, O> {
    type Output = ();
    type Class = G::Class;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) {
        self.generator.rows::<I, O>(isa, self.rows, self.count);
    }
}
