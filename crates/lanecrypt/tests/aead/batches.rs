//! Batches: every case at every position among other messages, and batches of any shape.

use lanecrypt::Backend;
use lanecrypt::Error;
use lanecrypt::aead::{Aead, AeadBatch, AeadJob};
use lanecrypt::batch::{Data, Status};

use crate::common::{Model, Sealed, random, sealed};
use crate::support::Random;

/// Some messages in one batch, in place and apart in turns: sealed, then opened, where some tags
/// may be wrong.
pub(crate) fn check_batch<A: Aead>(cases: &[&Sealed], backend: Backend, tag_bytes: usize) {
    let batch = AeadBatch::<A>::with_backend(backend).unwrap().with_tag_bytes(tag_bytes).unwrap();
    let mut buffers: Vec<Vec<u8>> = cases.iter().map(|case| case.plain.clone()).collect();
    let mut jobs = Vec::new();
    for (i, (&case, buffer)) in cases.iter().zip(&mut buffers).enumerate() {
        let data = match i % 2 {
            0 => Data::InPlace(buffer),
            _ => Data::Copy { input: &case.plain, output: buffer },
        };
        jobs.push(AeadJob::seal(&case.key, &case.nonce, &case.aad, data));
    }
    batch.seal(&mut jobs);
    for (job, case) in jobs.iter().zip(cases).filter(|(_, case)| case.right) {
        assert_eq!(job.status, Status::Done, "{} on {backend}", case.id);
        assert_eq!(job.data.output(), case.sealed, "{} in a batch on {backend}", case.id);
        assert_eq!(job.tag.as_ref(), case.tag, "{} in a batch on {backend}", case.id);
    }

    let mut buffers: Vec<Vec<u8>> = cases.iter().map(|case| case.sealed.clone()).collect();
    let mut jobs = Vec::new();
    for (i, (&case, buffer)) in cases.iter().zip(&mut buffers).enumerate() {
        let data = match i % 2 {
            0 => Data::Copy { input: &case.sealed, output: buffer },
            _ => Data::InPlace(buffer),
        };
        jobs.push(AeadJob::open(&case.key, &case.nonce, &case.aad, data, &case.tag));
    }
    batch.open(&mut jobs);
    for (job, case) in jobs.iter().zip(cases) {
        let (status, plain) = match case.right {
            true => (Status::Done, case.plain.clone()),
            false => (Status::Failed(Error::Authentication), vec![0; case.plain.len()]),
        };
        assert_eq!(job.status, status, "{} opened in a batch on {backend}", case.id);
        assert_eq!(job.data.output(), plain, "{} opened in a batch on {backend}", case.id);
    }
}

/// Every case of a file at every position of a batch of messages of other lengths; and all cases
/// that have tags of the same length together.
pub(crate) fn known_answers<A: Aead>(file: &str, tag: &str, model: Model) {
    let cases = sealed(file, tag);
    let mut numbers = Random::new(11);
    let tag_bytes = cases[0].tag.len();
    let others: Vec<Sealed> = (0..40)
        .map(|_| {
            let (aad, message) = (numbers.below(60), numbers.below(300));
            random::<A>(&mut numbers, model, tag_bytes, aad, message)
        })
        .collect();
    // Batches of short messages may be worked on one after another; on average they are not short.
    let long = random::<A>(&mut numbers, model, tag_bytes, 0, 180_000);
    for backend in Backend::available() {
        for case in &cases {
            for position in 0..20 {
                let start = numbers.below(20);
                let mut batch: Vec<&Sealed> = others[start..start + 20].iter().collect();
                batch[position] = case;
                batch.push(&long);
                check_batch::<A>(&batch, backend, tag_bytes);
            }
        }
        check_batch::<A>(&cases.iter().collect::<Vec<_>>(), backend, tag_bytes);
    }
}

/// Batches of every number of messages, of lengths alike and not, with some wrong tags.
pub(crate) fn against_model<A: Aead>(model: Model, rate: usize) {
    let mut numbers = Random::new(13);
    for backend in Backend::available() {
        for &tag_bytes in A::TAG_BYTES {
            for count in (0..40).chain([64, 300]) {
                for alike in [false, true] {
                    let (aad, message) = (numbers.below(3 * rate), numbers.below(6 * rate));
                    let cases: Vec<Sealed> = (0..count)
                        .map(|_| {
                            let (aad, message) = match (alike, numbers.below(8)) {
                                (true, _) => (aad, message),
                                (_, 0) => (0, 0),
                                (_, 1) => (numbers.below(40 * rate), message),
                                (_, 2) => (aad, numbers.below(40 * rate)),
                                _ => (numbers.below(3 * rate), numbers.below(6 * rate)),
                            };
                            let mut case =
                                random::<A>(&mut numbers, model, tag_bytes, aad, message);
                            if numbers.below(9) == 0 {
                                case.right = false;
                                case.tag[numbers.below(tag_bytes)] ^= 1 << numbers.below(8);
                            }
                            case
                        })
                        .collect();
                    check_batch::<A>(&cases.iter().collect::<Vec<_>>(), backend, tag_bytes);
                }
            }
        }
    }
}

/// A job that is refused keeps its data, says why and disturbs nobody.
pub(crate) fn refused_jobs<A: Aead>(model: Model) {
    let mut numbers = Random::new(17);
    for backend in Backend::available() {
        let batch = AeadBatch::<A>::with_backend(backend).unwrap();
        let cases: Vec<Sealed> =
            (0..24).map(|i| random::<A>(&mut numbers, model, 16, i, 10 * i)).collect();
        let long = [1; 100];
        for open in [false, true] {
            let mut buffers: Vec<Vec<u8>> = cases
                .iter()
                .map(|case| if open { case.sealed.clone() } else { case.plain.clone() })
                .collect();
            let before = buffers.clone();
            let mut jobs: Vec<AeadJob<'_>> = Vec::new();
            for (i, (case, buffer)) in cases.iter().zip(&mut buffers).enumerate() {
                let key = if i % 6 == 1 { &long[..A::KEY_BYTES + 1] } else { &case.key };
                let nonce = if i % 6 == 3 { &long[..A::NONCE_BYTES.0 - 1] } else { &case.nonce };
                let data = match i % 6 {
                    5 => Data::Copy { input: &long[..1], output: buffer },
                    _ => Data::InPlace(buffer),
                };
                jobs.push(match open {
                    true => AeadJob::open(key, nonce, &case.aad, data, &case.tag),
                    false => AeadJob::seal(key, nonce, &case.aad, data),
                });
            }
            match open {
                true => batch.open(&mut jobs),
                false => batch.seal(&mut jobs),
            }
            for (i, (job, case)) in jobs.iter().zip(&cases).enumerate() {
                if i % 2 == 0 {
                    assert_eq!(job.status, Status::Done, "{} on {backend}", case.id);
                    let expected = if open { &case.plain } else { &case.sealed };
                    assert_eq!(job.data.output(), expected, "{} on {backend}", case.id);
                    continue;
                }
                let Status::Failed(error) = job.status else { panic!("{}: done", case.id) };
                let bytes = A::KEY_BYTES + 1;
                match i % 6 {
                    1 => assert_eq!(error, Error::KeyLength { bytes, expected: A::KEY_BYTES }),
                    3 => assert!(matches!(
                        error,
                        Error::NonceLength { .. } | Error::NonceRange { .. }
                    )),
                    _ => assert!(matches!(error, Error::OutputLength { input: 1, .. })),
                }
                assert_eq!(job.data.output(), before[i], "{}: changed", case.id);
            }
        }
        // Tags that no cipher has are wrong; keystream cannot be opened; no jobs are fine.
        let case = &cases[3];
        for tag in [&long[..0], &long[..15], &long[..33]] {
            let mut data = case.sealed.clone();
            let data = Data::InPlace(&mut data);
            let mut jobs = [AeadJob::open(&case.key, &case.nonce, &case.aad, data, tag)];
            batch.open(&mut jobs);
            assert_eq!(jobs[0].status, Status::Failed(Error::Authentication));
            assert!(jobs[0].data.output().iter().all(|&byte| byte == 0));
        }
        let mut data = case.sealed.clone();
        let data = Data::Keystream(&mut data);
        let mut jobs = [AeadJob::open(&case.key, &case.nonce, &case.aad, data, &case.tag)];
        batch.open(&mut jobs);
        assert_eq!(jobs[0].status, Status::Failed(Error::NoKeystream));
        assert_eq!(jobs[0].data.output(), case.sealed);
        batch.seal(&mut []);
        batch.open(&mut []);
    }
    assert!(AeadBatch::<A>::new().with_tag_bytes(3).is_err());
}

/// Keystream in batches.
pub(crate) fn keystream<A: Aead>(model: Model) {
    let mut numbers = Random::new(19);
    for backend in Backend::available() {
        let batch = AeadBatch::<A>::with_backend(backend).unwrap();
        let keys: Vec<_> = (0..20).map(|_| numbers.bytes(A::KEY_BYTES)).collect();
        let nonce = numbers.bytes(A::NONCE_BYTES.0);
        let mut buffers: Vec<_> = (0..20).map(|i| numbers.bytes(17 * i)).collect();
        let mut jobs: Vec<_> = keys
            .iter()
            .zip(&mut buffers)
            .map(|(key, buffer)| AeadJob::seal(key, &nonce, b"", Data::Keystream(buffer)))
            .collect();
        batch.seal(&mut jobs);
        for (key, job) in keys.iter().zip(&jobs) {
            let zeros = vec![0; job.data.len()];
            let (sealed, tag) = model(key, &nonce, b"", &zeros, 16);
            assert_eq!(job.data.output(), sealed, "{} on {backend}", A::NAME);
            assert_eq!(job.tag.as_ref(), tag, "{} on {backend}", A::NAME);
        }
    }
}
