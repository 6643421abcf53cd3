//! SNOW 3G: keystream, encryption and tags.
//!
//! | type | what it is | key | nonce |
//! |---|---|---|---|
//! | [`Snow3g`] | [`StreamCipher`](crate::StreamCipher) | 16 bytes | IV of 16 bytes |
//! | [`Uia2`] | [`Mac`](crate::Mac), tags of 4 bytes | 16 bytes | IV of 16 bytes |
//! | [`Snow3gStream`] | the keystream of one message, for a message in pieces | | |
//!
//! The algorithms of 3GPP over SNOW 3G are in [`threegpp`](crate::threegpp): `Nea1` and `Nia1`. They make
//! the IV of COUNT, BEARER and DIRECTION.
//!
//! Keystream words are written most significant byte first. Messages may end within a byte: bits are
//! numbered from the most significant bit of the first byte.
//!
//! Two messages under one key and one nonce reveal their difference, and two tags under one key and one
//! nonce allow forgeries.
//!
//! Constant time in keys and data on every backend: the S-boxes and the multiplications by alpha are
//! computed, or looked up in a way that reads the whole table.

mod algorithms;
mod batch;
mod core;
mod load;
mod mac;
mod pdu;
#[cfg(feature = "reference")]
mod reference;
mod ring;
mod single;
mod stream;
mod variant;

pub use algorithms::{Snow3g, Uia2};
pub(crate) use batch::{
    Queue, Snow3gCipher, Snow3gMac, encrypt_jobs, mac_many, mac_one, run_alone, snow3g_cipher,
    snow3g_mac,
};
pub(crate) use load::{Setup, put};
pub(crate) use ring::Streams;
pub use stream::Snow3gStream;
pub use variant::Variant;
