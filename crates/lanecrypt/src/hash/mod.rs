//! Universal hashes that several algorithms share.

#[cfg(feature = "aes")]
pub(crate) mod columns;
pub(crate) mod polyval;
