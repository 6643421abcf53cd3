//! Every length of message and of associated data, against what the portable backend makes of them.

use lanecrypt::Backend;
use lanecrypt::batch::Data;

use super::fields::Message;
use super::others::Others;
use crate::kat::place::{Buffers, Place, accept};
use crate::kat::tally::Tally;

/// Checks them on a backend; what fails is counted as the first case's.
pub(super) fn check(message: &Message, others: &Others, backend: Backend, tally: &mut Tally) {
    let answer = &message.answer;
    let cipher = message.cipher;
    let Some(first) = others.tails.first() else { return };
    let key = accept((cipher.expand)(&first.key, message.tag_bytes, backend));
    let longest = others.tails.iter().max_by_key(|job| job.plaintext.len());
    for (number, job) in others.tails.iter().enumerate() {
        let (bytes, aad) = (job.plaintext.len(), job.aad.len());
        let place = Place::by_turns(number / 3);
        let how = format_args!("{bytes} random bytes and {aad} beside, {place}, sealed");
        let mut buffers = Buffers::new(&job.plaintext, place, number % 7);
        match key.seal(&job.nonce, &job.aad, buffers.data()) {
            Ok(tag) => tally.equal(answer, how, &job.tag, tag.as_ref()),
            Err(error) => tally.succeeds(answer, how, Err(error)),
        }
        buffers.check_equal(answer, &job.ciphertext, tally, how);
        if let Some(longest) = longest.filter(|_| cipher.prefixes) {
            // Of the same associated data, they have the same keystream.
            if job.aad == longest.aad {
                tally.equal(answer, how, &longest.ciphertext[..bytes], buffers.output());
            }
        }

        let how = format_args!("{bytes} random bytes and {aad} beside, {place}, opened");
        let mut buffers = Buffers::new(&job.ciphertext, place, number % 5);
        let result = key.open(&job.nonce, &job.aad, buffers.data(), &job.tag);
        tally.succeeds(answer, how, result);
        buffers.check_equal(answer, &job.plaintext, tally, how);

        if number % 3 == 0 {
            zeros(message, &*key, &job.nonce, bytes, tally);
        }
    }
}

/// Keystream is a message of zeros, whatever is in the buffer before.
fn zeros(
    message: &Message,
    key: &dyn crate::aead::Expanded,
    nonce: &[u8],
    bytes: usize,
    tally: &mut Tally,
) {
    let how = format_args!("{bytes} bytes of keystream");
    let (mut keystream, mut zeros) = (vec![0x5a; bytes], vec![0; bytes]);
    let made = key.seal(nonce, &[], Data::Keystream(&mut keystream));
    let expected = key.seal(nonce, &[], Data::InPlace(&mut zeros));
    let alike = made == expected && made.is_ok();
    tally.holds(&message.answer, how, alike, "the tag of zeros", || format!("{made:?}"));
    tally.equal(&message.answer, how, &zeros, &keystream);
}
