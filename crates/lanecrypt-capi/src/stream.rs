//! Keystreams: messages in pieces, without authentication.

use core::ffi::c_int;

#[allow(unused_imports, reason = "which of them rows name depends on features")]
use lanecrypt::{Algorithm, Cipher, Error, KeyStream, StreamCipher, block, mode, stream};

use crate::algorithms::stream_ciphers;
use crate::arguments::{bytes, bytes_mut, data};
use crate::backend::backend;
use crate::context::{clear, context, get, get_mut, init};
use crate::keys::{ByteCipher, match_key, match_key_mut};
#[cfg(any(feature = "snow3g", feature = "snow5g", feature = "zuc"))]
use crate::names::no_operation;
use crate::status::{Outcome, Refused, lc_status, status};

macro_rules! keystreams {
    ([] $({
        $number:literal $variant:ident ($type:ty) $title:literal $feature:literal
    })*) => {
        /// The keystream of a cipher.
        #[allow(clippy::large_enum_variant, clippy::enum_variant_names, reason = "rows decide")]
        pub(crate) enum StreamState {
            $(#[cfg(feature = $feature)] $variant(<$type as StreamCipher>::Stream),)*
        }

        fn new_stream(
            algorithm: u32,
            key: &[u8],
            nonce: &[u8],
            number: c_int,
        ) -> Outcome<StreamState> {
            match algorithm {
                $(#[cfg(feature = $feature)] $number => {
                    let key = <$type>::with_backend(key, backend(number)?)?;
                    let nonce = <$type as ByteCipher>::nonce(nonce)?;
                    Ok(StreamState::$variant(StreamCipher::stream(&key, nonce)?))
                })*
                other => Err(crate::keys::no_algorithm(other)),
            }
        }
    };
}

stream_ciphers!(keystreams []);

/// A keystream that can go to any position, or says that it cannot.
trait Seek {
    fn go_to(&mut self, position: u64) -> Outcome;
}

impl<C: mode::Modes> Seek for mode::CtrStream<C> {
    fn go_to(&mut self, position: u64) -> Outcome {
        Ok(self.seek(position.into())?)
    }
}

#[cfg(feature = "chacha20")]
impl Seek for stream::ChaCha20Stream {
    fn go_to(&mut self, position: u64) -> Outcome {
        Ok(self.seek(position)?)
    }
}

macro_rules! without_positions {
    ($($feature:literal $type:ty;)*) => {$(
        #[cfg(feature = $feature)]
        impl Seek for $type {
            fn go_to(&mut self, _: u64) -> Outcome {
                Err(no_operation())
            }
        }
    )*};
}

without_positions! {
    "snow3g" stream::snow3g::Snow3gStream;
    "snow5g" stream::SnowStream;
    "zuc" stream::zuc::ZucStream;
}

/// The keystream of one key and one nonce. For one thread at a time. Nothing is authenticated.
///
/// However a message is cut into pieces, the result is the same. It must not be copied: two copies
/// would encrypt different data with the same keystream.
#[repr(C, align(64))]
pub struct lc_stream {
    /// Not to be read or written by the caller.
    opaque: [u64; 256],
}

context!(lc_stream holds StreamState, b"lc_strm\x01");

/// Starts a keystream of an algorithm that has one. `size` is `sizeof(lc_stream)`. `lc_cipher_init` says
/// which nonces there are.
///
/// Errors: those of `lc_cipher_init`, `LC_E_NONCE_LENGTH`, `LC_E_IV_ELEMENT`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lc_stream_init(
    context: *mut lc_stream,
    size: usize,
    algorithm: u32,
    key: *const u8,
    key_len: usize,
    nonce: *const u8,
    nonce_len: usize,
    backend: c_int,
) -> lc_status {
    // SAFETY: the caller gives a key and a nonce of these lengths.
    let start = || unsafe {
        new_stream(algorithm, bytes(key, key_len)?, bytes(nonce, nonce_len)?, backend)
    };
    // SAFETY: the caller gives a context of this size.
    status(unsafe { init(context, size, start) })
}

/// Encrypts or decrypts the next `len` bytes from `in` to `out`, which are the same or do not overlap.
///
/// Errors, after which nothing was written and the position is as before: `LC_E_ARGUMENT`,
/// `LC_E_STATE`, `LC_E_OVERLAP`, `LC_E_COUNTER`, `LC_E_TOO_LONG`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lc_stream_apply(
    context: *mut lc_stream,
    r#in: *const u8,
    out: *mut u8,
    len: usize,
) -> lc_status {
    // SAFETY: the caller gives a context and buffers of this length.
    let apply = || unsafe {
        let (state, piece) = (get_mut(context)?, data(r#in, out, len)?);
        stream_ciphers!(match_key_mut [StreamState state, s => Ok(s.apply(piece)?)])
    };
    status(apply())
}

/// Writes the next `len` bytes of keystream. Errors are those of `lc_stream_apply`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lc_stream_keystream(
    context: *mut lc_stream,
    out: *mut u8,
    len: usize,
) -> lc_status {
    // SAFETY: the caller gives a context and a buffer of this length.
    let fill = || unsafe {
        let (state, out) = (get_mut(context)?, bytes_mut(out, len)?);
        stream_ciphers!(match_key_mut [StreamState state, s => Ok(s.keystream(out)?)])
    };
    status(fill())
}

/// Goes to a position in bytes from the beginning of the keystream.
///
/// Errors, after which the position is as before: `LC_E_STATE`, `LC_E_COUNTER` if the position is beyond
/// the end, `LC_E_UNSUPPORTED` for ZUC, whose keystream has no positions to go to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lc_stream_seek(context: *mut lc_stream, position: u64) -> lc_status {
    // SAFETY: the caller gives a context.
    let seek = || unsafe {
        let state = get_mut(context)?;
        stream_ciphers!(match_key_mut [StreamState state, s => s.go_to(position)])
    };
    status(seek())
}

/// Writes the position of the next byte of keystream; `UINT64_MAX` stands for that and more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lc_stream_position(
    context: *const lc_stream,
    position: *mut u64,
) -> lc_status {
    // SAFETY: the caller gives a context, and room for the position.
    let write = || unsafe {
        let state = get(context)?;
        if position.is_null() || !position.is_aligned() {
            return Err(Refused::ARGUMENT);
        }
        let reached: u128 = stream_ciphers!(match_key [StreamState state, s => {
            KeyStream::position(s)
        }]);
        position.write(u64::try_from(reached).unwrap_or(u64::MAX));
        Ok(())
    };
    status(write())
}

/// Wipes a context. NULL is allowed, and so is a context that holds nothing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lc_stream_clear(context: *mut lc_stream) {
    // SAFETY: the caller gives a context that nothing else uses.
    unsafe { clear(context) }
}
