//! Authenticated encryption of a message in pieces.

#[cfg(any(feature = "aegis", feature = "morus"))]
use lanecrypt::aead::stream::{Opening, Sealing};
use lanecrypt::{Aead, Error};
#[allow(unused_imports, reason = "which of them rows name depends on features")]
use lanecrypt::{aead, block, mode};

use super::lc_aead;
use crate::algorithms::{aeads, pieced_aeads};
use crate::arguments::{bytes, data, put};
use crate::context::{clear, context, get, get_mut, init, take};
use crate::keys::{AeadKey, match_key, match_key_mut, match_value};
use crate::names::no_operation;
use crate::status::{Outcome, Refused, lc_status, status};

/// A message under way and the length of its tag.
pub(crate) struct UnderWay<S> {
    state: S,
    tag_bytes: usize,
}

impl<S> UnderWay<S> {
    fn check_tag(&self, bytes: usize) -> Outcome {
        match self.tag_bytes {
            expected if expected == bytes => Ok(()),
            expected => Err(Error::TagMismatch { bytes, expected }.into()),
        }
    }
}

macro_rules! states {
    ([$name:ident $state:ident] $({
        $number:literal $variant:ident ($type:ty) $title:literal $feature:literal
    })*) => {
        #[allow(clippy::large_enum_variant, clippy::enum_variant_names, reason = "rows decide")]
        pub(crate) enum $name {
            $(#[cfg(feature = $feature)] $variant($state<$type>),)*
        }

        impl UnderWay<$name> {
            #[allow(unused_variables, unreachable_patterns, reason = "features decide")]
            fn start(key: &AeadKey, nonce: &[u8]) -> Outcome<Self> {
                let tag_bytes = aeads!(match_key [AeadKey key, key => key.tag_bytes()]);
                let state = match key {
                    $(#[cfg(feature = $feature)] AeadKey::$variant(key) => {
                        $name::$variant($state::new(key, nonce)?)
                    })*
                    _ => return Err(no_operation()),
                };
                #[allow(unreachable_code, reason = "features decide")]
                Ok(Self { state, tag_bytes })
            }
        }
    };
}

pieced_aeads!(states [SealingState Sealing]);
pieced_aeads!(states [OpeningState Opening]);

/// A message that is sealed in pieces: by AEGIS or MORUS. For one thread at a time.
///
/// It must not be copied: two copies would encrypt two messages with one nonce.
#[repr(C, align(64))]
pub struct lc_sealing {
    /// Not to be read or written by the caller.
    opaque: [u64; 128],
}

/// A message that is opened in pieces: by AEGIS or MORUS. For one thread at a time.
///
/// The plaintext that it gives out is not verified before `lc_opening_finish` returns `LC_DONE`.
#[repr(C, align(64))]
pub struct lc_opening {
    /// Not to be read or written by the caller.
    opaque: [u64; 128],
}

context!(lc_sealing holds UnderWay<SealingState>, b"lc_seal\x01");
context!(lc_opening holds UnderWay<OpeningState>, b"lc_open\x01");

/// Starts a message under a ready key, which is copied. `size` is `sizeof(lc_sealing)`.
///
/// Errors: those of `lc_aead_init` for the context, `LC_E_STATE`, `LC_E_NONCE_LENGTH`, and
/// `LC_E_UNSUPPORTED` if messages of the algorithm cannot come in pieces.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lc_sealing_init(
    sealing: *mut lc_sealing,
    size: usize,
    key: *const lc_aead,
    nonce: *const u8,
    nonce_len: usize,
) -> lc_status {
    // SAFETY: the caller gives contexts and a nonce of this length.
    let start = || unsafe { UnderWay::<SealingState>::start(get(key)?, bytes(nonce, nonce_len)?) };
    // SAFETY: the caller gives a context of this size.
    status(unsafe { init(sealing, size, start) })
}

/// Adds a piece of the associated data, all of which comes before the message.
///
/// Errors, after which the state is as before: `LC_E_STATE`, `LC_E_AAD_AFTER_MESSAGE`,
/// `LC_E_TOO_LONG`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lc_sealing_aad(
    sealing: *mut lc_sealing,
    aad: *const u8,
    aad_len: usize,
) -> lc_status {
    // SAFETY: the caller gives a context and a piece of this length.
    let add = || unsafe {
        let (under_way, piece) = (get_mut(sealing)?, bytes(aad, aad_len)?);
        pieced_aeads!(match_key_mut [SealingState &mut under_way.state, s => Ok(s.aad(piece)?)])
    };
    status(add())
}

/// Encrypts the next `len` bytes of the message. `in` and `out` are the same or do not overlap.
///
/// Errors, after which nothing was written: `LC_E_STATE`, `LC_E_OVERLAP`, `LC_E_TOO_LONG`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lc_sealing_update(
    sealing: *mut lc_sealing,
    r#in: *const u8,
    out: *mut u8,
    len: usize,
) -> lc_status {
    // SAFETY: the caller gives a context and buffers of this length.
    let update = || unsafe {
        let (under_way, piece) = (get_mut(sealing)?, data(r#in, out, len)?);
        pieced_aeads!(match_key_mut [SealingState &mut under_way.state, s => Ok(s.update(piece)?)])
    };
    status(update())
}

/// Ends the message, writes its tag, and clears the context.
///
/// Errors, after which the state is as before: `LC_E_STATE`, and `LC_E_TAG_MISMATCH` if `tag_len` is not
/// that of the key.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lc_sealing_finish(
    sealing: *mut lc_sealing,
    tag: *mut u8,
    tag_len: usize,
) -> lc_status {
    // SAFETY: the caller gives a context and room of this length.
    let finish = || unsafe {
        get(sealing)?.check_tag(tag_len)?;
        if tag.is_null() {
            return Err(Refused::ARGUMENT);
        }
        let state = take(sealing)?.state;
        pieced_aeads!(match_value [SealingState state, s => put(tag, s.finish().as_ref())]);
        Ok(())
    };
    status(finish())
}

/// Wipes a context. NULL is allowed, and so is a context that holds nothing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lc_sealing_clear(sealing: *mut lc_sealing) {
    // SAFETY: the caller gives a context that nothing else uses.
    unsafe { clear(sealing) }
}

/// Starts a message to be opened, as `lc_sealing_init`. `size` is `sizeof(lc_opening)`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lc_opening_init(
    opening: *mut lc_opening,
    size: usize,
    key: *const lc_aead,
    nonce: *const u8,
    nonce_len: usize,
) -> lc_status {
    // SAFETY: the caller gives contexts and a nonce of this length.
    let start = || unsafe { UnderWay::<OpeningState>::start(get(key)?, bytes(nonce, nonce_len)?) };
    // SAFETY: the caller gives a context of this size.
    status(unsafe { init(opening, size, start) })
}

/// Adds a piece of the associated data, as `lc_sealing_aad`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lc_opening_aad(
    opening: *mut lc_opening,
    aad: *const u8,
    aad_len: usize,
) -> lc_status {
    // SAFETY: the caller gives a context and a piece of this length.
    let add = || unsafe {
        let (under_way, piece) = (get_mut(opening)?, bytes(aad, aad_len)?);
        pieced_aeads!(match_key_mut [OpeningState &mut under_way.state, s => Ok(s.aad(piece)?)])
    };
    status(add())
}

/// Decrypts the next `len` bytes. **The plaintext is not verified yet**: an attacker can have changed
/// any bit of it. Do not act on it before `lc_opening_finish` returns `LC_DONE`; discard it otherwise.
///
/// Errors are those of `lc_sealing_update`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lc_opening_update_unverified(
    opening: *mut lc_opening,
    r#in: *const u8,
    out: *mut u8,
    len: usize,
) -> lc_status {
    // SAFETY: the caller gives a context and buffers of this length.
    let update = || unsafe {
        let (under_way, piece) = (get_mut(opening)?, data(r#in, out, len)?);
        pieced_aeads!(match_key_mut [OpeningState &mut under_way.state, s => {
            Ok(s.update_unverified(piece)?)
        }])
    };
    status(update())
}

/// Ends the message, verifies its tag in constant time, and clears the context.
///
/// `LC_DONE` if the plaintext of all pieces is authentic, `LC_E_AUTHENTICATION` if the tag is wrong.
/// Errors after which the state is as before: `LC_E_STATE`, and `LC_E_TAG_MISMATCH` if `tag_len` is not
/// that of the key.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lc_opening_finish(
    opening: *mut lc_opening,
    tag: *const u8,
    tag_len: usize,
) -> lc_status {
    // SAFETY: the caller gives a context and a tag of this length.
    let finish = || unsafe {
        get(opening)?.check_tag(tag_len)?;
        let tag = bytes(tag, tag_len)?;
        let state = take(opening)?.state;
        pieced_aeads!(match_value [OpeningState state, s => Ok(s.finish(tag)?)])
    };
    status(finish())
}

/// Wipes a context. NULL is allowed, and so is a context that holds nothing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lc_opening_clear(opening: *mut lc_opening) {
    // SAFETY: the caller gives a context that nothing else uses.
    unsafe { clear(opening) }
}
