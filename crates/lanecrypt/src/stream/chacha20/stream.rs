//! One message in pieces.

use super::lanes::{Blocks, State};
use super::{BLOCKS, ChaCha20, check_counter};
use crate::algorithm::engine::key_stream;
use crate::batch::Data;
use crate::lanes::{AsWords, leaving_little};
use crate::stream::pieces::Pieces;
use crate::{Algorithm as _, Backend, Error};

/// The keystream of one nonce, for a message in pieces: made by [`StreamCipher::stream`](crate::StreamCipher::stream).
///
/// However a message is cut, the result is the same. The stream owns its key, which is wiped on drop.
/// It is not `Clone`, because two copies would encrypt different data with the same keystream. Constant
/// time in key and data.
///
/// ```
/// use lanecrypt::{Algorithm, StreamCipher, stream::ChaCha20};
///
/// let mut stream = ChaCha20::from_key(&[7; 32]).stream(&[1; 12])?;
/// let (mut first, mut second) = ([0; 5], [0; 100]);
/// stream.apply(&mut first)?;
/// stream.apply(&mut second)?;
/// assert_eq!(stream.position(), 105);
/// stream.seek(0)?;
/// stream.apply(&mut first)?;
/// assert_eq!(first, [0; 5]);
/// # Ok::<(), lanecrypt::Error>(())
/// ```
pub struct ChaCha20Stream {
    key: ChaCha20,
    nonce: [u8; 12],
    pieces: Pieces<Blocks, AsWords>,
    position: u64,
}

key_stream!(ChaCha20Stream);

impl ChaCha20Stream {
    /// At the beginning of a message.
    pub(super) fn new(key: ChaCha20, nonce: &[u8; 12]) -> Self {
        let pieces = Pieces::new(&State::new(key.key.bytes(), nonce, 0), key.backend());
        Self { key, nonce: *nonce, pieces, position: 0 }
    }

    /// The backend in use.
    pub fn backend(&self) -> Backend {
        self.pieces.backend()
    }

    /// The position of the next byte of keystream.
    pub fn position(&self) -> u64 {
        self.position
    }

    /// Goes to a position in the keystream.
    ///
    /// # Errors
    ///
    /// [`Error::Counter`] if the position is beyond the last block. The position stays then.
    pub fn seek(&mut self, position: u64) -> Result<(), Error> {
        // The end itself can be gone to: nothing more can be taken there.
        if position > 64 * BLOCKS {
            return Err(Error::Counter { blocks: position.div_ceil(64), left: BLOCKS });
        }
        leaving_little(|| {
            let state = State::new(self.key.key.bytes(), &self.nonce, (position / 64) as u32);
            self.pieces = Pieces::new(&state, self.backend());
            self.pieces.skip((position % 64) as usize);
        });
        self.position = position;
        Ok(())
    }

    /// Encrypts or decrypts the next bytes.
    ///
    /// # Errors
    ///
    /// [`Error::OutputLength`] if the buffers differ in length, [`Error::Counter`] if the counter would
    /// wrap. Nothing is written and the position stays then.
    pub fn apply<'a>(&mut self, data: impl Into<Data<'a>>) -> Result<(), Error> {
        let mut data = data.into();
        let bytes = data.checked_len()?;
        self.check_room(bytes)?;
        leaving_little(|| self.pieces.apply(&mut data));
        self.position += bytes as u64;
        Ok(())
    }

    /// Fills the output with the next bytes of keystream.
    ///
    /// # Errors
    ///
    /// [`Error::Counter`] if the counter would wrap. Nothing is written and the position stays then.
    pub fn keystream(&mut self, output: &mut [u8]) -> Result<(), Error> {
        self.check_room(output.len())?;
        leaving_little(|| self.pieces.fill(output));
        self.position += output.len() as u64;
        Ok(())
    }

    fn check_room(&self, bytes: usize) -> Result<(), Error> {
        check_counter(self.position / 64, (self.position % 64) as usize, bytes)
    }
}

impl core::fmt::Debug for ChaCha20Stream {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("ChaCha20Stream")
            .field("backend", &self.backend())
            .field("position", &self.position)
            .finish_non_exhaustive()
    }
}
