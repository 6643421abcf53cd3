//! Messages in pieces, for ciphers that can take them.

use lanecrypt::{Backend, Data, Error, Tag};

use crate::aead::Pieces;
use crate::answers::aead::AeadCase;
use crate::kat::place::{GuardedBuffers, Place, accept};
use crate::kat::tally::Tally;

/// The lengths of pieces.
const PIECES: [usize; 9] = [1, 3, 15, 16, 17, 33, 64, 129, usize::MAX];

/// Checks a case on a backend, cut in several ways.
pub(super) fn check(message: &AeadCase, backend: Backend, tally: &mut Tally) {
    let (Some(expand), Some(plaintext)) = (message.cipher.pieces, &message.plaintext) else {
        return;
    };
    let key = accept(expand(&message.key, message.tag_bytes, backend));
    let answer = &message.answer;
    for (number, piece) in PIECES.into_iter().enumerate() {
        // The associated data is cut at other places than the message.
        let of_aad = PIECES[PIECES.len() - 1 - number];
        for place in [Place::Same, Place::Apart] {
            let how = format_args!("sealed in pieces of {piece}, {place}");
            let mut buffers = GuardedBuffers::new(plaintext, place, number % 7);
            let pieces = accept(key.seal(&message.nonce));
            match run(pieces, message, (of_aad, piece), buffers.data(), &[]) {
                Ok(Some(tag)) => tally.answer(answer, how, tag.as_ref()),
                result => tally.holds(answer, how, false, "a tag", || format!("{result:?}")),
            }
            buffers.check(&message.sealed_answer(), tally, how);

            let how = format_args!("opened in pieces of {piece}, {place}");
            let mut buffers = GuardedBuffers::new(&message.ciphertext, place, number % 5);
            let pieces = accept(key.open(&message.nonce));
            let result = run(pieces, message, (of_aad, piece), buffers.data(), &answer.bytes);
            tally.succeeds(answer, how, result.map(|_| ()));
            buffers.check_equal(answer, plaintext, tally, how);

            let how = format_args!("opened in pieces of {piece} with a wrong tag, {place}");
            let mut tag = answer.bytes.clone();
            let at = number % tag.len();
            tag[at] ^= 0x10;
            let mut buffers = GuardedBuffers::new(&message.ciphertext, place, number % 5);
            let pieces = accept(key.open(&message.nonce));
            let result = run(pieces, message, (of_aad, piece), buffers.data(), &tag);
            let refused = matches!(result, Err(Error::Authentication));
            tally.holds(answer, how, refused, "authentication to fail", || format!("{result:?}"));

            let how = format_args!("opened in pieces of {piece} with a short tag, {place}");
            let mut buffers = GuardedBuffers::new(&message.ciphertext, place, number % 5);
            let pieces = accept(key.open(&message.nonce));
            let (bytes, expected) = (number % tag.len(), tag.len());
            let result = run(pieces, message, (of_aad, piece), buffers.data(), &tag[..bytes]);
            let refused = matches!(
                result,
                Err(Error::TagMismatch { bytes: b, expected: e }) if (b, e) == (bytes, expected)
            );
            tally.holds(answer, how, refused, "TagMismatch", || format!("{result:?}"));
        }
    }
}

/// Processes a whole message in pieces.
fn run(
    mut pieces: Box<dyn Pieces>,
    message: &AeadCase,
    (of_aad, piece): (usize, usize),
    data: Data<'_>,
    tag: &[u8],
) -> Result<Option<Tag>, Error> {
    for part in message.aad.chunks(of_aad) {
        pieces.aad(part)?;
    }
    match data {
        Data::InPlace(data) => {
            for part in data.chunks_mut(piece) {
                pieces.update(Data::InPlace(part))?;
            }
        }
        Data::Copy { input, output } => {
            for (input, output) in input.chunks(piece).zip(output.chunks_mut(piece)) {
                pieces.update(Data::Copy { input, output })?;
            }
        }
        _ => unreachable!("messages are in place or apart"),
    }
    pieces.finish(tag)
}
