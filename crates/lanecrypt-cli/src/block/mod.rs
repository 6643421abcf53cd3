//! The block ciphers of the library, with their types hidden. Checking and measuring share this.
//!
//! They come from the catalogue of the library.

mod chained;
mod cipher;
mod counter;
mod erased;
mod list;

pub(crate) use chained::{AesMac, CbcTask, Chained, Chaining, Generator, ManyChains, TagTask};
pub(crate) use cipher::{Cipher, Plain, lanes_of};
pub(crate) use counter::Counter;
pub(crate) use erased::{BlockKey, BlockTask, Choice, ManyKeys, OneByOne, Way};
pub(crate) use list::{CHAINED, all, named};
