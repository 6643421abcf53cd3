//! Stream ciphers.

#[cfg(feature = "zuc")]
pub mod zuc;
