//! Universal hashes that several algorithms share.

pub(crate) mod columns;
pub(crate) mod many;
pub(crate) mod near;
pub(crate) mod polyval;

/// The bytes of a block.
pub(crate) const BLOCK: usize = 16;
