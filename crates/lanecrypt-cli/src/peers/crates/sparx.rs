//! The crate `sparx`.

use sparx::{sparx64, sparx128};

use super::peer::Crates;
use crate::peers::each::{first, in_place};

/// SPARX with keys of 128 bits. The crate has calls for single blocks only.
pub(super) const SPARX: Crates = Crates {
    name: "sparx",
    versions: &[env!("LANECRYPT_CRATE_SPARX")],
    prepare: |algorithm, operation, setting| {
        /// The subject for a module and a direction.
        macro_rules! cipher {
            ($cipher:ident, $schedule:ident, $block:ident) => {
                in_place(
                    setting,
                    |secret| $cipher::$schedule(first(&secret.key)),
                    |keys, _, message| {
                        let (blocks, _) = message.as_chunks_mut::<{ $cipher::BLOCK_SIZE }>();
                        blocks.iter_mut().for_each(|block| $cipher::$block(block, keys));
                    },
                )
            };
        }
        Some(match (algorithm, operation) {
            ("sparx64_128", "ecb") => cipher!(sparx64, key_schedule_encrypt, encrypt_block),
            ("sparx64_128", "ecb-decrypt") => cipher!(sparx64, key_schedule_decrypt, decrypt_block),
            ("sparx128_128", "ecb") => cipher!(sparx128, key_schedule_encrypt, encrypt_block),
            ("sparx128_128", "ecb-decrypt") => {
                cipher!(sparx128, key_schedule_decrypt, decrypt_block)
            }
            _ => return None,
        })
    },
};
