//! Chunked encryption: whole messages, chunks in order, and chunks in any order. Salts, contexts and headers are public.

use super::memcheck::watched;
use super::{Count, Reports, leftovers, memcheck, name_of, secret};
use lanecrypt::chunked::{
    CHUNK_BYTES, Cobblestone, HEADER_BYTES, Layout, Message, Opening, SEALED_CHUNK_BYTES, Sealing,
    Variant, sealed_bytes,
};
use lanecrypt::{Algorithm, Backend, Error, block};

const SALT: [u8; 24] = [0xf9; 24];
const CONTEXT: &[u8] = b"context";
/// A full chunk and some more.
const BYTES: usize = CHUNK_BYTES + 100;

fn key<C: Variant>(backend: Backend) -> Cobblestone<C> {
    let bytes = secret::<32>(1);
    let bytes = &bytes[..Cobblestone::<C>::KEY_BYTES];
    let message = |bytes: &[u8]| {
        let key = Cobblestone::<C>::with_backend(bytes, backend).expect("an available backend");
        key.message(&SALT, CONTEXT)
    };
    leftovers::look_for_object(bytes, message, |message| message.header().to_vec());
    watched(|| Cobblestone::with_backend(bytes, backend)).expect("an available backend")
}

/// A secret message, and room for it when it is sealed.
fn message() -> (Vec<u8>, Vec<u8>) {
    let mut message: Vec<u8> = (0..BYTES).map(|i| (i * i) as u8).collect();
    memcheck::hide(&mut message);
    (message, vec![0; sealed_bytes(BYTES as u64).expect("a short message") as usize])
}

/// Sealed, opened, and refused. Whether the header is right shows, and whether each chunk is.
fn whole<C: Variant>(backend: Backend) {
    let (key, (data, mut sealed)) = (key::<C>(backend), message());
    let mut opened = vec![0; BYTES];
    watched(|| key.seal(&SALT, CONTEXT, &data, &mut sealed)).expect("room for it");
    watched(|| key.open(CONTEXT, &sealed, &mut opened)).expect("what was sealed");
    sealed[HEADER_BYTES + CHUNK_BYTES / 2] ^= 1;
    assert!(watched(|| key.open(CONTEXT, &sealed, &mut opened)) == Err(Error::Chunk { number: 0 }));
    sealed[HEADER_BYTES - 1] ^= 1;
    assert!(watched(|| key.open(CONTEXT, &sealed, &mut opened)) == Err(Error::Commitment));
}

fn in_order<C: Variant>(backend: Backend) {
    let (key, (data, mut sealed)) = (key::<C>(backend), message());
    let mut opened = vec![0; BYTES];
    let ((chunk, rest), (header, chunks)) =
        (data.split_at(CHUNK_BYTES), sealed.split_at_mut(HEADER_BYTES));
    let (sealed_chunk, sealed_rest) = chunks.split_at_mut(SEALED_CHUNK_BYTES);
    let mut sealing = watched(|| key.sealing(&SALT, CONTEXT));
    header.copy_from_slice(sealing.header());
    watched(|| sealing.update(chunk, sealed_chunk)).expect("room for it");
    watched(|| sealing.finish(rest, sealed_rest)).expect("room for it");
    let header = sealed.first_chunk().expect("a header");
    let mut opening = watched(|| key.opening(header, CONTEXT)).expect("the right header");
    let (chunk, rest) = opened.split_at_mut(CHUNK_BYTES);
    let (sealed_chunk, sealed_rest) = sealed[HEADER_BYTES..].split_at(SEALED_CHUNK_BYTES);
    watched(|| opening.update(sealed_chunk, chunk)).expect("what was sealed");
    watched(|| opening.finish(sealed_rest, rest)).expect("what was sealed");
}

fn in_any_order<C: Variant>(backend: Backend) {
    let (key, (data, mut sealed)) = (key::<C>(backend), message());
    let mut opened = vec![0; BYTES];
    let (chunk, rest) = data.split_at(CHUNK_BYTES);
    let (header, chunks) =
        sealed.split_first_chunk_mut::<HEADER_BYTES>().expect("room for a header");
    let (sealed_chunk, sealed_rest) = chunks.split_at_mut(SEALED_CHUNK_BYTES);
    let message = watched(|| key.message(&SALT, CONTEXT));
    *header = *message.header();
    watched(|| message.seal_end(1, rest, sealed_rest)).expect("room for it");
    watched(|| message.seal_chunks(0, chunk, sealed_chunk)).expect("room for it");
    let message = watched(|| key.message_of(header, CONTEXT)).expect("the right header");
    let (chunk, rest) = opened.split_at_mut(CHUNK_BYTES);
    watched(|| message.open_end(1, sealed_rest, rest)).expect("what was sealed");
    watched(|| message.open_chunks(0, sealed_chunk, chunk)).expect("what was sealed");
    let layout = Layout::of_plaintext(BYTES as u64).expect("a short message");
    watched(|| message.open_part(&layout, 1..2, sealed_rest, rest)).expect("what was sealed");
}

fn of<C: Variant>(backend: Backend, count: Count<'_>) {
    let name = |what: String| format!("{backend} {what}");
    count(name(name_of::<Cobblestone<C>>()), Reports::Verdicts(6), &|| whole::<C>(backend));
    let pieces = format!("{} and {} of chunks", name_of::<Sealing<C>>(), name_of::<Opening<C>>());
    count(name(pieces), Reports::Verdicts(3), &|| in_order::<C>(backend));
    count(name(name_of::<Message<C>>()), Reports::Verdicts(4), &|| in_any_order::<C>(backend));
}

/// Both lengths of keys.
pub(crate) fn every_cipher(backend: Backend, count: Count<'_>) {
    of::<block::Aes128>(backend, count);
    of::<block::Aes256>(backend, count);
}
