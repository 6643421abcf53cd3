//! XAES-256-GCM.

use lanecrypt::block::{Aes256, OneBlock, table};
use lanecrypt::mode::{Gcm, XAes256Gcm};
use lanecrypt::{Aead as _, AeadJob, Algorithm as _, Backend, Batch};

use crate::common::{Model, sealed};
use crate::support::Random;
use crate::support::aeads::check;
use crate::support::jobs::Keys;
use crate::{batches, common, gcm, refusals};

const TARGET: &str = "xaes256_gcm";

const MODEL: Model = |key, nonce, aad, plain, tag_bytes| {
    let key = message_key(key, nonce);
    gcm::model::<table::Aes256>(&key, &nonce[12..], aad, plain, tag_bytes)
};

/// The key of a message, as the specification writes it: two tags of CMAC, of messages of one block.
fn message_key(key: &[u8], nonce: &[u8]) -> Vec<u8> {
    let cipher = table::Aes256::new(key).unwrap();
    let mut zeros = [0; 16];
    cipher.encrypt(&mut zeros).unwrap();
    // Shifted by a bit, byte by byte from the last on.
    let mut subkey = zeros;
    let mut carry = 0;
    for byte in subkey.iter_mut().rev() {
        (*byte, carry) = (*byte << 1 | carry, *byte >> 7);
    }
    subkey[15] ^= if carry == 1 { 0b1000_0111 } else { 0 };
    let mut out = Vec::new();
    for number in [1, 2] {
        let mut block = [0, number, 0x58, 0].to_vec();
        block.extend(&nonce[..12]);
        block.iter_mut().zip(subkey).for_each(|(byte, key)| *byte ^= key);
        cipher.encrypt(&mut block).unwrap();
        out.extend(block);
    }
    out
}

#[test]
fn known_answers() {
    common::known_answers::<XAes256Gcm>(TARGET, "tag");
}

/// Those that are published, and the one whose subkey is not reduced: both ways must be in the file.
#[test]
fn known_answers_reduce_the_subkey_and_do_not() {
    let cases = sealed(TARGET, "tag");
    assert!(cases.iter().filter(|case| case.id.starts_with("c2sp-")).count() >= 2);
    let tops: Vec<u8> = cases
        .iter()
        .map(|case| {
            let mut zeros = [0; 16];
            table::Aes256::new(&case.key).unwrap().encrypt(&mut zeros).unwrap();
            zeros[0] >> 7
        })
        .collect();
    assert!(tops.contains(&0) && tops.contains(&1));
}

#[test]
fn lengths() {
    common::against_model::<XAes256Gcm>(MODEL, 16);
}

#[test]
fn batches_of_known_answers() {
    batches::known_answers::<XAes256Gcm>(TARGET, "tag", MODEL);
}

#[test]
fn batches() {
    batches::zeros::<XAes256Gcm>(MODEL);
    batches::refused_jobs::<XAes256Gcm>(MODEL);
    batches::every_length::<XAes256Gcm>(MODEL);
    batches::one_ready_key::<XAes256Gcm>(MODEL);
}

#[test]
fn batches_of_every_shape() {
    batches::against_model::<XAes256Gcm>(MODEL, 16);
}

/// A wrong tag at every position of batches around the numbers that are taken at a time; keys given in
/// every way.
#[test]
fn every_position() {
    let mut numbers = Random::new(43);
    for backend in Backend::available() {
        for count in [1, 4, 5, 64, 65] {
            let cases: Vec<_> = (0..count)
                .map(|i| common::random::<XAes256Gcm>(&mut numbers, MODEL, 16, i % 7, 3 * i % 50))
                .collect();
            for position in 0..count {
                let mut wrong = cases[position].clone();
                wrong.tag[position % 16] ^= 1 << (position % 8);
                wrong.right = false;
                let mut batch: Vec<_> = cases.iter().collect();
                batch[position] = &wrong;
                batches::check_batch::<XAes256Gcm>(&batch, backend, Keys::turn(position));
            }
        }
    }
}

/// Messages of one ready key in succession, those of two in turns, and some that are done before.
#[test]
fn runs_of_keys() {
    let mut numbers = Random::new(47);
    let keys = [[1; 32], [2; 32]];
    for backend in Backend::available() {
        let ready = keys.map(|key| XAes256Gcm::with_backend(&key, backend).unwrap());
        let batch = Batch::with_backend(backend).unwrap();
        for run in [1, 2, 3, 7, 64, 100] {
            let nonces: Vec<_> = (0..130).map(|_| numbers.bytes(24)).collect();
            let mut data = vec![vec![0; 20]; 130];
            let which = |i: usize| i / run % 2;
            let mut jobs: Vec<_> = data
                .iter_mut()
                .enumerate()
                .map(|(i, data)| AeadJob::seal(&ready[which(i)], &nonces[i], b"aad", data))
                .collect();
            // A third of them first, so that the second call finds them done.
            let made: Vec<_> = (0..130)
                .map(|i| MODEL(&keys[which(i)], &nonces[i], b"aad", &[0; 20], 16))
                .collect();
            for job in jobs.iter_mut().step_by(3) {
                batch.seal(core::slice::from_mut(job)).into_result().unwrap();
            }
            batch.seal(&mut jobs).into_result().unwrap();
            for (i, (job, (sealed, tag))) in jobs.iter().zip(&made).enumerate() {
                let what = format!("{i} in runs of {run} on {backend}");
                assert_eq!(job.data.output(), sealed, "{what}");
                assert_eq!(job.tag().unwrap().as_ref(), tag, "{what}");
            }
        }
    }
}

/// The library's own GCM under the derived key makes the same.
#[test]
fn gcm_under_the_derived_key() {
    let mut numbers = Random::new(53);
    for bytes in [0, 1, 100, 5000] {
        let (key, nonce) = (numbers.bytes(32), numbers.bytes(24));
        let (mut data, mut other) = (numbers.bytes(bytes), vec![]);
        other.clone_from(&data);
        let tag = XAes256Gcm::new(&key).unwrap().seal(&nonce, b"aad", &mut data).unwrap();
        let gcm = Gcm::<Aes256>::new(&message_key(&key, &nonce)).unwrap();
        let expected = gcm.seal(&nonce[12..], b"aad", &mut other).unwrap();
        assert_eq!((data, tag.as_ref()), (other, expected.as_ref()));
    }
}

/// Batches run on their backend, also with key objects that were made for another one.
#[test]
fn keys_of_another_backend() {
    let key = XAes256Gcm::with_backend(&[7; 32], Backend::Portable).unwrap();
    let (sealed, tag) = MODEL(&[7; 32], &[1; 24], b"", &[0; 50], 16);
    for backend in Backend::available() {
        let mut data = [[0; 50]; 6];
        let mut jobs: Vec<_> =
            data.iter_mut().map(|data| AeadJob::seal(&key, &[1; 24], b"", data)).collect();
        Batch::with_backend(backend).unwrap().seal(&mut jobs).into_result().unwrap();
        for job in &jobs {
            assert_eq!(job.data.output(), sealed);
            assert_eq!(job.tag().unwrap().as_ref(), tag);
        }
    }
}

#[test]
fn refusals() {
    refusals::wrong::<XAes256Gcm>(MODEL, 16);
    refusals::lengths::<XAes256Gcm>();
    assert_eq!((XAes256Gcm::KEY_BYTES, XAes256Gcm::NONCE_BYTES), (32, 24..=24));
    let case = common::random::<XAes256Gcm>(&mut Random::new(1), MODEL, 16, 5, 5);
    Backend::available().for_each(|backend| check::<XAes256Gcm>(&case, backend, 3));
}
