//! The list of authenticated ciphers.

use lanecrypt::Backend;
use lanecrypt::aead::stream::InPieces;
use lanecrypt::aead::{
    Aead, Aegis128, Aegis128L, Aegis128X2, Aegis128X4, Aegis256, Aegis256X2, Aegis256X4, Morus640,
    Morus1280, Morus1280Key256,
};
use lanecrypt::block::{Aes128, Aes192, Aes256};
use lanecrypt::mode::{Gcm, Ocb3};

use super::Cipher;
use super::erased::{batch, expand, pieces};

/// All of them.
pub(crate) static ALL: [Cipher; 16] = [
    mode::<Gcm<Aes128>>("aes_gcm", "aes128", ["gcm", "gcm-decrypt"], true),
    mode::<Gcm<Aes192>>("aes_gcm", "aes192", ["gcm", "gcm-decrypt"], true),
    mode::<Gcm<Aes256>>("aes_gcm", "aes256", ["gcm", "gcm-decrypt"], true),
    mode::<Ocb3<Aes128>>("aes_ocb3", "aes128", ["ocb3", "ocb3-decrypt"], false),
    mode::<Ocb3<Aes192>>("aes_ocb3", "aes192", ["ocb3", "ocb3-decrypt"], false),
    mode::<Ocb3<Aes256>>("aes_ocb3", "aes256", ["ocb3", "ocb3-decrypt"], false),
    whole::<Aegis128>("aegis_128", |backend| parts(backend, 128)),
    whole::<Aegis128L>("aegis_128l", |backend| parts(backend, 128)),
    whole::<Aegis256>("aegis_256", |backend| parts(backend, 128)),
    whole::<Aegis128X2>("aegis_128x2", |backend| parts(backend, 256)),
    whole::<Aegis128X4>("aegis_128x4", |backend| parts(backend, 512)),
    whole::<Aegis256X2>("aegis_256x2", |backend| parts(backend, 256)),
    whole::<Aegis256X4>("aegis_256x4", |backend| parts(backend, 512)),
    whole::<Morus640>("morus_640_128", |backend| parts(backend, 128)),
    whole::<Morus1280>("morus_1280_128", |backend| parts(backend, 256)),
    whole::<Morus1280Key256>("morus_1280_256", |backend| parts(backend, 256)),
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

/// A cipher of its own, whose messages can come in pieces: its target, and how many messages a
/// register holds.
const fn whole<A: InPieces + 'static>(target: &'static str, lanes: fn(Backend) -> usize) -> Cipher {
    Cipher {
        target,
        name: A::NAME,
        operations: ["encrypt", "decrypt"],
        key_bytes: A::KEY_BYTES,
        nonce_bytes: A::NONCE_BYTES,
        tag_bytes: A::TAG_BYTES,
        prefixes: true,
        lanes,
        expand: expand::<A>,
        batch: batch::<A>,
        pieces: Some(pieces::<A>),
    }
}

/// The blocks of AES in a register.
fn aes_blocks(backend: Backend) -> usize {
    crate::block::named("aes128").map_or(1, |cipher| cipher.lanes.in_register(backend))
}

/// The messages in a register whose states have registers of so many bits.
fn parts(backend: Backend, bits: usize) -> usize {
    (crate::backends::register_bits(backend) / bits).max(1)
}
