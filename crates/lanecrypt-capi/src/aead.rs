//! Authenticated encryption of one message.

mod batch;
mod pieces;

use core::ffi::c_int;

use lanecrypt::{Aead, Data};
#[allow(unused_imports, reason = "which of them rows name depends on features")]
use lanecrypt::{aead, block, mode};

use crate::algorithms::aeads;
use crate::arguments::{apart, bytes, data, put};
use crate::backend::backend;
use crate::context::{clear, context, get, init};
use crate::keys::{AeadKey, Member, match_key, match_number};
use crate::status::{Outcome, Refused, lc_status, status};

pub use batch::*;
pub use pieces::*;

/// The key of an AEAD (authenticated encryption with associated data), ready for use.
///
/// The caller places it, aligned to 64 bytes. It holds no pointers: it can be moved by `memcpy`, if the
/// old place is cleared. After `lc_aead_init` any number of threads may use it at once.
#[repr(C, align(64))]
pub struct lc_aead {
    /// Not to be read or written by the caller.
    opaque: [u64; 288],
}

context!(lc_aead holds AeadKey, b"lc_aead\x01");

/// Takes a key for an AEAD.
///
/// `size` is `sizeof(lc_aead)`. `tag_len` is the length of the tags that the context makes and
/// verifies. `backend` is the number of a backend or `LC_BACKEND_BEST`. Whatever was in the context is
/// wiped; after an error it is as before.
///
/// GCM has tags of 12 to 16 bytes. The algorithms whose names end in `_SHORT_TAGS` are GCM with tags of 4
/// and 8 bytes, for protocols that keep the limits of NIST SP 800-38D, appendix C; they are only in
/// builds that ask for them.
///
/// Errors: `LC_E_ARGUMENT`, `LC_E_SIZE`, `LC_E_UNSUPPORTED`, `LC_E_UNKNOWN_ALGORITHM`,
/// `LC_E_KEY_LENGTH`, `LC_E_TAG_LENGTH`, `LC_E_UNKNOWN_BACKEND`, `LC_E_BACKEND_UNAVAILABLE`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lc_aead_init(
    context: *mut lc_aead,
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

fn new_key(algorithm: u32, key: &[u8], tag_len: usize, number: c_int) -> Outcome<AeadKey> {
    aeads!(match_number [algorithm, A => {
        Ok(of_type::<A>(key, tag_len, number)?.wrap())
    }])
}

fn of_type<A: Aead>(key: &[u8], tag_len: usize, number: c_int) -> Outcome<A> {
    Ok(A::with_backend(key, backend(number)?)?.with_tag_bytes(tag_len)?)
}

/// Wipes a context. NULL is allowed, and so is a context that holds nothing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lc_aead_clear(context: *mut lc_aead) {
    // SAFETY: the caller gives a context that nothing else uses.
    unsafe { clear(context) }
}

/// The buffers of a message, none of which shares bytes with the output.
pub(crate) struct Message<'a> {
    pub(crate) nonce: &'a [u8],
    pub(crate) aad: &'a [u8],
    pub(crate) data: Data<'a>,
}

/// The addresses of a message as C gives them.
pub(crate) struct Addresses {
    pub(crate) nonce: (*const u8, usize),
    pub(crate) aad: (*const u8, usize),
    pub(crate) input: *const u8,
    pub(crate) output: *mut u8,
    pub(crate) length: usize,
    /// Where the tag is or goes.
    pub(crate) tag: (*const u8, usize),
}

impl Addresses {
    /// The buffers, if they are there and apart.
    ///
    /// # Safety
    ///
    /// The caller of C vouches for every address that is not NULL.
    #[inline(always)]
    pub(crate) unsafe fn message<'a>(&self) -> Outcome<Message<'a>> {
        for (at, length) in [self.nonce, self.aad, self.tag] {
            apart(self.output, self.length, at, length)?;
        }
        if self.tag.0.is_null() {
            return Err(Refused::ARGUMENT);
        }
        // SAFETY: the caller vouches for the addresses.
        unsafe {
            Ok(Message {
                nonce: bytes(self.nonce.0, self.nonce.1)?,
                aad: bytes(self.aad.0, self.aad.1)?,
                data: data(self.input, self.output, self.length)?,
            })
        }
    }
}

/// Encrypts a message of `len` bytes from `in` to `out` and writes its tag.
///
/// `in` and `out` are the same or do not overlap. `tag_len` is that of the context. A nonce must not be
/// used for two messages under one key. `out`, `tag`, `nonce` and `aad` must not overlap.
///
/// Errors, after which nothing was written: `LC_E_ARGUMENT`, `LC_E_STATE`, `LC_E_OVERLAP`,
/// `LC_E_NONCE_LENGTH`, `LC_E_NONCE_RANGE`, `LC_E_TAG_MISMATCH`, `LC_E_TOO_LONG`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lc_aead_seal(
    context: *const lc_aead,
    nonce: *const u8,
    nonce_len: usize,
    aad: *const u8,
    aad_len: usize,
    r#in: *const u8,
    out: *mut u8,
    len: usize,
    tag: *mut u8,
    tag_len: usize,
) -> lc_status {
    let addresses = Addresses {
        nonce: (nonce, nonce_len),
        aad: (aad, aad_len),
        input: r#in,
        output: out,
        length: len,
        tag: (tag, tag_len),
    };
    // SAFETY: the caller gives a context, and buffers of these lengths.
    let seal = || unsafe {
        let key = get(context)?;
        let Message { nonce, aad, data } = addresses.message()?;
        aeads!(match_key [AeadKey key, key => {
            same_tag_len(key, tag_len)?;
            put(tag, key.seal(nonce, aad, data)?.as_ref());
            Ok(())
        }])
    };
    status(seal())
}

/// Refuses another length of tags than that of a key.
#[inline(always)]
fn same_tag_len<A: Aead>(key: &A, bytes: usize) -> Outcome {
    match key.tag_bytes() {
        expected if expected == bytes => Ok(()),
        expected => Err(lanecrypt::Error::TagMismatch { bytes, expected }.into()),
    }
}

/// Decrypts a message of `len` bytes from `in` to `out` if its tag is right.
///
/// If the tag is wrong, that is `LC_E_AUTHENTICATION`, and `out` is zeros, also where it is `in`. Other
/// errors are those of `lc_aead_seal`, after which nothing was written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lc_aead_open(
    context: *const lc_aead,
    nonce: *const u8,
    nonce_len: usize,
    aad: *const u8,
    aad_len: usize,
    r#in: *const u8,
    out: *mut u8,
    len: usize,
    tag: *const u8,
    tag_len: usize,
) -> lc_status {
    let addresses = Addresses {
        nonce: (nonce, nonce_len),
        aad: (aad, aad_len),
        input: r#in,
        output: out,
        length: len,
        tag: (tag, tag_len),
    };
    // SAFETY: the caller gives a context, and buffers of these lengths.
    let open = || unsafe {
        let key = get(context)?;
        let Message { nonce, aad, data } = addresses.message()?;
        let tag = bytes(tag, tag_len)?;
        aeads!(match_key [AeadKey key, key => Ok(key.open(nonce, aad, data, tag)?)])
    };
    status(open())
}
