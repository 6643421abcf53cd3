//! Messages from their first chunk to their last.

use super::key::Variant;
use super::{CHUNK_BYTES, HEADER_BYTES, Message, SEALED_CHUNK_BYTES};
use crate::Error;

/// Seals a message from its first chunk to its last, as many chunks at a time as the caller gives. Made by
/// [`Cobblestone::sealing`](super::Cobblestone::sealing).
///
/// It has no buffer, so that the caller decides how much memory there is. Give it many chunks at a time: up
/// to 16 are processed together.
///
/// ```
/// use lanecrypt::{Algorithm, chunked::Cobblestone256};
///
/// let key = Cobblestone256::from_key(&[7; 32]);
/// let mut sealing = key.sealing(&[1; 24], b"context");
/// let mut file = sealing.header().to_vec();
/// let mut sealed = [0; 16400];
/// sealing.update(&[5; 16384], &mut sealed)?; // full chunks
/// file.extend(sealed);
/// let mut end = [0; 116];
/// sealing.finish(&[5; 100], &mut end)?; // what is left
/// file.extend(end);
/// # Ok::<(), lanecrypt::Error>(())
/// ```
#[derive(Debug)]
pub struct Sealing<C: Variant> {
    message: Message<C>,
    next: u64,
}

impl<C: Variant> Sealing<C> {
    pub(super) fn new(message: Message<C>) -> Self {
        Self { message, next: 0 }
    }

    /// The header, which comes before the first chunk.
    pub fn header(&self) -> &[u8; HEADER_BYTES] {
        self.message.header()
    }

    /// The number of the next chunk.
    pub fn next_chunk(&self) -> u64 {
        self.next
    }

    /// Seals full chunks. Errors are those of [`Message::seal_chunks`].
    pub fn update(&mut self, plaintext: &[u8], sealed: &mut [u8]) -> Result<(), Error> {
        self.message.seal_chunks(self.next, plaintext, sealed)?;
        self.next += (plaintext.len() / CHUNK_BYTES) as u64;
        Ok(())
    }

    /// Seals what is left of the message, with its last chunk. Errors are those of [`Message::seal_end`].
    pub fn finish(self, plaintext: &[u8], sealed: &mut [u8]) -> Result<(), Error> {
        self.message.seal_end(self.next, plaintext, sealed)
    }
}

/// Opens a message from its first chunk to its last, as many chunks at a time as the caller gives. Made by
/// [`Cobblestone::opening`](super::Cobblestone::opening).
///
/// All plaintext that it gives out is verified. But whether the message is complete is not known before
/// [`Opening::finish`] returns `Ok`.
///
/// ```
/// use lanecrypt::{Algorithm, Error, chunked::Cobblestone256};
///
/// let key = Cobblestone256::from_key(&[7; 32]);
/// let mut sealed = vec![0; 56 + 16400 + 116];
/// key.seal(&[1; 24], b"context", &[5; 16484], &mut sealed)?;
///
/// let mut opening = key.opening(sealed.first_chunk().unwrap(), b"context")?;
/// let mut plaintext = [0; 16484];
/// opening.update(&sealed[56..][..16400], &mut plaintext[..16384])?;
/// opening.finish(&sealed[56 + 16400..], &mut plaintext[16384..])?;
/// assert_eq!(plaintext, [5; 16484]);
///
/// let opening = key.opening(sealed.first_chunk().unwrap(), b"context")?;
/// assert_eq!(opening.finish(&[], &mut []), Err(Error::Truncated { chunk: 0 }));
/// # Ok::<(), Error>(())
/// ```
#[derive(Debug)]
pub struct Opening<C: Variant> {
    message: Message<C>,
    next: u64,
}

impl<C: Variant> Opening<C> {
    pub(super) fn new(message: Message<C>) -> Self {
        Self { message, next: 0 }
    }

    /// The number of the next chunk.
    pub fn next_chunk(&self) -> u64 {
        self.next
    }

    /// Opens full chunks. Errors are those of [`Message::open_chunks`]. After an error the same chunks can be
    /// given again.
    pub fn update(&mut self, sealed: &[u8], plaintext: &mut [u8]) -> Result<(), Error> {
        self.message.open_chunks(self.next, sealed, plaintext)?;
        self.next += (sealed.len() / SEALED_CHUNK_BYTES) as u64;
        Ok(())
    }

    /// Opens what is left of the message, with its last chunk. Errors are those of [`Message::open_end`].
    pub fn finish(self, sealed: &[u8], plaintext: &mut [u8]) -> Result<(), Error> {
        self.message.open_end(self.next, sealed, plaintext)
    }
}
