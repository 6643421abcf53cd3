//! AWS-LC, the library in C below the crate `aws-lc-rs`. It is called directly, through the crate
//! `aws-lc-sys`. The crate above it sets up each AES key for both directions, computes ECB one block at a
//! time, and copies the context of CMAC for every message.
//!
//! CTR and CBC go through `AES_KEY`, which needs no context. ECB goes through `EVP_CIPHER_CTX`, because only
//! this has the code for many blocks.

use std::cell::RefCell;
use std::ffi::{CStr, c_int};
use std::ptr::{self, NonNull};
use std::rc::Rc;

use aws_lc_sys as ffi;

use super::each::{Tag, authenticated, first, in_place, tags};
use super::peer::Peer;
use crate::block::Way;
use crate::entry::{Secret, Setting, Subject};

/// The library.
pub(super) struct AwsLc;

impl Peer for AwsLc {
    fn name(&self) -> &'static str {
        "AWS-LC"
    }

    fn version(&self) -> String {
        let text = CStr::from_bytes_until_nul(ffi::AWSLC_VERSION_NUMBER_STRING);
        text.unwrap_or(c"of unknown version").to_string_lossy().into_owned()
    }

    fn prepare(
        &self,
        algorithm: &str,
        operation: &str,
        setting: &Setting,
    ) -> Option<Box<dyn Subject>> {
        if (algorithm, operation) == ("chacha20", "encrypt") {
            return Some(chacha20(setting));
        }
        let key_bytes = match algorithm {
            "aes128" => 16,
            "aes192" => 24,
            "aes256" => 32,
            _ => return None,
        };
        match operation {
            "ecb" => ecb(key_bytes, Way::Encrypt, setting),
            "ecb-decrypt" => ecb(key_bytes, Way::Decrypt, setting),
            "cbc" => Some(cbc(key_bytes, Way::Encrypt, setting)),
            "cbc-decrypt" => Some(cbc(key_bytes, Way::Decrypt, setting)),
            "ctr" => Some(ctr(key_bytes, setting)),
            "cmac" => cmac(key_bytes, setting),
            "gcm" => gcm(key_bytes, false, setting),
            "gcm-decrypt" => gcm(key_bytes, true, setting),
            _ => None,
        }
    }
}

fn chacha20(setting: &Setting) -> Box<dyn Subject> {
    in_place(
        setting,
        |secret| *first::<32>(&secret.key),
        |key, secret, message| {
            let (place, nonce) = (message.as_mut_ptr(), first::<12>(&secret.iv));
            // SAFETY: the message is as long as is said and may be in place; the key and the nonce have
            // their lengths.
            unsafe {
                ffi::CRYPTO_chacha_20(
                    place,
                    place,
                    message.len(),
                    key.as_ptr(),
                    nonce.as_ptr(),
                    secret.block as u32,
                );
            }
        },
    )
}

/// Round keys, which are used again for the next key.
struct RoundKeys {
    key_bytes: usize,
    way: Way,
    inner: RefCell<ffi::AES_KEY>,
}

impl RoundKeys {
    fn new(key_bytes: usize, way: Way) -> Rc<Self> {
        let inner = RefCell::new(ffi::AES_KEY { rd_key: [0; 60], rounds: 0 });
        Rc::new(Self { key_bytes, way, inner })
    }

    fn key(&self, secret: &Secret) {
        let (key, bits) = (secret.key.as_ptr(), 8 * self.key_bytes as u32);
        let mut inner = self.inner.borrow_mut();
        // SAFETY: the key has as many bits as is said, and a length that the library knows.
        unsafe {
            match self.way {
                Way::Encrypt => ffi::AES_set_encrypt_key(key, bits, &mut *inner),
                Way::Decrypt => ffi::AES_set_decrypt_key(key, bits, &mut *inner),
            }
        };
    }
}

fn ctr(key_bytes: usize, setting: &Setting) -> Box<dyn Subject> {
    let round_keys = RoundKeys::new(key_bytes, Way::Encrypt);
    let keyed = Rc::clone(&round_keys);
    in_place(
        setting,
        move |secret| keyed.key(secret),
        move |(), secret, message| {
            let counter = u128::from_be_bytes(*first(&secret.iv));
            let mut counter = counter.wrapping_add(secret.block.into()).to_be_bytes();
            let (mut keystream, mut used) = ([0; 16], 0);
            let place = message.as_mut_ptr();
            // SAFETY: the message is as long as is said and may be in place; there are round keys; the
            // counter and the rest of the keystream are blocks.
            unsafe {
                ffi::AES_ctr128_encrypt(
                    place,
                    place,
                    message.len(),
                    &*round_keys.inner.borrow(),
                    counter.as_mut_ptr(),
                    keystream.as_mut_ptr(),
                    &mut used,
                );
            }
        },
    )
}

fn cbc(key_bytes: usize, way: Way, setting: &Setting) -> Box<dyn Subject> {
    let round_keys = RoundKeys::new(key_bytes, way);
    let keyed = Rc::clone(&round_keys);
    in_place(
        setting,
        move |secret| keyed.key(secret),
        move |(), secret, message| {
            let mut iv: [u8; 16] = *first(&secret.iv);
            let place = message.as_mut_ptr();
            // SAFETY: the message is whole blocks, as long as is said, and may be in place; there are
            // round keys for this way; the IV is a block.
            unsafe {
                ffi::AES_cbc_encrypt(
                    place,
                    place,
                    message.len(),
                    &*round_keys.inner.borrow(),
                    iv.as_mut_ptr(),
                    direction(way),
                );
            }
        },
    )
}

/// The direction as the library has it: one to encrypt, zero to decrypt.
fn direction(way: Way) -> c_int {
    c_int::from(way == Way::Encrypt)
}

/// A context of the library, which is freed by one of its functions.
struct Context<T> {
    inner: NonNull<T>,
    free: unsafe extern "C" fn(*mut T),
}

impl<T> Context<T> {
    /// A context that was just made, or null.
    fn new(made: *mut T, free: unsafe extern "C" fn(*mut T)) -> Option<Rc<Self>> {
        NonNull::new(made).map(|inner| Rc::new(Self { inner, free }))
    }

    fn get(&self) -> *mut T {
        self.inner.as_ptr()
    }
}

impl<T> Drop for Context<T> {
    fn drop(&mut self) {
        // SAFETY: the context was made for this function, and nobody else has it.
        unsafe { (self.free)(self.get()) };
    }
}

fn ecb(key_bytes: usize, way: Way, setting: &Setting) -> Option<Box<dyn Subject>> {
    // SAFETY: the ciphers are constants of the library; a new context may be null, and is not used then.
    let (cipher, context) = unsafe {
        let cipher = match key_bytes {
            16 => ffi::EVP_aes_128_ecb(),
            24 => ffi::EVP_aes_192_ecb(),
            _ => ffi::EVP_aes_256_ecb(),
        };
        (cipher, Context::new(ffi::EVP_CIPHER_CTX_new(), ffi::EVP_CIPHER_CTX_free)?)
    };
    let start = move |context: &Context<ffi::EVP_CIPHER_CTX>, cipher, key| {
        let (none, iv) = (ptr::null_mut(), ptr::null());
        // SAFETY: the context is one; the key, if there is one, has the length of the cipher.
        unsafe { ffi::EVP_CipherInit_ex(context.get(), cipher, none, key, iv, direction(way)) }
    };
    if start(&context, cipher, ptr::null()) != 1 {
        return None;
    }
    let keyed = Rc::clone(&context);
    Some(in_place(
        setting,
        move |secret| {
            start(&keyed, ptr::null(), secret.key.as_ptr());
        },
        move |(), _, message| {
            let place = message.as_mut_ptr();
            // SAFETY: the context has a key; the message is whole blocks, as long as is said, and may be
            // in place.
            unsafe { ffi::EVP_Cipher(context.get(), place, place, message.len()) };
        },
    ))
}

fn cmac(key_bytes: usize, setting: &Setting) -> Option<Box<dyn Subject>> {
    // SAFETY: as for ECB.
    let (cipher, context) = unsafe {
        let cipher = match key_bytes {
            16 => ffi::EVP_aes_128_cbc(),
            24 => ffi::EVP_aes_192_cbc(),
            _ => ffi::EVP_aes_256_cbc(),
        };
        (cipher, Context::new(ffi::CMAC_CTX_new(), ffi::CMAC_CTX_free)?)
    };
    let keyed = Rc::clone(&context);
    Some(tags(
        setting,
        move |secret| {
            let key = secret.key.as_ptr().cast();
            // SAFETY: the context is one, and the key has the length of the cipher.
            unsafe { ffi::CMAC_Init(keyed.get(), key, key_bytes, cipher, ptr::null_mut()) };
        },
        move |(), _, message| {
            let mut tag: Tag = [0; 16];
            let mut bytes = 0;
            // SAFETY: the context has a key, and begins anew with it; the message is as long as is said;
            // there is room for a tag of one block.
            unsafe {
                ffi::CMAC_Reset(context.get());
                ffi::CMAC_Update(context.get(), message.as_ptr(), message.len());
                ffi::CMAC_Final(context.get(), tag.as_mut_ptr(), &mut bytes);
            }
            tag
        },
    ))
}

fn gcm(key_bytes: usize, open: bool, setting: &Setting) -> Option<Box<dyn Subject>> {
    const TAG_BYTES: usize = size_of::<Tag>();
    let zeros = [0; 32];
    // SAFETY: the AEADs are constants of the library; the key has the length of the AEAD.
    let (aead, made) = unsafe {
        let aead = match key_bytes {
            16 => ffi::EVP_aead_aes_128_gcm(),
            24 => ffi::EVP_aead_aes_192_gcm(),
            _ => ffi::EVP_aead_aes_256_gcm(),
        };
        (aead, ffi::EVP_AEAD_CTX_new(aead, zeros.as_ptr(), key_bytes, TAG_BYTES))
    };
    let context = Context::new(made, ffi::EVP_AEAD_CTX_free)?;
    let [keyed, opening] = [Rc::clone(&context), Rc::clone(&context)];
    Some(authenticated(
        setting,
        open,
        move |secret, _| {
            let (context, key) = (keyed.get(), secret.key.as_ptr());
            // SAFETY: the context is one, and has nothing left when it is set up again; the key has the
            // length of the AEAD.
            unsafe {
                ffi::EVP_AEAD_CTX_cleanup(context);
                ffi::EVP_AEAD_CTX_init(context, aead, key, key_bytes, TAG_BYTES, ptr::null_mut());
            }
        },
        move |(), secret, message| {
            let (nonce, place) = (first::<12>(&secret.iv), message.as_mut_ptr());
            let (mut tag, mut tag_bytes): (Tag, _) = ([0; TAG_BYTES], 0);
            // SAFETY: the context has a key; the nonce, the message, which may be in place, and the room
            // for the tag are as long as is said; nothing else is sealed.
            let sealed = unsafe {
                ffi::EVP_AEAD_CTX_seal_scatter(
                    context.get(),
                    place,
                    tag.as_mut_ptr(),
                    &mut tag_bytes,
                    tag.len(),
                    nonce.as_ptr(),
                    nonce.len(),
                    place,
                    message.len(),
                    ptr::null(),
                    0,
                    ptr::null(),
                    0,
                )
            };
            (sealed == 1).then_some(tag)
        },
        move |(), secret, input, output, tag| {
            let nonce = first::<12>(&secret.iv);
            if output.len() < input.len() {
                return false;
            }
            // SAFETY: the context has a key; the nonce, the input and the tag are as long as is said; the
            // output is another buffer of at least the length of the input.
            let opened = unsafe {
                ffi::EVP_AEAD_CTX_open_gather(
                    opening.get(),
                    output.as_mut_ptr(),
                    nonce.as_ptr(),
                    nonce.len(),
                    input.as_ptr(),
                    input.len(),
                    tag.as_ptr(),
                    tag.len(),
                    ptr::null(),
                    0,
                )
            };
            opened == 1
        },
    ))
}
