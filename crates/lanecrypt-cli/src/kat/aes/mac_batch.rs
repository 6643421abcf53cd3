//! CMAC and PMAC in batches: the case among messages of other keys, at every position.

use lanecrypt::batch::Status;
use lanecrypt::mode::MacJob;
use lanecrypt::{Backend, Error};

use super::COUNTS;
use super::mac::Message;
use crate::block::{self, Chained, Mac};
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

/// A message of a batch: key, message, tag.
type Job<'a> = (&'a [u8], &'a [u8], &'a [u8]);

impl Other {
    /// As many as the largest batch has, of every cipher. Their tags are those that the portable
    /// backend makes of each alone.
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

/// Checks a case on a backend: at every second position, then at the others.
pub(super) fn check(message: &Message, others: &[Other], backend: Backend, tally: &mut Tally) {
    let own: Job<'_> = (&message.key, &message.message, &message.answer.bytes);
    let batch = accept((message.chained.batch)(backend));
    let answer = &message.answer;
    for count in COUNTS {
        for parity in 0..2 {
            let mixed: Vec<Job<'_>> = others[..count]
                .iter()
                .enumerate()
                .map(|(at, other)| match at % 2 == parity {
                    true => own,
                    false => (&other.key[..], &other.message[..], &other.tag[..]),
                })
                .collect();
            let buffers: Vec<Guarded> = mixed
                .iter()
                .enumerate()
                .map(|(at, (_, text, _))| Guarded::new(text, at % 7))
                .collect();
            let mut jobs: Vec<MacJob<'_>> = mixed
                .iter()
                .zip(&buffers)
                .map(|((key, _, tag), buffer)| MacJob::new(key, buffer.data(), tag.len()))
                .collect();
            batch.tags(message.mac, &mut jobs);
            for (position, ((_, _, tag), job)) in mixed.iter().zip(&jobs).enumerate() {
                let how = format_args!("batch of {count}, parity {parity}, position {position}");
                tally.equal(answer, how, tag, job.tag.as_ref());
                let status = job.status;
                tally.holds(answer, how, status == Status::Done, "Done", || format!("{status:?}"));
            }
        }
    }
    refused(message, backend, tally);
}

/// Jobs that cannot be done are refused, and the others done.
fn refused(message: &Message, backend: Backend, tally: &mut Tally) {
    let Message { key, message: text, answer, .. } = message;
    let mut jobs = [
        MacJob::new(&key[1..], text, 16),
        MacJob::new(key, text, answer.bytes.len()),
        MacJob::new(key, text, 3),
        MacJob::new(key, text, 17),
    ];
    accept((message.chained.batch)(backend)).tags(message.mac, &mut jobs);
    let statuses = jobs.each_ref().map(|job| job.status);
    let right = matches!(
        statuses,
        [
            Status::Failed(Error::KeyLength { .. }),
            Status::Done,
            Status::Failed(Error::TagLength { bytes: 3, .. }),
            Status::Failed(Error::TagLength { bytes: 17, .. }),
        ]
    ) && jobs[1].tag.as_ref() == answer.bytes;
    let how = format_args!("a batch with jobs that cannot be done");
    tally.holds(answer, how, right, "three refused, one done", || format!("{statuses:?}"));
}
