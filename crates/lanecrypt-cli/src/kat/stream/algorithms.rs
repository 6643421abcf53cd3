//! What the checks need to know about an algorithm.

use lanecrypt::threegpp::{EncryptionId, IntegrityId};
use lanecrypt::{Backend, Mac, StreamCipher};

use crate::nonce::{Lend as _, Nonce};
use crate::variants::Variant;

/// The ways in which an algorithm is computed: its options.
pub(super) trait Ways: Copy {
    /// All ways, with their names.
    fn all() -> Vec<(&'static str, Self)>;
    /// The most messages that a backend has under way at a time.
    fn lanes(self, backend: Backend) -> usize;
}

impl<V: Variant> Ways for V {
    fn all() -> Vec<(&'static str, Self)> {
        V::all().iter().map(|variant| (variant.name(), *variant)).collect()
    }

    fn lanes(self, backend: Backend) -> usize {
        Variant::lanes(self, backend, usize::MAX)
    }
}

impl Ways for () {
    fn all() -> Vec<(&'static str, Self)> {
        vec![("lanes", ())]
    }

    /// The library does not tell the number. Its batches of AES take fewer messages than this at a
    /// time.
    fn lanes(self, _: Backend) -> usize {
        40
    }
}

/// A stream cipher.
pub(super) trait KnownCipher: StreamCipher<Options: Ways> {
    /// The type of nonces.
    type Iv: Nonce;
    /// The published name.
    const TITLE: &'static str;

    /// The nonce as the library takes it.
    fn nonce(iv: &Self::Iv) -> Self::Nonce<'_>;

    /// The identifier of the algorithm, if it is one of 3GPP.
    fn identifier() -> Option<EncryptionId> {
        short_name(Self::TITLE).parse().ok()
    }
}

/// A MAC with a nonce.
pub(super) trait KnownMac: Mac<Options: Ways> {
    /// The type of nonces.
    type Iv: Nonce;
    /// The published name.
    const TITLE: &'static str;

    /// The nonce as the library takes it.
    fn nonce(iv: &Self::Iv) -> Self::Nonce<'_>;

    /// The identifier of the algorithm, if it is one of 3GPP.
    fn identifier() -> Option<IntegrityId> {
        short_name(Self::TITLE).parse().ok()
    }
}

/// The name of an algorithm of 3GPP without the length of its keys.
fn short_name(title: &str) -> &str {
    title.split_once('-').map_or(title, |(_, name)| name)
}

macro_rules! ciphers {
    ($({
        ($type:ty) $name:ident $title:literal $feature:literal $key:literal ($nonce:ty) $bits:literal
        $target:literal
    })*) => {$(
        impl KnownCipher for $type {
            type Iv = $nonce;
            const TITLE: &'static str = $title;

            fn nonce(iv: &$nonce) -> Self::Nonce<'_> {
                iv.lend()
            }
        }
    )*};
}
lanecrypt::stream_ciphers!(ciphers);

macro_rules! macs {
    (
        over_aes { $($over_aes:tt)* }
        over_aegis { $($over_aegis:tt)* }
        other { $({
            ($type:ty) $name:ident $title:literal $feature:literal $key:literal ($nonce:ty)
            $target:literal
        })* }
    ) => {$(
        impl KnownMac for $type {
            type Iv = $nonce;
            const TITLE: &'static str = $title;

            fn nonce(iv: &$nonce) -> Self::Nonce<'_> {
                iv.lend()
            }
        }
    )*};
}
lanecrypt::macs!(macs);
