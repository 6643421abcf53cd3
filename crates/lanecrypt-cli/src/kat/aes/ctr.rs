//! What counter mode of AES has and that of other ciphers has not: counters over the whole block,
//! which carry into all of it and go on at zero, and nonces of 12 bytes with a counter of 32 bits.

use lanecrypt::batch::{Data, Status};
use lanecrypt::mode::CtrJob;
use lanecrypt::{Backend, Error};

use crate::kat::block::Message;
use crate::kat::place::{Buffers, Place, accept};
use crate::kat::random::Random;
use crate::kat::tally::Tally;

/// The blocks of a message.
const BLOCKS: usize = 300;

/// The blocks that a nonce of 12 bytes has.
const SHORT_LIMIT: u64 = 1 << 32;

/// Checks the key of a case on a backend.
pub(super) fn check(message: &Message, backend: Backend, tally: &mut Tally) {
    if message.answer.rejected {
        return;
    }
    carries(message, backend, tally);
    short_nonces(message, backend, tally);
}

/// Counters that carry over the ends of bytes and words, up to that of the block.
fn carries(message: &Message, backend: Backend, tally: &mut Tally) {
    let mut random = Random(5);
    let text = random.bytes(16 * BLOCKS - 3);
    for bits in [8, 16, 24, 32, 40, 56, 64, 72, 96, 120, 128] {
        // A carry comes somewhere in the first blocks, or in the last.
        for before in [1, 2, 7, 65, BLOCKS as u128 - 1] {
            let ones = u128::MAX >> (128 - bits);
            let high = u128::from_le_bytes(random.array()) & !ones;
            let nonce = (high | (ones.wrapping_sub(before - 1) & ones)).to_be_bytes();
            from(message, backend, &nonce, 0, &text, tally);
            // The same by the number of the block.
            from(message, backend, &nonce, 3, &text, tally);
        }
    }
}

/// A message from a block of a nonce of 16 bytes on, alone and in a batch.
fn from(
    message: &Message,
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
    let mut buffers = Buffers::new(text, Place::by_turns(nonce[15].into()), 1);
    let result = message.expanded(backend).ctr_once(nonce, block, buffers.data());
    tally.succeeds(answer, how, result);
    buffers.check_equal(answer, &expected, tally, how);

    let how = format_args!("batch, counter mode from {number:032x} on, block {block}");
    let mut all: Vec<Buffers> = (0..3)
        .map(|at| Buffers::new(&text[..text.len() >> (3 * at)], Place::by_turns(at), at))
        .collect();
    let mut jobs: Vec<CtrJob<'_>> = all
        .iter_mut()
        .map(|buffers| CtrJob { block, ..CtrJob::new(&message.key, nonce, buffers.data()) })
        .collect();
    message.batch(backend).ctr(&mut jobs);
    drop(jobs);
    for buffers in &all {
        buffers.check_equal(answer, &expected[..buffers.output().len()], tally, how);
    }
}

/// A nonce of 12 bytes is one of 16 bytes that ends in zeros, as far as it goes.
fn short_nonces(message: &Message, backend: Backend, tally: &mut Tally) {
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
        let mut jobs =
            [CtrJob { block, ..CtrJob::new(&message.key, &nonce, Data::InPlace(&mut data)) }];
        message.batch(backend).ctr(&mut jobs);
        let status = jobs[0].status;
        let refused = matches!(status, Status::Failed(Error::Counter { .. }));
        tally.holds(answer, how, refused, "an error", || format!("{status:?}"));
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
