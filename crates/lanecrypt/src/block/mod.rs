//! Block ciphers: a type for each, expanded from a key by [`BlockCipher::new`].
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
//! Blocks are encrypted by the [modes](crate::mode). [`reference`](mod@reference) and [`table`]
//! hold other ways to compute the same, for comparison: [`OneBlock`].
//!
//! # Cypress
//!
//! No official test vector of Cypress is known. Where its only public implementation leaves
//! questions open, this one does as it does: words are little-endian; the halves are exchanged
//! after the last round too; the key schedule computes sigma anew from the turned key for every two
//! round keys, turns every key word by itself, and has the constant 0x000f000f for 64-bit words
//! too. Interoperability with other implementations is not claimed.

mod aes;
pub(crate) mod cipher;
mod cypress;
mod gost28147;
pub(crate) mod key;
mod one;
pub mod reference;
pub(crate) mod register;
mod sbox;
mod simeck;
mod simon;
mod sparx;
mod speck;
pub mod table;

pub use aes::{Aes128, Aes192, Aes256};
pub use cypress::{Cypress256, Cypress512};
pub use gost28147::{Gost28147, Magma};
pub use key::BlockCipher;
pub use one::OneBlock;
pub use sbox::Sbox;
pub use simeck::{Simeck32_64, Simeck48_96, Simeck64_128};
pub use simon::{
    Simon32_64, Simon48_72, Simon48_96, Simon64_96, Simon64_128, Simon96_96, Simon96_144,
    Simon128_128, Simon128_192, Simon128_256,
};
pub use sparx::{Sparx64_128, Sparx128_128, Sparx128_256};
pub use speck::{
    Speck32_64, Speck48_72, Speck48_96, Speck64_96, Speck64_128, Speck96_96, Speck96_144,
    Speck128_128, Speck128_192, Speck128_256,
};
