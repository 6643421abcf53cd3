//! Tags.

use lanecrypt::stream::snow3g::{Uia2, Variant};
use lanecrypt::threegpp::{IntegrityId, Nia, Nia1};
use lanecrypt::{Algorithm, Backend, Batch, Error, Key, Mac, MacJob};
use lanecrypt_vectors::cases_of;

use crate::base::Random;
use crate::{all_kinds_of_parameters, array, parameters, parameters_of, ways};

/// A message of so many bits, and its tag.
struct Message {
    id: String,
    key: [u8; 16],
    iv: [u8; 16],
    message: Vec<u8>,
    bits: u64,
    tag: Vec<u8>,
}

impl Message {
    /// With the tag of the plain implementation; what follows the message does not count.
    fn random(random: &mut Random, bits: u64) -> Self {
        let (key, iv) = (array(random), array(random));
        let message = random.bytes(bits.div_ceil(8) as usize + bits as usize % 3);
        let reference = Uia2::with_options(&key, Variant::Reference, Backend::Portable).unwrap();
        let tag = reference.compute_bits(&iv, &message, bits).unwrap().as_ref().to_vec();
        Self { id: format!("{bits} bits"), key, iv, message, bits, tag }
    }
}

fn known() -> Vec<Message> {
    let known = cases_of("snow3g_uia2").unwrap();
    assert!(known.len() >= 3);
    known
        .iter()
        .map(|case| {
            let message = case.bytes("message").unwrap();
            Message {
                id: case.id.clone(),
                key: case.array("key").unwrap(),
                iv: case.array("iv").unwrap(),
                bits: case.bits(message.len()).unwrap(),
                message,
                tag: case.bytes("tag").unwrap(),
            }
        })
        .collect()
}

fn check_alone(messages: &[Message]) {
    for (backend, variant) in ways() {
        for Message { id, key, iv, message, bits, tag } in messages {
            let what = format!("{id}, {backend}, {variant:?}");
            let object = Uia2::with_options(key, variant, backend).unwrap();
            let got = object.compute_bits(iv, message, *bits).unwrap();
            assert_eq!(got.as_ref(), tag, "{what}");
            object.verify_bits(iv, message, *bits, tag).unwrap();
            let mut wrong = tag.clone();
            wrong[*bits as usize % 4] ^= 1 << (*bits % 8);
            let refused = object.verify_bits(iv, message, *bits, &wrong);
            assert_eq!(refused, Err(Error::Authentication), "{what}");
        }
    }
}

/// A batch of all, from each of some first ones on, under keys of both kinds; every fifth tag is verified.
fn check_batches(messages: &[Message], shifts: usize) {
    for (backend, variant) in ways() {
        let batch = Batch::<Uia2>::with_backend(backend).unwrap().with_options(variant);
        let objects: Vec<_> = messages
            .iter()
            .map(|message| Uia2::with_options(&message.key, variant, backend).unwrap())
            .collect();
        for shift in 0..shifts {
            let mut jobs = Vec::new();
            for (i, message) in messages.iter().enumerate() {
                let key = match (i + shift) % 3 {
                    0 => Key::Ready(&objects[i]),
                    _ => Key::Bytes(&message.key),
                };
                let job = MacJob::new(key, &message.iv, &message.message);
                jobs.push(job.with_bits(message.bits));
            }
            let shift = shift % messages.len().max(1);
            jobs.rotate_left(shift);
            batch.compute(&mut jobs).into_result().unwrap();
            jobs.rotate_right(shift);
            for (message, job) in messages.iter().zip(&jobs) {
                let what = format!("{}, {backend}, {variant:?}, from {shift}", message.id);
                assert_eq!(job.tag().unwrap().as_ref(), message.tag, "{what}");
            }
        }
    }
}

#[test]
fn known_answers_of_uia2() {
    let known = known();
    check_alone(&known);
    check_batches(&known, 3);
}

#[test]
fn every_length_in_bits() {
    let mut random = Random::new(11);
    let messages: Vec<_> = (0..=1200).map(|bits| Message::random(&mut random, bits)).collect();
    check_alone(&messages);
    check_batches(&messages, 1);
    for some in messages.chunks(33).step_by(7) {
        check_batches(some, 33);
    }
}

/// The ends of the groups that are hashed together, for all lengths of registers and of groups.
#[test]
fn long_messages() {
    let mut random = Random::new(12);
    let mut messages = Vec::new();
    for bytes in [128, 256, 512, 1024, 2048, 2560, 4096, 16384] {
        for bits in [8 * bytes - 65, 8 * bytes - 8, 8 * bytes, 8 * bytes + 1, 8 * bytes + 64] {
            messages.push(Message::random(&mut random, bits));
        }
    }
    for _ in 0..100 {
        let bits = random.below(30_000) as u64;
        messages.push(Message::random(&mut random, bits));
    }
    check_alone(&messages);
    check_batches(&messages, 3);
}

#[test]
fn known_answers_of_nia1() {
    for (backend, variant) in ways() {
        for case in cases_of("nia1").unwrap() {
            let (key, parameters) = (case.bytes("key").unwrap(), parameters(&case));
            let (message, tag) = (case.bytes("message").unwrap(), case.bytes("tag").unwrap());
            let bits = case.bits(message.len()).unwrap();
            let what = format!("{}, {backend}, {variant:?}", case.id);
            let object = Nia1::with_options(&key, variant, backend).unwrap();
            let got = object.compute_bits(parameters, &message, bits).unwrap();
            assert_eq!(got.as_ref(), tag, "{what}");

            let mut jobs = [MacJob::new(&key[..], parameters, &message).with_bits(bits)];
            let batch = Batch::<Nia1>::with_backend(backend).unwrap().with_options(variant);
            batch.compute(&mut jobs).into_result().unwrap();
            assert_eq!(jobs[0].tag().unwrap().as_ref(), tag, "{what}");

            let chosen = Nia::with_backend(IntegrityId::Nia1, &key, backend).unwrap();
            chosen.verify_bits(parameters, &message, bits, &tag).unwrap();
        }
    }
}

/// IV3 = COUNT, IV2 = BEARER || 0, IV1 = COUNT with DIRECTION added to its first bit, IV0 the same of IV2 with
/// DIRECTION added to bit 16, counted from the first.
#[test]
fn the_iv_of_nia1_is_its_parameters() {
    let mut random = Random::new(13);
    for (count, bearer, downlink) in all_kinds_of_parameters(&mut random) {
        let (key, message): ([u8; 16], _) = (array(&mut random), random.bytes(40));
        let text = format!("{count:032b}{bearer:05b}{:027b}", 0);
        let mut bits: Vec<bool> = [&text[..], &text].concat().bytes().map(|c| c == b'1').collect();
        bits[64] ^= downlink;
        bits[96 + 16] ^= downlink;
        let mut iv = [0; 16];
        for (i, bit) in bits.into_iter().enumerate() {
            iv[i / 8] |= u8::from(bit) << (7 - i % 8);
        }
        for bits in [0, 32, 64, 313, 320] {
            let parameters = parameters_of(count, bearer, downlink);
            let got = Nia1::from_key(&key).compute_bits(parameters, &message, bits).unwrap();
            let wanted = Uia2::from_key(&key).compute_bits(&iv, &message, bits).unwrap();
            assert_eq!(got.as_ref(), wanted.as_ref(), "{parameters:?}, {bits} bits");
        }
    }
}

/// Messages that end or begin at a page that cannot be accessed.
#[cfg(target_os = "linux")]
#[test]
fn nothing_outside_a_message_is_read() {
    use crate::base::pages::Pages;

    let mut random = Random::new(14);
    for (backend, variant) in ways() {
        let mut pages = Pages::new(2048);
        for bits in (0..1000).step_by(7).chain((0..200).map(|words| 64 * words)) {
            let mut case = Message::random(&mut random, bits);
            case.message.truncate(bits.div_ceil(8) as usize);
            let batch = Batch::<Uia2>::with_backend(backend).unwrap().with_options(variant);
            for at_end in [false, true] {
                let message = pages.message(&case.message, at_end);
                let mut jobs = [MacJob::new(&case.key, &case.iv, message).with_bits(bits)];
                batch.compute(&mut jobs).into_result().unwrap();
                let got = jobs[0].tag().unwrap();
                assert_eq!(got.as_ref(), case.tag, "{backend}, {variant:?}, {bits} bits");
            }
        }
    }
}
