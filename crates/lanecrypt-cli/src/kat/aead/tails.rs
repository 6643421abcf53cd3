//! Messages and associated data of every length, compared with the portable backend.

use lanecrypt::Backend;

use super::others::Others;
use crate::answers::aead::AeadCase;
use crate::kat::place::{GuardedBuffers, Place, accept};
use crate::kat::tally::Tally;

/// Checks them on a backend. A failure is reported for the first case.
pub(super) fn check(message: &AeadCase, others: &Others, backend: Backend, tally: &mut Tally) {
    let answer = &message.answer;
    let cipher = message.cipher;
    let Some(first) = others.tails.first() else { return };
    let key = accept((cipher.expand)(&first.key, message.tag_bytes, backend));
    let longest = others.tails.iter().max_by_key(|job| job.plaintext.len());
    for (number, job) in others.tails.iter().enumerate() {
        let (bytes, aad) = (job.plaintext.len(), job.aad.len());
        let place = Place::by_turns(number / 3);
        let how = format_args!("{bytes} random bytes and {aad} beside, {place}, sealed");
        let mut buffers = GuardedBuffers::new(&job.plaintext, place, number % 7);
        match key.seal(&job.nonce, &job.aad, buffers.data()) {
            Ok(tag) => tally.equal(answer, how, &job.tag, tag.as_ref()),
            Err(error) => tally.succeeds(answer, how, Err(error)),
        }
        buffers.check_equal(answer, &job.ciphertext, tally, how);
        if let Some(longest) = longest.filter(|_| cipher.prefixes) {
            // Messages with the same associated data have the same keystream.
            if job.aad == longest.aad {
                tally.equal(answer, how, &longest.ciphertext[..bytes], buffers.output());
            }
        }

        let how = format_args!("{bytes} random bytes and {aad} beside, {place}, opened");
        let mut buffers = GuardedBuffers::new(&job.ciphertext, place, number % 5);
        let result = key.open(&job.nonce, &job.aad, buffers.data(), &job.tag);
        tally.succeeds(answer, how, result);
        buffers.check_equal(answer, &job.plaintext, tally, how);
    }
}
