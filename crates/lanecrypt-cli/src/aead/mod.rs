//! The authenticated ciphers of the library, with their types hidden. Checking and measuring share
//! this.
//!
//! A new cipher is one line in [`list`].

mod cipher;
mod erased;
mod list;
mod mac;

pub(crate) use cipher::Cipher;
pub(crate) use erased::{Batch, Expanded, Pieces, Task};
pub(crate) use list::{ALL, NCA6};
pub(crate) use mac::{MACS, Mac, MacKey, Task as MacTask};
