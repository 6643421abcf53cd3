//! What is wrong is refused with its reason, and nothing is written.

use super::Pair;
use super::support::Random;
use lanecrypt::batch::{Data, Status};
use lanecrypt::block::BlockCipher;
use lanecrypt::mode::{Batch, Ctr, CtrJob, EcbJob, ctr, ecb};
use lanecrypt::{Backend, Error};

pub(crate) fn change_nothing<P: Pair>() {
    let mut random = Random::new(11);
    let key = random.bytes(P::KEY);
    for bytes in [0, 1, P::KEY - 1, P::KEY + 1, 2 * P::KEY] {
        let error = Error::KeyLength { bytes, expected: P::KEY };
        assert_eq!(P::Lanes::new(&random.bytes(bytes)).err(), Some(error));
    }
    for backend in Backend::ALL.into_iter().filter(|backend| !backend.is_available()) {
        let error = Some(Error::BackendUnavailable { backend });
        assert_eq!(P::Lanes::with_backend(&key, backend).err(), error);
        assert_eq!(Batch::<P::Lanes>::with_backend(backend).err(), error);
    }
    for backend in Backend::available() {
        let cipher = P::lanes(&key, backend);
        for bytes in [0, 1, P::BLOCK / 2 - 1, P::BLOCK / 2 + 1, P::BLOCK, 64] {
            if bytes != P::BLOCK / 2 {
                let error = Error::NonceLength { bytes, expected: P::BLOCK / 2 };
                assert_eq!(Ctr::new(&cipher, &random.bytes(bytes)).err(), Some(error));
            }
        }
        for bytes in [1, P::BLOCK - 1, P::BLOCK + 1, 300 * P::BLOCK + 1] {
            let input = random.bytes(bytes);
            let (mut data, mut output) = (input.clone(), input.clone());
            let error = Err(Error::PartialBlock { bytes, block: P::BLOCK });
            assert_eq!(ecb::encrypt(&cipher, Data::InPlace(&mut data)), error);
            assert_eq!(ecb::decrypt(&cipher, Data::InPlace(&mut data)), error);
            let copy = Data::Copy { input: &data, output: &mut output };
            assert_eq!(ecb::encrypt(&cipher, copy), error);
            assert!(data == input && output == input, "{backend}");
        }
        let input = random.bytes(4 * P::BLOCK);
        let mut output = input.clone();
        assert_eq!(ecb::encrypt(&cipher, Data::Keystream(&mut output)), Err(Error::NoKeystream));
        assert_eq!(ecb::decrypt(&cipher, Data::Keystream(&mut output)), Err(Error::NoKeystream));
        for shorter in [P::BLOCK, 0] {
            let (out, input) = (input.len(), &input[..shorter]);
            let error = Err(Error::OutputLength { output: out, input: shorter });
            let copy = Data::Copy { input, output: &mut output };
            assert_eq!(ecb::encrypt(&cipher, copy), error);
            let copy = Data::Copy { input, output: &mut output };
            assert_eq!(ecb::decrypt(&cipher, copy), error);
            let mut mode = Ctr::new(&cipher, &random.bytes(P::BLOCK / 2)).unwrap();
            let copy = Data::Copy { input, output: &mut output };
            assert_eq!(mode.apply(copy), error);
            assert_eq!(mode.position(), 0);
        }
        assert!(output == input, "{backend}");
    }
}

/// Every kind of wrong job among right ones.
pub(crate) fn in_a_batch_disturb_nobody<P: Pair>() {
    const JOBS: usize = 40;
    let mut random = Random::new(12);
    let limit = ctr::limit::<P::Lanes>();
    let bytes = 5 * P::BLOCK;
    let message = random.bytes(bytes);
    let keys: Vec<_> = (0..JOBS).map(|_| random.bytes(P::KEY)).collect();
    let nonces: Vec<_> = (0..JOBS).map(|_| random.bytes(P::BLOCK / 2)).collect();
    let long = random.bytes(P::KEY + 1);
    for backend in Backend::available() {
        let batch = Batch::<P::Lanes>::with_backend(backend).unwrap();

        let mut buffers = vec![message.clone(); JOBS];
        let mut jobs: Vec<_> = buffers
            .iter_mut()
            .enumerate()
            .map(|(i, buffer)| {
                let mut job = CtrJob::new(&keys[i], &nonces[i], Data::InPlace(buffer));
                match i % 8 {
                    1 => job.key = &long,
                    3 => job.nonce = &[],
                    5 => job.block = limit - 4,
                    7 => job.key = &[],
                    _ => {}
                }
                job
            })
            .collect();
        batch.ctr(&mut jobs);
        for (i, job) in jobs.iter().enumerate() {
            let error = match i % 8 {
                1 => Some(Error::KeyLength { bytes: P::KEY + 1, expected: P::KEY }),
                3 => Some(Error::NonceLength { bytes: 0, expected: P::BLOCK / 2 }),
                5 => Some(Error::Counter { blocks: 5, left: 4 }),
                7 => Some(Error::KeyLength { bytes: 0, expected: P::KEY }),
                _ => None,
            };
            let keystream = P::keystream(&keys[i], &nonces[i], 0, 5);
            match error {
                Some(error) => {
                    assert_eq!(job.status, Status::Failed(error), "{backend}, job {i}");
                    assert!(job.data.output() == message, "{backend}, job {i} was written");
                }
                None => {
                    assert_eq!(job.status, Status::Done, "{backend}, job {i}");
                    let expected = super::ctr::xor(&message, &keystream);
                    assert!(job.data.output() == expected, "{backend}, job {i}");
                }
            }
        }

        let mut buffers = vec![message.clone(); JOBS];
        let mut jobs: Vec<_> = buffers
            .iter_mut()
            .enumerate()
            .map(|(i, buffer)| match i % 5 {
                1 => EcbJob::new(&long, Data::InPlace(buffer)),
                2 => EcbJob::new(&keys[i], Data::InPlace(&mut buffer[1..])),
                3 => EcbJob::new(&keys[i], Data::Keystream(buffer)),
                4 => EcbJob::new(&keys[i], Data::Copy { input: &message[1..], output: buffer }),
                _ => EcbJob::new(&keys[i], Data::InPlace(buffer)),
            })
            .collect();
        batch.ecb_encrypt(&mut jobs);
        let right = |i: usize| i.is_multiple_of(5);
        for (i, job) in jobs.iter().enumerate() {
            let status = match i % 5 {
                1 => Status::Failed(Error::KeyLength { bytes: P::KEY + 1, expected: P::KEY }),
                2 => Status::Failed(Error::PartialBlock { bytes: bytes - 1, block: P::BLOCK }),
                3 => Status::Failed(Error::NoKeystream),
                4 => Status::Failed(Error::OutputLength { output: bytes, input: bytes - 1 }),
                _ => Status::Done,
            };
            assert_eq!(job.status, status, "{backend}, job {i}");
        }
        for job in jobs.iter_mut().filter(|job| job.status == Status::Done) {
            job.status = Status::Pending;
        }
        batch.ecb_decrypt(&mut jobs);
        for (i, job) in jobs.iter().enumerate() {
            assert_eq!(job.status == Status::Done, right(i));
        }
        drop(jobs);
        assert!(buffers.iter().all(|buffer| *buffer == message), "{backend}");
    }
}
