//! The algorithms of 3GPP, to be measured.

mod known;

use lanecrypt::Batch;
use lanecrypt::threegpp::{Direction, Iv, Nea2, Nea3, Nea6, Nia2, Nia3, Parameters};

use super::timed::{accept, authentication, encryption};
use super::zuc::{self, first};
use crate::entry::{Entry, Known, Prepare, ResultKind, Secret};
use known::{
    EEA3, EIA3, EIA3_SHORT, NEA2, NEA6, NEA6_KEYSTREAM, NEA6_SHORT, NIA2, NIA2_BYTES, NIA2_SHORT,
};

/// Every operation.
pub(crate) static ENTRIES: [Entry; 6] = [
    cipher(
        "nea6",
        "keystream",
        &|s| encryption::<Nea6>(s, Batch::keystream, iv),
        &[NEA6_KEYSTREAM],
    ),
    cipher("nea6", "encrypt", &|s| encryption::<Nea6>(s, Batch::encrypt, iv), &[NEA6_SHORT, NEA6]),
    cipher("eea3", "encrypt", &|s| encryption::<Nea3>(s, Batch::encrypt, parameters), &[EEA3]),
    mac("eia3", &|s| authentication::<Nia3>(s, parameters, 4), &[EIA3_SHORT, EIA3]),
    over_aes(cipher(
        "nea2",
        "encrypt",
        &|s| encryption::<Nea2>(s, Batch::encrypt, parameters),
        &[NEA2],
    )),
    over_aes(mac(
        "nia2",
        &|s| authentication::<Nia2>(s, parameters, 4),
        &[NIA2_SHORT, NIA2_BYTES, NIA2],
    )),
];

/// The longest message: its length in bits is a number of 32 bits.
const MAX_BYTES: u64 = u32::MAX as u64 / 8;

const fn cipher(
    algorithm: &'static str,
    operation: &'static str,
    prepare: Prepare,
    known: &'static [Known],
) -> Entry {
    let entry = zuc::entry(algorithm, operation, prepare, ResultKind::Messages, known);
    Entry { max_bytes: MAX_BYTES, ..entry }
}

const fn mac(algorithm: &'static str, prepare: Prepare, known: &'static [Known]) -> Entry {
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
