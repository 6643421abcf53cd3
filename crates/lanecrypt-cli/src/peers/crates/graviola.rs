//! The crate `graviola`, which has no AES-192.

use graviola::aead::AesGcm;
use graviola::util::is_cpu_supported;

use crate::entry::{Setting, Subject};
use crate::peers::each::{authenticated, first};
use crate::peers::peer::Peer;

/// GCM.
pub(super) struct Graviola;

impl Peer for Graviola {
    fn name(&self) -> &'static str {
        "graviola"
    }

    fn version(&self) -> String {
        env!("LANECRYPT_CRATE_GRAVIOLA").to_owned()
    }

    fn prepare(
        &self,
        algorithm: &str,
        operation: &str,
        setting: &Setting,
    ) -> Option<Box<dyn Subject>> {
        let key_bytes = match algorithm {
            "aes128" => 16,
            "aes256" => 32,
            _ => return None,
        };
        let open = match operation {
            "gcm" => false,
            "gcm-decrypt" => true,
            _ => return None,
        };
        Some(authenticated(
            setting,
            open,
            move |secret, _| AesGcm::new(&secret.key[..key_bytes]),
            |key, secret, message| {
                let mut tag = [0; 16];
                key.encrypt(first(&secret.iv), &[], message, &mut tag);
                Some(tag)
            },
            |key, secret, input, output, tag| {
                // The crate opens in place only.
                output.copy_from_slice(input);
                key.decrypt(first(&secret.iv), &[], output, tag).is_ok()
            },
        ))
    }

    /// The crate would panic.
    fn refuses(&self, _: &str, _: &str, _: usize) -> Option<&'static str> {
        (!is_cpu_supported()).then_some("it needs instructions that this processor does not have")
    }
}
