//! 256-NIA4 to 256-NIA6 and 256-NCA4 to 256-NCA6.

use lanecrypt::threegpp::{Iv, Nca, Nia};
use lanecrypt::{
    Aead, AeadJob, Algorithm, Backend, Batch, Data, Error, Key, Mac, MacJob, Quantity, Status,
};

use crate::suite::{Suite, each_suite, iv};
use crate::support::Random;
use crate::support::aeads::{self, Sealed};
use crate::support::jobs::{Keys, run};
use crate::support::macs::{self, Tagged};

each_suite! {
    tags_alone_and_in_batches
    tags_of_every_length
    a_wrong_job_does_not_disturb_the_others
    seals_and_opens
    seals_and_opens_in_batches
    every_length_in_batches
    long_messages_in_batches
    leaves_its_input_alone
    opens_nothing_that_was_changed
    refuses_what_its_numbers_cannot_hold
    by_identifier
}

/// The lengths of tags.
const TAGS: [usize; 13] = [4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16];

/// Messages in batches, below and above the messages that are taken at a time.
const COUNTS: [usize; 7] = [0, 1, 7, 12, 32, 33, 100];

/// Batches that are small enough to be one message after another, and the next larger one.
const FEW: core::ops::RangeInclusive<usize> = 1..=9;

/// a b x^-128 modulo x^128 + x^127 + x^126 + x^121 + 1 (RFC 8452, section 3), bit by bit.
fn dot(a: u128, b: u128) -> u128 {
    const LOW: u128 = 1 << 127 | 1 << 126 | 1 << 121 | 1;
    let mut product = 0u128;
    for i in (0..128).rev() {
        let carry = product >> 127;
        product = (product << 1) ^ (carry * LOW);
        product ^= (b >> i & 1) * a;
    }
    for _ in 0..128 {
        // The polynomial has the constant term and x^128, which the division by x brings down.
        product = match product & 1 {
            1 => (product ^ LOW) >> 1 | 1 << 127,
            _ => product >> 1,
        };
    }
    product
}

/// The whole tag of both algorithms, from H, Q and P.
fn oracle(keystream: &[u8; 48], aad: &[u8], message: &[u8], lengths: [u64; 2]) -> [u8; 16] {
    let part = |i: usize| u128::from_le_bytes(keystream[16 * i..16 * i + 16].try_into().unwrap());
    let mut state = 0;
    for chunk in aad.chunks(16).chain(message.chunks(16)) {
        let mut block = [0; 16];
        block[..chunk.len()].copy_from_slice(chunk);
        state = dot(state ^ u128::from_le_bytes(block), part(0));
    }
    state ^= u128::from(lengths[0]) << 64 | u128::from(lengths[1]);
    (dot(state, part(1)) ^ part(2)).to_le_bytes()
}

/// A message with a random key, its tag as the oracle says.
fn tagged<S: Suite>(random: &mut Random, bytes: usize, tag_bytes: usize) -> Tagged {
    let (key, nonce, message) = (random.bytes(32), random.bytes(16), random.bytes(bytes));
    let (hash_key, _) = S::authenticated(&key, nonce.first_chunk().unwrap(), 0);
    let tag = oracle(&hash_key, &[], &message, [8 * bytes as u64, 0])[..tag_bytes].to_vec();
    Tagged { key, nonce, message, tag }
}

/// The same to be sealed.
fn sealed<S: Suite>(random: &mut Random, aad: usize, bytes: usize, tag_bytes: usize) -> Sealed {
    let (key, nonce, aad) = (random.bytes(32), random.bytes(16), random.bytes(aad));
    let plain = random.bytes(bytes);
    let (hash_key, keystream) = S::authenticated(&key, nonce.first_chunk().unwrap(), bytes);
    let sealed: Vec<u8> = plain.iter().zip(&keystream).map(|(a, b)| a ^ b).collect();
    let lengths = [8 * aad.len() as u64, 8 * bytes as u64];
    let tag = oracle(&hash_key, &aad, &sealed, lengths)[..tag_bytes].to_vec();
    let id = format!("{} and {bytes} bytes", aad.len());
    Sealed { id, key, nonce, aad, plain, sealed, tag, right: true }
}

fn known_tags<S: Suite>() -> Vec<Tagged> {
    S::cases(1).iter().map(Tagged::of_case).collect()
}

fn tags_alone_and_in_batches<S: Suite>() {
    let known = known_tags::<S>();
    for backend in Backend::available() {
        let batch = Batch::<S::Nia>::with_backend(backend).unwrap();
        for (turn, count) in COUNTS.into_iter().enumerate() {
            let picks: Vec<_> =
                (0..count).map(|i| known[(5 * i + count) % known.len()].clone()).collect();
            let mut jobs: Vec<_> = picks
                .iter()
                .map(|Tagged { key, nonce, message, tag }| {
                    MacJob::new(&key[..], iv(nonce), message).with_tag_bytes(tag.len())
                })
                .collect();
            assert!(run(&mut jobs, &|jobs| batch.compute(jobs)).is_ok());
            for (i, (job, known)) in jobs.iter().zip(&picks).enumerate() {
                assert_eq!(job.status(), Status::Done);
                assert_eq!(job.tag().unwrap().as_ref(), known.tag, "{i} of {count}, {backend}");
            }
            macs::check_batch::<S::Nia>(&picks, iv, backend, Keys::turn(turn));
        }
    }
    for backend in Backend::available() {
        for known in &known {
            macs::check::<S::Nia>(known, iv, backend);
            macs::check_wrong::<S::Nia>(known, iv, backend);
        }
    }
}

fn tags_of_every_length<S: Suite>() {
    let mut random = Random::new(31);
    let cases: Vec<_> = (0..200)
        .chain([255, 256, 257, 1000, 4096, 4099])
        .map(|bytes| {
            let tag_bytes = TAGS[random.below(13)];
            tagged::<S>(&mut random, bytes, tag_bytes)
        })
        .collect();
    for backend in Backend::available() {
        for case in &cases {
            macs::check::<S::Nia>(case, iv, backend);
        }
        for keys in Keys::ALL {
            macs::check_batch::<S::Nia>(&cases, iv, backend, keys);
        }
        for (count, keys) in FEW.zip(Keys::ALL.into_iter().cycle()) {
            for few in cases.chunks(count) {
                macs::check_batch::<S::Nia>(few, iv, backend, keys);
            }
        }
        macs::check_refused::<S::Nia>(&mut random, 16, iv, backend);
    }
}

fn a_wrong_job_does_not_disturb_the_others<S: Suite>() {
    let lengths = [3, 4, 17, 16, 0];
    let iv = Iv::from_bytes([2; 16]);
    let mut jobs = lengths.map(|length| MacJob::new(&[1; 32], iv, b"abc").with_tag_bytes(length));
    let report = run(&mut jobs, &|jobs| Batch::<S::Nia>::new().compute(jobs));
    assert_eq!((report.done(), report.failed()), (2, 3));
    let expected = [false, true, false, true, false];
    for ((job, length), good) in jobs.iter().zip(lengths).zip(expected) {
        let status = Status::Failed(Error::TagLength { bytes: length, allowed: &TAGS });
        assert_eq!(job.status(), if good { Status::Done } else { status });
        assert_eq!(job.tag().is_some(), good);
    }
    assert_eq!(jobs[1].tag().unwrap().as_ref(), &jobs[3].tag().unwrap().as_ref()[..4]);
    assert_eq!(S::Nia::TAG_BYTES, TAGS);
    assert_eq!((S::Nia::DEFAULT_TAG_BYTES, S::Nia::new(&[1; 32]).unwrap().tag_bytes()), (4, 4));
}

fn known_sealed<S: Suite>() -> Vec<Sealed> {
    S::cases(2).iter().map(|case| Sealed::of_case(case, "tag")).collect()
}

fn seals_and_opens<S: Suite>() {
    let known = known_sealed::<S>();
    for backend in Backend::available() {
        for (i, known) in known.iter().enumerate() {
            aeads::check::<S::Nca>(known, backend, 11 * i);
            let mut wrong = known.clone();
            wrong.tag[i % known.tag.len()] ^= 1 << (i % 8);
            wrong.right = false;
            aeads::check::<S::Nca>(&wrong, backend, 13 * i);
        }
    }
}

fn seals_and_opens_in_batches<S: Suite>() {
    let mut random = Random::new(32);
    let mut cases = known_sealed::<S>();
    for bytes in (0..80).chain([128, 1000, 4099]) {
        let (aad, tag_bytes) = ([0, 1, 16, 37, 300][bytes % 5], TAGS[random.below(13)]);
        cases.push(sealed::<S>(&mut random, aad, bytes, tag_bytes));
    }
    for (i, case) in cases.iter_mut().enumerate().filter(|(i, _)| i % 5 == 3) {
        let place = i % case.tag.len();
        case.tag[place] ^= 1 << (i % 8);
        case.right = false;
    }
    let right: Vec<_> = (0..60).map(|bytes| sealed::<S>(&mut random, 20, bytes, 16)).collect();
    for backend in Backend::available() {
        for (turn, count) in COUNTS.into_iter().enumerate() {
            let picks: Vec<_> = (0..count).map(|i| &cases[(7 * i + count) % cases.len()]).collect();
            for keys in [Keys::turn(turn), Keys::turn(turn + 1)] {
                aeads::check_batch::<S::Nca>(&picks, backend, keys);
            }
        }
        let all: Vec<_> = cases.iter().collect();
        for keys in Keys::ALL {
            aeads::check_batch::<S::Nca>(&all, backend, keys);
        }
        for (count, keys) in FEW.zip(Keys::ALL.into_iter().cycle()) {
            for few in all.chunks(count) {
                aeads::check_batch::<S::Nca>(few, backend, keys);
            }
        }
        let right: Vec<_> = right.iter().collect();
        aeads::check_refused::<S::Nca>(&right, 0, backend);
    }
}

/// An input apart is not read beyond what is needed, and stays as it is.
fn leaves_its_input_alone<S: Suite>() {
    let key = S::Nca::new(&[3; 32]).unwrap();
    for bytes in 0..70 {
        let (plain, mut output) = (vec![9; bytes], vec![0; bytes]);
        let before = plain.clone();
        let tag = key.seal(&[4; 16], &[5; 20], (&plain[..], &mut output[..])).unwrap();
        assert_eq!(plain, before);
        let (sealed, mut opened) = (output.clone(), vec![0; bytes]);
        key.open(&[4; 16], &[5; 20], (&output[..], &mut opened[..]), tag.as_ref()).unwrap();
        assert_eq!((&output, &opened), (&sealed, &plain));
        let forged = key.open(&[4; 16], &[5; 20], (&output[..], &mut opened[..]), &[0; 16]);
        assert_eq!(forged, Err(Error::Authentication));
        assert_eq!((output, opened), (sealed, vec![0; bytes]));
    }
}

fn opens_nothing_that_was_changed<S: Suite>() {
    let (key, nonce, aad) = ([3; 32], [4; 16], [5; 20]);
    for backend in Backend::available() {
        let batch = Batch::<S::Nca>::with_backend(backend).unwrap();
        let mut sealed = [6; 100];
        let mut jobs = [AeadJob::seal(&key, &nonce, &aad, &mut sealed)];
        batch.seal(&mut jobs).into_result().unwrap();
        let tag: [u8; 16] = jobs[0].tag().unwrap().as_ref().try_into().unwrap();

        // Refused for its length: nothing is written. Refused for its value: zeros.
        let refused = |key: [u8; 32], nonce: [u8; 16], aad: &[u8], data: &[u8], tag: &[u8]| {
            let (mut in_place, mut output) = (data.to_vec(), vec![0xee; data.len()]);
            let object = S::Nca::with_backend(&key, backend).unwrap();
            let copy = Data::Copy { input: data, output: &mut output };
            let mut jobs = [
                AeadJob::open(&key, &nonce, aad, &mut in_place[..], tag),
                AeadJob::open(Key::Ready(&object), &nonce, aad, copy, tag),
            ];
            let report = run(&mut jobs, &|jobs| batch.open(jobs));
            assert!([0, 2].contains(&report.failed()));
            let statuses = jobs.each_ref().map(|job| job.status());
            let mut alone = data.to_vec();
            let result = object.open(&nonce, aad, &mut alone[..], tag);
            let length = Error::TagMismatch { bytes: tag.len(), expected: 16 };
            if result == Err(length) {
                assert_eq!(statuses, [Status::Failed(length); 2]);
                assert!(in_place == data && alone == data && output.iter().all(|b| *b == 0xee));
                return true;
            }
            if result == Err(Error::Authentication) {
                assert_eq!(statuses, [Status::Failed(Error::Authentication); 2]);
                assert!([in_place, alone, output].concat().iter().all(|byte| *byte == 0));
                return true;
            }
            assert_eq!((result, statuses), (Ok(()), [Status::Done; 2]));
            assert!(in_place == alone && alone == output);
            false
        };
        assert!(!refused(key, nonce, &aad, &sealed, &tag), "the right tag must be accepted");
        for bit in 0..128 {
            let mut wrong = tag;
            wrong[bit / 8] ^= 1 << (bit % 8);
            assert!(refused(key, nonce, &aad, &sealed, &wrong));
        }
        for i in 0..100 {
            let mut wrong = sealed;
            wrong[i] ^= 1 << (i % 8);
            assert!(refused(key, nonce, &aad, &wrong, &tag));
            assert!(i == 0 || refused(key, nonce, &aad, &sealed[..100 - i], &tag));
        }
        for i in 0..20 {
            let mut wrong = aad;
            wrong[i] ^= 1;
            assert!(refused(key, nonce, &wrong, &sealed, &tag));
            assert!(i == 0 || refused(key, nonce, &aad[i..], &sealed, &tag));
        }
        for length in 0..20 {
            let mut longer = tag.to_vec();
            longer.resize(length, 0);
            assert!(length == 16 || refused(key, nonce, &aad, &sealed, &longer));
        }
        assert!(refused([7; 32], nonce, &aad, &sealed, &tag));
        assert!(refused(key, [7; 16], &aad, &sealed, &tag));
    }
}

fn refuses_what_its_numbers_cannot_hold<S: Suite>() {
    // 2^32 bits are 2^29 bytes: zero pages that nobody touches.
    let mut long = vec![0; 1 << 29];
    let key = S::Nca::new(&[7; 32]).unwrap();
    let too_long = |what| Error::TooLong { what, bytes: 1 << 29, max: (1 << 29) - 1 };
    let result = key.seal(&[1; 16], &long, &mut [0; 4]);
    assert_eq!(result.err(), Some(too_long(Quantity::AssociatedData)));
    let result = key.seal(&[1; 16], &[], &mut long[..]);
    assert_eq!(result.err(), Some(too_long(Quantity::Message)));
    let result = key.open(&[1; 16], &[], &mut long[..], &[0; 16]);
    assert_eq!(result, Err(too_long(Quantity::Message)));
    for bytes in [0, 12, 15, 17, 25] {
        let result = key.seal(&[1; 25][..bytes], &[], &mut [0; 4]);
        assert_eq!(result.err(), Some(Error::NonceLength { bytes, expected: 16 }));
    }
    assert_eq!(S::Nca::TAG_BYTES, TAGS);
    assert_eq!(
        (S::Nca::NONCE_BYTES, S::Nca::DEFAULT_TAG_BYTES, S::Nca::KEY_BYTES),
        (16..=16, 16, 32)
    );
}

/// Every length of message in one batch, some tags of which are wrong.
fn every_length_in_batches<S: Suite>() {
    let mut random = Random::new(33);
    let mut cases: Vec<_> = (0..=600)
        .map(|bytes| sealed::<S>(&mut random, [0, 13, 64][bytes % 3], bytes, 16))
        .collect();
    for (i, case) in cases.iter_mut().enumerate().filter(|(i, _)| i % 7 < 3) {
        case.tag[i % 16] ^= 0x10;
        case.right = false;
    }
    let all: Vec<_> = cases.iter().collect();
    for backend in Backend::available() {
        for case in &cases {
            aeads::check::<S::Nca>(case, backend, case.plain.len());
        }
        aeads::check_batch::<S::Nca>(&all, backend, Keys::Bytes);
        aeads::check_batch::<S::Nca>(&all, backend, Keys::Mixed);
        for count in FEW {
            // Of lengths that differ much.
            let mixed: Vec<_> = (0..all.len()).map(|i| all[(83 * i + count) % all.len()]).collect();
            for few in mixed.chunks(count) {
                aeads::check_batch::<S::Nca>(few, backend, Keys::Bytes);
                aeads::check_batch::<S::Nca>(few, backend, Keys::Mixed);
            }
        }
    }
}

/// Messages of several tiles of rows beside shorter ones, with associated data of every kind, some tags of which are wrong.
fn long_messages_in_batches<S: Suite>() {
    let mut random = Random::new(35);
    let lengths = [511, 512, 513, 576, 1000, 1023, 1024, 1025, 1504, 2048, 2100, 4096, 4099, 0, 40];
    let mut cases: Vec<_> = (0..4 * lengths.len())
        .map(|i| {
            let aad = [0, 3, 16, 37, 128, 130, 300, 1100][i % 8];
            sealed::<S>(&mut random, aad, lengths[i % lengths.len()], 16)
        })
        .collect();
    for (i, case) in cases.iter_mut().enumerate().filter(|(i, _)| i % 7 == 3) {
        case.tag[i % 16] ^= 0x10;
        case.right = false;
    }
    // Equal lengths lie together, then all lengths in turns.
    let mut together: Vec<_> = cases.iter().collect();
    together.sort_by_key(|case| case.plain.len());
    let turns: Vec<_> = cases.iter().collect();
    for backend in Backend::available() {
        for case in &cases {
            aeads::check::<S::Nca>(case, backend, case.plain.len());
        }
        for all in [&together, &turns] {
            for keys in Keys::ALL {
                aeads::check_batch::<S::Nca>(all, backend, keys);
            }
            for count in FEW {
                for few in all.chunks(count) {
                    aeads::check_batch::<S::Nca>(few, backend, Keys::Bytes);
                }
            }
        }
    }
}

/// Through key objects that are chosen when the program runs.
fn by_identifier<S: Suite>() {
    let mut random = Random::new(34);
    for backend in Backend::available() {
        for tag_bytes in TAGS {
            let case = tagged::<S>(&mut random, 77, tag_bytes);
            let key = Nia::with_backend(S::IDS.1, &case.key, backend).unwrap();
            assert_eq!((key.id(), key.tag_bytes()), (S::IDS.1, 4));
            let key = key.with_tag_bytes(tag_bytes).unwrap();
            let tag = key.compute(iv(&case.nonce), &case.message).unwrap();
            assert_eq!(tag.as_ref(), case.tag);
            let wrong = Iv::aead(&[1; 15], tag_bytes).unwrap();
            assert_eq!(key.compute(wrong, &case.message), Err(Error::ParameterKind));

            let case = sealed::<S>(&mut random, 13, 77, tag_bytes);
            let key = Nca::with_backend(S::IDS.2, &case.key, backend).unwrap();
            assert_eq!((key.id(), key.tag_bytes()), (S::IDS.2, 16));
            let key = key.with_tag_bytes(tag_bytes).unwrap();
            let mut data = case.plain.clone();
            let tag = key.seal(iv(&case.nonce), &case.aad, &mut data).unwrap();
            assert_eq!((tag.as_ref(), &data), (&case.tag[..], &case.sealed));
            key.open(iv(&case.nonce), &case.aad, &mut data, tag.as_ref()).unwrap();
            assert_eq!(data, case.plain);
            let other = Iv::aead(&[1; 15], if tag_bytes == 4 { 5 } else { 4 }).unwrap();
            let refused = key.seal(other, &case.aad, &mut data).unwrap_err();
            assert!(matches!(refused, Error::TagMismatch { .. }));
            assert_eq!(data, case.plain);
        }
    }
}
