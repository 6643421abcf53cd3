//! Ciphers without authentication, one message a call.

mod batch;

use core::ffi::c_int;

use lanecrypt::{Cipher, Data, Error};
#[allow(unused_imports, reason = "which of them rows name depends on features")]
use lanecrypt::{block, mode, stream};

use crate::algorithms::ciphers;
use crate::arguments::{apart, bytes, data};
use crate::backend::backend;
use crate::context::{clear, context, get, init};
use crate::keys::{ByteCipher, CipherKey, Member, match_key, match_number};
use crate::status::{Outcome, lc_status, status};

pub use batch::*;

/// The key of a cipher, ready for use. Nothing is authenticated.
///
/// Placed and shared as `lc_aead`.
#[repr(C, align(64))]
pub struct lc_cipher {
    /// Not to be read or written by the caller.
    opaque: [u64; 192],
}

context!(lc_cipher holds CipherKey, b"lc_ciph\x01");

/// Takes a key for a cipher. `size` is `sizeof(lc_cipher)`; everything else is as with `lc_aead_init`.
///
/// Nonces in counter mode: AES takes 12 bytes, followed by a counter of 32 bits that starts at 0, or the
/// whole first counter block of 16 bytes; other ciphers take half a block, and the other half counts.
/// ChaCha20 takes 12 bytes, ZUC-128 16 bytes, ZUC-256 23 bytes or 25, whose last eight have six bits each.
/// `lc_sizes_of` gives these lengths. GOST 28147-89 has the S-boxes DKE No. 1 of DSTU GOST 28147:2009;
/// `lc_cipher_init_sbox` takes others.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lc_cipher_init(
    context: *mut lc_cipher,
    size: usize,
    algorithm: u32,
    key: *const u8,
    key_len: usize,
    backend: c_int,
) -> lc_status {
    // SAFETY: the caller gives a context of this size and a key of this length.
    status(unsafe { init(context, size, || new_key(algorithm, bytes(key, key_len)?, backend)) })
}

fn new_key(algorithm: u32, key: &[u8], number: c_int) -> Outcome<CipherKey> {
    ciphers!(match_number [algorithm, C => {
        Ok(<C as lanecrypt::Algorithm>::with_backend(key, backend(number)?)?.wrap())
    }])
}

/// Wipes a context. NULL is allowed, and so is a context that holds nothing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lc_cipher_clear(context: *mut lc_cipher) {
    // SAFETY: the caller gives a context that nothing else uses.
    unsafe { clear(context) }
}

/// Encrypts a message of `len` bytes from `in` to `out`, which are the same or do not overlap.
///
/// The nonce is the IV of CBC, and there is none in ECB. A nonce must not be used twice under one key.
///
/// Errors, after which nothing was written: `LC_E_ARGUMENT`, `LC_E_STATE`, `LC_E_OVERLAP`,
/// `LC_E_NONCE_LENGTH`, `LC_E_IV_ELEMENT`, `LC_E_PARTIAL_BLOCK`, `LC_E_COUNTER`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lc_cipher_encrypt(
    context: *const lc_cipher,
    nonce: *const u8,
    nonce_len: usize,
    r#in: *const u8,
    out: *mut u8,
    len: usize,
) -> lc_status {
    // SAFETY: the caller gives a context and buffers of these lengths.
    let encrypt = || unsafe {
        let key = get(context)?;
        let (nonce, data) = buffers((nonce, nonce_len), r#in, out, len)?;
        ciphers!(match_key [CipherKey key, key => Ok(key.encrypt(nonce_of(key, nonce)?, data)?)])
    };
    status(encrypt())
}

/// Decrypts a message, as `lc_cipher_encrypt` encrypts it, with the same errors.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lc_cipher_decrypt(
    context: *const lc_cipher,
    nonce: *const u8,
    nonce_len: usize,
    r#in: *const u8,
    out: *mut u8,
    len: usize,
) -> lc_status {
    // SAFETY: the caller gives a context and buffers of these lengths.
    let decrypt = || unsafe {
        let key = get(context)?;
        let (nonce, data) = buffers((nonce, nonce_len), r#in, out, len)?;
        ciphers!(match_key [CipherKey key, key => Ok(key.decrypt(nonce_of(key, nonce)?, data)?)])
    };
    status(decrypt())
}

/// A nonce and the buffers of a message, apart from each other.
///
/// # Safety
///
/// The caller of C vouches for every address that is not NULL.
#[inline(always)]
pub(crate) unsafe fn buffers<'a>(
    nonce: (*const u8, usize),
    input: *const u8,
    output: *mut u8,
    length: usize,
) -> Outcome<(&'a [u8], Data<'a>)> {
    apart(output, length, nonce.0, nonce.1)?;
    // SAFETY: the caller vouches for the addresses.
    unsafe { Ok((bytes(nonce.0, nonce.1)?, data(input, output, length)?)) }
}

/// The nonce of the cipher that a key is for.
fn nonce_of<'a, C: ByteCipher>(_: &C, nonce: &'a [u8]) -> Result<C::Nonce<'a>, Error> {
    C::nonce(nonce)
}
