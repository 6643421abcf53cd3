//! CTR_DRBG against known answers, its limits, and its sources.

use lanecrypt::block::{Aes128, Aes192, Aes256};
use lanecrypt::mode::{AesModes, CtrDrbg, DrbgOptions, Ecb, Entropy};
use lanecrypt::{Algorithm, Backend, Cipher, Error, Quantity};
use lanecrypt_vectors::{Case, cases_of};

/// Gives prepared bytes, then fails.
struct Prepared(Vec<u8>);

impl Entropy for Prepared {
    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), Error> {
        if bytes.len() > self.0.len() {
            return Err(Error::Entropy);
        }
        bytes.copy_from_slice(&self.0[..bytes.len()]);
        self.0.drain(..bytes.len());
        Ok(())
    }
}

#[test]
fn known_answers() {
    fn run<C: AesModes>(case: &Case, backend: Backend) -> Vec<u8> {
        let derivation = case.truth("derivation_function").unwrap();
        let options = DrbgOptions { derivation, prediction_resistance: false, backend };
        let field = |name| case.bytes_or_none(name).unwrap();
        let personalization = match derivation {
            true => field("nonce_and_personalization"),
            false => field("personalization"),
        };
        let entropy = field("entropy");
        let mut drbg = CtrDrbg::<C>::from_seed(&entropy, &[], &personalization, options).unwrap();
        let mut out = vec![0; field("output").len()];
        let (first, second) = (field("additional1"), field("additional2"));
        let reseed = |drbg: &mut CtrDrbg<C>, entropy, additional: &[u8]| {
            drbg.reseed_from(&case.bytes(entropy).unwrap(), additional).unwrap();
        };
        match case.text("procedure").unwrap() {
            "instantiate, generate = output" => drbg.generate(&mut out).unwrap(),
            "instantiate, generate(additional1, discarded), generate(additional2) = output" => {
                drbg.generate_with(&first, &mut out).unwrap();
                drbg.generate_with(&second, &mut out).unwrap();
            }
            "instantiate; reseed; generate(additional1, discarded); generate(additional2) = output" =>
            {
                reseed(&mut drbg, "entropy_reseed", &field("additional_reseed"));
                drbg.generate_with(&first, &mut out).unwrap();
                drbg.generate_with(&second, &mut out).unwrap();
            }
            "instantiate; generate(additional1, discarded); reseed(entropy_reseed, additional_reseed); generate(additional2) = output" =>
            {
                drbg.generate_with(&first, &mut out).unwrap();
                reseed(&mut drbg, "entropy_reseed", &field("additional_reseed"));
                drbg.generate_with(&second, &mut out).unwrap();
            }
            "instantiate; reseed(entropy_pr1, additional1); generate (discarded); reseed(entropy_pr2, additional2); generate = output" =>
            {
                reseed(&mut drbg, "entropy_pr1", &first);
                drbg.generate(&mut out).unwrap();
                reseed(&mut drbg, "entropy_pr2", &second);
                drbg.generate(&mut out).unwrap();
            }
            other => panic!("unknown procedure: {other}"),
        }
        out
    }
    for case in &cases_of("aes_ctr_drbg").unwrap() {
        for backend in Backend::available() {
            let made = match case.number("aes_bits", 256).unwrap() {
                128 => run::<Aes128>(case, backend),
                192 => run::<Aes192>(case, backend),
                _ => run::<Aes256>(case, backend),
            };
            assert_eq!(made, case.bytes("output").unwrap(), "{}, {backend}", case.id);
        }
    }
}

/// The text of the standard written down byte by byte: its state, and the derivation function.
struct Plain<C: AesModes> {
    key: Vec<u8>,
    v: [u8; 16],
    derivation: bool,
    cipher: core::marker::PhantomData<C>,
}

impl<C: AesModes> Plain<C> {
    fn block(key: &[u8], block: [u8; 16]) -> [u8; 16] {
        let mut out = block;
        Ecb::<C>::with_backend(key, Backend::Portable).unwrap().encrypt((), &mut out).unwrap();
        out
    }

    /// Section 10.3.2.
    fn derive(input: &[u8]) -> Vec<u8> {
        let seed = C::KEY_BYTES + 16;
        let mut text = Vec::new();
        text.extend((input.len() as u32).to_be_bytes());
        text.extend((seed as u32).to_be_bytes());
        text.extend(input);
        text.push(0x80);
        text.resize(text.len().next_multiple_of(16), 0);
        let key: Vec<u8> = (0..C::KEY_BYTES as u8).collect();
        let mut all = Vec::new();
        for i in 0u32.. {
            if all.len() >= seed {
                break;
            }
            let mut chain = [0; 16];
            chain[..4].copy_from_slice(&i.to_be_bytes());
            chain = Self::block(&key, chain);
            for part in text.chunks(16) {
                chain = Self::block(&key, core::array::from_fn(|i| chain[i] ^ part[i]));
            }
            all.extend(chain);
        }
        let mut block = all[C::KEY_BYTES..seed].try_into().unwrap();
        let mut out = Vec::new();
        while out.len() < seed {
            block = Self::block(&all[..C::KEY_BYTES], block);
            out.extend(block);
        }
        out.truncate(seed);
        out
    }

    fn input(&self, input: &[u8]) -> Vec<u8> {
        let mut out = input.to_vec();
        if self.derivation {
            out = Self::derive(input);
        }
        out.resize(C::KEY_BYTES + 16, 0);
        out
    }

    fn next(&mut self) -> [u8; 16] {
        self.v = u128::from_be_bytes(self.v).wrapping_add(1).to_be_bytes();
        Self::block(&self.key, self.v)
    }

    fn update(&mut self, input: &[u8]) {
        let mut made: Vec<u8> = (0..3).flat_map(|_| self.next()).collect();
        made.truncate(C::KEY_BYTES + 16);
        made.iter_mut().zip(input).for_each(|(made, input)| *made ^= input);
        self.v = made.split_off(C::KEY_BYTES).try_into().unwrap();
        self.key = made;
    }

    fn seed(&mut self, entropy: &[u8], other: &[u8]) {
        let seed = match self.derivation {
            true => Self::derive(&[entropy, other].concat()),
            false => self.input(other).iter().zip(entropy).map(|(a, b)| a ^ b).collect(),
        };
        self.update(&seed);
    }

    fn generate(&mut self, additional: &[u8], bytes: usize) -> Vec<u8> {
        let mut input = vec![0; C::KEY_BYTES + 16];
        if !additional.is_empty() {
            input = self.input(additional);
            self.update(&input);
        }
        let mut out: Vec<u8> = (0..bytes.div_ceil(16)).flat_map(|_| self.next()).collect();
        out.truncate(bytes);
        self.update(&input);
        out
    }
}

/// A whole life from a source, on every backend.
#[test]
fn as_the_standard_says() {
    fn check<C: AesModes>() {
        let mut random = crate::support::Random::new(7);
        let all = [false, true];
        for (derivation, prediction_resistance) in all.map(|a| all.map(|b| (a, b))).concat() {
            for backend in Backend::available() {
                let options = DrbgOptions { derivation, prediction_resistance, backend };
                let seed = C::KEY_BYTES + 16;
                let (first, next) =
                    if derivation { (C::KEY_BYTES / 2 * 3, C::KEY_BYTES) } else { (seed, seed) };
                let source = random.bytes(first + 20 * next);
                let mut left = &source[..];
                let mut take = |bytes| left.split_off(..bytes).unwrap();
                let string = random.bytes(23);
                let prepared = Prepared(source.clone());
                let mut drbg = CtrDrbg::<C, _>::with_options(prepared, &string, options).unwrap();
                let (key, cipher) = (vec![0; C::KEY_BYTES], core::marker::PhantomData);
                let mut plain = Plain::<C> { key, v: [0; 16], derivation, cipher };
                plain.seed(take(first), &string);
                for round in 0..12 {
                    let mut additional = random.bytes([0, 1, 16, seed][round % 4]);
                    if round % 5 == 4 {
                        drbg.reseed_with(&additional).unwrap();
                        plain.seed(take(next), &additional);
                    }
                    let bytes = [0, 1, 15, 16, 17, 700][random.below(6)];
                    let mut out = vec![0x77; bytes];
                    drbg.generate_with(&additional, &mut out).unwrap();
                    if prediction_resistance {
                        plain.seed(take(next), &additional);
                        additional.clear();
                    }
                    assert_eq!(out, plain.generate(&additional, bytes), "{backend}, {options:?}");
                }
            }
        }
    }
    check::<Aes128>();
    check::<Aes192>();
    check::<Aes256>();
}

#[test]
fn a_source_that_fails() {
    let options = DrbgOptions { prediction_resistance: true, ..DrbgOptions::default() };
    let refused = CtrDrbg::<Aes128, _>::new(Prepared(vec![1; 23]), &[]).err();
    assert_eq!(refused, Some(Error::Entropy));
    // Enough for the start and two requests.
    let source = Prepared(vec![1; 24 + 16 + 16]);
    let mut drbg = CtrDrbg::<Aes128, _>::with_options(source, b"name", options).unwrap();
    let mut out = [0; 40];
    assert_eq!(drbg.generate(&mut out), Ok(()));
    assert_eq!(drbg.generate(&mut out), Ok(()));
    let before = out;
    assert_eq!(drbg.generate(&mut out), Err(Error::Entropy));
    assert_eq!(drbg.reseed(), Err(Error::Entropy));
    assert_eq!(out, before);
    // Without source there is nothing to resist with.
    let mut given = CtrDrbg::<Aes128>::from_seed(&[1; 16], &[], &[], options).unwrap();
    assert_eq!(given.generate(&mut out), Err(Error::ReseedRequired));
    assert_eq!(given.reseed(), Err(Error::ReseedRequired));
    assert_eq!(out, before);
}

#[test]
fn limits() {
    let options = DrbgOptions::default();
    let mut drbg = CtrDrbg::<Aes256>::from_seed(&[1; 32], &[2; 16], &[], options).unwrap();
    let mut out = vec![0; (1 << 16) + 1];
    let (bytes, max) = (out.len() as u64, 1 << 16);
    let refused = drbg.generate(&mut out);
    assert_eq!(refused, Err(Error::TooLong { what: Quantity::Request, bytes, max }));
    assert!(out.iter().all(|byte| *byte == 0));
    assert_eq!(drbg.generate(&mut out[..1 << 16]), Ok(()));
    assert!(out[..1 << 16].chunks(16).all(|block| block != [0; 16]));
    assert_eq!(drbg.reseed_from(&[0; 31], &[]), Err(Error::Entropy));
    assert_eq!(drbg.reseed_from(&[0; 32], &[]), Ok(()));

    let plain = DrbgOptions { derivation: false, ..options };
    let new = |entropy: usize, nonce: usize, other: usize| {
        let [entropy, nonce, other] = [entropy, nonce, other].map(|bytes| vec![1; bytes]);
        CtrDrbg::<Aes192>::from_seed(&entropy, &nonce, &other, plain).err()
    };
    let too_long =
        |bytes: u64, max: u64| Some(Error::TooLong { what: Quantity::Input, bytes, max });
    assert_eq!(new(40, 0, 40), None);
    assert_eq!(new(39, 0, 0), Some(Error::Entropy));
    assert_eq!(new(41, 0, 0), too_long(41, 40));
    assert_eq!(new(40, 1, 0), too_long(1, 0));
    assert_eq!(new(40, 0, 41), too_long(41, 40));
    let mut drbg = CtrDrbg::<Aes192>::from_seed(&[1; 40], &[], &[], plain).unwrap();
    let mut out = [5; 9];
    assert_eq!(drbg.generate_with(&[0; 41], &mut out).err(), too_long(41, 40));
    assert_eq!(drbg.reseed_from(&[0; 40], &[0; 41]).err(), too_long(41, 40));
    assert_eq!(out, [5; 9]);
}

#[cfg(all(unix, feature = "std"))]
#[test]
fn the_systems_source() {
    use lanecrypt::mode::OsEntropy;
    let mut first = CtrDrbg::<Aes256, _>::new(OsEntropy::new().unwrap(), b"test").unwrap();
    let mut second = CtrDrbg::<Aes256, _>::new(OsEntropy::new().unwrap(), b"test").unwrap();
    let (mut a, mut b) = ([0; 64], [0; 64]);
    first.generate(&mut a).unwrap();
    second.generate(&mut b).unwrap();
    assert_ne!(a, b);
    first.reseed().unwrap();
    first.generate(&mut b).unwrap();
    assert_ne!(a, b);
}
