//! The crate `zuc`.

use zuc::cipher::{KeyIvInit, StreamCipher};
use zuc::eea3::eea3_xor_inplace;
use zuc::eia3::Eia3Mac;
use zuc::zuc128::{Zuc128Keystream, zuc128_xor_inplace};
use zuc::zuc256::{Zuc256Keystream, Zuc256Mac, Zuc256StreamCipher};

use super::peer::Crates;
use crate::entry::{Keys, Secret, Setting};
use crate::peers::each::{first, in_place, tags};

/// ZUC. Keys are loaded with the IV, so they are never ready.
pub(super) const ZUC: Crates = Crates {
    name: "zuc",
    versions: &[env!("LANECRYPT_CRATE_ZUC")],
    prepare: |algorithm, operation, setting| {
        let setting = &Setting { keys: Keys::Fresh, ..*setting };
        Some(match (algorithm, operation) {
            ("zuc128", "keystream") => in_place(setting, key::<16>, |key, secret, message| {
                fill(Zuc128Keystream::new(key, first(&secret.iv)), message);
            }),
            ("zuc128", "encrypt") => in_place(setting, key::<16>, |key, secret, message| {
                zuc128_xor_inplace(key, first(&secret.iv), message, 8 * message.len());
            }),
            ("zuc256", "keystream") => in_place(setting, key::<32>, |key, secret, message| {
                fill(Zuc256Keystream::new(key, first(&secret.iv)), message);
            }),
            ("zuc256", "encrypt") => in_place(setting, key::<32>, |key, secret, message| {
                let iv = first::<23>(&secret.iv);
                Zuc256StreamCipher::new(key.into(), iv.into()).apply_keystream(message);
            }),
            ("zuc256", "mac32") => tags(setting, key::<32>, |key, secret, message| {
                Zuc256Mac::<u32>::compute(key, first(&secret.iv), message, 8 * message.len())
                    .to_be_bytes()
            }),
            ("zuc256", "mac64") => tags(setting, key::<32>, |key, secret, message| {
                Zuc256Mac::<u64>::compute(key, first(&secret.iv), message, 8 * message.len())
                    .to_be_bytes()
            }),
            ("zuc256", "mac128") => tags(setting, key::<32>, |key, secret, message| {
                Zuc256Mac::<u128>::compute(key, first(&secret.iv), message, 8 * message.len())
                    .to_be_bytes()
            }),
            ("eea3", "encrypt") => in_place(setting, key::<16>, |key, secret, message| {
                let (count, bearer, direction) = parameters(secret);
                eea3_xor_inplace(count, bearer, direction, key, message, 8 * message.len());
            }),
            ("eia3", "mac") => tags(setting, key::<16>, |key, secret, message| {
                let (count, bearer, direction) = parameters(secret);
                Eia3Mac::compute(count, bearer, direction, key, message, 8 * message.len())
                    .to_be_bytes()
            }),
            _ => return None,
        })
    },
};

fn key<const N: usize>(secret: &Secret) -> [u8; N] {
    *first(&secret.key)
}

/// COUNT, BEARER and DIRECTION, from the same bytes as in the catalogue.
fn parameters(secret: &Secret) -> (u32, u8, u8) {
    (u32::from_be_bytes(*first(&secret.iv)), secret.iv[4] & 31, secret.iv[5] & 1)
}

/// Fills a message with keystream. The crate returns one word at a time.
fn fill(mut keystream: impl Iterator<Item = u32>, message: &mut [u8]) {
    let (words, rest) = message.as_chunks_mut::<4>();
    for (bytes, word) in words.iter_mut().zip(&mut keystream) {
        *bytes = word.to_be_bytes();
    }
    if let Some(word) = keystream.next() {
        rest.copy_from_slice(&word.to_be_bytes()[..rest.len()]);
    }
}
