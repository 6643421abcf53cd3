//! OpenSSL 3, through the crate `openssl`. Ciphers are fetched once and contexts are used again, as its
//! documentation advises.

mod cmac;
mod room;

use std::cell::RefCell;
use std::rc::Rc;

use openssl::cipher::Cipher;
use openssl::cipher_ctx::CipherCtx;
use openssl::error::ErrorStack;

use super::each::{Tag, authenticated, first, in_place};
use super::peer::Peer;
use crate::block::Way;
use crate::entry::{Keys, Secret, Setting, Subject};
use room::{ROOM, with_room};

/// The library.
pub(super) struct OpenSsl;

impl Peer for OpenSsl {
    fn name(&self) -> &'static str {
        "OpenSSL"
    }

    fn version(&self) -> String {
        // "OpenSSL 3.0.19 27 Jan 2026"
        let text = openssl::version::version();
        text.split(' ').nth(1).unwrap_or(text).to_owned()
    }

    fn prepare(
        &self,
        algorithm: &str,
        operation: &str,
        setting: &Setting,
    ) -> Option<Box<dyn Subject>> {
        let aes = ["aes128", "aes192", "aes256"].contains(&algorithm);
        let bits = algorithm.trim_start_matches("aes");
        let named = |mode: &str| format!("AES-{bits}-{mode}");
        match (algorithm, operation) {
            ("chacha20", "encrypt") => encrypted("ChaCha20", Way::Encrypt, chacha20_iv, setting),
            _ if !aes => None,
            (_, "ecb") => encrypted(&named("ECB"), Way::Encrypt, |_| None, setting),
            (_, "ecb-decrypt") => encrypted(&named("ECB"), Way::Decrypt, |_| None, setting),
            (_, "cbc") => encrypted(&named("CBC"), Way::Encrypt, cbc_iv, setting),
            (_, "cbc-decrypt") => encrypted(&named("CBC"), Way::Decrypt, cbc_iv, setting),
            (_, "ctr") => encrypted(&named("CTR"), Way::Encrypt, ctr_iv, setting),
            (_, "gcm") => sealed(&named("GCM"), Way::Encrypt, setting),
            (_, "gcm-decrypt") => sealed(&named("GCM"), Way::Decrypt, setting),
            (_, "ocb3") => sealed(&named("OCB"), Way::Encrypt, setting),
            (_, "ocb3-decrypt") => sealed(&named("OCB"), Way::Decrypt, setting),
            (_, "cmac") => cmac::messages(&named("CBC"), setting),
            _ => None,
        }
    }
}

/// The IV of a message in the form of the library. None for ECB.
type IvOf = fn(&Secret) -> Option<[u8; 16]>;

fn cbc_iv(secret: &Secret) -> Option<[u8; 16]> {
    Some(*first(&secret.iv))
}

fn ctr_iv(secret: &Secret) -> Option<[u8; 16]> {
    let counter = u128::from_be_bytes(*first(&secret.iv));
    Some(counter.wrapping_add(secret.block.into()).to_be_bytes())
}

/// The block number in 32 bits, and the nonce.
fn chacha20_iv(secret: &Secret) -> Option<[u8; 16]> {
    let mut iv = [0; 16];
    iv[..4].copy_from_slice(&(secret.block as u32).to_le_bytes());
    iv[4..].copy_from_slice(&secret.iv[..12]);
    Some(iv)
}

/// A context for a cipher, without key and IV. If the library refuses something, nothing is done.
/// Verification finds that.
struct CipherContext {
    way: Way,
    key_bytes: usize,
    inner: RefCell<CipherCtx>,
}

impl CipherContext {
    fn new(name: &str, way: Way) -> Option<Rc<Self>> {
        let cipher = Cipher::fetch(None, name, None).ok()?;
        let mut inner = CipherCtx::new().ok()?;
        match way {
            Way::Encrypt => inner.encrypt_init(Some(&cipher), None, None).ok()?,
            Way::Decrypt => inner.decrypt_init(Some(&cipher), None, None).ok()?,
        }
        inner.set_padding(false);
        let key_bytes = cipher.key_length();
        Some(Rc::new(Self { way, key_bytes, inner: RefCell::new(inner) }))
    }

    fn start(&self, key: Option<&[u8]>, iv: Option<&[u8]>) -> Result<(), ErrorStack> {
        let mut inner = self.inner.borrow_mut();
        match self.way {
            Way::Encrypt => inner.encrypt_init(None, key, iv),
            Way::Decrypt => inner.decrypt_init(None, key, iv),
        }
    }

    /// The key of a message.
    fn key_of<'s>(&self, secret: &'s Secret) -> &'s [u8] {
        &secret.key[..self.key_bytes]
    }

    /// Sets up a key that is ready. A fresh key is set up together with the IV, which is one call less.
    fn set_up(&self, keys: Keys, secret: &Secret) {
        if keys == Keys::Ready {
            let _ = self.start(Some(self.key_of(secret)), None);
        }
    }

    /// Starts a message, with its key if keys are fresh.
    fn begin(&self, keys: Keys, secret: &Secret, iv: Option<&[u8]>) -> Result<(), ErrorStack> {
        let key = (keys == Keys::Fresh).then(|| self.key_of(secret));
        match (key, iv) {
            (None, None) => Ok(()),
            _ => self.start(key, iv),
        }
    }

    fn in_place(&self, message: &mut [u8], bytes: usize) -> Result<usize, ErrorStack> {
        self.inner.borrow_mut().cipher_update_inplace(message, bytes)
    }

    fn seal(&self, keys: Keys, secret: &Secret, message: &mut [u8]) -> Result<Tag, ErrorStack> {
        self.begin(keys, secret, Some(&secret.iv[..12]))?;
        let done = self.in_place(message, message.len() - ROOM)?;
        let mut inner = self.inner.borrow_mut();
        inner.cipher_final(&mut message[done..])?;
        let mut tag = [0; 16];
        inner.tag(&mut tag)?;
        Ok(tag)
    }

    fn open(
        &self,
        keys: Keys,
        secret: &Secret,
        input: &[u8],
        output: &mut [u8],
        tag: &Tag,
    ) -> Result<(), ErrorStack> {
        self.begin(keys, secret, Some(&secret.iv[..12]))?;
        let mut inner = self.inner.borrow_mut();
        inner.set_tag(tag)?;
        let done = inner.cipher_update(&input[..input.len() - ROOM], Some(output))?;
        inner.cipher_final(&mut output[done..]).map(|_| ())
    }
}

fn encrypted(name: &str, way: Way, iv: IvOf, setting: &Setting) -> Option<Box<dyn Subject>> {
    let context = CipherContext::new(name, way)?;
    let (keyed, keys) = (Rc::clone(&context), setting.keys);
    Some(with_room(in_place(
        setting,
        move |secret| keyed.set_up(keys, secret),
        move |(), secret, message| {
            let _ = context.begin(keys, secret, iv(secret).as_ref().map(|iv| &iv[..]));
            let _ = context.in_place(message, message.len() - ROOM);
        },
    )))
}

fn sealed(name: &str, way: Way, setting: &Setting) -> Option<Box<dyn Subject>> {
    // Messages that are not sealed yet are sealed first.
    let [sealing, opening] =
        [CipherContext::new(name, Way::Encrypt)?, CipherContext::new(name, Way::Decrypt)?];
    let (keyed, keys) = ([Rc::clone(&sealing), Rc::clone(&opening)], setting.keys);
    Some(with_room(authenticated(
        setting,
        way == Way::Decrypt,
        move |secret, open| keyed[usize::from(open)].set_up(keys, secret),
        move |(), secret, message| sealing.seal(keys, secret, message).ok(),
        move |(), secret, input, output, tag| {
            opening.open(keys, secret, input, output, tag).is_ok()
        },
    )))
}
