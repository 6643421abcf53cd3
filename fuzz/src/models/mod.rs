//! Other implementations of the algorithms, by their published names: crates, and the plain implementations of the
//! library where there is no crate. An algorithm without one here is compared with itself, alone and in pieces.

mod aeads;
mod ciphers;
mod macs;

pub use aeads::aead;
pub use ciphers::{Counter, MakePlain, ctr_over_words, ecb, over_aes, stream};
pub use macs::mac;

use aes::cipher::{BlockCipherDecrypt, BlockCipherEncrypt, KeyInit, KeySizeUser};
use lanecrypt::Error;
use lanecrypt::block::OneBlock;

/// A block cipher of the crate `aes`.
pub(crate) struct Aes<C>(C);

impl<C> OneBlock for Aes<C>
where
    C: KeyInit + KeySizeUser + BlockCipherEncrypt + BlockCipherDecrypt,
{
    const KEY_BYTES: usize = <C::KeySize as aes::cipher::typenum::Unsigned>::USIZE;
    const BLOCK_BYTES: usize = 16;

    fn new(key: &[u8]) -> Result<Self, Error> {
        let error = Error::KeyLength { bytes: key.len(), expected: Self::KEY_BYTES };
        C::new_from_slice(key).map(Self).map_err(|_| error)
    }

    fn encrypt(&self, data: &mut [u8]) -> Result<(), Error> {
        for block in data.chunks_exact_mut(16) {
            self.0.encrypt_block(block.try_into().expect("a block"));
        }
        Ok(())
    }

    fn decrypt(&self, data: &mut [u8]) -> Result<(), Error> {
        for block in data.chunks_exact_mut(16) {
            self.0.decrypt_block(block.try_into().expect("a block"));
        }
        Ok(())
    }
}

/// The first bytes as an array.
fn first<const N: usize>(bytes: &[u8]) -> &[u8; N] {
    bytes.first_chunk().expect("as many bytes")
}

/// Doubles a number of GF(2^128), its first bit highest.
fn double(number: u128) -> u128 {
    number << 1 ^ if number >> 127 == 1 { 0x87 } else { 0 }
}
