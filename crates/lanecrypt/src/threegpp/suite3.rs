//! The algorithms of 3GPP over ZUC-128.

use super::Parameters;
use super::length::{MAX_BYTES, check_bits};
use crate::batch::allowed_tag;
use crate::lanes::Row;
use crate::stream::key::{KeyBytes, key_object};
use crate::stream::messages::stream_cipher;
use crate::stream::zuc::{Kind, Loading, Variant, ZucCipher, ZucMac, ZucStream, zuc_mac};
use crate::{Cipher, Error, Mac};

/// 128-NEA3, which is 128-EEA3: ZUC-128 with the IV made of COUNT, BEARER and DIRECTION.
///
/// The key has 16 bytes. The same parameters must not be used for two messages under one key. A
/// message has at most 2^32 - 1 bits and may end within a byte; in pieces it has whole bytes, at most
/// 2^29 - 1. Encryption and decryption are the same. Constant time in keys and data.
///
/// Source: 3GPP TS 35.221, section 3; TS 33.501, annex D.2.1.4.
///
/// ```
/// use lanecrypt::{Algorithm, Cipher, threegpp::{Direction, Nea3, Parameters}};
///
/// let key = Nea3::from_key(&[7; 16]);
/// let parameters = Parameters::new(1, 5, Direction::Uplink)?;
/// let mut message = [0xff; 100];
/// key.encrypt_bits(parameters, &mut message, 795)?;
/// key.decrypt_bits(parameters, &mut message, 795)?;
/// assert_eq!((message[98], message[99]), (0xff, 0xe0));
/// # Ok::<(), lanecrypt::Error>(())
/// ```
#[derive(Clone)]
pub struct Nea3 {
    key: KeyBytes<16, Variant>,
}

key_object!(Nea3, 16 byte keys, Variant);
stream_cipher!(Nea3, ZucStream);

impl Cipher for Nea3 {
    type Nonce<'a> = Parameters;

    const BIT_LENGTHS: bool = true;
}

impl Nea3 {
    /// The IV of ZUC.
    #[inline(always)]
    pub(super) fn iv(parameters: Parameters) -> u128 {
        let half = half_iv(parameters) | u64::from(parameters.direction().bit()) << 34;
        u128::from(half) << 64 | u128::from(half)
    }
}

impl ZucCipher for Nea3 {
    const MAX_BYTES: u64 = MAX_BYTES;

    #[inline(always)]
    fn load(key: &[u8], parameters: Parameters, row: &mut Row) -> Loading {
        Loading::zuc128(row, key, Self::iv(parameters))
    }

    fn check_message(_: Parameters, bits: u64) -> Result<(), Error> {
        check_bits(bits)
    }
}

/// Bytes 0 to 7 of an IV without DIRECTION, byte 0 lowest: COUNT, then BEARER in the upper five bits.
#[inline(always)]
fn half_iv(parameters: Parameters) -> u64 {
    let count = u64::from(parameters.count().swap_bytes());
    count | u64::from(parameters.bearer()) << 35
}

/// 128-NIA3, which is 128-EIA3: a MAC over ZUC-128 with the IV made of COUNT, BEARER and DIRECTION.
///
/// The key has 16 bytes, the tag has 4 bytes, most significant byte first. The same parameters must
/// not be used for two messages under one key. A message has at most 2^32 - 1 bits and may end
/// within a byte. Constant time in keys and messages.
///
/// Source: 3GPP TS 35.221, section 4; TS 33.501, annex D.3.1.4.
///
/// ```
/// use lanecrypt::{Algorithm, Mac, threegpp::{Direction, Nia3, Parameters}};
///
/// let key = Nia3::from_key(&[0; 16]);
/// let parameters = Parameters::new(0, 0, Direction::Uplink)?;
/// let tag = key.compute_bits(parameters, &[0; 4], 1)?;
/// assert_eq!(tag.as_ref(), [0xc8, 0xa9, 0x59, 0x5e]);
/// key.verify_bits(parameters, &[0; 4], 1, tag.as_ref())?;
/// # Ok::<(), lanecrypt::Error>(())
/// ```
#[derive(Clone)]
pub struct Nia3 {
    key: KeyBytes<16, Variant>,
}

key_object!(Nia3, 16 byte keys, Variant);
zuc_mac!(Nia3);

impl Mac for Nia3 {
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

impl Nia3 {
    /// The IV of ZUC.
    #[inline(always)]
    pub(super) fn iv(parameters: Parameters) -> u128 {
        let half = half_iv(parameters);
        // DIRECTION is the first bit of bytes 8 and 14.
        let direction = u64::from(parameters.direction().bit()) << 7;
        let second = half ^ direction ^ direction << 48;
        u128::from(second) << 64 | u128::from(half)
    }
}

impl ZucMac for Nia3 {
    #[inline(always)]
    fn load(key: &[u8], parameters: Parameters, _: usize, row: &mut Row) -> Loading {
        Loading::zuc128(row, key, Self::iv(parameters))
    }

    fn kind(_: usize) -> Kind {
        Kind::Eia3
    }

    fn check_message(_: Parameters, bits: u64) -> Result<(), Error> {
        check_bits(bits)
    }
}
