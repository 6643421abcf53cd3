//! ZUC-128 and ZUC-256: keystream, encryption and tags.
//!
//! | type | what it is | key | nonce |
//! |---|---|---|---|
//! | [`Zuc128`] | [`StreamCipher`](crate::StreamCipher) | 16 bytes | IV of 16 bytes |
//! | [`Zuc256`] | [`StreamCipher`](crate::StreamCipher) | 32 bytes | [`Iv184`], 184 bits |
//! | [`Zuc256Mac`] | [`Mac`](crate::Mac), tags of 4, 8 or 16 bytes | 32 bytes | [`Iv184`], 184 bits |
//! | [`ZucStream`] | the keystream of one message, for a message in pieces | | |
//!
//! The algorithms of 3GPP over ZUC are in [`threegpp`](crate::threegpp): `Nea3`, `Nia3`, `Nea6`,
//! `Nia6` and `Nca6`. `Zuc256` is the version of 2018. It shares nothing with `Nea6` but the core.
//!
//! Keystream words are written most significant byte first. Messages may end within a byte: bits
//! are numbered from the most significant bit of the first byte.
//!
//! Two messages under one key and one nonce reveal their difference, and two tags under one key and
//! one nonce allow forgeries.
//!
//! Constant time in keys and data on every backend. The only exception is the [`Variant`] `Table`,
//! which exists with the feature `tables` only.

mod algorithms;
mod batch;
mod behind;
mod core;
mod few;
mod first_rows;
mod mac;
mod pdu;
#[cfg(feature = "reference")]
mod reference;
mod ring;
mod sbox;
mod setup;
mod single;
mod stream;
#[cfg(feature = "tables")]
mod table;
mod variant;

pub use algorithms::{Zuc128, Zuc256, Zuc256Mac};
pub(crate) use batch::{Zuc, ZucCipher, ZucMac, mac_many, mac_one, zuc_mac};
pub(crate) use behind::encrypt_behind;
pub(crate) use first_rows::fill_first_rows;
pub(crate) use mac::Kind;
pub use setup::Iv184;
pub(crate) use setup::{Loading, Setup};
pub(crate) use single::{Computed, Deferred};
pub use stream::ZucStream;
pub use variant::Variant;
