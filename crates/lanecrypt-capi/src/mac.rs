//! Message authentication codes, one message a call.

mod batch;
mod pieces;

use core::ffi::c_int;

use lanecrypt::{Error, Mac};
#[allow(unused_imports, reason = "which of them rows name depends on features")]
use lanecrypt::{aead, block, mode, stream};

use crate::algorithms::macs;
use crate::arguments::{bytes, put};
use crate::backend::backend;
use crate::context::{clear, context, get, init};
use crate::keys::{ByteMac, MacKey, Member, match_key, match_number};
use crate::status::{Outcome, Refused, lc_status, status};

pub use batch::*;
pub use pieces::*;

/// The key of a message authentication code, ready for use. Placed and shared as `lc_aead`.
#[repr(C, align(64))]
pub struct lc_mac {
    /// Not to be read or written by the caller.
    opaque: [u64; 96],
}

context!(lc_mac holds MacKey, b"lc_mac\x00\x01");

/// Takes a key for a MAC. `size` is `sizeof(lc_mac)`; everything else is as with `lc_aead_init`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lc_mac_init(
    context: *mut lc_mac,
    size: usize,
    algorithm: u32,
    key: *const u8,
    key_len: usize,
    tag_len: usize,
    backend: c_int,
) -> lc_status {
    // SAFETY: the caller gives a context of this size and a key of this length.
    status(unsafe {
        init(context, size, || new_key(algorithm, bytes(key, key_len)?, tag_len, backend))
    })
}

fn new_key(algorithm: u32, key: &[u8], tag_len: usize, number: c_int) -> Outcome<MacKey> {
    macs!(match_number [algorithm, M => {
        Ok(of_type::<M>(key, tag_len, number)?.wrap())
    }])
}

fn of_type<M: Mac>(key: &[u8], tag_len: usize, number: c_int) -> Outcome<M> {
    Ok(M::with_backend(key, backend(number)?)?.with_tag_bytes(tag_len)?)
}

/// Wipes a context. NULL is allowed, and so is a context that holds nothing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lc_mac_clear(context: *mut lc_mac) {
    // SAFETY: the caller gives a context that nothing else uses.
    unsafe { clear(context) }
}

/// Writes the tag of a message. `tag_len` is that of the context. CMAC and PMAC have no nonce: give
/// NULL and 0. A nonce of the ZUC-256 MAC must not be used twice under one key; AEGISMAC may.
///
/// Errors, after which nothing was written: `LC_E_ARGUMENT`, `LC_E_STATE`, `LC_E_NONCE_LENGTH`,
/// `LC_E_IV_ELEMENT`, `LC_E_TAG_MISMATCH`, `LC_E_TOO_LONG`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lc_mac_compute(
    context: *const lc_mac,
    nonce: *const u8,
    nonce_len: usize,
    msg: *const u8,
    len: usize,
    tag: *mut u8,
    tag_len: usize,
) -> lc_status {
    // SAFETY: the caller gives a context and buffers of these lengths.
    let compute = || unsafe {
        let (key, nonce, message) = (get(context)?, bytes(nonce, nonce_len)?, bytes(msg, len)?);
        if tag.is_null() {
            return Err(Refused::ARGUMENT);
        }
        macs!(match_key [MacKey key, key => {
            same_tag_len(key, tag_len)?;
            put(tag, key.compute(nonce_of(key, nonce)?, message)?.as_ref());
            Ok(())
        }])
    };
    status(compute())
}

/// Refuses another length of tags than that of a key.
#[inline(always)]
fn same_tag_len<M: Mac>(key: &M, bytes: usize) -> Outcome {
    match key.tag_bytes() {
        expected if expected == bytes => Ok(()),
        expected => Err(Error::TagMismatch { bytes, expected }.into()),
    }
}

/// Verifies the tag of a message in constant time: `LC_DONE`, or `LC_E_AUTHENTICATION` if it is wrong.
/// Other errors are those of `lc_mac_compute`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lc_mac_verify(
    context: *const lc_mac,
    nonce: *const u8,
    nonce_len: usize,
    msg: *const u8,
    len: usize,
    tag: *const u8,
    tag_len: usize,
) -> lc_status {
    // SAFETY: the caller gives a context and buffers of these lengths.
    let verify = || unsafe {
        let (key, nonce, message) = (get(context)?, bytes(nonce, nonce_len)?, bytes(msg, len)?);
        let tag = bytes(tag, tag_len)?;
        macs!(match_key [MacKey key, key => Ok(key.verify(nonce_of(key, nonce)?, message, tag)?)])
    };
    status(verify())
}

/// The nonce of the MAC that a key is for.
fn nonce_of<'a, M: ByteMac>(_: &M, nonce: &'a [u8]) -> Result<M::Nonce<'a>, Error> {
    M::nonce(nonce)
}
