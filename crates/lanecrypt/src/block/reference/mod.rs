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

macro_rules! public {
    (
        over_words { $({
            $module:ident::$name:ident $id:ident $title:literal $feature:literal $key:literal
            $block:literal $words:literal x $bits:literal $counter:ident
            [reference $($table:ident)?] $target:literal $variant:literal
        })* }
        over_blocks { $($over_blocks:tt)* }
    ) => {
        $(pub use $module::$name;)*
    };
}
crate::block_ciphers!(public);

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
