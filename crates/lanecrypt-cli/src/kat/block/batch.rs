//! Batches: the case among messages of other keys, at every position.

use lanecrypt::Backend;

use crate::answers::block::BlockCase;
use crate::block::{BlockKey, BlockTask, ManyKeys, Way};
use crate::kat::batches::{self, BatchKeys, COUNTS, MOST};
use crate::kat::place::{GuardedBuffers, Place, accept};
use crate::kat::tally::Tally;
use crate::random::Random;

/// A job and its outcome, plain and encrypted.
struct BlockJob {
    key: Vec<u8>,
    nonce: Vec<u8>,
    block: u64,
    plaintext: Vec<u8>,
    ciphertext: Vec<u8>,
}

/// What is done with the jobs of a batch.
#[derive(Debug, Clone, Copy)]
enum BlockCall {
    Ecb(Way),
    Ctr(Way),
    Keystream,
}

/// How a batch is called.
struct BlockBatch {
    operation: BlockCall,
    keys: BatchKeys,
    /// Whether the case is at the even positions, 0, or at the odd ones, 1.
    parity: usize,
}

/// A job and its key object.
type KeyedBlocks<'j> = (&'j BlockJob, &'j dyn BlockKey);

/// Checks the case's text in ECB at every second position of batches, then at the others.
pub(super) fn check_ecb(message: &BlockCase, backend: Backend, tally: &mut Tally) {
    let others: Vec<BlockJob> = (0..MOST)
        .map(|number| {
            let mut random = Random(number as u64);
            let blocks = length(number, message.plaintext.len() / message.cipher.block_bytes);
            let key = random.bytes(message.key.len());
            let plaintext = random.bytes(blocks * message.cipher.block_bytes);
            let mut ciphertext = plaintext.clone();
            accept(message.reference(&key).ecb(Way::Encrypt, &mut ciphertext));
            BlockJob { key, nonce: Vec::new(), block: 0, plaintext, ciphertext }
        })
        .collect();
    let own = || BlockJob {
        key: message.key.clone(),
        nonce: Vec::new(),
        block: 0,
        plaintext: message.plaintext.clone(),
        ciphertext: message.answer.bytes.clone(),
    };
    let own: Vec<BlockJob> = (0..MOST).map(|_| own()).collect();
    let operations = [BlockCall::Ecb(Way::Encrypt), BlockCall::Ecb(Way::Decrypt)];
    check(message, &own, &others, |_| &operations, backend, tally);
}

/// Checks messages of the case's key in counter mode at every second position of batches, then at
/// the others. Lengths and first blocks differ.
pub(super) fn check_ctr(message: &BlockCase, backend: Backend, tally: &mut Tally) {
    let cipher = message.cipher;
    let job = |key: Vec<u8>, number: usize| {
        let mut random = Random(number as u64 + 1000);
        let nonce = random.bytes(cipher.nonce_bytes());
        // Some messages cross the end of a counter word of 16 bits. The shortest counter has no
        // more bits.
        let block = match number % 5 {
            4 if cipher.block_bytes > 4 => 0xffff,
            2 => random.next() % 0x8000,
            _ => 0,
        };
        let plaintext = random.bytes(length(number, 2) * cipher.block_bytes + number % 3);
        let mut ciphertext = plaintext.clone();
        let reference = message.reference(&key);
        accept(cipher.counter.apply(reference.as_ref(), &nonce, block, &mut ciphertext));
        BlockJob { key, nonce, block, plaintext, ciphertext }
    };
    let others: Vec<BlockJob> = (0..MOST)
        .map(|number| job(Random(number as u64).bytes(message.key.len()), number))
        .collect();
    let own: Vec<BlockJob> =
        (0..MOST).map(|number| job(message.key.clone(), MOST - number)).collect();
    // How keys are given does not depend on the operation, so one kind of keys is enough for all.
    let operations: fn(BatchKeys) -> &'static [BlockCall] = |keys| match keys {
        BatchKeys::Mixed => {
            &[BlockCall::Ctr(Way::Encrypt), BlockCall::Ctr(Way::Decrypt), BlockCall::Keystream]
        }
        _ => &[BlockCall::Ctr(Way::Encrypt)],
    };
    check(message, &own, &others, operations, backend, tally);
}

/// The number of blocks of a job: mostly that of the case, sometimes none, another or many.
fn length(number: usize, own: usize) -> usize {
    match number % 8 {
        3 => number,
        5 => 0,
        7 if number % 16 == 7 => 140 + number,
        _ => own,
    }
}

/// Checks batches of the case's jobs at every second position among the others, with keys of every
/// kind.
fn check<'o>(
    message: &BlockCase,
    own: &[BlockJob],
    others: &[BlockJob],
    operations: impl Fn(BatchKeys) -> &'o [BlockCall],
    backend: Backend,
    tally: &mut Tally,
) {
    let batch = message.batch(backend);
    for keys in BatchKeys::ALL {
        let expand = |key: &[u8]| message.expanded_key(key, keys.backend(backend));
        let own_key = expand(&message.key);
        let other_keys: Vec<_> = others.iter().map(|job| expand(&job.key)).collect();
        for count in COUNTS {
            for parity in 0..2 {
                let jobs: Vec<KeyedBlocks<'_>> = (0..count)
                    .map(|at| match at % 2 == parity {
                        true => (&own[at], &*own_key),
                        false => (&others[at], &*other_keys[at]),
                    })
                    .collect();
                for &operation in operations(keys) {
                    run(message, &*batch, &BlockBatch { operation, keys, parity }, &jobs, tally);
                }
            }
        }
    }
}

/// Runs a batch and checks every job of it.
fn run(
    message: &BlockCase,
    batch: &dyn ManyKeys,
    &BlockBatch { operation, keys, parity }: &BlockBatch,
    jobs: &[KeyedBlocks<'_>],
    tally: &mut Tally,
) {
    let answer = &message.answer;
    let how = format_args!("{operation:?}, batch of {}, parity {parity}, {keys}", jobs.len());
    let (way, keystream) = match operation {
        BlockCall::Ecb(way) | BlockCall::Ctr(way) => (way, false),
        BlockCall::Keystream => (Way::Encrypt, true),
    };
    let texts = |job: &BlockJob| match way {
        Way::Encrypt => (job.plaintext.clone(), job.ciphertext.clone()),
        Way::Decrypt => (job.ciphertext.clone(), job.plaintext.clone()),
    };
    let mut buffers: Vec<GuardedBuffers> = jobs
        .iter()
        .enumerate()
        .map(|(at, (job, _))| {
            GuardedBuffers::new(&texts(job).0, Place::by_turns(at / 2 + parity), at % 7)
        })
        .collect();
    let tasks = jobs
        .iter()
        .zip(&mut buffers)
        .enumerate()
        .map(|(at, ((job, ready), buffers))| BlockTask {
            block: job.block,
            ..BlockTask::new(keys.of(at, &job.key, *ready), &job.nonce, buffers.data())
        })
        .collect();
    let calls = match operation {
        BlockCall::Ecb(way) => batch.ecb(way, tasks),
        BlockCall::Ctr(way) => batch.ctr(way, tasks),
        BlockCall::Keystream => batch.keystream(tasks),
    };
    let outcomes = batches::run(calls, answer, tally, how);
    for (position, (((job, _), buffers), outcome)) in
        jobs.iter().zip(&buffers).zip(outcomes).enumerate()
    {
        let how = format_args!("{how}, position {position}");
        outcome.done(answer, tally, how);
        let (from, mut to) = texts(job);
        if keystream {
            to.iter_mut().zip(&from).for_each(|(byte, plain)| *byte ^= plain);
        }
        buffers.check_equal(answer, &to, tally, how);
    }
}
