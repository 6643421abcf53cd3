//! ECB: the case alone, and at every position of runs of every length.

use lanecrypt::Backend;

use super::{batch, ctr};
use crate::answers::Answer;
use crate::answers::block::BlockCase;
use crate::block::Way;
use crate::kat::place::{GuardedBuffers, OFFSETS, Place, accept};
use crate::kat::tally::Tally;
use crate::random::Random;

/// Runs up to this many blocks have every length.
const EVERY_LENGTH: usize = 130;

/// The lengths of longer runs: near the whole tiles that kernels of many lanes take.
const LONG: [usize; 12] = [159, 160, 161, 191, 193, 255, 256, 257, 384, 511, 512, 517];

/// Checks a case on a backend.
pub(super) fn check(message: &BlockCase, backend: Backend, tally: &mut Tally) {
    let back =
        Answer { field: "plaintext", bytes: message.plaintext.clone(), ..message.answer.clone() };
    let mut ways = vec![(Way::Encrypt, &message.plaintext, &message.answer)];
    // The plaintext of a wrong answer is not known.
    if !message.answer.rejected {
        ways.push((Way::Decrypt, &message.answer.bytes, &back));
    }
    for &(way, input, answer) in &ways {
        alone(message, backend, way, input, answer, tally);
    }
    if message.answer.rejected || message.plaintext.is_empty() {
        return;
    }
    runs(message, backend, &ways, tally);
    batch::check_ecb(message, backend, tally);
    ctr::check_blocks(message, backend, tally);
}

/// Checks the case's blocks alone, in place and apart, in every variant.
fn alone(
    message: &BlockCase,
    backend: Backend,
    way: Way,
    input: &[u8],
    answer: &Answer,
    tally: &mut Tally,
) {
    let expanded = message.expanded(backend);
    for offset in OFFSETS {
        for place in [Place::Same, Place::Apart] {
            let how = format_args!("{way:?}, alone, {place}, offset {offset}");
            let mut buffers = GuardedBuffers::new(input, place, offset);
            let result = expanded.ecb(way, buffers.data());
            tally.succeeds(answer, how, result);
            buffers.check(answer, tally, how);
        }
    }
    for plain in message.cipher.plain {
        let mut data = input.to_vec();
        let how = format_args!("{way:?}, variant {}", plain.name);
        let result = accept((plain.expand)(&message.key, &message.choice)).ecb(way, &mut data);
        tally.succeeds(answer, how, result);
        tally.answer(answer, how, &data);
    }
}

/// Checks the case's blocks among random blocks: at every second position of a run, then at the
/// others.
fn runs(
    message: &BlockCase,
    backend: Backend,
    ways: &[(Way, &Vec<u8>, &Answer)],
    tally: &mut Tally,
) {
    let block = message.cipher.block_bytes;
    let most = LONG[LONG.len() - 1];
    let fillers = Random(most as u64).bytes(most * block);
    let mut encrypted = fillers.clone();
    accept(message.reference(&message.key).ecb(Way::Encrypt, &mut encrypted));

    // Two texts and their ciphertexts. The runs are their beginnings.
    let mut texts = [(fillers.clone(), encrypted.clone()), (fillers, encrypted)];
    for (parity, (text, outcome)) in texts.iter_mut().enumerate() {
        let known = message.plaintext.chunks(block).zip(message.answer.bytes.chunks(block)).cycle();
        let pairs = text.chunks_mut(block).zip(outcome.chunks_mut(block));
        for ((from, to), (plaintext, ciphertext)) in pairs.skip(parity).step_by(2).zip(known) {
            from.copy_from_slice(plaintext);
            to.copy_from_slice(ciphertext);
        }
    }
    let expanded = message.expanded(backend);
    for length in (1..=EVERY_LENGTH).chain(LONG) {
        for (parity, (text, outcome)) in texts.iter().enumerate() {
            for &(way, _, answer) in ways {
                let (from, to) = match way {
                    Way::Encrypt => (text, outcome),
                    Way::Decrypt => (outcome, text),
                };
                let (from, to) = (&from[..length * block], &to[..length * block]);
                let place = Place::by_turns(length + parity);
                let how = format_args!(
                    "{way:?}, {length} blocks, every second from number {parity}, {place}"
                );
                let mut buffers = GuardedBuffers::new(from, place, length % 7);
                let result = expanded.ecb(way, buffers.data());
                tally.succeeds(answer, how, result);
                buffers.check_equal(answer, to, tally, how);
            }
        }
    }
}
