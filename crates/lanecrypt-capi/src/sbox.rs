//! The S-boxes of GOST 28147-89, which the standard leaves open.

use core::ffi::{CStr, c_char, c_int};

#[cfg(feature = "gost")]
use lanecrypt::{Algorithm, StreamCipher, block, mode};

use crate::arguments::bytes;
#[cfg(feature = "gost")]
use crate::backend::backend;
use crate::cipher::lc_cipher;
use crate::context::init;
#[cfg(feature = "gost")]
use crate::keys::{ByteCipher, Member};
use crate::keys::{CipherKey, no_algorithm};
use crate::status::{Outcome, Refused, lc_status, status};
use crate::stream::{StreamState, lc_stream};

/// Rows of an S-box, each with a byte for every value of a nibble.
const ROWS: usize = 8;

/// The published S-boxes of GOST 28147-89 by name: 8 rows of 16 bytes, in the form that
/// `lc_cipher_init_sbox` takes. NULL if no S-box has the name, for NULL, and in a build without GOST.
/// Static.
///
/// The names: "dstu-dke1", "GostR3411-94-TestParamSet", "id-Gost28147-89-TestParamSet",
/// "id-Gost28147-89-CryptoPro-A-ParamSet" and the same with B, C and D, "id-tc26-gost-28147-param-Z".
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lc_sbox_by_name(name: *const c_char) -> *const u8 {
    if name.is_null() {
        return core::ptr::null();
    }
    // SAFETY: the caller gives a string that ends with a zero byte.
    let name = unsafe { CStr::from_ptr(name) };
    published(name.to_bytes()).map_or(core::ptr::null(), |rows| rows.as_ptr().cast())
}

#[cfg(feature = "gost")]
fn published(name: &[u8]) -> Option<&'static [[u8; 16]; ROWS]> {
    static NAMED: [(&str, block::Sbox); 8] = block::Sbox::NAMED;
    let found = NAMED.iter().find(|(known, _)| known.as_bytes() == name);
    found.map(|(_, sbox)| sbox.rows())
}

#[cfg(not(feature = "gost"))]
fn published(_: &[u8]) -> Option<&'static [[u8; 16]; ROWS]> {
    None
}

/// The rows at an address.
///
/// # Safety
///
/// `at` is NULL or points to 128 bytes.
unsafe fn rows(at: *const u8) -> Outcome<[[u8; 16]; ROWS]> {
    if at.is_null() {
        return Err(Refused::ARGUMENT);
    }
    // SAFETY: the caller vouches for the bytes.
    Ok(unsafe { at.cast::<[[u8; 16]; ROWS]>().read_unaligned() })
}

/// Takes a key for GOST 28147-89 with S-boxes of the caller: `LC_GOST_28147_89_CTR` or
/// `LC_GOST_28147_89_ECB`. `sbox` has 8 rows of 16 bytes, 128 bytes in all, which are copied: byte `x` of
/// row `j` is what value `x` of bits 4j to 4j + 3 becomes, as in RFC 4357. S-boxes are public: running
/// time may depend on them. Otherwise as `lc_cipher_init`, which takes "dstu-dke1".
///
/// Batches take such a key as `context`; a `key` in bytes has the S-boxes of `lc_cipher_init`.
///
/// Errors: those of `lc_cipher_init`; `LC_E_SBOX_ROW` if a row is not a permutation of 0 to 15;
/// `LC_E_UNSUPPORTED` for algorithms whose S-boxes are fixed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lc_cipher_init_sbox(
    context: *mut lc_cipher,
    size: usize,
    algorithm: u32,
    key: *const u8,
    key_len: usize,
    sbox: *const u8,
    backend: c_int,
) -> lc_status {
    // SAFETY: the caller gives a key of this length and an S-box.
    let key = || unsafe { new_key(algorithm, bytes(key, key_len)?, &rows(sbox)?, backend) };
    // SAFETY: the caller gives a context of this size.
    status(unsafe { init(context, size, key) })
}

#[cfg_attr(not(feature = "gost"), allow(unused_variables, reason = "there is nothing to make"))]
fn new_key(
    algorithm: u32,
    key: &[u8],
    sbox: &[[u8; 16]; ROWS],
    number: c_int,
) -> Outcome<CipherKey> {
    match algorithm {
        #[cfg(feature = "gost")]
        242 => Ok(of_mode::<mode::Ctr<block::Gost28147>>(key, sbox, number)?.wrap()),
        #[cfg(feature = "gost")]
        342 => Ok(of_mode::<mode::Ecb<block::Gost28147>>(key, sbox, number)?.wrap()),
        other => Err(no_algorithm(other)),
    }
}

#[cfg(feature = "gost")]
fn of_mode<M: Algorithm<Options = block::Sbox>>(
    key: &[u8],
    sbox: &[[u8; 16]; ROWS],
    number: c_int,
) -> Outcome<M> {
    Ok(M::with_options(key, block::Sbox::new(sbox)?, backend(number)?)?)
}

/// Starts a keystream of `LC_GOST_28147_89_CTR` with S-boxes of the caller. `sbox` is that of
/// `lc_cipher_init_sbox`; everything else is as with `lc_stream_init`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lc_stream_init_sbox(
    context: *mut lc_stream,
    size: usize,
    algorithm: u32,
    key: *const u8,
    key_len: usize,
    sbox: *const u8,
    nonce: *const u8,
    nonce_len: usize,
    backend: c_int,
) -> lc_status {
    // SAFETY: the caller gives a key and a nonce of these lengths, and an S-box.
    let start = || unsafe {
        let (key, nonce) = (bytes(key, key_len)?, bytes(nonce, nonce_len)?);
        new_stream(algorithm, key, &rows(sbox)?, nonce, backend)
    };
    // SAFETY: the caller gives a context of this size.
    status(unsafe { init(context, size, start) })
}

#[cfg_attr(not(feature = "gost"), allow(unused_variables, reason = "there is nothing to make"))]
fn new_stream(
    algorithm: u32,
    key: &[u8],
    sbox: &[[u8; 16]; ROWS],
    nonce: &[u8],
    number: c_int,
) -> Outcome<StreamState> {
    match algorithm {
        #[cfg(feature = "gost")]
        242 => {
            type Ctr = mode::Ctr<block::Gost28147>;
            let key = of_mode::<Ctr>(key, sbox, number)?;
            let nonce = <Ctr as ByteCipher>::nonce(nonce)?;
            Ok(StreamState::Gost28147Ctr(key.stream(nonce)?))
        }
        other => Err(no_algorithm(other)),
    }
}
