//! The authenticated ciphers on every backend: known answers, and each against a plain model that
//! works one block at a time.

mod aegis;
mod batches;
mod common;
mod gcm;
mod morus;
mod pieces;
mod refusals;
#[path = "../support/mod.rs"]
mod support;
