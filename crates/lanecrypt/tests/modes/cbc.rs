//! CBC.

use super::support::{Guarded, Random, Test, batches, bytes, cases, encrypt, number, on_all};
use lanecrypt::batch::{Data, Status};
use lanecrypt::mode::{Batch, BlockModes, CbcJob, cbc};
use lanecrypt::{Backend, Error};

/// Encrypted a block at a time, as the standard says.
fn plain<C: BlockModes>(cipher: &C, iv: &[u8], message: &[u8]) -> Vec<u8> {
    let mut last = number(iv);
    let mut next = |block: &[u8]| {
        last = encrypt(cipher, last ^ number(block));
        last.to_be_bytes()
    };
    message.chunks(16).flat_map(&mut next).collect()
}

struct Known {
    key: Vec<u8>,
    iv: Vec<u8>,
    message: Vec<u8>,
    encrypted: Vec<u8>,
}

impl Test for Known {
    fn test<C: BlockModes>(&self, backend: Backend) {
        let cipher = C::with_backend(&self.key, backend).unwrap();
        let mut data = self.message.clone();
        cbc::encrypt(&cipher, &self.iv, Data::InPlace(&mut data)).unwrap();
        assert_eq!(data, self.encrypted, "{backend}");
        let mut output = vec![0xee; data.len()];
        let copy = Data::Copy { input: &data, output: &mut output };
        cbc::decrypt(&cipher, &self.iv, copy).unwrap();
        assert_eq!(output, self.message, "{backend}");
        cbc::decrypt(&cipher, &self.iv, Data::InPlace(&mut data)).unwrap();
        assert_eq!(data, self.message, "{backend}, in place");
    }
}

#[test]
fn known_answers() {
    let mut count = 0;
    for case in cases("aes_modes.json").iter().filter(|case| case["mode"] == "CBC (no padding)") {
        let known = Known {
            key: bytes(case, "key"),
            iv: bytes(case, "iv"),
            message: bytes(case, "plaintext"),
            encrypted: bytes(case, "ciphertext"),
        };
        on_all(Some(&known.key), &known);
        count += 1;
    }
    assert!(count > 0);
}

struct Batches;

impl Test for Batches {
    fn test<C: BlockModes>(&self, backend: Backend) {
        let mut random = Random::new(31);
        let batch = Batch::<C>::with_backend(backend).unwrap();
        for lengths in batches(&mut random, true) {
            let known: Vec<_> = lengths
                .iter()
                .map(|&length| {
                    let (key, iv) = (random.bytes(C::KEY_BYTES), random.bytes(16));
                    let message = random.bytes(length);
                    let cipher = C::with_backend(&key, backend).unwrap();
                    let encrypted = plain(&cipher, &iv, &message);
                    let known = Known { key, iv, message, encrypted };
                    known.test::<C>(backend);
                    known
                })
                .collect();
            for turn in 0..2 {
                for decrypt in [false, true] {
                    check(&mut random, &batch, &known, turn, decrypt);
                }
            }
        }
    }
}

/// All jobs one way, every second of them in place.
fn check<C: BlockModes>(
    random: &mut Random,
    batch: &Batch<C>,
    known: &[Known],
    turn: usize,
    decrypt: bool,
) {
    let ends = |known: &Known| match decrypt {
        false => (known.message.clone(), known.encrypted.clone()),
        true => (known.encrypted.clone(), known.message.clone()),
    };
    let ends: Vec<_> = known.iter().map(ends).collect();
    let mut buffers: Vec<_> = ends
        .iter()
        .enumerate()
        .map(|(i, (input, _))| Guarded::new(random, 5 * i + turn, input))
        .collect();
    let mut jobs: Vec<_> = known
        .iter()
        .zip(&ends)
        .zip(&mut buffers)
        .enumerate()
        .map(|(i, ((known, (input, _)), buffer))| {
            let data = if (i + turn).is_multiple_of(2) {
                Data::InPlace(buffer.get_mut())
            } else {
                buffer.get_mut().fill(0xee);
                Data::Copy { input, output: buffer.get_mut() }
            };
            CbcJob::new(&known.key, &known.iv, data)
        })
        .collect();
    match decrypt {
        false => batch.cbc_encrypt(&mut jobs),
        true => batch.cbc_decrypt(&mut jobs),
    }
    assert!(jobs.iter().all(|job| job.status == Status::Done));
    for (i, (buffer, (_, output))) in buffers.iter().zip(&ends).enumerate() {
        assert!(buffer.get() == output, "{}: {i} of {}", batch.backend(), known.len());
        buffer.check_guards();
    }
}

#[test]
fn batches_are_one_by_one() {
    on_all(None, &Batches);
}

struct Refusals;

impl Test for Refusals {
    fn test<C: BlockModes>(&self, backend: Backend) {
        let mut random = Random::new(32);
        let (key, iv, data) = (random.bytes(C::KEY_BYTES), random.bytes(17), random.bytes(64));
        let cipher = C::with_backend(&key, backend).unwrap();
        let batch = Batch::<C>::with_backend(backend).unwrap();
        let check = |key: &[u8], iv: &[u8], bytes: usize, error: Error| {
            let mut copy = data.clone();
            let one = key.len() == C::KEY_BYTES;
            if one {
                let data = Data::InPlace(&mut copy[..bytes]);
                assert_eq!(cbc::encrypt(&cipher, iv, data), Err(error));
                let data = Data::InPlace(&mut copy[..bytes]);
                assert_eq!(cbc::decrypt(&cipher, iv, data), Err(error));
            }
            let mut right = vec![0; 32];
            let mut jobs = [
                CbcJob::new(key, iv, Data::InPlace(&mut copy[..bytes])),
                CbcJob::new(&[7; 32][..C::KEY_BYTES], &[0; 16], Data::InPlace(&mut right)),
            ];
            batch.cbc_encrypt(&mut jobs);
            assert_eq!([jobs[0].status, jobs[1].status], [Status::Failed(error), Status::Done]);
            batch.cbc_decrypt(&mut jobs);
            assert_eq!([jobs[0].status, jobs[1].status], [Status::Failed(error), Status::Done]);
            assert_eq!(copy, data);
            assert_eq!(right, [0; 32]);
        };
        for bytes in [0, 12, 15, 17] {
            check(&key, &iv[..bytes], 64, Error::NonceLength { bytes, expected: 16 });
        }
        for bytes in [1, 15, 17, 63] {
            check(&key, &iv[..16], bytes, Error::PartialBlock { bytes, block: 16 });
        }
        for bytes in [0, C::KEY_BYTES - 1] {
            let error = Error::KeyLength { bytes, expected: C::KEY_BYTES };
            check(&key[..bytes], &iv[..16], 64, error);
        }
        let mut output = data.clone();
        let iv = &iv[..16];
        let keystream = cbc::encrypt(&cipher, iv, Data::Keystream(&mut output));
        assert_eq!(keystream, Err(Error::NoKeystream));
        let copy = Data::Copy { input: &data[..32], output: &mut output };
        let error = Err(Error::OutputLength { output: 64, input: 32 });
        assert_eq!(cbc::decrypt(&cipher, iv, copy), error);
        assert_eq!(output, data);
    }
}

#[test]
fn refusals_change_nothing() {
    on_all(None, &Refusals);
}
