//! CMAC and PMAC in batches: the case among messages of other keys, at every position.

use lanecrypt::{Backend, Error, Status};

use super::COUNTS;
use super::mac::Message;
use crate::block::{self, Chained, Chaining, Mac, TagTask};
use crate::kat::batches::{self, Keys};
use crate::kat::guarded::Guarded;
use crate::kat::place::accept;
use crate::kat::random::Random;
use crate::kat::tally::Tally;

/// A random message and its tag.
pub(super) struct Other {
    key: Vec<u8>,
    message: Vec<u8>,
    tag: Vec<u8>,
}

/// A message of a batch.
#[derive(Clone, Copy)]
struct Job<'a> {
    key: &'a [u8],
    ready: &'a dyn Chaining,
    message: &'a [u8],
    tag: &'a [u8],
}

impl Other {
    /// As many messages as the largest batch has, for every cipher. Their tags are computed one by
    /// one on the portable backend.
    pub(super) fn of_every_cipher(mac: Mac) -> Vec<(&'static str, Vec<Self>)> {
        let most = COUNTS[COUNTS.len() - 1];
        let all =
            |cipher: &'static Chained| (0..most).map(|at| Self::random(mac, cipher, at)).collect();
        block::CHAINED.iter().map(|cipher| (cipher.name, all(cipher))).collect()
    }

    fn random(mac: Mac, cipher: &Chained, number: usize) -> Self {
        let mut random = Random(number as u64);
        let bytes = match number % 8 {
            3 => 16 * number,
            5 => 0,
            7 => 11 * number,
            _ => 7 * number % 95,
        };
        let (key, message) = (random.bytes(cipher.key_bytes), random.bytes(bytes));
        let tag = accept((cipher.expand)(&key, Backend::Portable)).tag(mac, &message);
        let tag = tag.as_ref()[..4 + number % 13].to_vec();
        Self { key, message, tag }
    }
}

/// Checks a case on a backend with keys of every kind: at every second position, then at the
/// others.
pub(super) fn check(message: &Message, others: &[Other], backend: Backend, tally: &mut Tally) {
    let tag = &message.answer.bytes;
    for keys in Keys::ALL {
        let expand = |key: &[u8], tag: &[u8]| {
            let key = accept((message.chained.expand)(key, keys.backend(backend)));
            accept(key.with_tag_bytes(tag.len()))
        };
        let own_key = expand(&message.key, tag);
        let other_keys: Vec<_> = others.iter().map(|job| expand(&job.key, &job.tag)).collect();
        let own = Job { key: &message.key, ready: &*own_key, message: &message.message, tag };
        for count in COUNTS {
            for parity in 0..2 {
                let jobs: Vec<Job<'_>> = others[..count]
                    .iter()
                    .zip(&other_keys)
                    .enumerate()
                    .map(|(at, (Other { key, message, tag }, ready))| match at % 2 == parity {
                        true => own,
                        false => Job { key, ready: &**ready, message, tag },
                    })
                    .collect();
                compute(message, &jobs, (keys, parity), backend, tally);
                verify(message, &jobs, (keys, parity), backend, tally);
            }
        }
    }
    refused(message, backend, tally);
}

/// The messages of jobs at several alignments.
fn buffers(jobs: &[Job<'_>]) -> Vec<Guarded> {
    jobs.iter().enumerate().map(|(at, job)| Guarded::new(job.message, at % 7)).collect()
}

fn compute(
    message: &Message,
    jobs: &[Job<'_>],
    (keys, parity): (Keys, usize),
    backend: Backend,
    tally: &mut Tally,
) {
    let answer = &message.answer;
    let how = format_args!("batch of {}, parity {parity}, {keys}", jobs.len());
    let buffers = buffers(jobs);
    let tasks = jobs
        .iter()
        .zip(&buffers)
        .enumerate()
        .map(|(at, (job, buffer))| {
            TagTask::new(keys.of(at, job.key, job.ready), &[], buffer.data(), job.tag.len())
        })
        .collect();
    let batch = accept((message.chained.batch)(backend));
    let outcomes = batches::run(batch.tags(message.mac, tasks), answer, tally, how);
    for (position, (job, outcome)) in jobs.iter().zip(outcomes).enumerate() {
        let how = format_args!("{how}, position {position}");
        tally.equal(answer, how, job.tag, outcome.tag_bytes());
        outcome.done(answer, tally, how);
    }
}

/// Verifies tags, one in five of which are wrong.
fn verify(
    message: &Message,
    jobs: &[Job<'_>],
    (keys, parity): (Keys, usize),
    backend: Backend,
    tally: &mut Tally,
) {
    let answer = &message.answer;
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
            TagTask::new(key, &[], buffer.data(), tag.len()).expecting(tag)
        })
        .collect();
    let batch = accept((message.chained.batch)(backend));
    let outcomes = batches::run(batch.verify(message.mac, tasks), answer, tally, how);
    for (position, outcome) in outcomes.iter().enumerate() {
        let how = format_args!("{how}, position {position}");
        outcome.verified(position, answer, tally, how);
    }
}

/// Checks that jobs which cannot be done are refused, and that the others are done.
fn refused(message: &Message, backend: Backend, tally: &mut Tally) {
    let Message { key, message: text, answer, .. } = message;
    let how = format_args!("a batch with jobs that cannot be done");
    let tasks = || {
        vec![
            TagTask::new(&key[1..], &[], text, 16),
            TagTask::new(&key[..], &[], text, answer.bytes.len()),
            TagTask::new(&key[..], &[], text, 3),
            TagTask::new(&key[..], &[], text, 17),
            TagTask::new(&key[..], &[], text, answer.bytes.len()).expecting(&answer.bytes),
        ]
    };
    let batch = accept((message.chained.batch)(backend));
    let outcomes = batches::run(batch.tags(message.mac, tasks()), answer, tally, how);
    let statuses: Vec<_> = outcomes.iter().map(|outcome| outcome.status).collect();
    let right = matches!(
        statuses[..],
        [
            Status::Failed(Error::KeyLength { .. }),
            Status::Done,
            Status::Failed(Error::TagLength { bytes: 3, .. }),
            Status::Failed(Error::TagLength { bytes: 17, .. }),
            Status::Failed(Error::WrongJob),
        ]
    ) && outcomes[1].tag_bytes() == answer.bytes;
    tally.holds(answer, how, right, "four refused, one done", || format!("{statuses:?}"));

    let outcomes = batches::run(batch.verify(message.mac, tasks()), answer, tally, how);
    let statuses: Vec<_> = outcomes.iter().map(|outcome| outcome.status).collect();
    let right = statuses[..4].iter().all(|status| *status == Status::Failed(Error::WrongJob))
        && statuses[4] == Status::Done;
    tally.holds(answer, how, right, "four refused, one done", || format!("{statuses:?}"));
}
