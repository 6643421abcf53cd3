//! The crate `aes-gcm`.

use aes::cipher::consts::U12;
use aes::{Aes128, Aes192, Aes256};
use aes_gcm::AesGcm;
use aes_gcm::aead::inout::InOutBuf;
use aes_gcm::aead::{AeadInOut, KeyInit};

use super::blocks::expand;
use super::peer::Crates;
use crate::entry::{Setting, Subject};
use crate::peers::each::{authenticated, first};

/// GCM.
pub(super) const AES_GCM: Crates = Crates {
    name: "aes-gcm",
    versions: &[env!("LANECRYPT_CRATE_AES_GCM")],
    prepare: |algorithm, operation, setting| {
        let open = match operation {
            "gcm" => false,
            "gcm-decrypt" => true,
            _ => return None,
        };
        Some(match algorithm {
            "aes128" => messages::<AesGcm<Aes128, U12>>(setting, open),
            "aes192" => messages::<AesGcm<Aes192, U12>>(setting, open),
            "aes256" => messages::<AesGcm<Aes256, U12>>(setting, open),
            _ => return None,
        })
    },
};

/// The subject for a type with the traits of the crate `aead`, nonces of 12 bytes and tags of 16 bytes.
pub(super) fn messages<A>(setting: &Setting, open: bool) -> Box<dyn Subject>
where
    A: KeyInit + AeadInOut<NonceSize = U12, TagSize = aes::cipher::consts::U16> + 'static,
{
    authenticated(
        setting,
        open,
        |secret, _| expand::<A>(secret),
        |cipher: &A, secret, message| {
            let nonce = first::<12>(&secret.iv).into();
            let tag = cipher.encrypt_inout_detached(nonce, &[], message.into());
            tag.ok().map(Into::into)
        },
        |cipher, secret, input, output, tag| {
            let nonce = first::<12>(&secret.iv).into();
            let both = InOutBuf::new(input, output);
            both.is_ok_and(|both| {
                cipher.decrypt_inout_detached(nonce, &[], both, tag.into()).is_ok()
            })
        },
    )
}
