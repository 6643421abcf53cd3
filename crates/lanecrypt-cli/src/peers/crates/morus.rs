//! The crate `morus`: MORUS-1280 with keys of 128 bits.

use morus::Morus;

use super::peer::Crates;
use crate::peers::each::{authenticated, first};

/// MORUS-1280.
pub(super) const MORUS: Crates = Crates {
    name: "morus",
    versions: &[env!("LANECRYPT_CRATE_MORUS")],
    prepare: |algorithm, operation, setting| {
        let open = match (algorithm, operation) {
            ("morus1280", "encrypt") => false,
            ("morus1280", "decrypt") => true,
            _ => return None,
        };
        Some(authenticated(
            setting,
            open,
            |secret, _| *first(&secret.key),
            |key, secret, message| {
                Some(Morus::new(first(&secret.iv), key).encrypt_in_place(message, &[]))
            },
            // It opens in place or into new memory. A copy and opening in place is faster.
            |key, secret, input, output, tag| {
                output.copy_from_slice(input);
                Morus::new(first(&secret.iv), key).decrypt_in_place(output, tag, &[]).is_ok()
            },
        ))
    },
};
