//! Modes of operation, over any block cipher of this crate.
//!
//! | what | for |
//! |---|---|
//! | [`ecb`] | whole blocks, one key |
//! | [`Ctr`] | one message of any length, in pieces, with seek |
//! | [`Batch`] | many messages of many keys in one call |
//!
//! Data is in ordinary byte order; blocks are brought into lanes and back on the way.

mod batch;
pub mod ctr;
pub mod ecb;
mod engine;
mod gcm;
mod kernels;
mod many;
mod registers;

pub use batch::{Batch, CtrJob, EcbJob};
pub use ctr::Ctr;
pub use engine::Modes;
pub use gcm::Gcm;
pub use registers::BlockModes;
