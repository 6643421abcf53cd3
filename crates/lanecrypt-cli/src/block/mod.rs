//! The block ciphers of the library, with their types hidden. Checking and measuring share this.
//!
//! A new cipher is one line in [`list`].

mod chained;
mod cipher;
mod counter;
mod erased;
mod list;

pub(crate) use chained::{CbcTask, Chained, Chaining, Generator, Mac, ManyChains, TagTask};
pub(crate) use cipher::{Cipher, Plain};
pub(crate) use counter::Counter;
pub(crate) use erased::{Choice, Expanded, Made, ManyKeys, OneByOne, Task, Way};
pub(crate) use list::{AES128, AES192, AES256, CHAINED, all, named};
