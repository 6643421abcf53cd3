//! Message authentication codes of a message in pieces.

use lanecrypt::Error;
#[allow(unused_imports, reason = "which of them rows name depends on features")]
use lanecrypt::{Mac, aead, block, mode, stream};

use super::lc_mac;
use crate::algorithms::{macs, pieced_macs};
use crate::arguments::{bytes, put};
use crate::context::{clear, context, get, get_mut, init, take};
use crate::keys::{MacKey, match_key, match_key_mut, match_value};
use crate::names::no_operation;
use crate::status::{Outcome, Refused, lc_status, status};

/// A MAC whose messages can come in pieces.
pub(crate) trait Start {
    type State;
    fn begin(&self, nonce: &[u8]) -> Result<Self::State, Error>;
}

/// The state of a MAC after some pieces.
trait Absorb {
    fn take(&mut self, piece: &[u8]) -> Result<(), Error>;
}

#[cfg(feature = "aes")]
fn no_nonce(nonce: &[u8]) -> Result<(), Error> {
    match nonce.len() {
        0 => Ok(()),
        bytes => Err(Error::NonceLength { bytes, expected: 0 }),
    }
}

#[cfg(feature = "aes")]
impl<C: mode::AesModes> Start for mode::Cmac<C> {
    type State = mode::CmacState<C>;

    fn begin(&self, nonce: &[u8]) -> Result<Self::State, Error> {
        no_nonce(nonce).map(|()| self.start())
    }
}

#[cfg(feature = "aes")]
impl<C: mode::AesModes> Absorb for mode::CmacState<C> {
    fn take(&mut self, piece: &[u8]) -> Result<(), Error> {
        self.update(piece);
        Ok(())
    }
}

#[cfg(feature = "aes")]
impl<C: mode::AesModes> Start for mode::Pmac<C> {
    type State = mode::PmacState<C>;

    fn begin(&self, nonce: &[u8]) -> Result<Self::State, Error> {
        no_nonce(nonce).map(|()| self.start())
    }
}

#[cfg(feature = "aes")]
impl<C: mode::AesModes> Absorb for mode::PmacState<C> {
    fn take(&mut self, piece: &[u8]) -> Result<(), Error> {
        self.update(piece);
        Ok(())
    }
}

#[cfg(feature = "aegis")]
impl<A: aead::AegisForm> Start for aead::AegisMac<A> {
    type State = aead::AegisMacState<A>;

    fn begin(&self, nonce: &[u8]) -> Result<Self::State, Error> {
        self.start(nonce)
    }
}

#[cfg(feature = "aegis")]
impl<A: aead::AegisForm> Absorb for aead::AegisMacState<A> {
    fn take(&mut self, piece: &[u8]) -> Result<(), Error> {
        self.update(piece)
    }
}

macro_rules! states {
    ([] $({
        $number:literal $variant:ident ($type:ty) $title:literal $feature:literal
    })*) => {
        #[allow(clippy::large_enum_variant, clippy::enum_variant_names, reason = "rows decide")]
        pub(crate) enum MacState {
            $(#[cfg(feature = $feature)] $variant(<$type as Start>::State),)*
        }

        #[allow(unused_variables, unreachable_patterns, reason = "features decide")]
        fn start(key: &MacKey, nonce: &[u8]) -> Outcome<MacState> {
            match key {
                $(#[cfg(feature = $feature)] MacKey::$variant(key) => {
                    Ok(MacState::$variant(key.begin(nonce)?))
                })*
                _ => Err(no_operation()),
            }
        }
    };
}

pieced_macs!(states []);

/// A state and the length of its tag.
pub(crate) struct UnderWay {
    state: MacState,
    tag_bytes: usize,
}

impl UnderWay {
    fn start(key: &MacKey, nonce: &[u8]) -> Outcome<Self> {
        let tag_bytes = macs!(match_key [MacKey key, key => key.tag_bytes()]);
        Ok(Self { state: start(key, nonce)?, tag_bytes })
    }

    fn check_tag(&self, bytes: usize) -> Outcome {
        match self.tag_bytes {
            expected if expected == bytes => Ok(()),
            expected => Err(Error::TagMismatch { bytes, expected }.into()),
        }
    }
}

/// A message that is authenticated in pieces, which may be cut anywhere. For one thread at a time.
///
/// A copy by `memcpy` continues on its own: messages with a common beginning need it only once. Every
/// copy is to be cleared or finished.
#[repr(C, align(64))]
pub struct lc_mac_state {
    /// Not to be read or written by the caller.
    opaque: [u64; 320],
}

context!(lc_mac_state holds UnderWay, b"lc_macs\x01");

/// Starts a message under a ready key, which is copied. `size` is `sizeof(lc_mac_state)`.
///
/// Errors: those of `lc_mac_init` for the context, `LC_E_STATE`, `LC_E_NONCE_LENGTH`, and
/// `LC_E_UNSUPPORTED` for the ZUC-256 MAC, whose messages cannot come in pieces.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lc_mac_state_init(
    state: *mut lc_mac_state,
    size: usize,
    key: *const lc_mac,
    nonce: *const u8,
    nonce_len: usize,
) -> lc_status {
    // SAFETY: the caller gives a context and a nonce of this length.
    let start = || unsafe { UnderWay::start(get(key)?, bytes(nonce, nonce_len)?) };
    // SAFETY: the caller gives a context of this size.
    status(unsafe { init(state, size, start) })
}

/// Takes the next `len` bytes of the message. Errors: `LC_E_ARGUMENT`, `LC_E_STATE`, `LC_E_TOO_LONG`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lc_mac_state_update(
    state: *mut lc_mac_state,
    msg: *const u8,
    len: usize,
) -> lc_status {
    // SAFETY: the caller gives a context and a piece of this length.
    let update = || unsafe {
        let (under_way, piece) = (get_mut(state)?, bytes(msg, len)?);
        pieced_macs!(match_key_mut [MacState &mut under_way.state, s => Ok(Absorb::take(s, piece)?)])
    };
    status(update())
}

/// Ends the message, writes its tag, and clears the context.
///
/// Errors, after which the state is as before: `LC_E_ARGUMENT`, `LC_E_STATE`, and `LC_E_TAG_MISMATCH` if
/// `tag_len` is not that of the key.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lc_mac_state_finish(
    state: *mut lc_mac_state,
    tag: *mut u8,
    tag_len: usize,
) -> lc_status {
    // SAFETY: the caller gives a context and room of this length.
    let finish = || unsafe {
        get(state)?.check_tag(tag_len)?;
        if tag.is_null() {
            return Err(Refused::ARGUMENT);
        }
        let under_way = take(state)?;
        pieced_macs!(match_value [MacState under_way.state, s => put(tag, s.finish().as_ref())]);
        Ok(())
    };
    status(finish())
}

/// Ends the message, verifies its tag in constant time, and clears the context: `LC_DONE`, or
/// `LC_E_AUTHENTICATION` if the tag is wrong. Other errors are those of `lc_mac_state_finish`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lc_mac_state_verify(
    state: *mut lc_mac_state,
    tag: *const u8,
    tag_len: usize,
) -> lc_status {
    // SAFETY: the caller gives a context and a tag of this length.
    let verify = || unsafe {
        get(state)?.check_tag(tag_len)?;
        let tag = bytes(tag, tag_len)?;
        let under_way = take(state)?;
        pieced_macs!(match_value [MacState under_way.state, s => Ok(s.verify(tag)?)])
    };
    status(verify())
}

/// Wipes a context. NULL is allowed, and so is a context that holds nothing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lc_mac_state_clear(state: *mut lc_mac_state) {
    // SAFETY: the caller gives a context that nothing else uses.
    unsafe { clear(state) }
}
