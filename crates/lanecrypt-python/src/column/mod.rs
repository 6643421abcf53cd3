//! Columns: `Keyring`, `seal_column`, `open_column`.
//!
//! A sealed value is the nonce, the ciphertext and the tag, one after the other. Nonces are drawn here.

mod arrow;
mod function;
mod keyring;
mod run;

pub(crate) use arrow::BinaryColumn;
pub(crate) use function::{open_column, seal_column};
pub(crate) use keyring::Keyring;
pub(crate) use run::{Ring, ring};
