//! Encryption.

use lanecrypt::stream::snow3g::{Snow3g, Variant};
use lanecrypt::threegpp::{EncryptionId, Nea, Nea1, Parameters};
use lanecrypt::{
    Algorithm, Backend, Batch, Cipher, CipherJob, Error, Key, Quantity, Status, StreamCipher,
};
use lanecrypt_vectors::cases_of;

use crate::base::{Guarded, Random};
use crate::{all_kinds_of_parameters, array, first_bits, parameters, parameters_of, ways};

/// A message of so many bits, what follows it in its buffer, and its ciphertext.
#[derive(Clone)]
struct Message {
    id: String,
    key: [u8; 16],
    iv: [u8; 16],
    plain: Vec<u8>,
    bits: u64,
    /// The ciphertext with what follows.
    encrypted: Vec<u8>,
}

impl Message {
    /// What the plain implementation makes of it.
    fn random(random: &mut Random, bits: u64, spare: usize) -> Self {
        let (key, iv) = (array(random), array(random));
        let plain = random.bytes(bits.div_ceil(8) as usize + spare);
        let reference = Snow3g::with_options(&key, Variant::Reference, Backend::Portable).unwrap();
        let mut keystream = vec![0; bits.div_ceil(8) as usize];
        reference.keystream(&iv, &mut keystream).unwrap();
        let sum: Vec<u8> = plain.iter().zip(&keystream).map(|(plain, key)| plain ^ key).collect();
        let encrypted = [&first_bits(&sum, bits)[..], &plain[keystream.len()..]].concat();
        Self { id: format!("{bits} bits"), key, iv, plain, bits, encrypted }
    }
}

/// The published and other known answers.
fn known() -> Vec<Message> {
    let cases = cases_of("snow3g").unwrap();
    assert!(cases.len() >= 30);
    cases
        .iter()
        .map(|case| {
            let plain = case.bytes("plaintext").unwrap();
            Message {
                id: case.id.clone(),
                key: case.array("key").unwrap(),
                iv: case.array("iv").unwrap(),
                bits: case.bits(plain.len()).unwrap(),
                plain,
                encrypted: case.bytes("ciphertext").unwrap(),
            }
        })
        .collect()
}

/// Each alone: in place, apart, backwards; a message that lies anywhere.
fn check_alone(random: &mut Random, messages: &[Message]) {
    for (backend, variant) in ways() {
        for Message { id, key, iv, plain, bits, encrypted } in messages {
            let what = format!("{id}, {backend}, {variant:?}");
            let object = Snow3g::with_options(key, variant, backend).unwrap();
            let mut place = Guarded::new(random, random_place(*bits), plain);
            object.encrypt_bits(iv, place.get_mut(), *bits).unwrap();
            assert!(place.get() == *encrypted, "{what}");
            object.decrypt_bits(iv, place.get_mut(), *bits).unwrap();
            let back = &first_bits(plain, *bits);
            assert!(place.get()[..back.len()] == *back, "{what}, back");
            place.check_guards();

            // What lies beyond the message stays as it was.
            let bytes = bits.div_ceil(8) as usize;
            let mut apart = vec![0xa5; plain.len()];
            object.encrypt_bits(iv, (&plain[..], &mut apart[..]), *bits).unwrap();
            assert!(apart[..bytes] == encrypted[..bytes], "{what}, apart");
            assert!(apart[bytes..].iter().all(|byte| *byte == 0xa5), "{what}, beyond");
        }
    }
}

fn random_place(bits: u64) -> usize {
    (bits * 7 % 64) as usize
}

/// A batch of all, from each of some first ones on, under keys of both kinds, in place and apart in turns.
fn check_batches(messages: &[Message], shifts: usize) {
    for (backend, variant) in ways() {
        let batch = Batch::<Snow3g>::with_backend(backend).unwrap().with_options(variant);
        let objects: Vec<_> = messages
            .iter()
            .map(|message| Snow3g::with_options(&message.key, variant, backend).unwrap())
            .collect();
        for shift in 0..shifts {
            let mut buffers: Vec<_> =
                messages.iter().map(|message| message.plain.clone()).collect();
            let mut jobs: Vec<_> = Vec::new();
            for (i, (message, buffer)) in messages.iter().zip(&mut buffers).enumerate() {
                let key = match (i + shift) % 3 {
                    0 => Key::Ready(&objects[i]),
                    _ => Key::Bytes(&message.key),
                };
                let job = match i % 2 {
                    0 => CipherJob::new(key, &message.iv, &mut buffer[..]),
                    _ => CipherJob::new(key, &message.iv, (&message.plain[..], &mut buffer[..])),
                };
                jobs.push(job.with_bits(message.bits));
            }
            jobs.rotate_left(shift % messages.len().max(1));
            batch.encrypt(&mut jobs).into_result().unwrap();
            assert!(jobs.iter().all(|job| job.status() == Status::Done));
            drop(jobs);
            for (message, buffer) in messages.iter().zip(&buffers) {
                let what = format!("{}, {backend}, {variant:?}, from {shift}", message.id);
                assert!(*buffer == message.encrypted, "{what}");
            }
        }
    }
}

#[test]
fn known_answers_alone() {
    check_alone(&mut Random::new(1), &known());
}

/// With more messages than lanes, each of them comes to every place.
#[test]
fn known_answers_at_every_place_of_a_batch() {
    let mut known = known();
    known.extend_from_within(..);
    check_batches(&known, 33);
}

#[test]
fn every_length_in_bytes() {
    let mut random = Random::new(2);
    let messages: Vec<_> = (0..=600)
        .map(|bytes| Message::random(&mut random, 8 * bytes, bytes as usize % 3))
        .collect();
    check_alone(&mut random, &messages);
    check_batches(&messages, 1);
    // One after another, all shorter than the longest by little.
    for some in messages.chunks(40) {
        check_batches(some, 1);
    }
}

#[test]
fn every_length_in_bits() {
    let mut random = Random::new(3);
    let messages: Vec<_> =
        (0..=600).map(|bits| Message::random(&mut random, bits, bits as usize % 3)).collect();
    check_alone(&mut random, &messages);
    check_batches(&messages, 2);
}

/// Batches of any number of jobs, in which a few messages are long.
#[test]
fn batches_of_mixed_lengths() {
    let mut random = Random::new(4);
    for count in (0..=36).chain([63, 64, 65, 100, 257]) {
        let messages: Vec<_> = (0..count)
            .map(|_| {
                let bits = match random.below(6) {
                    0 => random.below(40_000),
                    1 => 512 * random.below(6),
                    2 => 32 * random.below(70),
                    _ => random.below(3000),
                };
                let spare = random.below(3);
                Message::random(&mut random, bits as u64, spare)
            })
            .collect();
        check_batches(&messages, 1);
    }
}

#[test]
fn pieces_are_the_whole() {
    let mut random = Random::new(5);
    for backend in Backend::available() {
        for bytes in [1, 64, 65, 1000, 5000] {
            let message = Message::random(&mut random, 8 * bytes, 0);
            let key = Snow3g::with_backend(&message.key, backend).unwrap();
            for _ in 0..10 {
                let mut stream = key.stream(&message.iv).unwrap();
                let (mut data, mut at) = (message.plain.clone(), 0);
                while at < data.len() {
                    let most = [3, 64, 200, 2000][random.below(4)];
                    let end = (at + random.below(most)).min(data.len());
                    stream.apply(&mut data[at..end]).unwrap();
                    at = end;
                    assert_eq!(stream.position(), at as u64);
                }
                assert!(data == message.encrypted, "{backend}, {bytes} bytes");
            }
        }
    }
}

#[test]
fn known_answers_of_nea1() {
    for (backend, variant) in ways() {
        for case in cases_of("nea1").unwrap() {
            let (key, parameters) = (case.bytes("key").unwrap(), parameters(&case));
            let plain = case.bytes("plaintext").unwrap();
            let (bits, wanted) =
                (case.bits(plain.len()).unwrap(), case.bytes("ciphertext").unwrap());
            let mut data = plain.clone();
            let object = Nea1::with_options(&key, variant, backend).unwrap();
            object.encrypt_bits(parameters, &mut data, bits).unwrap();
            assert_eq!(data, wanted, "{}, {backend}, {variant:?}", case.id);

            let mut data = plain.clone();
            let mut jobs = [CipherJob::new(&key[..], parameters, &mut data[..]).with_bits(bits)];
            let batch = Batch::<Nea1>::with_backend(backend).unwrap().with_options(variant);
            batch.encrypt(&mut jobs).into_result().unwrap();
            assert_eq!(data, wanted, "{}, {backend}, {variant:?}", case.id);

            let mut data = plain;
            let chosen = Nea::with_backend(EncryptionId::Nea1, &key, backend).unwrap();
            chosen.encrypt_bits(parameters, &mut data, bits).unwrap();
            assert_eq!(data, wanted, "{}, {backend}, chosen", case.id);
        }
    }
}

/// IV3 = IV1 = COUNT, IV2 = IV0 = BEARER || DIRECTION || 0, bit by bit.
fn iv_of(count: u32, bearer: u8, downlink: bool) -> [u8; 16] {
    let text = format!("{count:032b}{bearer:05b}{}{:026b}", u8::from(downlink), 0);
    let half = u64::from_str_radix(&text, 2).unwrap().to_be_bytes();
    [half, half].concat().try_into().unwrap()
}

#[test]
fn the_iv_of_nea1_is_its_parameters() {
    let mut random = Random::new(6);
    for (count, bearer, downlink) in all_kinds_of_parameters(&mut random) {
        let key: [u8; 16] = array(&mut random);
        // Whole words, and one bit less.
        for bits in [32_u64, 31, 64, 512, 500, 1024] {
            let plain = random.bytes(bits.div_ceil(8) as usize);
            let (mut data, mut wanted) = (plain.clone(), plain);
            let parameters = parameters_of(count, bearer, downlink);
            Nea1::from_key(&key).encrypt_bits(parameters, &mut data, bits).unwrap();
            let iv = iv_of(count, bearer, downlink);
            Snow3g::from_key(&key).encrypt_bits(&iv, &mut wanted, bits).unwrap();
            assert_eq!(data, wanted, "{parameters:?}, {bits} bits");
        }
    }
}

#[test]
fn nothing_is_encrypted_to_nothing() {
    let parameters = parameters_of(u32::MAX, 31, true);
    for (backend, variant) in ways() {
        let key = Nea1::with_options(&[7; 16], variant, backend).unwrap();
        let mut data = [0xff; 3];
        key.encrypt_bits(parameters, &mut data, 0).unwrap();
        key.encrypt(parameters, &mut data[..0]).unwrap();
        let batch = Batch::<Nea1>::with_backend(backend).unwrap().with_options(variant);
        let mut jobs = [CipherJob::new(&key, parameters, &mut data[..]).with_bits(0)];
        batch.encrypt(&mut jobs).into_result().unwrap();
        batch.encrypt(&mut []).into_result().unwrap();
        assert_eq!(data, [0xff; 3]);
    }
}

#[test]
fn wrong_jobs_are_refused_and_the_others_done() {
    let parameters: Parameters = parameters_of(1, 2, false);
    let (mut first, mut second, mut third) = ([1; 40], [1; 40], [1; 40]);
    let mut jobs = [
        CipherJob::new(&[7; 16], parameters, &mut first[..]),
        CipherJob::new(&[7; 15][..], parameters, &mut second[..]),
        CipherJob::new(&[7; 16], parameters, &mut third[..]).with_bits(321),
    ];
    let report = Batch::<Nea1>::new().encrypt(&mut jobs);
    assert!(!report.is_ok());
    let statuses = jobs.each_ref().map(|job| job.status());
    assert_eq!(statuses[0], Status::Done);
    assert!(matches!(statuses[1], Status::Failed(Error::KeyLength { .. })), "{statuses:?}");
    assert!(matches!(statuses[2], Status::Failed(Error::BitLength { .. })), "{statuses:?}");
    assert_eq!((second, third), ([1; 40], [1; 40]));
    assert_ne!(first, [1; 40]);
}

#[test]
fn the_longest_stream_has_2_to_the_power_of_32_bits_less_8() {
    let parameters: Parameters = parameters_of(1, 2, false);
    let mut stream = Nea1::from_key(&[7; 16]).stream(parameters).unwrap();
    let mut piece = vec![0; 1 << 20];
    for _ in 0..511 {
        stream.keystream(&mut piece).unwrap();
    }
    // The last byte that is allowed, and one more.
    stream.keystream(&mut piece[..(1 << 20) - 1]).unwrap();
    let (what, max) = (Quantity::Message, (1 << 29) - 1);
    let refused = stream.keystream(&mut piece[..1]);
    assert_eq!(refused, Err(Error::TooLong { what, bytes: 1 << 29, max }));
}

/// Data that end or begin at a page that cannot be accessed.
#[cfg(target_os = "linux")]
#[test]
fn nothing_outside_a_message_is_touched() {
    use crate::base::pages::Pages;

    let mut random = Random::new(7);
    for (backend, variant) in ways() {
        let (mut from, mut to) = (Pages::new(2048), Pages::new(2048));
        for bytes in (0..200).chain([511, 512, 513, 1500]) {
            let message = Message::random(&mut random, 8 * bytes, 0);
            let bytes = bytes as usize;
            let batch = Batch::<Snow3g>::with_backend(backend).unwrap().with_options(variant);
            for at_end in [false, true] {
                let input = from.message(&message.plain, at_end);
                let output = to.slice(bytes, at_end);
                let mut jobs = [CipherJob::new(&message.key, &message.iv, (input, &mut *output))];
                batch.encrypt(&mut jobs).into_result().unwrap();
                assert!(*output == message.encrypted[..], "{backend}, {variant:?}, {bytes} bytes");
            }
        }
    }
}
