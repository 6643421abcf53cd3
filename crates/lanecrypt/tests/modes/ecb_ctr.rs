//! ECB and counter mode of AES, with what its counters have that others have not: nonces of two
//! lengths, and carries over all of a block.

use super::support::ciphers::{self, Message, check_batch, check_keystream, same_nonce};
use super::support::jobs::Keys;
use super::support::{Random, Test, encrypt, on_all};
use lanecrypt::mode::{AesModes, Ctr, Ecb};
use lanecrypt::{Algorithm, Backend, Batch, Cipher, CipherJob, Error, StreamCipher};
use lanecrypt_vectors::cases_of;

struct Known {
    ecb: bool,
    message: Message,
}

/// Cipher in one mode: alone, and as many times the same in a batch.
fn check<C: Cipher<Options = ()>>(known: &Message, nonce: ciphers::Nonce<C>, backend: Backend) {
    let cipher = C::with_backend(&known.key, backend).unwrap();
    let mut data = known.plain.clone();
    cipher.encrypt(nonce(&known.nonce), &mut data[..]).unwrap();
    assert_eq!(data, known.encrypted, "{backend}");
    cipher.decrypt(nonce(&known.nonce), &mut data[..]).unwrap();
    assert_eq!(data, known.plain, "{backend}");
    let mut random = Random::new(60);
    for count in [1, 2, 5, 40] {
        let copy = || Message {
            key: known.key.clone(),
            nonce: known.nonce.clone(),
            block: 0,
            plain: known.plain.clone(),
            encrypted: known.encrypted.clone(),
        };
        let all: Vec<Message> = (0..count).map(|_| copy()).collect();
        for keys in Keys::ALL {
            check_batch::<C>(&mut random, &all, nonce, (), backend, keys);
        }
    }
}

impl Test for Known {
    fn test<C: AesModes>(&self, backend: Backend) {
        match self.ecb {
            true => check::<Ecb<C>>(&self.message, ciphers::no_nonce, backend),
            false => {
                check::<Ctr<C>>(&self.message, same_nonce, backend);
                let ctr = Ctr::<C>::with_backend(&self.message.key, backend).unwrap();
                let mut data = self.message.plain.clone();
                let mut stream = ctr.stream(&self.message.nonce).unwrap();
                stream.apply(&mut data[..]).unwrap();
                assert_eq!(data, self.message.encrypted, "{backend}");
            }
        }
    }
}

#[test]
fn known_answers() {
    for case in cases_of("aes_modes")
        .unwrap()
        .iter()
        .filter(|case| !case.text("mode").unwrap().starts_with("CBC"))
    {
        let ecb = case.text("mode") == Ok("ECB");
        let message = Message {
            key: case.bytes("key").unwrap(),
            nonce: if ecb { vec![] } else { case.bytes("iv").unwrap() },
            block: 0,
            plain: case.bytes("plaintext").unwrap(),
            encrypted: case.bytes("ciphertext").unwrap(),
        };
        on_all(Some(&message.key.clone()), &Known { ecb, message });
    }
}

/// Messages of every number of blocks up to some registers and on: of a key each, and of one key.
struct Batches;

impl Test for Batches {
    fn test<C: AesModes>(&self, backend: Backend) {
        let mut random = Random::new(62);
        let lengths = super::support::batches(&mut random, false);
        for (lengths, one_key) in lengths.iter().flat_map(|all| [(all, false), (all, true)]) {
            let shared = random.bytes(C::KEY_BYTES);
            let mut messages: Vec<Message> = lengths
                .iter()
                .enumerate()
                .map(|(i, &length)| {
                    let key = if one_key { shared.clone() } else { random.bytes(C::KEY_BYTES) };
                    let nonce = random.bytes([16, 12][i % 2]);
                    let (block, plain) = ([0, 5, 1 << 20][i % 3], random.bytes(length));
                    let cipher = Ecb::<C>::with_backend(&key, backend).unwrap();
                    let keystream = keystream(&cipher, &nonce, 16 * block, length);
                    let encrypted = plain.iter().zip(keystream).map(|(a, b)| a ^ b).collect();
                    Message { key, nonce, block, plain, encrypted }
                })
                .collect();
            for keys in Keys::ALL {
                check_batch::<Ctr<C>>(&mut random, &messages, same_nonce, (), backend, keys);
                check_keystream::<Ctr<C>>(&mut random, &messages, same_nonce, (), backend, keys);
            }
            for Message { key, block, plain, encrypted, .. } in &mut messages {
                let cipher = Ecb::<C>::with_backend(key, backend).unwrap();
                *block = 0;
                plain.truncate(plain.len() / 16 * 16);
                *encrypted = plain
                    .chunks(16)
                    .flat_map(|block| {
                        let block = u128::from_be_bytes(block.try_into().unwrap());
                        encrypt(&cipher, block).to_be_bytes()
                    })
                    .collect();
            }
            for keys in Keys::ALL {
                check_batch::<Ecb<C>>(&mut random, &messages, ciphers::no_nonce, (), backend, keys);
            }
        }
    }
}

#[test]
fn batches_are_one_by_one() {
    on_all(None, &Batches);
}

/// Keystream a block at a time, from a byte on.
fn keystream<C: AesModes>(cipher: &Ecb<C>, nonce: &[u8], from: u64, count: usize) -> Vec<u8> {
    let mut first = [0; 16];
    first[..nonce.len()].copy_from_slice(nonce);
    let first = u128::from_be_bytes(first);
    let block = |i| encrypt(cipher, first.wrapping_add(u128::from(i))).to_be_bytes();
    let blocks = from / 16..(from + count as u64).div_ceil(16);
    let bytes: Vec<u8> = blocks.flat_map(block).collect();
    bytes[(from % 16) as usize..][..count].to_vec()
}

struct Counters;

impl Test for Counters {
    fn test<C: AesModes>(&self, backend: Backend) {
        let mut random = Random::new(61);
        let key = random.bytes(C::KEY_BYTES);
        let cipher = C::with_backend(&key, backend).unwrap();
        let (ecb, ctr) = (Ecb::from(cipher.clone()), Ctr::from(cipher));
        // Counters a few blocks before carries over so many bytes.
        let mut nonces: Vec<Vec<u8>> = vec![random.bytes(12), vec![0xff; 12]];
        for carried in [0, 1, 2, 3, 4, 5, 8, 12, 15, 16] {
            for before in [1, 2, 9, 40] {
                let mut nonce = random.bytes(16);
                nonce[16 - carried..].fill(0xff);
                nonce[15] = nonce[15].wrapping_sub(before);
                nonces.push(nonce);
            }
        }
        let lengths = [1, 16, 63, 200, 1000];
        let known: Vec<_> = nonces
            .iter()
            .zip(lengths.iter().cycle())
            .map(|(nonce, &length)| (nonce, keystream(&ecb, nonce, 0, length)))
            .collect();
        for (nonce, expected) in &known {
            let mut output = vec![0xee; expected.len()];
            ctr.keystream(nonce, &mut output).unwrap();
            assert!(output == *expected, "{backend}: {nonce:02x?}");
            output.fill(0xee);
            let mut stream = ctr.stream(nonce).unwrap();
            stream.keystream(&mut output).unwrap();
            assert!(output == *expected, "{backend}: {nonce:02x?} of a stream");
            // In pieces, and from where it is sought on.
            let mut stream = ctr.stream(nonce).unwrap();
            for piece in output.chunks_mut(37) {
                stream.keystream(piece).unwrap();
            }
            assert!(output == *expected, "{backend}: {nonce:02x?} in pieces");
            let start = random.below(expected.len());
            stream.seek(start as u128).unwrap();
            assert_eq!(stream.position(), start as u128);
            stream.apply(&mut output[start..]).unwrap();
            assert!(output[start..].iter().all(|byte| *byte == 0), "{backend}: {nonce:02x?}");
        }
        let messages: Vec<Message> = known
            .iter()
            .map(|(nonce, keystream)| Message {
                key: key.clone(),
                nonce: nonce.to_vec(),
                block: 0,
                plain: vec![0; keystream.len()],
                encrypted: keystream.clone(),
            })
            .collect();
        for keys in Keys::ALL {
            check_keystream::<Ctr<C>>(&mut random, &messages, same_nonce, (), backend, keys);
        }
        // Short ones in batches of a few.
        let short: Vec<Message> = messages
            .into_iter()
            .map(|mut message| {
                message.plain.truncate(60);
                message.encrypted.truncate(60);
                message
            })
            .collect();
        for (few, keys) in short.chunks(7).flat_map(|few| Keys::ALL.map(|keys| (few, keys))) {
            check_keystream::<Ctr<C>>(&mut random, few, same_nonce, (), backend, keys);
        }
        let mut stream = ctr.stream(&nonces[0]).unwrap();
        // The stream owns its key.
        drop(ctr);
        for far in [255, 256, 65535, (1 << 32) - 40] {
            let mut output = vec![0; 600];
            stream.seek(far * 16 + 5).unwrap();
            stream.keystream(&mut output).unwrap();
            let from = (far * 16 + 5) as u64;
            assert!(output == keystream(&ecb, &nonces[0], from, 600), "{backend} at {far}");
        }
    }
}

#[test]
fn counters_carry() {
    on_all(None, &Counters);
}

/// A job that is refused because of its key, before others.
struct Refused;

impl Test for Refused {
    fn test<C: AesModes>(&self, backend: Backend) {
        let (key, nonce) = (vec![7; C::KEY_BYTES], [1; 12]);
        let mut expected = [0; 20];
        let ctr = Ctr::<C>::with_backend(&key, backend).unwrap();
        ctr.keystream(&nonce, &mut expected).unwrap();
        for refused in 0..4 {
            let mut data = [[0; 20]; 4];
            let batch = Batch::<Ctr<C>>::with_backend(backend).unwrap();
            let mut jobs: Vec<_> = data
                .iter_mut()
                .enumerate()
                .map(|(i, data)| {
                    let bytes = if i == refused { 5 } else { key.len() };
                    CipherJob::new(&key[..bytes], &nonce[..], &mut data[..])
                })
                .collect();
            assert_eq!(batch.encrypt(&mut jobs).failed(), 1);
            for (i, data) in data.iter().enumerate() {
                let expected = if i == refused { [0; 20] } else { expected };
                assert_eq!(*data, expected, "{backend}: {refused} refused, job {i}");
            }
        }
    }
}

#[test]
fn a_refused_job_changes_no_other() {
    on_all(None, &Refused);
}

struct Ends;

impl Test for Ends {
    fn test<C: AesModes>(&self, backend: Backend) {
        let key = vec![5; C::KEY_BYTES];
        let cipher = C::with_backend(&key, backend).unwrap();
        let (ecb, ctr) = (Ecb::from(cipher.clone()), Ctr::from(cipher));
        assert_eq!(Ctr::<C>::NONCES, [(16, u64::MAX), (12, 1 << 32)]);
        // A nonce of 12 bytes has 2^32 blocks.
        let mut stream = ctr.stream(&[3; 12]).unwrap();
        stream.seek((1 << 36) - 16).unwrap();
        let mut data = [7; 17];
        let error = Err(Error::Counter { blocks: 2, left: 1 });
        assert_eq!(stream.keystream(&mut data), error);
        assert_eq!(stream.apply(&mut data), error);
        assert_eq!(data, [7; 17]);
        stream.keystream(&mut data[..16]).unwrap();
        let last = keystream(&ecb, &[3; 12], (1 << 36) - 16, 16);
        assert_eq!(data[..16], last);
        // The same in a batch.
        let mut job = |bytes: usize| {
            let job = CipherJob::<Ctr<C>>::new(&key[..], &[3; 12], &mut data[..bytes]);
            let mut jobs = [job.with_start_block((1 << 32) - 1)];
            let report = Batch::with_backend(backend).unwrap().encrypt(&mut jobs);
            report.into_result().map_err(Error::from)
        };
        assert_eq!(job(17), error);
        assert_eq!(job(16), Ok(()));
        assert_eq!(data[..16], [0; 16]);
        for bytes in [0, 8, 11, 13, 15, 17, 32] {
            let error = Error::NonceLength { bytes, expected: 16 };
            let nonce = vec![0; bytes];
            assert_eq!(ctr.stream(&nonce).err(), Some(error));
            assert_eq!(ctr.encrypt(&nonce, &mut data), Err(error));
            assert_eq!(ctr.decrypt(&nonce, &mut data), Err(error));
            assert_eq!(ctr.keystream(&nonce, &mut data), Err(error));
        }
        assert_eq!((&data[..16], data[16]), (&[0; 16][..], 7));
    }
}

#[test]
fn counters_end() {
    on_all(None, &Ends);
}
