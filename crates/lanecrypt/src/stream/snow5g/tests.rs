//! Known answers on every backend, one message at a time and four side by side.

use super::Encrypt;
use crate::Backend;
use crate::lanes::{InOut, MAX_MESSAGES, MessageSet, dispatch};

struct Case {
    key: [u8; 32],
    iv: [u8; 16],
    plaintext: Vec<u8>,
    ciphertext: Vec<u8>,
}

fn cases() -> Vec<Case> {
    let document: serde_json::Value =
        serde_json::from_str(include_str!("known_answers.json")).unwrap();
    let bytes = |case: &serde_json::Value, field: &str| -> Vec<u8> {
        let digits = case[field].as_str().unwrap();
        let byte = |i: usize| u8::from_str_radix(&digits[i..i + 2], 16).unwrap();
        (0..digits.len()).step_by(2).map(byte).collect()
    };
    let case = |case: &serde_json::Value| Case {
        key: bytes(case, "key").try_into().unwrap(),
        iv: bytes(case, "iv").try_into().unwrap(),
        plaintext: bytes(case, "plaintext"),
        ciphertext: bytes(case, "ciphertext"),
    };
    document["cases"].as_array().unwrap().iter().map(case).collect()
}

/// Encrypts messages side by side; each is filled up to whole blocks, as many as the longest has.
fn encrypt<const FOUR: bool>(backend: Backend, cases: &[&Case]) -> Vec<Vec<u8>> {
    let (mut keys, mut ivs) = ([[0; 32]; MAX_MESSAGES], [[0; 16]; MAX_MESSAGES]);
    let longest = cases.iter().map(|case| case.plaintext.len()).max().unwrap();
    let mut buffers = Vec::new();
    for (i, case) in cases.iter().enumerate() {
        (keys[i], ivs[i]) = (case.key, case.iv);
        let mut buffer = case.plaintext.clone();
        buffer.resize(longest.next_multiple_of(16), 0);
        buffers.push(buffer);
    }
    let mut messages = MessageSet::new(longest.next_multiple_of(16));
    for buffer in &mut buffers {
        messages.push(InOut::in_place(buffer));
    }
    dispatch(backend, Encrypt::<FOUR> { keys: &keys, ivs: &ivs, messages });
    for (buffer, case) in buffers.iter_mut().zip(cases) {
        buffer.truncate(case.plaintext.len());
    }
    buffers
}

#[test]
fn known_answers() {
    let cases = cases();
    assert!(cases.len() >= 10);
    for backend in Backend::available() {
        for case in &cases {
            assert_eq!(
                encrypt::<false>(backend, &[case]),
                [case.ciphertext.as_slice()],
                "{backend}"
            );
        }
        // Every case at every place, next to others.
        for first in 0..cases.len() {
            let four: Vec<_> = (0..4).map(|i| &cases[(first + i) % cases.len()]).collect();
            let wanted: Vec<_> = four.iter().map(|case| case.ciphertext.clone()).collect();
            assert_eq!(encrypt::<true>(backend, &four), wanted, "{backend}, from case {first}");
        }
    }
}
