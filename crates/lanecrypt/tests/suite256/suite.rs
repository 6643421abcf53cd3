//! The algorithms of a number, and plain models of their ciphers.

#[cfg(feature = "aes")]
use aes::cipher::{BlockCipherEncrypt as _, KeyInit as _};
#[cfg(feature = "zuc")]
use lanecrypt::stream::zuc::Variant;
use lanecrypt::threegpp::{self, AeadId, EncryptionId, IntegrityId, Iv};
use lanecrypt::{Aead, Mac, StreamCipher};
#[cfg(feature = "zuc")]
use lanecrypt::{Algorithm as _, Backend};
use lanecrypt_vectors::{Case, cases_of};

/// The algorithms of a number.
pub(crate) trait Suite {
    type Nea: for<'a> StreamCipher<Nonce<'a> = Iv>;
    type Nia: for<'a> Mac<Nonce<'a> = Iv>;
    type Nca: Aead;
    /// What they are called at run time.
    const IDS: (EncryptionId, IntegrityId, AeadId);
    /// The targets of their known answers.
    const TARGETS: [&'static str; 3];

    /// The first bytes of keystream.
    fn keystream(key: &[u8], iv: &[u8; 16], bytes: usize) -> Vec<u8>;

    /// H, Q and P, and the keystream that encrypts what is authenticated too.
    fn authenticated(key: &[u8], iv: &[u8; 16], bytes: usize) -> ([u8; 48], Vec<u8>) {
        let mut hash_key = Self::keystream(key, iv, 48 + bytes);
        let keystream = hash_key.split_off(48);
        (hash_key.try_into().unwrap(), keystream)
    }

    /// The cases of one of the three.
    fn cases(which: usize) -> Vec<Case> {
        cases_of(Self::TARGETS[which]).unwrap()
    }
}

/// Algorithms 4: SNOW 5G, by its plain implementation.
#[cfg(feature = "snow5g")]
pub(crate) enum Snow {}

#[cfg(feature = "snow5g")]
impl Suite for Snow {
    type Nea = threegpp::Nea4;
    type Nia = threegpp::Nia4;
    type Nca = threegpp::Nca4;
    const IDS: (EncryptionId, IntegrityId, AeadId) =
        (EncryptionId::Nea4, IntegrityId::Nia4, AeadId::Nca4);
    const TARGETS: [&'static str; 3] = ["snow5g_nea4", "snow5g_nia4", "snow5g_nca4"];

    fn keystream(key: &[u8], iv: &[u8; 16], bytes: usize) -> Vec<u8> {
        let mut keystream = vec![0; bytes];
        let key = key.try_into().unwrap();
        lanecrypt::stream::reference::Snow::snow5g(key, iv).keystream(&mut keystream);
        keystream
    }
}

/// Algorithms 5: AES-256 in counter mode, by another implementation of AES.
#[cfg(feature = "aes")]
pub(crate) enum Aes {}

#[cfg(feature = "aes")]
impl Suite for Aes {
    type Nea = threegpp::Nea5;
    type Nia = threegpp::Nia5;
    type Nca = threegpp::Nca5;
    const IDS: (EncryptionId, IntegrityId, AeadId) =
        (EncryptionId::Nea5, IntegrityId::Nia5, AeadId::Nca5);
    const TARGETS: [&'static str; 3] = ["aes_nea5", "aes_nia5", "aes_nca5"];

    fn keystream(key: &[u8], iv: &[u8; 16], bytes: usize) -> Vec<u8> {
        let cipher = aes::Aes256::new(key.try_into().unwrap());
        let block = |number: u32| {
            let mut block = *iv;
            block[12..].copy_from_slice(&number.to_be_bytes());
            let mut block = block.into();
            cipher.encrypt_block(&mut block);
            <[u8; 16]>::from(block)
        };
        let mut keystream: Vec<u8> = (0..bytes.div_ceil(16) as u32).flat_map(block).collect();
        keystream.truncate(bytes);
        keystream
    }

    fn authenticated(key: &[u8], iv: &[u8; 16], bytes: usize) -> ([u8; 48], Vec<u8>) {
        let mut other = *iv;
        other[0] |= 1;
        let hash_key = Self::keystream(key, &other, 48).try_into().unwrap();
        (hash_key, Self::keystream(key, iv, bytes))
    }
}

/// Algorithms 6: ZUC, by its reference.
#[cfg(feature = "zuc")]
pub(crate) enum Zuc {}

#[cfg(feature = "zuc")]
impl Suite for Zuc {
    type Nea = threegpp::Nea6;
    type Nia = threegpp::Nia6;
    type Nca = threegpp::Nca6;
    const IDS: (EncryptionId, IntegrityId, AeadId) =
        (EncryptionId::Nea6, IntegrityId::Nia6, AeadId::Nca6);
    const TARGETS: [&'static str; 3] = ["zuc_nea6", "zuc_nia6", "zuc_nca6"];

    fn keystream(key: &[u8], iv: &[u8; 16], bytes: usize) -> Vec<u8> {
        let key = threegpp::Nea6::with_options(key, Variant::Reference, Backend::Portable);
        let mut keystream = vec![0; bytes];
        key.unwrap().keystream(Iv::from_bytes(*iv), &mut keystream).unwrap();
        keystream
    }
}

/// The nonce of bytes.
pub(crate) fn iv(bytes: &[u8]) -> Iv {
    Iv::from_bytes(bytes.try_into().unwrap())
}

/// Tests of functions that have the suite as their parameter, for each.
macro_rules! each_suite {
    ($($test:ident)*) => {
        #[cfg(feature = "snow5g")]
        crate::suite::each_suite! { @ four: Snow { $($test)* } }
        #[cfg(feature = "aes")]
        crate::suite::each_suite! { @ five: Aes { $($test)* } }
        #[cfg(feature = "zuc")]
        crate::suite::each_suite! { @ six: Zuc { $($test)* } }
    };
    (@ $module:ident: $suite:ident { $($test:ident)* }) => {
        mod $module {
            $(
                #[test]
                fn $test() {
                    super::$test::<crate::suite::$suite>();
                }
            )*
        }
    };
}
pub(crate) use each_suite;
