//! Modes of operation, over any block cipher of this crate.
//!
//! | what | for |
//! |---|---|
//! | [`ecb`] | whole blocks, one key |
//! | [`Ctr`] | one message of any length, in pieces, with seek |
//! | [`Batch`] | many messages of many keys in one call |
//! | [`CtrDrbg`] | random bytes, from a source of [`Entropy`] |
//! | [`Ocb3`] | authenticated encryption, [`Aead`](crate::aead::Aead) |
//!
//! Data is in ordinary byte order; blocks are brought into lanes and back on the way.

mod batch;
pub mod ctr;
mod ctr_drbg;
pub mod ecb;
mod engine;
mod kernels;
mod many;
mod ocb3;
mod registers;

pub use batch::{Batch, CtrJob, EcbJob};
pub use ctr::Ctr;
#[cfg(all(feature = "std", unix))]
pub use ctr_drbg::OsEntropy;
pub use ctr_drbg::{CtrDrbg, DrbgOptions, Entropy, NoEntropy};
pub use engine::Modes;
pub use ocb3::Ocb3;
pub use registers::BlockModes;
