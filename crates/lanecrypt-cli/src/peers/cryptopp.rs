//! Crypto++, through a shim in C++: `peers/cryptopp.cpp`.

use std::ffi::{CString, c_char, c_int};
use std::ptr::{self, NonNull};
use std::rc::Rc;

use super::each::{Tag, authenticated, in_place, tags};
use super::peer::Peer;
use crate::block;
use crate::entry::{Secret, Setting, Subject};

/// The library.
pub(super) struct CryptoPp;

impl Peer for CryptoPp {
    fn name(&self) -> &'static str {
        "Crypto++"
    }

    fn version(&self) -> String {
        // SAFETY: it takes nothing and gives a number.
        let version = unsafe { peer_cryptopp_version() };
        format!("{}.{}.{}", version / 100, version / 10 % 10, version % 10)
    }

    fn prepare(
        &self,
        algorithm: &str,
        operation: &str,
        setting: &Setting,
    ) -> Option<Box<dyn Subject>> {
        if algorithm == "chacha20" {
            return match operation {
                "encrypt" => encrypted(algorithm, operation, 32, IvForm::Nonce, setting),
                _ => None,
            };
        }
        let key_bytes = block::named(algorithm)?.key_bytes;
        let aes = algorithm.starts_with("aes");
        let family = if aes { "aes" } else { algorithm.split('_').next()? };
        match operation {
            "ecb" | "ecb-decrypt" => encrypted(family, operation, key_bytes, IvForm::None, setting),
            "ctr" => encrypted(
                family,
                operation,
                key_bytes,
                IvForm::Counter(block::named(algorithm)?),
                setting,
            ),
            "cbc" | "cbc-decrypt" => {
                encrypted(family, operation, key_bytes, IvForm::Block, setting)
            }
            "cmac" => tagged(family, operation, key_bytes, setting),
            "gcm" => sealed(family, false, key_bytes, setting),
            "gcm-decrypt" => sealed(family, true, key_bytes, setting),
            _ => None,
        }
    }
}

/// The form of an IV in the library.
#[derive(Clone, Copy)]
enum IvForm {
    None,
    Block,
    /// The first counter block. The library counts in the whole block, most significant byte first: this
    /// is the same until the counter part of the block overflows.
    Counter(&'static block::Cipher),
    /// A nonce of twelve bytes, and a block number.
    Nonce,
}

fn encrypted(
    family: &str,
    operation: &str,
    key_bytes: usize,
    iv: IvForm,
    setting: &Setting,
) -> Option<Box<dyn Subject>> {
    let object = Rc::new(Object::new(family, operation)?);
    let keyed = Rc::clone(&object);
    Some(in_place(
        setting,
        move |secret| keyed.key(&secret.key[..key_bytes]),
        move |(), secret, message| match iv {
            IvForm::None => object.in_place(&[], 0, message),
            IvForm::Block => object.in_place(&secret.iv[..16], 0, message),
            IvForm::Nonce => object.in_place(&secret.iv[..12], secret.block, message),
            IvForm::Counter(cipher) => {
                let mut block = [0; 16];
                let block = &mut block[..cipher.block_bytes];
                let nonce = &secret.iv[..cipher.nonce_bytes()];
                cipher.counter.write(nonce, secret.block, block);
                object.in_place(block, 0, message);
            }
        },
    ))
}

fn tagged(
    family: &str,
    operation: &str,
    key_bytes: usize,
    setting: &Setting,
) -> Option<Box<dyn Subject>> {
    let object = Rc::new(Object::new(family, operation)?);
    let keyed = Rc::clone(&object);
    Some(tags(
        setting,
        move |secret| keyed.key(&secret.key[..key_bytes]),
        move |(), _, message| object.tag(message),
    ))
}

fn sealed(
    family: &str,
    open: bool,
    key_bytes: usize,
    setting: &Setting,
) -> Option<Box<dyn Subject>> {
    let sealing = Rc::new(Object::new(family, "gcm")?);
    let opening = Rc::new(Object::new(family, "gcm-decrypt")?);
    let keyed = [Rc::clone(&sealing), Rc::clone(&opening)];
    Some(authenticated(
        setting,
        open,
        move |secret: &Secret, open| keyed[usize::from(open)].key(&secret.key[..key_bytes]),
        move |(), secret, message| sealing.seal(&secret.iv[..12], message),
        move |(), secret, input, output, tag| opening.open(&secret.iv[..12], input, output, tag),
    ))
}

/// An object of the shim.
#[repr(C)]
struct CryptoPpObject {
    _private: [u8; 0],
}

unsafe extern "C" {
    fn peer_cryptopp_version() -> c_int;
    fn peer_cryptopp_new(family: *const c_char, operation: *const c_char) -> *mut CryptoPpObject;
    fn peer_cryptopp_free(peer: *mut CryptoPpObject);
    fn peer_cryptopp_key(peer: *mut CryptoPpObject, key: *const u8, bytes: usize) -> bool;
    fn peer_cryptopp_run(
        peer: *mut CryptoPpObject,
        iv: *const u8,
        iv_bytes: usize,
        block: u64,
        input: *const u8,
        output: *mut u8,
        bytes: usize,
        tag: *mut u8,
    ) -> bool;
}

/// An operation of an algorithm. If the library refuses something, nothing is done. Verification finds
/// that.
struct Object(NonNull<CryptoPpObject>);

impl Object {
    fn new(family: &str, operation: &str) -> Option<Self> {
        let (family, operation) = (CString::new(family).ok()?, CString::new(operation).ok()?);
        // SAFETY: the names end in zero and are only read.
        NonNull::new(unsafe { peer_cryptopp_new(family.as_ptr(), operation.as_ptr()) }).map(Self)
    }

    fn key(&self, key: &[u8]) {
        // SAFETY: the object is one, and the key as long as is said. No call of it is under way,
        // as it stays in one thread.
        unsafe { peer_cryptopp_key(self.0.as_ptr(), key.as_ptr(), key.len()) };
    }

    fn in_place(&self, iv: &[u8], block: u64, message: &mut [u8]) {
        let (data, bytes) = (message.as_mut_ptr(), message.len());
        let (object, none) = (self.0.as_ptr(), ptr::null_mut());
        // SAFETY: as above; input and output may be the same memory, both pointers to which are
        // made of the one reference that there is.
        unsafe { peer_cryptopp_run(object, iv.as_ptr(), iv.len(), block, data, data, bytes, none) };
    }

    fn tag(&self, message: &[u8]) -> Tag {
        let mut tag = [0; 16];
        let (input, output) = (message.as_ptr(), ptr::null_mut());
        let (object, iv, room) = (self.0.as_ptr(), ptr::null(), tag.as_mut_ptr());
        // SAFETY: as above; tags are of 16 bytes, and nothing else is written.
        unsafe { peer_cryptopp_run(object, iv, 0, 0, input, output, message.len(), room) };
        tag
    }

    fn seal(&self, iv: &[u8], message: &mut [u8]) -> Option<Tag> {
        let mut tag = [0; 16];
        let (data, bytes) = (message.as_mut_ptr(), message.len());
        let (object, room) = (self.0.as_ptr(), tag.as_mut_ptr());
        // SAFETY: as above, for both.
        let done =
            unsafe { peer_cryptopp_run(object, iv.as_ptr(), iv.len(), 0, data, data, bytes, room) };
        done.then_some(tag)
    }

    fn open(&self, iv: &[u8], input: &[u8], output: &mut [u8], tag: &Tag) -> bool {
        if input.len() != output.len() {
            return false;
        }
        let (data, bytes, mut tag) = (output.as_mut_ptr(), output.len(), *tag);
        let (object, room) = (self.0.as_ptr(), tag.as_mut_ptr());
        // SAFETY: as above; input and output are of the same length.
        unsafe {
            peer_cryptopp_run(object, iv.as_ptr(), iv.len(), 0, input.as_ptr(), data, bytes, room)
        }
    }
}

impl Drop for Object {
    fn drop(&mut self) {
        // SAFETY: nobody else has it.
        unsafe { peer_cryptopp_free(self.0.as_ptr()) };
    }
}
