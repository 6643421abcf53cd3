//! The algorithms of this crate behind the traits of RustCrypto, with the feature `rustcrypto`.
//!
//! A program that is written for `aes-gcm`, `ctr`, `cmac` or another crate of RustCrypto takes the types of
//! this module instead. They keep the traits: sizes are types ([`consts`]), keys and nonces are [`Array`]s,
//! and one message is processed in one call. What they do not have is batches: for many messages, keys or
//! nonces, use [`Batch`](crate::Batch) with the key objects.
//!
//! | here | over | traits |
//! |---|---|---|
//! | [`AeadCipher`]; `AesGcm`, `AesOcb3`, `XAes256Gcm`, `Aegis128L` and others are its aliases | [`Aead`](crate::Aead) | [`aead`]: `KeyInit`, `AeadCore`, `AeadInOut` |
//! | [`Stream`]; `Ctr128BE`, `ChaCha20`, `Snow5g`, `Zuc128` and others are its aliases | [`StreamCipher`](crate::StreamCipher) | [`cipher`]: `KeyIvInit`, `StreamCipher`, `StreamCipherSeek` where there is a counter |
//! | the types of [`block`](crate::block) themselves | | [`cipher`]: `KeyInit`, `BlockCipherEncrypt`, `BlockCipherDecrypt` |
//! | `Cmac`, `Pmac` | [`Mac`](crate::Mac) | [`digest`]: `KeyInit`, `Mac`, `FixedOutputReset` |
//! | `CtrDrbg` | `mode::CtrDrbg` | [`rand_core`]: `TryRng`, `TryCryptoRng`, `SeedableRng` |
//!
//! All of them run on the best backend of the processor, are constant time where the algorithm of this crate
//! is, wipe their keys on drop (`ZeroizeOnDrop`), and show no secrets in `Debug`. What the traits call an
//! error is opaque, as they want it; this crate's own traits say what was wrong.
//!
//! The versions are aead 0.6, cipher 0.5, digest 0.11, rand_core 0.10 and zeroize 1. The crates are
//! re-exported here. Which of their features are on is up to whoever depends on them; this crate needs
//! `mac` of `digest`, and with its feature `std` it turns on `alloc` of `aead`.

mod aead_cipher;
mod block;
#[cfg(feature = "aes")]
mod mac;
#[cfg(feature = "drbg")]
mod rng;
mod stream;

pub use aead_cipher::*;
#[cfg(feature = "aes")]
pub use mac::{Cmac, Pmac};
#[cfg(feature = "drbg")]
pub use rng::{CtrDrbg, DrbgSeed};
#[cfg(feature = "chacha20")]
pub use stream::ChaCha20;
#[cfg(feature = "aes")]
pub use stream::Ctr128BE;
#[cfg(feature = "snow3g")]
pub use stream::Snow3g;
pub use stream::Stream;
#[cfg(feature = "snow5g")]
pub use stream::{Snow5g, SnowV, SnowVi};
#[cfg(feature = "zuc")]
pub use stream::{Zuc128, Zuc256};

pub use ::{aead, cipher, digest, rand_core, zeroize};
pub use aead::{Error, Key, KeyInit};
pub use cipher::array::{Array, AssocArraySize};
pub use cipher::consts;

/// A nonce of so many bytes, such as `Nonce<consts::U12>`.
///
/// ```
/// use lanecrypt::rustcrypto::{Nonce, consts::U12};
///
/// let nonce: Nonce<U12> = [1; 12].into();
/// ```
pub type Nonce<N> = Array<u8, N>;

/// A tag of so many bytes, 16 unless said otherwise.
///
/// ```
/// use lanecrypt::rustcrypto::Tag;
///
/// let tag: Tag = [1; 16].into();
/// ```
pub type Tag<T = consts::U16> = Array<u8, T>;

/// The size, as a type, of keys that are arrays of bytes.
type KeySizeOf<A> = <<A as crate::Algorithm>::KeyArray as AssocArraySize>::Size;

use crate::algorithm::engine::{INTERNAL, Settings};

/// Takes a key of the right length for the best backend. Whoever calls it does so within `leaving_nothing`, because it
/// moves what this returns into a type of this module.
fn expand<A: crate::Algorithm>(key: &[u8]) -> A {
    A::expand(key, Settings::default(), INTERNAL)
}
