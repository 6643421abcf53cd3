//! Block ciphers: one type per cipher and size.
//!
//! | module | ciphers |
//! |---|---|
//! | `aes` | [`Aes128`], [`Aes192`], [`Aes256`] |
//! | `speck` | [`Speck32_64`] to [`Speck128_256`], ten sizes |
//! | `simon` | [`Simon32_64`] to [`Simon128_256`], ten sizes |
//! | `simeck` | [`Simeck32_64`], [`Simeck48_96`], [`Simeck64_128`] |
//! | `sparx` | [`Sparx64_128`], [`Sparx128_128`], [`Sparx128_256`] |
//! | `gost28147` | [`Gost28147`] with an [`Sbox`], [`Magma`] |
//! | `cypress` | [`Cypress256`], [`Cypress512`] |
//!
//! A block cipher encrypts messages through a [mode](crate::mode). With the features `reference` and
//! `tables` there are other implementations of the same ciphers, for comparison: `reference` and
//! `table`.
//!
//! # Cypress
//!
//! No official test vector of Cypress is known. Where its only public implementation leaves
//! questions open, this one does as it does: words are little-endian; the halves are exchanged
//! after the last round too; the key schedule computes sigma anew from the turned key for every two
//! round keys, turns every key word by itself, and has the constant 0x000f000f for 64-bit words
//! too. Interoperability with other implementations is not claimed.

#[cfg(feature = "aes")]
mod aes;
pub(crate) mod cipher;
#[cfg(feature = "cypress")]
mod cypress;
#[cfg(feature = "gost")]
mod gost28147;
pub(crate) mod key;
#[cfg(any(feature = "reference", feature = "tables"))]
mod one;
#[cfg(feature = "reference")]
pub mod reference;
#[cfg(feature = "aes")]
pub(crate) mod register;
#[cfg(any(feature = "gost", feature = "reference", feature = "tables"))]
mod sbox;
#[cfg(feature = "lightweight")]
mod simeck;
#[cfg(feature = "lightweight")]
mod simon;
#[cfg(feature = "lightweight")]
mod sparx;
#[cfg(feature = "lightweight")]
mod speck;
#[cfg(feature = "tables")]
pub mod table;

#[cfg(feature = "aes")]
pub use aes::{Aes128, Aes192, Aes256};
#[cfg(feature = "cypress")]
pub use cypress::{Cypress256, Cypress512};
#[cfg(feature = "gost")]
pub use gost28147::{Gost28147, Magma};
pub use key::BlockCipher;
#[cfg(any(feature = "reference", feature = "tables"))]
pub use one::OneBlock;
#[cfg(any(feature = "gost", feature = "reference", feature = "tables"))]
pub use sbox::Sbox;
#[cfg(feature = "lightweight")]
pub use simeck::{Simeck32_64, Simeck48_96, Simeck64_128};
#[cfg(feature = "lightweight")]
pub use simon::{
    Simon32_64, Simon48_72, Simon48_96, Simon64_96, Simon64_128, Simon96_96, Simon96_144,
    Simon128_128, Simon128_192, Simon128_256,
};
#[cfg(feature = "lightweight")]
pub use sparx::{Sparx64_128, Sparx128_128, Sparx128_256};
#[cfg(feature = "lightweight")]
pub use speck::{
    Speck32_64, Speck48_72, Speck48_96, Speck64_96, Speck64_128, Speck96_96, Speck96_144,
    Speck128_128, Speck128_192, Speck128_256,
};
