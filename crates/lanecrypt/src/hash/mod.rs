//! Universal hashes that several algorithms share.

pub(crate) mod polyval;
