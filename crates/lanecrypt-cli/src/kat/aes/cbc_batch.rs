//! CBC in batches: the case among messages of other keys, at every position.

use lanecrypt::Backend;
use lanecrypt::batch::Status;
use lanecrypt::mode::CbcJob;

use super::COUNTS;
use super::cbc::{Message, encrypt};
use crate::block::Way;
use crate::kat::place::{Buffers, Place};
use crate::kat::random::Random;
use crate::kat::tally::Tally;

/// A message and what becomes of it.
#[derive(Clone)]
struct Job {
    key: Vec<u8>,
    iv: [u8; 16],
    plaintext: Vec<u8>,
    ciphertext: Vec<u8>,
}

impl Job {
    fn random(message: &Message, number: usize) -> Self {
        let mut random = Random(number as u64);
        let blocks = match number % 8 {
            3 => number,
            5 => 0,
            7 => 2 * number,
            _ => message.message.plaintext.len() / 16,
        };
        let (key, iv) = (random.bytes(message.chained.key_bytes), random.array());
        let plaintext = random.bytes(16 * blocks);
        let mut ciphertext = plaintext.clone();
        encrypt(&*message.message.reference(&key), &iv, &mut ciphertext);
        Self { key, iv, plaintext, ciphertext }
    }
}

/// Checks a case on a backend: at every second position, then at the others.
pub(super) fn check(message: &Message, backend: Backend, tally: &mut Tally) {
    let own = Job {
        key: message.message.key.clone(),
        iv: message.iv,
        plaintext: message.message.plaintext.clone(),
        ciphertext: message.message.answer.bytes.clone(),
    };
    let most = COUNTS[COUNTS.len() - 1];
    let others: Vec<Job> = (0..most).map(|number| Job::random(message, number)).collect();
    let batch = message.batch(backend);
    for count in COUNTS {
        for (parity, way) in
            [(0, Way::Encrypt), (1, Way::Encrypt), (0, Way::Decrypt), (1, Way::Decrypt)]
        {
            let mixed: Vec<(&Job, &[u8], &[u8])> = others[..count]
                .iter()
                .enumerate()
                .map(|(at, other)| if at % 2 == parity { &own } else { other })
                .map(|job| match way {
                    Way::Encrypt => (job, &job.plaintext[..], &job.ciphertext[..]),
                    Way::Decrypt => (job, &job.ciphertext[..], &job.plaintext[..]),
                })
                .collect();
            let mut buffers: Vec<Buffers> = mixed
                .iter()
                .enumerate()
                .map(|(at, (_, from, _))| {
                    Buffers::new(from, Place::by_turns(at / 2 + parity), at % 7)
                })
                .collect();
            let mut calls: Vec<CbcJob<'_>> = mixed
                .iter()
                .zip(&mut buffers)
                .map(|((job, ..), buffers)| CbcJob::new(&job.key, &job.iv, buffers.data()))
                .collect();
            batch.cbc(way, &mut calls);
            let statuses: Vec<_> = calls.iter().map(|call| call.status).collect();
            let answer = &message.message.answer;
            for (position, (((_, _, to), buffers), status)) in
                mixed.iter().zip(&buffers).zip(statuses).enumerate()
            {
                let how = format_args!(
                    "CBC, {way:?}, batch of {count}, parity {parity}, position {position}"
                );
                tally.holds(answer, how, status == Status::Done, "Done", || format!("{status:?}"));
                buffers.check_equal(answer, to, tally, how);
            }
        }
    }
}
