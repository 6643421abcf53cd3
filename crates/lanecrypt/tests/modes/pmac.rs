//! PMAC.

use super::support::{Random, Test, batches, bytes, cases, encrypt, number, on_all};
use lanecrypt::Backend;
use lanecrypt::batch::Status;
use lanecrypt::mode::{Batch, BlockModes, MacJob, Pmac, pmac};

fn double(element: u128) -> u128 {
    element << 1 ^ if element >> 127 == 1 { 0x87 } else { 0 }
}

fn half(element: u128) -> u128 {
    element >> 1 ^ if element & 1 == 1 { 1 << 127 | 0x43 } else { 0 }
}

/// A block at a time: offset `i` is the one before it and the block of zeros, encrypted, doubled as
/// often as two divides `i`.
fn plain<C: BlockModes>(cipher: &C, message: &[u8]) -> [u8; 16] {
    let (whole, last) = message.split_at(message.len().saturating_sub(1) / 16 * 16);
    let zeros = encrypt(cipher, 0);
    let (mut offset, mut sum) = (0, 0);
    for (i, block) in (1_u64..).zip(whole.chunks(16)) {
        offset ^= (0..i.trailing_zeros()).fold(zeros, |power, _| double(power));
        sum ^= encrypt(cipher, number(block) ^ offset);
    }
    let end = if last.len() == 16 { half(zeros) } else { 0 };
    encrypt(cipher, sum ^ number(last) ^ end).to_be_bytes()
}

struct Known {
    key: Vec<u8>,
    message: Vec<u8>,
    tag: Vec<u8>,
}

impl Test for Known {
    fn test<C: BlockModes>(&self, backend: Backend) {
        let cipher = C::with_backend(&self.key, backend).unwrap();
        assert_eq!(pmac::tag(&cipher, &self.message).as_ref(), self.tag, "{backend}");
        for cut in [1, 5, 16, 33] {
            let mut mac = Pmac::new(&cipher);
            self.message.chunks(cut).for_each(|piece| mac.update(piece));
            mac.update(&[]);
            assert_eq!(mac.finish().as_ref(), self.tag, "{backend}, pieces of {cut}");
        }
    }
}

#[test]
fn known_answers() {
    for case in cases("aes_pmac.json") {
        let [key, message, tag] = ["key", "message", "tag"].map(|field| bytes(&case, field));
        let known = Known { key, message, tag };
        on_all(Some(&known.key), &known);
    }
}

struct Batches;

impl Test for Batches {
    fn test<C: BlockModes>(&self, backend: Backend) {
        let mut random = Random::new(51);
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
            batch.pmac(&mut jobs);
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
