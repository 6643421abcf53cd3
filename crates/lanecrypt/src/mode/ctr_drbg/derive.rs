//! The derivation function (section 10.3.2): input of any length, condensed to a seed.

use super::{BLOCK, MAX_SEED, Seed, seed_bytes};
use crate::algorithm::engine::{INTERNAL, Settings};
use crate::batch::Data;
use crate::lanes::wipe;
use crate::mode::AesModes;
use crate::{Backend, Error, Quantity};

/// The most input, in bytes: its length is written in 32 bits.
pub(super) const MAX_INPUT: u64 = u32::MAX as u64;

/// The key of the function: bytes that count from zero.
const KEY: [u8; 32] = {
    let mut key = [0; 32];
    let mut i = 0;
    while i < 32 {
        key[i] = i as u8;
        i += 1;
    }
    key
};

/// As many chains as the longest seed has blocks.
const CHAINS: usize = MAX_SEED / BLOCK;

/// Chains of CBC-MAC (section 10.3.3, BCC) side by side, which differ in their first block only.
/// Wiped on drop.
struct Chains<C> {
    cipher: C,
    chains: [[u8; BLOCK]; CHAINS],
    /// How many bytes of the next block were met with input.
    used: usize,
}

impl<C: AesModes> Chains<C> {
    fn new(backend: Backend) -> Self {
        let settings = Settings { backend, options: () };
        let cipher = C::expand(&KEY[..C::KEY_BYTES], settings, INTERNAL);
        let mut out = Self { cipher, chains: [[0; BLOCK]; CHAINS], used: 0 };
        for (i, chain) in out.chains.iter_mut().enumerate() {
            chain[3] = i as u8;
        }
        out.encrypt();
        out
    }

    fn encrypt(&mut self) {
        self.used = 0;
        let mut chains = Data::from(self.chains.as_flattened_mut());
        self.cipher.ecb(self.cipher.backend(), false, &mut chains, INTERNAL);
    }

    fn input(&mut self, mut bytes: &[u8]) {
        while !bytes.is_empty() {
            let (now, rest) = bytes.split_at(bytes.len().min(BLOCK - self.used));
            for chain in &mut self.chains {
                for (chain, byte) in chain[self.used..].iter_mut().zip(now) {
                    *chain ^= byte;
                }
            }
            self.used += now.len();
            if self.used == BLOCK {
                self.encrypt();
            }
            bytes = rest;
        }
    }
}

impl<C> Drop for Chains<C> {
    fn drop(&mut self) {
        wipe(&mut self.chains, [[0; BLOCK]; CHAINS]);
    }
}

/// Whether the parts are short enough together.
pub(super) fn check(parts: &[&[u8]]) -> Result<(), Error> {
    let bytes = parts.iter().fold(0, |sum: u64, part| sum.saturating_add(part.len() as u64));
    if bytes > MAX_INPUT {
        return Err(Error::TooLong { what: Quantity::Input, bytes, max: MAX_INPUT });
    }
    Ok(())
}

/// A seed from the parts one after another, whose length was checked.
pub(super) fn derive<C: AesModes>(parts: &[&[u8]], backend: Backend) -> Seed {
    let bytes: usize = parts.iter().map(|part| part.len()).sum();
    let mut chains = Chains::<C>::new(backend);
    chains.input(&(bytes as u32).to_be_bytes());
    chains.input(&(seed_bytes::<C>() as u32).to_be_bytes());
    for part in parts {
        chains.input(part);
    }
    chains.input(&[0x80]);
    if chains.used > 0 {
        chains.encrypt();
    }
    // A key and a block, which is encrypted again and again.
    let (key, rest) = chains.chains.as_flattened().split_at(C::KEY_BYTES);
    let cipher = C::expand(key, Settings { backend, options: () }, INTERNAL);
    let mut block = [0; BLOCK];
    block.copy_from_slice(&rest[..BLOCK]);
    let mut seed = Seed::zero();
    for part in seed.0.chunks_exact_mut(BLOCK) {
        cipher.ecb(backend, false, &mut Data::from(&mut block), INTERNAL);
        part.copy_from_slice(&block);
    }
    wipe(&mut block, [0; BLOCK]);
    seed
}
