//! 256-NIA6 and 256-NCA6: known answers on every backend, and what must be rejected.

use lanecrypt::batch::{Data, Status};
use lanecrypt::mobile::{Nca6Job, Nia6Job, Suite6};
use lanecrypt::{Backend, Error};
use serde_json::Value;

/// The lengths of tags.
const TAGS: [usize; 13] = [4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16];

fn cases(file: &str) -> Vec<Value> {
    let path = format!("{}/../../vectors/{file}.json", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path}: {e}"));
    let document: Value = serde_json::from_str(&text).unwrap();
    let cases = document["cases"].as_array().unwrap().clone();
    assert!(cases.len() > 5, "{path} has few cases");
    cases
}

fn bytes(case: &Value, field: &str) -> Vec<u8> {
    let hex = case[field].as_str().unwrap_or_else(|| panic!("{}: no {field}", case["id"]));
    (0..hex.len()).step_by(2).map(|i| u8::from_str_radix(&hex[i..i + 2], 16).unwrap()).collect()
}

fn array<const N: usize>(case: &Value, field: &str) -> [u8; N] {
    bytes(case, field).try_into().unwrap()
}

fn engines() -> impl Iterator<Item = Suite6> {
    Backend::available().map(|backend| Suite6::with_backend(backend).unwrap())
}

#[test]
fn nia6_alone_and_in_batches() {
    let cases = cases("zuc_nia6");
    let messages: Vec<_> = cases.iter().map(|case| bytes(case, "message")).collect();
    let tags: Vec<_> = cases.iter().map(|case| bytes(case, "tag")).collect();
    for engine in engines() {
        for count in [1, 7, 12, 32, 33, 100] {
            let picks: Vec<_> = (0..count).map(|i| (5 * i + count) % cases.len()).collect();
            let mut jobs: Vec<_> = picks
                .iter()
                .map(|&i| {
                    let (key, iv) = (array(&cases[i], "key"), array(&cases[i], "iv"));
                    Nia6Job::new(&key, &iv, &messages[i], tags[i].len())
                })
                .collect();
            engine.nia6(&mut jobs);
            for (job, &i) in jobs.iter().zip(&picks) {
                assert_eq!(job.status, Status::Done);
                assert_eq!(job.tag.as_ref(), tags[i], "{} {engine:?}", cases[i]["id"]);
            }
        }
    }
}

#[test]
fn a_wrong_job_does_not_disturb_the_others() {
    let engine = Suite6::new();
    let mut jobs = [3, 4, 17, 16, 0].map(|length| Nia6Job::new(&[1; 32], &[2; 16], b"abc", length));
    engine.nia6(&mut jobs);
    let expected = [false, true, false, true, false];
    for ((job, length), good) in jobs.iter().zip([3, 4, 17, 16, 0]).zip(expected) {
        let status = Status::Failed(Error::TagLength { bytes: length, allowed: &TAGS });
        assert_eq!(job.status, if good { Status::Done } else { status });
    }
    assert_eq!(jobs[1].tag.as_ref(), &jobs[3].tag.as_ref()[..4]);
}

#[test]
fn nca6_seals_and_opens() {
    for case in cases("zuc_nca6") {
        let (key, iv) = (array(&case, "key"), array(&case, "iv"));
        let aad = bytes(&case, "aad");
        let (plaintext, ciphertext) = (bytes(&case, "plaintext"), bytes(&case, "ciphertext"));
        let tag = bytes(&case, "tag");
        for engine in engines() {
            let mut in_place = plaintext.clone();
            let mut copy = vec![0xee; plaintext.len()];
            let output = Data::Copy { input: &plaintext, output: &mut copy };
            let mut jobs = [
                Nca6Job::seal(&key, &iv, &aad, Data::InPlace(&mut in_place), tag.len()),
                Nca6Job::seal(&key, &iv, &aad, output, tag.len()),
            ];
            engine.nca6_seal(&mut jobs);
            for job in &jobs {
                assert_eq!(job.status, Status::Done);
                assert_eq!(job.data.output(), ciphertext, "{} {engine:?}", case["id"]);
                assert_eq!(job.tag.as_ref(), tag, "{} {engine:?}", case["id"]);
            }
            let mut opened = vec![0xee; ciphertext.len()];
            let data = Data::Copy { input: &ciphertext, output: &mut opened };
            let mut jobs = [Nca6Job::open(&key, &iv, &aad, data, &tag, tag.len())];
            engine.nca6_open(&mut jobs);
            assert_eq!(jobs[0].status, Status::Done);
            assert_eq!(opened, plaintext);
        }
    }
}

#[test]
fn nca6_opens_nothing_that_was_changed() {
    let (key, iv, aad) = ([3; 32], [4; 16], [5; 20]);
    for engine in engines() {
        let mut sealed = [6; 100];
        let mut jobs = [Nca6Job::seal(&key, &iv, &aad, Data::InPlace(&mut sealed), 16)];
        engine.nca6_seal(&mut jobs);
        let tag: [u8; 16] = jobs[0].tag.as_ref().try_into().unwrap();

        let refused = |key: [u8; 32], iv: [u8; 16], aad: &[u8], data: &[u8], tag: &[u8]| {
            let (mut in_place, mut output) = (data.to_vec(), vec![0xee; data.len()]);
            let copy = Data::Copy { input: data, output: &mut output };
            let mut jobs = [
                Nca6Job::open(&key, &iv, aad, Data::InPlace(&mut in_place), tag, 16),
                Nca6Job::open(&key, &iv, aad, copy, tag, 16),
            ];
            engine.nca6_open(&mut jobs);
            let refused = jobs.iter().all(|job| {
                let length = Error::TagLength { bytes: tag.len(), allowed: &TAGS };
                [Status::Failed(Error::Authentication), Status::Failed(length)]
                    .contains(&job.status)
            });
            refused && in_place == data && output.iter().all(|byte| *byte == 0xee)
        };
        assert!(!refused(key, iv, &aad, &sealed, &tag), "the right tag must be accepted");
        for bit in 0..128 {
            let mut wrong = tag;
            wrong[bit / 8] ^= 1 << (bit % 8);
            assert!(refused(key, iv, &aad, &sealed, &wrong));
        }
        for i in 0..100 {
            let mut wrong = sealed;
            wrong[i] ^= 1 << (i % 8);
            assert!(refused(key, iv, &aad, &wrong, &tag));
            assert!(i == 0 || refused(key, iv, &aad, &sealed[..100 - i], &tag));
        }
        for i in 0..20 {
            let mut wrong = aad;
            wrong[i] ^= 1;
            assert!(refused(key, iv, &wrong, &sealed, &tag));
            assert!(i == 0 || refused(key, iv, &aad[i..], &sealed, &tag));
        }
        for length in 0..20 {
            let mut longer = tag.to_vec();
            longer.resize(length, 0);
            assert!(length == 16 || refused(key, iv, &aad, &sealed, &longer));
        }
        assert!(refused([7; 32], iv, &aad, &sealed, &tag));
        assert!(refused(key, [7; 16], &aad, &sealed, &tag));
    }
}
