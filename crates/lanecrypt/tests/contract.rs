//! The contract of the public API: what a careless caller cannot do. Each test names the mistake that
//! it prevents.
#![cfg(all(feature = "aes", feature = "aegis", feature = "zuc"))]

use lanecrypt::aead::{Aegis128L, AegisMac};
use lanecrypt::block::{Aes128, Aes256, Speck64_128};
use lanecrypt::mode::{Cbc, Cmac, Ctr, Ecb, Gcm, Ocb3, Pmac, XAes256Gcm};
use lanecrypt::stream::zuc::{Iv184, Zuc128, Zuc256, Zuc256Mac};
use lanecrypt::threegpp::{
    Direction, Iv, Nca6, Nea2, Nea3, Nea5, Nea6, Nia2, Nia3, Nia6, Parameters,
};
use lanecrypt::{
    Aead, AeadJob, Algorithm, Backend, Batch, Cipher, CipherJob, Data, Error, Key, Mac, MacJob,
    Quantity, Status, StreamCipher,
};

fn parameters() -> Parameters {
    Parameters::new(7, 3, Direction::Downlink).unwrap()
}

/// Sealing a batch again after repairing one job must not touch the job that is done: in place, it
/// would give the plaintext back.
fn a_repaired_batch<A: Aead>(key: &[u8], nonce: &[u8]) {
    let (mut first, mut second) = (*b"the first message", *b"the second message");
    let mut jobs = [
        AeadJob::<A>::seal(key, nonce, b"", &mut first),
        AeadJob::seal(&key[1..], nonce, b"", &mut second),
    ];
    let batch = Batch::<A>::new();
    let report = batch.seal(&mut jobs);
    assert_eq!((report.done(), report.failed()), (1, 1));
    let (index, error) = report.first_failure().unwrap();
    assert_eq!((index, error), (1, Error::KeyLength { bytes: key.len() - 1, expected: key.len() }));
    assert!(jobs[1].tag().is_none());
    assert_eq!(jobs[1].data.output(), b"the second message");

    let sealed = jobs[0].data.output().to_vec();
    assert_ne!(sealed, b"the first message");
    jobs[1].key = Key::Bytes(key);
    // A failed job stays failed until somebody makes it pending on purpose.
    assert!(!batch.seal(&mut jobs).is_ok());
    assert_eq!(jobs[1].data.output(), b"the second message");
    jobs[1].make_pending();
    batch.seal(&mut jobs).into_result().unwrap();
    assert_eq!(jobs[0].data.output(), sealed);
    assert_ne!(jobs[1].data.output(), b"the second message");
}

/// Opening a batch twice must not make the plaintext zeros.
fn an_opened_batch<A: Aead>(key: &[u8], nonce: &[u8]) {
    let cipher = A::new(key).unwrap();
    let mut message = *b"message";
    let tag = cipher.seal(nonce, b"", &mut message).unwrap();
    let mut jobs = [AeadJob::<A>::open(key, nonce, b"", &mut message, tag.as_ref())];
    let batch = Batch::<A>::new();
    batch.open(&mut jobs).into_result().unwrap();
    batch.open(&mut jobs).into_result().unwrap();
    assert_eq!(jobs[0].data.output(), b"message");
}

#[test]
fn h1_only_pending_jobs_are_processed() {
    a_repaired_batch::<Gcm<Aes128>>(&[7; 16], &[1; 12]);
    a_repaired_batch::<Ocb3<Aes256>>(&[7; 32], &[1; 12]);
    a_repaired_batch::<XAes256Gcm>(&[7; 32], &[1; 24]);
    a_repaired_batch::<Aegis128L>(&[7; 16], &[1; 16]);
    a_repaired_batch::<Nca6>(&[7; 32], &[1; 16]);
    an_opened_batch::<Gcm<Aes128>>(&[7; 16], &[1; 12]);
    an_opened_batch::<Ocb3<Aes256>>(&[7; 32], &[1; 12]);
    an_opened_batch::<XAes256Gcm>(&[7; 32], &[1; 24]);
    an_opened_batch::<Aegis128L>(&[7; 16], &[1; 16]);
    an_opened_batch::<Nca6>(&[7; 32], &[1; 16]);
}

/// A second batch call leaves a job in place alone, and `make_pending` processes it again.
fn a_cipher_batch<'a, C: Cipher>(key: &'a C, nonce: C::Nonce<'a>, data: &'a mut [u8]) {
    let plain = data.to_vec();
    let mut jobs = [CipherJob::new(key, nonce, data)];
    let batch = Batch::<C>::new();
    batch.encrypt(&mut jobs).into_result().unwrap();
    let encrypted = jobs[0].data.output().to_vec();
    assert_ne!(encrypted, plain);
    batch.encrypt(&mut jobs).into_result().unwrap();
    batch.decrypt(&mut jobs).into_result().unwrap();
    assert_eq!(jobs[0].data.output(), encrypted);
    jobs[0].make_pending();
    batch.decrypt(&mut jobs).into_result().unwrap();
    assert_eq!(jobs[0].data.output(), plain);
}

#[test]
fn h1_for_every_kind_of_cipher() {
    a_cipher_batch(&Ecb::<Aes128>::from_key(&[7; 16]), (), &mut [0; 32]);
    a_cipher_batch(&Cbc::<Aes128>::from_key(&[7; 16]), &[1; 16], &mut [0; 32]);
    a_cipher_batch(&Ctr::<Aes128>::from_key(&[7; 16]), &[1; 12], &mut [0; 33]);
    a_cipher_batch(&Zuc128::from_key(&[7; 16]), &[1; 16], &mut [0; 33]);
    let iv = Iv184::from_bytes(&[1; 25]).unwrap();
    a_cipher_batch(&Zuc256::from_key(&[7; 32]), iv, &mut [0; 33]);
    a_cipher_batch(&Nea2::from_key(&[7; 16]), parameters(), &mut [0; 33]);
    a_cipher_batch(&Nea3::from_key(&[7; 16]), parameters(), &mut [0; 33]);
    a_cipher_batch(&Nea6::from_key(&[7; 32]), Iv::encryption(&[1; 15]), &mut [0; 33]);
}

/// Keystream is written over the output of a job and nothing else: made pending again, the job encrypts its own message.
fn keystream_and_then_a_message<'a, C: StreamCipher>(key: &'a C, nonce: C::Nonce<'a>) {
    const BYTES: usize = 33;
    let mut keystream = [0; BYTES];
    key.keystream(nonce, &mut keystream).unwrap();
    let message: [u8; BYTES] = core::array::from_fn(|i| i as u8);
    let expected: [u8; BYTES] = core::array::from_fn(|i| message[i] ^ keystream[i]);
    let batch = Batch::<C>::new();
    for count in [1, 2, 7, 65, 130] {
        let mut outputs = vec![[0xa5; BYTES]; count];
        let mut jobs: Vec<_> = (outputs.iter_mut().enumerate())
            .map(|(number, output)| {
                let data = match number % 3 {
                    0 => Data::InPlace(output),
                    _ => Data::Copy { input: &message, output },
                };
                CipherJob::new(key, nonce, data)
            })
            .collect();
        batch.keystream(&mut jobs).into_result().unwrap();
        assert!(jobs.iter().all(|job| job.data.output() == keystream));
        jobs.iter_mut().for_each(CipherJob::make_pending);
        batch.encrypt(&mut jobs).into_result().unwrap();
        for (number, job) in jobs.iter().enumerate() {
            // In place, keystream was encrypted.
            let expected = if number % 3 == 0 { [0; BYTES] } else { expected };
            assert_eq!(job.data.output(), expected, "job {number} of {count}");
        }
    }
}

#[test]
fn keystream_keeps_the_input_of_every_kind_of_cipher() {
    keystream_and_then_a_message(&Ctr::<Aes128>::from_key(&[7; 16]), &[1; 12]);
    keystream_and_then_a_message(&Ctr::<Speck64_128>::from_key(&[7; 16]), &[1; 4]);
    keystream_and_then_a_message(&Zuc128::from_key(&[7; 16]), &[1; 16]);
    let iv = Iv184::from_bytes(&[1; 25]).unwrap();
    keystream_and_then_a_message(&Zuc256::from_key(&[7; 32]), iv);
    keystream_and_then_a_message(&Nea2::from_key(&[7; 16]), parameters());
    keystream_and_then_a_message(&Nea3::from_key(&[7; 16]), parameters());
    keystream_and_then_a_message(&Nea5::from_key(&[7; 32]), Iv::encryption(&[1; 15]));
    keystream_and_then_a_message(&Nea6::from_key(&[7; 32]), Iv::encryption(&[1; 15]));
}

/// What code over any cipher can do: the nonce may be borrowed for longer than the data.
fn round_trip<C: Cipher>(cipher: &C, nonce: C::Nonce<'_>, message: &[u8]) {
    let mut data = message.to_vec();
    cipher.encrypt(nonce, &mut data).unwrap();
    assert_ne!(data, message);
    let mut again = message.to_vec();
    Batch::new().encrypt(&mut [CipherJob::new(cipher, nonce, &mut again)]).into_result().unwrap();
    assert_eq!(again, data);
    cipher.decrypt(nonce, &mut data).unwrap();
    assert_eq!(data, message);
}

#[test]
fn nonces_and_data_are_borrowed_apart() {
    round_trip(&Ctr::<Aes128>::from_key(&[7; 16]), &[1; 12], b"a message of any length");
    round_trip(&Cbc::<Aes128>::from_key(&[7; 16]), &[1; 16], b"sixteen or more.");
    round_trip(&Nea3::from_key(&[7; 16]), parameters(), b"a message");
}

#[test]
fn vectors_are_keys_and_data() {
    let (key, mut data) = (vec![7; 16], vec![0; 100]);
    Batch::new()
        .encrypt(&mut [CipherJob::<Ctr<Aes128>>::new(&key, &[1; 12], &mut data)])
        .into_result()
        .unwrap();
    let mut expected = [0; 100];
    Ctr::<Aes128>::from_key(&[7; 16]).encrypt(&[1; 12], &mut expected).unwrap();
    assert_eq!(data, expected);
}

#[test]
fn m1_debug_shows_no_key_and_no_data() {
    // 0xa7 is 167 in decimal, 0x5c is 92.
    let (key, data) = ([0xa7; 16], [0x5c; 40]);
    let mut shown = String::new();
    let mut show = |text: String| shown.push_str(&text);
    let (mut buffer, mut other) = (data, data);
    show(format!("{:?}", Data::from(&mut buffer[..])));
    show(format!("{:?}", Data::Copy { input: &data, output: &mut other }));
    show(format!("{:?}", Key::<Aes128>::from(&key)));
    let gcm = Gcm::<Aes128>::from_key(&key);
    show(format!("{:?}", Key::from(&gcm)));
    show(format!("{:?}", AeadJob::<Gcm<Aes128>>::seal(&key, &data[..12], &data, &mut buffer)));
    show(format!("{:?}", AeadJob::open(&gcm, &data[..12], &data, &mut other, &data[..16])));
    show(format!("{:?}", CipherJob::<Ctr<Aes128>>::new(&key, &data[..12], &mut buffer)));
    show(format!("{:?}", MacJob::<Cmac<Aes128>>::new(&key, (), &data)));
    show(format!("{gcm:#?}"));
    show(format!("{:#?}", XAes256Gcm::from_key(&[0xa7; 32])));
    show(format!("{:#?}", Aes128::from_key(&key)));
    show(format!("{:#?}", Cmac::<Aes128>::from_key(&key).start()));
    show(format!("{:#?}", Pmac::<Aes128>::from_key(&key).start()));
    show(format!("{:#?}", Ocb3::<Aes128>::from_key(&key)));
    show(format!("{:#?}", Ctr::<Aes128>::from_key(&key).stream(&[0; 12]).unwrap()));
    show(format!("{:#?}", Speck64_128::from_key(&key)));
    show(format!("{:#?}", Aegis128L::from_key(&key)));
    show(format!("{:#?}", AegisMac::<Aegis128L>::from_key(&key)));
    show(format!("{:#?}", Nea3::from_key(&key)));
    show(format!("{:#?}", Nia3::from_key(&key)));
    show(format!("{:#?}", Nia2::from_key(&key)));
    show(format!("{:#?}", Zuc128::from_key(&key)));
    show(format!("{:#?}", Zuc256Mac::from_key(&[0xa7; 32])));
    show(format!("{:#?}", Nca6::from_key(&[0xa7; 32])));
    for secret in ["167", "a7", "A7", "92,", " 92", "5c"] {
        assert!(!shown.contains(secret), "{secret} in {shown}");
    }
}

#[test]
fn m5_a_tag_verifies_only_if_its_job_is_done() {
    let key = Nia3::from_key(&[7; 16]);
    let mut jobs = [MacJob::new(&key, parameters(), b"abcd").with_bits(33)];
    let batch = Batch::<Nia3>::new();
    assert!(jobs[0].tag().is_none());
    let report = batch.compute(&mut jobs);
    assert_eq!(report.first_failure(), Some((0, Error::BitLength { bits: 33, available: 32 })));
    assert!(jobs[0].tag().is_none());

    // A tag that was computed is forgotten when the job fails later.
    let mut jobs = [MacJob::new(&key, parameters(), b"abcd")];
    batch.compute(&mut jobs).into_result().unwrap();
    let tag = *jobs[0].tag().unwrap();
    assert!(tag.verify(tag.as_ref()) && !tag.verify(&[]));
    jobs[0].make_pending();
    assert!(jobs[0].tag().is_none());
    jobs[0].key = Key::Bytes(&[]);
    assert!(!batch.compute(&mut jobs).is_ok());
    assert!(jobs[0].tag().is_none());

    let mut jobs = [AeadJob::<Gcm<Aes128>>::seal(&[7; 16], &[1; 12], b"", Data::default())];
    let batch = Batch::new();
    batch.seal(&mut jobs).into_result().unwrap();
    jobs[0].make_pending();
    jobs[0].nonce = &[];
    assert!(!batch.seal(&mut jobs).is_ok());
    assert!(jobs[0].tag().is_none());
}

/// The length of a tag is checked before the data is touched; a wrong tag leaves zeros.
fn tags_of_wrong_length<A: Aead>(nonce: &[u8]) {
    let key = vec![7; A::KEY_BYTES];
    let cipher = A::new(&key).unwrap();
    let mut message = *b"message";
    let tag = cipher.seal(nonce, b"", &mut message).unwrap();
    let sealed = message;
    let length = tag.as_ref().len();
    for bytes in (0..40).filter(|bytes| *bytes != length) {
        let mut wrong = tag.as_ref().to_vec();
        wrong.resize(bytes, 0);
        let expected = Error::TagMismatch { bytes, expected: length };
        assert_eq!(cipher.open(nonce, b"", &mut message, &wrong), Err(expected));
        let mut jobs = [AeadJob::open(&cipher, nonce, b"", &mut message, &wrong)];
        assert_eq!(Batch::new().open(&mut jobs).first_failure(), Some((0, expected)));
        assert_eq!(message, sealed);
    }
    let mut wrong = tag.as_ref().to_vec();
    wrong[0] ^= 1;
    assert_eq!(cipher.open(nonce, b"", &mut message, &wrong), Err(Error::Authentication));
    assert_eq!(message, [0; 7]);
}

#[test]
fn l2_the_length_of_a_tag_is_checked_first() {
    tags_of_wrong_length::<Gcm<Aes128>>(&[1; 12]);
    tags_of_wrong_length::<Ocb3<Aes128>>(&[1; 12]);
    tags_of_wrong_length::<XAes256Gcm>(&[1; 24]);
    tags_of_wrong_length::<Aegis128L>(&[1; 16]);
    tags_of_wrong_length::<Nca6>(&[1; 16]);
}

#[test]
fn a_job_is_refused_by_the_other_call() {
    let mut message = *b"message";
    let key = Gcm::<Aes128>::from_key(&[7; 16]);
    let batch = Batch::<Gcm<Aes128>>::new();
    let mut jobs = [AeadJob::seal(&key, &[1; 12], b"", &mut message)];
    assert_eq!(batch.open(&mut jobs).first_failure(), Some((0, Error::WrongJob)));
    let mut jobs = [AeadJob::open(&key, &[1; 12], b"", &mut message, &[0; 16])];
    assert_eq!(batch.seal(&mut jobs).first_failure(), Some((0, Error::WrongJob)));
    assert_eq!(&message, b"message");

    let key = Cmac::<Aes128>::from_key(&[7; 16]);
    let batch = Batch::<Cmac<Aes128>>::new();
    let mut jobs = [MacJob::new(&key, (), &message)];
    assert_eq!(batch.verify(&mut jobs).first_failure(), Some((0, Error::WrongJob)));
    let mut jobs = [MacJob::expecting(&key, (), &message, &[0; 16])];
    assert_eq!(batch.compute(&mut jobs).first_failure(), Some((0, Error::WrongJob)));
    assert!(jobs[0].tag().is_none());
}

#[test]
fn l5_every_mac_has_truncated_tags_that_are_verified_in_constant_time() {
    let cmac = Cmac::<Aes128>::from_key(&[7; 16]);
    let whole = cmac.compute((), b"message").unwrap();
    for bytes in 4..=16 {
        let short = cmac.clone().with_tag_bytes(bytes).unwrap();
        let tag = short.compute((), b"message").unwrap();
        assert_eq!(tag.as_ref(), &whole.as_ref()[..bytes]);
        assert_eq!(short.verify((), b"message", tag.as_ref()), Ok(()));
        let mut wrong = tag.as_ref().to_vec();
        wrong[bytes - 1] ^= 1;
        assert_eq!(short.verify((), b"message", &wrong), Err(Error::Authentication));
        if bytes < 16 {
            let expected = Err(Error::TagMismatch { bytes, expected: 16 });
            assert_eq!(cmac.verify((), b"message", tag.as_ref()), expected);
        }
        let mut state = Pmac::<Aes256>::from_key(&[7; 32]).with_tag_bytes(bytes).unwrap().start();
        state.update(b"message");
        let tag = state.clone().finish();
        assert_eq!(tag.as_ref().len(), bytes);
        assert_eq!(state.verify(tag.as_ref()), Ok(()));
    }
    assert!(cmac.with_tag_bytes(3).is_err());
    // Tags of 4 and 8 bytes are not lengths of `Gcm`.
    for bytes in [4, 8] {
        let refused = Gcm::<Aes128>::from_key(&[7; 16]).with_tag_bytes(bytes);
        assert!(matches!(refused, Err(Error::TagLength { .. })));
    }
}

#[test]
fn l6_lengths_above_the_standard_are_refused() {
    // 2^32 bits are 2^29 bytes: zero pages that nobody touches.
    let long = vec![0; 1 << 29];
    let too_long = |error: Error| matches!(error, Error::TooLong { what: Quantity::Message, .. });
    assert!(too_long(Nia3::from_key(&[7; 16]).compute(parameters(), &long).unwrap_err()));
    assert!(too_long(Nia2::from_key(&[7; 16]).compute(parameters(), &long).unwrap_err()));
    let iv = Iv::integrity(&[1; 15], 16).unwrap();
    assert!(too_long(
        Nia6::from_key(&[7; 32]).with_tag_bytes(16).unwrap().compute(iv, &long).unwrap_err()
    ));
    let mut output = long;
    assert!(too_long(Nea3::from_key(&[7; 16]).encrypt(parameters(), &mut output[..]).unwrap_err()));
    assert!(too_long(Nea2::from_key(&[7; 16]).encrypt(parameters(), &mut output[..]).unwrap_err()));
    let iv = Iv::encryption(&[1; 15]);
    assert!(too_long(Nea6::from_key(&[7; 32]).keystream(iv, &mut output).unwrap_err()));
}

#[test]
fn l6_the_iv_of_the_256_bit_suite_carries_the_length_of_the_tag() {
    let key = Nia6::from_key(&[7; 32]);
    for bytes in 4..=16 {
        let iv = Iv::integrity(&[1; 15], bytes).unwrap();
        assert_eq!((iv.as_bytes()[0], iv.tag_bytes()), (8 * bytes as u8, Some(bytes)));
        let key = key.clone().with_tag_bytes(bytes).unwrap();
        assert_eq!(key.compute(iv, b"message").unwrap().as_ref().len(), bytes);
        let other = Iv::integrity(&[1; 15], if bytes == 4 { 5 } else { 4 }).unwrap();
        assert!(matches!(key.compute(other, b"message"), Err(Error::TagMismatch { .. })));
        assert_eq!(Iv::aead(&[1; 15], bytes).unwrap().as_bytes()[0], (8 * bytes as u8) | 4);
    }
    assert!(matches!(Iv::integrity(&[1; 15], 3), Err(Error::TagLength { .. })));
    assert!(matches!(Iv::aead(&[1; 15], 17), Err(Error::TagLength { .. })));
    assert_eq!(Iv::from_bytes([9; 16]).tag_bytes(), None);
}

#[test]
fn every_error_has_its_own_negative_code() {
    let errors = [
        Error::UnknownBackend,
        Error::BackendUnavailable { backend: Backend::Portable },
        Error::KeyLength { bytes: 0, expected: 16 },
        Error::NonceLength { bytes: 0, expected: 16 },
        Error::NonceRange { bytes: 0, min: 1, max: 15 },
        Error::TagLength { bytes: 3, allowed: &[16] },
        Error::TagMismatch { bytes: 3, expected: 16 },
        Error::BitLength { bits: 9, available: 8 },
        Error::OutputLength { output: 1, input: 2 },
        Error::Overlap,
        Error::TooLong { what: Quantity::Message, bytes: 2, max: 1 },
        Error::PartialBlock { bytes: 1, block: 16 },
        Error::Counter { blocks: 2, left: 1 },
        Error::StartBlock { block: 1 },
        Error::Authentication,
        Error::AadAfterMessage,
        Error::WrongJob,
        Error::IvElement { index: 17, value: 64 },
        Error::Bearer { bearer: 32 },
        Error::SboxRow { row: 0 },
        Error::ReseedRequired,
        Error::Entropy,
        Error::Unsupported { algorithm: "NEA4" },
        Error::ParameterKind,
        Error::NoBitLengths { bits: 3, available: 8 },
        Error::UnknownAlgorithm,
        Error::Commitment,
        Error::Chunk { number: 3 },
        Error::Truncated { chunk: 3 },
        Error::BufferLength { bytes: 3, expected: 8 },
        Error::OutOfRange { end: 9, available: 8 },
        Error::SelfTest,
        Error::CountUsed { count: 3, next: 8 },
        Error::PduLength { bytes: 3, min: 8 },
    ];
    // The codes are frozen: -1 is left to interfaces of other languages.
    for (i, error) in errors.iter().enumerate() {
        assert_eq!(error.code(), -2 - i as i32, "{error}");
        assert!(error.to_string().len() > 10);
        assert_eq!(Status::Failed(*error).code(), error.code());
    }
    assert_eq!((Status::Pending.code(), Status::Done.code()), (0, 1));
    assert_eq!(Status::default(), Status::Pending);
}

#[test]
fn algorithms_that_process_whole_messages_refuse_other_lengths() {
    let key = Ctr::<Aes128>::from_key(&[7; 16]);
    let mut data = [0; 16];
    let refused = Err(Error::NoBitLengths { bits: 120, available: 128 });
    assert_eq!(key.encrypt_bits(&[1; 12], &mut data, 120), refused);
    assert_eq!(data, [0; 16]);
    assert_eq!(key.encrypt_bits(&[1; 12], &mut data, 128), Ok(()));
    let refused = Err(Error::BitLength { bits: 129, available: 128 });
    assert_eq!(key.encrypt_bits(&[1; 12], &mut data, 129), refused);
    let key = Cmac::<Aes128>::from_key(&[7; 16]);
    let refused = Err(Error::NoBitLengths { bits: 7, available: 128 });
    assert_eq!(key.compute_bits((), &data, 7), refused);

    // A start block is for counter mode only.
    let mut jobs =
        [CipherJob::<Cbc<Aes128>>::new(&[7; 16], &[1; 16], &mut data).with_start_block(1)];
    let report = Batch::new().encrypt(&mut jobs);
    assert_eq!(report.first_failure(), Some((0, Error::StartBlock { block: 1 })));
}
