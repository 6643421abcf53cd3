//! Universal hashes that several algorithms share.

pub(crate) mod columns;
pub(crate) mod many;
pub(crate) mod polyval;
