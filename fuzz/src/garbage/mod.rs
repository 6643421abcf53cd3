//! Any arguments at all: no call panics, what is refused is not written, and every error is one that is documented.

mod c;
mod chosen;
mod library;

pub use library::{aead, chunked, cipher, mac, pieced_aead, stream};

use crate::case::Run;
use crate::source::Source;

/// What is tried beside the algorithms of the catalogue.
pub const MORE: &[(&str, Run)] = &[
    ("NEA, NIA, NCA by number", chosen::threegpp),
    ("CTR_DRBG", chosen::generators),
    ("names, IVs, S-boxes, layouts", chosen::values),
    ("C: AEADs", c::aead),
    ("C: AEADs in pieces", c::pieced_aead),
    ("C: ciphers", c::cipher),
    ("C: MACs", c::mac),
    ("C: keystreams", c::stream),
    ("C: generators", c::drbg),
    ("C: chunks", c::chunked),
    ("C: 3GPP", c::threegpp),
    ("C: PDUs", c::pdcp),
    ("C: names", c::names),
];

/// A length that is mostly right.
fn near(source: &mut Source<'_>, right: usize) -> usize {
    match source.below(16) {
        0 => 0,
        1 => right.saturating_sub(1),
        2 => right + 1,
        3 => source.below(80),
        _ => right,
    }
}

/// A length of a message.
fn length(source: &mut Source<'_>) -> usize {
    let longest = source.one_of(&[0, 1, 16, 70, 70, 300, 2000]);
    source.below(longest + 1)
}

/// A number of bits of a message of so many bytes, mostly within it.
fn bits(source: &mut Source<'_>, bytes: usize) -> u64 {
    match source.below(8) {
        0 => u64::MAX - source.below(3) as u64,
        1 => source.number(),
        2 => 8 * bytes as u64 + 1 + source.below(9) as u64,
        3 | 4 => 8 * bytes as u64,
        _ => source.below(8 * bytes + 1) as u64,
    }
}
