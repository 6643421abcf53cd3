//! Known answers on every backend, alone and among messages of other lengths.

use lanecrypt_vectors::KnownAnswers;

use super::lanes::{Lanes, Setup};
use crate::Backend;
use crate::batch::Data;
use crate::lanes::AsWords;
use crate::stream::cipher::CipherTask;
use crate::stream::scheduler::{self, Queue};

#[derive(Clone)]
struct Case {
    key: [u8; 32],
    iv: [u8; 16],
    plaintext: Vec<u8>,
    ciphertext: Vec<u8>,
}

fn cases() -> Vec<Case> {
    let known = KnownAnswers::parse(include_bytes!("known_answers.json")).unwrap();
    let case = |case: &lanecrypt_vectors::Case| Case {
        key: case.array("key").unwrap(),
        iv: case.array("iv").unwrap(),
        plaintext: case.bytes("plaintext").unwrap(),
        ciphertext: case.bytes("ciphertext").unwrap(),
    };
    known.cases.iter().map(case).collect()
}

/// Messages to be encrypted.
struct Messages<'m> {
    cases: &'m [Case],
    data: Vec<Data<'m>>,
    next: usize,
}

impl<'m> Queue for Messages<'m> {
    type Task = CipherTask<'m, AsWords>;
    type Streams = Lanes;

    fn next(&mut self, task: &mut Self::Task) -> Option<usize> {
        loop {
            let number = self.next;
            let bytes = self.cases.get(number)?.plaintext.len();
            self.next += 1;
            if bytes > 0 {
                task.begin(&mut self.data[number], 8 * bytes as u64, false);
                return Some(number);
            }
        }
    }

    fn setup(&self, number: usize) -> Setup {
        Setup { key: self.cases[number].key, iv: self.cases[number].iv }
    }

    fn finish(&mut self, number: usize, task: &mut Self::Task) {
        task.give_back(&mut self.data[number]);
    }
}

fn encrypt(backend: Backend, wide: bool, cases: &[Case]) -> Vec<Vec<u8>> {
    let mut buffers: Vec<_> = cases.iter().map(|case| case.plaintext.clone()).collect();
    let data = buffers.iter_mut().map(|buffer| Data::from(&mut buffer[..])).collect();
    scheduler::run(backend, wide, &mut Messages { cases, data, next: 0 });
    buffers
}

#[test]
fn known_answers_alone_and_in_every_lane() {
    let cases = cases();
    assert!(cases.iter().any(|case| case.plaintext.len() > 64));
    for backend in Backend::available() {
        for wide in [false, true] {
            for case in &cases {
                let got = encrypt(backend, wide, core::slice::from_ref(case));
                assert_eq!(got, [case.ciphertext.as_slice()], "{backend}, wide: {wide}");
            }
            for first in 0..16 {
                let mut batch = cases.clone();
                batch.rotate_left(first % cases.len());
                batch.extend_from_slice(&cases);
                let wanted: Vec<_> = batch.iter().map(|case| case.ciphertext.clone()).collect();
                let got = encrypt(backend, wide, &batch);
                assert_eq!(got, wanted, "{backend}, wide: {wide}, from case {first}");
            }
        }
    }
}

/// Long messages, and lanes that end, begin and go on at different times.
#[test]
fn batches_are_as_single_messages() {
    let known = cases();
    let mut batch = Vec::new();
    for (i, bytes) in [1000, 1, 63, 64, 65, 300, 128, 2, 500, 16, 17, 999, 200].iter().enumerate() {
        let mut case = known[i % known.len()].clone();
        case.iv[0] ^= i as u8;
        case.plaintext = (0..*bytes).map(|byte| (byte * 7 + i) as u8).collect();
        case.ciphertext = encrypt(Backend::Portable, false, core::slice::from_ref(&case)).remove(0);
        batch.push(case);
    }
    let wanted: Vec<_> = batch.iter().map(|case| case.ciphertext.clone()).collect();
    for backend in Backend::available() {
        for wide in [false, true] {
            assert_eq!(encrypt(backend, wide, &batch), wanted, "{backend}, wide: {wide}");
        }
    }
}
