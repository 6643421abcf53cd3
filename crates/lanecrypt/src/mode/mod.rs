//! Modes of operation, over any block cipher of this crate.
//!
//! | what | for |
//! |---|---|
//! | [`ecb`] | whole blocks, one key |
//! | [`Ctr`] | one message of any length, in pieces, with seek |
//! | [`cbc`] | whole blocks, chained: AES |
//! | [`Cmac`], [`Pmac`] | tags of a message of any length, in pieces: AES |
//! | [`Gcm`] | authenticated encryption, an [`Aead`](crate::aead::Aead): AES |
//! | [`Batch`] | many messages of many keys in one call |
//! | [`CtrDrbg`] | random bytes, from a source of [`Entropy`] |
//! | [`Ocb3`] | authenticated encryption, [`Aead`](crate::aead::Aead) |
//!
//! Data is in ordinary byte order; blocks are brought into lanes and back on the way.

mod batch;
pub mod cbc;
pub mod cmac;
pub mod ctr;
mod ctr_drbg;
pub mod ecb;
mod engine;
mod gcm;
mod held;
mod kernels;
mod many;
mod ocb3;
pub mod pmac;
mod registers;

pub use batch::{Batch, CbcJob, CtrJob, EcbJob, MacJob};
pub use cmac::Cmac;
pub use ctr::Ctr;
#[cfg(all(feature = "std", unix))]
pub use ctr_drbg::OsEntropy;
pub use ctr_drbg::{CtrDrbg, DrbgOptions, Entropy, NoEntropy};
pub use engine::Modes;
pub use gcm::Gcm;
pub use ocb3::Ocb3;
pub use pmac::Pmac;
pub use registers::BlockModes;
