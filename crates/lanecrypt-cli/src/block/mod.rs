//! The block ciphers of the library, with their types hidden. Checking and measuring share this.
//!
//! A new cipher is one line in [`list`].

mod chained;
mod cipher;
mod counter;
mod erased;
mod list;

pub(crate) use chained::{AesMac, CbcTask, Chained, Chaining, Generator, ManyChains, TagTask};
pub(crate) use cipher::{Cipher, Plain};
pub(crate) use counter::Counter;
pub(crate) use erased::{BlockKey, BlockTask, Choice, ManyKeys, OneByOne, Way};
pub(crate) use list::{AES128, AES192, AES256, CHAINED, all, named};
