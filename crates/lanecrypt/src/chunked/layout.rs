//! Where chunks are.

use core::ops::Range;

use super::{CHUNK_BYTES, HEADER_BYTES, MAX_CHUNKS, SEALED_CHUNK_BYTES, TAG_BYTES};
use crate::{Error, Quantity};

const HEADER: u64 = HEADER_BYTES as u64;
const CHUNK: u64 = CHUNK_BYTES as u64;
const SEALED: u64 = SEALED_CHUNK_BYTES as u64;
const TAG: u64 = TAG_BYTES as u64;

/// The most bytes of plaintext: the last chunk is not full.
const MAX_BYTES: u64 = MAX_CHUNKS * CHUNK - 1;

/// Where the chunks of a message are, as its length says. The length is not authenticated before the last
/// chunk is opened.
///
/// ```
/// use lanecrypt::{Error, chunked::Layout};
///
/// let layout = Layout::of_sealed(56 + 16400 + 16 + 100)?;
/// assert_eq!((layout.chunks(), layout.plaintext_bytes()), (2, 16484));
/// assert_eq!(layout.chunks_of(16000..16400)?, 0..2);
/// assert_eq!(layout.sealed_range(1..2)?, 16456..16572);
/// // A message never ends where a full chunk ends.
/// assert_eq!(Layout::of_sealed(56 + 16400), Err(Error::Truncated { chunk: 1 }));
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    plaintext: u64,
}

impl Layout {
    /// The layout of a sealed message of so many bytes, with its header.
    ///
    /// # Errors
    ///
    /// [`Error::Truncated`] if no message has this length, and [`Error::TooLong`].
    pub fn of_sealed(sealed_bytes: u64) -> Result<Self, Error> {
        let body = sealed_bytes.checked_sub(HEADER).ok_or(Error::Truncated { chunk: 0 })?;
        let (full, last) = (body / SEALED, body % SEALED);
        if full >= MAX_CHUNKS {
            let max = HEADER + MAX_CHUNKS * SEALED - 1;
            return Err(Error::TooLong { what: Quantity::Message, bytes: sealed_bytes, max });
        }
        let last = last.checked_sub(TAG).ok_or(Error::Truncated { chunk: full })?;
        Ok(Self { plaintext: full * CHUNK + last })
    }

    /// The layout of a message of so many bytes of plaintext.
    ///
    /// # Errors
    ///
    /// [`Error::TooLong`] for 2^52 bytes or more.
    pub fn of_plaintext(bytes: u64) -> Result<Self, Error> {
        match bytes {
            0..=MAX_BYTES => Ok(Self { plaintext: bytes }),
            _ => Err(Error::TooLong { what: Quantity::Message, bytes, max: MAX_BYTES }),
        }
    }

    /// The length of the plaintext in bytes.
    pub fn plaintext_bytes(&self) -> u64 {
        self.plaintext
    }

    /// The length of the sealed message in bytes, with its header.
    pub fn sealed_bytes(&self) -> u64 {
        HEADER + self.plaintext + self.chunks() * TAG
    }

    /// The number of chunks, at least 1.
    pub fn chunks(&self) -> u64 {
        self.plaintext / CHUNK + 1
    }

    /// The chunks that hold these bytes of the plaintext. Of no bytes, none.
    ///
    /// # Errors
    ///
    /// [`Error::OutOfRange`] if the message has not so many bytes, or the range ends before it starts.
    pub fn chunks_of(&self, bytes: Range<u64>) -> Result<Range<u64>, Error> {
        if bytes.start > bytes.end || bytes.end > self.plaintext {
            return Err(Error::OutOfRange { end: bytes.end, available: self.plaintext });
        }
        let first = bytes.start / CHUNK;
        Ok(if bytes.is_empty() { first..first } else { first..bytes.end.div_ceil(CHUNK) })
    }

    /// The bytes of the sealed message that these chunks are.
    ///
    /// # Errors
    ///
    /// [`Error::OutOfRange`] if the message has not so many chunks, or the range ends before it starts.
    pub fn sealed_range(&self, chunks: Range<u64>) -> Result<Range<u64>, Error> {
        self.check(&chunks)?;
        let end = match chunks.end {
            end if end == self.chunks() => self.sealed_bytes(),
            end => HEADER + end * SEALED,
        };
        Ok((HEADER + chunks.start * SEALED).min(end)..end)
    }

    /// The bytes of the plaintext that these chunks hold. Errors are those of [`Layout::sealed_range`].
    pub fn plaintext_range(&self, chunks: Range<u64>) -> Result<Range<u64>, Error> {
        self.check(&chunks)?;
        Ok((chunks.start * CHUNK).min(self.plaintext)..(chunks.end * CHUNK).min(self.plaintext))
    }

    fn check(&self, chunks: &Range<u64>) -> Result<(), Error> {
        if chunks.start > chunks.end || chunks.end > self.chunks() {
            return Err(Error::OutOfRange { end: chunks.end, available: self.chunks() });
        }
        Ok(())
    }
}

/// The length in bytes of a sealed message, with its header, whose plaintext has so many bytes.
///
/// ```
/// assert_eq!(lanecrypt::chunked::sealed_bytes(16384), Ok(56 + 16400 + 16));
/// ```
///
/// # Errors
///
/// [`Error::TooLong`] for 2^52 bytes or more.
pub fn sealed_bytes(plaintext_bytes: u64) -> Result<u64, Error> {
    Ok(Layout::of_plaintext(plaintext_bytes)?.sealed_bytes())
}

/// The length in bytes of the plaintext of a sealed message of so many bytes. Errors are those of
/// [`Layout::of_sealed`].
///
/// ```
/// assert_eq!(lanecrypt::chunked::opened_bytes(56 + 16400 + 16), Ok(16384));
/// ```
pub fn opened_bytes(sealed_bytes: u64) -> Result<u64, Error> {
    Ok(Layout::of_sealed(sealed_bytes)?.plaintext_bytes())
}
