//! 256-NEA4 to 256-NEA6.

use lanecrypt::threegpp::{EncryptionId, Iv, Nea};
use lanecrypt::{
    Algorithm, Backend, Batch, Cipher, CipherJob, Error, KeyStream as _, Status, StreamCipher,
};

use crate::suite::{Suite, each_suite, iv};
use crate::support::Random;
use crate::support::ciphers::{Message, check_batch, check_keystream};
use crate::support::jobs::{Keys, run};

each_suite! {
    known_answers
    every_length_alone_and_in_batches
    long_messages_beside_short_ones
    lengths_in_bits
    pieces
    what_is_refused_keeps_its_data
}

fn xor(a: &[u8], b: &[u8]) -> Vec<u8> {
    a.iter().zip(b).map(|(a, b)| a ^ b).collect()
}

fn message<S: Suite>(random: &mut Random, bytes: usize) -> Message {
    let (key, nonce, plain) = (random.bytes(32), random.bytes(16), random.bytes(bytes));
    let keystream = S::keystream(&key, nonce.first_chunk().unwrap(), bytes);
    let encrypted = xor(&plain, &keystream);
    Message { key, nonce, block: 0, plain, encrypted }
}

fn same<T: Clone>(of: &T, count: usize) -> Vec<T> {
    vec![of.clone(); count]
}

fn known_answers<S: Suite>() {
    let known: Vec<_> = S::cases(0)
        .iter()
        .map(|case| {
            let field = |name| case.bytes(name).unwrap();
            let (key, nonce) = (field("key"), field("iv"));
            (key, nonce, field("plaintext"), field("ciphertext"))
        })
        .collect();
    assert!(known.len() >= 10);
    let mut random = Random::new(61);
    for backend in Backend::available() {
        for (key, nonce, plain, encrypted) in &known {
            let object = S::Nea::with_backend(key, backend).unwrap();
            let chosen = Nea::with_backend(S::IDS.0, key, backend).unwrap();
            let (mut in_place, mut apart) = (plain.clone(), same(&0xee, plain.len()));
            object.encrypt(iv(nonce), &mut in_place).unwrap();
            chosen.encrypt(iv(nonce), (&plain[..], &mut apart[..])).unwrap();
            assert_eq!((&in_place, &apart), (encrypted, encrypted), "{backend}");
            object.decrypt(iv(nonce), &mut in_place).unwrap();
            assert_eq!(in_place, *plain);
        }
        // Each at every place of a batch.
        for first in 0..known.len() {
            let messages: Vec<_> = (0..40)
                .map(|i| &known[(first + i) % known.len()])
                .map(|(key, nonce, plain, encrypted)| Message {
                    key: key.clone(),
                    nonce: nonce.clone(),
                    block: 0,
                    plain: plain.clone(),
                    encrypted: encrypted.clone(),
                })
                .collect();
            let keys = Keys::turn(first);
            let count = 1 + first * 3 % 40;
            let options = Default::default();
            check_batch::<S::Nea>(&mut random, &messages[..count], iv, options, backend, keys);
            check_batch::<S::Nea>(&mut random, &messages, iv, options, backend, keys);
        }
    }
}

fn every_length_alone_and_in_batches<S: Suite>() {
    let mut random = Random::new(62);
    let messages: Vec<_> = (0..=600).map(|bytes| message::<S>(&mut random, bytes)).collect();
    for backend in Backend::available() {
        for Message { key, nonce, plain, encrypted, .. } in &messages {
            let key = S::Nea::with_backend(key, backend).unwrap();
            let (mut data, mut output) = (plain.clone(), same(&7, plain.len()));
            key.encrypt(iv(nonce), &mut data).unwrap();
            key.encrypt(iv(nonce), (&plain[..], &mut output[..])).unwrap();
            assert_eq!((&data, &output), (encrypted, encrypted), "{} on {backend}", plain.len());
            key.keystream(iv(nonce), &mut output).unwrap();
            assert_eq!(output, xor(plain, encrypted));
        }
        let options = Default::default();
        for keys in Keys::ALL {
            check_batch::<S::Nea>(&mut random, &messages, iv, options, backend, keys);
            check_keystream::<S::Nea>(&mut random, &messages, iv, options, backend, keys);
        }
        for count in [0, 1, 2, 3, 4, 5, 8, 17, 31, 32, 33] {
            let messages = &messages[40 * (count % 11)..][..count];
            let keys = Keys::turn(count);
            check_batch::<S::Nea>(&mut random, messages, iv, options, backend, keys);
        }
    }
}

fn long_messages_beside_short_ones<S: Suite>() {
    let mut random = Random::new(63);
    let lengths = [5000, 0, 16, 4096, 63, 1, 1500, 64, 65, 70_001, 33, 12, 2, 3];
    let messages: Vec<_> = (0..40)
        .map(|i| {
            let bytes = if i < lengths.len() { lengths[i] } else { random.below(700) };
            message::<S>(&mut random, bytes)
        })
        .collect();
    for backend in Backend::available() {
        for keys in Keys::ALL {
            let options = Default::default();
            check_batch::<S::Nea>(&mut random, &messages, iv, options, backend, keys);
        }
    }
}

/// The bits of the last byte beyond the message become zero, and later bytes stay.
fn lengths_in_bits<S: Suite>() {
    let mut random = Random::new(64);
    for backend in Backend::available() {
        let batch = Batch::<S::Nea>::with_backend(backend).unwrap();
        let cases: Vec<_> = (0..=300u64)
            .chain([511, 512, 513, 2047])
            .map(|bits| (bits, message::<S>(&mut random, bits.div_ceil(8) as usize + 3)))
            .collect();
        let mut buffers: Vec<_> = cases.iter().map(|(_, message)| message.plain.clone()).collect();
        let mut jobs: Vec<_> = cases
            .iter()
            .zip(&mut buffers)
            .map(|((bits, message), data)| {
                CipherJob::new(&message.key, iv(&message.nonce), data).with_bits(*bits)
            })
            .collect();
        assert!(run(&mut jobs, &|jobs| batch.encrypt(jobs)).is_ok());
        drop(jobs);
        for ((bits, message), got) in cases.iter().zip(&buffers) {
            let bytes = bits.div_ceil(8) as usize;
            let mut expected = message.encrypted[..bytes].to_vec();
            if let Some(last) = expected.last_mut().filter(|_| bits % 8 > 0) {
                *last &= 0xff << (8 - bits % 8);
            }
            expected.extend_from_slice(&message.plain[bytes..]);
            assert_eq!(*got, expected, "{bits} bits on {backend}");
            let key = S::Nea::with_backend(&message.key, backend).unwrap();
            let mut alone = message.plain.clone();
            key.encrypt_bits(iv(&message.nonce), &mut alone, *bits).unwrap();
            assert_eq!(alone, expected, "{bits} bits alone on {backend}");
        }
    }
}

fn pieces<S: Suite>() {
    let mut random = Random::new(65);
    for backend in Backend::available() {
        let message = message::<S>(&mut random, 2500);
        let key = S::Nea::with_backend(&message.key, backend).unwrap();
        for piece in [1, 3, 15, 16, 17, 63, 64, 65, 1000, 2500] {
            let mut stream = key.stream(iv(&message.nonce)).unwrap();
            let mut data = message.plain.clone();
            for piece in data.chunks_mut(piece) {
                stream.apply(piece).unwrap();
            }
            assert_eq!(data, message.encrypted, "pieces of {piece} on {backend}");
            assert_eq!(stream.position(), 2500);
        }
        let wrong = Iv::integrity(&[1; 15], 4).unwrap();
        assert_eq!(key.stream(wrong).err(), Some(Error::ParameterKind));
    }
}

fn what_is_refused_keeps_its_data<S: Suite>() {
    let mut random = Random::new(66);
    let right = message::<S>(&mut random, 50);
    let wrong = [Iv::integrity(&[1; 15], 4).unwrap(), Iv::aead(&[1; 15], 16).unwrap()];
    for backend in Backend::available() {
        let key = S::Nea::with_backend(&right.key, backend).unwrap();
        let mut buffers = vec![right.plain.clone(); 8];
        let (good, bad) = buffers.split_at_mut(2);
        let mut jobs: Vec<_> = good
            .iter_mut()
            .map(|data| CipherJob::new(&key, iv(&right.nonce), data))
            .chain(bad.iter_mut().enumerate().map(|(i, data)| match i {
                0 | 1 => CipherJob::new(&key, wrong[i], data),
                2 => CipherJob::new(&right.key[1..], iv(&right.nonce), data),
                3 => CipherJob::new(&key, iv(&right.nonce), data).with_start_block(1),
                4 => CipherJob::new(&key, iv(&right.nonce), data).with_bits(401),
                _ => CipherJob::new(&key, iv(&right.nonce), (&[1; 49][..], &mut data[..])),
            }))
            .collect();
        let batch = Batch::<S::Nea>::with_backend(backend).unwrap();
        let report = run(&mut jobs, &|jobs| batch.encrypt(jobs));
        assert_eq!((report.done(), report.failed()), (2, 6));
        let errors = [
            Error::ParameterKind,
            Error::ParameterKind,
            Error::KeyLength { bytes: 31, expected: 32 },
            Error::StartBlock { block: 1 },
            Error::BitLength { bits: 401, available: 400 },
            Error::OutputLength { output: 50, input: 49 },
        ];
        for (job, error) in jobs[2..].iter().zip(errors) {
            assert_eq!(job.status(), Status::Failed(error));
        }
        drop(jobs);
        assert!(buffers[..2].iter().all(|data| *data == right.encrypted));
        assert!(buffers[2..].iter().all(|data| *data == right.plain));
    }
    assert!(EncryptionId::ALL.contains(&S::IDS.0) && S::IDS.0.is_supported());
}
