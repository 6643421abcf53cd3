//! Chunked encryption: known answers on every backend, messages in every manner, and damaged messages.

mod damaged;
mod known;
mod manners;

use lanecrypt::chunked::{Cobblestone, SALT_BYTES, Variant, opened_bytes, sealed_bytes};
use lanecrypt::{Algorithm as _, Backend, Error};

/// The length of a full chunk, and of a sealed one.
const CHUNK: usize = 16384;
const SEALED: usize = CHUNK + 16;

/// The length of a header.
const HEADER: usize = 56;

/// Bytes that differ between places.
fn plaintext(bytes: usize) -> Vec<u8> {
    (0..bytes).map(|at| (at * 167 + (at >> 8)) as u8).collect()
}

/// A key of bytes that differ.
fn key<C: Variant>(backend: Backend) -> Cobblestone<C> {
    let bytes: Vec<u8> = (0..Cobblestone::<C>::KEY_BYTES as u8).collect();
    Cobblestone::with_backend(&bytes, backend).unwrap()
}

/// The salt of all tests: each has one message under a key, or the same one.
const SALT: [u8; SALT_BYTES] = [9; SALT_BYTES];

/// Seals a whole message into a buffer of the right length, which was not zeros.
fn seal<C: Variant>(key: &Cobblestone<C>, context: &[u8], plaintext: &[u8]) -> Vec<u8> {
    let mut sealed = vec![0xaa; sealed_bytes(plaintext.len() as u64).unwrap() as usize];
    key.seal(&SALT, context, plaintext, &mut sealed).unwrap();
    sealed
}

/// Opens a whole message. Checks that an error leaves zeros, or nothing if it comes before any chunk.
fn open<C: Variant>(key: &Cobblestone<C>, context: &[u8], sealed: &[u8]) -> Result<Vec<u8>, Error> {
    let bytes = opened_bytes(sealed.len() as u64);
    let mut plaintext = vec![0xaa; bytes.unwrap_or(100) as usize];
    let opened = key.open(context, sealed, &mut plaintext);
    match opened {
        Err(Error::Commitment | Error::Truncated { .. }) => {
            assert!(plaintext.iter().all(|&byte| byte == 0xaa), "written before it was checked");
        }
        Err(_) => assert!(plaintext.iter().all(|&byte| byte == 0), "an error left data"),
        Ok(()) => {}
    }
    opened.map(|()| plaintext)
}
