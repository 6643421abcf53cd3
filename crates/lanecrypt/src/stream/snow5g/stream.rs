//! One message in pieces.

use super::single::{Setup, Single};
use crate::algorithm::engine::key_stream;
use crate::batch::Data;
use crate::lanes::{AsWords, leaving_little};
use crate::stream::pieces::Pieces;
use crate::{Backend, Error, Quantity};

/// The keystream of one message, for a message in pieces.
///
/// It is made by [`StreamCipher::stream`](crate::StreamCipher::stream) of [`Snow5g`](super::Snow5g),
/// [`SnowV`](super::SnowV), [`SnowVi`](super::SnowVi) and [`Nea4`](crate::threegpp::Nea4). However a message is
/// cut, the result is the same. The stream owns its state, which is wiped on drop. It is not `Clone`, because
/// two copies would encrypt different data with the same keystream. Constant time in key and data.
///
/// ```
/// use lanecrypt::{Algorithm, Cipher, StreamCipher, stream::Snow5g};
///
/// let cipher = Snow5g::from_key(&[7; 32]);
/// let (mut first, mut second) = ([0; 5], [0; 100]);
/// let mut stream = cipher.stream(&[1; 16])?;
/// stream.apply(&mut first)?;
/// stream.apply(&mut second)?;
/// assert_eq!(stream.position(), 105);
///
/// let mut whole = [0; 105];
/// cipher.encrypt(&[1; 16], &mut whole)?;
/// assert_eq!(whole, *[&first[..], &second[..]].concat());
/// # Ok::<(), lanecrypt::Error>(())
/// ```
pub struct SnowStream {
    pieces: Pieces<Single, AsWords>,
    position: u64,
    /// The most bytes of a message.
    limit: u64,
}

key_stream!(SnowStream);

impl SnowStream {
    /// At the beginning of a message of at most so many bytes.
    pub(crate) fn with_limit(setup: &Setup, backend: Backend, limit: u64) -> Self {
        Self { pieces: Pieces::new(setup, backend), position: 0, limit }
    }

    /// The backend in use.
    pub fn backend(&self) -> Backend {
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
    /// [`Error::OutputLength`] if the buffers differ in length. [`Error::TooLong`] if the algorithm
    /// limits messages and the message would become longer: [`Nea4`](crate::threegpp::Nea4) does. Nothing
    /// is written and the position stays then.
    pub fn apply<'a>(&mut self, data: impl Into<Data<'a>>) -> Result<(), Error> {
        let mut data = data.into();
        self.check_room(data.checked_len()?)?;
        leaving_little(|| self.add_to(&mut data));
        Ok(())
    }

    /// Encrypts or decrypts the next bytes, within the limit, whose buffers have the same length.
    pub(crate) fn add_to(&mut self, data: &mut Data<'_>) {
        self.pieces.apply(data);
        self.position += data.len() as u64;
    }

    /// Fills the output with the next bytes of keystream.
    ///
    /// # Errors
    ///
    /// [`Error::TooLong`], as [`SnowStream::apply`]. Nothing is written and the position stays then.
    pub fn keystream(&mut self, output: &mut [u8]) -> Result<(), Error> {
        self.check_room(output.len())?;
        leaving_little(|| self.fill(output));
        Ok(())
    }

    /// The next bytes of keystream, within the limit.
    pub(crate) fn fill(&mut self, output: &mut [u8]) {
        self.pieces.fill(output);
        self.position += output.len() as u64;
    }

    fn check_room(&self, bytes: usize) -> Result<(), Error> {
        let (bytes, max) = (self.position.saturating_add(bytes as u64), self.limit);
        if bytes > max {
            return Err(Error::TooLong { what: Quantity::Message, bytes, max });
        }
        Ok(())
    }
}

impl core::fmt::Debug for SnowStream {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("SnowStream")
            .field("backend", &self.backend())
            .field("position", &self.position)
            .finish_non_exhaustive()
    }
}
