//! Ciphers without authentication.

use aes::{Aes128, Aes192, Aes256};
use lanecrypt::block::{OneBlock, Sbox, reference};
use lanecrypt::stream::zuc::Variant;
use lanecrypt::threegpp::Nea6;
use lanecrypt::{Algorithm, Backend, Cipher};
use zuc::zuc256::Zuc256StreamCipher;

use super::{Aes, first};
use crate::batches::{CipherModel, CipherOperation};
use crate::case::{FromBytes, parameters};

/// A block cipher with what can be chosen beside its key.
pub trait MakePlain<O>: OneBlock {
    /// Takes a key.
    fn make(key: &[u8], options: O) -> Self;
}

impl<C: OneBlock> MakePlain<()> for C {
    fn make(key: &[u8], (): ()) -> Self {
        Self::new(key).expect("a key")
    }
}

impl MakePlain<Sbox> for reference::Gost28147 {
    fn make(key: &[u8], options: Sbox) -> Self {
        Self::with_sbox(key, options).expect("a key")
    }
}

/// ECB over any cipher.
pub fn ecb<C: MakePlain<O>, O>(
    operation: CipherOperation,
    key: &[u8],
    _: &[u8],
    options: O,
    _: u64,
    data: &mut [u8],
) {
    let cipher = C::make(key, options);
    match operation {
        CipherOperation::Decrypt => cipher.decrypt(data),
        _ => cipher.encrypt(data),
    }
    .expect("whole blocks");
}

/// The half of a block that counts, and its byte order: the columns of the catalogue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Counter {
    FirstLittle,
    SecondLittle,
    SecondBig,
    WholeBig,
}

/// Adds keystream, or leaves nothing else.
fn add<C: OneBlock>(
    cipher: &C,
    operation: CipherOperation,
    data: &mut [u8],
    counter: impl Fn(u64, &mut [u8]),
) {
    let mut block = [0; 64];
    let block = &mut block[..C::BLOCK_BYTES];
    for (number, part) in data.chunks_mut(C::BLOCK_BYTES).enumerate() {
        counter(number as u64, block);
        cipher.encrypt(block).expect("a block");
        for (byte, key) in part.iter_mut().zip(&*block) {
            *byte = if operation == CipherOperation::Keystream { *key } else { *byte ^ key };
        }
    }
}

/// Counter mode over a cipher whose nonce is half a block. `COUNTER` is the place of a [`Counter`].
pub fn ctr_over_words<C: MakePlain<O>, O, const COUNTER: u8>(
    operation: CipherOperation,
    key: &[u8],
    nonce: &[u8],
    options: O,
    start: u64,
    data: &mut [u8],
) {
    let half = C::BLOCK_BYTES / 2;
    add(&C::make(key, options), operation, data, |number, block| {
        let (first, second) = block.split_at_mut(half);
        let (counter, other) =
            if COUNTER == Counter::FirstLittle as u8 { (first, second) } else { (second, first) };
        other.copy_from_slice(nonce);
        counter.fill(0);
        let bytes = (start + number).to_le_bytes();
        let count = half.min(8);
        counter[..count].copy_from_slice(&bytes[..count]);
        if COUNTER == Counter::SecondBig as u8 {
            counter.reverse();
        }
    });
}

/// Counter mode over AES: a first block, or a nonce of 12 bytes and a counter from zero on.
fn ctr<C: OneBlock, O>(
    operation: CipherOperation,
    key: &[u8],
    nonce: &[u8],
    _: O,
    start: u64,
    data: &mut [u8],
) {
    add(&C::new(key).expect("a key"), operation, data, |number, block| {
        let number = u128::from(start) + u128::from(number);
        if nonce.len() == 12 {
            block[..12].copy_from_slice(nonce);
            block[12..].copy_from_slice(&(number as u32).to_be_bytes());
        } else {
            let counter = u128::from_be_bytes(*first(nonce)).wrapping_add(number);
            block.copy_from_slice(&counter.to_be_bytes());
        }
    });
}

fn cbc<C: OneBlock, O>(
    operation: CipherOperation,
    key: &[u8],
    nonce: &[u8],
    _: O,
    _: u64,
    data: &mut [u8],
) {
    let cipher = C::new(key).expect("a key");
    let mut before = *first::<16>(nonce);
    for block in data.chunks_exact_mut(16) {
        let xor = |block: &mut [u8], other: &[u8; 16]| {
            block.iter_mut().zip(other).for_each(|(byte, other)| *byte ^= other);
        };
        if operation == CipherOperation::Decrypt {
            let sealed = *first(block);
            cipher.decrypt(block).expect("a block");
            xor(block, &before);
            before = sealed;
        } else {
            xor(block, &before);
            cipher.encrypt(block).expect("a block");
            before = *first(block);
        }
    }
}

/// A mode over AES, by the published name of the cipher.
pub fn over_aes<O>(title: &str, mode: &str) -> Option<CipherModel<O>> {
    fn of<C: OneBlock + MakePlain<()>, O>(mode: &str) -> Option<CipherModel<O>> {
        match mode {
            "ecb" => Some(|operation, key, nonce, _, start, data| {
                ecb::<C, ()>(operation, key, nonce, (), start, data);
            }),
            "ctr" => Some(ctr::<C, O>),
            "cbc" => Some(cbc::<C, O>),
            _ => None,
        }
    }
    match title {
        "AES-128" => of::<Aes<Aes128>, O>(mode),
        "AES-192" => of::<Aes<Aes192>, O>(mode),
        "AES-256" => of::<Aes<Aes256>, O>(mode),
        _ => None,
    }
}

/// A stream cipher, by its published name. None of these gives keystream without a message: zeros do.
pub fn stream<O>(title: &str) -> Option<CipherModel<O>> {
    fn with(operation: CipherOperation, data: &mut [u8], encrypt: impl FnOnce(&mut [u8])) {
        if operation == CipherOperation::Keystream {
            data.fill(0);
        }
        encrypt(data);
    }
    match title {
        "ChaCha20" => Some(|operation, key, nonce, _, start, data| {
            use chacha20::cipher::{KeyIvInit, StreamCipher, StreamCipherSeek};
            with(operation, data, |data| {
                let mut cipher =
                    chacha20::ChaCha20::new(first::<32>(key).into(), first::<12>(nonce).into());
                // Of no bytes, the library takes any first block, and the crate takes those that exist.
                if !data.is_empty() {
                    cipher.seek(64 * start);
                    cipher.apply_keystream(data);
                }
            });
        }),
        "ZUC-128" => Some(|operation, key, nonce, _, _, data| {
            with(operation, data, |data| {
                let bits = 8 * data.len();
                zuc::zuc128::zuc128_xor_inplace(first(key), first(nonce), data, bits);
            });
        }),
        "ZUC-256 (2018)" => Some(|operation, key, nonce, _, _, data| {
            use zuc::cipher::{KeyIvInit, StreamCipher};
            with(operation, data, |data| {
                let (key, iv) = (first::<32>(key), first::<23>(nonce));
                Zuc256StreamCipher::new(key.into(), iv.into()).apply_keystream(data);
            });
        }),
        "128-NEA3" => Some(|operation, key, nonce, _, _, data| {
            with(operation, data, |data| {
                let ((count, bearer, direction), bits) = (parameters(nonce), 8 * data.len());
                zuc::eea3::eea3_xor_inplace(count, bearer, direction, first(key), data, bits);
            });
        }),
        "128-NEA2" => Some(|operation, key, nonce, _, _, data| {
            let (count, bearer, direction) = parameters(nonce);
            let mut block = [0; 16];
            block[..4].copy_from_slice(&count.to_be_bytes());
            block[4] = bearer << 3 | direction << 2;
            ctr::<Aes<Aes128>, ()>(operation, key, &block, (), 0, data);
        }),
        // The plain implementation of the library.
        "256-NEA6" => Some(|operation, key, nonce, _, _, data| {
            with(operation, data, |data| {
                let cipher = Nea6::with_options(key, Variant::Reference, Backend::Portable);
                let iv = FromBytes::from_bytes(nonce);
                cipher.expect("a key").encrypt(iv, data).expect("a message");
            });
        }),
        _ => None,
    }
}
