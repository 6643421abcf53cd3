//! The catalogue: every operation of every algorithm that can be measured.
//!
//! The algorithms come from the catalogue of the library, one module for each kind.

use super::{aead, aes, block, stream};
use crate::entry::Entry;

/// Every entry.
pub(crate) fn all() -> Vec<&'static Entry> {
    let mut all: Vec<&Entry> = stream::CIPHERS
        .iter()
        .chain(stream::MACS.iter())
        .chain(block::ENTRIES.iter())
        .chain(aes::ENTRIES.iter())
        .chain(aead::ENTRIES.iter())
        .collect();
    // Brings the operations of an algorithm together, whichever module they come from.
    let algorithms: Vec<_> = all.iter().map(|entry| entry.algorithm).collect();
    all.sort_by_key(|entry| algorithms.iter().position(|name| *name == entry.algorithm));
    all
}

/// The entry of that algorithm and operation, if there is one.
pub(crate) fn find(algorithm: &str, operation: &str) -> Option<&'static Entry> {
    all().into_iter().find(|e| e.algorithm == algorithm && e.operation == operation)
}
