//! The crates `cmac` and `pmac`.

use aes::{Aes128Enc, Aes192Enc, Aes256Enc};
use cmac::digest::FixedOutput;
use cmac::{Cmac, KeyInit, Mac};
use pmac::Pmac;

use super::blocks::expand;
use super::peer::Crates;
use crate::entry::{Setting, Subject};
use crate::peers::each::tags;

/// CMAC.
pub(super) const CMAC: Crates = Crates {
    name: "aes + cmac",
    versions: &[env!("LANECRYPT_CRATE_AES"), env!("LANECRYPT_CRATE_CMAC")],
    prepare: |algorithm, operation, setting| {
        Some(match (algorithm, operation) {
            ("aes128", "cmac") => messages::<Cmac<Aes128Enc>>(setting),
            ("aes192", "cmac") => messages::<Cmac<Aes192Enc>>(setting),
            ("aes256", "cmac") => messages::<Cmac<Aes256Enc>>(setting),
            _ => return None,
        })
    },
};

/// PMAC.
pub(super) const PMAC: Crates = Crates {
    name: "aes + pmac",
    versions: &[env!("LANECRYPT_CRATE_AES"), env!("LANECRYPT_CRATE_PMAC")],
    prepare: |algorithm, operation, setting| {
        Some(match (algorithm, operation) {
            ("aes128", "pmac") => messages::<Pmac<Aes128Enc>>(setting),
            ("aes192", "pmac") => messages::<Pmac<Aes192Enc>>(setting),
            ("aes256", "pmac") => messages::<Pmac<Aes256Enc>>(setting),
            _ => return None,
        })
    },
};

/// The subject for a type of MAC. Each message uses a copy of the key object.
fn messages<M: Mac + KeyInit + FixedOutput + Clone + 'static>(
    setting: &Setting,
) -> Box<dyn Subject> {
    tags(setting, expand::<M>, |keyed: &M, _, message| {
        let mut mac = keyed.clone();
        Mac::update(&mut mac, message);
        mac.finalize().into_bytes()
    })
}
