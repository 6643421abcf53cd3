//! Batches: the case among messages of other keys, at every position.

use std::fmt;

use lanecrypt::Backend;
use lanecrypt::batch::Status;
use lanecrypt::mode::{CtrJob, EcbJob};

use super::fields::Message;
use crate::block::Way;
use crate::kat::place::{Buffers, Place, accept};
use crate::kat::random::Random;
use crate::kat::tally::Tally;

/// The numbers of jobs: about those of lanes, and more than the most lanes.
const COUNTS: [usize; 16] = [1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33, 64, 71];

/// A job and its outcome, plain and encrypted.
#[derive(Clone)]
struct Job {
    key: Vec<u8>,
    nonce: Vec<u8>,
    block: u64,
    plaintext: Vec<u8>,
    ciphertext: Vec<u8>,
}

/// One of the texts of a job.
type Text = fn(&Job) -> &[u8];

/// The case's text in ECB at every second position of batches, then at the others.
pub(super) fn check_ecb(message: &Message, backend: Backend, tally: &mut Tally) {
    let jobs: Vec<Job> = (0..COUNTS[COUNTS.len() - 1])
        .map(|number| {
            let mut random = Random(number as u64);
            let blocks = length(number, message.plaintext.len() / message.cipher.block_bytes);
            let key = random.bytes(message.key.len());
            let plaintext = random.bytes(blocks * message.cipher.block_bytes);
            let mut ciphertext = plaintext.clone();
            accept(message.reference(&key).ecb(Way::Encrypt, &mut ciphertext));
            Job { key, nonce: Vec::new(), block: 0, plaintext, ciphertext }
        })
        .collect();
    let own = Job {
        key: message.key.clone(),
        nonce: Vec::new(),
        block: 0,
        plaintext: message.plaintext.clone(),
        ciphertext: message.answer.bytes.clone(),
    };
    let batch = message.batch(backend);
    for count in COUNTS {
        for parity in 0..2 {
            let mixed = mixed(&jobs[..count], parity, |_| own.clone());
            for way in [Way::Encrypt, Way::Decrypt] {
                let (from, to): (Text, Text) = match way {
                    Way::Encrypt => (|job| &job.plaintext, |job| &job.ciphertext),
                    Way::Decrypt => (|job| &job.ciphertext, |job| &job.plaintext),
                };
                let mut buffers = buffers(&mixed, from, parity);
                let mut calls: Vec<EcbJob<'_>> = mixed
                    .iter()
                    .zip(&mut buffers)
                    .map(|(job, buffers)| EcbJob::new(&job.key, buffers.data()))
                    .collect();
                batch.ecb(way, &mut calls);
                let statuses: Vec<_> = calls.iter().map(|job| job.status).collect();
                let how = format_args!("{way:?}, batch of {count}, parity {parity}");
                check(message, &mixed, to, &buffers, &statuses, tally, how);
            }
        }
    }
}

/// Messages of the case's key in counter mode at every second position of batches, then at the
/// others; lengths and first blocks differ.
pub(super) fn check_ctr(message: &Message, backend: Backend, tally: &mut Tally) {
    let cipher = message.cipher;
    let job = |key: Vec<u8>, number: usize| {
        let mut random = Random(number as u64 + 1000);
        let nonce = random.bytes(cipher.nonce_bytes());
        // Some cross the end of a counter's word of sixteen bits; the shortest counter has no more.
        let block = match number % 5 {
            4 if cipher.block_bytes > 4 => 0xffff,
            2 => random.next() % 0x8000,
            _ => 0,
        };
        let plaintext = random.bytes(length(number, 2) * cipher.block_bytes + number % 3);
        let mut ciphertext = plaintext.clone();
        let reference = message.reference(&key);
        accept(cipher.counter.apply(reference.as_ref(), &nonce, block, &mut ciphertext));
        Job { key, nonce, block, plaintext, ciphertext }
    };
    let jobs: Vec<Job> = (0..COUNTS[COUNTS.len() - 1])
        .map(|number| job(Random(number as u64).bytes(message.key.len()), number))
        .collect();
    let own: Vec<Job> =
        (0..jobs.len()).map(|number| job(message.key.clone(), jobs.len() - number)).collect();
    let batch = message.batch(backend);
    for count in COUNTS {
        for parity in 0..2 {
            let mixed = mixed(&jobs[..count], parity, |at| own[at].clone());
            let mut buffers = buffers(&mixed, |job| &job.plaintext, parity);
            let mut calls: Vec<CtrJob<'_>> = mixed
                .iter()
                .zip(&mut buffers)
                .map(|(job, buffers)| CtrJob {
                    block: job.block,
                    ..CtrJob::new(&job.key, &job.nonce, buffers.data())
                })
                .collect();
            batch.ctr(&mut calls);
            let statuses: Vec<_> = calls.iter().map(|job| job.status).collect();
            let how = format_args!("counter mode, batch of {count}, parity {parity}");
            check(message, &mixed, |job| &job.ciphertext, &buffers, &statuses, tally, how);
        }
    }
}

/// The number of blocks of a job: mostly that of the case, sometimes another, sometimes many.
fn length(number: usize, own: usize) -> usize {
    match number % 8 {
        3 => number,
        5 => 0,
        7 if number % 16 == 7 => 140 + number,
        _ => own,
    }
}

/// Jobs of which every second one is the case's.
fn mixed(jobs: &[Job], parity: usize, own: impl Fn(usize) -> Job) -> Vec<Job> {
    let pick = |(at, job): (usize, &Job)| if at % 2 == parity { own(at) } else { job.clone() };
    jobs.iter().enumerate().map(pick).collect()
}

/// The buffers of jobs, of every kind and alignment.
fn buffers(jobs: &[Job], text: impl Fn(&Job) -> &[u8], parity: usize) -> Vec<Buffers> {
    let buffer = |(at, job): (usize, &Job)| {
        Buffers::new(text(job), Place::by_turns(at / 2 + parity), at % 7)
    };
    jobs.iter().enumerate().map(buffer).collect()
}

/// Checks every job of a batch.
fn check(
    message: &Message,
    jobs: &[Job],
    outcome: impl Fn(&Job) -> &[u8],
    buffers: &[Buffers],
    statuses: &[Status],
    tally: &mut Tally,
    how: fmt::Arguments<'_>,
) {
    let answer = &message.answer;
    for (position, ((job, buffers), status)) in jobs.iter().zip(buffers).zip(statuses).enumerate() {
        let how = format_args!("{how}, position {position}");
        tally.holds(answer, how, *status == Status::Done, "Done", || format!("{status:?}"));
        buffers.check_equal(answer, outcome(job), tally, how);
    }
}
