//! Batches: the case among messages of other keys, at every position, sealed and opened, some of
//! the others with wrong tags.

use lanecrypt::aead::AeadJob;
use lanecrypt::batch::Status;
use lanecrypt::{Backend, Error};

use super::fields::Message;
use super::others::{Job, MOST_JOBS, Others};
use crate::kat::place::{Buffers, Place};
use crate::kat::tally::Tally;

/// The numbers of jobs: about those of lanes, and more than the most lanes.
const COUNTS: [usize; 16] = [1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33, 64, MOST_JOBS];

/// Those that are checked with a long message among them, too: then messages are worked on side by
/// side whatever their lengths. Plain words, which take long for it, have one side only.
const WITH_A_LONG_ONE: [usize; 4] = [4, 9, 32, MOST_JOBS];

/// Checks a case on a backend: at every second position, then at the others.
pub(super) fn check(message: &Message, others: &Others, backend: Backend, tally: &mut Tally) {
    let Some(plaintext) = &message.plaintext else { return };
    let own = Job {
        key: message.key.clone(),
        nonce: message.nonce.clone(),
        aad: message.aad.clone(),
        plaintext: plaintext.clone(),
        ciphertext: message.ciphertext.clone(),
        tag: message.answer.bytes.clone(),
    };
    for count in COUNTS {
        for parity in 0..2 {
            let mut mixed: Vec<&Job> = others.jobs[..count]
                .iter()
                .enumerate()
                .map(|(at, other)| if at % 2 == parity { &own } else { other })
                .collect();
            seal(message, &mixed, parity, backend, tally);
            open(message, &mixed, parity, backend, tally);
            if WITH_A_LONG_ONE.contains(&count) && backend != Backend::Portable {
                mixed.push(&others.long);
                seal(message, &mixed, parity, backend, tally);
                open(message, &mixed, parity, backend, tally);
            }
        }
    }
}

fn seal(message: &Message, jobs: &[&Job], parity: usize, backend: Backend, tally: &mut Tally) {
    let answer = &message.answer;
    let mut buffers = buffers(jobs, |job| &job.plaintext, parity);
    let mut calls: Vec<AeadJob<'_>> = jobs
        .iter()
        .zip(&mut buffers)
        .map(|(job, buffers)| AeadJob::seal(&job.key, &job.nonce, &job.aad, buffers.data()))
        .collect();
    message.batch(backend).seal(&mut calls);
    let outcomes: Vec<_> = calls.iter().map(|call| (call.status, call.tag)).collect();
    for (position, ((job, buffers), (status, tag))) in
        jobs.iter().zip(&buffers).zip(outcomes).enumerate()
    {
        let how =
            format_args!("sealed, batch of {}, parity {parity}, position {position}", jobs.len());
        tally.holds(answer, how, status == Status::Done, "Done", || format!("{status:?}"));
        tally.equal(answer, how, &job.tag, tag.as_ref());
        buffers.check_equal(answer, &job.ciphertext, tally, how);
    }
}

fn open(message: &Message, jobs: &[&Job], parity: usize, backend: Backend, tally: &mut Tally) {
    let answer = &message.answer;
    // One in five has a wrong tag: the case itself now and then, too.
    let is_wrong = |position: usize| position % 5 == 4;
    let tags: Vec<Vec<u8>> = jobs
        .iter()
        .enumerate()
        .map(|(position, job)| {
            let mut tag = job.tag.clone();
            if is_wrong(position) {
                let at = position % tag.len();
                tag[at] ^= 1 << (position % 8);
            }
            tag
        })
        .collect();
    let mut buffers = buffers(jobs, |job| &job.ciphertext, parity + 1);
    let mut calls: Vec<AeadJob<'_>> = jobs
        .iter()
        .zip(&mut buffers)
        .zip(&tags)
        .map(|((job, buffers), tag)| {
            AeadJob::open(&job.key, &job.nonce, &job.aad, buffers.data(), tag)
        })
        .collect();
    message.batch(backend).open(&mut calls);
    let statuses: Vec<_> = calls.iter().map(|call| call.status).collect();
    for (position, ((job, buffers), status)) in jobs.iter().zip(&buffers).zip(statuses).enumerate()
    {
        let how =
            format_args!("opened, batch of {}, parity {parity}, position {position}", jobs.len());
        if is_wrong(position) {
            let refused = status == Status::Failed(Error::Authentication);
            tally.holds(answer, how, refused, "refusal", || format!("{status:?}"));
            tally.holds(answer, how, buffers.is_wiped(), "nothing but zeros", || {
                crate::hex::encode(buffers.output())
            });
        } else {
            tally.holds(answer, how, status == Status::Done, "Done", || format!("{status:?}"));
            buffers.check_equal(answer, &job.plaintext, tally, how);
        }
    }
}

/// The buffers of jobs, of every kind and alignment.
fn buffers(jobs: &[&Job], text: impl Fn(&Job) -> &[u8], parity: usize) -> Vec<Buffers> {
    let buffer = |(at, job): (usize, &&Job)| {
        Buffers::new(text(job), Place::by_turns(at / 2 + parity), at % 7)
    };
    jobs.iter().enumerate().map(buffer).collect()
}
