//! The interface of the shim.

use std::ffi::{CStr, c_char, c_int, c_uint};
use std::ptr::{self, NonNull};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::instructions::Instructions;
use super::operation::ShimOperation;
use crate::entry::{Keys, Message, Secret};
use crate::peers::each::first;

/// Ciphertexts and tags.
pub(super) type Sealed = (Vec<Message>, Vec<Vec<u8>>);

/// The version of the library that is linked.
pub(super) fn version() -> String {
    // SAFETY: the text is the library's own, ends in zero and is never freed.
    let text = unsafe { CStr::from_ptr(peer_ipsec_mb_version()) };
    text.to_string_lossy().trim_start_matches('v').to_owned()
}

/// Whether this version of the library has an operation.
pub(super) fn has(operation: ShimOperation) -> bool {
    // SAFETY: it takes a number.
    unsafe { peer_ipsec_mb_has(operation as c_int) }
}

/// An object of the shim.
#[repr(C)]
struct IpsecObject {
    _private: [u8; 0],
}

/// A message, in the form of the shim.
#[repr(C)]
struct ShimMessage {
    /// Null if the key is ready.
    key: *const u8,
    iv: *const u8,
    /// Equal to the output if the message is in place.
    input: *const u8,
    output: *mut u8,
    /// Room for the tag.
    tag: *mut u8,
    /// The expected tag, when opening.
    expected: *const u8,
    aad: *const u8,
    aad_bytes: u64,
    bytes: u64,
}

unsafe extern "C" {
    fn peer_ipsec_mb_version() -> *const c_char;
    fn peer_ipsec_mb_has(operation: c_int) -> bool;
    fn peer_ipsec_mb_new(
        operation: c_int,
        instructions: c_int,
        key_bytes: c_uint,
        tag_bytes: c_uint,
        slots: usize,
    ) -> *mut IpsecObject;
    fn peer_ipsec_mb_free(manager: *mut IpsecObject);
    fn peer_ipsec_mb_key(manager: *mut IpsecObject, slot: usize, key: *const u8);
    fn peer_ipsec_mb_prepare(manager: *mut IpsecObject, messages: *const ShimMessage, count: usize);
    fn peer_ipsec_mb_run(manager: *mut IpsecObject) -> bool;
    fn peer_ipsec_mb_takes(manager: *mut IpsecObject) -> bool;
}

/// Held while the library may find an error, or tests itself. It tells errors to all threads, and a test of
/// itself takes the error of another thread for its own.
static ERRORS: Mutex<()> = Mutex::new(());

fn alone() -> MutexGuard<'static, ()> {
    ERRORS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A manager of the library for one operation and a number of messages.
pub(super) struct Manager {
    object: NonNull<IpsecObject>,
    operation: ShimOperation,
    tag_bytes: usize,
    slots: usize,
}

impl Manager {
    pub(super) fn new(
        operation: ShimOperation,
        instructions: Instructions,
        key_bytes: u32,
        tag_bytes: u32,
        slots: usize,
    ) -> Option<Self> {
        let (number, level) = (operation as c_int, instructions as c_int);
        let _alone = alone();
        // SAFETY: it takes numbers, and gives a new object or null.
        let object = unsafe { peer_ipsec_mb_new(number, level, key_bytes, tag_bytes, slots) };
        let (object, tag_bytes) = (NonNull::new(object)?, tag_bytes as usize);
        Some(Self { object, operation, tag_bytes, slots })
    }

    /// Sets up the key that all messages share.
    fn key(&self, secret: &Secret) {
        // SAFETY: there is a slot at least, and no key is longer than what a secret holds.
        unsafe { peer_ipsec_mb_key(self.object.as_ptr(), 0, secret.key.as_ptr()) };
    }

    /// Whether the library takes a message of this length.
    pub(super) fn takes(&self, bytes: usize) -> bool {
        let (mut message, mut tag) = (vec![0; bytes], [0; 16]);
        let (zeros, output) = (Aligned([0; 64]), message.as_mut_ptr());
        let job = ShimMessage {
            key: zeros.0.as_ptr(),
            iv: zeros.0.as_ptr(),
            input: output,
            output,
            tag: tag.as_mut_ptr(),
            expected: zeros.0.as_ptr(),
            aad: ptr::null(),
            aad_bytes: 0,
            bytes: bytes as u64,
        };
        let _alone = alone();
        // SAFETY: as in `offer`: one message, with all that belongs to it. The library checks its length.
        unsafe {
            peer_ipsec_mb_prepare(self.object.as_ptr(), &job, 1);
            peer_ipsec_mb_takes(self.object.as_ptr())
        }
    }

    /// Passes a call over all messages to `timer`: in place, or from `sealed` when opening. Returns tags.
    pub(super) fn offer(
        &self,
        keys: Keys,
        secrets: &[Secret],
        aad: &[u8],
        sealed: Option<&Sealed>,
        messages: &mut [Message],
        timer: &mut dyn FnMut(&mut dyn FnMut()),
    ) -> Vec<Vec<u8>> {
        let count = secrets.len().min(messages.len()).min(self.slots);
        let mut tags = vec![vec![0; self.tag_bytes]; count];
        let aligned: Vec<_> =
            secrets.iter().map(|secret| (Aligned(secret.key), self.iv(secret))).collect();
        let with_iv = self.operation.is_loaded_with_iv();
        let jobs = (0..count).map(|i| {
            let output = messages[i].as_mut_ptr();
            let mut bytes = messages[i].len();
            let (mut input, mut expected) = (output.cast_const(), ptr::null());
            if let Some((inputs, tags)) = sealed {
                bytes = bytes.min(inputs[i].len());
                (input, expected) = (inputs[i].as_ptr(), first::<16>(&tags[i]).as_ptr());
            }
            let (Aligned(own), Aligned(iv)) = &aligned[i];
            let key = match keys {
                Keys::Fresh => own.as_ptr(),
                Keys::Ready if with_iv => aligned[0].0.0.as_ptr(),
                Keys::Ready => ptr::null(),
            };
            ShimMessage {
                key,
                iv: iv.as_ptr(),
                input,
                output,
                tag: tags[i].as_mut_ptr(),
                expected,
                aad: if aad.is_empty() { ptr::null() } else { aad.as_ptr() },
                aad_bytes: aad.len() as u64,
                bytes: bytes as u64,
            }
        });
        let jobs: Vec<ShimMessage> = jobs.collect();
        if keys == Keys::Ready && !with_iv {
            self.key(&secrets[0]);
        }
        // SAFETY: there is a slot for each message. The shim keeps the messages for the calls below only.
        unsafe { peer_ipsec_mb_prepare(self.object.as_ptr(), jobs.as_ptr(), jobs.len()) };
        timer(&mut || {
            // SAFETY: messages, keys, IVs, tags and associated data outlive the call, are as long as it takes them to be,
            // and are touched by nobody else until it is over, when the library has no job left.
            unsafe { peer_ipsec_mb_run(self.object.as_ptr()) };
        });
        tags
    }

    /// The IV of a message; in counter mode, the first counter block.
    fn iv(&self, secret: &Secret) -> Aligned<32> {
        let mut iv = secret.iv;
        if self.operation == ShimOperation::Ctr {
            let first = u128::from_be_bytes(*first(&secret.iv)).wrapping_add(secret.block.into());
            iv[..16].copy_from_slice(&first.to_be_bytes());
        }
        Aligned(iv)
    }
}

/// A key or an IV. The library's headers ask for this alignment.
#[repr(align(16))]
struct Aligned<const N: usize>([u8; N]);

impl Drop for Manager {
    fn drop(&mut self) {
        // SAFETY: nobody else has it.
        unsafe { peer_ipsec_mb_free(self.object.as_ptr()) };
    }
}
