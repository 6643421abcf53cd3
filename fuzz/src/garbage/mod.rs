//! Any arguments at all: no call panics, what is refused is not written, and every error is one that is documented.

mod c;
mod chosen;
mod library;
mod pdcp;
mod positions;
mod traits;

pub use library::{aead, chunked, cipher, mac, pieced_aead, stream};
pub use positions::counted_stream;

use lanecrypt::stream::ChaCha20;

use crate::case::Run;
use crate::reach;
use crate::source::Source;

/// What is tried beside the algorithms of the catalogue.
pub const MORE: &[(&str, Run)] = &[
    ("NEA, NIA, NCA by number", chosen::threegpp),
    ("CTR_DRBG", chosen::generators),
    ("names, IVs, S-boxes, layouts", chosen::values),
    ("PDUs of PDCP", pdcp::pdus),
    ("transmit guards", pdcp::guards),
    ("positions of ChaCha20", positions::positions::<ChaCha20>),
    ("RustCrypto: block ciphers", traits::blocks),
    ("RustCrypto: streams", traits::streams),
    ("RustCrypto: AEADs", traits::aeads),
    ("RustCrypto: MACs", traits::macs),
    ("RustCrypto: generators", traits::generators),
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
    let (form, near) = match source.below(16) {
        0 => ("none", 0),
        1 => ("one less", right.saturating_sub(1)),
        2 => ("one more", right + 1),
        3 => ("any", source.below(80)),
        _ => ("right", right),
    };
    reach::note(format_args!("a length, {form}"));
    near
}

/// A length of a message.
fn length(source: &mut Source<'_>) -> usize {
    let longest = source.one_of(&[0, 1, 16, 70, 70, 300, 2000]);
    let bytes = source.below(longest + 1);
    reach::bytes(bytes);
    bytes
}

/// A number of bits of a message of so many bytes, mostly within it.
fn bits(source: &mut Source<'_>, bytes: usize) -> u64 {
    let (form, bits) = match source.below(8) {
        0 => ("most of all", u64::MAX - source.below(3) as u64),
        1 => ("any", source.number()),
        2 => ("too many", 8 * bytes as u64 + 1 + source.below(9) as u64),
        3 | 4 => ("all", 8 * bytes as u64),
        _ => ("fewer", source.below(8 * bytes + 1) as u64),
    };
    reach::note(format_args!("bits, {form}"));
    bits
}
