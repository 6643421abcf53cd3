//! CBC.

use super::support::ciphers::{Message, check_batch};
use super::support::jobs::{Keys, run};
use super::support::{Random, Test, batches, encrypt, number, on_all};
use lanecrypt::mode::{AesModes, Cbc, Ecb};
use lanecrypt::{Algorithm, Backend, Batch, Cipher, CipherJob, Data, Error, Status};
use lanecrypt_vectors::cases_of;

/// Encrypted a block at a time, as the standard says.
fn plain<C: AesModes>(cipher: &Ecb<C>, iv: &[u8], message: &[u8]) -> Vec<u8> {
    let mut last = number(iv);
    let mut next = |block: &[u8]| {
        last = encrypt(cipher, last ^ number(block));
        last.to_be_bytes()
    };
    message.chunks(16).flat_map(&mut next).collect()
}

fn iv(bytes: &[u8]) -> &[u8; 16] {
    bytes.try_into().unwrap()
}

impl Test for Message {
    fn test<C: AesModes>(&self, backend: Backend) {
        let cipher = Cbc::<C>::with_backend(&self.key, backend).unwrap();
        assert_eq!(cipher.backend(), backend);
        let iv = iv(&self.nonce);
        let mut data = self.plain.clone();
        cipher.encrypt(iv, &mut data[..]).unwrap();
        assert_eq!(data, self.encrypted, "{backend}");
        let mut output = vec![0xee; data.len()];
        cipher.decrypt(iv, (&data[..], &mut output[..])).unwrap();
        assert_eq!(output, self.plain, "{backend}");
        let bits = 8 * data.len() as u64;
        cipher.decrypt_bits(iv, &mut data[..], bits).unwrap();
        assert_eq!(data, self.plain, "{backend}, in place");
        cipher.encrypt_bits(iv, (&self.plain[..], &mut data[..]), bits).unwrap();
        assert_eq!(data, self.encrypted, "{backend}, apart");
    }
}

#[test]
fn known_answers() {
    let mut count = 0;
    for case in cases_of("aes_modes")
        .unwrap()
        .iter()
        .filter(|case| case.text("mode").unwrap().starts_with("CBC"))
    {
        let known = Message {
            key: case.bytes("key").unwrap(),
            nonce: case.bytes("iv").unwrap(),
            block: 0,
            plain: case.bytes("plaintext").unwrap(),
            encrypted: case.bytes("ciphertext").unwrap(),
        };
        on_all(Some(&known.key), &known);
        count += 1;
    }
    assert!(count > 0);
}

struct Batches;

impl Test for Batches {
    fn test<C: AesModes>(&self, backend: Backend) {
        let mut random = Random::new(31);
        let lengths = batches(&mut random, true);
        for (lengths, one_key) in lengths.iter().flat_map(|all| [(all, false), (all, true)]) {
            let shared = random.bytes(C::KEY_BYTES);
            let known: Vec<_> = lengths
                .iter()
                .map(|&length| {
                    let key = if one_key { shared.clone() } else { random.bytes(C::KEY_BYTES) };
                    let nonce = random.bytes(16);
                    let message = random.bytes(length);
                    let cipher = Ecb::<C>::with_backend(&key, backend).unwrap();
                    let encrypted = plain(&cipher, &nonce, &message);
                    let known = Message { key, nonce, block: 0, plain: message, encrypted };
                    known.test::<C>(backend);
                    known
                })
                .collect();
            for keys in Keys::ALL {
                check_batch::<Cbc<C>>(&mut random, &known, iv, (), backend, keys);
            }
        }
    }
}

#[test]
fn batches_are_one_by_one() {
    on_all(None, &Batches);
}

struct Refusals;

impl Test for Refusals {
    fn test<C: AesModes>(&self, backend: Backend) {
        let mut random = Random::new(32);
        let (key, data) = (random.bytes(C::KEY_BYTES), random.bytes(64));
        let (iv, input) = ([3; 16], [0; 32]);
        let cipher = Cbc::<C>::with_backend(&key, backend).unwrap();
        let batch = Batch::<Cbc<C>>::with_backend(backend).unwrap();
        for bytes in [1, 15, 17, 63] {
            let mut copy = data.clone();
            let error = Err(Error::PartialBlock { bytes, block: 16 });
            assert_eq!(cipher.encrypt(&iv, &mut copy[..bytes]), error);
            assert_eq!(cipher.decrypt(&iv, &mut copy[..bytes]), error);
            assert_eq!(copy, data);
        }
        let mut output = data.clone();
        let error = Err(Error::OutputLength { output: 64, input: 32 });
        assert_eq!(cipher.encrypt(&iv, (&input[..], &mut output[..])), error);
        assert_eq!(cipher.decrypt(&iv, (&input[..], &mut output[..])), error);
        for (bits, error) in [
            (513, Error::BitLength { bits: 513, available: 512 }),
            (384, Error::NoBitLengths { bits: 384, available: 512 }),
            (0, Error::NoBitLengths { bits: 0, available: 512 }),
        ] {
            assert_eq!(cipher.encrypt_bits(&iv, &mut output[..], bits), Err(error));
            assert_eq!(cipher.decrypt_bits(&iv, &mut output[..], bits), Err(error));
        }
        assert_eq!(output, data);
        for bytes in [0, C::KEY_BYTES - 1, C::KEY_BYTES + 1] {
            let refused = Cbc::<C>::with_backend(&vec![0; bytes], backend).err();
            assert_eq!(refused, Some(Error::KeyLength { bytes, expected: C::KEY_BYTES }));
        }

        // Among right ones, which are encrypted and decrypted again.
        const JOBS: usize = 40;
        let mut buffers = vec![data.clone(); JOBS];
        let (mut jobs, mut errors) = (Vec::new(), Vec::new());
        for (i, buffer) in buffers.iter_mut().enumerate() {
            let ready = |data| CipherJob::new(&cipher, &iv, data);
            let (job, error) = match i % 10 {
                1 => {
                    let job = CipherJob::new(&key[1..], &iv, &mut buffer[..]);
                    let (bytes, expected) = (C::KEY_BYTES - 1, C::KEY_BYTES);
                    (job, Some(Error::KeyLength { bytes, expected }))
                }
                3 => {
                    let error = Error::PartialBlock { bytes: 63, block: 16 };
                    (ready(Data::from(&mut buffer[1..])), Some(error))
                }
                5 => {
                    let data = Data::Copy { input: &input, output: buffer };
                    (ready(data), Some(Error::OutputLength { output: 64, input: 32 }))
                }
                7 => {
                    let job = ready(Data::from(&mut buffer[..])).with_start_block(1);
                    (job, Some(Error::StartBlock { block: 1 }))
                }
                9 => {
                    let job = ready(Data::from(&mut buffer[..])).with_bits(128);
                    (job, Some(Error::NoBitLengths { bits: 128, available: 512 }))
                }
                0 => (CipherJob::new(&key[..], &iv, &mut buffer[..]), None),
                _ => (ready(Data::from(&mut buffer[..])), None),
            };
            jobs.push(job);
            errors.push(error);
        }
        let report = run(&mut jobs, &|jobs| batch.encrypt(jobs));
        assert_eq!((report.jobs(), report.failed()), (JOBS, JOBS / 2));
        let expected = plain(&Ecb::from(C::with_backend(&key, backend).unwrap()), &iv, &data);
        for (job, error) in jobs.iter().zip(&errors) {
            match error {
                None => assert_eq!(job.data.output(), expected),
                Some(error) => {
                    assert_eq!(job.status(), Status::Failed(*error));
                    assert_eq!(job.data.output(), &data[data.len() - job.data.len()..]);
                }
            }
        }
        for job in jobs.iter_mut().filter(|job| job.status() == Status::Done) {
            job.make_pending();
        }
        assert_eq!(batch.decrypt(&mut jobs).done(), JOBS / 2);
        drop(jobs);
        assert!(buffers.iter().all(|buffer| *buffer == data));
    }
}

#[test]
fn refusals_change_nothing() {
    on_all(None, &Refusals);
}
