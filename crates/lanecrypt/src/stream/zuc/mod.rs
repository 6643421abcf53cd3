//! ZUC-128 and ZUC-256: keystream, encryption and tags.
//!
//! One core, three loadings: [`Setup::zuc128`] (3GPP, with [`Setup::eea3`] and
//! [`MacSetup::eia3`] over it), [`Setup::zuc256`] (the 184-bit IV of 2018) and [`Setup::nea6`]
//! (the 128-bit IV of 3GPP's 256-bit suite). Many messages go through a [`Batch`], one message in
//! pieces through a [`Stream`].
//!
//! Keystream words are written most significant byte first. Messages may end within a byte: bits
//! are numbered from the most significant of the first byte.
//!
//! Constant time in keys and data on every backend, but for [`Variant::Table`].

mod batch;
mod cipher;
mod core;
mod lanes;
mod mac;
mod mask;
mod reference;
mod sbox;
mod scheduler;
mod setup;
mod single;
mod stream;
mod table;

pub use batch::{Batch, Job, MacJob, Variant};
pub use mac::{MacSetup, TagLength};
pub use setup::{Iv184, Setup};
pub use stream::Stream;
