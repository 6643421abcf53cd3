//! The list of authenticated ciphers.

use lanecrypt::aead::stream::Incremental;
use lanecrypt::aead::{
    Aegis128, Aegis128L, Aegis128X2, Aegis128X4, Aegis256, Aegis256X2, Aegis256X4, Morus640,
    Morus1280, Morus1280Key256,
};
use lanecrypt::block::{Aes128, Aes192, Aes256};
use lanecrypt::mode::{AesModes, Gcm, Ocb3};
use lanecrypt::threegpp::Nca6;
use lanecrypt::{Aead, Backend};

use super::cipher::AeadCipher;
use super::erased::{batch, batch_gcm, expand, expand_gcm, pieces};
use crate::block::{AES128, AES192, AES256};

/// The ciphers that are checked and measured.
pub(crate) static ALL: [AeadCipher; 16] = [
    gcm::<Aes128>(AES128),
    gcm::<Aes192>(AES192),
    gcm::<Aes256>(AES256),
    ocb3::<Aes128>(AES128),
    ocb3::<Aes192>(AES192),
    ocb3::<Aes256>(AES256),
    whole::<Aegis128>("aegis_128", "aegis128", |backend| parts(backend, 128)),
    whole::<Aegis128L>("aegis_128l", "aegis128l", |backend| parts(backend, 128)),
    whole::<Aegis256>("aegis_256", "aegis256", |backend| parts(backend, 128)),
    whole::<Aegis128X2>("aegis_128x2", "aegis128x2", |backend| parts(backend, 256)),
    whole::<Aegis128X4>("aegis_128x4", "aegis128x4", |backend| parts(backend, 512)),
    whole::<Aegis256X2>("aegis_256x2", "aegis256x2", |backend| parts(backend, 256)),
    whole::<Aegis256X4>("aegis_256x4", "aegis256x4", |backend| parts(backend, 512)),
    whole::<Morus640>("morus_640_128", "morus640", |backend| parts(backend, 128)),
    whole::<Morus1280>("morus_1280_128", "morus1280", |backend| parts(backend, 256)),
    whole::<Morus1280Key256>("morus_1280_256", "morus1280_256", |backend| parts(backend, 256)),
];

/// 256-NCA6, which is checked here; it is measured with the algorithms of 3GPP.
pub(crate) static NCA6: AeadCipher = of::<Nca6>("zuc_nca6", "nca6");

/// What is the same for most ciphers: the target, the name on the command line.
const fn of<A: Aead>(target: &'static str, name: &'static str) -> AeadCipher {
    AeadCipher {
        target,
        name,
        operations: ["encrypt", "decrypt"],
        key_bytes: A::KEY_BYTES,
        nonce_bytes: (*A::NONCE_BYTES.start(), *A::NONCE_BYTES.end()),
        tag_bytes: A::TAG_BYTES,
        prefixes: true,
        lanes: |_| 1,
        expand: expand::<A>,
        batch: batch::<A>,
        pieces: None,
    }
}

/// GCM over a block cipher of some name.
const fn gcm<C: AesModes>(name: &'static str) -> AeadCipher {
    AeadCipher {
        operations: ["gcm", "gcm-decrypt"],
        tag_bytes: &[4, 8, 12, 13, 14, 15, 16],
        lanes: aes_blocks,
        expand: expand_gcm::<C>,
        batch: batch_gcm::<C>,
        ..of::<Gcm<C>>("aes_gcm", name)
    }
}

/// OCB3 over a block cipher of some name.
const fn ocb3<C: AesModes>(name: &'static str) -> AeadCipher {
    AeadCipher {
        operations: ["ocb3", "ocb3-decrypt"],
        // The last block of a message is encrypted in another way than it would be within one.
        prefixes: false,
        lanes: aes_blocks,
        ..of::<Ocb3<C>>("aes_ocb3", name)
    }
}

/// A cipher of its own, whose messages can come in pieces: its target, its name, and how many
/// messages a register holds.
const fn whole<A: Incremental>(
    target: &'static str,
    name: &'static str,
    lanes: fn(Backend) -> usize,
) -> AeadCipher {
    AeadCipher { lanes, pieces: Some(pieces::<A>), ..of::<A>(target, name) }
}

/// The blocks of AES in a register.
fn aes_blocks(backend: Backend) -> usize {
    crate::block::named(AES128).map_or(1, |cipher| cipher.lanes.in_register(backend))
}

/// The messages in a register whose states have registers of so many bits.
fn parts(backend: Backend, bits: usize) -> usize {
    (crate::backends::register_bits(backend) / bits).max(1)
}
