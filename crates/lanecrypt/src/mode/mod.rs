//! Modes of operation, over any block cipher of this crate.
//!
//! | what | for |
//! |---|---|
//! | [`ecb`] | whole blocks, one key |
//! | [`Ctr`] | one message of any length, in pieces, with seek |
//! | [`cbc`] | whole blocks, chained: AES |
//! | [`Cmac`], [`Pmac`] | tags of a message of any length, in pieces: AES |
//! | [`Batch`] | many messages of many keys in one call |
//!
//! Data is in ordinary byte order; blocks are brought into lanes and back on the way.

mod batch;
pub mod cbc;
pub mod cmac;
pub mod ctr;
pub mod ecb;
mod engine;
mod gcm;
mod held;
mod kernels;
mod many;
pub mod pmac;
mod registers;

pub use batch::{Batch, CbcJob, CtrJob, EcbJob, MacJob};
pub use cmac::Cmac;
pub use ctr::Ctr;
pub use engine::Modes;
pub use gcm::Gcm;
pub use pmac::Pmac;
pub use registers::BlockModes;
