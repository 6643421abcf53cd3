//! The ciphers.

use super::{SnowCipher, Version, snow_cipher};
use crate::Cipher;
use crate::stream::key::{KeyBytes, key_object};

macro_rules! cipher {
    ($(#[$doc:meta])* $name:ident, $version:ident) => {
        $(#[$doc])*
        #[derive(Clone)]
        pub struct $name {
            key: KeyBytes<32, ()>,
        }

        key_object!($name, 32 byte keys, ());
        snow_cipher!($name);

        impl Cipher for $name {
            type Nonce<'a> = &'a [u8; 16];
        }

        impl SnowCipher for $name {
            const VERSION: Version = Version::$version;

            fn iv(iv: &[u8; 16]) -> [u8; 16] {
                *iv
            }
        }
    };
}

cipher! {
    /// SNOW 5G with a key: keys have 32 bytes, IVs have 16 bytes.
    ///
    /// An IV must not be used twice under one key. Messages have any length. Encryption and decryption are the
    /// same. Nothing is authenticated. Constant time in keys and data. The algorithms of 3GPP over it are in
    /// [`threegpp`](crate::threegpp): `Nea4`, `Nia4` and `Nca4`.
    ///
    /// Source: 3GPP TS 35.240. The text was not at hand: the cipher reproduces the test vectors of the
    /// algorithms over it.
    ///
    /// ```
    /// use lanecrypt::{Algorithm, Cipher, stream::Snow5g};
    ///
    /// let cipher = Snow5g::from_key(&[7; 32]);
    /// let mut message = *b"any length";
    /// cipher.encrypt(&[1; 16], &mut message)?;
    /// cipher.decrypt(&[1; 16], &mut message)?;
    /// assert_eq!(&message, b"any length");
    /// # Ok::<(), lanecrypt::Error>(())
    /// ```
    Snow5g, Snow5g
}

cipher! {
    /// SNOW-V with a key: keys have 32 bytes, IVs have 16 bytes.
    ///
    /// An IV must not be used twice under one key. Messages have any length. Encryption and decryption are the
    /// same. Nothing is authenticated: the AEAD mode of the paper is not here. Constant time in keys and data.
    ///
    /// Source: Ekdahl, Johansson, Maximov, Yang, "A new SNOW stream cipher called SNOW-V", 2019.
    ///
    /// ```
    /// use lanecrypt::{Algorithm, StreamCipher, stream::SnowV};
    ///
    /// let mut keystream = [0; 4];
    /// SnowV::from_key(&[0; 32]).keystream(&[0; 16], &mut keystream)?;
    /// assert_eq!(keystream, [0x69, 0xca, 0x6d, 0xaf]);
    /// # Ok::<(), lanecrypt::Error>(())
    /// ```
    SnowV, SnowV
}

cipher! {
    /// SNOW-Vi with a key: keys have 32 bytes, IVs have 16 bytes.
    ///
    /// An IV must not be used twice under one key. Messages have any length. Encryption and decryption are the
    /// same. Nothing is authenticated. Constant time in keys and data.
    ///
    /// Source: Ekdahl, Maximov, Johansson, Yang, "SNOW-Vi: an extreme performance variant of SNOW-V for lower
    /// grade CPUs", 2021.
    ///
    /// ```
    /// use lanecrypt::{Algorithm, StreamCipher, stream::SnowVi};
    ///
    /// let mut keystream = [0; 4];
    /// SnowVi::from_key(&[0; 32]).keystream(&[0; 16], &mut keystream)?;
    /// assert_eq!(keystream, [0x50, 0x17, 0x19, 0xe1]);
    /// # Ok::<(), lanecrypt::Error>(())
    /// ```
    SnowVi, SnowVi
}
