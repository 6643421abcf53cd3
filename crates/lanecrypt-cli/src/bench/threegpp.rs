//! The algorithms of 3GPP, to be measured.

use lanecrypt::Batch;
use lanecrypt::threegpp::{Direction, Iv, Nea2, Nea3, Nea6, Nia2, Nia3, Parameters};

use super::known;
use super::timed::{accept, authentication, encryption};
use super::zuc::{self, first};
use crate::answers::nonces;
use crate::entry::{Answers, Entry, Prepare, ResultKind, Secret};

/// Every operation.
pub(crate) static ENTRIES: [Entry; 6] = [
    cipher("nea6", "keystream", &|s| encryption::<Nea6>(s, Batch::keystream, iv), &|| {
        known::keystreams::<Nea6, _>("zuc_nea6", nonces::iv_256)
    }),
    cipher("nea6", "encrypt", &|s| encryption::<Nea6>(s, Batch::encrypt, iv), &|| {
        known::ciphertexts::<Nea6, _>("zuc_nea6", nonces::iv_256)
    }),
    cipher("eea3", "encrypt", &|s| encryption::<Nea3>(s, Batch::encrypt, parameters), &|| {
        known::ciphertexts::<Nea3, _>("zuc_128_eea3", nonces::parameters)
    }),
    mac("eia3", &|s| authentication::<Nia3>(s, parameters, 4), &|| {
        known::tags::<Nia3, _>("zuc_128_eia3", nonces::tag4, 4)
    }),
    over_aes(cipher(
        "nea2",
        "encrypt",
        &|s| encryption::<Nea2>(s, Batch::encrypt, parameters),
        &|| known::ciphertexts::<Nea2, _>("nea2", nonces::parameters),
    )),
    over_aes(mac("nia2", &|s| authentication::<Nia2>(s, parameters, 4), &|| {
        known::tags::<Nia2, _>("nia2", nonces::tag4, 4)
    })),
];

/// The longest message: its length in bits is a number of 32 bits.
const MAX_BYTES: u64 = u32::MAX as u64 / 8;

const fn cipher(
    algorithm: &'static str,
    operation: &'static str,
    prepare: Prepare,
    known: Answers,
) -> Entry {
    let entry = zuc::entry(algorithm, operation, prepare, ResultKind::Messages, known);
    Entry { max_bytes: MAX_BYTES, ..entry }
}

const fn mac(algorithm: &'static str, prepare: Prepare, known: Answers) -> Entry {
    let entry = zuc::entry(algorithm, "mac", prepare, ResultKind::Tags, known);
    Entry { max_bytes: MAX_BYTES, ..entry }
}

/// An algorithm over AES: keys are expanded, and there is one variant.
const fn over_aes(entry: Entry) -> Entry {
    Entry { by_default: false, ready_keys: true, variants: &|| vec!["auto", "lanes"], ..entry }
}

fn iv(secret: &Secret) -> Iv {
    Iv::from_bytes(*first(&secret.iv))
}

/// COUNT is the first four bytes. BEARER is five bits of the next byte. DIRECTION is one bit of the
/// byte after that.
fn parameters(secret: &Secret) -> Parameters {
    let direction = match secret.iv[5] & 1 {
        0 => Direction::Uplink,
        _ => Direction::Downlink,
    };
    let count = u32::from_be_bytes(*first(&secret.iv));
    accept(Parameters::new(count, secret.iv[4] & 31, direction))
}
