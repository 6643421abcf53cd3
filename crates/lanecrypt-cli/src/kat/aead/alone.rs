//! One message, sealed and opened: in place and apart, at several alignments.

use lanecrypt::{Backend, Error};

use crate::answers::aead::AeadCase;
use crate::kat::place::{GuardedBuffers, OFFSETS, Place};
use crate::kat::tally::Tally;

/// Checks a case on a backend.
pub(super) fn check(message: &AeadCase, backend: Backend, tally: &mut Tally) {
    for offset in OFFSETS {
        for place in [Place::Same, Place::Apart] {
            if let Some(plaintext) = &message.plaintext {
                seal(message, plaintext, backend, (place, offset), tally);
            }
            open(message, backend, (place, offset), tally);
        }
    }
}

fn seal(
    message: &AeadCase,
    plaintext: &[u8],
    backend: Backend,
    (place, offset): (Place, usize),
    tally: &mut Tally,
) {
    let how = format_args!("sealed alone, {place}, offset {offset}");
    let answer = &message.answer;
    let mut buffers = GuardedBuffers::new(plaintext, place, offset);
    let result = message.expanded(backend).seal(&message.nonce, &message.aad, buffers.data());
    match result {
        Ok(tag) => tally.answer(answer, how, tag.as_ref()),
        Err(error) => tally.succeeds(answer, how, Err(error)),
    }
    // The ciphertext of a case that is to be rejected need not be that of its plaintext.
    if !answer.rejected {
        buffers.check(&message.sealed_answer(), tally, how);
    }
}

fn open(message: &AeadCase, backend: Backend, (place, offset): (Place, usize), tally: &mut Tally) {
    let how = format_args!("opened alone, {place}, offset {offset}");
    let answer = &message.answer;
    let mut buffers = GuardedBuffers::new(&message.ciphertext, place, offset);
    let key = message.expanded(backend);
    let result = key.open(&message.nonce, &message.aad, buffers.data(), &answer.bytes);
    if answer.rejected {
        let tag = (answer.bytes.len(), message.tag_bytes);
        refused(message, tag, result, (&buffers, &message.ciphertext), tally, how);
        return;
    }
    tally.succeeds(answer, how, result);
    if let Some(plaintext) = &message.plaintext {
        buffers.check_equal(answer, plaintext, tally, how);
    }
}

/// Checks that opening was refused. If the tag has another length than agreed upon, nothing may be
/// written; if it is wrong, the output must be zeros.
pub(super) fn refused(
    message: &AeadCase,
    (bytes, expected): (usize, usize),
    result: Result<(), Error>,
    (buffers, ciphertext): (&GuardedBuffers, &[u8]),
    tally: &mut Tally,
    how: std::fmt::Arguments<'_>,
) {
    let answer = &message.answer;
    if bytes != expected {
        let mismatch = result == Err(Error::TagMismatch { bytes, expected });
        tally.holds(answer, how, mismatch, "TagMismatch", || format!("{result:?}"));
        let untouched = buffers.is_untouched(ciphertext);
        tally.holds(answer, how, untouched, "nothing written", || {
            crate::hex::encode(buffers.output())
        });
        return;
    }
    let authentication = result == Err(Error::Authentication);
    tally.holds(answer, how, authentication, "authentication to fail", || format!("{result:?}"));
    tally.holds(answer, how, buffers.is_wiped(), "nothing but zeros", || {
        crate::hex::encode(buffers.output())
    });
}
