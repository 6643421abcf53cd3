//! The targets of AES beside authenticated encryption: modes of encryption, tags, generators.

mod cbc;
mod cbc_batch;
mod ctr;
mod drbg;
mod mac;
mod modes;

use super::suite::Target;
use crate::block::AesMac;

/// Every target.
pub(crate) static TARGETS: [Target; 4] = [
    Target { name: "aes_modes", prepare: modes::suite },
    Target { name: "aes_cmac", prepare: |_, cases| mac::suite(AesMac::Cmac, cases) },
    Target { name: "aes_pmac", prepare: |_, cases| mac::suite(AesMac::Pmac, cases) },
    Target { name: "aes_ctr_drbg", prepare: drbg::suite },
];
