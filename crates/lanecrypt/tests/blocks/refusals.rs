//! What is wrong is refused with its reason, and nothing is written.

use super::Pair;
use super::support::Random;
use super::support::jobs::run;
use lanecrypt::mode::{Ctr, Ecb};
use lanecrypt::{
    Algorithm, Backend, Batch, Cipher, CipherJob, Data, Error, Report, Status, StreamCipher,
};

pub(crate) fn change_nothing<P: Pair>() {
    let mut random = Random::new(11);
    let key = random.bytes(P::KEY);
    for bytes in [0, 1, P::KEY - 1, P::KEY + 1, 2 * P::KEY] {
        let (key, error) = (random.bytes(bytes), Error::KeyLength { bytes, expected: P::KEY });
        assert_eq!(P::Lanes::new(&key).err(), Some(error));
        assert_eq!(Ecb::<P::Lanes>::new(&key).err(), Some(error));
        assert_eq!(Ctr::<P::Lanes>::new(&key).err(), Some(error));
    }
    for backend in Backend::ALL.into_iter().filter(|backend| !backend.is_available()) {
        let error = Some(Error::BackendUnavailable { backend });
        assert_eq!(P::Lanes::with_backend(&key, backend).err(), error);
        assert_eq!(Ctr::<P::Lanes>::with_backend(&key, backend).err(), error);
        assert_eq!(Batch::<P::Lanes>::with_backend(backend).err(), error);
        assert_eq!(Batch::<Ctr<P::Lanes>>::with_backend(backend).err(), error);
    }
    for backend in Backend::available() {
        let (ecb, ctr) = (P::ecb(&key, backend), P::ctr(&key, backend));
        assert_eq!((ecb.backend(), ctr.backend()), (backend, backend));
        let input = random.bytes(4 * P::BLOCK);
        let mut output = input.clone();
        for bytes in [0, 1, P::BLOCK / 2 - 1, P::BLOCK / 2 + 1, P::BLOCK, 64] {
            if bytes != P::BLOCK / 2 {
                let error = Error::NonceLength { bytes, expected: P::BLOCK / 2 };
                let nonce = random.bytes(bytes);
                assert_eq!(ctr.stream(&nonce).err(), Some(error));
                assert_eq!(ctr.encrypt(&nonce, &mut output[..]), Err(error));
                assert_eq!(ctr.decrypt(&nonce, &mut output[..]), Err(error));
                assert_eq!(ctr.keystream(&nonce, &mut output), Err(error));
            }
        }
        for bytes in [1, P::BLOCK - 1, P::BLOCK + 1, 300 * P::BLOCK + 1] {
            let input = random.bytes(bytes);
            let (mut data, mut output) = (input.clone(), input.clone());
            let error = Err(Error::PartialBlock { bytes, block: P::BLOCK });
            assert_eq!(ecb.encrypt((), &mut data[..]), error);
            assert_eq!(ecb.decrypt((), &mut data[..]), error);
            assert_eq!(ecb.encrypt((), (&data[..], &mut output[..])), error);
            assert!(data == input && output == input, "{backend}");
        }
        let nonce = random.bytes(P::BLOCK / 2);
        let available = 8 * input.len() as u64;
        for (bits, error) in [
            (available + 1, Error::BitLength { bits: available + 1, available }),
            (available - 1, Error::NoBitLengths { bits: available - 1, available }),
        ] {
            assert_eq!(ecb.encrypt_bits((), &mut output[..], bits), Err(error));
            assert_eq!(ctr.encrypt_bits(&nonce, &mut output[..], bits), Err(error));
            assert_eq!(ctr.decrypt_bits(&nonce, &mut output[..], bits), Err(error));
        }
        for shorter in [P::BLOCK, 0] {
            let (out, input) = (input.len(), &input[..shorter]);
            let error = Err(Error::OutputLength { output: out, input: shorter });
            assert_eq!(ecb.encrypt((), (input, &mut output[..])), error);
            assert_eq!(ecb.decrypt((), (input, &mut output[..])), error);
            assert_eq!(ctr.encrypt(&nonce, (input, &mut output[..])), error);
            let mut stream = ctr.stream(&nonce).unwrap();
            assert_eq!(stream.apply((input, &mut output[..])), error);
            assert_eq!(stream.position(), 0);
        }
        assert!(output == input, "{backend}");
    }
}

/// Every kind of wrong job among right ones.
pub(crate) fn in_a_batch_disturb_nobody<P: Pair>() {
    const JOBS: usize = 40;
    let mut random = Random::new(12);
    let limit = P::limit();
    let bytes = 5 * P::BLOCK;
    let message = random.bytes(bytes);
    let keys: Vec<_> = (0..JOBS).map(|_| random.bytes(P::KEY)).collect();
    let nonces: Vec<_> = (0..JOBS).map(|_| random.bytes(P::BLOCK / 2)).collect();
    let long = random.bytes(P::KEY + 1);
    let (bits, available) = (8 * bytes as u64 - 8, 8 * bytes as u64);
    for backend in Backend::available() {
        let batch = Batch::<Ctr<P::Lanes>>::with_backend(backend).unwrap();
        let ready: Vec<_> = keys.iter().map(|key| P::ctr(key, backend)).collect();

        let mut buffers = vec![message.clone(); JOBS];
        let mut jobs: Vec<_> = buffers
            .iter_mut()
            .enumerate()
            .map(|(i, buffer)| {
                // Half of the keys are ready.
                let nonce = &nonces[i][..];
                let mut job = match i / 10 % 2 {
                    0 => CipherJob::new(&keys[i][..], nonce, &mut buffer[..]),
                    _ => CipherJob::new(&ready[i], nonce, &mut buffer[..]),
                };
                match i % 10 {
                    1 => job.key = long[..].into(),
                    3 => job.nonce = &[],
                    5 => job = job.with_start_block(limit - 4),
                    7 => job.key = [][..].into(),
                    9 => job = job.with_bits(bits),
                    _ => {}
                }
                job
            })
            .collect();
        let report = run(&mut jobs, &|jobs| batch.encrypt(jobs));
        let first = Error::KeyLength { bytes: P::KEY + 1, expected: P::KEY };
        assert_eq!((report.done(), report.failed()), (JOBS / 2, JOBS / 2));
        assert_eq!(report.first_failure(), Some((1, first)));
        for (i, job) in jobs.iter().enumerate() {
            let error = match i % 10 {
                1 => Some(first),
                3 => Some(Error::NonceLength { bytes: 0, expected: P::BLOCK / 2 }),
                5 => Some(Error::Counter { blocks: 5, left: 4 }),
                7 => Some(Error::KeyLength { bytes: 0, expected: P::KEY }),
                9 => Some(Error::NoBitLengths { bits, available }),
                _ => None,
            };
            match error {
                Some(error) => {
                    assert_eq!(job.status(), Status::Failed(error), "{backend}, job {i}");
                    assert!(job.data.output() == message, "{backend}, job {i} was written");
                }
                None => {
                    assert_eq!(job.status(), Status::Done, "{backend}, job {i}");
                    let keystream = P::keystream(&keys[i], &nonces[i], 0, 5);
                    let expected = super::ctr::xor(&message, &keystream);
                    assert!(job.data.output() == expected, "{backend}, job {i}");
                }
            }
        }
        // Pending again, and in place: the message comes back.
        let done = |job: &&mut CipherJob<'_, _>| job.status() == Status::Done;
        jobs.iter_mut().filter(done).for_each(CipherJob::make_pending);
        assert_eq!(batch.decrypt(&mut jobs), report);
        drop(jobs);
        assert!(buffers.iter().all(|buffer| *buffer == message), "{backend}");
        refused_in_ecb::<P>(&keys, &message, backend);
    }
}

/// The same in ECB.
fn refused_in_ecb<P: Pair>(keys: &[Vec<u8>], message: &[u8], backend: Backend) {
    let batch = Batch::<Ecb<P::Lanes>>::with_backend(backend).unwrap();
    let (long, bytes) = (vec![1; P::KEY + 1], message.len());
    let ready: Vec<_> = keys.iter().map(|key| P::ecb(key, backend)).collect();
    let mut buffers = vec![message.to_vec(); keys.len()];
    let mut jobs: Vec<_> = buffers
        .iter_mut()
        .enumerate()
        .map(|(i, buffer)| match i % 5 {
            1 => CipherJob::new(&long[..], (), &mut buffer[..]),
            2 => CipherJob::new(&keys[i][..], (), &mut buffer[1..]),
            3 => CipherJob::new(&ready[i], (), &mut buffer[..]).with_start_block(7),
            4 => {
                let data = Data::Copy { input: &message[1..], output: buffer };
                CipherJob::new(&ready[i], (), data)
            }
            _ if i % 2 == 0 => CipherJob::new(&keys[i][..], (), &mut buffer[..]),
            _ => CipherJob::new(&ready[i], (), &mut buffer[..]),
        })
        .collect();
    let report: Report = run(&mut jobs, &|jobs| batch.encrypt(jobs));
    for (i, job) in jobs.iter().enumerate() {
        let status = match i % 5 {
            1 => Status::Failed(Error::KeyLength { bytes: P::KEY + 1, expected: P::KEY }),
            2 => Status::Failed(Error::PartialBlock { bytes: bytes - 1, block: P::BLOCK }),
            3 => Status::Failed(Error::StartBlock { block: 7 }),
            4 => Status::Failed(Error::OutputLength { output: bytes, input: bytes - 1 }),
            _ => Status::Done,
        };
        assert_eq!(job.status(), status, "{backend}, job {i}");
        let same = job.data.output() == &message[message.len() - job.data.len()..];
        assert_eq!(same, status != Status::Done, "{backend}, job {i}");
    }
    for job in jobs.iter_mut().filter(|job| job.status() == Status::Done) {
        job.make_pending();
    }
    assert_eq!(batch.decrypt(&mut jobs), report);
    for (i, job) in jobs.iter().enumerate() {
        assert_eq!(job.status() == Status::Done, i.is_multiple_of(5));
    }
    drop(jobs);
    assert!(buffers.iter().all(|buffer| *buffer == message), "{backend}");
}
