//! Tags.

use core::fmt;

/// An authentication tag of up to 32 bytes.
///
/// Comparing two takes the same time wherever they differ.
#[derive(Clone, Copy)]
pub struct Tag {
    bytes: [u8; Tag::MOST],
    length: u8,
}

impl Tag {
    /// The most bytes of a tag.
    pub(crate) const MOST: usize = 32;

    /// From at most 32 bytes.
    pub(crate) fn new(tag: &[u8]) -> Self {
        let mut bytes = [0; Self::MOST];
        bytes[..tag.len()].copy_from_slice(tag);
        Self { bytes, length: tag.len() as u8 }
    }

    /// The first bytes of a block, at most 16.
    pub(crate) fn of_block(block: [u8; 16], length: usize) -> Self {
        let length = length.min(16);
        let kept = u128::MAX.checked_shr(8 * (16 - length as u32)).unwrap_or(0);
        let mut bytes = [0; Self::MOST];
        bytes[..16].copy_from_slice(&(u128::from_le_bytes(block) & kept).to_le_bytes());
        Self { bytes, length: length as u8 }
    }

    /// Whether it is the expected one, of the same length, in constant time.
    pub fn verify(&self, expected: &[u8]) -> bool {
        if let (16, Some(tag), Ok(expected)) =
            (self.length, self.bytes.first_chunk(), <&[u8; 16]>::try_from(expected))
        {
            let difference = u128::from_le_bytes(*tag) ^ u128::from_le_bytes(*expected);
            return core::hint::black_box(difference) == 0;
        }
        let tag = self.as_ref();
        let difference = tag.iter().zip(expected).fold(0, |all, (a, b)| all | (a ^ b));
        tag.len() == expected.len() && core::hint::black_box(difference) == 0
    }
}

impl AsRef<[u8]> for Tag {
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
