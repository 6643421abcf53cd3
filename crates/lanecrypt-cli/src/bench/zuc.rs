//! ZUC-128, ZUC-256 and its MAC, to be measured.

use lanecrypt::Batch;
use lanecrypt::stream::zuc::{Iv184, Variant, Zuc128, Zuc256, Zuc256Mac};

use super::known;
use super::timed::{authentication, encryption};
use crate::answers::nonces;
use crate::entry::{Answers, Entry, Known, Prepare, ResultKind, Secret};
use crate::zuc::variant_name;

/// Every operation.
pub(crate) static ENTRIES: [Entry; 7] = [
    cipher("zuc128", "keystream", &|s| encryption::<Zuc128>(s, Batch::keystream, iv), &|| {
        known::keystreams::<Zuc128, _>(ZUC128, nonces::iv16)
    }),
    cipher("zuc128", "encrypt", &|s| encryption::<Zuc128>(s, Batch::encrypt, iv), &|| {
        known::ciphertexts::<Zuc128, _>(ZUC128, nonces::iv16)
    }),
    cipher("zuc256", "keystream", &|s| encryption::<Zuc256>(s, Batch::keystream, iv184), &|| {
        known::keystreams::<Zuc256, _>(ZUC256, nonces::iv184)
    }),
    cipher("zuc256", "encrypt", &|s| encryption::<Zuc256>(s, Batch::encrypt, iv184), &|| {
        known::ciphertexts::<Zuc256, _>(ZUC256, nonces::iv184)
    }),
    mac("mac32", &|s| authentication::<Zuc256Mac>(s, iv184, 4), &|| mac_answers(4)),
    mac("mac64", &|s| authentication::<Zuc256Mac>(s, iv184, 8), &|| mac_answers(8)),
    mac("mac128", &|s| authentication::<Zuc256Mac>(s, iv184, 16), &|| mac_answers(16)),
];

/// The targets of the known answers.
const ZUC128: &str = "zuc128_keystream";
const ZUC256: &str = "zuc256_2018_keystream";

fn mac_answers(tag_bytes: usize) -> Result<Vec<Known>, String> {
    known::tags::<Zuc256Mac, _>("zuc256_2018_mac", nonces::zuc256_mac, tag_bytes)
}

const fn cipher(
    algorithm: &'static str,
    operation: &'static str,
    prepare: Prepare,
    known: Answers,
) -> Entry {
    entry(algorithm, operation, prepare, ResultKind::Messages, known)
}

const fn mac(operation: &'static str, prepare: Prepare, known: Answers) -> Entry {
    entry("zuc256", operation, prepare, ResultKind::Tags, known)
}

/// An operation over ZUC. Keys are loaded with the nonce of each message, so that a ready key would
/// save nothing.
pub(super) const fn entry(
    algorithm: &'static str,
    operation: &'static str,
    prepare: Prepare,
    result: ResultKind,
    known: Answers,
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
