//! The crate `aegis`: its default implementation, which is C code.

use aegis::{aegis128l, aegis128x2, aegis128x4, aegis256, aegis256x2, aegis256x4};

use super::peer::Crates;
use crate::peers::each::{authenticated, first};

/// The subject for a type of cipher.
macro_rules! messages {
    ($cipher:ty, $setting:expr, $open:expr) => {
        // Key and nonce are loaded together: nothing can be set up before.
        authenticated(
            $setting,
            $open,
            |secret, _| *first(&secret.key),
            |key, secret, message| {
                Some(<$cipher>::new(key, first(&secret.iv)).encrypt_in_place(message, &[]))
            },
            |key, secret, input, output, tag| {
                // This is faster than a copy followed by decryption in place.
                let cipher = <$cipher>::new(key, first(&secret.iv));
                let mut opening = cipher.decryptor(&[], output);
                opening.update(input).is_ok() && opening.finalize(tag).is_ok()
            },
        )
    };
}

/// AEGIS.
pub(super) const AEGIS: Crates = Crates {
    name: "aegis",
    versions: &[env!("LANECRYPT_CRATE_AEGIS")],
    prepare: |algorithm, operation, setting| {
        let open = match operation {
            "encrypt" => false,
            "decrypt" => true,
            _ => return None,
        };
        Some(match algorithm {
            "aegis128l" => messages!(aegis128l::Aegis128L<16>, setting, open),
            "aegis128x2" => messages!(aegis128x2::Aegis128X2<16>, setting, open),
            "aegis128x4" => messages!(aegis128x4::Aegis128X4<16>, setting, open),
            "aegis256" => messages!(aegis256::Aegis256<16>, setting, open),
            "aegis256x2" => messages!(aegis256x2::Aegis256X2<16>, setting, open),
            "aegis256x4" => messages!(aegis256x4::Aegis256X4<16>, setting, open),
            _ => return None,
        })
    },
};
