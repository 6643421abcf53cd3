//! Authenticated ciphers.

use aegis::{aegis128l, aegis128x2, aegis128x4, aegis256, aegis256x2, aegis256x4};
use aes::cipher::consts::{U1, U8, U12, U13, U16};
use aes::{Aes128, Aes192, Aes256};
use aes_gcm::AesGcm;
use aes_gcm::aead::{AeadInOut, KeyInit};
use lanecrypt::block::OneBlock as _;
use ocb3::Ocb3;

use super::{Aes, double, first};
use crate::batches::AeadModel;

/// Seals with a type of the traits of the crate `aead`. A tag may be the beginning of the whole one.
fn seal<A: AeadInOut<TagSize = U16> + KeyInit>(
    key: &[u8],
    nonce: &[u8],
    aad: &[u8],
    data: &mut [u8],
    tag: &mut [u8],
) -> bool {
    let Ok(nonce) = nonce.try_into() else { return false };
    let cipher = A::new_from_slice(key).expect("a key");
    let made = cipher.encrypt_inout_detached(nonce, aad, data.into()).expect("a message");
    tag.copy_from_slice(&made[..tag.len()]);
    true
}

/// XAES-256-GCM (C2SP): a key of AES-256-GCM derived from the first half of the nonce.
fn xaes(key: &[u8], nonce: &[u8], aad: &[u8], data: &mut [u8], tag: &mut [u8]) -> bool {
    let cipher = Aes::<Aes256>::new(key).expect("a key");
    let encrypt = |block: u128| {
        let mut bytes = block.to_be_bytes();
        cipher.encrypt(&mut bytes).expect("a block");
        bytes
    };
    let subkey = double(u128::from_be_bytes(encrypt(0)));
    let mut derived = [0; 32];
    for (number, half) in derived.chunks_mut(16).enumerate() {
        let mut block = [0, 1 + number as u8, b'X', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
        block[4..].copy_from_slice(&nonce[..12]);
        half.copy_from_slice(&encrypt(u128::from_be_bytes(block) ^ subkey));
    }
    seal::<AesGcm<Aes256, U12>>(&derived, &nonce[12..], aad, data, tag)
}

/// An AEAD, by its published name.
pub fn aead(title: &str) -> Option<AeadModel> {
    macro_rules! gcm {
        ($cipher:ty) => {
            Some(|key, nonce, aad, data, tag| match nonce.len() {
                1 => seal::<AesGcm<$cipher, U1>>(key, nonce, aad, data, tag),
                8 => seal::<AesGcm<$cipher, U8>>(key, nonce, aad, data, tag),
                12 => seal::<AesGcm<$cipher, U12>>(key, nonce, aad, data, tag),
                13 => seal::<AesGcm<$cipher, U13>>(key, nonce, aad, data, tag),
                _ => false,
            })
        };
    }
    // The length of the tag is part of what is encrypted.
    macro_rules! ocb3 {
        ($cipher:ty) => {
            Some(|key, nonce, aad, data, tag| match (nonce.len(), tag.len()) {
                (8, 16) => seal::<Ocb3<$cipher, U8>>(key, nonce, aad, data, tag),
                (12, 16) => seal::<Ocb3<$cipher, U12>>(key, nonce, aad, data, tag),
                (13, 16) => seal::<Ocb3<$cipher, U13>>(key, nonce, aad, data, tag),
                _ => false,
            })
        };
    }
    macro_rules! aegis {
        ($module:ident::$type:ident) => {
            Some(|key, nonce, aad, data, tag| {
                macro_rules! of {
                    ($bytes:literal) => {{
                        let cipher = $module::$type::<$bytes>::new(first(key), first(nonce));
                        tag.copy_from_slice(&cipher.encrypt_in_place(data, aad));
                    }};
                }
                if tag.len() == 32 {
                    of!(32)
                } else {
                    of!(16)
                }
                true
            })
        };
    }
    match title {
        "AES-128-GCM" => gcm!(Aes128),
        "AES-192-GCM" => gcm!(Aes192),
        "AES-256-GCM" => gcm!(Aes256),
        "AES-128-OCB3" => ocb3!(Aes128),
        "AES-192-OCB3" => ocb3!(Aes192),
        "AES-256-OCB3" => ocb3!(Aes256),
        "XAES-256-GCM" => Some(xaes),
        "AEGIS-128L" => aegis!(aegis128l::Aegis128L),
        "AEGIS-128X2" => aegis!(aegis128x2::Aegis128X2),
        "AEGIS-128X4" => aegis!(aegis128x4::Aegis128X4),
        "AEGIS-256" => aegis!(aegis256::Aegis256),
        "AEGIS-256X2" => aegis!(aegis256x2::Aegis256X2),
        "AEGIS-256X4" => aegis!(aegis256x4::Aegis256X4),
        "MORUS-1280-128" => Some(|key, nonce, aad, data, tag| {
            let made = morus::Morus::new(first(nonce), first(key)).encrypt_in_place(data, aad);
            tag.copy_from_slice(&made[..tag.len()]);
            true
        }),
        _ => None,
    }
}
