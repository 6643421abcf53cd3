//! Batches: many keys, nonces and lengths in one call.

use super::Pair;
use super::ctr::{wraps, xor};
use super::support::Random;
use super::support::ciphers::{
    Message, check_batch, check_keystream, check_way, no_nonce, same_nonce,
};
use super::support::jobs::Keys;
use lanecrypt::block::OneBlock;
use lanecrypt::mode::{Ctr, Ecb};
use lanecrypt::{Algorithm, Backend};

/// A message in counter mode.
fn message<P: Pair>(random: &mut Random, block: u64, bytes: usize) -> Message {
    let (key, nonce) = (random.bytes(P::KEY), random.bytes(P::BLOCK / 2));
    let plain = random.bytes(bytes);
    let keystream = P::keystream(&key, &nonce, block, bytes.div_ceil(P::BLOCK));
    let encrypted = xor(&plain, &keystream);
    Message { key, nonce, block, plain, encrypted }
}

/// All jobs in counter mode on every backend, with keys given in every way; one of the three calls
/// after another.
fn check_ctr<P: Pair>(random: &mut Random, known: &[Message]) {
    let options = <P::Lanes as Algorithm>::Options::default;
    let nonce = same_nonce;
    for (number, backend) in Backend::available().enumerate() {
        for (turn, keys) in Keys::ALL.into_iter().enumerate() {
            let decrypt = match (number + turn + known.len()) % 3 {
                0 => false,
                1 => true,
                _ => {
                    check_keystream::<Ctr<P::Lanes>>(
                        random,
                        known,
                        nonce,
                        options(),
                        backend,
                        keys,
                    );
                    continue;
                }
            };
            check_way::<Ctr<P::Lanes>>(random, known, nonce, options(), backend, keys, decrypt);
        }
    }
}

/// All jobs in ECB, as far as they are whole blocks, both ways on every backend.
fn check_ecb<P: Pair>(random: &mut Random, known: &[Message]) {
    let whole: Vec<Message> = known
        .iter()
        .map(|known| {
            let key = known.key.clone();
            let plain = known.plain[..known.plain.len() / P::BLOCK * P::BLOCK].to_vec();
            let mut encrypted = plain.clone();
            P::plain(&key).encrypt(&mut encrypted).unwrap();
            Message { key, nonce: vec![], block: 0, plain, encrypted }
        })
        .collect();
    for backend in Backend::available() {
        for keys in Keys::ALL {
            let options = Default::default();
            check_batch::<Ecb<P::Lanes>>(random, &whole, no_nonce, options, backend, keys);
        }
    }
}

/// Nothing, parts of blocks, tiles and more, several times over, starting anywhere.
pub(crate) fn of_mixed_lengths<P: Pair>() {
    const LENGTHS: [usize; 17] =
        [0, 1, 63, 64, 65, 1000, 5000, 7, 8, 16, 127, 128, 129, 255, 256, 1023, 1024];
    let mut random = Random::new(8);
    let known: Vec<_> = (0..75)
        .map(|i| {
            let block = random.below(30_000) as u64;
            let block = [0, block][i / LENGTHS.len() % 2];
            message::<P>(&mut random, block, LENGTHS[i % LENGTHS.len()])
        })
        .collect();
    check_ctr::<P>(&mut random, &known);
    check_ecb::<P>(&mut random, &known);
}

/// Messages of middle length, which are beside each other a register each: of one length, of lengths that differ
/// little and of any, under a key each, one key, or a few keys in turns.
pub(crate) fn of_middle_lengths<P: Pair>() {
    let mut random = Random::new(14);
    for (number, jobs) in [3, 5, 16, 25, 67].into_iter().enumerate() {
        let keys: Vec<_> = (0..3).map(|_| random.bytes(P::KEY)).collect();
        let bytes = [1504, 1024, 769][number % 3];
        let known: Vec<_> = (0..jobs)
            .map(|i| {
                let bytes = match number {
                    0 | 2 => bytes,
                    1 => bytes - random.below(40),
                    _ => random.below(3200),
                };
                let block = random.below(30_000) as u64;
                let mut message = message::<P>(&mut random, block, bytes);
                if number % 2 == 1 {
                    // The same key twice, then the next.
                    let key = &keys[i / 2 % keys.len()];
                    let blocks = bytes.div_ceil(P::BLOCK);
                    let keystream = P::keystream(key, &message.nonce, block, blocks);
                    message.encrypted = xor(&message.plain, &keystream);
                    message.key.clone_from(key);
                }
                message
            })
            .collect();
        check_ctr::<P>(&mut random, &known);
        if number >= 3 {
            continue;
        }
        let mut shared = known;
        for message in &mut shared {
            let blocks = message.plain.len().div_ceil(P::BLOCK);
            let keystream = P::keystream(&keys[0], &message.nonce, message.block, blocks);
            message.encrypted = xor(&message.plain, &keystream);
            message.key.clone_from(&keys[0]);
        }
        check_ctr::<P>(&mut random, &shared);
    }
}

/// One job, lanes full, one more, and more than the batch sorts at a time; of a key each or, where that
/// is odd, of one key.
pub(crate) fn of_few_and_of_many<P: Pair>() {
    let mut random = Random::new(9);
    for jobs in [0, 1, 2, 3, 7, 8, 9, 15, 16, 17, 31, 32, 33, 131, 300] {
        let shared = random.bytes(P::KEY);
        let known: Vec<_> = (0..jobs)
            .map(|_| {
                // More messages of one key than are gathered at a time, before their bytes are too many.
                let most = if jobs == 131 { 20 } else { 300 };
                let bytes = random.below(most);
                let mut message = message::<P>(&mut random, 0, bytes);
                if jobs % 2 == 1 {
                    let keystream =
                        P::keystream(&shared, &message.nonce, 0, bytes.div_ceil(P::BLOCK));
                    message.encrypted = xor(&message.plain, &keystream);
                    message.key.clone_from(&shared);
                }
                message
            })
            .collect();
        check_ctr::<P>(&mut random, &known);
        check_ecb::<P>(&mut random, &known);
    }
}

/// Short and long messages that meet a carry of the counter, or end with the last block.
pub(crate) fn where_words_of_the_counter_wrap<P: Pair>() {
    let mut random = Random::new(10);
    let limit = P::limit();
    let wraps = wraps::<P>();
    let known: Vec<_> = (0..66)
        .map(|i| {
            let wrap = wraps[i % wraps.len()];
            let block = wrap - random.below(40) as u64;
            let most = (limit - block).min(100) as usize * P::BLOCK;
            let bytes = random.below(most + 1);
            message::<P>(&mut random, block, [bytes, most][i % 2])
        })
        .collect();
    check_ctr::<P>(&mut random, &known);
}
