//! MACs: alone and in batches.

use lanecrypt::{Backend, Batch, Error, Mac, MacJob, Status};
use lanecrypt_vectors::Case;

use super::Random;
use super::jobs::{Keys, key_of, run};

/// A message and its tag, of the length that is asked for.
#[derive(Clone)]
pub(crate) struct Tagged {
    pub(crate) key: Vec<u8>,
    pub(crate) nonce: Vec<u8>,
    pub(crate) message: Vec<u8>,
    pub(crate) tag: Vec<u8>,
}

impl Tagged {
    /// A case with one tag, whose nonce, if it has one, is in `iv`.
    pub(crate) fn of_case(case: &Case) -> Self {
        let field = |name| case.bytes(name).unwrap();
        let nonce = case.bytes_or_none("iv").unwrap();
        Self { key: field("key"), nonce, message: field("message"), tag: field("tag") }
    }
}

/// The nonce of a MAC from bytes.
pub(crate) type Nonce<M> = for<'a> fn(&'a [u8]) -> <M as Mac>::Nonce<'a>;

fn object<M: Mac>(case: &Tagged, backend: Backend) -> M {
    let mac = M::with_backend(&case.key, backend).unwrap();
    assert_eq!((mac.backend(), mac.tag_bytes()), (backend, M::DEFAULT_TAG_BYTES));
    let mac = mac.with_tag_bytes(case.tag.len()).unwrap();
    assert_eq!((mac.backend(), mac.tag_bytes()), (backend, case.tag.len()));
    mac
}

/// One message: its tag, and that no other tag is taken.
pub(crate) fn check<M: Mac>(case: &Tagged, nonce: Nonce<M>, backend: Backend) {
    let mac: M = object(case, backend);
    let (nonce, message, bits) =
        (nonce(&case.nonce), &case.message[..], 8 * case.message.len() as u64);
    assert_eq!(mac.compute(nonce, message).unwrap().as_ref(), case.tag, "{backend}");
    assert_eq!(mac.compute_bits(nonce, message, bits).unwrap().as_ref(), case.tag, "{backend}");
    assert_eq!(mac.verify(nonce, message, &case.tag), Ok(()));
    assert_eq!(mac.verify_bits(nonce, message, bits, &case.tag), Ok(()));

    let available = bits;
    let longer = Error::BitLength { bits: bits + 1, available };
    assert_eq!(mac.compute_bits(nonce, message, bits + 1), Err(longer));
    assert_eq!(mac.verify_bits(nonce, message, bits + 1, &case.tag), Err(longer));
    if !M::BIT_LENGTHS && bits > 0 {
        let shorter = Error::NoBitLengths { bits: bits - 1, available };
        assert_eq!(mac.compute_bits(nonce, message, bits - 1), Err(shorter));
        assert_eq!(mac.verify_bits(nonce, message, bits - 1, &case.tag), Err(shorter));
    }
}

/// Wrong tags of one message: every bit, every other length.
pub(crate) fn check_wrong<M: Mac>(case: &Tagged, nonce: Nonce<M>, backend: Backend) {
    let mac: M = object(case, backend);
    let expected = case.tag.len();
    let verify = |tag: &[u8]| mac.verify(nonce(&case.nonce), &case.message, tag);
    for bit in 0..8 * expected {
        let mut wrong = case.tag.clone();
        wrong[bit / 8] ^= 1 << (bit % 8);
        assert_eq!(verify(&wrong), Err(Error::Authentication), "{backend}, bit {bit}");
    }
    let mut longer = case.tag.clone();
    longer.resize(expected + 50, 0);
    for bytes in (0..longer.len()).filter(|&bytes| bytes != expected) {
        let refused = Error::TagMismatch { bytes, expected };
        assert_eq!(verify(&longer[..bytes]), Err(refused), "{backend}");
    }
}

/// The key objects of the jobs of a batch, each with the length of its tags.
fn objects<M: Mac>(cases: &[Tagged], backend: Backend, keys: Keys) -> Vec<Option<M>> {
    let all = cases.iter().map(|case| &case.key[..]);
    keys.objects::<M>(all, M::Options::default(), backend)
        .into_iter()
        .zip(cases)
        .map(|(object, case)| Some(object?.with_tag_bytes(case.tag.len()).unwrap()))
        .collect()
}

/// A job: a tag is to be computed, or verified if there is one. Where the length of the tag need not
/// be said, it is said sometimes.
fn job<'a, M: Mac>(
    i: usize,
    case: &'a Tagged,
    object: &'a Option<M>,
    nonce: Nonce<M>,
    tag: Option<&[u8]>,
) -> MacJob<'a, M> {
    let Tagged { key, nonce: bytes, message, tag: right } = case;
    let job = match tag {
        None => MacJob::new(key_of(key, object), nonce(bytes), message),
        Some(tag) => MacJob::expecting(key_of(key, object), nonce(bytes), message, tag),
    };
    let job = if i % 5 == 3 { job.with_bits(8 * message.len() as u64) } else { job };
    let implied = object.is_some() || right.len() == M::DEFAULT_TAG_BYTES;
    if implied && i % 4 < 2 { job } else { job.with_tag_bytes(right.len()) }
}

/// Messages in batches on one backend, with tags of the lengths that the cases have: computed, and
/// verified, right ones and wrong ones.
pub(crate) fn check_batch<M: Mac>(cases: &[Tagged], nonce: Nonce<M>, backend: Backend, keys: Keys) {
    let batch = Batch::<M>::with_backend(backend).unwrap();
    let objects = objects::<M>(cases, backend, keys);
    let places = || cases.iter().zip(&objects).enumerate();
    let mut jobs: Vec<_> =
        places().map(|(i, (case, object))| job(i, case, object, nonce, None)).collect();
    let report = run(&mut jobs, &|jobs| batch.compute(jobs));
    assert!(report.is_ok(), "{backend}, {keys:?}: {report:?}");
    for (i, (job, case)) in jobs.iter().zip(cases).enumerate() {
        let made = job.tag().map(|tag| tag.as_ref());
        assert_eq!(made, Some(&case.tag[..]), "{backend}, {keys:?}: {i} of {}", cases.len());
    }

    // Three of four tags are right; the others have a wrong bit or a wrong length.
    let tags: Vec<Vec<u8>> = cases
        .iter()
        .enumerate()
        .map(|(i, case)| {
            let mut tag = case.tag.clone();
            match i % 8 {
                2 => tag[i % case.tag.len()] ^= 1 << (i / 8 % 8),
                5 => tag.resize([0, tag.len() - 1, tag.len() + 1, 70][i / 8 % 4], 0),
                _ => {}
            }
            tag
        })
        .collect();
    let status = |i: usize| {
        let (bytes, expected) = (tags[i].len(), cases[i].tag.len());
        match i % 8 {
            2 => Status::Failed(Error::Authentication),
            5 => Status::Failed(Error::TagMismatch { bytes, expected }),
            _ => Status::Done,
        }
    };
    let mut jobs: Vec<_> =
        places().map(|(i, (case, object))| job(i, case, object, nonce, Some(&tags[i]))).collect();
    let report = run(&mut jobs, &|jobs| batch.verify(jobs));
    let wrong = (0..cases.len()).filter(|i| matches!(i % 8, 2 | 5)).count();
    assert_eq!(report.failed(), wrong);
    for (i, (job, case)) in jobs.iter().zip(cases).enumerate() {
        assert_eq!(job.status(), status(i), "{backend}, {keys:?}: {i} of {}", cases.len());
        let right = (job.status() == Status::Done).then_some(&case.tag[..]);
        assert_eq!(job.tag().map(|tag| tag.as_ref()), right);
    }

    // Jobs that are made for the other call among those that are not.
    for verify in [false, true] {
        let mut jobs: Vec<_> = places()
            .map(|(i, (case, object))| {
                let tag = (verify ^ (i % 3 == 1)).then_some(&case.tag[..]);
                job(i, case, object, nonce, tag)
            })
            .collect();
        let report =
            run(&mut jobs, &|jobs| if verify { batch.verify(jobs) } else { batch.compute(jobs) });
        assert_eq!(report.failed(), (cases.len() + 1) / 3);
        for (i, (job, case)) in jobs.iter().zip(cases).enumerate() {
            let (status, tag) = match i % 3 {
                1 => (Status::Failed(Error::WrongJob), None),
                _ => (Status::Done, Some(&case.tag[..])),
            };
            assert_eq!(job.status(), status, "{backend}, {keys:?}: {i} of {}", cases.len());
            assert_eq!(job.tag().map(|tag| tag.as_ref()), tag);
        }
    }
}

/// What is refused among what is right, in both calls: it has no tag and disturbs nobody.
pub(crate) fn check_refused<M: Mac>(
    random: &mut Random,
    nonce_bytes: usize,
    nonce: Nonce<M>,
    backend: Backend,
) {
    const JOBS: usize = 42;
    let batch = Batch::<M>::with_backend(backend).unwrap();
    let tag_bytes = M::DEFAULT_TAG_BYTES;
    let wrong_lengths: Vec<usize> = [0, 1, 3, 15, 17, 31, 33, usize::MAX]
        .into_iter()
        .filter(|b| !M::TAG_BYTES.contains(b))
        .collect();
    let cases: Vec<Tagged> = (0..JOBS)
        .map(|i| {
            let (key, nonce_of) = (random.bytes(M::KEY_BYTES), random.bytes(nonce_bytes));
            let message = random.bytes(i * 5);
            let mac = M::with_backend(&key, backend).unwrap();
            let tag = mac.compute(nonce(&nonce_of), &message).unwrap().as_ref().to_vec();
            assert_eq!(tag.len(), tag_bytes);
            Tagged { key, nonce: nonce_of, message, tag }
        })
        .collect();
    let objects = objects::<M>(&cases, backend, Keys::Ready);
    for verify in [false, true] {
        let (mut jobs, mut errors) = (Vec::new(), Vec::new());
        for (i, (case, object)) in cases.iter().zip(&objects).enumerate() {
            let wrong = wrong_lengths[i / 7 % wrong_lengths.len()];
            let other = M::TAG_BYTES.iter().copied().find(|bytes| *bytes != tag_bytes);
            let tag = verify.then_some(&case.tag[..]);
            let bits = 8 * case.message.len() as u64;
            let ready = job(i, case, object, nonce, tag);
            let mut bytes = job(i, case, &None, nonce, tag);
            let (job, error) = match (i % 7, other) {
                // The length of the ready key is what counts; what the job asks for is another one.
                (1, _) => {
                    let error = Error::TagMismatch { bytes: wrong, expected: tag_bytes };
                    (ready.with_tag_bytes(wrong), error)
                }
                (2, _) => {
                    let error = Error::TagLength { bytes: wrong, allowed: M::TAG_BYTES };
                    (bytes.with_tag_bytes(wrong), error)
                }
                (3, Some(other)) => {
                    let error = Error::TagMismatch { bytes: other, expected: tag_bytes };
                    (ready.with_tag_bytes(other), error)
                }
                (4, _) => {
                    let error = Error::BitLength { bits: bits + 1, available: bits };
                    (ready.with_bits(bits + 1), error)
                }
                (5, _) => {
                    bytes.key = case.key[1..].into();
                    let error =
                        Error::KeyLength { bytes: M::KEY_BYTES - 1, expected: M::KEY_BYTES };
                    (bytes, error)
                }
                (6, _) if !M::BIT_LENGTHS && bits > 0 => {
                    let error = Error::NoBitLengths { bits: bits - 1, available: bits };
                    (bytes.with_bits(bits - 1), error)
                }
                _ => {
                    jobs.push(bytes);
                    errors.push(None);
                    continue;
                }
            };
            jobs.push(job);
            errors.push(Some(error));
        }
        let report =
            run(&mut jobs, &|jobs| if verify { batch.verify(jobs) } else { batch.compute(jobs) });
        assert!(report.failed() >= JOBS / 2);
        for (i, (job, case)) in jobs.iter().zip(&cases).enumerate() {
            let (status, tag) = match errors[i] {
                Some(error) => (Status::Failed(error), None),
                None => (Status::Done, Some(&case.tag[..])),
            };
            assert_eq!(job.status(), status, "{backend}, job {i}");
            assert_eq!(job.tag().map(|tag| tag.as_ref()), tag, "{backend}, job {i}");
        }
    }
    // No jobs are fine.
    assert!(run::<MacJob<'_, M>>(&mut [], &|jobs| batch.compute(jobs)).is_ok());
    assert!(run::<MacJob<'_, M>>(&mut [], &|jobs| batch.verify(jobs)).is_ok());
    let key = &cases[0].key;
    for bytes in wrong_lengths {
        let refused = M::with_backend(key, backend).unwrap().with_tag_bytes(bytes).err();
        assert_eq!(refused, Some(Error::TagLength { bytes, allowed: M::TAG_BYTES }));
    }
    for bytes in [0, M::KEY_BYTES - 1, M::KEY_BYTES + 1] {
        let refused = M::with_backend(&vec![0; bytes], backend).err();
        assert_eq!(refused, Some(Error::KeyLength { bytes, expected: M::KEY_BYTES }));
    }
}
