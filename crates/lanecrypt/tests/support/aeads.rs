//! AEADs: alone and in batches.

use lanecrypt::{Aead, AeadJob, Backend, Batch, Data, Error, Status};
use lanecrypt_vectors::Case;

use super::jobs::{Keys, all_same, key_of, run};
use super::{Guarded, Random};

/// A message and what sealing makes of it. The length of the tag is the one that is asked for.
#[derive(Clone, Debug)]
pub(crate) struct Sealed {
    pub(crate) id: String,
    pub(crate) key: Vec<u8>,
    pub(crate) nonce: Vec<u8>,
    pub(crate) aad: Vec<u8>,
    pub(crate) plain: Vec<u8>,
    pub(crate) sealed: Vec<u8>,
    pub(crate) tag: Vec<u8>,
    /// Whether the tag is right.
    pub(crate) right: bool,
}

impl Sealed {
    /// A case whose tag is in a field of that name and whose nonce is in `iv` or `nonce`.
    pub(crate) fn of_case(case: &Case, tag: &str) -> Self {
        let field = |name| case.bytes(name).unwrap();
        Self {
            id: case.id.clone(),
            key: field("key"),
            nonce: field(if case.has("iv") { "iv" } else { "nonce" }),
            aad: field("aad"),
            // What is refused has no plaintext; its length is that of the ciphertext.
            plain: field(if case.has("plaintext") { "plaintext" } else { "ciphertext" }),
            sealed: field("ciphertext"),
            tag: field(tag),
            right: !case.must_be_rejected(),
        }
    }
}

/// The key object of a message.
pub(crate) fn object<A: Aead>(key: &[u8], tag_bytes: usize, backend: Backend) -> A {
    let cipher = A::with_backend(key, backend).unwrap();
    assert_eq!((cipher.backend(), cipher.tag_bytes()), (backend, A::DEFAULT_TAG_BYTES));
    let cipher = cipher.with_tag_bytes(tag_bytes).unwrap();
    assert_eq!((cipher.backend(), cipher.tag_bytes()), (backend, tag_bytes));
    cipher
}

/// One message in every way: sealed and opened, in place and apart, wherever it lies.
pub(crate) fn check<A: Aead>(case: &Sealed, backend: Backend, alignment: usize) {
    let what = format!("{} on {backend}", case.id);
    let cipher: A = object(&case.key, case.tag.len(), backend);
    let mut random = Random::new(alignment as u64);
    let aad = Guarded::new(&mut random, alignment + 3, &case.aad);
    if case.right {
        let mut data = Guarded::new(&mut random, alignment, &case.plain);
        let tag = cipher.seal(&case.nonce, aad.get(), data.get_mut()).unwrap();
        assert_eq!(data.get(), case.sealed, "{what}, sealed in place");
        assert_eq!(tag.as_ref(), case.tag, "{what}, tag in place");
        data.check_guards();

        let input = Guarded::new(&mut random, alignment + 5, &case.plain);
        let garbage = random.bytes(case.plain.len());
        let mut output = Guarded::new(&mut random, alignment + 1, &garbage);
        let tag = cipher.seal(&case.nonce, aad.get(), (input.get(), output.get_mut())).unwrap();
        assert_eq!(output.get(), case.sealed, "{what}, sealed apart");
        assert_eq!(tag.as_ref(), case.tag, "{what}, tag apart");
        output.check_guards();
    }

    let (expected, plain) = match case.right {
        true => (Ok(()), case.plain.clone()),
        false => (Err(Error::Authentication), vec![0; case.plain.len()]),
    };
    let mut data = Guarded::new(&mut random, alignment, &case.sealed);
    let result = cipher.open(&case.nonce, aad.get(), data.get_mut(), &case.tag);
    assert_eq!(result, expected, "{what}, opened in place");
    assert_eq!(data.get(), plain, "{what}, opened in place");
    data.check_guards();

    let input = Guarded::new(&mut random, alignment + 3, &case.sealed);
    let garbage = random.bytes(case.plain.len());
    let mut output = Guarded::new(&mut random, alignment + 7, &garbage);
    let result = cipher.open(&case.nonce, aad.get(), (input.get(), output.get_mut()), &case.tag);
    assert_eq!(result, expected, "{what}, opened apart");
    assert_eq!(output.get(), plain, "{what}, opened apart");
    assert_eq!(input.get(), case.sealed, "{what}, the input");
    output.check_guards();
}

/// The key objects of the jobs of a batch, each with the length of its tags.
fn objects<A: Aead>(cases: &[&Sealed], backend: Backend, keys: Keys) -> Vec<Option<A>> {
    let all = cases.iter().map(|case| &case.key[..]);
    keys.objects::<A>(all, A::Options::default(), backend)
        .into_iter()
        .zip(cases)
        .map(|(object, case)| Some(object?.with_tag_bytes(case.tag.len()).unwrap()))
        .collect()
}

/// A job. Where the length of the tag need not be said, it is said sometimes.
fn job<'a, A: Aead>(
    i: usize,
    case: &'a Sealed,
    object: &'a Option<A>,
    data: Data<'a>,
    open: bool,
) -> AeadJob<'a, A> {
    let key = key_of(&case.key, object);
    let job = match open {
        false => AeadJob::seal(key, &case.nonce, &case.aad, data),
        true => AeadJob::open(key, &case.nonce, &case.aad, data, &case.tag),
    };
    let implied = object.is_some() || case.tag.len() == A::DEFAULT_TAG_BYTES;
    if implied && i % 4 < 2 { job } else { job.with_tag_bytes(case.tag.len()) }
}

/// Some messages in one batch, in place and apart in turns, with tags of the lengths that they have:
/// sealed, then opened, where some tags may be wrong. If all keys and lengths of tags are the same, jobs
/// share key objects.
pub(crate) fn check_batch<A: Aead>(cases: &[&Sealed], backend: Backend, keys: Keys) {
    let batch = Batch::<A>::with_backend(backend).unwrap();
    assert_eq!(batch.backend(), backend);
    let objects = objects::<A>(cases, backend, keys);
    let same = all_same(cases.iter().map(|case| (&case.key, case.tag.len())));
    let mut random = Random::new(cases.len() as u64);
    let turn = keys as usize;
    for open in [false, true] {
        let inputs: Vec<&[u8]> =
            cases.iter().map(|case| if open { &case.sealed[..] } else { &case.plain }).collect();
        let mut buffers: Vec<Guarded> = inputs
            .iter()
            .enumerate()
            .map(|(i, input)| Guarded::new(&mut random, i + turn, input))
            .collect();
        let mut jobs = Vec::new();
        for (i, (buffer, input)) in buffers.iter_mut().zip(&inputs).enumerate() {
            let data = match (i + turn + usize::from(open)) % 2 {
                0 => Data::InPlace(buffer.get_mut()),
                _ => Data::Copy { input, output: buffer.get_mut() },
            };
            let object = &objects[keys.shared(i, same)];
            jobs.push(job(i, cases[i], object, data, open));
        }
        let report = run(&mut jobs, &|jobs| if open { batch.open(jobs) } else { batch.seal(jobs) });
        let wrong = cases.iter().filter(|case| !case.right).count();
        assert_eq!(report.failed(), if open { wrong } else { 0 });
        for (i, (job, case)) in jobs.iter().zip(cases).enumerate() {
            let what = || format!("{}, {i} in a batch on {backend}, {keys:?}", case.id);
            let (status, tag) = match open && !case.right {
                true => (Status::Failed(Error::Authentication), None),
                false => (Status::Done, Some(&case.tag[..])),
            };
            assert_eq!(job.status(), status, "{}", what());
            if open || case.right {
                let output = job.data.output();
                let made = match (open, case.right) {
                    (false, _) => output == case.sealed,
                    (true, true) => output == case.plain,
                    (true, false) => output.iter().all(|byte| *byte == 0),
                };
                assert!(made, "{}, open: {open}", what());
                assert_eq!(job.tag().map(|tag| tag.as_ref()), tag, "{}", what());
            }
        }
        drop(jobs);
        buffers.iter().for_each(Guarded::check_guards);
    }
}

/// A job that is refused keeps its data, says why and disturbs nobody. The cases are right ones; their
/// nonces have the shortest length, their tags the usual one. What is wrong with a job depends on its
/// number, counted from `first` on.
pub(crate) fn check_refused<A: Aead>(cases: &[&Sealed], first: usize, backend: Backend) {
    let batch = Batch::<A>::with_backend(backend).unwrap();
    let tag_bytes = A::DEFAULT_TAG_BYTES;
    let (shortest, longest) = (*A::NONCE_BYTES.start(), *A::NONCE_BYTES.end());
    let long = [1; 1000];
    let kind = |i: usize| (i + first) % 20;
    let objects = objects::<A>(cases, backend, Keys::Ready);
    let not_one = (0..=64).find(|bytes| !A::TAG_BYTES.contains(bytes)).unwrap();
    let other = A::TAG_BYTES.iter().copied().find(|bytes| *bytes != tag_bytes);
    for open in [false, true] {
        let inputs: Vec<&Vec<u8>> =
            cases.iter().map(|case| if open { &case.sealed } else { &case.plain }).collect();
        let mut buffers: Vec<Vec<u8>> = inputs.iter().map(|input| input.to_vec()).collect();
        let (mut jobs, mut errors) = (Vec::new(), Vec::new());
        for (i, (&case, buffer)) in cases.iter().zip(&mut buffers).enumerate() {
            let Sealed { nonce, aad, .. } = case;
            let output = buffer.len();
            let data = match kind(i) {
                5 => Data::Copy { input: &long[..output + 1], output: buffer },
                _ => Data::InPlace(buffer),
            };
            let ready = objects[i].as_ref().unwrap();
            let seal = |data| AeadJob::seal(ready, nonce, aad, data);
            let open_with = |data, tag| AeadJob::open(ready, nonce, aad, data, tag);
            let (job, error) = match (kind(i), other) {
                (1, _) => {
                    let mut job = job(i, case, &None, data, open);
                    job.key = long[..A::KEY_BYTES + 1].into();
                    let (bytes, expected) = (A::KEY_BYTES + 1, A::KEY_BYTES);
                    (job, Error::KeyLength { bytes, expected })
                }
                (3, _) => {
                    let mut job = job(i, case, &objects[i], data, open);
                    job.nonce = &long[..shortest - 1];
                    let bytes = shortest - 1;
                    let error = match shortest == longest {
                        true => Error::NonceLength { bytes, expected: shortest },
                        false => Error::NonceRange { bytes, min: shortest, max: longest },
                    };
                    (job, error)
                }
                (5, _) => {
                    let job = job(i, case, &objects[i], data, open);
                    (job, Error::OutputLength { output, input: output + 1 })
                }
                // Made for the other call.
                (7, _) => {
                    (if open { seal(data) } else { open_with(data, &case.tag) }, Error::WrongJob)
                }
                // A length that no tag has, of a key in bytes; the same of a ready key.
                (9, _) => {
                    let job = job(i, case, &None, data, open).with_tag_bytes(not_one);
                    (job, Error::TagLength { bytes: not_one, allowed: A::TAG_BYTES })
                }
                (11, _) => {
                    let job = job(i, case, &objects[i], data, open).with_tag_bytes(not_one);
                    (job, Error::TagMismatch { bytes: not_one, expected: tag_bytes })
                }
                // A ready key has its length of tags, whatever the job asks for.
                (13, Some(other)) => {
                    let job = job(i, case, &objects[i], data, open).with_tag_bytes(other);
                    (job, Error::TagMismatch { bytes: other, expected: tag_bytes })
                }
                // Tags that are too short, too long, none: nothing is decrypted.
                (15 | 17 | 19, _) if open => {
                    let tag = &long[..[tag_bytes - 1, 100, 0][kind(i) / 2 - 7]];
                    let job = open_with(data, tag);
                    (job, Error::TagMismatch { bytes: tag.len(), expected: tag_bytes })
                }
                _ => {
                    jobs.push(job(i, case, &objects[i], data, open));
                    errors.push(None);
                    continue;
                }
            };
            jobs.push(job);
            errors.push(Some(error));
        }
        let report = run(&mut jobs, &|jobs| if open { batch.open(jobs) } else { batch.seal(jobs) });
        assert_eq!(report.failed(), errors.iter().flatten().count());
        assert!(cases.len() < 20 || report.failed() >= 5);
        for (i, (job, case)) in jobs.iter().zip(cases).enumerate() {
            let what = || format!("{}, {i} on {backend}, open: {open}", case.id);
            match errors[i] {
                None => {
                    assert_eq!(job.status(), Status::Done, "{}", what());
                    let expected = if open { &case.plain } else { &case.sealed };
                    assert_eq!(job.data.output(), expected, "{}", what());
                    assert_eq!(job.tag().unwrap().as_ref(), case.tag, "{}", what());
                }
                Some(error) => {
                    assert_eq!(job.status(), Status::Failed(error), "{}", what());
                    assert_eq!(job.data.output(), inputs[i], "{}: changed", what());
                    assert!(job.tag().is_none());
                }
            }
        }
        // What is repaired is processed, and nothing else.
        let before: Vec<Vec<u8>> = jobs.iter().map(|job| job.data.output().to_vec()).collect();
        let repaired = |i: usize| matches!(kind(i), 1 | 3);
        for (i, job) in jobs.iter_mut().enumerate().filter(|(i, _)| repaired(*i)) {
            job.key = (&cases[i].key[..]).into();
            job.nonce = &cases[i].nonce;
            job.make_pending();
        }
        let report = if open { batch.open(&mut jobs) } else { batch.seal(&mut jobs) };
        let still = errors.iter().enumerate().filter(|(i, e)| e.is_some() && !repaired(*i));
        assert_eq!(report.failed(), still.count());
        for (i, (job, case)) in jobs.iter().zip(cases).enumerate() {
            let made = if open { &case.plain } else { &case.sealed };
            let expected = if repaired(i) { made } else { &before[i] };
            assert_eq!(job.data.output(), expected, "{}, {i} on {backend}, repaired", case.id);
        }
    }
    // No jobs are fine.
    assert!(run::<AeadJob<'_, A>>(&mut [], &|jobs| batch.seal(jobs)).is_ok());
    assert!(run::<AeadJob<'_, A>>(&mut [], &|jobs| batch.open(jobs)).is_ok());
}
