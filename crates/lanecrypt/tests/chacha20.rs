//! ChaCha20 on every backend against a plain model of RFC 8439: alone, in pieces and in batches.
#![cfg(feature = "chacha20")]

#[path = "support/mod.rs"]
mod support;

use lanecrypt::stream::ChaCha20;
use lanecrypt::{Algorithm, Backend, Batch, Cipher, CipherJob, Error, Status, StreamCipher};
use support::ciphers::{Message, check_batch, check_keystream};
use support::jobs::Keys;
use support::{Guarded, Random};

/// One block, as RFC 8439, section 2.3, writes it.
fn block(key: &[u8], nonce: &[u8], number: u32) -> [u8; 64] {
    let mut state = [0; 16];
    state[..4].copy_from_slice(&[0x61707865, 0x3320646e, 0x79622d32, 0x6b206574]);
    state[12] = number;
    for (words, bytes) in [(4..12, key), (13..16, nonce)] {
        for (word, bytes) in state[words].iter_mut().zip(bytes.chunks(4)) {
            *word = u32::from_le_bytes(bytes.try_into().unwrap());
        }
    }
    let mut s = state;
    for round in 0..20 {
        for column in 0..4 {
            let diagonal = round % 2;
            let [a, b, c, d] = [0, 1, 2, 3].map(|row| 4 * row + (column + row * diagonal) % 4);
            for [first, second] in [[16, 12], [8, 7]] {
                s[a] = s[a].wrapping_add(s[b]);
                s[d] = (s[d] ^ s[a]).rotate_left(first);
                s[c] = s[c].wrapping_add(s[d]);
                s[b] = (s[b] ^ s[c]).rotate_left(second);
            }
        }
    }
    let mut bytes = [0; 64];
    for ((bytes, word), before) in bytes.chunks_mut(4).zip(s).zip(state) {
        bytes.copy_from_slice(&word.wrapping_add(before).to_le_bytes());
    }
    bytes
}

fn model(key: &[u8], nonce: &[u8], first: u64, data: &mut [u8]) {
    for (number, bytes) in (first..).zip(data.chunks_mut(64)) {
        let block = block(key, nonce, number.try_into().unwrap());
        bytes.iter_mut().zip(block).for_each(|(byte, key)| *byte ^= key);
    }
}

fn message(random: &mut Random, bytes: usize, block: u64) -> Message {
    let (key, nonce, plain) = (random.bytes(32), random.bytes(12), random.bytes(bytes));
    let mut encrypted = plain.clone();
    model(&key, &nonce, block, &mut encrypted);
    Message { key, nonce, block, plain, encrypted }
}

fn nonce(bytes: &[u8]) -> &[u8; 12] {
    bytes.try_into().unwrap()
}

/// The answers of RFC 8439, of the model and on every backend: in a batch of one, in every lane of a batch,
/// and in pieces.
#[test]
fn known_answers() {
    let cases = lanecrypt_vectors::cases_of("chacha20").unwrap();
    assert!(cases.len() >= 9);
    for case in &cases {
        let bytes = |field| case.bytes(field).unwrap();
        let (key, nonce_bytes, plain) = (bytes("key"), bytes("nonce"), bytes("plaintext"));
        let (block, encrypted) = (case.number("counter", u64::MAX).unwrap(), bytes("ciphertext"));
        let mut data = plain.clone();
        model(&key, &nonce_bytes, block, &mut data);
        assert!(data == encrypted, "{} by the model", case.id);
        for backend in Backend::available() {
            for count in [1, 40] {
                let mut buffers = vec![plain.clone(); count];
                let mut jobs: Vec<_> = buffers
                    .iter_mut()
                    .map(|buffer| {
                        CipherJob::<ChaCha20>::new(&key[..], nonce(&nonce_bytes), buffer)
                            .with_start_block(block)
                    })
                    .collect();
                assert!(Batch::with_backend(backend).unwrap().encrypt(&mut jobs).is_ok());
                let right = buffers.iter().all(|buffer| *buffer == encrypted);
                assert!(right, "{}, {count} on {backend}", case.id);
            }
            let cipher = ChaCha20::with_backend(&key, backend).unwrap();
            let mut stream = cipher.stream(nonce(&nonce_bytes)).unwrap();
            stream.seek(64 * block).unwrap();
            let mut data = plain.clone();
            data.chunks_mut(7).for_each(|piece| stream.apply(piece).unwrap());
            assert!(data == encrypted, "{} in pieces on {backend}", case.id);
        }
    }
}

/// Every length up to some tiles, wherever the message lies, in place and apart.
#[test]
fn every_length_alone() {
    let mut random = Random::new(1);
    for backend in Backend::available() {
        for bytes in (0..=600).chain([1023, 1024, 1025, 2047, 2048, 2049, 5000]) {
            let m = message(&mut random, bytes, 0);
            let cipher = ChaCha20::with_backend(&m.key, backend).unwrap();
            let mut data = Guarded::new(&mut random, bytes, &m.plain);
            cipher.encrypt(nonce(&m.nonce), data.get_mut()).unwrap();
            assert!(data.get() == m.encrypted, "{bytes} bytes in place on {backend}");
            cipher.decrypt(nonce(&m.nonce), data.get_mut()).unwrap();
            assert!(data.get() == m.plain, "{bytes} bytes back on {backend}");
            data.check_guards();
            let mut output = Guarded::new(&mut random, bytes / 3, &vec![0xee; bytes]);
            cipher.encrypt(nonce(&m.nonce), (&m.plain[..], output.get_mut())).unwrap();
            assert!(output.get() == m.encrypted, "{bytes} bytes apart on {backend}");
            output.check_guards();
            let mut keystream = vec![0xee; bytes];
            cipher.keystream(nonce(&m.nonce), &mut keystream).unwrap();
            let sum = keystream.iter().zip(&m.plain).map(|(key, byte)| key ^ byte);
            assert!(sum.eq(m.encrypted.iter().copied()), "{bytes} bytes of keystream on {backend}");
        }
    }
}

/// Few and many messages of mixed lengths and starts, all keys different or all the same.
#[test]
fn batches() {
    let mut random = Random::new(2);
    for count in [1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 33, 70] {
        let mut messages: Vec<Message> = (0..count)
            .map(|_| {
                let bytes = match random.below(6) {
                    0 => 64 * random.below(9),
                    1 => random.below(3000),
                    _ => random.below(600),
                };
                let start = if random.below(3) == 0 { random.next() % 1_000_000 } else { 0 };
                message(&mut random, bytes, start)
            })
            .collect();
        for same in [false, true] {
            if same {
                let key = messages[0].key.clone();
                for m in &mut messages {
                    m.key.clone_from(&key);
                    m.encrypted.clone_from(&m.plain);
                    model(&key, &m.nonce, m.block, &mut m.encrypted);
                }
            }
            for backend in Backend::available() {
                for keys in Keys::ALL {
                    check_batch::<ChaCha20>(&mut random, &messages, nonce, (), backend, keys);
                    check_keystream::<ChaCha20>(&mut random, &messages, nonce, (), backend, keys);
                }
            }
        }
    }
}

/// One message at every position of a batch, among others of the same length and of others.
#[test]
fn every_position_of_a_batch() {
    let mut random = Random::new(3);
    let bytes = 200;
    let m = message(&mut random, bytes, 7);
    let keys: [[u8; 32]; 40] = std::array::from_fn(|i| [i as u8; 32]);
    for backend in Backend::available() {
        for others in [bytes, 64, 900] {
            for position in 0..40 {
                let mut buffers = vec![vec![1; others]; 40];
                buffers[position].clone_from(&m.plain);
                let mut jobs: Vec<_> = buffers
                    .iter_mut()
                    .enumerate()
                    .map(|(i, buffer)| match i == position {
                        true => CipherJob::<ChaCha20>::new(&m.key[..], nonce(&m.nonce), buffer)
                            .with_start_block(7),
                        false => CipherJob::new(&keys[i], &[9; 12], buffer),
                    })
                    .collect();
                let batch = Batch::with_backend(backend).unwrap();
                assert!(batch.encrypt(&mut jobs).is_ok());
                assert!(buffers[position] == m.encrypted, "{position} of 40 on {backend}");
            }
        }
    }
}

#[test]
fn pieces_and_seeking() {
    let mut random = Random::new(4);
    let m = message(&mut random, 5000, 0);
    for backend in Backend::available() {
        let cipher = ChaCha20::with_backend(&m.key, backend).unwrap();
        for piece in [1, 3, 63, 64, 65, 200, 1024, 4999] {
            let mut stream = cipher.stream(nonce(&m.nonce)).unwrap();
            let mut data = m.plain.clone();
            data.chunks_mut(piece).for_each(|piece| stream.apply(piece).unwrap());
            assert!(data == m.encrypted, "pieces of {piece} on {backend}");
            assert_eq!((stream.position(), stream.backend()), (5000, backend));
        }
        let mut stream = cipher.stream(nonce(&m.nonce)).unwrap();
        for _ in 0..200 {
            let start = random.below(5001);
            let mut data = m.plain[start..start + random.below(5001 - start)].to_vec();
            stream.seek(start as u64).unwrap();
            stream.apply(&mut data[..]).unwrap();
            assert!(data == m.encrypted[start..start + data.len()], "from {start} on {backend}");
        }
    }
}

/// A nonce has 2^32 blocks: the last can be used, one more cannot, and nothing is written then.
#[test]
fn the_counter_does_not_wrap() {
    const LAST: u64 = (1 << 32) - 1;
    let mut random = Random::new(5);
    for backend in Backend::available() {
        for blocks in [1, 3, 17] {
            let first = LAST + 1 - blocks;
            let m = message(&mut random, 64 * blocks as usize, first);
            let mut data = m.plain.clone();
            data.push(0);
            let batch = Batch::<ChaCha20>::with_backend(backend).unwrap();
            let mut jobs =
                [CipherJob::new(&m.key[..], nonce(&m.nonce), &mut data[..])
                    .with_start_block(first)];
            let error = Error::Counter { blocks: blocks + 1, left: blocks };
            assert_eq!(batch.encrypt(&mut jobs).first_failure(), Some((0, error)));
            assert_eq!(jobs[0].status(), Status::Failed(error));
            assert!(data.pop() == Some(0) && data == m.plain);
            let mut jobs =
                [CipherJob::new(&m.key[..], nonce(&m.nonce), &mut data[..])
                    .with_start_block(first)];
            assert!(batch.encrypt(&mut jobs).is_ok());
            assert!(data == m.encrypted);

            let cipher = ChaCha20::with_backend(&m.key, backend).unwrap();
            let mut stream = cipher.stream(nonce(&m.nonce)).unwrap();
            stream.seek(64 * first).unwrap();
            let mut long = vec![0; data.len() + 1];
            assert_eq!(stream.apply(&mut long[..]), Err(error));
            assert_eq!((stream.position(), &long), (64 * first, &vec![0; data.len() + 1]));
            stream.apply(&mut data[..]).unwrap();
            assert!(data == m.plain);
            assert!(stream.apply(&mut [][..]).is_ok() && stream.apply(&mut [0][..]).is_err());
            let beyond = Error::Counter { blocks: LAST + 2, left: LAST + 1 };
            assert_eq!(stream.seek(64 * (LAST + 1) + 1), Err(beyond));
        }
        // No bytes need no block.
        let jobs =
            &mut [CipherJob::<ChaCha20>::new(&[0; 32], &[0; 12], &mut [][..])
                .with_start_block(u64::MAX)];
        assert!(Batch::with_backend(backend).unwrap().encrypt(jobs).is_ok());
    }
}
