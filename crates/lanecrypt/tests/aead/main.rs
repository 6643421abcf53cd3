//! The AEADs on every backend: known answers, and each against a plain model that works one block at
//! a time.
#![cfg(any(feature = "aegis", feature = "morus", all(feature = "aes", feature = "tables")))]
#![cfg_attr(not(any(feature = "aegis", feature = "morus")), allow(dead_code, reason = "for these"))]

#[cfg(feature = "aegis")]
mod aegis;
mod batches;
mod common;
#[cfg(all(feature = "aes", feature = "tables"))]
mod gcm;
#[cfg(feature = "morus")]
mod morus;
#[cfg(any(feature = "aegis", feature = "morus"))]
mod pieces;
mod refusals;
#[path = "../support/mod.rs"]
mod support;
#[cfg(all(feature = "aes", feature = "tables"))]
mod xaes;
