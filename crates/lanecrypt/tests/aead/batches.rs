//! Batches: every case at every position among other messages, and batches of any shape.

use lanecrypt::{Aead, Backend};

use crate::common::{Model, Sealed, random, sealed};
use crate::support::Random;
pub(crate) use crate::support::aeads::check_batch;
use crate::support::aeads::check_refused;
use crate::support::jobs::Keys;

/// Some messages in batches, with their keys given in every way; on plain words, which take longest, in one way or another.
pub(crate) fn check_all<A: Aead>(cases: &[Sealed], backend: Backend) {
    let all = cases.iter().collect::<Vec<_>>();
    match backend {
        Backend::Portable => check_batch::<A>(&all, backend, Keys::turn(cases.len())),
        _ => Keys::ALL.into_iter().for_each(|keys| check_batch::<A>(&all, backend, keys)),
    }
}

/// Every case of a target at every position of a batch of messages of other lengths; and all cases
/// that have tags of the same length together.
pub(crate) fn known_answers<A: Aead>(target: &str, tag: &str, model: Model) {
    let cases = sealed(target, tag);
    let mut numbers = Random::new(11);
    let tag_bytes = cases[0].tag.len();
    let others: Vec<Sealed> = (0..40)
        .map(|_| {
            let (aad, message) = (numbers.below(60), numbers.below(300));
            random::<A>(&mut numbers, model, tag_bytes, aad, message)
        })
        .collect();
    // Batches of short messages may be worked on one after another; on average they are not short.
    let long = random::<A>(&mut numbers, model, tag_bytes, 0, 180_000);
    for backend in Backend::available() {
        for case in &cases {
            for position in 0..20 {
                let start = numbers.below(20);
                let mut batch: Vec<&Sealed> = others[start..start + 20].iter().collect();
                batch[position] = case;
                // These work on one message after another, whatever their average is.
                if !matches!(backend, Backend::Portable | Backend::Sse) {
                    batch.push(&long);
                }
                check_batch::<A>(&batch, backend, Keys::turn(position));
            }
        }
        check_all::<A>(&cases, backend);
    }
}

/// Batches of every number of messages, of lengths alike and not, with some wrong tags; with tags of
/// one length, and with those of all lengths together.
pub(crate) fn against_model<A: Aead>(model: Model, rate: usize) {
    let mut numbers = Random::new(13);
    let mixed = (A::TAG_BYTES.len() > 1).then_some(A::TAG_BYTES);
    for tag_lengths in A::TAG_BYTES.chunks(1).chain(mixed) {
        for (count, alike) in (0..40).chain([64, 300]).flat_map(|n| [(n, false), (n, true)]) {
            let (aad, message) = (numbers.below(3 * rate), numbers.below(6 * rate));
            let mut case = || {
                let (aad, message) = match (alike, numbers.below(8)) {
                    (true, _) => (aad, message),
                    (_, 0) => (0, 0),
                    (_, 1) => (numbers.below(40 * rate), message),
                    (_, 2) => (aad, numbers.below(40 * rate)),
                    _ => (numbers.below(3 * rate), numbers.below(6 * rate)),
                };
                let tag_bytes = tag_lengths[numbers.below(tag_lengths.len())];
                let mut case = random::<A>(&mut numbers, model, tag_bytes, aad, message);
                if numbers.below(9) == 0 {
                    case.right = false;
                    case.tag[numbers.below(tag_bytes)] ^= 1 << numbers.below(8);
                }
                case
            };
            let cases: Vec<Sealed> = (0..count).map(|_| case()).collect();
            Backend::available().for_each(|backend| check_all::<A>(&cases, backend));
        }
    }
}

/// Every length up to 600 bytes, in batches that are alike in it: without associated data, with as much of
/// it each, or of other lengths, or a few messages a little longer. One message of each batch, at every
/// place in turn, has a wrong tag.
pub(crate) fn every_length<A: Aead>(model: Model) {
    let mut numbers = Random::new(19);
    for bytes in 0..=600 {
        for differ in [0, 1, 2, 3] {
            let tag_bytes = A::TAG_BYTES[bytes / 9 % A::TAG_BYTES.len()];
            let mut case = |i: usize| {
                let aad = [bytes % 47, bytes % 47 + i, bytes % 47, 0][differ];
                let message = bytes + if differ == 2 { i % 3 * (bytes % 50) } else { 0 };
                let mut case = random::<A>(&mut numbers, model, tag_bytes, aad, message);
                if i == bytes % 9 {
                    case.right = false;
                    case.tag[bytes % tag_bytes] ^= 1;
                }
                case
            };
            let cases: Vec<Sealed> = (0..9).map(&mut case).collect();
            let cases: Vec<&Sealed> = cases.iter().collect();
            for backend in Backend::available() {
                check_batch::<A>(&cases, backend, Keys::turn(bytes));
            }
        }
    }
}

/// Every length up to more than two tiles of the longest registers, under one ready key, with nonces of 12 bytes where
/// these are allowed: messages that are alike, and messages of other lengths. One of each batch has a wrong tag.
pub(crate) fn one_ready_key<A: Aead>(model: Model) {
    let mut numbers = Random::new(23);
    let key = numbers.bytes(A::KEY_BYTES);
    let nonce_bytes = if A::NONCE_BYTES.contains(&12) { 12 } else { *A::NONCE_BYTES.start() };
    for bytes in 0..=1100 {
        let mut case = |i: usize| {
            let other = if bytes % 2 == 0 { 0 } else { i % 4 * (bytes % 90) };
            let (nonce, aad) = (numbers.bytes(nonce_bytes), numbers.bytes(bytes % 3 * i));
            let (plain, id) = (numbers.bytes(bytes + other), format!("{bytes} + {other} bytes"));
            let (sealed, mut tag) = model(&key, &nonce, &aad, &plain, A::DEFAULT_TAG_BYTES);
            let right = i != bytes % 9;
            tag[0] ^= u8::from(!right);
            Sealed { id, key: key.clone(), nonce, aad, plain, sealed, tag, right }
        };
        let cases: Vec<Sealed> = (0..9).map(&mut case).collect();
        let cases: Vec<&Sealed> = cases.iter().collect();
        for backend in Backend::available() {
            check_batch::<A>(&cases, backend, Keys::Ready);
        }
    }
}

/// A job that is refused keeps its data, says why and disturbs nobody.
pub(crate) fn refused_jobs<A: Aead>(model: Model) {
    let mut numbers = Random::new(17);
    for backend in Backend::available() {
        let tag_bytes = A::DEFAULT_TAG_BYTES;
        let mut case = |i: usize| random::<A>(&mut numbers, model, tag_bytes, i, 10 * i);
        let cases: Vec<Sealed> = (0..40).map(&mut case).collect();
        let cases: Vec<&Sealed> = cases.iter().collect();
        check_refused::<A>(&cases, 0, backend);
        for (first, count) in (0..20).map(|first| (first, 1 + first % 4)) {
            check_refused::<A>(&cases[first..][..count], first, backend);
        }
    }
}

/// Messages of zeros.
pub(crate) fn zeros<A: Aead>(model: Model) {
    let mut numbers = Random::new(19);
    for backend in Backend::available() {
        let mut case = |i: usize| {
            let mut case = random::<A>(&mut numbers, model, A::DEFAULT_TAG_BYTES, 0, 0);
            case.plain = vec![0; 17 * i];
            let bytes = case.tag.len();
            (case.sealed, case.tag) = model(&case.key, &case.nonce, b"", &case.plain, bytes);
            case
        };
        check_all::<A>(&(0..20).map(&mut case).collect::<Vec<_>>(), backend);
    }
}
