//! Chunked encryption: whole messages, and messages in pieces of several lengths.

use lanecrypt::block::{Aes128, Aes256};
use lanecrypt::chunked::{CHUNK_BYTES, Cobblestone, SEALED_CHUNK_BYTES, TAG_BYTES, Variant};
use lanecrypt::{Algorithm as _, Backend, Error};
use sha2::{Digest as _, Sha256};

use super::suite::{Suite, Target};
use super::tally::Tally;
use crate::answers::chunked::ChunkedCase;

/// The target.
pub(super) const TARGET: Target = Target {
    name: "cobblestone",
    prepare: |_, cases| {
        let cases = cases.iter().map(ChunkedCase::read);
        Ok(Box::new(cases.collect::<Result<Vec<_>, _>>()?))
    },
};

/// How many chunks a piece has.
const PIECES: [usize; 3] = [1, 3, 16];

impl Suite for Vec<ChunkedCase> {
    fn run(&self, backend: Backend, tally: &mut Tally) {
        for case in self {
            match case.key.len() {
                16 => check::<Aes128>(case, backend, tally),
                _ => check::<Aes256>(case, backend, tally),
            }
        }
    }
}

fn check<C: Variant>(case: &ChunkedCase, backend: Backend, tally: &mut Tally) {
    let result = try_check::<C>(case, backend, tally);
    tally.succeeds(&case.answer, "every call", result);
}

fn try_check<C: Variant>(
    case: &ChunkedCase,
    backend: Backend,
    tally: &mut Tally,
) -> Result<(), Error> {
    let answer = &case.answer;
    let key = Cobblestone::<C>::with_backend(&case.key, backend)?;
    let mut sealed = vec![0xa5; case.sealed_bytes];
    key.seal(&case.salt, &case.context, &case.plaintext, &mut sealed)?;
    match case.hashed {
        true => tally.answer(answer, "sealed as a whole", &Sha256::digest(&sealed)),
        false => tally.answer(answer, "sealed as a whole", &sealed),
    }
    let mut opened = vec![0xa5; case.plaintext.len()];
    key.open(&case.context, &sealed, &mut opened)?;
    tally.equal(answer, "opened as a whole", &case.plaintext, &opened);

    for piece in PIECES {
        let how = format_args!("in pieces of {piece} chunks");
        let mut sealing = key.sealing(&case.salt, &case.context);
        let mut out = sealing.header().to_vec();
        let (pieces, end) = split(&case.plaintext, piece * CHUNK_BYTES);
        for plaintext in pieces {
            let mut room = vec![0; piece * SEALED_CHUNK_BYTES];
            sealing.update(plaintext, &mut room)?;
            out.extend(room);
        }
        let mut room = vec![0; end.len() + (end.len() / CHUNK_BYTES + 1) * TAG_BYTES];
        sealing.finish(end, &mut room)?;
        out.extend(room);
        tally.equal(answer, how, &sealed, &out);

        let Some((header, body)) = sealed.split_first_chunk() else { continue };
        let mut opening = key.opening(header, &case.context)?;
        let mut out = Vec::new();
        let (pieces, end) = split(body, piece * SEALED_CHUNK_BYTES);
        for sealed in pieces {
            let mut room = vec![0; piece * CHUNK_BYTES];
            opening.update(sealed, &mut room)?;
            out.extend(room);
        }
        let tags = (end.len() / SEALED_CHUNK_BYTES + 1) * TAG_BYTES;
        let mut room = vec![0; end.len() - tags];
        opening.finish(end, &mut room)?;
        out.extend(room);
        tally.equal(answer, how, &case.plaintext, &out);
    }

    // Another key, another context, a bit of the last tag.
    let mut other = case.key.clone();
    other[0] ^= 1;
    let other = Cobblestone::<C>::with_backend(&other, backend)?;
    let context = [&case.context[..], b"x"].concat();
    let mut damaged = sealed.clone();
    damaged[case.sealed_bytes - 1] ^= 1;
    for (how, result) in [
        ("another key", other.open(&case.context, &sealed, &mut opened)),
        ("another context", key.open(&context, &sealed, &mut opened)),
        ("a bit changed", key.open(&case.context, &damaged, &mut opened)),
    ] {
        tally.holds(answer, how, result.is_err(), "an error", || "none".to_owned());
    }
    Ok(())
}

/// Whole pieces, and what is left.
fn split(bytes: &[u8], piece: usize) -> (impl Iterator<Item = &[u8]>, &[u8]) {
    let pieces = bytes.chunks_exact(piece);
    let end = pieces.remainder();
    (pieces, end)
}
