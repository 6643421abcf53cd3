//! CMAC.

use super::support::{Random, Test, batches, bytes, cases, encrypt, number, on_all};
use lanecrypt::batch::Status;
use lanecrypt::mode::{Batch, BlockModes, Cmac, MacJob, cmac};
use lanecrypt::{Backend, Error};

fn double(element: u128) -> u128 {
    element << 1 ^ if element >> 127 == 1 { 0x87 } else { 0 }
}

/// A block at a time, as the standard says.
fn plain<C: BlockModes>(cipher: &C, message: &[u8]) -> [u8; 16] {
    let (whole, last) = message.split_at(message.len().saturating_sub(1) / 16 * 16);
    let state = whole.chunks(16).fold(0, |state, block| encrypt(cipher, state ^ number(block)));
    let subkey = double(encrypt(cipher, 0));
    let subkey = if last.len() == 16 { subkey } else { double(subkey) };
    encrypt(cipher, state ^ number(last) ^ subkey).to_be_bytes()
}

struct Known {
    key: Vec<u8>,
    message: Vec<u8>,
    tag: Vec<u8>,
}

impl Test for Known {
    fn test<C: BlockModes>(&self, backend: Backend) {
        let cipher = C::with_backend(&self.key, backend).unwrap();
        assert_eq!(cmac::tag(&cipher, &self.message).as_ref(), self.tag, "{backend}");
        for cut in [1, 5, 16, 33] {
            let mut mac = Cmac::new(&cipher);
            self.message.chunks(cut).for_each(|piece| mac.update(piece));
            mac.update(&[]);
            assert_eq!(mac.finish().as_ref(), self.tag, "{backend}, pieces of {cut}");
        }
    }
}

#[test]
fn known_answers() {
    for case in cases("aes_cmac.json") {
        let [key, message, tag] = ["key", "message", "tag"].map(|field| bytes(&case, field));
        let known = Known { key, message, tag };
        on_all(Some(&known.key), &known);
    }
}

struct Batches;

impl Test for Batches {
    fn test<C: BlockModes>(&self, backend: Backend) {
        let mut random = Random::new(41);
        let batch = Batch::<C>::with_backend(backend).unwrap();
        for lengths in batches(&mut random, false) {
            let known: Vec<_> = lengths
                .iter()
                .map(|&length| {
                    let (key, message) = (random.bytes(C::KEY_BYTES), random.bytes(length));
                    let tag = plain(&C::with_backend(&key, backend).unwrap(), &message).to_vec();
                    let known = Known { key, message, tag };
                    known.test::<C>(backend);
                    known
                })
                .collect();
            let mut jobs: Vec<_> = known
                .iter()
                .enumerate()
                .map(|(i, known)| MacJob::new(&known.key, &known.message, 4 + i % 13))
                .collect();
            batch.cmac(&mut jobs);
            for (i, (job, known)) in jobs.iter().zip(&known).enumerate() {
                assert_eq!(job.status, Status::Done);
                let tag = &known.tag[..job.tag_bytes];
                assert_eq!(job.tag.as_ref(), tag, "{backend}: {i} of {}", known.tag.len());
            }
        }
    }
}

#[test]
fn batches_are_one_by_one() {
    on_all(None, &Batches);
}

struct Refusals;

impl Test for Refusals {
    fn test<C: BlockModes>(&self, backend: Backend) {
        let batch = Batch::<C>::with_backend(backend).unwrap();
        let key = vec![7; C::KEY_BYTES];
        let message = [1; 40];
        for pmac in [false, true] {
            for bytes in [0, 1, 3, 17, usize::MAX] {
                let wrong_key = MacJob::new(&key[1..], &message, 16);
                let right = MacJob::new(&key, &message, 16);
                let mut jobs = [MacJob::new(&key, &message, bytes), wrong_key, right];
                match pmac {
                    false => batch.cmac(&mut jobs),
                    true => batch.pmac(&mut jobs),
                }
                assert!(matches!(
                    jobs[0].status,
                    Status::Failed(Error::TagLength { bytes: given, .. }) if given == bytes
                ));
                let error = Error::KeyLength { bytes: C::KEY_BYTES - 1, expected: C::KEY_BYTES };
                assert_eq!(jobs[1].status, Status::Failed(error));
                assert_eq!(jobs[2].status, Status::Done);
                assert_eq!(jobs.map(|job| job.tag.as_ref().len()), [0, 0, 16]);
            }
        }
    }
}

#[test]
fn refusals_have_no_tag() {
    on_all(None, &Refusals);
}
