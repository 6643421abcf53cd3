//! Messages whose bytes lie in several buffers.

use core::fmt;
use core::ops::{Deref, DerefMut};

use super::Data;
use crate::Error;
use crate::lanes::keep_in_memory;

/// A message whose bytes lie in several buffers, one after another, as network stacks keep packets: in one piece, for
/// as long as this exists.
///
/// All calls of this library take a message in one piece. This copies the segments of a message into room that the
/// caller has. When it is dropped, the bytes are copied back into the segments, whatever was done to them, and zeros
/// are written over them in the room. So the contract of a call holds for the segments too. A message with one segment
/// stays where it is and needs no room.
///
/// It dereferences to the bytes of the message, and `&mut` of it converts into [`Data`].
///
/// ```
/// use lanecrypt::threegpp::{Direction, EncryptionId, IntegrityId, Nea, Nia, Pdcp, PduJob};
/// use lanecrypt::Gathered;
///
/// let encryption = Nea::new(EncryptionId::Nea2, &[7; 16])?;
/// let integrity = Nia::new(IntegrityId::Nia2, &[8; 16])?;
/// let pdcp = Pdcp::new(encryption, integrity, 4, Direction::Downlink)?;
///
/// // Two PDUs of three buffers each: a header of 3 bytes, data, room for the MAC-I.
/// let (mut headers, mut data, mut macs) = ([[0x80, 0, 1]; 2], [[1; 1400]; 2], [[0; 4]; 2]);
/// let mut pdus: Vec<[&mut [u8]; 3]> = headers
///     .iter_mut()
///     .zip(&mut data)
///     .zip(&mut macs)
///     .map(|((header, data), mac)| [&mut header[..], data, mac])
///     .collect();
///
/// let mut room = [0; 2 * 2048];
/// let mut rest = &mut room[..];
/// let mut gathered = Vec::new();
/// for pdu in &mut pdus {
///     gathered.push(Gathered::new(pdu, &mut rest)?);
/// }
/// let mut jobs: Vec<_> =
///     gathered.iter_mut().zip(0..).map(|(pdu, count)| PduJob::new(&pdcp, count, 3, pdu)).collect();
/// Pdcp::protect_batch(&mut jobs).into_result()?;
/// // The segments have the protected PDUs from here on.
/// drop(gathered);
/// assert_eq!(headers, [[0x80, 0, 1]; 2]);
/// assert_ne!(macs[0], macs[1]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Gathered<'a, 's> {
    message: &'a mut [u8],
    /// What the message is copied back into: nothing if it lies where it always did.
    segments: &'a mut [&'s mut [u8]],
}

impl<'a, 's> Gathered<'a, 's> {
    /// Copies a message into the beginning of the room, which is the rest of it afterwards. Segments can be empty.
    ///
    /// # Errors
    ///
    /// [`Error::BufferLength`] if there is less room than the message has bytes. Nothing was written then, and the room is
    /// as long as before.
    pub fn new(segments: &'a mut [&'s mut [u8]], room: &mut &'a mut [u8]) -> Result<Self, Error> {
        if let [message] = segments {
            return Ok(Self { message, segments: &mut [] });
        }
        let bytes = segments.iter().fold(0_usize, |sum, part| sum.saturating_add(part.len()));
        let available = room.len();
        let Some(message) = room.split_off_mut(..bytes) else {
            return Err(Error::BufferLength { bytes: available, expected: bytes as u64 });
        };
        let mut rest = &mut *message;
        for segment in &*segments {
            let (part, after) = rest.split_at_mut(segment.len());
            part.copy_from_slice(segment);
            rest = after;
        }
        Ok(Self { message, segments })
    }
}

impl Drop for Gathered<'_, '_> {
    fn drop(&mut self) {
        if self.segments.is_empty() {
            return;
        }
        let mut rest = &*self.message;
        for segment in &mut *self.segments {
            let (part, after) = rest.split_at(segment.len());
            segment.copy_from_slice(part);
            rest = after;
        }
        self.message.fill(0);
        keep_in_memory(self.message);
    }
}

impl Deref for Gathered<'_, '_> {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        self.message
    }
}

impl DerefMut for Gathered<'_, '_> {
    fn deref_mut(&mut self) -> &mut [u8] {
        self.message
    }
}

impl<'d> From<&'d mut Gathered<'_, '_>> for Data<'d> {
    fn from(gathered: &'d mut Gathered<'_, '_>) -> Self {
        Self::InPlace(gathered)
    }
}

/// Shows lengths only.
impl fmt::Debug for Gathered<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Gathered")
            .field("bytes", &self.message.len())
            .field("copied_from", &self.segments.len())
            .finish()
    }
}
