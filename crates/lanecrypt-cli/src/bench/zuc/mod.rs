//! ZUC-128, ZUC-256 and its MAC, to be measured.

mod known;

use lanecrypt::Batch;
use lanecrypt::stream::zuc::{Iv184, Variant, Zuc128, Zuc256, Zuc256Mac};

use super::timed::{authentication, encryption};
use crate::entry::{Entry, Known, Prepare, ResultKind, Secret};
use crate::zuc::variant_name;
use known::{
    MAC32_ONES, MAC32_ZEROS, MAC64_ONES, MAC64_ZEROS, MAC128_ONES, MAC128_ZEROS, ZUC128,
    ZUC256_ONES, ZUC256_ZEROS,
};

/// Every operation.
pub(crate) static ENTRIES: [Entry; 7] = [
    cipher("zuc128", "keystream", &|s| encryption::<Zuc128>(s, Batch::keystream, iv), &[ZUC128]),
    cipher("zuc128", "encrypt", &|s| encryption::<Zuc128>(s, Batch::encrypt, iv), &[ZUC128]),
    cipher("zuc256", "keystream", &|s| encryption::<Zuc256>(s, Batch::keystream, iv184), ZUC256),
    cipher("zuc256", "encrypt", &|s| encryption::<Zuc256>(s, Batch::encrypt, iv184), ZUC256),
    mac("mac32", &|s| authentication::<Zuc256Mac>(s, iv184, 4), &[MAC32_ZEROS, MAC32_ONES]),
    mac("mac64", &|s| authentication::<Zuc256Mac>(s, iv184, 8), &[MAC64_ZEROS, MAC64_ONES]),
    mac("mac128", &|s| authentication::<Zuc256Mac>(s, iv184, 16), &[MAC128_ZEROS, MAC128_ONES]),
];

const ZUC256: &[Known] = &[ZUC256_ZEROS, ZUC256_ONES];

const fn cipher(
    algorithm: &'static str,
    operation: &'static str,
    prepare: Prepare,
    known: &'static [Known],
) -> Entry {
    entry(algorithm, operation, prepare, ResultKind::Messages, known)
}

const fn mac(operation: &'static str, prepare: Prepare, known: &'static [Known]) -> Entry {
    entry("zuc256", operation, prepare, ResultKind::Tags, known)
}

/// An operation over ZUC. Keys are loaded with the nonce of each message, so that a ready key would
/// save nothing.
pub(super) const fn entry(
    algorithm: &'static str,
    operation: &'static str,
    prepare: Prepare,
    result: ResultKind,
    known: &'static [Known],
) -> Entry {
    Entry {
        algorithm,
        operation,
        by_default: true,
        granule: 1,
        max_bytes: u64::MAX,
        ready_keys: false,
        variants: &variants,
        prepare,
        result,
        known,
    }
}

fn variants() -> Vec<&'static str> {
    Variant::ALL.iter().copied().map(variant_name).collect()
}

fn iv(secret: &Secret) -> &[u8; 16] {
    first(&secret.iv)
}

fn iv184(secret: &Secret) -> Iv184 {
    Iv184::from_packed(first(&secret.iv))
}

/// The first bytes.
pub(super) fn first<const N: usize>(bytes: &[u8]) -> &[u8; N] {
    match bytes.first_chunk() {
        Some(first) => first,
        None => unreachable!("a secret is as long as the longest key and the longest nonce"),
    }
}
