//! The list of authenticated ciphers.

use lanecrypt::aead::stream::Incremental;
use lanecrypt::mode::{AesModes, Gcm, Ocb3, XAes256Gcm};
use lanecrypt::stream::zuc;
use lanecrypt::threegpp::{Nca4, Nca5, Nca6};
use lanecrypt::{Aead, Backend, aead, block};

use super::cipher::AeadCipher;
use super::erased::{batch, batch_gcm, expand, expand_gcm, pieces};
use crate::block::lanes_of;

macro_rules! ciphers {
    (
        over_aes { $({
            $mode:ident<$aes:ident> $cipher:ident $operation:ident $title:literal $feature:literal
            $key:literal $target:literal
        })* }
        stateful { $({
            $module:ident::$type:ident $name:ident $stateful:literal $needs:literal
            $key_bytes:literal $bits:literal $answers:literal
        })* }
        other { $({
            ($other:ty) $other_name:ident $other_title:literal $other_feature:literal
            $other_key:literal $other_answers:literal
        })* }
    ) => {
        /// The ciphers that are checked and measured.
        pub(crate) static ALL: &[AeadCipher] = &[
            $($operation::<block::$aes>($target, stringify!($cipher)),)*
            $(whole::<aead::$type>(
                $answers,
                stringify!($name),
                |backend| parts(backend, $bits),
            ),)*
            $(other::<$other>($other_answers, stringify!($other_name)),)*
        ];
    };
}
lanecrypt::aeads!(ciphers);

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
const fn gcm<C: AesModes>(target: &'static str, name: &'static str) -> AeadCipher {
    AeadCipher {
        operations: ["gcm", "gcm-decrypt"],
        tag_bytes: &[4, 8, 12, 13, 14, 15, 16],
        lanes: aes_blocks,
        expand: expand_gcm::<C>,
        batch: batch_gcm::<C>,
        ..of::<Gcm<C>>(target, name)
    }
}

/// OCB3 over a block cipher of some name.
const fn ocb3<C: AesModes>(target: &'static str, name: &'static str) -> AeadCipher {
    AeadCipher {
        operations: ["ocb3", "ocb3-decrypt"],
        // The last block of a message is encrypted in another way than it would be within one.
        prefixes: false,
        lanes: aes_blocks,
        ..of::<Ocb3<C>>(target, name)
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

/// A cipher that is made of others, with its target and its name.
const fn other<A: Aead + SideBySide>(target: &'static str, name: &'static str) -> AeadCipher {
    AeadCipher { lanes: A::lanes, ..of::<A>(target, name) }
}

/// A cipher that is made of others.
trait SideBySide {
    /// The number of blocks or of messages that are encrypted side by side.
    fn lanes(backend: Backend) -> usize;
}

impl SideBySide for XAes256Gcm {
    fn lanes(backend: Backend) -> usize {
        aes_blocks(backend)
    }
}

impl SideBySide for Nca4 {
    fn lanes(backend: Backend) -> usize {
        parts(backend, 128)
    }
}

impl SideBySide for Nca5 {
    fn lanes(backend: Backend) -> usize {
        aes_blocks(backend)
    }
}

impl SideBySide for Nca6 {
    fn lanes(backend: Backend) -> usize {
        zuc::Variant::Auto.lanes(backend, usize::MAX)
    }
}

/// The blocks of AES in a register.
fn aes_blocks(backend: Backend) -> usize {
    lanes_of(128, backend)
}

/// The messages in a register whose states have registers of so many bits.
fn parts(backend: Backend, bits: usize) -> usize {
    (crate::backends::register_bits(backend) / bits).max(1)
}
