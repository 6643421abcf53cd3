//! Batches: the case among messages of other keys, at every position, sealed and opened. Some of
//! the tags are wrong.

use lanecrypt::Backend;

use super::others::{Others, SealedMessage};
use crate::aead::{AeadKey, SealTask};
use crate::answers::aead::AeadCase;
use crate::kat::batches::{self, BatchKeys, COUNTS, MOST};
use crate::kat::place::{GuardedBuffers, Place};
use crate::kat::tally::Tally;

/// The numbers of jobs that are also checked with a long message among them. Then messages are
/// processed side by side whatever their lengths. The portable backend has one lane and is left
/// out, because it would take long.
const WITH_A_LONG_ONE: [usize; 4] = [4, 9, 32, MOST];

/// A job and its key object.
type KeyedAead<'j> = (&'j SealedMessage, &'j dyn AeadKey);

/// Checks a case on a backend with keys of every kind: at every second position, then at the
/// others.
pub(super) fn check(message: &AeadCase, others: &Others, backend: Backend, tally: &mut Tally) {
    let Some(plaintext) = &message.plaintext else { return };
    let own = SealedMessage {
        key: message.key.clone(),
        nonce: message.nonce.clone(),
        aad: message.aad.clone(),
        plaintext: plaintext.clone(),
        ciphertext: message.ciphertext.clone(),
        tag: message.answer.bytes.clone(),
    };
    for keys in BatchKeys::ALL {
        let expand = |job: &SealedMessage| message.expanded_key(&job.key, keys.backend(backend));
        let (own_key, long_key) = (expand(&own), expand(&others.long));
        let other_keys: Vec<_> = others.jobs.iter().map(expand).collect();
        for count in COUNTS {
            for parity in 0..2 {
                let mut jobs: Vec<KeyedAead<'_>> = others.jobs[..count]
                    .iter()
                    .zip(&other_keys)
                    .enumerate()
                    .map(|(at, (other, other_key))| match at % 2 == parity {
                        true => (&own, &*own_key),
                        false => (other, &**other_key),
                    })
                    .collect();
                seal(message, &jobs, (keys, parity), backend, tally);
                open(message, &jobs, (keys, parity), backend, tally);
                if WITH_A_LONG_ONE.contains(&count) && backend != Backend::Portable {
                    jobs.push((&others.long, &*long_key));
                    seal(message, &jobs, (keys, parity), backend, tally);
                    open(message, &jobs, (keys, parity), backend, tally);
                }
            }
        }
    }
}

fn seal(
    message: &AeadCase,
    jobs: &[KeyedAead<'_>],
    (keys, parity): (BatchKeys, usize),
    backend: Backend,
    tally: &mut Tally,
) {
    let answer = &message.answer;
    let how = format_args!("sealed, batch of {}, parity {parity}, {keys}", jobs.len());
    let mut buffers = buffers(jobs, |job| &job.plaintext, parity);
    let tasks = jobs
        .iter()
        .zip(&mut buffers)
        .enumerate()
        .map(|(at, ((job, ready), buffers))| {
            SealTask::seal(keys.of(at, &job.key, *ready), &job.nonce, &job.aad, buffers.data())
        })
        .collect();
    let outcomes = batches::run(message.batch(backend).seal(tasks), answer, tally, how);
    for (position, (((job, _), buffers), outcome)) in
        jobs.iter().zip(&buffers).zip(outcomes).enumerate()
    {
        let how = format_args!("{how}, position {position}");
        outcome.done(answer, tally, how);
        tally.equal(answer, how, &job.tag, outcome.tag_bytes());
        buffers.check_equal(answer, &job.ciphertext, tally, how);
    }
}

/// Opens messages, of which one in five has a wrong tag. The case itself may be one of these.
fn open(
    message: &AeadCase,
    jobs: &[KeyedAead<'_>],
    (keys, parity): (BatchKeys, usize),
    backend: Backend,
    tally: &mut Tally,
) {
    let answer = &message.answer;
    let how = format_args!("opened, batch of {}, parity {parity}, {keys}", jobs.len());
    let tags: Vec<Vec<u8>> =
        jobs.iter().enumerate().map(|(at, (job, _))| batches::some_wrong(at, &job.tag)).collect();
    let mut buffers = buffers(jobs, |job| &job.ciphertext, parity + 1);
    let tasks = jobs
        .iter()
        .zip(&mut buffers)
        .zip(&tags)
        .enumerate()
        .map(|(at, (((job, ready), buffers), tag))| {
            let key = keys.of(at, &job.key, *ready);
            SealTask::open(key, &job.nonce, &job.aad, buffers.data(), tag)
        })
        .collect();
    let outcomes = batches::run(message.batch(backend).open(tasks), answer, tally, how);
    for (position, (((job, _), buffers), outcome)) in
        jobs.iter().zip(&buffers).zip(outcomes).enumerate()
    {
        let how = format_args!("{how}, position {position}");
        if outcome.verified(position, answer, tally, how) {
            tally.holds(answer, how, buffers.is_wiped(), "nothing but zeros", || {
                crate::hex::encode(buffers.output())
            });
        } else {
            buffers.check_equal(answer, &job.plaintext, tally, how);
        }
    }
}

/// The buffers of jobs, in place and apart, at several alignments.
fn buffers(
    jobs: &[KeyedAead<'_>],
    text: impl Fn(&SealedMessage) -> &[u8],
    parity: usize,
) -> Vec<GuardedBuffers> {
    let buffer = |(at, (job, _)): (usize, &KeyedAead<'_>)| {
        GuardedBuffers::new(text(job), Place::by_turns(at / 2 + parity), at % 7)
    };
    jobs.iter().enumerate().map(buffer).collect()
}
