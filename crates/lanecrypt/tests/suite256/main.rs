//! The 256-bit suite of 3GPP: known answers on every backend, what plain models of its ciphers and an
//! independent hash say of other messages, and what must be rejected.
#![cfg(all(feature = "aes", feature = "zuc", feature = "reference"))]

#[path = "../support/mod.rs"]
mod support;

mod authenticated;
mod encryption;
mod suite;
