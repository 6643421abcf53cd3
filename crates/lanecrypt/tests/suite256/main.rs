//! The 256-bit suite of 3GPP: known answers on every backend, what plain models of its ciphers and an
//! independent hash say of other messages, and what must be rejected.
#![cfg(feature = "reference")]
#![cfg(any(feature = "aes", feature = "snow5g", feature = "zuc"))]

#[path = "../support/mod.rs"]
mod support;

mod authenticated;
mod encryption;
mod suite;
