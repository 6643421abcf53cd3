//! The key objects of ZUC.

use super::batch::{ZucCipher, ZucMac, zuc_mac};
use super::{Iv184, Kind, Loading, Variant, ZucStream};
use crate::batch::allowed_tag;
use crate::lanes::Row;
use crate::stream::key::{KeyBytes, key_object};
use crate::stream::messages::stream_cipher;
use crate::{Cipher, Error, Mac};

/// ZUC-128 with a key: keys have 16 bytes, IVs have 16 bytes.
///
/// An IV must not be used twice under one key. Messages have any length, also in bits. Encryption
/// and decryption are the same. Nothing is authenticated. Constant time in keys and data.
///
/// Source: ETSI/SAGE, "Specification of the 3GPP Confidentiality and Integrity Algorithms 128-EEA3
/// and 128-EIA3. Document 2: ZUC Specification", section 3.
///
/// ```
/// use lanecrypt::{Algorithm, Cipher, StreamCipher, stream::zuc::Zuc128};
///
/// let cipher = Zuc128::from_key(&[0; 16]);
/// let mut keystream = [0; 8];
/// cipher.keystream(&[0; 16], &mut keystream)?;
/// assert_eq!(keystream, [0x27, 0xbe, 0xde, 0x74, 0x01, 0x80, 0x82, 0xda]);
///
/// let mut message = *b"any length";
/// cipher.encrypt(&[1; 16], &mut message)?;
/// cipher.decrypt(&[1; 16], &mut message)?;
/// assert_eq!(&message, b"any length");
/// # Ok::<(), lanecrypt::Error>(())
/// ```
#[derive(Clone)]
pub struct Zuc128 {
    key: KeyBytes<16, Variant>,
}

key_object!(Zuc128, 16 byte keys, Variant);
stream_cipher!(Zuc128, ZucStream);

impl Cipher for Zuc128 {
    type Nonce<'a> = &'a [u8; 16];

    const BIT_LENGTHS: bool = true;
}

impl ZucCipher for Zuc128 {
    #[inline(always)]
    fn load(key: &[u8], iv: &[u8; 16], row: &mut Row) -> Loading {
        Loading::zuc128(row, key, u128::from_le_bytes(*iv))
    }
}

/// ZUC-256 in its version of 2018, with a key: keys have 32 bytes, IVs have 184 bits.
///
/// An IV must not be used twice under one key. Messages have any length, also in bits. Encryption
/// and decryption are the same. Nothing is authenticated. Constant time in keys and data.
///
/// The 256-bit algorithms of 3GPP load ZUC in another way: they are in
/// [`threegpp`](crate::threegpp).
///
/// Source: "The ZUC-256 Stream Cipher", 2018.
///
/// ```
/// use lanecrypt::{Algorithm, Cipher, stream::zuc::{Iv184, Zuc256}};
///
/// let cipher = Zuc256::from_key(&[7; 32]);
/// let iv = Iv184::from_packed(&[1; 23]);
/// let mut message = *b"any length";
/// cipher.encrypt(iv, &mut message)?;
/// cipher.decrypt(iv, &mut message)?;
/// assert_eq!(&message, b"any length");
/// # Ok::<(), lanecrypt::Error>(())
/// ```
#[derive(Clone)]
pub struct Zuc256 {
    key: KeyBytes<32, Variant>,
}

key_object!(Zuc256, 32 byte keys, Variant);
stream_cipher!(Zuc256, ZucStream);

impl Cipher for Zuc256 {
    type Nonce<'a> = Iv184;

    const BIT_LENGTHS: bool = true;
}

impl ZucCipher for Zuc256 {
    fn load(key: &[u8], iv: Iv184, row: &mut Row) -> Loading {
        Loading::zuc256(row, key, &iv)
    }
}

/// The MAC of ZUC-256 in its version of 2018, with a key: keys have 32 bytes, IVs have 184 bits,
/// tags have 4, 8 or 16 bytes.
///
/// An IV must not be used for two messages under one key. Messages have any length, also in bits.
/// The loading depends on the length of the tag, so that tags of different lengths have nothing in
/// common. The first bit of a tag is the most significant bit of its first byte. Constant time in
/// keys and data.
///
/// Source: "The ZUC-256 Stream Cipher", 2018.
///
/// ```
/// use lanecrypt::{Algorithm, Mac, stream::zuc::{Iv184, Zuc256Mac}};
///
/// let iv = Iv184::from_packed(&[1; 23]);
/// let mac = Zuc256Mac::from_key(&[7; 32]).with_tag_bytes(8)?;
/// let tag = mac.compute(iv, b"message")?;
/// mac.verify(iv, b"message", tag.as_ref())?;
/// assert!(mac.verify(iv, b"massage", tag.as_ref()).is_err());
/// # Ok::<(), lanecrypt::Error>(())
/// ```
#[derive(Clone)]
pub struct Zuc256Mac {
    key: KeyBytes<32, Variant>,
    tag_bytes: usize,
}

key_object!(Zuc256Mac, 32 byte keys, Variant, tag_bytes: Self::DEFAULT_TAG_BYTES);
zuc_mac!(Zuc256Mac);

impl Mac for Zuc256Mac {
    type Nonce<'a> = Iv184;

    const TAG_BYTES: &'static [usize] = &[4, 8, 16];
    const DEFAULT_TAG_BYTES: usize = 16;
    const BIT_LENGTHS: bool = true;

    fn with_tag_bytes(self, tag_bytes: usize) -> Result<Self, Error> {
        Ok(Self { tag_bytes: allowed_tag(tag_bytes, Self::TAG_BYTES)?, ..self })
    }

    fn tag_bytes(&self) -> usize {
        self.tag_bytes
    }
}

impl ZucMac for Zuc256Mac {
    fn load(key: &[u8], iv: Iv184, tag_bytes: usize, row: &mut Row) -> Loading {
        Loading::zuc256_mac(row, key, &iv, tag_bytes)
    }

    fn kind(tag_bytes: usize) -> Kind {
        Kind::Zuc256 { tag_bytes }
    }
}
