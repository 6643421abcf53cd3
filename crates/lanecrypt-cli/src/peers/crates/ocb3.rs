//! The crate `ocb3`.

use aes::cipher::consts::U12;
use aes::{Aes128, Aes192, Aes256};
use ocb3::Ocb3;

use super::aes_gcm::messages;
use super::peer::Crates;

/// OCB3.
pub(super) const OCB3: Crates = Crates {
    name: "aes + ocb3",
    versions: &[env!("LANECRYPT_CRATE_AES"), env!("LANECRYPT_CRATE_OCB3")],
    prepare: |algorithm, operation, setting| {
        let open = match operation {
            "ocb3" => false,
            "ocb3-decrypt" => true,
            _ => return None,
        };
        Some(match algorithm {
            "aes128" => messages::<Ocb3<Aes128, U12>>(setting, open),
            "aes192" => messages::<Ocb3<Aes192, U12>>(setting, open),
            "aes256" => messages::<Ocb3<Aes256, U12>>(setting, open),
            _ => return None,
        })
    },
};
