//! Documents of version 2, read as documents of the current version, so that old runs can be compared
//! with new ones row by row.
//!
//! - `rival` and `rival_version` are `peer` and `peer_version` now (serde aliases).
//! - `encipher` and `decipher` are `encrypt` and `decrypt` now, also as parts of longer names.
//! - The keys `same`, one key set up within the call, are compared with `ready` ones: the operations
//!   that had them have ready keys in batches now.

use super::run::{Document, VERSION as CURRENT};

/// The earlier version.
pub(super) const VERSION: u32 = 2;

/// Converts a document to the current version.
pub(super) fn current(mut document: Document) -> Document {
    let Document { results, comparisons, fits, sampling, .. } = &mut document;
    let named = results.iter_mut().map(|row| (&mut row.operation, &mut row.keys));
    let named = named.chain(comparisons.iter_mut().map(|row| (&mut row.operation, &mut row.keys)));
    let named = named.chain(fits.iter_mut().map(|row| (&mut row.operation, &mut row.keys)));
    for (operation, keys) in named {
        *operation = current_operation(operation);
        if keys == "same" {
            "ready".clone_into(keys);
        }
    }
    if sampling.order == "in turns" {
        "interleaved".clone_into(&mut sampling.order);
    }
    document.schema_version = CURRENT;
    document
}

/// The current name of an operation.
pub(crate) fn current_operation(name: &str) -> String {
    name.replace("encipher", "encrypt").replace("decipher", "decrypt")
}
