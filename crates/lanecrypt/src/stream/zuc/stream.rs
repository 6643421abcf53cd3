//! One message in pieces.

use super::setup::Setup;
use super::single::{Computed, Deferred, Generator, MAX_ROWS};
use crate::lanes::{Isa, Kernel, dispatch, wipe};
use crate::{Backend, Error};

/// The keystream of one message, met with its data piece by piece.
///
/// However a message is cut, the result is the same. Wiped when dropped. Constant time in key and
/// data. For many messages at once see [`Batch`](super::Batch), which is many times faster.
pub struct Stream {
    backend: Backend,
    generator: Deferred<Computed>,
    /// The rows made last: of their `made` bytes, `used` are used up.
    rows: [[u32; 16]; MAX_ROWS],
    used: usize,
    made: usize,
    position: u64,
}

impl Stream {
    /// At the beginning of a message, on the best backend of this processor.
    pub fn new(setup: &Setup) -> Self {
        Self::start(setup, Backend::best())
    }

    /// The same on a given backend, or the error that this processor lacks it.
    pub fn with_backend(setup: &Setup, backend: Backend) -> Result<Self, Error> {
        Ok(Self::start(setup, backend.checked()?))
    }

    fn start(setup: &Setup, backend: Backend) -> Self {
        let generator = dispatch(backend, Start(setup));
        Self { backend, generator, rows: [[0; 16]; MAX_ROWS], used: 0, made: 0, position: 0 }
    }

    /// The backend in use.
    pub fn backend(&self) -> Backend {
        self.backend
    }

    /// The bytes of keystream used so far.
    pub fn position(&self) -> u64 {
        self.position
    }

    /// Encrypts or decrypts the next piece where it lies.
    pub fn apply(&mut self, data: &mut [u8]) {
        self.each(data.len(), |at, key| {
            for (byte, key) in data[at..at + key.len()].iter_mut().zip(key) {
                *byte ^= key;
            }
        });
    }

    /// Encrypts or decrypts the next piece into a buffer of the same length.
    pub fn apply_to(&mut self, input: &[u8], output: &mut [u8]) -> Result<(), Error> {
        if input.len() != output.len() {
            return Err(Error::OutputLength { output: output.len(), input: input.len() });
        }
        output.copy_from_slice(input);
        self.apply(output);
        Ok(())
    }

    /// Writes the next bytes of keystream.
    pub fn keystream(&mut self, output: &mut [u8]) {
        self.each(output.len(), |at, key| output[at..at + key.len()].copy_from_slice(key));
    }

    /// Hands out the next `bytes` bytes of keystream with where they belong.
    fn each(&mut self, bytes: usize, mut f: impl FnMut(usize, &[u8])) {
        let mut at = 0;
        while at < bytes {
            if self.used == self.made {
                // As many rows as the piece needs, so that a short piece is not made to wait.
                let rows = (bytes - at).div_ceil(64).min(MAX_ROWS);
                let words = &mut self.rows[..rows];
                dispatch(self.backend, More { generator: &mut self.generator, words });
                (self.used, self.made) = (0, 64 * rows);
            }
            let row = &self.rows[self.used / 64];
            let mut key = [0; 64];
            for (bytes, word) in key.chunks_exact_mut(4).zip(row) {
                bytes.copy_from_slice(&word.to_be_bytes());
            }
            let start = self.used % 64;
            let count = (64 - start).min(bytes - at);
            f(at, &key[start..start + count]);
            wipe(&mut key, [0; 64]);
            self.used += count;
            at += count;
        }
        self.position += bytes as u64;
    }
}

impl Drop for Stream {
    fn drop(&mut self) {
        wipe(&mut self.rows, [[0; 16]; MAX_ROWS]);
    }
}

/// The beginning of a stream.
struct Start<'a>(&'a Setup);

impl Kernel for Start<'_> {
    type Output = Deferred<Computed>;
    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> Deferred<Computed> {
        Deferred::new(isa, self.0)
    }
}

/// The next rows of a stream.
struct More<'a> {
    generator: &'a mut Deferred<Computed>,
    words: &'a mut [[u32; 16]],
}

impl Kernel for More<'_> {
    type Output = ();
    #[inline(always)]
    fn run<I: Isa>(self, isa: I) {
        self.generator.rows(isa, self.words);
    }
}

impl core::fmt::Debug for Stream {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Stream")
            .field("backend", &self.backend)
            .field("position", &self.position)
            .finish_non_exhaustive()
    }
}
