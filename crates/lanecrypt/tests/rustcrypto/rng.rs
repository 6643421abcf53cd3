//! CTR_DRBG.

use lanecrypt::Error;
use lanecrypt::block::{Aes128, Aes192, Aes256};
use lanecrypt::mode::{self, AesModes, DrbgOptions, Entropy};
use lanecrypt::rustcrypto::rand_core::{CryptoRng, Rng as _, SeedableRng, TryRng, UnwrapErr};
use lanecrypt::rustcrypto::{CtrDrbg, DrbgSeed};

use crate::wipes;

/// A seed is used without the derivation function; requests are those of the generator.
fn like_the_generator<C: AesModes>() {
    let bytes: Vec<u8> = (0..).take(C::KEY_BYTES + 16).collect();
    let seed = DrbgSeed::<C>::try_from(&bytes[..]).unwrap();
    let options = DrbgOptions { derivation: false, ..DrbgOptions::default() };
    let mut expected = mode::CtrDrbg::<C>::from_seed(&bytes, &[], &[], options).unwrap();
    let mut generator = CtrDrbg::<C>::from_seed(seed);
    // More than a request, in requests of 2^16 bytes.
    let (mut made, mut all) = (vec![0; 150_000], vec![0; 150_000]);
    generator.try_fill_bytes(&mut made).unwrap();
    all.chunks_mut(1 << 16).for_each(|part| expected.generate(part).unwrap());
    assert!(made == all);
    let (mut four, mut eight) = ([0; 4], [0; 8]);
    expected.generate(&mut four).unwrap();
    expected.generate(&mut eight).unwrap();
    assert_eq!(generator.try_next_u32(), Ok(u32::from_le_bytes(four)));
    assert_eq!(generator.try_next_u64(), Ok(u64::from_le_bytes(eight)));
}

#[test]
fn seeds_of_every_length() {
    like_the_generator::<Aes128>();
    like_the_generator::<Aes192>();
    like_the_generator::<Aes256>();
    for bytes in (0..60).filter(|bytes| *bytes != 40) {
        let refused = DrbgSeed::<Aes192>::try_from(&vec![0; bytes][..]);
        assert_eq!(refused.err(), Some(Error::Entropy));
    }
}

/// All of a seed counts, and so does every bit of the number that a test seeds with.
#[test]
fn seeds_differ() {
    let first = |mut generator: CtrDrbg<Aes128>| generator.try_next_u64().unwrap();
    let mut made: Vec<u64> = (0..256)
        .map(|bit| {
            let mut seed = DrbgSeed::default();
            seed.as_mut()[bit / 8] ^= 1 << (bit % 8);
            first(CtrDrbg::from_seed(seed))
        })
        .collect();
    made.extend((0..64).map(|bit| first(CtrDrbg::seed_from_u64(1 << bit))));
    assert_eq!(first(CtrDrbg::seed_from_u64(1)), made[256]);
    made.sort_unstable();
    made.dedup();
    assert_eq!(made.len(), 256 + 64);
}

/// Gives entropy so often, then none.
struct Source(usize);

impl Entropy for Source {
    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), Error> {
        self.0 = self.0.checked_sub(1).ok_or(Error::Entropy)?;
        bytes.fill(self.0 as u8);
        Ok(())
    }
}

fn failing(times: usize) -> CtrDrbg<Aes256, Source> {
    let options = DrbgOptions { prediction_resistance: true, ..DrbgOptions::default() };
    // Once for the start, then for every request.
    mode::CtrDrbg::with_options(Source(times + 1), b"", options).unwrap().into()
}

/// A source that fails in the middle: nothing random-looking is left over that a caller could take for more.
#[test]
fn a_source_that_fails() {
    let mut out = vec![1; (1 << 16) + 1];
    assert_eq!(failing(2).try_fill_bytes(&mut out), Ok(()));
    assert!(out.iter().any(|byte| *byte > 1));
    assert_eq!(failing(1).try_fill_bytes(&mut out), Err(Error::Entropy));
    assert!(out.iter().all(|byte| *byte == 0));
    assert_eq!(failing(0).try_next_u32(), Err(Error::Entropy));
    assert_eq!(failing(0).try_next_u64(), Err(Error::Entropy));
}

/// Code that wants a generator that cannot fail takes it wrapped.
#[test]
fn as_an_infallible_generator() {
    fn key(generator: &mut impl CryptoRng) -> [u8; 32] {
        let mut key = [0; 32];
        generator.fill_bytes(&mut key);
        key
    }
    let mut generator = UnwrapErr(CtrDrbg::<Aes256>::seed_from_u64(7));
    assert_ne!(key(&mut generator), key(&mut generator));
    assert_ne!(generator.next_u32(), generator.next_u32());
}

#[test]
fn secrets_are_wiped_and_not_shown() {
    wipes::<CtrDrbg<Aes128>>();
    wipes::<DrbgSeed<Aes128>>();
    let seed = DrbgSeed::<Aes128>::try_from(&[0xa7; 32][..]).unwrap();
    assert_eq!(format!("{seed:?}"), "DrbgSeed { .. }");
    assert!(!format!("{:?}", CtrDrbg::from_seed(seed)).contains("167"));
}
