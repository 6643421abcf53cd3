//! The crate `chacha20`.

use chacha20::ChaCha20;
use chacha20::cipher::{KeyIvInit, StreamCipher, StreamCipherSeek};

use super::peer::Crates;
use crate::entry::{Setting, Subject};
use crate::peers::each::{first, in_place};

/// ChaCha20 as in RFC 8439, with nonces of 12 bytes.
pub(super) const CHACHA20: Crates = Crates {
    name: "chacha20",
    versions: &[env!("LANECRYPT_CRATE_CHACHA20")],
    prepare: |algorithm, operation, setting| {
        ((algorithm, operation) == ("chacha20", "encrypt")).then(|| prepare(setting))
    },
};

fn prepare(setting: &Setting) -> Box<dyn Subject> {
    in_place(
        setting,
        |secret| *first::<32>(&secret.key),
        |key, secret, message| {
            let mut cipher = ChaCha20::new(key.into(), first::<12>(&secret.iv).into());
            // Past the end of the keystream nothing is done. Verification finds that.
            let _ = cipher.try_seek(64 * secret.block);
            let _ = cipher.try_apply_keystream(message);
        },
    )
}
