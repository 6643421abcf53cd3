//! The targets of the stream ciphers and of the MACs with a nonce: ZUC, and what 3GPP makes of ZUC
//! and of AES.

mod algorithms;
mod call;
mod cipher;
mod end;
mod tag;

use lanecrypt::stream::zuc::{Zuc128, Zuc256, Zuc256Mac};
use lanecrypt::threegpp::{Nea2, Nea3, Nea6, Nia2, Nia3, Nia6};
use lanecrypt_vectors::Case;

use super::suite::{PreparedSuite, Target};
use crate::answers::nonces;

/// Every target: its name, and how a case of it is understood.
pub(crate) static TARGETS: [Target; 9] = [
    Target {
        name: "zuc128_keystream",
        prepare: |cases| cipher::suite::<Zuc128>(cases, nonces::iv16),
    },
    Target {
        name: "zuc256_2018_keystream",
        prepare: |cases| cipher::suite::<Zuc256>(cases, nonces::iv184),
    },
    Target { name: "zuc_nea6", prepare: |cases| cipher::suite::<Nea6>(cases, nonces::iv_256) },
    Target { name: "zuc_128_eea3", prepare: eea3 },
    Target { name: "nea2", prepare: |cases| cipher::suite::<Nea2>(cases, nonces::parameters) },
    Target {
        name: "zuc256_2018_mac",
        prepare: |cases| tag::suite::<Zuc256Mac>(cases, nonces::zuc256_mac),
    },
    Target { name: "zuc_128_eia3", prepare: |cases| tag::suite::<Nia3>(cases, nonces::tag4) },
    Target { name: "zuc_nia6", prepare: |cases| tag::suite::<Nia6>(cases, nonces::nia6) },
    Target { name: "nia2", prepare: |cases| tag::suite::<Nia2>(cases, nonces::tag4) },
];

/// 128-EEA3 of `count`, `bearer` and `direction`; and ZUC-128 of the `iv` made of them.
fn eea3(cases: &[Case]) -> PreparedSuite {
    let of_parameters = cipher::suite::<Nea3>(cases, |case| match case.has("count") {
        false if case.has("iv") => Ok(Vec::new()),
        _ => nonces::parameters(case),
    })?;
    let of_iv = cipher::suite::<Zuc128>(cases, |case| match case.has("iv") {
        false => Ok(Vec::new()),
        true => nonces::iv16(case),
    })?;
    Ok(Box::new(vec![of_parameters, of_iv]))
}
