//! intel-ipsec-mb, through a shim in C (`peers/ipsec_mb.c`): all messages of a call at once.

mod instructions;
mod manager;
mod operation;

use std::cell::OnceCell;

use lanecrypt::Backend;

use super::peer::Peer;
use crate::entry::{Buffers, Keys, Setting, Subject};
use instructions::Instructions;
use manager::{Manager, Sealed};
use operation::named;

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
        let (keys, slots) = (setting.keys, setting.batch);
        let level = Instructions::of(setting.backend).unwrap_or(Instructions::Best);
        let manager = |operation| Manager::new(operation, level, key_bytes, tag_bytes, slots);
        let sealing = match operation.sealing() {
            Some(sealing) => Some(manager(sealing)?),
            None => None,
        };
        let (manager, sealed) = (manager(operation)?, OnceCell::new());
        Some(Box::new(ShimBatch { manager, sealing, keys, sealed }))
    }

    /// The limits differ between versions, so the library is asked. There is one that it does not know.
    fn refuses(&self, algorithm: &str, operation: &str, bytes: usize) -> Option<&'static str> {
        let (operation, key_bytes, tag_bytes) = named(algorithm, operation)?;
        if operation.is_of_suite_6() && bytes > usize::from(u16::MAX) {
            return Some("the library gives a wrong answer: it keeps the length in 16 bits");
        }
        match Manager::new(operation, Instructions::Best, key_bytes, tag_bytes, 1) {
            Some(manager) if manager.takes(bytes) => None,
            Some(_) => Some("the library refuses messages of this length"),
            None => Some("the library cannot set the operation up"),
        }
    }

    fn lacks(&self, algorithm: &str, operation: &str) -> Option<&'static str> {
        let (operation, ..) = named(algorithm, operation)?;
        let why = match operation.is_of_256_bits() {
            true => "the operation begins with version 3.0 of the library",
            false => "the operation ends with version 2.x of the library",
        };
        (!manager::has(operation)).then_some(why)
    }

    fn takes_aad(&self) -> bool {
        true
    }

    fn lowers(&self, backend: Backend) -> bool {
        Instructions::of(backend).is_some()
    }
}

/// All messages of a call. If the library refuses something, nothing is done. Verification finds that.
struct ShimBatch {
    manager: Manager,
    /// The manager that seals the messages to be opened.
    sealing: Option<Manager>,
    keys: Keys,
    /// The ciphertexts and tags that every call opens.
    sealed: OnceCell<Sealed>,
}

impl Subject for ShimBatch {
    fn offer(&self, buffers: &mut Buffers, timer: &mut dyn FnMut(&mut dyn FnMut())) {
        let Some(sealing) = &self.sealing else {
            let Buffers { secrets, aad, messages, tags, .. } = buffers;
            *tags = self.manager.offer(self.keys, secrets, aad, None, messages, timer);
            return;
        };
        let sealed = self.sealed.get_or_init(|| {
            let Buffers { secrets, aad, messages, tags, sealed, .. } = &*buffers;
            let mut messages = messages.clone();
            let tags = match sealed {
                true => tags.clone(),
                false => {
                    sealing.offer(self.keys, secrets, aad, None, &mut messages, &mut |call| call())
                }
            };
            (messages, tags)
        });
        let Buffers { secrets, aad, messages, .. } = buffers;
        self.manager.offer(self.keys, secrets, aad, Some(sealed), messages, timer);
    }

    fn resolved_keys(&self) -> Keys {
        self.keys
    }
}
