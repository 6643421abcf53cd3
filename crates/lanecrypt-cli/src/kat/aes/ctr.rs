//! What only the counter mode of AES has: counters over the whole block, which carry into all of it
//! and wrap to zero, and nonces of 12 bytes with a counter of 32 bits.

use lanecrypt::{Backend, Data, Error};

use crate::answers::block::BlockCase;
use crate::block::{BlockTask, Way};
use crate::jobs::Key;
use crate::kat::batches::{self, BatchKeys};
use crate::kat::place::{GuardedBuffers, Place, accept};
use crate::kat::tally::Tally;
use crate::random::Random;

/// The blocks of a message.
const BLOCKS: usize = 300;

/// The blocks that a nonce of 12 bytes has.
const SHORT_LIMIT: u64 = 1 << 32;

/// Checks the key of a case on a backend.
pub(super) fn check(message: &BlockCase, backend: Backend, tally: &mut Tally) {
    if message.answer.rejected {
        return;
    }
    carries(message, backend, tally);
    short_nonces(message, backend, tally);
}

/// Checks counters that carry over the ends of bytes and words, up to the end of the block.
fn carries(message: &BlockCase, backend: Backend, tally: &mut Tally) {
    let mut random = Random(5);
    let text = random.bytes(16 * BLOCKS - 3);
    for bits in [8, 16, 24, 32, 40, 56, 64, 72, 96, 120, 128] {
        // The carry happens in one of the first blocks, or in the last one.
        for before in [1, 2, 7, 65, BLOCKS as u128 - 1] {
            let ones = u128::MAX >> (128 - bits);
            let high = u128::from_le_bytes(random.array()) & !ones;
            let nonce = (high | (ones.wrapping_sub(before - 1) & ones)).to_be_bytes();
            from(message, backend, &nonce, 0, &text, tally);
            // The same with another start block.
            from(message, backend, &nonce, 3, &text, tally);
        }
    }
}

/// Checks a message that starts at a block of a nonce of 16 bytes, alone and in a batch.
fn from(
    message: &BlockCase,
    backend: Backend,
    nonce: &[u8; 16],
    block: u64,
    text: &[u8],
    tally: &mut Tally,
) {
    let answer = &message.answer;
    let mut expected = text.to_vec();
    let reference = message.reference(&message.key);
    let counter = message.cipher.counter;
    accept(counter.apply(reference.as_ref(), nonce, block, &mut expected));
    let number = u128::from_be_bytes(*nonce);

    let how = format_args!("counter mode from {number:032x} on, block {block}");
    let mut buffers = GuardedBuffers::new(text, Place::by_turns(nonce[15].into()), 1);
    let result = message.expanded(backend).ctr_once(nonce, block, buffers.data());
    tally.succeeds(answer, how, result);
    buffers.check_equal(answer, &expected, tally, how);

    for keys in BatchKeys::ALL {
        let how = format_args!("batch, {keys}, counter mode from {number:032x} on, block {block}");
        let ready = message.expanded(keys.backend(backend));
        let mut all: Vec<GuardedBuffers> = (0..3)
            .map(|at| GuardedBuffers::new(&text[..text.len() >> (3 * at)], Place::by_turns(at), at))
            .collect();
        let tasks = all
            .iter_mut()
            .enumerate()
            .map(|(at, buffers)| {
                let key = keys.of(at, &message.key, &*ready);
                BlockTask { block, ..BlockTask::new(key, nonce, buffers.data()) }
            })
            .collect();
        let calls = message.batch(backend).ctr(Way::Encrypt, tasks);
        for (outcome, buffers) in batches::run(calls, answer, tally, how).iter().zip(&all) {
            outcome.done(answer, tally, how);
            buffers.check_equal(answer, &expected[..buffers.output().len()], tally, how);
        }
    }
}

/// Checks nonces of 12 bytes: within 2^32 blocks, the result is that of a nonce of 16 bytes that
/// ends in zeros.
fn short_nonces(message: &BlockCase, backend: Backend, tally: &mut Tally) {
    let answer = &message.answer;
    let mut random = Random(6);
    let nonce = random.array::<12>();
    let mut long = [0; 16];
    long[..12].copy_from_slice(&nonce);
    let text = random.bytes(16 * BLOCKS - 1);
    let expanded = message.expanded(backend);
    for block in [0, 1, 0xff_ff00, SHORT_LIMIT - BLOCKS as u64] {
        let how = format_args!("a nonce of 12 bytes, from block {block} on");
        let (mut with_short, mut with_long) = (text.clone(), text.clone());
        let result = expanded.ctr_once(&nonce, block, Data::InPlace(&mut with_short));
        tally.succeeds(answer, how, result);
        accept(expanded.ctr_once(&long, block, Data::InPlace(&mut with_long)));
        tally.equal(answer, how, &with_long, &with_short);
    }
    for (block, blocks) in [(SHORT_LIMIT, 1), (SHORT_LIMIT - 1, 2), (SHORT_LIMIT - 299, 300)] {
        let how = format_args!("a nonce of 12 bytes, {blocks} blocks from number {block} on");
        let mut data = vec![0xa5; 16 * blocks];
        for key in [Key::Bytes(&message.key[..]), Key::Ready(&*expanded)] {
            let task = BlockTask { block, ..BlockTask::new(key, &nonce, &mut data[..]) };
            let calls = message.batch(backend).ctr(Way::Encrypt, vec![task]);
            for outcome in batches::run(calls, answer, tally, how) {
                let refused = matches!(outcome.result(), Err(Error::Counter { .. }));
                tally.holds(answer, how, refused, "an error", || format!("{:?}", outcome.status));
            }
        }
        let result = expanded.ctr_once(&nonce, block, Data::InPlace(&mut data));
        let refused = matches!(result, Err(Error::Counter { .. }));
        tally.holds(answer, how, refused, "an error", || format!("{result:?}"));
        let untouched = data.iter().all(|&byte| byte == 0xa5);
        tally.holds(answer, how, untouched, "nothing written", || "something".to_owned());
    }
    for bytes in [0, 8, 11, 13, 15, 17, 32] {
        let how = format_args!("a nonce of {bytes} bytes");
        let result = expanded.ctr_once(&vec![0; bytes], 0, Data::InPlace(&mut [0; 16]));
        let refused = matches!(result, Err(Error::NonceLength { bytes: b, .. }) if b == bytes);
        tally.holds(answer, how, refused, "NonceLength", || format!("{result:?}"));
    }
}
