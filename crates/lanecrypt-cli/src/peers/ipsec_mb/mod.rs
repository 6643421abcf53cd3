//! intel-ipsec-mb, through a shim in C (`peers/ipsec_mb.c`): all messages of a call at once.

mod manager;

use std::cell::OnceCell;

use super::Peer;
use crate::entry::{Buffers, Keys, Setting, Subject};
use manager::{Manager, Sealed};

/// The library.
pub(super) struct IpsecMb;

impl Peer for IpsecMb {
    fn name(&self) -> &'static str {
        "intel-ipsec-mb"
    }

    fn version(&self) -> String {
        manager::version()
    }

    fn prepare(
        &self,
        algorithm: &str,
        operation: &str,
        setting: &Setting,
    ) -> Option<Box<dyn Subject>> {
        let (operation, key_bytes, tag_bytes) = named(algorithm, operation)?;
        let keys = if operation.is_zuc() { Keys::Fresh } else { setting.keys };
        let slots = setting.batch;
        let manager = |operation| Manager::new(operation, key_bytes, tag_bytes, slots);
        let opens = operation == Operation::GcmDecrypt;
        let sealing = if opens { Some(manager(Operation::Gcm)?) } else { None };
        let (manager, sealed) = (manager(operation)?, OnceCell::new());
        Some(Box::new(Batch { manager, sealing, keys, sealed }))
    }

    /// The limits differ between versions, so the library is asked.
    fn takes(&self, algorithm: &str, operation: &str, bytes: usize) -> bool {
        named(algorithm, operation)
            .and_then(|(operation, key_bytes, tag_bytes)| {
                Manager::new(operation, key_bytes, tag_bytes, 1)
            })
            .is_some_and(|manager| manager.takes(bytes))
    }
}

/// An operation of the catalogue, with the lengths of its keys and tags.
fn named(algorithm: &str, operation: &str) -> Option<(Operation, u32, u32)> {
    use Operation::*;
    let zuc = match (algorithm, operation) {
        ("zuc128", "encrypt") => (Zuc128, 16, 0),
        ("eea3", "encrypt") => (Eea3, 16, 0),
        ("eia3", "mac") => (Eia3, 16, 4),
        ("zuc256", "encrypt") => (Zuc256, 32, 0),
        ("zuc256", "mac32") => (Zuc256Mac, 32, 4),
        ("zuc256", "mac64") => (Zuc256Mac, 32, 8),
        ("zuc256", "mac128") => (Zuc256Mac, 32, 16),
        _ => return aes(algorithm, operation),
    };
    Some(zuc)
}

fn aes(algorithm: &str, operation: &str) -> Option<(Operation, u32, u32)> {
    use Operation::*;
    let key_bytes = match algorithm {
        "aes128" => 16,
        "aes192" => 24,
        "aes256" => 32,
        _ => return None,
    };
    let (operation, tag_bytes) = match operation {
        "ecb" => (Ecb, 0),
        "ecb-decrypt" => (EcbDecrypt, 0),
        "cbc" => (Cbc, 0),
        "cbc-decrypt" => (CbcDecrypt, 0),
        "ctr" => (Ctr, 0),
        "cmac" if key_bytes != 24 => (Cmac, 16),
        "gcm" => (Gcm, 16),
        "gcm-decrypt" => (GcmDecrypt, 16),
        _ => return None,
    };
    Some((operation, key_bytes, tag_bytes))
}

/// An operation, in the order of the shim.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(i32)]
enum Operation {
    Ecb,
    EcbDecrypt,
    Cbc,
    CbcDecrypt,
    /// The library counts in the last four bytes only: this is the same until they overflow.
    Ctr,
    Cmac,
    Gcm,
    GcmDecrypt,
    Zuc128,
    Eea3,
    Eia3,
    Zuc256,
    Zuc256Mac,
}

impl Operation {
    /// Whether keys are loaded with IVs, so that they are never ready.
    fn is_zuc(self) -> bool {
        use Operation::*;
        matches!(self, Zuc128 | Eea3 | Eia3 | Zuc256 | Zuc256Mac)
    }
}

/// All messages of a call. If the library refuses something, nothing is done. Verification finds that.
struct Batch {
    manager: Manager,
    /// The manager that seals the messages to be opened.
    sealing: Option<Manager>,
    keys: Keys,
    /// The ciphertexts and tags that every call opens.
    sealed: OnceCell<Sealed>,
}

impl Subject for Batch {
    fn offer(&self, buffers: &mut Buffers, timer: &mut dyn FnMut(&mut dyn FnMut())) {
        let Some(sealing) = &self.sealing else {
            let Buffers { secrets, messages, tags, .. } = buffers;
            *tags = self.manager.offer(self.keys, secrets, None, messages, timer);
            return;
        };
        let sealed = self.sealed.get_or_init(|| {
            let Buffers { secrets, messages, tags, sealed, .. } = &*buffers;
            let mut messages = messages.clone();
            let tags = match sealed {
                true => tags.clone(),
                false => sealing.offer(self.keys, secrets, None, &mut messages, &mut |call| call()),
            };
            (messages, tags)
        });
        let Buffers { secrets, messages, .. } = buffers;
        self.manager.offer(self.keys, secrets, Some(sealed), messages, timer);
    }

    fn resolved_keys(&self) -> Keys {
        self.keys
    }
}
