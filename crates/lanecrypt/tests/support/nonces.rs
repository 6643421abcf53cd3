//! Nonces of every algorithm of the catalogue, made of bytes.

/// What is given with every message, made of 32 bytes.
pub(crate) trait FromBytes<'a>: Copy {
    fn from_bytes(bytes: &'a [u8; 32], count: usize) -> Self;
}

impl<'a> FromBytes<'a> for &'a [u8] {
    fn from_bytes(bytes: &'a [u8; 32], count: usize) -> Self {
        &bytes[..count]
    }
}

impl<'a, const N: usize> FromBytes<'a> for &'a [u8; N] {
    fn from_bytes(bytes: &'a [u8; 32], _: usize) -> Self {
        bytes.first_chunk().unwrap()
    }
}

impl FromBytes<'_> for () {
    fn from_bytes(_: &[u8; 32], _: usize) -> Self {}
}

impl FromBytes<'_> for lanecrypt::threegpp::Parameters {
    fn from_bytes(bytes: &[u8; 32], _: usize) -> Self {
        let count = u32::from_le_bytes(*bytes.first_chunk().unwrap());
        Self::new(count, bytes[4] & 31, lanecrypt::threegpp::Direction::Uplink).unwrap()
    }
}

impl FromBytes<'_> for lanecrypt::threegpp::Iv {
    fn from_bytes(bytes: &[u8; 32], _: usize) -> Self {
        Self::from_bytes(*bytes.first_chunk().unwrap())
    }
}

#[cfg(feature = "zuc")]
impl FromBytes<'_> for lanecrypt::stream::zuc::Iv184 {
    fn from_bytes(bytes: &[u8; 32], _: usize) -> Self {
        Self::from_packed(bytes.first_chunk().unwrap())
    }
}
