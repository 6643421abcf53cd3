//! The traits of RustCrypto: the generic tests of their crates with our known answers, and comparisons with
//! this crate's own traits and with `aes-gcm`.

mod aeads;
mod blocks;
mod macs;
mod rng;
mod streams;
#[path = "../support/mod.rs"]
mod support;

use lanecrypt_vectors::Case;

/// The bytes of a field, for tests that want them for ever.
fn field(case: &Case, name: &str) -> &'static [u8] {
    case.bytes(name).unwrap().leak()
}

/// Says which test failed with which case.
fn passed(result: Result<(), &'static str>, case: &Case) {
    result.unwrap_or_else(|reason| panic!("{}: {reason}", case.id));
}

/// Whether a type is marked as one that wipes its secrets.
fn wipes<T: zeroize::ZeroizeOnDrop>() {}
