//! The authenticated ciphers of the library, with their types hidden. Checking and measuring share
//! this.
//!
//! They come from the catalogue of the library.

mod cipher;
mod erased;
mod list;
mod mac;

pub(crate) use cipher::AeadCipher;
pub(crate) use erased::{AeadBatch, AeadKey, Pieces, SealTask};
pub(crate) use list::ALL;
pub(crate) use mac::{AegisMacTask, MACS, MacForm, MacKey};
