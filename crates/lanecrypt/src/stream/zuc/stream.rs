//! One message in pieces.

use super::setup::Setup;
use super::single::{Computed, Deferred, Generator, MAX_ROWS};
use crate::batch::Data;
use crate::lanes::{AnyWidth, ByteOps, Isa, Kernel, dispatch, wipe};
use crate::{Backend, Error, Quantity};

/// The keystream of one message, for a message in pieces.
///
/// It is made by `stream` of [`Zuc128`](super::Zuc128), [`Zuc256`](super::Zuc256),
/// [`Nea3`](crate::threegpp::Nea3) and [`Nea6`](crate::threegpp::Nea6). However a message is cut, the
/// result is the same. The stream owns its state, which is wiped on drop. It is not `Clone`, because
/// two copies would encrypt different data with the same keystream. Constant time in key and data.
///
/// A [`Batch`](crate::Batch) encrypts many messages at once and is many times faster.
///
/// ```
/// use lanecrypt::{Algorithm, Cipher, stream::zuc::Zuc128};
///
/// let cipher = Zuc128::from_key(&[7; 16]);
/// let (mut first, mut second) = ([0; 5], [0; 100]);
/// let mut stream = cipher.stream(&[1; 16]);
/// stream.apply(&mut first)?;
/// stream.apply(&mut second)?;
/// assert_eq!(stream.position(), 105);
///
/// let mut whole = [0; 105];
/// cipher.encrypt(&[1; 16], &mut whole)?;
/// assert_eq!(whole, *[&first[..], &second[..]].concat());
/// # Ok::<(), lanecrypt::Error>(())
/// ```
pub struct ZucStream {
    backend: Backend,
    generator: Deferred<Computed>,
    /// The rows made last: of their `made` bytes, `used` are used up.
    rows: [[u32; 16]; MAX_ROWS],
    used: usize,
    made: usize,
    position: u64,
    /// The most bytes of a message.
    limit: u64,
}

impl ZucStream {
    /// At the beginning of a message of any length.
    pub(crate) fn new(setup: &Setup, backend: Backend) -> Self {
        Self::with_limit(setup, backend, u64::MAX)
    }

    /// At the beginning of a message of at most so many bytes.
    pub(crate) fn with_limit(setup: &Setup, backend: Backend, limit: u64) -> Self {
        let generator = dispatch(backend, Start(setup));
        let rows = [[0; 16]; MAX_ROWS];
        Self { backend, generator, rows, used: 0, made: 0, position: 0, limit }
    }

    /// The backend in use.
    pub fn backend(&self) -> Backend {
        self.backend
    }

    /// The number of bytes of keystream used so far.
    pub fn position(&self) -> u64 {
        self.position
    }

    /// Encrypts or decrypts the next bytes of the message.
    ///
    /// # Errors
    ///
    /// [`Error::OutputLength`] if the buffers differ in length. [`Error::TooLong`] if the algorithm
    /// limits messages and the message would become longer: [`Nea3`](crate::threegpp::Nea3) and
    /// [`Nea6`](crate::threegpp::Nea6) do. Nothing is written and the position stays then.
    pub fn apply<'a>(&mut self, data: impl Into<Data<'a>>) -> Result<(), Error> {
        let mut data = data.into();
        self.check_room(data.checked_len()?)?;
        self.add_to(&mut data);
        Ok(())
    }

    /// Encrypts or decrypts the next bytes, within the limit, whose buffers have the same length.
    pub(crate) fn add_to(&mut self, data: &mut Data<'_>) {
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
    ///
    /// # Errors
    ///
    /// [`Error::TooLong`], as [`ZucStream::apply`]. Nothing is written and the position stays then.
    pub fn keystream(&mut self, output: &mut [u8]) -> Result<(), Error> {
        self.check_room(output.len())?;
        self.fill(output);
        Ok(())
    }

    /// The next bytes of keystream, within the limit.
    pub(crate) fn fill(&mut self, output: &mut [u8]) {
        self.each(output.len(), |at, key| output[at..at + key.len()].copy_from_slice(key));
    }

    fn check_room(&self, bytes: usize) -> Result<(), Error> {
        let (bytes, max) = (self.position.saturating_add(bytes as u64), self.limit);
        if bytes > max {
            return Err(Error::TooLong { what: Quantity::Message, bytes, max });
        }
        Ok(())
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

impl Drop for ZucStream {
    fn drop(&mut self) {
        wipe(&mut self.rows, [[0; 16]; MAX_ROWS]);
    }
}

/// The beginning of a stream.
struct Start<'a>(&'a Setup);

impl Kernel for Start<'_> {
    type Output = Deferred<Computed>;
    type Class = AnyWidth<ByteOps>;
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
    type Class = AnyWidth<ByteOps>;
    #[inline(always)]
    fn run<I: Isa>(self, isa: I) {
        self.generator.rows(isa, self.words);
    }
}

impl core::fmt::Debug for ZucStream {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("ZucStream")
            .field("backend", &self.backend)
            .field("position", &self.position)
            .finish_non_exhaustive()
    }
}
