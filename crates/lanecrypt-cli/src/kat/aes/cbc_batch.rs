//! CBC in batches: the case among messages of other keys, at every position.

use lanecrypt::Backend;

use super::cbc::encrypt;
use crate::answers::aes::CbcCase;
use crate::block::{CbcTask, Chaining, Way};
use crate::kat::batches::{self, BatchKeys, COUNTS, MOST};
use crate::kat::place::{GuardedBuffers, Place};
use crate::kat::tally::Tally;
use crate::random::Random;

/// A message and its expected result.
#[derive(Clone)]
struct CbcJob {
    key: Vec<u8>,
    iv: [u8; 16],
    plaintext: Vec<u8>,
    ciphertext: Vec<u8>,
}

impl CbcJob {
    fn random(message: &CbcCase, number: usize) -> Self {
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

/// A job, its key object, what goes in and what comes out.
type KeyedCbc<'j> = (&'j CbcJob, &'j dyn Chaining, &'j [u8], &'j [u8]);

/// Checks a case on a backend with keys of every kind: at every second position, then at the
/// others.
pub(super) fn check(message: &CbcCase, backend: Backend, tally: &mut Tally) {
    let own = CbcJob {
        key: message.message.key.clone(),
        iv: message.iv,
        plaintext: message.message.plaintext.clone(),
        ciphertext: message.message.answer.bytes.clone(),
    };
    let others: Vec<CbcJob> = (0..MOST).map(|number| CbcJob::random(message, number)).collect();
    for keys in BatchKeys::ALL {
        let expand = |job: &CbcJob| message.expanded_key(&job.key, keys.backend(backend));
        let own_key = expand(&own);
        let other_keys: Vec<_> = others.iter().map(expand).collect();
        for count in COUNTS {
            for (parity, way) in
                [(0, Way::Encrypt), (1, Way::Encrypt), (0, Way::Decrypt), (1, Way::Decrypt)]
            {
                let jobs: Vec<KeyedCbc<'_>> = others[..count]
                    .iter()
                    .zip(&other_keys)
                    .enumerate()
                    .map(|(at, (other, other_key))| {
                        let own_turn = at % 2 == parity;
                        let (job, key) =
                            if own_turn { (&own, &own_key) } else { (other, other_key) };
                        match way {
                            Way::Encrypt => (job, &**key, &job.plaintext[..], &job.ciphertext[..]),
                            Way::Decrypt => (job, &**key, &job.ciphertext[..], &job.plaintext[..]),
                        }
                    })
                    .collect();
                run(message, &jobs, way, (keys, parity), backend, tally);
            }
        }
    }
}

/// Runs a batch and checks every job of it.
fn run(
    message: &CbcCase,
    jobs: &[KeyedCbc<'_>],
    way: Way,
    (keys, parity): (BatchKeys, usize),
    backend: Backend,
    tally: &mut Tally,
) {
    let answer = &message.message.answer;
    let how = format_args!("CBC, {way:?}, batch of {}, parity {parity}, {keys}", jobs.len());
    let mut buffers: Vec<GuardedBuffers> = jobs
        .iter()
        .enumerate()
        .map(|(at, (_, _, from, _))| {
            GuardedBuffers::new(from, Place::by_turns(at / 2 + parity), at % 7)
        })
        .collect();
    let tasks = jobs
        .iter()
        .zip(&mut buffers)
        .enumerate()
        .map(|(at, ((job, ready, ..), buffers))| {
            CbcTask::new(keys.of(at, &job.key, *ready), &job.iv, buffers.data())
        })
        .collect();
    let outcomes = batches::run(message.batch(backend).cbc(way, tasks), answer, tally, how);
    for (position, (((.., to), buffers), outcome)) in
        jobs.iter().zip(&buffers).zip(outcomes).enumerate()
    {
        let how = format_args!("{how}, position {position}");
        outcome.done(answer, tally, how);
        buffers.check_equal(answer, to, tally, how);
    }
}
