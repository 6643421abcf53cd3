//! AEGISMAC in batches: the case among messages of other keys and nonces, at every position.

use lanecrypt::{Backend, Error, Status};

use super::mac::Message;
use crate::aead::{MacKey, MacTask};
use crate::kat::batches::{self, Keys};
use crate::kat::guarded::Guarded;
use crate::kat::place::accept;
use crate::kat::random::Random;
use crate::kat::tally::Tally;

/// The numbers of jobs.
const COUNTS: [usize; 5] = [1, 2, 5, 17, 40];

/// The most jobs.
const MOST: usize = COUNTS[COUNTS.len() - 1];

/// A random message and its tag.
struct Other {
    key: Vec<u8>,
    nonce: Vec<u8>,
    message: Vec<u8>,
    tag: Vec<u8>,
}

/// A message of a batch.
#[derive(Clone, Copy)]
struct Job<'a> {
    key: &'a [u8],
    ready: &'a dyn MacKey,
    nonce: &'a [u8],
    message: &'a [u8],
    tag: &'a [u8],
}

impl Other {
    /// Its tag is the one that the portable backend makes of it alone.
    fn random(case: &Message, number: usize) -> Self {
        let mut random = Random(number as u64);
        let bytes = match number % 8 {
            3 => 16 * number,
            5 => 0,
            7 => 11 * number,
            _ => 7 * number % 95,
        };
        let key = random.bytes(case.mac.key_bytes);
        let (nonce, message) = (random.bytes(case.mac.key_bytes), random.bytes(bytes));
        let tag = accept(case.expanded_key(&key, Backend::Portable).compute(&nonce, &message));
        Self { key, nonce, message, tag: tag.as_ref().to_vec() }
    }
}

/// Checks a case on a backend with keys of every kind: at every second position, then at the
/// others.
pub(super) fn check(case: &Message, backend: Backend, tally: &mut Tally) {
    let others: Vec<Other> = (0..MOST).map(|number| Other::random(case, number)).collect();
    for keys in Keys::ALL {
        let expand = |key: &[u8]| case.expanded_key(key, keys.backend(backend));
        let own_key = expand(&case.key);
        let other_keys: Vec<_> = others.iter().map(|other| expand(&other.key)).collect();
        let own = Job {
            key: &case.key,
            ready: &*own_key,
            nonce: &case.nonce,
            message: &case.message,
            tag: &case.answer.bytes,
        };
        for count in COUNTS {
            for parity in 0..2 {
                let jobs: Vec<Job<'_>> = others[..count]
                    .iter()
                    .zip(&other_keys)
                    .enumerate()
                    .map(|(at, (Other { key, nonce, message, tag }, ready))| {
                        match at % 2 == parity {
                            true => own,
                            false => Job { key, ready: &**ready, nonce, message, tag },
                        }
                    })
                    .collect();
                compute(case, &jobs, (keys, parity), backend, tally);
                verify(case, &jobs, (keys, parity), backend, tally);
            }
        }
    }
    refused(case, backend, tally);
}

/// The messages of jobs at several alignments.
fn buffers(jobs: &[Job<'_>]) -> Vec<Guarded> {
    jobs.iter().enumerate().map(|(at, job)| Guarded::new(job.message, at % 7)).collect()
}

fn compute(
    case: &Message,
    jobs: &[Job<'_>],
    (keys, parity): (Keys, usize),
    backend: Backend,
    tally: &mut Tally,
) {
    let answer = &case.answer;
    let how = format_args!("batch of {}, parity {parity}, {keys}", jobs.len());
    let buffers = buffers(jobs);
    let tasks = jobs
        .iter()
        .zip(&buffers)
        .enumerate()
        .map(|(at, (job, buffer))| {
            let key = keys.of(at, job.key, job.ready);
            MacTask::new(key, job.nonce, buffer.data(), case.tag_bytes)
        })
        .collect();
    let batch = accept((case.mac.batch)(backend));
    let outcomes = batches::run(batch.compute(tasks), answer, tally, how);
    for (position, (job, outcome)) in jobs.iter().zip(outcomes).enumerate() {
        let how = format_args!("{how}, position {position}");
        tally.equal(answer, how, job.tag, outcome.tag_bytes());
        outcome.done(answer, tally, how);
    }
}

/// Verifies tags, one in five of which are wrong.
fn verify(
    case: &Message,
    jobs: &[Job<'_>],
    (keys, parity): (Keys, usize),
    backend: Backend,
    tally: &mut Tally,
) {
    let answer = &case.answer;
    let how = format_args!("verified, batch of {}, parity {parity}, {keys}", jobs.len());
    let buffers = buffers(jobs);
    let tags: Vec<Vec<u8>> =
        jobs.iter().enumerate().map(|(at, job)| batches::some_wrong(at, job.tag)).collect();
    let tasks = jobs
        .iter()
        .zip(&buffers)
        .zip(&tags)
        .enumerate()
        .map(|(at, ((job, buffer), tag))| {
            let key = keys.of(at, job.key, job.ready);
            MacTask::new(key, job.nonce, buffer.data(), case.tag_bytes).expecting(tag)
        })
        .collect();
    let batch = accept((case.mac.batch)(backend));
    let outcomes = batches::run(batch.verify(tasks), answer, tally, how);
    for (position, outcome) in outcomes.iter().enumerate() {
        let how = format_args!("{how}, position {position}");
        outcome.verified(position, answer, tally, how);
    }
}

/// Checks that jobs which cannot be done are refused, and that the others are done.
fn refused(case: &Message, backend: Backend, tally: &mut Tally) {
    let Message { key, nonce, message, answer, tag_bytes, .. } = case;
    let how = format_args!("a batch with jobs that cannot be done");
    let tasks = vec![
        MacTask::new(&key[1..], nonce, message, *tag_bytes),
        MacTask::new(&key[..], nonce, message, *tag_bytes),
        MacTask::new(&key[..], &nonce[1..], message, *tag_bytes),
        MacTask::new(&key[..], nonce, message, 15),
        MacTask::new(&key[..], nonce, message, *tag_bytes).expecting(&answer.bytes),
    ];
    let batch = accept((case.mac.batch)(backend));
    let outcomes = batches::run(batch.compute(tasks), answer, tally, how);
    let statuses: Vec<_> = outcomes.iter().map(|outcome| outcome.status).collect();
    let right = matches!(
        statuses[..],
        [
            Status::Failed(Error::KeyLength { .. }),
            Status::Done,
            Status::Failed(Error::NonceLength { .. }),
            Status::Failed(Error::TagLength { bytes: 15, .. }),
            Status::Failed(Error::WrongJob),
        ]
    ) && outcomes[1].tag_bytes() == answer.bytes;
    tally.holds(answer, how, right, "four refused, one done", || format!("{statuses:?}"));
}
