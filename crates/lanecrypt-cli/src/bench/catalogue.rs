//! The catalogue: every operation of every algorithm that can be measured.
//!
//! A new algorithm adds a module with a slice of [`Entry`] and one line to [`all`].

use super::{aead, aes, block, threegpp, zuc};
use crate::entry::Entry;

/// Every entry.
pub(crate) fn all() -> Vec<&'static Entry> {
    let mut all: Vec<&Entry> = zuc::ENTRIES
        .iter()
        .chain(threegpp::ENTRIES.iter())
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
