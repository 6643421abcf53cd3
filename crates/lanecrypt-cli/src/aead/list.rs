//! The list of authenticated ciphers.

use lanecrypt::Backend;
use lanecrypt::aead::Aead;
use lanecrypt::block::{Aes128, Aes192, Aes256};
use lanecrypt::mode::Gcm;

use super::Cipher;
use super::erased::{batch, expand};

/// All of them.
pub(crate) static ALL: [Cipher; 3] = [
    mode::<Gcm<Aes128>>("aes_gcm", "aes128", ["gcm", "gcm-decrypt"], true),
    mode::<Gcm<Aes192>>("aes_gcm", "aes192", ["gcm", "gcm-decrypt"], true),
    mode::<Gcm<Aes256>>("aes_gcm", "aes256", ["gcm", "gcm-decrypt"], true),
];

/// A mode of a block cipher: its target, the name of the block cipher, its operations, and whether
/// it is a stream.
const fn mode<A: Aead + 'static>(
    target: &'static str,
    name: &'static str,
    operations: [&'static str; 2],
    prefixes: bool,
) -> Cipher {
    Cipher {
        target,
        name,
        operations,
        key_bytes: A::KEY_BYTES,
        nonce_bytes: A::NONCE_BYTES,
        tag_bytes: A::TAG_BYTES,
        prefixes,
        lanes: aes_blocks,
        expand: expand::<A>,
        batch: batch::<A>,
        pieces: None,
    }
}

/// The blocks of AES in a register.
fn aes_blocks(backend: Backend) -> usize {
    crate::block::named("aes128").map_or(1, |cipher| cipher.lanes.in_register(backend))
}
