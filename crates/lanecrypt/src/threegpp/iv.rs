//! The IV of the 256-bit suite.

use crate::Error;

/// The lengths of tags in bytes.
pub(super) const TAG_BYTES: &[usize] = &[4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16];

/// The IV that algorithms 4 to 6 take with every message: 16 bytes.
///
/// An IV must not be used for two messages under one key. Byte 0 says what the IV is for, so that
/// encryption, integrity, AEAD and tags of different lengths never share an IV:
///
/// | made by | purpose | byte 0 |
/// |---|---|---|
/// | [`Iv::encryption`] | encryption (NEA) | 0 |
/// | [`Iv::integrity`] | integrity (NIA) | the length of the tag in bits |
/// | [`Iv::aead`] | AEAD (NCA) | the length of the tag in bits, plus 4 |
/// | [`Iv::from_bytes`] | not known | as given |
///
/// An IV that was made for one purpose is refused with [`Error::ParameterKind`] for another one, and
/// an IV that was made for one length of tags is refused with [`Error::TagMismatch`] for another
/// one. An IV made by [`Iv::from_bytes`] is taken as it is. Two IVs are equal if their bytes and
/// their purposes are equal.
///
/// Source: the test vectors of the suite (3GPP TS 33.501); see also TS 35.246.
///
/// ```
/// use lanecrypt::{Error, threegpp::Iv};
///
/// let iv = Iv::integrity(&[7; 15], 8)?;
/// assert_eq!((iv.as_bytes()[0], iv.tag_bytes()), (64, Some(8)));
/// assert_eq!(Iv::aead(&[7; 15], 16)?.as_bytes()[0], 132);
/// assert!(Iv::integrity(&[7; 15], 3).is_err());
///
/// let whole = Iv::from_bytes([9; 16]);
/// assert_eq!(whole.tag_bytes(), None);
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Iv {
    bytes: [u8; 16],
    /// `None` for an IV that claims nothing.
    purpose: Option<Purpose>,
}

/// What an IV is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Purpose {
    Encryption,
    Integrity { tag_bytes: u8 },
    Aead { tag_bytes: u8 },
}

#[cfg_attr(not(feature = "zuc"), allow(dead_code))]
impl Purpose {
    /// Integrity with tags of so many bytes.
    #[inline]
    pub(super) fn integrity(tag_bytes: usize) -> Self {
        Self::Integrity { tag_bytes: tag_bytes.min(usize::from(u8::MAX)) as u8 }
    }

    /// AEAD with tags of so many bytes.
    #[inline]
    pub(super) fn aead(tag_bytes: usize) -> Self {
        Self::Aead { tag_bytes: tag_bytes.min(usize::from(u8::MAX)) as u8 }
    }
}

impl Purpose {
    /// Why what was made for this one cannot be used for another one.
    #[cfg_attr(not(feature = "zuc"), allow(dead_code))]
    #[cold]
    fn confused_with(self, other: Self) -> Error {
        use Purpose::{Aead, Integrity};
        match (self, other) {
            (Integrity { tag_bytes: bytes }, Integrity { tag_bytes: expected })
            | (Aead { tag_bytes: bytes }, Aead { tag_bytes: expected }) => {
                Error::TagMismatch { bytes: bytes.into(), expected: expected.into() }
            }
            _ => Error::ParameterKind,
        }
    }
}

impl Iv {
    /// Takes the whole IV as it is, with any byte 0.
    pub const fn from_bytes(bytes: [u8; 16]) -> Self {
        Self { bytes, purpose: None }
    }

    /// Makes an IV for encryption: byte 0 is zero, bytes 1 to 15 are given.
    pub fn encryption(rest: &[u8; 15]) -> Self {
        Self::with_first(0, rest, Purpose::Encryption)
    }

    /// Makes an IV for integrity with tags of `tag_bytes` bytes: byte 0 is the length of the tag in
    /// bits, bytes 1 to 15 are given.
    ///
    /// # Errors
    ///
    /// [`Error::TagLength`] if the length is not 4 to 16.
    pub fn integrity(rest: &[u8; 15], tag_bytes: usize) -> Result<Self, Error> {
        let first = tag_bits(tag_bytes)?;
        Ok(Self::with_first(first, rest, Purpose::integrity(tag_bytes)))
    }

    /// Makes an IV for AEAD with tags of `tag_bytes` bytes: byte 0 is the length of the tag in bits,
    /// plus 4; bytes 1 to 15 are given.
    ///
    /// # Errors
    ///
    /// [`Error::TagLength`] if the length is not 4 to 16.
    pub fn aead(rest: &[u8; 15], tag_bytes: usize) -> Result<Self, Error> {
        let first = tag_bits(tag_bytes)? + 4;
        Ok(Self::with_first(first, rest, Purpose::aead(tag_bytes)))
    }

    /// The length in bytes of the tags that the IV was made for. `None` for an IV made by
    /// [`Iv::encryption`] or [`Iv::from_bytes`].
    pub const fn tag_bytes(&self) -> Option<usize> {
        match self.purpose {
            Some(Purpose::Integrity { tag_bytes } | Purpose::Aead { tag_bytes }) => {
                Some(tag_bytes as usize)
            }
            Some(Purpose::Encryption) | None => None,
        }
    }

    /// All 16 bytes.
    pub const fn as_bytes(&self) -> &[u8; 16] {
        &self.bytes
    }

    fn with_first(first: u8, rest: &[u8; 15], purpose: Purpose) -> Self {
        let mut bytes = [first; 16];
        bytes[1..].copy_from_slice(rest);
        Self { bytes, purpose: Some(purpose) }
    }

    /// Whether the IV can be used for a purpose.
    #[cfg_attr(not(feature = "zuc"), allow(dead_code))]
    #[inline]
    pub(super) fn check(&self, purpose: Purpose) -> Result<(), Error> {
        match self.purpose {
            Some(own) if own != purpose => Err(own.confused_with(purpose)),
            _ => Ok(()),
        }
    }
}

fn tag_bits(tag_bytes: usize) -> Result<u8, Error> {
    match tag_bytes {
        4..=16 => Ok(8 * tag_bytes as u8),
        bytes => Err(Error::TagLength { bytes, allowed: TAG_BYTES }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn byte_0_says_what_an_iv_is_for() {
        let rest = core::array::from_fn(|i| i as u8 + 1);
        assert_eq!(Iv::encryption(&rest).as_bytes()[..3], [0, 1, 2]);
        for &tag_bytes in TAG_BYTES {
            let integrity = Iv::integrity(&rest, tag_bytes).unwrap();
            let aead = Iv::aead(&rest, tag_bytes).unwrap();
            assert_eq!(usize::from(integrity.as_bytes()[0]), 8 * tag_bytes);
            assert_eq!(usize::from(aead.as_bytes()[0]), 8 * tag_bytes + 4);
            assert_eq!(
                (integrity.tag_bytes(), aead.tag_bytes()),
                (Some(tag_bytes), Some(tag_bytes))
            );
        }
        for bytes in [0, 3, 17, usize::MAX] {
            let error = Err(Error::TagLength { bytes, allowed: TAG_BYTES });
            assert_eq!(Iv::integrity(&rest, bytes), error);
            assert_eq!(Iv::aead(&rest, bytes), error);
        }
    }

    #[test]
    fn an_iv_serves_what_it_was_made_for() {
        let rest = [0; 15];
        let purposes = [
            Purpose::Encryption,
            Purpose::Integrity { tag_bytes: 4 },
            Purpose::Integrity { tag_bytes: 8 },
            Purpose::Aead { tag_bytes: 4 },
        ];
        let ivs = [
            Iv::encryption(&rest),
            Iv::integrity(&rest, 4).unwrap(),
            Iv::integrity(&rest, 8).unwrap(),
            Iv::aead(&rest, 4).unwrap(),
        ];
        for (i, iv) in ivs.iter().enumerate() {
            for (j, &purpose) in purposes.iter().enumerate() {
                let expected = match (i, j) {
                    _ if i == j => Ok(()),
                    (1, 2) => Err(Error::TagMismatch { bytes: 4, expected: 8 }),
                    (2, 1) => Err(Error::TagMismatch { bytes: 8, expected: 4 }),
                    _ => Err(Error::ParameterKind),
                };
                assert_eq!(iv.check(purpose), expected);
                assert_eq!(Iv::from_bytes(*iv.as_bytes()).check(purpose), Ok(()));
            }
        }
    }
}
