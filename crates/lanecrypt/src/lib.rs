//! Symmetric ciphers over SIMD lanes.
//!
//! A cipher is written once, over lanes. The widest instructions that the processor has are chosen at
//! run time. Many messages under many keys are processed in one call.
//!
//! ```
//! use lanecrypt::{Aead, Algorithm, block::Aes256, mode::Gcm};
//!
//! let cipher = Gcm::<Aes256>::from_key(&[7; 32]);
//! let mut message = *b"a message";
//! let tag = cipher.seal(&[1; 12], b"header", &mut message)?;
//! cipher.open(&[1; 12], b"header", &mut message, tag.as_ref())?;
//! assert_eq!(&message, b"a message");
//! # Ok::<(), lanecrypt::Error>(())
//! ```
//!
//! # Concepts
//!
//! - A **key object**, such as `Gcm<Aes256>` or `Nea3`, is made from a key: [`Algorithm`]. What it can
//!   do is one of three traits: [`Cipher`], [`Mac`], [`Aead`].
//! - A **job** is one message with its key (bytes, or a key object that many jobs share):
//!   [`CipherJob`], [`MacJob`], [`AeadJob`].
//! - A [`Batch`] processes many jobs in one call and returns a [`Report`].
//! - A [`Backend`] is an instruction set. `LANECRYPT_BACKEND` in the environment lowers the choice.
//!
//! | module | algorithms |
//! |---|---|
//! | [`block`] | AES, SPECK, SIMON, SIMECK, SPARX, Cypress, GOST 28147-89, Magma |
//! | [`mode`] | ECB and CTR over all of these; CBC, CMAC, PMAC, GCM, OCB3 and CTR_DRBG over AES; XAES-256-GCM |
//! | [`aead`] | the AEGIS family, MORUS |
//! | [`stream`] | ChaCha20, SNOW 3G and UIA2, SNOW 5G, SNOW-V, SNOW-Vi, ZUC-128, ZUC-256 and its MAC |
//! | [`threegpp`] | the algorithms of 3GPP: NEA, NIA, NCA |
//! | `chunked` | chunked encryption of files and streams, with the feature `chunked` |
//!
//! # One contract
//!
//! Refused: nothing was written. Authentication failed: the output is zeros. Otherwise: done. There is
//! one exception, and it is in its name:
//! [`Opening::update_unverified`](aead::stream::Opening::update_unverified) gives out plaintext before
//! its tag is known.
//!
//! # Features
//!
//! | feature | default | what it adds |
//! |---|---|---|
//! | `std` | yes | reads `LANECRYPT_BACKEND`, entropy of the operating system, notices forks; the crates getrandom and libc as dependencies |
//! | `aes` | yes | AES and its modes, NEA2, NIA2, NEA5, NIA5, NCA5 |
//! | `drbg` | yes | CTR_DRBG, with `aes` |
//! | `chacha20` | yes | ChaCha20 |
//! | `snow3g` | yes | SNOW 3G, UIA2, NEA1, NIA1 |
//! | `snow5g` | yes | SNOW 5G, SNOW-V, SNOW-Vi, NEA4, NIA4, NCA4 |
//! | `zuc` | yes | ZUC, NEA3, NIA3, NEA6, NIA6, NCA6 |
//! | `aegis` | yes | the AEGIS family |
//! | `lightweight` | yes | SPECK, SIMON, SIMECK, SPARX |
//! | `cypress` | yes | Cypress |
//! | `gost` | yes | GOST 28147-89, Magma |
//! | `morus` | no | MORUS, whose keystream has a known bias: for comparison, not for use |
//! | `short-gcm-tags` | no | GCM with tags of 4 and 8 bytes, which NIST SP 800-38D restricts |
//! | `reference` | no | plain implementations, one block or message at a time, for comparison |
//! | `tables` | no | look-up tables, **not constant time**, for comparison |
//! | `full` | no | all of these, and none of those below |
//! | `chunked` | no | the module `chunked`: files and streams; the crates hmac, sha2 and digest as dependencies |
//! | `rustcrypto` | no | the module `rustcrypto`: the traits of RustCrypto, and its crates of traits as dependencies |
//!
//! The crate is `no_std` without the feature `std`, and never allocates.
#![cfg_attr(not(any(feature = "std", test)), no_std)]
#![deny(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]
// What algorithms share is more than one family needs.
#![cfg_attr(
    not(all(feature = "full", feature = "chunked", feature = "rustcrypto")),
    allow(dead_code, unreachable_pub, unused_imports, unused_macros)
)]

pub mod aead;
mod algorithm;
mod batch;
pub mod block;
mod catalogue;
#[cfg(feature = "chunked")]
pub mod chunked;
#[allow(unsafe_code)]
mod cpu;
mod error;
mod hash;
#[allow(unsafe_code)]
mod lanes;
pub mod mode;
#[cfg(feature = "rustcrypto")]
pub mod rustcrypto;
mod scheduler;
pub mod stream;
mod tag;
pub mod threegpp;

pub use algorithm::{Aead, Algorithm, Cipher, KeyStream, Mac, StreamCipher};
pub use batch::{
    AeadJob, Batch, BatchError, CipherJob, Data, Gathered, Key, MacJob, Report, Status,
};
pub use cpu::Backend;
pub use error::{Error, Quantity};
pub use tag::Tag;

/// The examples of the README, as tests.
#[cfg(all(doctest, feature = "aes"))]
#[doc = include_str!("../README.md")]
mod readme {}

/// The examples of the guide, as tests.
#[cfg(all(
    doctest,
    unix,
    feature = "std",
    feature = "drbg",
    feature = "chacha20",
    feature = "zuc",
    feature = "aegis",
    feature = "lightweight"
))]
#[doc = include_str!("../../../docs/library.md")]
mod guide {}

/// What gives algorithms to the public traits cannot be reached from outside: neither by its path nor
/// through a bound.
///
/// ```compile_fail,E0603
/// use lanecrypt::algorithm::engine::INTERNAL;
/// ```
///
/// ```compile_fail,E0061
/// use lanecrypt::{block::Aes128, mode::AesModes};
///
/// fn skip_the_checks<C: AesModes>(cipher: &C) -> u128 {
///     cipher.chain(0, &[0; 17])
/// }
/// ```
#[cfg(all(doctest, feature = "aes"))]
mod unreachable {}
