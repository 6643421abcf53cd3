//! 128-NEA2 and 128-NIA2 against computations that share only AES with them, the null algorithms,
//! and algorithms that are chosen when a program runs.

use std::collections::BTreeSet;

use lanecrypt::block::Aes128;
use lanecrypt::mode::Ecb;
use lanecrypt::threegpp::{
    AeadId, Direction, EncryptionId, Input, IntegrityId, Iv, Nca, Nca6, Nea, Nea0, Nea2, Nea3,
    Nea6, Nia, Nia0, Nia2, Nia3, Nia6, Parameters,
};
use lanecrypt::{
    Aead, Algorithm, Backend, Batch, Cipher, CipherJob, Data, Error, Mac, MacJob, Status,
    StreamCipher, Tag,
};
use lanecrypt_vectors::cases_of;

use crate::support::jobs::{Keys, key_of, run};
use crate::support::macs;
use crate::support::{Draw, Guarded, Random, parameters};

/// AES-128 of one block, on plain words.
fn aes(key: &[u8], block: [u8; 16]) -> [u8; 16] {
    let mut block = block;
    Ecb::<Aes128>::with_backend(key, Backend::Portable).unwrap().encrypt((), &mut block).unwrap();
    block
}

fn bit_of(bytes: &[u8], i: usize) -> u8 {
    bytes[i / 8] >> (7 - i % 8) & 1
}

/// COUNT, BEARER, DIRECTION and zeros: 64 bits, most significant first.
fn header(parameters: Parameters) -> Vec<u8> {
    let fields = [
        (u64::from(parameters.count()), 32),
        (u64::from(parameters.bearer()), 5),
        (u64::from(parameters.direction() == Direction::Downlink), 1),
        (0, 26),
    ];
    let bits = |(value, bits): (u64, u32)| (0..bits).rev().map(move |i| (value >> i & 1) as u8);
    fields.into_iter().flat_map(bits).collect()
}

/// Bits as bytes, the last one filled with zeros.
fn packed(bits: &[u8]) -> Vec<u8> {
    let byte = |bits: &[u8]| (0..8).fold(0, |byte, i| byte << 1 | bits.get(i).unwrap_or(&0));
    bits.chunks(8).map(byte).collect()
}

/// The keystream of 128-NEA2, a counter block after the other.
fn nea2_keystream(key: &[u8], parameters: Parameters, bytes: usize) -> Vec<u8> {
    let header =
        u128::from_be_bytes([packed(&header(parameters)), vec![0; 8]].concat().try_into().unwrap());
    let blocks = (0..bytes.div_ceil(16) as u128).map(|i| aes(key, (header + i).to_be_bytes()));
    let mut keystream: Vec<u8> = blocks.flatten().collect();
    keystream.truncate(bytes);
    keystream
}

/// A block times x, as bits from the coefficient of x^127 on.
fn doubled(bits: &[u8]) -> Vec<u8> {
    let mut out = [&bits[1..], &[0]].concat();
    if bits[0] == 1 {
        // x^7 + x^2 + x + 1
        for power in [7, 2, 1, 0] {
            out[127 - power] ^= 1;
        }
    }
    out
}

/// The tag of 128-NIA2, as CMAC says it of a string of bits.
fn nia2_tag(key: &[u8], parameters: Parameters, message: &[u8], bits: usize) -> Vec<u8> {
    let encrypted = |bits: &[u8]| -> Vec<u8> {
        let block = aes(key, packed(bits).try_into().unwrap());
        (0..128).map(|i| bit_of(&block, i)).collect()
    };
    let sum = |a: &[u8], b: &[u8]| -> Vec<u8> { a.iter().zip(b).map(|(a, b)| a ^ b).collect() };
    let mut all = header(parameters);
    all.extend((0..bits).map(|i| bit_of(message, i)));

    let first = doubled(&encrypted(&[0; 128]));
    let subkey = if all.len().is_multiple_of(128) {
        first
    } else {
        all.push(1);
        all.resize(all.len().next_multiple_of(128), 0);
        doubled(&first)
    };
    let blocks: Vec<&[u8]> = all.chunks(128).collect();
    let (last, before) = blocks.split_last().unwrap();
    let state = before.iter().fold(vec![0; 128], |state, block| encrypted(&sum(&state, block)));
    packed(&encrypted(&sum(&sum(&state, last), &subkey))[..32])
}

/// A message of NEA2: where it is longer than its bits say, the rest is not to be touched.
struct Message {
    key: Vec<u8>,
    parameters: Parameters,
    bits: u64,
    plain: Vec<u8>,
    encrypted: Vec<u8>,
    keystream: Vec<u8>,
}

impl Message {
    fn new(random: &mut Random, bits: u64, spare: usize) -> Self {
        let (key, parameters) = (random.bytes(16), random.parameters());
        let bytes = bits.div_ceil(8) as usize;
        let plain = random.bytes(bytes + spare);
        let stream = nea2_keystream(&key, parameters, bytes);
        let masked = |at: usize, byte: u8| match bits - 8 * at as u64 {
            rest @ 1..8 => byte & !(0xff >> rest),
            _ => byte,
        };
        let (mut encrypted, mut keystream) = (plain.clone(), plain.clone());
        for at in 0..bytes {
            encrypted[at] = masked(at, plain[at] ^ stream[at]);
            keystream[at] = masked(at, stream[at]);
        }
        Self { key, parameters, bits, plain, encrypted, keystream }
    }

    /// The plaintext as it comes back: without the bits beyond its length.
    fn back(&self) -> Vec<u8> {
        let mut back = self.plain.clone();
        if let (Some(last), rest @ 1..) = (back.get_mut((self.bits / 8) as usize), self.bits % 8) {
            *last &= !(0xff >> rest);
        }
        back
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Call {
    Encrypt,
    Decrypt,
    Keystream,
}

impl Call {
    const ALL: [Self; 3] = [Self::Encrypt, Self::Decrypt, Self::Keystream];

    /// What goes in and what comes out.
    fn ends(self, message: &Message) -> (Vec<u8>, Vec<u8>) {
        match self {
            Self::Encrypt => (message.plain.clone(), message.encrypted.clone()),
            Self::Decrypt => (message.encrypted.clone(), message.back()),
            Self::Keystream => (message.plain.clone(), message.keystream.clone()),
        }
    }
}

/// One message alone, in place and apart, wherever it lies.
fn check_alone(random: &mut Random, message: &Message, backend: Backend) {
    let key = Nea2::with_backend(&message.key, backend).unwrap();
    assert_eq!(key.backend(), backend);
    let (parameters, bits) = (message.parameters, message.bits);
    let bytes = bits.div_ceil(8) as usize;
    for call in [Call::Encrypt, Call::Decrypt] {
        let (input, output) = call.ends(message);
        let bits_of = |data: Data<'_>| match call {
            Call::Decrypt => key.decrypt_bits(parameters, data, bits),
            _ => key.encrypt_bits(parameters, data, bits),
        };
        let what = || format!("{backend}, {call:?}, {bits} bits");
        let alignment = random.below(64);
        let mut buffer = Guarded::new(random, alignment, &input);
        bits_of(buffer.get_mut().into()).unwrap();
        assert!(buffer.get() == output, "{}", what());
        buffer.check_guards();

        let (from, to) = (random.below(64), random.below(64));
        // The bytes beyond the message are as in the input, so that one output serves for both.
        let garbage = [&random.bytes(bytes)[..], &input[bytes..]].concat();
        let source = Guarded::new(random, from, &input);
        let mut buffer = Guarded::new(random, to, &garbage);
        bits_of((source.get(), buffer.get_mut()).into()).unwrap();
        assert!(buffer.get() == output, "{}, apart", what());
        assert!(source.get() == input);
        buffer.check_guards();

        if bits == 8 * input.len() as u64 {
            let mut data = input.clone();
            match call {
                Call::Decrypt => key.decrypt(parameters, &mut data[..]).unwrap(),
                _ => key.encrypt(parameters, &mut data[..]).unwrap(),
            }
            assert!(data == output, "{}, whole", what());
            key.keystream(parameters, &mut data).unwrap();
            assert!(data == message.keystream, "{}, keystream", what());
        }
    }
}

/// Messages in a batch, in place and apart in turns.
fn check_batch(
    random: &mut Random,
    messages: &[&Message],
    backend: Backend,
    keys: Keys,
    call: Call,
) {
    let batch = Batch::<Nea2>::with_backend(backend).unwrap();
    let turn = random.below(2);
    let bytes = messages.iter().map(|message| &message.key[..]);
    let objects = keys.objects::<Nea2>(bytes, (), backend);
    let (inputs, outputs): (Vec<_>, Vec<_>) =
        messages.iter().map(|message| call.ends(message)).unzip();
    let apart = |i: usize| (i + turn) % 2 == 1;
    let mut buffers: Vec<_> = messages
        .iter()
        .zip(&inputs)
        .enumerate()
        .map(|(i, (message, input))| {
            let mut content = input.clone();
            if apart(i) {
                // What `jobs::run` makes of it before it is written again; so beyond the message.
                content.fill(0xa5);
            }
            assert!(content.len() as u64 * 8 >= message.bits);
            Guarded::new(random, 7 * i + turn, &content)
        })
        .collect();
    let mut jobs: Vec<_> = messages
        .iter()
        .zip(&inputs)
        .zip(&mut buffers)
        .zip(&objects)
        .enumerate()
        .map(|(i, (((message, input), buffer), object))| {
            let output = buffer.get_mut();
            let data = if apart(i) { Data::Copy { input, output } } else { Data::InPlace(output) };
            let job = CipherJob::new(key_of(&message.key, object), message.parameters, data);
            if message.bits == 8 * input.len() as u64 { job } else { job.with_bits(message.bits) }
        })
        .collect();
    let report = run(&mut jobs, &|jobs| match call {
        Call::Encrypt => batch.encrypt(jobs),
        Call::Decrypt => batch.decrypt(jobs),
        Call::Keystream => batch.keystream(jobs),
    });
    assert!(report.is_ok(), "{batch:?}, {keys:?}: {report:?}");
    drop(jobs);
    for (i, ((message, buffer), output)) in messages.iter().zip(&buffers).zip(&outputs).enumerate()
    {
        let bytes = message.bits.div_ceil(8) as usize;
        let (written, beyond) = buffer.get().split_at(bytes);
        let what = || {
            format!(
                "{batch:?}, {keys:?}, {call:?}, {i} of {}, {} bits",
                messages.len(),
                message.bits
            )
        };
        assert!(written == &output[..bytes], "{}", what());
        let untouched = |(at, byte): (usize, &u8)| match apart(i) {
            true => *byte == 0xa5,
            false => *byte == inputs[i][bytes + at],
        };
        assert!(beyond.iter().enumerate().all(untouched), "{}", what());
        buffer.check_guards();
    }
}

fn known_messages() -> Vec<Message> {
    cases_of("nea2")
        .unwrap()
        .iter()
        .map(|case| {
            let (key, parameters) = (case.bytes("key").unwrap(), parameters(case));
            let (plain, encrypted) =
                (case.bytes("plaintext").unwrap(), case.bytes("ciphertext").unwrap());
            let bits = case.bits(plain.len()).unwrap();
            let mut keystream: Vec<u8> = plain.iter().zip(&encrypted).map(|(a, b)| a ^ b).collect();
            if let (Some(last), rest @ 1..) = (keystream.last_mut(), bits % 8) {
                *last &= !(0xff >> rest);
            }
            assert_eq!(bits.div_ceil(8), plain.len() as u64);
            Message { key, parameters, bits, plain, encrypted, keystream }
        })
        .collect()
}

#[test]
fn known_answers_of_nea2() {
    let mut random = Random::new(41);
    let known = known_messages();
    assert!(known.len() >= 10);
    for message in &known {
        // That the oracle is right, too.
        let keystream = nea2_keystream(&message.key, message.parameters, message.plain.len());
        let whole = (message.bits / 8) as usize;
        assert_eq!(keystream[..whole], message.keystream[..whole]);
    }
    for backend in Backend::available() {
        for message in &known {
            (0..3).for_each(|_| check_alone(&mut random, message, backend));
        }
        // Every one at every place.
        for shift in 0..40 {
            let messages: Vec<_> = known.iter().cycle().skip(shift).take(40 + shift).collect();
            let (keys, call) = (Keys::turn(shift), Call::ALL[shift % 3]);
            check_batch(&mut random, &messages, backend, keys, call);
        }
    }
}

/// 0 to 40 bytes, every number of bits, with and without bytes beyond the message.
fn short_messages(random: &mut Random) -> Vec<Message> {
    (0..=320).map(|bits| Message::new(random, bits, bits as usize % 5 * 3)).collect()
}

#[test]
fn nea2_of_every_length_in_bits() {
    let mut random = Random::new(42);
    let messages = short_messages(&mut random);
    for backend in Backend::available() {
        for message in &messages {
            check_alone(&mut random, message, backend);
        }
        let mut all: Vec<_> = messages.iter().collect();
        for (turn, keys) in Keys::ALL.into_iter().enumerate() {
            for call in Call::ALL {
                check_batch(&mut random, &all, backend, keys, call);
                all.rotate_left(37 + turn);
            }
        }
        // Few at a time: every number of lanes that are left over.
        for count in 0..40 {
            let picked = &all[random.below(200)..][..count];
            let (keys, call) = (Keys::turn(count), Call::ALL[count % 3]);
            check_batch(&mut random, picked, backend, keys, call);
        }
    }
}

#[test]
fn nea2_of_long_messages_beside_short_ones() {
    let mut random = Random::new(43);
    let lengths = [8 * 16 * 300, 8 * 5000 + 3, 65_536, 8 * 1500 + 7, 8 * 1024, 12_345, 7, 0, 129];
    let messages: Vec<_> = (0..99)
        .map(|i| {
            let bits = if i % 3 == 0 { lengths[i / 3 % 9] } else { random.below(2000) as u64 };
            Message::new(&mut random, bits, i % 4)
        })
        .collect();
    let all: Vec<_> = messages.iter().collect();
    for backend in Backend::available() {
        for message in &messages {
            check_alone(&mut random, message, backend);
        }
        for (keys, call) in Keys::ALL.into_iter().zip(Call::ALL.into_iter().cycle()) {
            check_batch(&mut random, &all, backend, keys, call);
        }
    }
}

#[test]
fn nea2_in_pieces() {
    let mut random = Random::new(44);
    for backend in Backend::available() {
        for _ in 0..30 {
            let bits = 8 * random.below(1200) as u64;
            let message = Message::new(&mut random, bits, 0);
            // The stream outlives its key object.
            let mut stream = {
                let key = Nea2::with_backend(&message.key, backend).unwrap();
                key.stream(message.parameters).unwrap()
            };
            let mut data = message.plain.clone();
            let mut rest = &mut data[..];
            while !rest.is_empty() {
                let size = [1, 3, 15, 16, 17, 100, 300][random.below(7)].min(rest.len());
                let (piece, after) = rest.split_at_mut(size);
                stream.apply(piece).unwrap();
                rest = after;
            }
            assert_eq!(data, message.encrypted, "{backend}, {bits} bits");
            assert_eq!(stream.position(), u128::from(bits / 8));
        }
    }
}

#[test]
fn nea2_keeps_the_data_of_what_it_refuses() {
    let mut random = Random::new(45);
    let parameters = random.parameters();
    let key = random.bytes(17);
    for backend in Backend::available() {
        let batch = Batch::<Nea2>::with_backend(backend).unwrap();
        let object = Nea2::with_backend(&key[..16], backend).unwrap();
        let message = Message::new(&mut random, 8 * 40, 0);
        let mut buffers = vec![[0x77; 40]; 60];
        let mut jobs: Vec<_> = buffers
            .iter_mut()
            .enumerate()
            .map(|(i, buffer)| {
                let short = &message.plain[..39];
                match i % 6 {
                    1 => CipherJob::new(&object, parameters, buffer).with_bits(321),
                    2 => CipherJob::new(&key[..], parameters, buffer),
                    3 => CipherJob::new(&key[..16], parameters, (short, &mut buffer[..])),
                    4 => CipherJob::new(&object, parameters, buffer).with_start_block(7),
                    5 => CipherJob::new(&object, parameters, buffer).with_bits(u64::MAX),
                    _ => {
                        let data = (&message.plain[..], &mut buffer[..]);
                        CipherJob::new(&message.key[..], message.parameters, data)
                    }
                }
            })
            .collect();
        let report = run(&mut jobs, &|jobs| batch.encrypt(jobs));
        assert_eq!((report.done(), report.failed()), (10, 50));
        for (i, job) in jobs.iter().enumerate() {
            let expected = match i % 6 {
                1 => Err(Error::BitLength { bits: 321, available: 320 }),
                2 => Err(Error::KeyLength { bytes: 17, expected: 16 }),
                3 => Err(Error::OutputLength { output: 40, input: 39 }),
                4 => Err(Error::StartBlock { block: 7 }),
                // 2^64 - 2 stands for itself and for 2^64 - 1.
                5 => Err(Error::BitLength { bits: u64::MAX - 1, available: 320 }),
                _ => Ok(()),
            };
            assert_eq!(job.status(), expected.map_or_else(Status::Failed, |()| Status::Done));
            let kept = [0x77; 40];
            let output = if expected.is_ok() { &message.encrypted[..] } else { &kept };
            assert_eq!(job.data.output(), output, "{backend}, job {i}");
        }
        let mut data = [0x77; 40];
        let refused = Err(Error::BitLength { bits: 321, available: 320 });
        assert_eq!(object.encrypt_bits(parameters, &mut data, 321), refused);
        assert_eq!(object.decrypt_bits(parameters, &mut data, 321), refused);
        let refused = Err(Error::OutputLength { output: 40, input: 39 });
        assert_eq!(object.encrypt(parameters, (&message.plain[..39], &mut data[..])), refused);
        assert_eq!(data, [0x77; 40]);
    }
    assert!(Batch::<Nea2>::new().encrypt(&mut []).is_ok());
}

/// A message of NIA2.
struct Authenticated {
    key: Vec<u8>,
    parameters: Parameters,
    /// What lies beyond the bits is not to be read.
    message: Guarded,
    bits: u64,
    tag: Vec<u8>,
}

impl Authenticated {
    fn new(random: &mut Random, bits: u64, spare: usize) -> Self {
        let (key, parameters) = (random.bytes(16), random.parameters());
        let content = random.bytes(bits.div_ceil(8) as usize + spare);
        let tag = nia2_tag(&key, parameters, &content, bits as usize);
        let alignment = random.below(64);
        let message = Guarded::new(random, alignment, &content);
        Self { key, parameters, message, bits, tag }
    }

    /// To be verified if there is a tag.
    fn job<'a>(&'a self, object: &'a Option<Nia2>, tag: Option<&[u8]>) -> MacJob<'a, Nia2> {
        let (key, message) = (key_of(&self.key, object), self.message.get());
        let job = match tag {
            Some(tag) => MacJob::expecting(key, self.parameters, message, tag),
            None => MacJob::new(key, self.parameters, message),
        };
        let job = if self.bits.is_multiple_of(3) { job.with_tag_bytes(4) } else { job };
        if self.bits == 8 * message.len() as u64 { job } else { job.with_bits(self.bits) }
    }
}

fn known_authenticated() -> Vec<Authenticated> {
    let mut random = Random::new(46);
    cases_of("nia2")
        .unwrap()
        .iter()
        .enumerate()
        .map(|(i, case)| {
            let message = case.bytes("message").unwrap();
            Authenticated {
                key: case.bytes("key").unwrap(),
                parameters: parameters(case),
                bits: case.bits(message.len()).unwrap(),
                message: Guarded::new(&mut random, 5 * i, &message),
                tag: case.bytes_of("tag", 4).unwrap(),
            }
        })
        .collect()
}

fn check_tag_alone(case: &Authenticated, backend: Backend) {
    let key = Nia2::with_backend(&case.key, backend).unwrap();
    assert_eq!((key.backend(), key.tag_bytes()), (backend, 4));
    let (parameters, message, bits) = (case.parameters, case.message.get(), case.bits);
    let what = format!("{backend}, {bits} bits");
    let computed = key.compute_bits(parameters, message, bits).unwrap();
    assert_eq!(computed.as_ref(), case.tag, "{what}");
    assert_eq!(key.verify_bits(parameters, message, bits, &case.tag), Ok(()), "{what}");
    let mut wrong = case.tag.clone();
    wrong[bits as usize % 4] ^= 1 << (bits % 8);
    let refused = Err(Error::Authentication);
    assert_eq!(key.verify_bits(parameters, message, bits, &wrong), refused, "{what}");
    if bits == 8 * message.len() as u64 {
        assert_eq!(key.compute(parameters, message).unwrap().as_ref(), case.tag, "{what}");
        assert_eq!(key.verify(parameters, message, &case.tag), Ok(()), "{what}");
    }
}

/// Tags in a batch: computed, and verified, where three of four are right.
fn check_tags(cases: &[&Authenticated], backend: Backend, keys: Keys) {
    let batch = Batch::<Nia2>::with_backend(backend).unwrap();
    let all = cases.iter().map(|case| &case.key[..]);
    let objects = keys.objects::<Nia2>(all, (), backend);
    let places = || cases.iter().zip(&objects);
    let mut jobs: Vec<_> = places().map(|(case, object)| case.job(object, None)).collect();
    let report = run(&mut jobs, &|jobs| batch.compute(jobs));
    assert!(report.is_ok(), "{batch:?}, {keys:?}: {report:?}");
    for (i, (job, case)) in jobs.iter().zip(cases).enumerate() {
        let made = job.tag().unwrap().as_ref();
        let what = || format!("{batch:?}, {keys:?}, {i} of {}, {} bits", cases.len(), case.bits);
        assert_eq!(made, case.tag, "{}", what());
    }

    let expected = |i: usize| match i % 8 {
        2 => Err(Error::Authentication),
        5 => Err(Error::TagMismatch { bytes: [0, 3, 5, 16][i / 8 % 4], expected: 4 }),
        _ => Ok(()),
    };
    let tags: Vec<_> = cases
        .iter()
        .enumerate()
        .map(|(i, case)| {
            let mut tag = case.tag.clone();
            match expected(i) {
                Err(Error::TagMismatch { bytes, .. }) => tag.resize(bytes, 0),
                Err(_) => tag[i / 8 % 4] ^= 1 << (i / 32 % 8),
                Ok(()) => {}
            }
            tag
        })
        .collect();
    let mut jobs: Vec<_> =
        places().zip(&tags).map(|((case, object), tag)| case.job(object, Some(tag))).collect();
    let report = run(&mut jobs, &|jobs| batch.verify(jobs));
    assert_eq!(report.done(), (0..cases.len()).filter(|i| expected(*i).is_ok()).count());
    for (i, (job, case)) in jobs.iter().zip(cases).enumerate() {
        let what = || format!("{batch:?}, {keys:?}, {i} of {}, {} bits", cases.len(), case.bits);
        let status = expected(i).map_or_else(Status::Failed, |()| Status::Done);
        assert_eq!(job.status(), status, "{}", what());
        let tag = expected(i).is_ok().then_some(&case.tag[..]);
        assert_eq!(job.tag().map(|tag| tag.as_ref()), tag, "{}", what());
    }
    cases.iter().for_each(|case| case.message.check_guards());
}

#[test]
fn known_answers_of_nia2() {
    let known = known_authenticated();
    assert!(known.len() >= 13);
    for case in &known {
        // That the oracle is right, too.
        let tag = nia2_tag(&case.key, case.parameters, case.message.get(), case.bits as usize);
        assert_eq!(tag, case.tag);
    }
    for backend in Backend::available() {
        known.iter().for_each(|case| check_tag_alone(case, backend));
        // Every one at every place.
        for shift in 0..40 {
            let cases: Vec<_> = known.iter().cycle().skip(shift).take(40 + shift).collect();
            check_tags(&cases, backend, Keys::turn(shift));
        }
    }
}

#[test]
fn nia2_of_every_length_in_bits() {
    let mut random = Random::new(47);
    // Some messages have nothing beyond their bits, even where these end within a byte.
    let cases: Vec<_> = (0..=320)
        .map(|bits| Authenticated::new(&mut random, bits, bits as usize % 5 * 3))
        .collect();
    let mut all: Vec<_> = cases.iter().collect();
    for backend in Backend::available() {
        cases.iter().for_each(|case| check_tag_alone(case, backend));
        for keys in Keys::ALL {
            check_tags(&all, backend, keys);
            all.rotate_left(41);
        }
        for count in 0..40 {
            check_tags(&all[random.below(200)..][..count], backend, Keys::turn(count));
        }
    }
}

#[test]
fn nia2_of_long_messages_beside_short_ones() {
    let mut random = Random::new(48);
    let lengths = [8 * 16 * 300, 8 * 5000 + 3, 65_536, 8 * 1500 + 7, 8 * 1024 - 64, 12_345, 7, 0];
    let cases: Vec<_> = (0..88)
        .map(|i| {
            let bits = if i % 4 == 0 { lengths[i / 4 % 8] } else { random.below(2000) as u64 };
            Authenticated::new(&mut random, bits, i % 4)
        })
        .collect();
    let all: Vec<_> = cases.iter().collect();
    for backend in Backend::available() {
        cases.iter().for_each(|case| check_tag_alone(case, backend));
        for keys in Keys::ALL {
            check_tags(&all, backend, keys);
        }
    }
}

#[test]
fn bits_beyond_the_length_do_not_show_in_the_tag_of_nia2() {
    let mut random = Random::new(49);
    let mut cases: Vec<_> =
        (0..=320).map(|bits| Authenticated::new(&mut random, bits, 2)).collect();
    for case in &mut cases {
        let (whole, rest) = ((case.bits / 8) as usize, case.bits % 8);
        for (i, byte) in case.message.get_mut().iter_mut().enumerate() {
            match i {
                _ if i < whole => {}
                _ if i == whole => *byte ^= 0xff >> rest,
                _ => *byte = !*byte,
            }
        }
    }
    let all: Vec<_> = cases.iter().collect();
    for backend in Backend::available() {
        cases.iter().for_each(|case| check_tag_alone(case, backend));
        check_tags(&all, backend, Keys::Mixed);
    }
}

/// COUNT, BEARER and DIRECTION from six bytes.
fn parameters_of(bytes: &[u8]) -> Parameters {
    let count = u32::from_be_bytes(bytes[..4].try_into().unwrap());
    let direction = if bytes[5] & 1 == 0 { Direction::Uplink } else { Direction::Downlink };
    Parameters::new(count, bytes[4] & 31, direction).unwrap()
}

#[test]
fn macs_refuse_what_is_wrong() {
    let mut random = Random::new(50);
    for backend in Backend::available() {
        macs::check_refused::<Nia2>(&mut random, 6, parameters_of, backend);
        macs::check_refused::<Nia3>(&mut random, 6, parameters_of, backend);
        let (key, nonce, message) = (random.bytes(16), random.bytes(6), random.bytes(77));
        let tag = nia2_tag(&key, parameters_of(&nonce), &message, 8 * 77);
        let case = macs::Tagged { key, nonce, message, tag };
        macs::check::<Nia2>(&case, parameters_of, backend);
        macs::check_wrong::<Nia2>(&case, parameters_of, backend);
    }
}

/// Every bearer and direction gives a keystream and a tag of its own, and so does every byte of
/// COUNT.
#[test]
fn all_parameters_count() {
    let (nea2, nia2) = (Nea2::from_key(&[1; 16]), Nia2::from_key(&[1; 16]));
    let (mut keystreams, mut tags) = (BTreeSet::new(), BTreeSet::new());
    let mut all: Vec<_> = (0..32)
        .flat_map(|bearer| [(5, bearer, Direction::Uplink), (5, bearer, Direction::Downlink)])
        .collect();
    all.extend((0..32).map(|bit| (5 ^ 1 << bit, 0, Direction::Uplink)));
    for (count, bearer, direction) in all {
        let parameters = Parameters::new(count, bearer, direction).unwrap();
        assert_eq!(
            (parameters.count(), parameters.bearer(), parameters.direction()),
            (count, bearer, direction)
        );
        let mut keystream = [0; 16];
        nea2.keystream(parameters, &mut keystream).unwrap();
        assert!(keystreams.insert(keystream));
        let tag = nia2.compute(parameters, b"message").unwrap();
        assert!(tags.insert(tag.as_ref().to_vec()));
    }
}

#[test]
fn null_algorithms_do_nothing() {
    let mut random = Random::new(51);
    for backend in Backend::available() {
        let key = Nea0::with_backend(&[7; 16], backend).unwrap();
        assert_eq!(key.backend(), backend);
        let batch = Batch::<Nea0>::with_backend(backend).unwrap();
        for bits in 0..=320u64 {
            let parameters = random.parameters();
            let spare = bits as usize % 3;
            let input = random.bytes(bits.div_ceil(8) as usize + spare);
            let mut expected = input.clone();
            if let (Some(last), rest @ 1..) = (expected.get_mut((bits / 8) as usize), bits % 8) {
                *last &= !(0xff >> rest);
            }
            let mut data = Guarded::new(&mut random, bits as usize, &input);
            match bits % 2 {
                0 => key.encrypt_bits(parameters, data.get_mut(), bits).unwrap(),
                _ => key.decrypt_bits(parameters, data.get_mut(), bits).unwrap(),
            }
            assert_eq!(data.get(), expected);
            data.check_guards();

            let (mut in_place, mut apart) = (input.clone(), vec![0xa5; input.len()]);
            let mut jobs = [
                CipherJob::new(&key, parameters, &mut in_place[..]).with_bits(bits),
                CipherJob::new(&[7; 16], parameters, (&input[..], &mut apart[..])).with_bits(bits),
            ];
            assert!(run(&mut jobs, &|jobs| batch.encrypt(jobs)).is_ok());
            assert_eq!(in_place, expected);
            let bytes = bits.div_ceil(8) as usize;
            assert_eq!(apart[..bytes], expected[..bytes]);
            assert!(apart[bytes..].iter().all(|byte| *byte == 0xa5));
        }
        let mut data = [1; 4];
        let refused = Err(Error::BitLength { bits: 33, available: 32 });
        assert_eq!(key.encrypt_bits(random.parameters(), &mut data, 33), refused);
        let mut jobs = [
            CipherJob::new(&[7; 15], random.parameters(), &mut data),
            CipherJob::new(&key, random.parameters(), Data::default()).with_start_block(1),
        ];
        batch.encrypt(&mut jobs).into_result().unwrap_err();
        let error = Error::KeyLength { bytes: 15, expected: 16 };
        assert_eq!(jobs[0].status(), Status::Failed(error));
        assert_eq!(jobs[1].status(), Status::Failed(Error::StartBlock { block: 1 }));
        assert_eq!(data, [1; 4]);

        let case = macs::Tagged {
            key: vec![7; 16],
            nonce: random.bytes(6),
            message: random.bytes(50),
            tag: vec![0; 4],
        };
        macs::check::<Nia0>(&case, parameters_of, backend);
        macs::check_wrong::<Nia0>(&case, parameters_of, backend);
        let cases = vec![case; 20];
        for keys in Keys::ALL {
            macs::check_batch::<Nia0>(&cases, parameters_of, backend, keys);
        }
        macs::check_refused::<Nia0>(&mut random, 6, parameters_of, backend);
    }
    let mut none = [];
    assert_eq!(Nea0::from_key(&[7; 16]).encrypt(random.parameters(), &mut none), Ok(()));
}

#[test]
fn identifiers_have_names_and_numbers() {
    fn check<I>(
        prefix: &str,
        first: u8,
        all: &[I],
        number: fn(I) -> u8,
        from_number: fn(u8) -> Result<I, Error>,
        name: fn(I) -> &'static str,
        key_bytes: fn(I) -> usize,
    ) where
        I: std::str::FromStr<Err = Error> + TryFrom<u8, Error = Error>,
        I: Copy + PartialEq + std::fmt::Debug + std::fmt::Display,
    {
        assert_eq!(all.len(), usize::from(7 - first));
        for (n, &id) in (first..).zip(all) {
            let text = format!("{prefix}{n}");
            assert_eq!((number(id), name(id), id.to_string()), (n, &text[..], text.clone()));
            assert_eq!((from_number(n), I::try_from(n)), (Ok(id), Ok(id)));
            assert_eq!((text.parse(), text.to_lowercase().parse()), (Ok(id), Ok(id)));
            assert_eq!(format!("{id:>6}"), format!("  {text}"));
            assert_eq!(key_bytes(id), if n < 4 { 16 } else { 32 });
        }
        let unknown = Err(Error::UnknownAlgorithm);
        for n in (0..first).chain(7..=255) {
            assert_eq!((from_number(n), I::try_from(n)), (unknown, unknown));
        }
        for n in (0..first).chain(7..10) {
            assert_eq!(format!("{prefix}{n}").parse::<I>(), unknown);
        }
        let other = if prefix == "NEA" { "NIA6" } else { "NEA6" };
        for text in ["", "0", "6", "NEA", "NIA", "NCA", "EEA3", "128-NEA3", " NEA3", "NCA06", other]
        {
            assert_eq!(text.parse::<I>(), unknown, "{text:?}");
        }
    }
    check(
        "NEA",
        0,
        EncryptionId::ALL,
        EncryptionId::number,
        EncryptionId::from_number,
        EncryptionId::name,
        EncryptionId::key_bytes,
    );
    check(
        "NIA",
        0,
        IntegrityId::ALL,
        IntegrityId::number,
        IntegrityId::from_number,
        IntegrityId::name,
        IntegrityId::key_bytes,
    );
    check(
        "NCA",
        4,
        AeadId::ALL,
        AeadId::number,
        AeadId::from_number,
        AeadId::name,
        AeadId::key_bytes,
    );
}

/// Those of this version; the build has the features that they need, but may be without SNOW 5G.
#[test]
fn what_is_missing_is_unsupported() {
    let supported = |number: u8| match number {
        1 => cfg!(feature = "snow3g"),
        4 => cfg!(feature = "snow5g"),
        _ => true,
    };
    for &id in EncryptionId::ALL {
        assert_eq!(id.is_supported(), supported(id.number()), "{id}");
    }
    for &id in IntegrityId::ALL {
        assert_eq!(id.is_supported(), supported(id.number()), "{id}");
    }
    for &id in AeadId::ALL {
        assert_eq!(id.is_supported(), supported(id.number()), "{id}");
    }
    // The length of the key does not matter for what is not there, and does for what is.
    for bytes in [0, 15, 16, 17, 31, 32, 33] {
        let key = &[7; 33][..bytes];
        let error = |supported: bool, name: &'static str, expected: usize| match supported {
            false => Some(Error::Unsupported { algorithm: name }),
            true if bytes == expected => None,
            true => Some(Error::KeyLength { bytes, expected }),
        };
        for &id in EncryptionId::ALL {
            let expected = error(id.is_supported(), id.name(), id.key_bytes());
            assert_eq!(Nea::new(id, key).err(), expected);
            assert_eq!(Nea::with_backend(id, key, Backend::Portable).err(), expected);
        }
        for &id in IntegrityId::ALL {
            let expected = error(id.is_supported(), id.name(), id.key_bytes());
            assert_eq!(Nia::new(id, key).err(), expected);
            assert_eq!(Nia::with_backend(id, key, Backend::Portable).err(), expected);
        }
        for &id in AeadId::ALL {
            let expected = error(id.is_supported(), id.name(), id.key_bytes());
            assert_eq!(Nca::new(id, key).err(), expected);
            assert_eq!(Nca::with_backend(id, key, Backend::Portable).err(), expected);
        }
    }
    for backend in Backend::ALL.into_iter().filter(|backend| !backend.is_available()) {
        let error = Error::BackendUnavailable { backend };
        assert_eq!(Nea::with_backend(EncryptionId::Nea2, &[7; 16], backend).err(), Some(error));
        assert_eq!(Nia::with_backend(IntegrityId::Nia6, &[7; 32], backend).err(), Some(error));
        assert_eq!(Nca::with_backend(AeadId::Nca6, &[7; 32], backend).err(), Some(error));
    }
}

fn parameters_in(input: &Input) -> Parameters {
    match input {
        Input::Parameters(parameters) => *parameters,
        Input::Iv(_) => panic!("no parameters"),
    }
}

fn iv_in(input: &Input) -> Iv {
    match input {
        Input::Iv(iv) => *iv,
        Input::Parameters(_) => panic!("no IV"),
    }
}

/// An encryption algorithm by its identifier and by its type.
fn check_nea<C: Cipher>(
    id: EncryptionId,
    backend: Backend,
    inputs: &[Input],
    nonce: for<'a> fn(&'a Input) -> C::Nonce<'a>,
) {
    let mut random = Random::new(52);
    let bytes = random.bytes(C::KEY_BYTES);
    let typed = C::with_backend(&bytes, backend).unwrap();
    let chosen = Nea::with_backend(id, &bytes, backend).unwrap();
    assert_eq!((chosen.id(), chosen.backend()), (id, backend));
    assert!(format!("{chosen:?}").contains(&format!("{id:?}")));
    for &input in inputs {
        for bits in (0..=130).chain([8 * 700, 8 * 1500 + 5]) {
            let message = random.bytes((bits as usize).div_ceil(8) + 2);
            let (mut one, mut other) = (message.clone(), message.clone());
            typed.encrypt_bits(nonce(&input), &mut one[..], bits).unwrap();
            chosen.encrypt_bits(input, &mut other[..], bits).unwrap();
            assert_eq!(one, other, "{id} on {backend}, {bits} bits");
            chosen.decrypt_bits(input, &mut other[..], bits).unwrap();
            typed.decrypt_bits(nonce(&input), &mut one[..], bits).unwrap();
            assert_eq!(one, other, "{id} on {backend}, {bits} bits");

            let mut copy = vec![0; message.len()];
            typed.encrypt(nonce(&input), &mut one[..]).unwrap();
            chosen.clone().encrypt(input, (&other[..], &mut copy[..])).unwrap();
            assert_eq!(one, copy, "{id} on {backend}");
            chosen.decrypt(input, &mut copy[..]).unwrap();
            assert_eq!(copy, other, "{id} on {backend}");
        }
        let mut data = [1; 4];
        let refused = Err(Error::BitLength { bits: 33, available: 32 });
        assert_eq!(chosen.encrypt_bits(input, &mut data, 33), refused);
        assert_eq!(chosen.decrypt_bits(input, &mut data, 33), refused);
        let refused = Err(Error::OutputLength { output: 4, input: 3 });
        assert_eq!(chosen.encrypt(input, (&[0; 3][..], &mut data[..])), refused);
        assert_eq!(data, [1; 4]);
    }
    // Inputs of another kind or purpose.
    let integrity = Iv::integrity(&[1; 15], 4).unwrap();
    let mut wrong: Vec<Input> = vec![integrity.into(), Iv::aead(&[1; 15], 4).unwrap().into()];
    wrong.push(match inputs[0] {
        Input::Iv(_) => random.parameters().into(),
        _ => Iv::from_bytes([1; 16]).into(),
    });
    for input in wrong {
        let (mut data, refused) = ([1; 4], Err(Error::ParameterKind));
        assert_eq!(chosen.encrypt(input, &mut data), refused);
        assert_eq!(chosen.decrypt(input, &mut data), refused);
        assert_eq!(chosen.encrypt_bits(input, &mut data, 3), refused);
        assert_eq!(chosen.decrypt_bits(input, &mut data, 3), refused);
        assert_eq!(data, [1; 4]);
    }
}

/// Some inputs of either kind.
fn some_parameters(random: &mut Random) -> Vec<Input> {
    (0..3).map(|_| random.parameters().into()).collect()
}

#[test]
fn chosen_encryption_is_typed_encryption() {
    let mut random = Random::new(53);
    let parameters = some_parameters(&mut random);
    let ivs = [Iv::encryption(&random.array()), Iv::from_bytes(random.array())].map(Input::from);
    for backend in Backend::available() {
        check_nea::<Nea0>(EncryptionId::Nea0, backend, &parameters, parameters_in);
        check_nea::<Nea2>(EncryptionId::Nea2, backend, &parameters, parameters_in);
        check_nea::<Nea3>(EncryptionId::Nea3, backend, &parameters, parameters_in);
        check_nea::<Nea6>(EncryptionId::Nea6, backend, &ivs, iv_in);
    }
}

/// An integrity algorithm by its identifier and by its type, with tags of one length.
fn check_nia<M: Mac>(
    id: IntegrityId,
    backend: Backend,
    tag_bytes: usize,
    inputs: &[Input],
    nonce: for<'a> fn(&'a Input) -> M::Nonce<'a>,
) {
    let mut random = Random::new(54);
    let bytes = random.bytes(M::KEY_BYTES);
    let typed = M::with_backend(&bytes, backend).unwrap().with_tag_bytes(tag_bytes).unwrap();
    let chosen = Nia::with_backend(id, &bytes, backend).unwrap();
    assert_eq!((chosen.id(), chosen.backend(), chosen.tag_bytes()), (id, backend, 4));
    assert!(format!("{chosen:?}").contains(&format!("{id:?}")));
    let chosen = chosen.with_tag_bytes(tag_bytes).unwrap();
    assert_eq!((chosen.id(), chosen.backend(), chosen.tag_bytes()), (id, backend, tag_bytes));
    let message = &random.bytes(300)[..];
    for &input in inputs {
        for bytes in (0..40).chain([300]) {
            let message = &message[..bytes];
            let tag = typed.compute(nonce(&input), message).unwrap();
            let same = |other: Result<Tag, Error>| assert_eq!(other, Ok(tag), "{id} on {backend}");
            same(chosen.compute(input, message));
            same(chosen.compute_bits(input, message, 8 * bytes as u64));
            let tag = tag.as_ref();
            assert_eq!(chosen.verify(input, message, tag), Ok(()));
            assert_eq!(chosen.verify_bits(input, message, 8 * bytes as u64, tag), Ok(()));
            if id != IntegrityId::Nia0 {
                let mut wrong = tag.to_vec();
                wrong[bytes % tag_bytes] ^= 0x20;
                let refused = Err(Error::Authentication);
                assert_eq!(chosen.verify(input, message, &wrong), refused);
            }
            let refused = Err(Error::TagMismatch { bytes: tag_bytes - 1, expected: tag_bytes });
            assert_eq!(chosen.verify(input, message, &tag[1..]), refused);
            let bits = 8 * bytes as u64;
            let refused = Error::BitLength { bits: bits + 1, available: bits };
            assert_eq!(chosen.compute_bits(input, message, bits + 1), Err(refused));
        }
        for bits in 0..160 {
            let message = &message[..20];
            let tag = chosen.compute_bits(input, message, bits);
            assert_eq!(tag, typed.compute_bits(nonce(&input), message, bits), "{id}, {bits} bits");
            match tag {
                Ok(tag) => {
                    let verified = chosen.verify_bits(input, message, bits, tag.as_ref());
                    assert_eq!(verified, Ok(()));
                }
                Err(error) => {
                    assert!(!M::BIT_LENGTHS);
                    assert_eq!(error, Error::NoBitLengths { bits, available: 160 });
                }
            }
        }
    }
    // Inputs of another kind or purpose.
    let mut wrong: Vec<(Input, Error)> = vec![
        (Iv::encryption(&[1; 15]).into(), Error::ParameterKind),
        (Iv::aead(&[1; 15], tag_bytes).unwrap().into(), Error::ParameterKind),
    ];
    if let Input::Iv(_) = inputs[0] {
        wrong.push((random.parameters().into(), Error::ParameterKind));
        let bytes = if tag_bytes == 16 { 4 } else { tag_bytes + 1 };
        let error = Error::TagMismatch { bytes, expected: tag_bytes };
        wrong.push((Iv::integrity(&[1; 15], bytes).unwrap().into(), error));
    } else {
        wrong.push((Iv::from_bytes([1; 16]).into(), Error::ParameterKind));
        wrong.push((Iv::integrity(&[1; 15], 4).unwrap().into(), Error::ParameterKind));
    }
    for (input, error) in wrong {
        assert_eq!(chosen.compute(input, message), Err(error));
        assert_eq!(chosen.verify(input, message, &vec![0; tag_bytes]), Err(error));
        assert_eq!(chosen.compute_bits(input, message, 2400), Err(error));
        assert_eq!(chosen.verify_bits(input, message, 2400, &vec![0; tag_bytes]), Err(error));
    }
    for bytes in (0..20).filter(|bytes| !M::TAG_BYTES.contains(bytes)) {
        let error = Error::TagLength { bytes, allowed: M::TAG_BYTES };
        assert_eq!(chosen.clone().with_tag_bytes(bytes).err(), Some(error));
    }
}

#[test]
fn chosen_integrity_is_typed_integrity() {
    let parameters = some_parameters(&mut Random::new(55));
    for backend in Backend::available() {
        check_nia::<Nia0>(IntegrityId::Nia0, backend, 4, &parameters, parameters_in);
        check_nia::<Nia2>(IntegrityId::Nia2, backend, 4, &parameters, parameters_in);
        check_nia::<Nia3>(IntegrityId::Nia3, backend, 4, &parameters, parameters_in);
        for tag_bytes in [4, 7, 16] {
            let made = Iv::integrity(&[9; 15], tag_bytes).unwrap();
            let ivs = [made, Iv::from_bytes([8; 16])].map(Input::from);
            check_nia::<Nia6>(IntegrityId::Nia6, backend, tag_bytes, &ivs, iv_in);
        }
    }
}

#[test]
fn chosen_aead_is_typed_aead() {
    let mut random = Random::new(56);
    let key = random.bytes(32);
    for backend in Backend::available() {
        for tag_bytes in 4..=16 {
            let typed =
                Nca6::with_backend(&key, backend).unwrap().with_tag_bytes(tag_bytes).unwrap();
            let chosen = Nca::with_backend(AeadId::Nca6, &key, backend).unwrap();
            assert_eq!(
                (chosen.id(), chosen.backend(), chosen.tag_bytes()),
                (AeadId::Nca6, backend, 16)
            );
            let chosen = chosen.with_tag_bytes(tag_bytes).unwrap();
            assert_eq!(chosen.tag_bytes(), tag_bytes);
            for iv in
                [Iv::aead(&random.array(), tag_bytes).unwrap(), Iv::from_bytes(random.array())]
            {
                let (aad, plain) = (random.bytes(21), random.bytes(50 + tag_bytes));
                let (mut one, mut other) = (plain.clone(), vec![0; plain.len()]);
                let tag = typed.seal(iv.as_bytes(), &aad, &mut one[..]).unwrap();
                let made = chosen.seal(iv, &aad, (&plain[..], &mut other[..])).unwrap();
                assert_eq!((&one, tag), (&other, made), "{backend}");
                assert_eq!(tag.as_ref().len(), tag_bytes);

                let mut opened = vec![0; plain.len()];
                chosen.open(iv, &aad, (&one[..], &mut opened[..]), tag.as_ref()).unwrap();
                assert_eq!(opened, plain);
                let mut wrong = tag.as_ref().to_vec();
                wrong[tag_bytes - 1] ^= 1;
                let refused = Err(Error::Authentication);
                assert_eq!(chosen.open(iv, &aad, (&one[..], &mut opened[..]), &wrong), refused);
                assert!(opened.iter().all(|byte| *byte == 0));
                assert_eq!(chosen.open(iv, &aad, &mut other[..], &wrong), refused);
                assert!(other.iter().all(|byte| *byte == 0));
                let refused = Err(Error::TagMismatch { bytes: tag_bytes - 1, expected: tag_bytes });
                assert_eq!(chosen.open(iv, &aad, &mut one[..], &wrong[1..]), refused);
                chosen.open(iv, &aad, &mut one[..], tag.as_ref()).unwrap();
                assert_eq!(one, plain);
            }
            // Inputs of another kind or purpose: nothing is written.
            let other = if tag_bytes == 16 { 4 } else { tag_bytes + 1 };
            let mismatch = Error::TagMismatch { bytes: other, expected: tag_bytes };
            let wrong: [(Input, Error); 4] = [
                (random.parameters().into(), Error::ParameterKind),
                (Iv::encryption(&[1; 15]).into(), Error::ParameterKind),
                (Iv::integrity(&[1; 15], tag_bytes).unwrap().into(), Error::ParameterKind),
                (Iv::aead(&[1; 15], other).unwrap().into(), mismatch),
            ];
            for (input, error) in wrong {
                let mut data = [1; 4];
                assert_eq!(chosen.seal(input, &[], &mut data).err(), Some(error));
                let opened = chosen.open(input, &[], &mut data, &vec![0; tag_bytes]);
                assert_eq!((opened, data), (Err(error), [1; 4]));
            }
        }
        let chosen = Nca::with_backend(AeadId::Nca6, &key, backend).unwrap();
        for bytes in [0, 3, 17, 32] {
            let error = Error::TagLength { bytes, allowed: Nca6::TAG_BYTES };
            assert_eq!(chosen.clone().with_tag_bytes(bytes).err(), Some(error));
        }
        assert!(!format!("{chosen:?}").contains(&format!("{:?}", &key[..4])));
    }
}
