//! What the tests of modes share: random numbers, AES with a key of any
//! length.

#[path = "../support/mod.rs"]
mod base;

pub(crate) use base::{Random, aeads, ciphers, jobs, macs};

use lanecrypt::block::{Aes128, Aes192, Aes256};
use lanecrypt::mode::{AesModes, Ecb};
use lanecrypt::{Backend, Cipher};

/// What is done with each kind of AES.
pub(crate) trait Test {
    fn test<C: AesModes>(&self, backend: Backend);
}

/// With the kind that a key is for, or with all, on every backend.
pub(crate) fn on_all(key: Option<&[u8]>, test: &impl Test) {
    for backend in Backend::available() {
        for key_bytes in [16, 24, 32] {
            if key.is_some_and(|key| key.len() != key_bytes) {
                continue;
            }
            match key_bytes {
                16 => test.test::<Aes128>(backend),
                24 => test.test::<Aes192>(backend),
                _ => test.test::<Aes256>(backend),
            }
        }
    }
}

/// One block encrypted, as a big-endian number.
pub(crate) fn encrypt<C: AesModes>(cipher: &Ecb<C>, block: u128) -> u128 {
    let mut block = block.to_be_bytes();
    cipher.encrypt((), &mut block).unwrap();
    u128::from_be_bytes(block)
}

/// A block of at most 16 bytes as a big-endian number, padded with a one bit and zeros.
pub(crate) fn number(bytes: &[u8]) -> u128 {
    let mut block = [0; 16];
    block[..bytes.len()].copy_from_slice(bytes);
    if let Some(end) = block.get_mut(bytes.len()) {
        *end = 0x80;
    }
    u128::from_be_bytes(block)
}

/// Lengths of the messages of batches: none, one, the same, mixed, and more than there are places.
pub(crate) fn batches(random: &mut Random, whole_blocks: bool) -> Vec<Vec<usize>> {
    let mut batches = vec![vec![], vec![0], vec![16], vec![64; 5], vec![48; 32], vec![160; 64]];
    for (count, most) in [(2, 100), (3, 1000), (17, 300), (33, 200), (70, 100), (150, 700)] {
        batches.push((0..count).map(|_| random.below(most)).collect());
    }
    let mut long = vec![16; 40];
    long[7] = 5000;
    batches.push(long);
    if whole_blocks {
        for bytes in batches.iter_mut().flatten() {
            *bytes = *bytes / 16 * 16;
        }
    }
    batches
}
