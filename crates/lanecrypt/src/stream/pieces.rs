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

/// Makes a type with the fields `pieces`, `position` and `limit` a stream, whose beginning is loaded as `$setup`.
macro_rules! stream_in_pieces {
    ($name:ident, $setup:ty) => {
        $crate::algorithm::engine::key_stream!($name);

        impl $name {
            /// At the beginning of a message of at most so many bytes.
            pub(crate) fn new(setup: &$setup, backend: $crate::Backend, limit: u64) -> Self {
                let pieces = $crate::stream::pieces::Pieces::new(setup, backend);
                Self { pieces, position: 0, limit }
            }

            /// The backend in use.
            pub fn backend(&self) -> $crate::Backend {
                self.pieces.backend()
            }

            /// The number of bytes of keystream used so far.
            pub fn position(&self) -> u64 {
                self.position
            }

            /// Encrypts or decrypts the next bytes of the message.
            ///
            /// # Errors
            ///
            /// [`Error::OutputLength`](crate::Error::OutputLength) if the buffers differ in length.
            /// [`Error::TooLong`](crate::Error::TooLong) if the algorithm limits messages, as those of
            /// [`threegpp`](crate::threegpp) do, and the message would become longer. Nothing is written and the
            /// position stays then.
            pub fn apply<'a>(
                &mut self,
                data: impl Into<$crate::Data<'a>>,
            ) -> Result<(), $crate::Error> {
                let mut data = data.into();
                self.check_room(data.checked_len()?)?;
                $crate::lanes::leaving_little(|| self.add_to(&mut data));
                Ok(())
            }

            /// Encrypts or decrypts the next bytes, within the limit, whose buffers have the same length.
            pub(crate) fn add_to(&mut self, data: &mut $crate::Data<'_>) {
                self.pieces.apply(data);
                self.position += data.len() as u64;
            }

            /// Fills the output with the next bytes of keystream.
            ///
            /// # Errors
            ///
            /// [`Error::TooLong`](crate::Error::TooLong), as where the message is encrypted. Nothing is written and the
            /// position stays then.
            pub fn keystream(&mut self, output: &mut [u8]) -> Result<(), $crate::Error> {
                self.check_room(output.len())?;
                $crate::lanes::leaving_little(|| self.fill(output));
                Ok(())
            }

            /// The next bytes of keystream, within the limit.
            pub(crate) fn fill(&mut self, output: &mut [u8]) {
                self.pieces.fill(output);
                self.position += output.len() as u64;
            }

            fn check_room(&self, bytes: usize) -> Result<(), $crate::Error> {
                let (bytes, max) = (self.position.saturating_add(bytes as u64), self.limit);
                if bytes > max {
                    let what = $crate::Quantity::Message;
                    return Err($crate::Error::TooLong { what, bytes, max });
                }
                Ok(())
            }
        }

        impl core::fmt::Debug for $name {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.debug_struct(stringify!($name))
                    .field("backend", &self.backend())
                    .field("position", &self.position)
                    .finish_non_exhaustive()
            }
        }
    };
}
pub(super) use stream_in_pieces;

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
