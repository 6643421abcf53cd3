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
pub(crate) mod aes;
#[cfg(feature = "aes")]
pub(crate) mod aes_key;
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

pub use key::BlockCipher;
#[cfg(any(feature = "reference", feature = "tables"))]
pub use one::OneBlock;
#[cfg(any(feature = "gost", feature = "reference", feature = "tables"))]
pub use sbox::Sbox;

macro_rules! public {
    (
        over_words { $({
            $module:ident::$name:ident $id:ident $title:literal $feature:literal $key:literal
            $block:literal $words:literal x $bits:literal $counter:ident $plain:tt $target:literal
            $variant:literal
        })* }
        over_blocks { $({
            $register_module:ident::$register:ident $register_id:ident $register_title:literal
            $register_feature:literal $($rest:tt)*
        })* }
    ) => {
        $(
            #[cfg(feature = $feature)]
            pub use $module::$name;
        )*
        $(
            #[cfg(feature = $register_feature)]
            pub use $register_module::$register;
        )*
    };
}
crate::block_ciphers!(public);
