//! The crate `magma`, with `ctr`: Magma, and GOST 28147-89 with the S-box of the catalogue.

use ctr::flavors::Ctr32BE;
use lanecrypt::block::Sbox;
use magma::{Gost89, Magma};

use super::blocks::{ctr, ecb, ecb_decrypt};
use super::peer::Crates;
use super::turned::turned;
use crate::block::Counter;
use crate::entry::{Secret, Subject};

/// ECB, many blocks per call.
pub(super) const MAGMA: Crates = Crates {
    name: "magma",
    versions: &[env!("LANECRYPT_CRATE_MAGMA")],
    prepare: |algorithm, operation, setting| {
        Some(match (algorithm, operation) {
            ("magma", "ecb") => ecb::<Magma>(setting),
            ("magma", "ecb-decrypt") => ecb_decrypt::<Magma>(setting),
            ("gost28147", "ecb") => around(ecb::<Gost89<Dke1>>(setting)),
            ("gost28147", "ecb-decrypt") => around(ecb_decrypt::<Gost89<Dke1>>(setting)),
            _ => return None,
        })
    },
};

/// Counter mode of Magma. `ctr` has no flavour for the byte order of GOST 28147-89.
pub(super) const MAGMA_CTR: Crates = Crates {
    name: "magma + ctr",
    versions: &[env!("LANECRYPT_CRATE_MAGMA"), env!("LANECRYPT_CRATE_CTR")],
    prepare: |algorithm, operation, setting| match (algorithm, operation) {
        ("magma", "ctr") => Some(ctr::<Magma, Ctr32BE>(setting, Counter::SecondBig)),
        _ => None,
    },
};

/// The S-box of the catalogue.
enum Dke1 {}

impl magma::Sbox for Dke1 {
    const NAME: &'static str = "DKE No. 1";
    const SBOX: [[u8; 16]; 8] = *Sbox::DSTU_DKE1.rows();
}

/// Reverses words and blocks: the crate writes the most significant byte and the second word first, as
/// the later standard does.
fn around(blocks: Box<dyn Subject>) -> Box<dyn Subject> {
    let secret = |secret: &mut Secret| {
        secret.key.as_chunks_mut::<4>().0.iter_mut().for_each(|w| w.reverse())
    };
    turned(8, secret, blocks)
}
