//! The targets of AES beside authenticated encryption: modes of encryption, tags, generators.

mod cbc;
mod cbc_batch;
mod ctr;
mod drbg;
mod mac;
mod mac_batch;
mod modes;

use super::file::Case;
use super::suite::Target;
use crate::block::{self, Chained, Cipher, Mac};

/// Every target.
pub(crate) static TARGETS: [Target; 4] = [
    Target { name: "aes_modes", prepare: modes::suite },
    Target { name: "aes_cmac", prepare: |cases| mac::suite(Mac::Cmac, cases) },
    Target { name: "aes_pmac", prepare: |cases| mac::suite(Mac::Pmac, cases) },
    Target { name: "aes_ctr_drbg", prepare: drbg::suite },
];

/// The numbers of jobs of batches: near the numbers of lanes, and more than the most lanes.
const COUNTS: [usize; 16] = [1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33, 64, 71];

/// AES with keys of this length.
fn cipher(key: &[u8], case: &Case) -> Result<(&'static Cipher, &'static Chained), String> {
    let chained = block::CHAINED.iter().find(|cipher| cipher.key_bytes == key.len());
    let pair = chained.and_then(|chained| Some((block::named(chained.name)?, chained)));
    pair.ok_or_else(|| {
        let lengths: Vec<_> = block::CHAINED.iter().map(|c| c.key_bytes.to_string()).collect();
        let lengths = lengths.join(" or ");
        case.error(format_args!("field `key` has {} bytes instead of {lengths}", key.len()))
    })
}
