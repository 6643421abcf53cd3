//! Tags.

use core::fmt;

use crate::Error;

/// An authentication tag of up to 32 bytes.
///
/// Comparing two tags takes the same time wherever they differ.
///
/// ```
/// use lanecrypt::{Algorithm, Mac, block::Aes128, mode::Cmac};
///
/// let tag = Cmac::<Aes128>::from_key(&[7; 16]).compute((), b"message")?;
/// assert!(tag.verify(tag.as_ref()));
/// assert!(!tag.verify(&tag.as_ref()[..8]));
/// # Ok::<(), lanecrypt::Error>(())
/// ```
#[derive(Clone, Copy)]
#[must_use]
pub struct Tag {
    bytes: [u8; Tag::MAX_BYTES],
    length: u8,
}

impl Tag {
    /// The length in bytes of the longest tag.
    pub const MAX_BYTES: usize = 32;

    /// No tag: nothing verifies against it.
    pub(crate) const NONE: Self = Self { bytes: [0; Self::MAX_BYTES], length: 0 };

    /// From at most 32 bytes.
    #[inline]
    pub(crate) fn new(tag: &[u8]) -> Self {
        if let Ok(block) = <&[u8; 16]>::try_from(tag) {
            return Self::of_block(*block, 16);
        }
        let mut bytes = [0; Self::MAX_BYTES];
        bytes[..tag.len()].copy_from_slice(tag);
        Self { bytes, length: tag.len() as u8 }
    }

    /// The first bytes of a block, at most 16.
    #[inline]
    pub(crate) fn of_block(block: [u8; 16], length: usize) -> Self {
        let length = length.min(16);
        let mut bytes = [0; Self::MAX_BYTES];
        bytes[..16].copy_from_slice(&block);
        if length < 16 {
            bytes[length..16].fill(0);
        }
        Self { bytes, length: length as u8 }
    }

    /// Makes it the first bytes, at most 16, of a little-endian number. Its bytes are written as two words, and none are
    /// copied: reading what was just written in other pieces waits.
    #[allow(dead_code, reason = "some families have no tags")]
    #[inline(always)]
    pub(crate) fn set_beginning(&mut self, number: u128, length: usize) {
        let length = length.min(16);
        let number = number & FIRST_BYTES[length];
        let (words, _) = self.bytes.as_chunks_mut::<8>();
        words[0] = (number as u64).to_le_bytes();
        words[1] = ((number >> 64) as u64).to_le_bytes();
        self.length = length as u8;
    }

    /// Whether it equals the expected tag, of the same length, in constant time.
    #[must_use]
    #[inline]
    pub fn verify(&self, expected: &[u8]) -> bool {
        if let (16, Some(tag), Ok(expected)) =
            (self.length, self.bytes.first_chunk(), <&[u8; 16]>::try_from(expected))
        {
            let difference = u128::from_le_bytes(*tag) ^ u128::from_le_bytes(*expected);
            return core::hint::black_box(difference) == 0;
        }
        let tag = self.as_ref();
        let difference = tag.iter().zip(expected).fold(0, |all, (a, b)| all | (a ^ b));
        !tag.is_empty() && tag.len() == expected.len() && core::hint::black_box(difference) == 0
    }

    /// Whether it is the beginning of a little-endian number, in constant time: it has at most 16 bytes and not none.
    #[allow(dead_code, reason = "some families have no tags")]
    #[inline(always)]
    pub(crate) fn begins(&self, number: u128) -> bool {
        let [low, high, ..] = self.bytes.as_chunks::<8>().0 else { return false };
        let tag =
            u128::from(u64::from_le_bytes(*low)) | u128::from(u64::from_le_bytes(*high)) << 64;
        let spare = 128u32.wrapping_sub(8 * u32::from(self.length));
        let difference = (tag ^ number) << (spare & 127);
        spare < 128 && core::hint::black_box(difference) == 0
    }

    /// Whether it equals a tag that must have so many bytes.
    pub(crate) fn check(&self, tag: &[u8], expected: usize) -> Result<(), Error> {
        if tag.len() != expected {
            return Err(Error::TagMismatch { bytes: tag.len(), expected });
        }
        match self.verify(tag) {
            true => Ok(()),
            false => Err(Error::Authentication),
        }
    }
}

/// The first bytes of a little-endian number, by how many there are.
#[allow(dead_code, reason = "some families have no tags")]
static FIRST_BYTES: [u128; 17] = {
    let mut bytes = [u128::MAX; 17];
    let mut count = 0;
    while count < 16 {
        bytes[count] = (1 << (8 * count)) - 1;
        count += 1;
    }
    bytes
};

impl AsRef<[u8]> for Tag {
    #[inline]
    fn as_ref(&self) -> &[u8] {
        &self.bytes[..usize::from(self.length)]
    }
}

impl PartialEq for Tag {
    fn eq(&self, other: &Self) -> bool {
        self.verify(other.as_ref())
    }
}

impl Eq for Tag {}

impl fmt::Debug for Tag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Tag(")?;
        self.as_ref().iter().try_for_each(|byte| write!(f, "{byte:02x}"))?;
        f.write_str(")")
    }
}
