//! The algorithms of 3GPP over SNOW 3G.

use super::Parameters;
use super::length::{MAX_BYTES, check_bits};
use crate::batch::allowed_tag;
use crate::lanes::Row;
use crate::stream::key::{KeyBytes, key_object};
use crate::stream::messages::stream_cipher;
use crate::stream::snow3g::{
    Snow3gCipher, Snow3gMac, Snow3gStream, Variant, put, snow3g_cipher, snow3g_mac,
};
use crate::{Cipher, Error, Mac};

/// 128-NEA1, which is 128-EEA1 and UEA2: SNOW 3G with the IV made of COUNT, BEARER and DIRECTION.
///
/// The key has 16 bytes. The same parameters must not be used for two messages under one key. A
/// message has at most 2^32 - 1 bits and may end within a byte; in pieces it has whole bytes, at most
/// 2^29 - 1. Encryption and decryption are the same. Constant time in keys and data.
///
/// Source: 3GPP TS 35.215, section 3; TS 33.501, annex D.2.1.2.
///
/// ```
/// use lanecrypt::{Algorithm, Cipher, threegpp::{Direction, Nea1, Parameters}};
///
/// let key = Nea1::from_key(&[7; 16]);
/// let parameters = Parameters::new(1, 5, Direction::Uplink)?;
/// let mut message = [0xff; 100];
/// key.encrypt_bits(parameters, &mut message, 795)?;
/// key.decrypt_bits(parameters, &mut message, 795)?;
/// assert_eq!((message[98], message[99]), (0xff, 0xe0));
/// # Ok::<(), lanecrypt::Error>(())
/// ```
#[derive(Clone)]
pub struct Nea1 {
    key: KeyBytes<16, Variant>,
}

key_object!(Nea1, 16 byte keys, Variant);
stream_cipher!(Nea1, Snow3gStream);
snow3g_cipher!(Nea1);

impl Cipher for Nea1 {
    type Nonce<'a> = Parameters;

    const BIT_LENGTHS: bool = true;
}

impl Nea1 {
    /// The IV of SNOW 3G.
    #[inline(always)]
    pub(super) fn iv(parameters: Parameters) -> u128 {
        let direction = u32::from(parameters.direction().bit()) << 26;
        let (count, bearer) = (parameters.count(), bearer(parameters) | direction);
        iv([count, bearer, count, bearer])
    }
}

impl Snow3gCipher for Nea1 {
    const MAX_BYTES: u64 = MAX_BYTES;

    #[inline(always)]
    fn load(key: &[u8], parameters: Parameters, row: &mut Row) {
        put(row, key, Self::iv(parameters));
    }

    fn check_message(bits: u64) -> Result<(), Error> {
        check_bits(bits)
    }
}

/// The bytes of an IV, the lowest first, from its words IV3 to IV0.
#[inline(always)]
fn iv(words: [u32; 4]) -> u128 {
    let [iv3, iv2, iv1, iv0] = words.map(|word| u128::from(word.swap_bytes()));
    iv3 | iv2 << 32 | iv1 << 64 | iv0 << 96
}

/// BEARER as the upper bits of a word.
#[inline(always)]
fn bearer(parameters: Parameters) -> u32 {
    u32::from(parameters.bearer()) << 27
}

/// 128-NIA1, which is 128-EIA1: UIA2 over SNOW 3G with the IV made of COUNT, BEARER and DIRECTION.
///
/// UIA2 of UMTS has a word FRESH where BEARER stands here, followed by zeros;
/// [`Uia2`](crate::stream::snow3g::Uia2) takes its IV whole. The key has 16 bytes, the tag has 4 bytes, most
/// significant byte first. The same parameters must not be used for two messages under one key. A message has
/// at most 2^32 - 1 bits and may end within a byte. Constant time in keys and messages.
///
/// Source: 3GPP TS 35.215, section 4; TS 33.501, annex D.3.1.2.
///
/// ```
/// use lanecrypt::{Algorithm, Mac, threegpp::{Direction, Nia1, Parameters}};
///
/// let key = Nia1::from_key(&[7; 16]);
/// let parameters = Parameters::new(1, 5, Direction::Uplink)?;
/// let tag = key.compute_bits(parameters, &[0xff; 100], 795)?;
/// key.verify_bits(parameters, &[0xff; 100], 795, tag.as_ref())?;
/// assert!(key.verify_bits(parameters, &[0xff; 100], 796, tag.as_ref()).is_err());
/// # Ok::<(), lanecrypt::Error>(())
/// ```
#[derive(Clone)]
pub struct Nia1 {
    key: KeyBytes<16, Variant>,
}

key_object!(Nia1, 16 byte keys, Variant);
snow3g_mac!(Nia1);

impl Mac for Nia1 {
    type Nonce<'a> = Parameters;

    const TAG_BYTES: &'static [usize] = &[4];
    const DEFAULT_TAG_BYTES: usize = 4;
    const BIT_LENGTHS: bool = true;

    fn with_tag_bytes(self, tag_bytes: usize) -> Result<Self, Error> {
        allowed_tag(tag_bytes, Self::TAG_BYTES).map(|_| self)
    }

    fn tag_bytes(&self) -> usize {
        4
    }
}

impl Nia1 {
    /// The IV of SNOW 3G.
    #[inline(always)]
    pub(super) fn iv(parameters: Parameters) -> u128 {
        let direction = u32::from(parameters.direction().bit());
        let (count, fresh) = (parameters.count(), bearer(parameters));
        iv([count, fresh, count ^ direction << 31, fresh ^ direction << 15])
    }
}

impl Snow3gMac for Nia1 {
    #[inline(always)]
    fn load(key: &[u8], parameters: Parameters, row: &mut Row) {
        put(row, key, Self::iv(parameters));
    }

    fn check_message(bits: u64) -> Result<(), Error> {
        check_bits(bits)
    }
}
