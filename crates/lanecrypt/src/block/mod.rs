//! Block ciphers: a type for each, expanded from a key by [`BlockCipher::new`].
//!
//! Blocks are enciphered by the [modes](crate::mode). [`reference`] and [`table`] hold other ways to
//! compute the same, for comparison: [`OneBlock`].

pub(crate) mod cipher;
pub(crate) mod key;
mod one;
pub mod reference;
mod sbox;
mod speck;
pub mod table;

pub use key::BlockCipher;
pub use one::OneBlock;
pub use sbox::Sbox;
pub use speck::{
    Speck32_64, Speck48_72, Speck48_96, Speck64_96, Speck64_128, Speck96_96, Speck96_144,
    Speck128_128, Speck128_192, Speck128_256,
};
