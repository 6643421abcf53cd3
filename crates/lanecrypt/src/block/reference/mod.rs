//! One block at a time on plain words, as the papers and standards write it.
//!
//! These are what published comparisons measure as portable code, and what the ciphers over lanes
//! are tested against; they share nothing with them but the names. No table is indexed by a
//! secret and nothing branches on one: constant time in keys and data.

mod cypress;
mod gost28147;
mod simeck;
mod simon;
mod sparx;
mod speck;

pub use cypress::{Cypress256, Cypress512};
pub use gost28147::{Gost28147, Magma};
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

/// The number that up to eight bytes are, the least significant first.
#[inline(always)]
fn little(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte))
}

/// The number that up to eight bytes are, the most significant first.
#[inline(always)]
fn big(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0, |number, &byte| number << 8 | u64::from(byte))
}

/// Words of `BITS` bits in the native words that hold them, the upper bits zero.
macro_rules! words {
    ($word:ident, $bits:literal) => {
        /// The bits that a word has.
        const MASK: $word = $word::MAX >> ($word::BITS - $bits);

        /// Rotation to the left by less than the word has bits, and not by 0.
        #[inline(always)]
        fn rotl(x: $word, k: u32) -> $word {
            (x << k | x >> ($bits - k)) & Self::MASK
        }
    };
}
use words;
