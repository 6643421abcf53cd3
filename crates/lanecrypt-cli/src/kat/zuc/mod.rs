//! The targets of the ZUC family.

mod cipher;
mod fields;
mod suite6;
mod tag;

use lanecrypt::Backend;
use lanecrypt::stream::zuc::{Batch, Variant};

use super::suite::Target;

/// Every target of the family: its name, and how a case of it is loaded.
pub(crate) static TARGETS: [Target; 8] = [
    Target { name: "zuc128_keystream", prepare: |cases| cipher::suite(cases, fields::zuc128) },
    Target { name: "zuc256_2018_keystream", prepare: |cases| cipher::suite(cases, fields::zuc256) },
    Target { name: "zuc_nea6", prepare: |cases| cipher::suite(cases, fields::nea6) },
    Target { name: "zuc_128_eea3", prepare: |cases| cipher::suite(cases, fields::eea3) },
    Target { name: "zuc256_2018_mac", prepare: |cases| tag::suite(cases, fields::zuc256_mac) },
    Target { name: "zuc_128_eia3", prepare: |cases| tag::suite(cases, fields::eia3) },
    Target { name: "zuc_nia6", prepare: suite6::nia6 },
    Target { name: "zuc_nca6", prepare: suite6::nca6 },
];

/// Places in memory that data is put at, relative to an aligned one.
const OFFSETS: [usize; 4] = [0, 1, 15, 34];

/// A batch computed in a given way.
///
/// # Panics
///
/// If this processor lacks the backend, which the caller has made sure of.
fn batch(backend: Backend, variant: Variant) -> Batch {
    match Batch::with_backend(backend) {
        Ok(batch) => batch.with_variant(variant),
        Err(error) => unreachable!("the backend was available: {error}"),
    }
}
