//! PMAC.

use super::support::ciphers::no_nonce;
use super::support::jobs::Keys;
use super::support::macs::{self, Tagged};
use super::support::{Random, Test, batches, encrypt, number, on_all};
use lanecrypt::mode::{AesModes, Ecb, Pmac};
use lanecrypt::{Algorithm, Backend, Error, Mac};
use lanecrypt_vectors::cases_of;

fn double(element: u128) -> u128 {
    element << 1 ^ if element >> 127 == 1 { 0x87 } else { 0 }
}

fn half(element: u128) -> u128 {
    element >> 1 ^ if element & 1 == 1 { 1 << 127 | 0x43 } else { 0 }
}

/// A block at a time: offset `i` is the one before it and the block of zeros, encrypted, doubled as
/// often as two divides `i`.
fn plain<C: AesModes>(cipher: &Ecb<C>, message: &[u8]) -> [u8; 16] {
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

struct Known(Tagged);

impl Test for Known {
    fn test<C: AesModes>(&self, backend: Backend) {
        let case = &self.0;
        macs::check::<Pmac<C>>(case, no_nonce, backend);
        let mac = Pmac::<C>::with_backend(&case.key, backend).unwrap();
        let mac = mac.with_tag_bytes(case.tag.len()).unwrap();
        // States outlive their key object, and a copy goes on by itself.
        let states = [1, 5, 16, 33].map(|cut| (cut, mac.start()));
        let another = [&case.message[..], b"another end"].concat();
        let another = mac.compute((), &another).unwrap();
        drop(mac);
        for (cut, mut state) in states {
            case.message.chunks(cut).for_each(|piece| state.update(piece));
            let mut copy = state.clone();
            copy.update(b"another ");
            state.update(&[]);
            assert_eq!(state.clone().verify(&case.tag), Ok(()));
            assert_eq!(state.finish().as_ref(), case.tag, "{backend}, pieces of {cut}");
            copy.update(b"end");
            assert_eq!(copy.finish(), another, "{backend}, a copy, pieces of {cut}");
        }
    }
}

#[test]
fn known_answers() {
    for case in cases_of("aes_pmac").unwrap() {
        let known = Known(Tagged::of_case(&case));
        on_all(Some(&known.0.key), &known);
        on_all(Some(&known.0.key), &Wrong(&known.0));
    }
}

/// Tags that are not right, of whole messages and of messages in pieces.
struct Wrong<'a>(&'a Tagged);

impl Test for Wrong<'_> {
    fn test<C: AesModes>(&self, backend: Backend) {
        for tag_bytes in [4, 11, 16] {
            let mut case = self.0.clone();
            case.tag.truncate(tag_bytes);
            macs::check_wrong::<Pmac<C>>(&case, no_nonce, backend);
            let mac = Pmac::<C>::with_backend(&case.key, backend).unwrap();
            let mut state = mac.with_tag_bytes(tag_bytes).unwrap().start();
            state.update(&case.message);
            for (i, byte) in (0..tag_bytes).zip([1, 0x80, 0x10].into_iter().cycle()) {
                let mut wrong = case.tag.clone();
                wrong[i] ^= byte;
                assert_eq!(state.clone().verify(&wrong), Err(Error::Authentication));
            }
            for bytes in [0, tag_bytes - 1, tag_bytes + 1, 40] {
                let refused = Error::TagMismatch { bytes, expected: tag_bytes };
                assert_eq!(state.clone().verify(&vec![0; bytes]), Err(refused));
            }
            assert_eq!(state.verify(&case.tag), Ok(()));
        }
    }
}

struct Batches;

impl Test for Batches {
    fn test<C: AesModes>(&self, backend: Backend) {
        let mut random = Random::new(51);
        for lengths in batches(&mut random, false) {
            let known: Vec<_> = lengths
                .iter()
                .enumerate()
                .map(|(i, &length)| {
                    let (key, message) = (random.bytes(C::KEY_BYTES), random.bytes(length));
                    let cipher = Ecb::<C>::with_backend(&key, backend).unwrap();
                    let tag = plain(&cipher, &message)[..4 + i % 13].to_vec();
                    let known = Known(Tagged { key, nonce: vec![], message, tag });
                    known.test::<C>(backend);
                    known.0
                })
                .collect();
            for keys in Keys::ALL {
                macs::check_batch::<Pmac<C>>(&known, no_nonce, backend, keys);
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
    fn test<C: AesModes>(&self, backend: Backend) {
        let mut random = Random::new(52);
        macs::check_refused::<Pmac<C>>(&mut random, 0, no_nonce, backend);
    }
}

#[test]
fn refusals_have_no_tag() {
    on_all(None, &Refusals);
}
