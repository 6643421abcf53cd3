//! Every known answer of ZUC, on every backend and variant, alone and at every place of a batch,
//! in place and out of place.

use lanecrypt::Backend;
use lanecrypt::batch::{Data, Status};
use lanecrypt::mobile::Direction;
use lanecrypt::stream::zuc::{
    Batch, Iv184, Job, MacJob, MacSetup, Setup, Stream, TagLength, Variant,
};
use serde_json::Value;

fn cases(file: &str) -> Vec<Value> {
    let path = format!("{}/../../vectors/{file}.json", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path}: {e}"));
    let document: Value = serde_json::from_str(&text).unwrap();
    let cases = document["cases"].as_array().unwrap().clone();
    assert!(!cases.is_empty(), "{path} has no cases");
    cases
}

fn bytes(case: &Value, field: &str) -> Vec<u8> {
    let hex = case[field].as_str().unwrap_or_else(|| panic!("{}: no {field}", case["id"]));
    (0..hex.len()).step_by(2).map(|i| u8::from_str_radix(&hex[i..i + 2], 16).unwrap()).collect()
}

fn array<const N: usize>(case: &Value, field: &str) -> [u8; N] {
    bytes(case, field).try_into().unwrap()
}

fn number(case: &Value, field: &str) -> u64 {
    case[field].as_u64().unwrap_or_else(|| panic!("{}: no {field}", case["id"]))
}

fn count(case: &Value) -> u32 {
    u32::from_be_bytes(array(case, "count"))
}

fn direction(case: &Value) -> Direction {
    if number(case, "direction") == 0 { Direction::Uplink } else { Direction::Downlink }
}

/// A message to encrypt: its loading, input, expected output and length in bits.
struct Known {
    id: String,
    setup: Setup,
    input: Vec<u8>,
    output: Vec<u8>,
    bits: u64,
}

fn known_ciphertexts() -> Vec<Known> {
    let mut all = Vec::new();
    let mut push = |case: &Value, setup: Setup| {
        let id = case["id"].to_string();
        if case.get("keystream").is_some() {
            let output = bytes(case, "keystream");
            let (input, bits) = (vec![0; output.len()], 8 * output.len() as u64);
            all.push(Known { id, setup, input, output, bits });
        } else {
            let (input, output) = (bytes(case, "plaintext"), bytes(case, "ciphertext"));
            let bits = case["bit_length"].as_u64().unwrap_or(8 * input.len() as u64);
            all.push(Known { id, setup, input, output, bits });
        }
    };
    for case in cases("zuc128_keystream") {
        push(&case, Setup::zuc128(&array(&case, "key"), &array(&case, "iv")));
    }
    for case in cases("zuc256_2018_keystream") {
        let iv = Iv184::from_bytes(&array(&case, "iv")).unwrap();
        assert_eq!(Iv184::from_packed(&array(&case, "iv23")), iv, "{}", case["id"]);
        push(&case, Setup::zuc256(&array(&case, "key"), &iv));
    }
    for case in cases("zuc_nea6") {
        push(&case, Setup::nea6(&array(&case, "key"), &array(&case, "iv")));
    }
    for case in cases("zuc_128_eea3") {
        let key = array(&case, "key");
        let bearer = number(&case, "bearer") as u8;
        push(&case, Setup::eea3(&key, count(&case), bearer, direction(&case)).unwrap());
    }
    assert!(all.len() > 40);
    all
}

fn batches() -> Vec<Batch> {
    let mut all = Vec::new();
    for backend in Backend::ALL {
        match Batch::with_backend(backend) {
            Ok(batch) => all.extend(Variant::ALL.map(|v| batch.with_variant(v))),
            Err(error) => println!("skipped: {error}"),
        }
    }
    all
}

#[test]
fn ciphertexts_one_by_one() {
    for batch in batches() {
        for known in known_ciphertexts() {
            let mut in_place = known.input.clone();
            let mut copy = vec![0xee; known.input.len()];
            let mut jobs = [
                Job::with_bits(known.setup.clone(), Data::InPlace(&mut in_place), known.bits),
                Job::with_bits(
                    known.setup.clone(),
                    Data::Copy { input: &known.input, output: &mut copy },
                    known.bits,
                ),
            ];
            for job in &mut jobs {
                batch.encrypt(std::slice::from_mut(job));
                assert_eq!(job.status, Status::Done);
                assert_eq!(job.data.output(), known.output, "{} {batch:?}", known.id);
            }
        }
    }
}

#[test]
fn ciphertexts_at_every_place_of_a_batch() {
    let known = known_ciphertexts();
    for batch in batches() {
        let lanes = batch.lanes_for(usize::MAX);
        for shift in 0..=lanes {
            let mut buffers: Vec<_> = known.iter().map(|k| k.input.clone()).collect();
            let mut jobs: Vec<_> = known
                .iter()
                .zip(&mut buffers)
                .map(|(k, buffer)| Job::with_bits(k.setup.clone(), Data::InPlace(buffer), k.bits))
                .collect();
            jobs.rotate_left(shift % known.len());
            batch.encrypt(&mut jobs);
            jobs.rotate_right(shift % known.len());
            for (job, k) in jobs.iter().zip(&known) {
                assert_eq!(job.status, Status::Done);
                assert_eq!(job.data.output(), k.output, "{} {batch:?}", k.id);
            }
        }
    }
}

#[test]
fn ciphertexts_through_a_stream_in_any_pieces() {
    for backend in Backend::available() {
        for known in known_ciphertexts().into_iter().filter(|k| k.bits == 8 * k.input.len() as u64)
        {
            for piece in [1, 3, 4, 16, 63, 64, 65, usize::MAX] {
                let mut stream = Stream::with_backend(&known.setup, backend).unwrap();
                let mut data = known.input.clone();
                for part in data.chunks_mut(piece) {
                    stream.apply(part);
                }
                assert_eq!(data, known.output, "{} {backend} pieces of {piece}", known.id);
                assert_eq!(stream.position(), data.len() as u64);
            }
        }
    }
}

/// A message to authenticate.
struct KnownTag {
    id: String,
    setup: MacSetup,
    message: Vec<u8>,
    bits: u64,
    tag: Vec<u8>,
}

fn known_tags() -> Vec<KnownTag> {
    let mut all = Vec::new();
    for case in cases("zuc_128_eia3") {
        let bearer = number(&case, "bearer") as u8;
        all.push(KnownTag {
            id: case["id"].to_string(),
            setup: MacSetup::eia3(&array(&case, "key"), count(&case), bearer, direction(&case))
                .unwrap(),
            message: bytes(&case, "message"),
            bits: number(&case, "bit_length"),
            tag: bytes(&case, "tag"),
        });
    }
    for case in cases("zuc256_2018_mac") {
        let iv = Iv184::from_bytes(&array(&case, "iv")).unwrap();
        for (length, field) in TagLength::ALL.into_iter().zip(["tag32", "tag64", "tag128"]) {
            all.push(KnownTag {
                id: format!("{} {field}", case["id"]),
                setup: MacSetup::zuc256(&array(&case, "key"), &iv, length),
                message: bytes(&case, "message"),
                bits: number(&case, "bit_length"),
                tag: bytes(&case, field),
            });
        }
    }
    assert!(all.len() > 70);
    all
}

#[test]
fn tags_one_by_one() {
    for batch in batches() {
        for known in known_tags() {
            let mut job = MacJob::with_bits(known.setup.clone(), &known.message, known.bits);
            batch.mac(std::slice::from_mut(&mut job));
            assert_eq!(job.status, Status::Done);
            assert_eq!(job.tag.as_ref(), known.tag, "{} {batch:?}", known.id);
            assert!(job.tag.verify(&known.tag));
        }
    }
}

#[test]
fn tags_at_every_place_of_a_batch() {
    let known = known_tags();
    for batch in batches() {
        for shift in 0..=batch.lanes_for(usize::MAX) {
            let mut jobs: Vec<_> = known
                .iter()
                .map(|k| MacJob::with_bits(k.setup.clone(), &k.message, k.bits))
                .collect();
            jobs.rotate_left(shift % known.len());
            batch.mac(&mut jobs);
            jobs.rotate_right(shift % known.len());
            for (job, k) in jobs.iter().zip(&known) {
                assert_eq!(job.status, Status::Done);
                assert_eq!(job.tag.as_ref(), k.tag, "{} {batch:?}", k.id);
            }
        }
    }
}
