//! The derivation function (section 10.3.2): input of any length, condensed to a seed.

use super::{BLOCK, MAX_SEED, Seed, seed_bytes};
use crate::batch::Data;
use crate::lanes::wipe;
use crate::mode::BlockModes;
use crate::{Backend, Error, Part};

/// The most input, in bytes: its length is written in 32 bits.
pub(super) const MOST_INPUT: u128 = u32::MAX as u128;

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

impl<C: BlockModes> Chains<C> {
    fn new(backend: Backend) -> Result<Self, Error> {
        let cipher = C::with_options(&KEY[..C::KEY_BYTES], C::Options::default(), backend)?;
        let mut out = Self { cipher, chains: [[0; BLOCK]; CHAINS], used: 0 };
        for (i, chain) in out.chains.iter_mut().enumerate() {
            chain[3] = i as u8;
        }
        out.encrypt()?;
        Ok(out)
    }

    fn encrypt(&mut self) -> Result<(), Error> {
        self.used = 0;
        self.cipher.run_ecb(false, &mut Data::InPlace(self.chains.as_flattened_mut()))
    }

    fn input(&mut self, mut bytes: &[u8]) -> Result<(), Error> {
        while !bytes.is_empty() {
            let (now, rest) = bytes.split_at(bytes.len().min(BLOCK - self.used));
            for chain in &mut self.chains {
                for (chain, byte) in chain[self.used..].iter_mut().zip(now) {
                    *chain ^= byte;
                }
            }
            self.used += now.len();
            if self.used == BLOCK {
                self.encrypt()?;
            }
            bytes = rest;
        }
        Ok(())
    }
}

impl<C> Drop for Chains<C> {
    fn drop(&mut self) {
        wipe(&mut self.chains, [[0; BLOCK]; CHAINS]);
    }
}

/// Whether the parts are short enough together.
pub(super) fn check(parts: &[&[u8]]) -> Result<(), Error> {
    let bytes = parts.iter().map(|part| part.len() as u128).sum();
    if bytes > MOST_INPUT {
        return Err(Error::TooLong { what: Part::Input, bytes, most: MOST_INPUT });
    }
    Ok(())
}

/// A seed from the parts one after another, whose length was checked.
pub(super) fn derive<C: BlockModes>(parts: &[&[u8]], backend: Backend) -> Result<Seed, Error> {
    let bytes: usize = parts.iter().map(|part| part.len()).sum();
    let mut chains = Chains::<C>::new(backend)?;
    chains.input(&(bytes as u32).to_be_bytes())?;
    chains.input(&(seed_bytes::<C>() as u32).to_be_bytes())?;
    for part in parts {
        chains.input(part)?;
    }
    chains.input(&[0x80])?;
    if chains.used > 0 {
        chains.encrypt()?;
    }
    // A key and a block, which is encrypted again and again.
    let (key, rest) = chains.chains.as_flattened().split_at(C::KEY_BYTES);
    let cipher = C::with_options(key, C::Options::default(), backend)?;
    let mut block = [0; BLOCK];
    block.copy_from_slice(&rest[..BLOCK]);
    let mut seed = Seed::zero();
    for part in seed.0.chunks_exact_mut(BLOCK) {
        cipher.run_ecb(false, &mut Data::InPlace(&mut block))?;
        part.copy_from_slice(&block);
    }
    wipe(&mut block, [0; BLOCK]);
    Ok(seed)
}
