//! Universal hashes that several algorithms share.

pub(crate) mod columns;
pub(crate) mod many;
pub(crate) mod near;
pub(crate) mod polyval;
#[cfg(any(feature = "aes", feature = "snow5g", feature = "zuc"))]
pub(crate) mod rows;

/// The bytes of a block.
pub(crate) const BLOCK: usize = 16;
