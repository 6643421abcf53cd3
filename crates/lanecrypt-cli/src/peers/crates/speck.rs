//! The crate `speck-cipher`, with `ctr`. It writes the most significant byte and the first word first, as
//! in the designers' first paper. Their later guide and the catalogue use the opposite order.

use ctr::flavors::{Ctr32BE, Ctr64BE};
use speck_cipher::{
    Speck32_64, Speck48_72, Speck48_96, Speck64_96, Speck64_128, Speck96_96, Speck96_144,
    Speck128_128, Speck128_192, Speck128_256,
};

use super::blocks::{ctr, ecb, ecb_decrypt};
use super::peer::Crates;
use super::turned::turned;
use crate::block::{self, Counter};
use crate::entry::Subject;

/// ECB, many blocks per call.
pub(super) const SPECK: Crates = Crates {
    name: "speck-cipher",
    versions: &[env!("LANECRYPT_CRATE_SPECK_CIPHER")],
    prepare: |algorithm, operation, setting| {
        let blocks = match (algorithm, operation) {
            ("speck32_64", "ecb") => ecb::<Speck32_64>(setting),
            ("speck48_72", "ecb") => ecb::<Speck48_72>(setting),
            ("speck48_96", "ecb") => ecb::<Speck48_96>(setting),
            ("speck64_96", "ecb") => ecb::<Speck64_96>(setting),
            ("speck64_128", "ecb") => ecb::<Speck64_128>(setting),
            ("speck96_96", "ecb") => ecb::<Speck96_96>(setting),
            ("speck96_144", "ecb") => ecb::<Speck96_144>(setting),
            ("speck128_128", "ecb") => ecb::<Speck128_128>(setting),
            ("speck128_192", "ecb") => ecb::<Speck128_192>(setting),
            ("speck128_256", "ecb") => ecb::<Speck128_256>(setting),
            ("speck32_64", "ecb-decrypt") => ecb_decrypt::<Speck32_64>(setting),
            ("speck48_72", "ecb-decrypt") => ecb_decrypt::<Speck48_72>(setting),
            ("speck48_96", "ecb-decrypt") => ecb_decrypt::<Speck48_96>(setting),
            ("speck64_96", "ecb-decrypt") => ecb_decrypt::<Speck64_96>(setting),
            ("speck64_128", "ecb-decrypt") => ecb_decrypt::<Speck64_128>(setting),
            ("speck96_96", "ecb-decrypt") => ecb_decrypt::<Speck96_96>(setting),
            ("speck96_144", "ecb-decrypt") => ecb_decrypt::<Speck96_144>(setting),
            ("speck128_128", "ecb-decrypt") => ecb_decrypt::<Speck128_128>(setting),
            ("speck128_192", "ecb-decrypt") => ecb_decrypt::<Speck128_192>(setting),
            ("speck128_256", "ecb-decrypt") => ecb_decrypt::<Speck128_256>(setting),
            _ => return None,
        };
        around(algorithm, blocks)
    },
};

/// Counter mode. `ctr` counts in 32 or 64 bits, and only in blocks whose length is a multiple of that, so
/// it has no blocks of 48 bits. In blocks of 96 bits it counts in 32 of 48 bits, which is enough for
/// 48 GiB.
pub(super) const SPECK_CTR: Crates = Crates {
    name: "speck-cipher + ctr",
    versions: &[env!("LANECRYPT_CRATE_SPECK_CIPHER"), env!("LANECRYPT_CRATE_CTR")],
    prepare: |algorithm, operation, setting| {
        let counter = Counter::SecondBig;
        let blocks = match (algorithm, operation) {
            ("speck32_64", "ctr") => ctr::<Speck32_64, Ctr32BE>(setting, counter),
            ("speck64_96", "ctr") => ctr::<Speck64_96, Ctr32BE>(setting, counter),
            ("speck64_128", "ctr") => ctr::<Speck64_128, Ctr32BE>(setting, counter),
            ("speck96_96", "ctr") => ctr::<Speck96_96, Ctr32BE>(setting, counter),
            ("speck96_144", "ctr") => ctr::<Speck96_144, Ctr32BE>(setting, counter),
            ("speck128_128", "ctr") => ctr::<Speck128_128, Ctr64BE>(setting, counter),
            ("speck128_192", "ctr") => ctr::<Speck128_192, Ctr64BE>(setting, counter),
            ("speck128_256", "ctr") => ctr::<Speck128_256, Ctr64BE>(setting, counter),
            _ => return None,
        };
        around(algorithm, blocks)
    },
};

/// Reverses blocks, keys and nonces.
fn around(algorithm: &str, blocks: Box<dyn Subject>) -> Option<Box<dyn Subject>> {
    let cipher = block::named(algorithm)?;
    let (key, nonce) = (cipher.key_bytes, cipher.nonce_bytes());
    let secret = move |secret: &mut crate::entry::Secret| {
        secret.key[..key].reverse();
        secret.iv[..nonce].reverse();
    };
    Some(turned(cipher.block_bytes, secret, blocks))
}
