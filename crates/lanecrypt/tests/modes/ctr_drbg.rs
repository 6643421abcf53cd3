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
        let (nonce, personalization) = split_nonce::<C>(derivation, &personalization);
        let mut drbg = CtrDrbg::<C>::from_seed(&entropy, nonce, personalization, options).unwrap();
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

/// With the derivation function, a nonce of half a key's length comes first.
fn split_nonce<C: AesModes>(derivation: bool, both: &[u8]) -> (&[u8], &[u8]) {
    both.split_at(if derivation { C::KEY_BYTES / 2 } else { 0 })
}

/// The known answers of prediction resistance, from a source: wanted for every request, and for single ones.
/// A source gives entropy and nonce together, so cases with longer entropy are left out.
#[test]
fn prediction_resistance() {
    fn run<C: AesModes>(case: &Case, backend: Backend) -> usize {
        let derivation = case.truth("derivation_function").unwrap();
        let field = |name| case.bytes_or_none(name).unwrap();
        let (entropy, output) = (field("entropy"), field("output"));
        let both = field(if derivation { "nonce_and_personalization" } else { "personalization" });
        if derivation && entropy.len() != C::KEY_BYTES {
            return 0;
        }
        let (nonce, personalization) = split_nonce::<C>(derivation, &both);
        let source = [&entropy, nonce, &field("entropy_pr1"), &field("entropy_pr2")].concat();
        for always in [false, true] {
            let options = DrbgOptions { derivation, prediction_resistance: always, backend };
            let source = Prepared(source.clone());
            let mut drbg = CtrDrbg::<C, _>::with_options(source, personalization, options).unwrap();
            let mut out = vec![0; output.len()];
            for additional in [field("additional1"), field("additional2")] {
                match always {
                    true => drbg.generate_with(&additional, &mut out).unwrap(),
                    false => drbg.generate_fresh(&additional, &mut out).unwrap(),
                }
            }
            assert_eq!(out, output, "{}, {backend}", case.id);
            // The source is used up.
            assert_eq!(drbg.generate_fresh(&[], &mut out), Err(Error::Entropy));
            assert_eq!(out, output);
        }
        1
    }
    for backend in Backend::available() {
        let mut checked = [0; 3];
        for case in &cases_of("aes_ctr_drbg").unwrap() {
            if case.has("entropy_pr1") {
                match case.number("aes_bits", 256).unwrap() {
                    128 => checked[0] += run::<Aes128>(case, backend),
                    192 => checked[1] += run::<Aes192>(case, backend),
                    _ => checked[2] += run::<Aes256>(case, backend),
                }
            }
        }
        assert!(checked.iter().zip([2, 2, 7]).all(|(are, least)| *are >= least), "{checked:?}");
    }
}

/// With the derivation function a nonce is required (SP 800-90A, 8.6.7), unless the entropy includes it.
#[test]
fn a_nonce_is_required() {
    fn check<C: AesModes>() {
        let (key, half) = (C::KEY_BYTES, C::KEY_BYTES / 2);
        let new = |entropy: usize, nonce: usize| {
            let (entropy, nonce) = (vec![1; entropy], vec![2; nonce]);
            CtrDrbg::<C>::from_seed(&entropy, &nonce, &[], DrbgOptions::default()).err()
        };
        let range = |bytes| Some(Error::NonceRange { bytes, min: half, max: u32::MAX as usize });
        assert_eq!(new(key, half), None);
        assert_eq!(new(key, half + 9), None);
        assert_eq!(new(key + half, 0), None);
        assert_eq!(new(key, 0), range(0));
        assert_eq!(new(key, half - 1), range(half - 1));
        assert_eq!(new(key + half - 1, 0), range(0));
        assert_eq!(new(2 * key, 1), range(1));
        assert_eq!(new(key - 1, 0), Some(Error::Entropy));
    }
    check::<Aes128>();
    check::<Aes192>();
    check::<Aes256>();
}

/// What a child gives, or the number of its error as four bytes and zeros. The child is made by `fork`, or by
/// the bare system call, which runs no handlers of the C library. It makes no use of what other threads lock.
#[cfg(all(target_os = "linux", feature = "std"))]
fn in_child(bare: bool, make: impl FnOnce(&mut [u8; 64]) -> Result<(), Error>) -> [u8; 64] {
    let mut pipe = [0; 2];
    // SAFETY: room for two descriptors; the child writes and ends; the rest is given as the calls want it.
    unsafe {
        assert_eq!(libc::pipe(pipe.as_mut_ptr()), 0);
        // On s390x, the stack comes before the flags.
        let s390x = cfg!(target_arch = "s390x");
        let [first, second] = if s390x { [0, libc::SIGCHLD] } else { [libc::SIGCHLD, 0] };
        let child = match bare {
            true => libc::syscall(libc::SYS_clone, first, second, 0, 0, 0) as libc::pid_t,
            false => libc::fork(),
        };
        assert!(child >= 0);
        let mut out = [0; 64];
        if child == 0 {
            if let Err(error) = make(&mut out) {
                out = [0; 64];
                out[..4].copy_from_slice(&error.code().to_be_bytes());
            }
            let written = libc::write(pipe[1], out.as_ptr().cast(), out.len());
            libc::_exit(i32::from(written != 64));
        }
        let mut status = 0;
        assert_eq!(libc::read(pipe[0], out.as_mut_ptr().cast(), 64), 64);
        assert_eq!(libc::waitpid(child, &mut status, 0), child);
        assert_eq!(status, 0);
        libc::close(pipe[0]);
        libc::close(pipe[1]);
        out
    }
}

/// Children and children of children, of generators with a source and without: none repeats the bytes of
/// another process, and the parent goes on as if nothing had happened.
#[cfg(all(target_os = "linux", feature = "std"))]
#[test]
fn a_child_never_repeats_its_parent() {
    use lanecrypt::mode::OsEntropy;
    for bare in [false, true] {
        let mut drbg = CtrDrbg::<Aes256, _>::new(OsEntropy::new().unwrap(), b"fork").unwrap();
        drbg.generate(&mut [0; 64]).unwrap();
        let mut seen = Vec::new();
        for _ in 0..4 {
            seen.push(in_child(bare, |out| drbg.generate(out)));
            seen.push(in_child(bare, |out| {
                drbg.generate(&mut [0; 64])?;
                *out = in_child(bare, |out| drbg.generate(out));
                Ok(())
            }));
            // A child that never asked before it forks in its turn.
            seen.push(in_child(bare, |out| {
                *out = in_child(bare, |out| drbg.generate(out));
                Ok(())
            }));
            let mut own = [0; 64];
            drbg.generate(&mut own).unwrap();
            seen.push(own);
        }
        for (i, out) in seen.iter().enumerate() {
            assert!(out[32..] != [0; 32], "{out:?}");
            assert!(!seen[..i].contains(out), "bare: {bare}, output {i}");
        }

        let (seed, nonce, options) = ([1; 32], [2; 16], DrbgOptions::default());
        let new = || CtrDrbg::<Aes256>::from_seed(&seed, &nonce, b"", options).unwrap();
        let (mut given, mut undisturbed) = (new(), new());
        let mut refused = [0; 64];
        refused[..4].copy_from_slice(&Error::ReseedRequired.code().to_be_bytes());
        for _ in 0..2 {
            assert_eq!(in_child(bare, |out| given.generate(out)), refused);
            let seeded = in_child(bare, |out| {
                given.reseed_from(&[3; 32], &[])?;
                given.generate(out)
            });
            assert!(seeded[32..] != [0; 32]);
            let (mut own, mut expected) = ([0; 64], [0; 64]);
            given.generate(&mut own).unwrap();
            undisturbed.generate(&mut expected).unwrap();
            assert_eq!(own, expected);
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
    let mut given = CtrDrbg::<Aes128>::from_seed(&[1; 16], &[2; 8], &[], options).unwrap();
    assert_eq!(given.generate(&mut out), Err(Error::ReseedRequired));
    assert_eq!(given.generate_fresh(&[], &mut out), Err(Error::ReseedRequired));
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

#[cfg(all(any(unix, windows), feature = "std"))]
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
    first.generate_fresh(b"more", &mut a).unwrap();
    assert_ne!(a, b);
    assert_eq!(first.self_test(), Ok(()));
}
