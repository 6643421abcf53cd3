//! The key objects of SNOW 3G that take an IV.

use super::batch::{Snow3gCipher, Snow3gMac, snow3g_cipher, snow3g_mac};
use super::load::put;
use super::{Snow3gStream, Variant};
use crate::batch::allowed_tag;
use crate::lanes::Row;
use crate::stream::key::{KeyBytes, key_object};
use crate::stream::messages::stream_cipher;
use crate::{Cipher, Error, Mac};

/// SNOW 3G with a key: keys have 16 bytes, IVs have 16 bytes.
///
/// This is UEA2 with its IV given whole. The first four bytes of a key are the word K3 of the
/// specification, its last four K0, each most significant byte first; the same holds for IV3 to IV0. An IV
/// must not be used twice under one key. Messages have any length, also in bits. Encryption and decryption
/// are the same. Nothing is authenticated. Constant time in keys and data.
///
/// Source: ETSI/SAGE, "Specification of the 3GPP Confidentiality and Integrity Algorithms UEA2 and UIA2.
/// Document 2: SNOW 3G Specification" (3GPP TS 35.216).
///
/// ```
/// use lanecrypt::{Algorithm, Cipher, StreamCipher, stream::snow3g::Snow3g};
///
/// let cipher = Snow3g::from_key(&[
///     0x48, 0x81, 0xff, 0x48, 0x95, 0x2c, 0x49, 0x10, 0x82, 0xc5, 0xb3, 0x00, 0x2b, 0xd6, 0x45, 0x9f,
/// ]);
/// let iv = [
///     0x1c, 0x0b, 0xf4, 0x5f, 0xdf, 0x1f, 0x9b, 0x25, 0xad, 0x5c, 0x4d, 0x84, 0xea, 0x02, 0x47, 0x14,
/// ];
/// let mut keystream = [0; 8];
/// cipher.keystream(&iv, &mut keystream)?;
/// assert_eq!(keystream, [0xab, 0xee, 0x97, 0x04, 0x7a, 0xc3, 0x13, 0x73]);
///
/// let mut message = *b"any length";
/// cipher.encrypt(&[1; 16], &mut message)?;
/// cipher.decrypt(&[1; 16], &mut message)?;
/// assert_eq!(&message, b"any length");
/// # Ok::<(), lanecrypt::Error>(())
/// ```
#[derive(Clone)]
pub struct Snow3g {
    key: KeyBytes<16, Variant>,
}

key_object!(Snow3g, 16 byte keys, Variant);
stream_cipher!(Snow3g, Snow3gStream);
snow3g_cipher!(Snow3g);

impl Cipher for Snow3g {
    type Nonce<'a> = &'a [u8; 16];

    const BIT_LENGTHS: bool = true;
}

impl Snow3gCipher for Snow3g {
    #[inline(always)]
    fn load(key: &[u8], iv: &[u8; 16], row: &mut Row) {
        put(row, key, u128::from_le_bytes(*iv));
    }
}

/// UIA2 with a key, its IV given whole: keys have 16 bytes, IVs have 16 bytes, tags have 4 bytes.
///
/// The first five words of SNOW 3G's keystream are the key of a hash in GF(2^64) and what is added to the
/// tag. An IV must not be used for two messages under one key. Messages have any length, also in bits. The
/// first byte of a tag is its most significant one. Constant time in keys and data.
///
/// Source: ETSI/SAGE, "Specification of the 3GPP Confidentiality and Integrity Algorithms UEA2 and UIA2.
/// Document 1: UEA2 and UIA2 Specification", section 4 (3GPP TS 35.215).
///
/// ```
/// use lanecrypt::{Algorithm, Mac, stream::snow3g::Uia2};
///
/// let mac = Uia2::from_key(&[7; 16]);
/// let tag = mac.compute(&[1; 16], b"message")?;
/// mac.verify(&[1; 16], b"message", tag.as_ref())?;
/// assert!(mac.verify(&[1; 16], b"massage", tag.as_ref()).is_err());
/// # Ok::<(), lanecrypt::Error>(())
/// ```
#[derive(Clone)]
pub struct Uia2 {
    key: KeyBytes<16, Variant>,
}

key_object!(Uia2, 16 byte keys, Variant);
snow3g_mac!(Uia2);

impl Mac for Uia2 {
    type Nonce<'a> = &'a [u8; 16];

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

impl Snow3gMac for Uia2 {
    #[inline(always)]
    fn load(key: &[u8], iv: &[u8; 16], row: &mut Row) {
        put(row, key, u128::from_le_bytes(*iv));
    }
}
