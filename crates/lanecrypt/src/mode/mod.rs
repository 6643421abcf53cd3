//! Modes of operation over the block ciphers of this crate.
//!
//! | type | what it is | over |
//! |---|---|---|
//! | [`Ecb`], [`Ctr`] | [`Cipher`](crate::Cipher) | every block cipher |
//! | [`Cbc`] | [`Cipher`](crate::Cipher) | AES |
//! | [`Cmac`], [`Pmac`] | [`Mac`](crate::Mac) | AES |
//! | [`Gcm`], [`Ocb3`] | [`Aead`](crate::Aead) | AES |
//! | [`XAes256Gcm`] | [`Aead`](crate::Aead) with long nonces | AES-256 |
//! | [`CtrDrbg`] | random bytes from a source of [`Entropy`] | AES |
//!
//! Messages and blocks are byte strings in the order of the standards.

#[cfg(feature = "aes")]
pub(crate) mod blocks;
#[cfg(feature = "aes")]
mod cbc;
#[cfg(feature = "aes")]
pub(crate) mod cmac;
mod ctr;
#[cfg(feature = "drbg")]
mod ctr_drbg;
mod ecb;
#[cfg(feature = "aes")]
mod gcm;
#[cfg(feature = "aes")]
mod gf128;
#[cfg(feature = "aes")]
mod last_block;
#[cfg(feature = "aes")]
mod ocb3;
#[cfg(feature = "aes")]
mod pmac;
mod words;
#[cfg(feature = "aes")]
mod xaes;

#[cfg(feature = "aes")]
pub use blocks::AesModes;
#[cfg(feature = "aes")]
pub use cbc::Cbc;
#[cfg(feature = "aes")]
pub use cmac::{Cmac, CmacState};
pub use ctr::{Ctr, CtrStream};
#[cfg(all(feature = "drbg", feature = "std", any(unix, windows)))]
pub use ctr_drbg::OsEntropy;
#[cfg(feature = "drbg")]
pub use ctr_drbg::{CtrDrbg, DrbgOptions, Entropy, NoEntropy};
pub use ecb::Ecb;
#[cfg(feature = "aes")]
pub use gcm::{Gcm, StandardTags, TagLengths};
#[cfg(feature = "short-gcm-tags")]
pub use gcm::{GcmShortTags, ShortTags};
#[cfg(feature = "aes")]
pub use ocb3::Ocb3;
#[cfg(feature = "aes")]
pub use pmac::{Pmac, PmacState};
pub use words::Modes;
#[cfg(feature = "aes")]
pub use xaes::XAes256Gcm;

/// The key object of a mode that is made of a cipher by `over`.
macro_rules! over_cipher {
    ($name:ident, $bound:ident) => {
        impl<C: $bound> From<C> for $name<C> {
            fn from(cipher: C) -> Self {
                Self::over(cipher)
            }
        }

        impl<C: $bound> $crate::algorithm::engine::Expand for $name<C> {
            fn expand(
                key: &[u8],
                settings: $crate::algorithm::engine::Settings<Self>,
                _: $crate::algorithm::engine::Internal,
            ) -> Self {
                let internal = $crate::algorithm::engine::INTERNAL;
                Self::over(C::expand(key, settings.of(), internal))
            }
        }

        impl<C: $bound> $crate::Algorithm for $name<C> {
            type KeyArray = C::KeyArray;
            type Options = C::Options;

            fn backend(&self) -> $crate::Backend {
                self.cipher.backend()
            }
        }

        impl<C: $bound> core::fmt::Debug for $name<C> {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                let backend = $crate::Algorithm::backend(self);
                f.debug_struct(stringify!($name)).field("backend", &backend).finish_non_exhaustive()
            }
        }
    };
}
use over_cipher;
