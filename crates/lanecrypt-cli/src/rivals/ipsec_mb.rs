//! intel-ipsec-mb, through a shim in C, `peers/ipsec_mb.c`: all messages of a call at once.

use std::cell::OnceCell;
use std::ffi::{CStr, c_char, c_int, c_uint};
use std::ptr::{self, NonNull};

use super::Rival;
use super::each::first;
use crate::bench::catalogue::{Buffers, Keys, Secret, Setting, Subject};

/// The library.
pub(super) struct IpsecMb;

impl Rival for IpsecMb {
    fn name(&self) -> &'static str {
        "intel-ipsec-mb"
    }

    fn version(&self) -> String {
        // SAFETY: the text is the library's own, ends in zero and is never freed.
        let text = unsafe { CStr::from_ptr(peer_ipsec_mb_version()) };
        text.to_string_lossy().trim_start_matches('v').to_owned()
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
        let peer = |operation| Peer::new(operation, key_bytes, tag_bytes, slots);
        let opens = operation == Operation::GcmDecrypt;
        let sealing = if opens { Some(peer(Operation::Gcm)?) } else { None };
        let (peer, sealed) = (peer(operation)?, OnceCell::new());
        Some(Box::new(Batch { peer, sealing, keys, sealed }))
    }

    /// It has limits, which its versions differ in: it is asked.
    fn takes(&self, algorithm: &str, operation: &str, bytes: usize) -> bool {
        named(algorithm, operation)
            .and_then(|(operation, key_bytes, tag_bytes)| {
                Peer::new(operation, key_bytes, tag_bytes, 1)
            })
            .is_some_and(|peer| peer.takes(bytes))
    }
}

/// An operation of the catalogue, with the lengths of its keys and tags.
fn named(algorithm: &str, operation: &str) -> Option<(Operation, u32, u32)> {
    use Operation::*;
    let zuc = match (algorithm, operation) {
        ("zuc128", "encipher") => (Zuc128, 16, 0),
        ("eea3", "encipher") => (Eea3, 16, 0),
        ("eia3", "mac") => (Eia3, 16, 4),
        ("zuc256", "encipher") => (Zuc256, 32, 0),
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

/// What is done, in the order of the shim.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(i32)]
enum Operation {
    Ecb,
    EcbDecrypt,
    Cbc,
    CbcDecrypt,
    /// It counts in the last four bytes only: what comes to the same until they overflow.
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
    /// Whether keys are loaded with IVs, so that there is nothing to be ready.
    fn is_zuc(self) -> bool {
        use Operation::*;
        matches!(self, Zuc128 | Eea3 | Eia3 | Zuc256 | Zuc256Mac)
    }
}

/// Ciphertexts and tags.
type Sealed = (Vec<Vec<u8>>, Vec<Vec<u8>>);

/// All messages of a call at once. What the library refuses is not done, which verification finds.
struct Batch {
    peer: Peer,
    /// What makes the messages that are opened.
    sealing: Option<Peer>,
    keys: Keys,
    /// What is opened again and again.
    sealed: OnceCell<Sealed>,
}

impl Subject for Batch {
    fn offer(&self, buffers: &mut Buffers, timer: &mut dyn FnMut(&mut dyn FnMut())) {
        let Some(sealing) = &self.sealing else {
            let Buffers { secrets, messages, tags, .. } = buffers;
            *tags = self.peer.offer(self.keys, secrets, None, messages, timer);
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
        self.peer.offer(self.keys, secrets, Some(sealed), messages, timer);
    }

    fn resolved_variant(&self) -> &'static str {
        ""
    }

    fn lanes(&self) -> usize {
        1
    }

    fn resolved_keys(&self) -> Keys {
        self.keys
    }
}

/// An object of the shim.
#[repr(C)]
struct Opaque {
    _private: [u8; 0],
}

/// A message, as the shim has it.
#[repr(C)]
struct Message {
    /// Null where the key is ready.
    key: *const u8,
    iv: *const u8,
    /// The same as the output where the message is in place.
    input: *const u8,
    output: *mut u8,
    /// Room for the tag.
    tag: *mut u8,
    /// The tag that it is to be, when opening.
    expected: *const u8,
    bytes: u64,
}

unsafe extern "C" {
    fn peer_ipsec_mb_version() -> *const c_char;
    fn peer_ipsec_mb_new(
        operation: c_int,
        key_bytes: c_uint,
        tag_bytes: c_uint,
        slots: usize,
    ) -> *mut Opaque;
    fn peer_ipsec_mb_free(peer: *mut Opaque);
    fn peer_ipsec_mb_key(peer: *mut Opaque, slot: usize, key: *const u8);
    fn peer_ipsec_mb_run(peer: *mut Opaque, messages: *const Message, count: usize) -> bool;
}

/// A manager of the library, for an operation and so many messages.
struct Peer {
    object: NonNull<Opaque>,
    operation: Operation,
    tag_bytes: usize,
    slots: usize,
}

impl Peer {
    fn new(operation: Operation, key_bytes: u32, tag_bytes: u32, slots: usize) -> Option<Self> {
        // SAFETY: it takes numbers, and gives a new object or null.
        let object = unsafe { peer_ipsec_mb_new(operation as c_int, key_bytes, tag_bytes, slots) };
        let (object, tag_bytes) = (NonNull::new(object)?, tag_bytes as usize);
        Some(Self { object, operation, tag_bytes, slots })
    }

    /// Sets the one key up that all messages have.
    fn key(&self, secret: &Secret) {
        // SAFETY: there is a slot at least, and no key is longer than what a secret holds.
        unsafe { peer_ipsec_mb_key(self.object.as_ptr(), 0, secret.key.as_ptr()) };
    }

    /// Whether a message of some length is not refused.
    fn takes(&self, bytes: usize) -> bool {
        let (mut message, mut tag) = (vec![0; bytes], [0; 16]);
        let (zeros, output) = ([0; 64], message.as_mut_ptr());
        let job = Message {
            key: zeros.as_ptr(),
            iv: zeros.as_ptr(),
            input: output,
            output,
            tag: tag.as_mut_ptr(),
            expected: zeros.as_ptr(),
            bytes: bytes as u64,
        };
        // SAFETY: as in `offer`: one message, with all that belongs to it.
        unsafe { peer_ipsec_mb_run(self.object.as_ptr(), &job, 1) }
    }

    /// Hands `timer` a call over all messages, in place or from those that are opened; gives tags.
    fn offer(
        &self,
        keys: Keys,
        secrets: &[Secret],
        sealed: Option<&Sealed>,
        messages: &mut [Vec<u8>],
        timer: &mut dyn FnMut(&mut dyn FnMut()),
    ) -> Vec<Vec<u8>> {
        let count = secrets.len().min(messages.len()).min(self.slots);
        let mut tags = vec![vec![0; self.tag_bytes]; count];
        let ivs: Vec<Iv> = secrets.iter().map(|secret| self.iv(secret)).collect();
        let jobs = (0..count).map(|i| {
            let output = messages[i].as_mut_ptr();
            let mut bytes = messages[i].len();
            let (mut input, mut expected) = (output.cast_const(), ptr::null());
            if let Some((inputs, tags)) = sealed {
                bytes = bytes.min(inputs[i].len());
                (input, expected) = (inputs[i].as_ptr(), first::<16>(&tags[i]).as_ptr());
            }
            Message {
                key: if keys == Keys::Fresh { secrets[i].key.as_ptr() } else { ptr::null() },
                iv: ivs[i].0.as_ptr(),
                input,
                output,
                tag: tags[i].as_mut_ptr(),
                expected,
                bytes: bytes as u64,
            }
        });
        let jobs: Vec<Message> = jobs.collect();
        if keys == Keys::Ready {
            self.key(&secrets[0]);
        }
        timer(&mut || {
            if keys == Keys::Same {
                self.key(&secrets[0]);
            }
            // SAFETY: keys, IVs, messages and tags outlive the call, are as long as it takes them
            // to be, and are touched by nobody else until it is over, when the library has no job
            // left; there is a slot for each.
            unsafe { peer_ipsec_mb_run(self.object.as_ptr(), jobs.as_ptr(), jobs.len()) };
        });
        tags
    }

    /// What a message's IV is to the library: in counter mode the first counter block.
    fn iv(&self, secret: &Secret) -> Iv {
        let mut iv = secret.iv;
        if self.operation == Operation::Ctr {
            let first = u128::from_be_bytes(*first(&secret.iv)).wrapping_add(secret.block.into());
            iv[..16].copy_from_slice(&first.to_be_bytes());
        }
        Iv(iv)
    }
}

/// The library's headers ask for this alignment.
#[repr(align(16))]
struct Iv([u8; 32]);

impl Drop for Peer {
    fn drop(&mut self) {
        // SAFETY: nobody else has it.
        unsafe { peer_ipsec_mb_free(self.object.as_ptr()) };
    }
}
