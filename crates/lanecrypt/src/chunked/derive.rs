//! What the key of a message, its nonces and its commitment are made of.

use digest::{FixedOutput as _, KeyInit as _, Update as _};
use hmac::Hmac;
use sha2::Sha512;

use super::{COMMITMENT_BYTES, SALT_BYTES};
use crate::lanes::wipe;

/// The length of the first nonce in bytes.
pub(super) const NONCE_BYTES: usize = 12;

/// The most bytes of a key.
const MAX_KEY: usize = 32;

/// The length of what SHA-512 makes, in bytes.
const HASH: usize = 64;

/// The length of the blocks of SHA-512, in bytes.
const BLOCK: usize = 128;

/// What is derived: the key, the nonce, the commitment. Wiped on drop.
pub(super) struct Derived {
    bytes: [u8; 2 * HASH],
    key_bytes: usize,
}

impl Drop for Derived {
    fn drop(&mut self) {
        wipe(&mut self.bytes, [0; 2 * HASH]);
    }
}

impl Derived {
    /// HKDF-Expand (RFC 5869, section 2.3) with SHA-512 and the key itself as the pseudorandom key. Crates of
    /// HKDF refuse keys that are shorter than a hash there, and the specification uses such keys; so it is
    /// written out here over HMAC.
    pub(super) fn new(key: &[u8], name: &str, salt: &[u8; SALT_BYTES], context: &[u8]) -> Self {
        // HMAC fills a short key with zeros up to a block.
        let mut block = [0; BLOCK];
        let key_bytes = key.len().min(MAX_KEY);
        block[..key_bytes].copy_from_slice(&key[..key_bytes]);
        let mac = Hmac::<Sha512>::new((&block).into());
        wipe(&mut block, [0; BLOCK]);

        let mut derived = Self { bytes: [0; 2 * HASH], key_bytes };
        let (first, second) = derived.bytes.split_at_mut(HASH);
        let expand = |before: &[u8], counter: u8, out: &mut [u8]| {
            let mut mac = mac.clone();
            mac.update(before);
            mac.update(b"c2sp.org/chunked-encryption@v1+");
            mac.update(name.as_bytes());
            mac.update(&[0]);
            mac.update(salt);
            mac.update(context);
            mac.update(&[counter]);
            let mut hash: [u8; HASH] = mac.finalize_fixed().into();
            out.copy_from_slice(&hash);
            wipe(&mut hash, [0; HASH]);
        };
        expand(&[], 1, first);
        expand(first, 2, second);
        derived
    }

    /// The key of AES-GCM.
    pub(super) fn key(&self) -> &[u8] {
        &self.bytes[..self.key_bytes]
    }

    /// The nonce of the first chunk.
    pub(super) fn nonce(&self) -> [u8; NONCE_BYTES] {
        self.after(0)
    }

    /// The commitment.
    pub(super) fn commitment(&self) -> [u8; COMMITMENT_BYTES] {
        self.after(NONCE_BYTES)
    }

    /// Bytes after the key, from there on.
    fn after<const N: usize>(&self, from: usize) -> [u8; N] {
        core::array::from_fn(|at| self.bytes[self.key_bytes + from + at])
    }
}
