//! Chunked encryption: files and streams of any length.

use core::ffi::c_int;

#[cfg(feature = "chunked")]
use lanecrypt::chunked::{
    self, CHUNK_BYTES, HEADER_BYTES, Message, SALT_BYTES, SEALED_CHUNK_BYTES,
};
use lanecrypt::{Algorithm, Error, block};

use crate::algorithms::chunked_keys;
use crate::arguments::{apart, bytes, bytes_mut, put};
use crate::backend::backend as backend_of;
use crate::context::{clear, context, get, get_mut, init};
use crate::keys::{match_key, match_number};
#[cfg(not(feature = "chunked"))]
use crate::names::no_operation;
use crate::status::{Outcome, Refused, lc_status, status};

/// An expression in builds with the feature `chunked`; others refuse the call.
macro_rules! chunked {
    ($what:expr) => {{
        #[cfg(feature = "chunked")]
        {
            $what
        }
        #[cfg(not(feature = "chunked"))]
        Err(no_operation())
    }};
}

macro_rules! messages {
    ([] $({
        $number:literal $variant:ident ($type:ty) $title:literal $feature:literal
    })*) => {
        /// The message of one of the algorithms.
        #[allow(clippy::large_enum_variant, reason = "it lies in memory of the caller")]
        enum AnyMessage {
            $(#[cfg(feature = $feature)] $variant(Message<block::$variant>),)*
        }

        $(
            #[cfg(feature = $feature)]
            impl From<Message<block::$variant>> for AnyMessage {
                fn from(message: Message<block::$variant>) -> Self {
                    Self::$variant(message)
                }
            }
        )*
    };
}
chunked_keys!(messages []);

/// A message and the number of its next chunk.
pub(crate) struct InOrder {
    message: AnyMessage,
    next: u64,
}

impl InOrder {
    fn new(message: impl Into<AnyMessage>) -> Self {
        Self { message: message.into(), next: 0 }
    }
}

/// A message that is being encrypted in chunks. For one thread at a time.
///
/// It must not be copied: two copies would encrypt different data with the same keystream.
#[repr(C, align(64))]
pub struct lc_chunked_sealing {
    /// Not to be read or written by the caller.
    opaque: [u64; 304],
}

context!(lc_chunked_sealing holds InOrder, b"lc_chse\x01");

/// A message that is being decrypted in chunks. For one thread at a time, but any number of threads may call
/// `lc_chunked_opening_at` at once.
#[repr(C, align(64))]
pub struct lc_chunked_opening {
    /// Not to be read or written by the caller.
    opaque: [u64; 304],
}

/// What `lc_chunked_opening` holds; another type, so that neither context can be given for the other.
pub(crate) struct Opening(InOrder);

context!(lc_chunked_opening holds Opening, b"lc_chop\x01");

/// The input and the output of a call, which must not overlap.
///
/// # Safety
///
/// The caller of C vouches for every address that is not NULL.
unsafe fn buffers<'a>(
    input: *const u8,
    input_len: usize,
    output: *mut u8,
    output_len: usize,
) -> Outcome<(&'a [u8], &'a mut [u8])> {
    apart(output, output_len, input, input_len)?;
    // SAFETY: the caller vouches for the addresses, and they lie apart.
    unsafe { Ok((bytes(input, input_len)?, bytes_mut(output, output_len)?)) }
}

/// The number in an error goes to where the caller wants it.
///
/// # Safety
///
/// `at` is NULL or points to room for a number.
unsafe fn numbered(at: *mut u64, outcome: Result<(), Error>) -> Outcome {
    let number = match outcome {
        Err(Error::Chunk { number } | Error::Truncated { chunk: number }) => Some(number),
        _ => None,
    };
    if let (Some(number), false) = (number, at.is_null()) {
        // SAFETY: the caller gives room for it.
        unsafe { at.write_unaligned(number) };
    }
    Ok(outcome?)
}

/// An array of a fixed length at an address, which is not NULL.
///
/// # Safety
///
/// As [`bytes`].
unsafe fn array<'a, const BYTES: usize>(at: *const u8) -> Outcome<&'a [u8; BYTES]> {
    // SAFETY: the caller vouches for the address.
    unsafe { bytes(at, BYTES)? }.try_into().map_err(|_| Refused::ARGUMENT)
}

/// Writes the length in bytes of what a message of `len` bytes becomes: 56 bytes more, and 16 more for each
/// chunk of 16384 bytes, of which the last one is shorter and may be empty. Error: `LC_E_TOO_LONG` for 2^52
/// bytes or more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lc_chunked_sealed_len(len: u64, sealed_len: *mut u64) -> lc_status {
    status(chunked!(
        // SAFETY: the caller gives room for the length.
        unsafe { put_length(sealed_len, chunked::sealed_bytes(len)) }
    ))
}

/// Writes the length in bytes of the plaintext of a sealed message of `len` bytes. Errors: `LC_E_TRUNCATED` if
/// no message has this length, `LC_E_TOO_LONG`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lc_chunked_opened_len(len: u64, opened_len: *mut u64) -> lc_status {
    status(chunked!(
        // SAFETY: the caller gives room for the length.
        unsafe { put_length(opened_len, chunked::opened_bytes(len)) }
    ))
}

/// # Safety
///
/// `at` is NULL or points to room for a number.
unsafe fn put_length(at: *mut u64, length: Result<u64, Error>) -> Outcome {
    if at.is_null() {
        return Err(Refused::ARGUMENT);
    }
    let length = length?;
    // SAFETY: the caller gives room for it.
    unsafe { at.write_unaligned(length) };
    Ok(())
}

/// Encrypts a whole message of `len` bytes from `in` to `out`, which has the `out_len` bytes that
/// `lc_chunked_sealed_len` says and does not overlap `in`.
///
/// `salt` is 24 random bytes, which must not be used for two messages under one key. `info` is any bytes, such
/// as the purpose of the message: they are authenticated, not stored, and must be the same to decrypt.
///
/// Errors, after which nothing was written: `LC_E_ARGUMENT`, `LC_E_OVERLAP`, `LC_E_KEY_LENGTH`,
/// `LC_E_BUFFER_LENGTH`, `LC_E_TOO_LONG`, `LC_E_UNKNOWN_ALGORITHM`, `LC_E_UNSUPPORTED`,
/// `LC_E_UNKNOWN_BACKEND`, `LC_E_BACKEND_UNAVAILABLE`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lc_chunked_seal(
    algorithm: u32,
    key: *const u8,
    key_len: usize,
    salt: *const u8,
    info: *const u8,
    info_len: usize,
    r#in: *const u8,
    len: usize,
    out: *mut u8,
    out_len: usize,
    backend: c_int,
) -> lc_status {
    let seal = || {
        chunked!(
            // SAFETY: the caller gives buffers of these lengths.
            unsafe {
                for (at, length) in [(key, key_len), (salt, SALT_BYTES), (info, info_len)] {
                    apart(out, out_len, at, length)?;
                }
                let (key, salt, info) =
                    (bytes(key, key_len)?, array(salt)?, bytes(info, info_len)?);
                let (plain, sealed) = buffers(r#in, len, out, out_len)?;
                chunked_keys!(match_number [algorithm, K => {
                    Ok(K::with_backend(key, backend_of(backend)?)?.seal(salt, info, plain, sealed)?)
                }])
            }
        )
    };
    status(seal())
}

/// Decrypts a whole message of `len` bytes from `in` to `out`, which has the `out_len` bytes that
/// `lc_chunked_opened_len` says and does not overlap `in`.
///
/// Errors of `lc_chunked_seal`, and, after which `out` is as before or zeros: `LC_E_COMMITMENT` if the key,
/// `info` or the header is wrong, `LC_E_CHUNK` if a chunk is damaged, `LC_E_TRUNCATED` if the end is missing.
/// The last two write the number of the chunk to `chunk`, if it is not NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lc_chunked_open(
    algorithm: u32,
    key: *const u8,
    key_len: usize,
    info: *const u8,
    info_len: usize,
    r#in: *const u8,
    len: usize,
    out: *mut u8,
    out_len: usize,
    chunk: *mut u64,
    backend: c_int,
) -> lc_status {
    let open = || {
        chunked!(
            // SAFETY: the caller gives buffers of these lengths.
            unsafe {
                for (at, length) in [(key, key_len), (info, info_len)] {
                    apart(out, out_len, at, length)?;
                }
                let (key, info) = (bytes(key, key_len)?, bytes(info, info_len)?);
                let (sealed, plain) = buffers(r#in, len, out, out_len)?;
                chunked_keys!(match_number [algorithm, K => {
                    let key = K::with_backend(key, backend_of(backend)?)?;
                    numbered(chunk, key.open(info, sealed, plain))
                }])
            }
        )
    };
    status(open())
}

/// Starts a message and writes its header of 56 bytes, which comes before its first chunk. `size` is
/// `sizeof(lc_chunked_sealing)`; `salt` and `info` as in `lc_chunked_seal`.
///
/// Errors: those of `lc_chunked_seal`, and `LC_E_SIZE`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lc_chunked_sealing_init(
    context: *mut lc_chunked_sealing,
    size: usize,
    algorithm: u32,
    key: *const u8,
    key_len: usize,
    salt: *const u8,
    info: *const u8,
    info_len: usize,
    header: *mut u8,
    backend: c_int,
) -> lc_status {
    let start = || {
        chunked!(
            // SAFETY: the caller gives a key, a salt, a context and room for a header of these lengths.
            unsafe {
                let (key, salt, info) =
                    (bytes(key, key_len)?, array(salt)?, bytes(info, info_len)?);
                if header.is_null() {
                    return Err(Refused::ARGUMENT);
                }
                chunked_keys!(match_number [algorithm, K => {
                    let message = K::with_backend(key, backend_of(backend)?)?.message(salt, info);
                    put(header, message.header());
                    Ok(InOrder::new(message))
                }])
            }
        )
    };
    // SAFETY: the caller gives a context of this size.
    status(unsafe { init(context, size, start) })
}

/// Encrypts whole chunks: `len` is a multiple of 16384, `out_len` is 16400 for each of them. Give many at a
/// time: up to 16 are encrypted together. `in` and `out` must not overlap.
///
/// Errors, after which nothing was written and the same chunks can be given again: `LC_E_ARGUMENT`,
/// `LC_E_STATE`, `LC_E_OVERLAP`, `LC_E_PARTIAL_BLOCK`, `LC_E_BUFFER_LENGTH`, `LC_E_TOO_LONG`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lc_chunked_sealing_update(
    context: *mut lc_chunked_sealing,
    r#in: *const u8,
    len: usize,
    out: *mut u8,
    out_len: usize,
) -> lc_status {
    let update = || {
        chunked!(
            // SAFETY: the caller gives a context, and buffers of these lengths.
            unsafe {
                let (InOrder { message, next }, (plain, sealed)) =
                    (get_mut(context)?, buffers(r#in, len, out, out_len)?);
                chunked_keys!(match_key [AnyMessage message, m => m.seal_chunks(*next, plain, sealed)])?;
                *next += (plain.len() / CHUNK_BYTES) as u64;
                Ok(())
            }
        )
    };
    status(update())
}

/// Encrypts what is left of the message, of any length, and clears the context. `out_len` is `len` and 16 more
/// for each chunk that begins, of which there is always one: `len + 16 * (len / 16384 + 1)`.
///
/// Errors are those of `lc_chunked_sealing_update`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lc_chunked_sealing_finish(
    context: *mut lc_chunked_sealing,
    r#in: *const u8,
    len: usize,
    out: *mut u8,
    out_len: usize,
) -> lc_status {
    let finish = || {
        chunked!(
            // SAFETY: the caller gives a context, and buffers of these lengths.
            unsafe {
                let (InOrder { message, next }, (plain, sealed)) =
                    (get(context)?, buffers(r#in, len, out, out_len)?);
                chunked_keys!(match_key [AnyMessage message, m => m.seal_end(*next, plain, sealed)])?;
                clear(context);
                Ok(())
            }
        )
    };
    status(finish())
}

/// Wipes a context. NULL is allowed, and so is a context that holds nothing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lc_chunked_sealing_clear(context: *mut lc_chunked_sealing) {
    // SAFETY: the caller gives a context that nothing else uses.
    unsafe { clear(context) }
}

/// Starts to decrypt the message that has this header of 56 bytes. `size` is `sizeof(lc_chunked_opening)`.
///
/// Errors: those of `lc_chunked_open`, and `LC_E_SIZE`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lc_chunked_opening_init(
    context: *mut lc_chunked_opening,
    size: usize,
    algorithm: u32,
    key: *const u8,
    key_len: usize,
    header: *const u8,
    info: *const u8,
    info_len: usize,
    backend: c_int,
) -> lc_status {
    let start = || {
        chunked!(
            // SAFETY: the caller gives a key, a header and a context of these lengths.
            unsafe {
                let (key, info) = (bytes(key, key_len)?, bytes(info, info_len)?);
                let header: &[u8; HEADER_BYTES] = array(header)?;
                chunked_keys!(match_number [algorithm, K => {
                    let message = K::with_backend(key, backend_of(backend)?)?.message_of(header, info)?;
                    Ok(Opening(InOrder::new(message)))
                }])
            }
        )
    };
    // SAFETY: the caller gives a context of this size.
    status(unsafe { init(context, size, start) })
}

/// Decrypts whole chunks: `len` is a multiple of 16400, `out_len` is 16384 for each of them. All that it writes
/// is verified, but whether the message is complete is not known before `lc_chunked_opening_finish`.
///
/// If a chunk is damaged, that is `LC_E_CHUNK`, its number is written to `chunk`, if that is not NULL, and
/// `out` has the chunks before it and then zeros. Other errors, after which nothing was written: those of
/// `lc_chunked_sealing_update`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lc_chunked_opening_update(
    context: *mut lc_chunked_opening,
    r#in: *const u8,
    len: usize,
    out: *mut u8,
    out_len: usize,
    chunk: *mut u64,
) -> lc_status {
    let update = || {
        chunked!(
            // SAFETY: the caller gives a context, buffers of these lengths, and room for a number.
            unsafe {
                let (Opening(InOrder { message, next }), (sealed, plain)) =
                    (get_mut(context)?, buffers(r#in, len, out, out_len)?);
                let opened = chunked_keys!(match_key [AnyMessage message, m => {
                    m.open_chunks(*next, sealed, plain)
                }]);
                numbered(chunk, opened)?;
                *next += (sealed.len() / SEALED_CHUNK_BYTES) as u64;
                Ok(())
            }
        )
    };
    status(update())
}

/// Decrypts what is left of the message, with its last chunk, and clears the context. `out_len` is 16 bytes
/// less than `len` for each chunk.
///
/// Errors are those of `lc_chunked_opening_update`, and `LC_E_TRUNCATED` if the last chunk is missing. The
/// context is cleared by success only.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lc_chunked_opening_finish(
    context: *mut lc_chunked_opening,
    r#in: *const u8,
    len: usize,
    out: *mut u8,
    out_len: usize,
    chunk: *mut u64,
) -> lc_status {
    let finish = || {
        chunked!(
            // SAFETY: the caller gives a context, buffers of these lengths, and room for a number.
            unsafe {
                let (Opening(InOrder { message, next }), (sealed, plain)) =
                    (get(context)?, buffers(r#in, len, out, out_len)?);
                let opened = chunked_keys!(match_key [AnyMessage message, m => m.open_end(*next, sealed, plain)]);
                numbered(chunk, opened)?;
                clear(context);
                Ok(())
            }
        )
    };
    status(finish())
}

/// Decrypts any chunks of the message, of which `first` is the number of the first, for random access. Chunk
/// number n is at byte 56 + 16400 n of the message and holds the plaintext from byte 16384 n on. `last` is 1 if
/// the last chunk is among them, otherwise 0.
///
/// Errors are those of `lc_chunked_opening_update`, and `LC_E_TRUNCATED` if the last chunk is missing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lc_chunked_opening_at(
    context: *const lc_chunked_opening,
    first: u64,
    last: c_int,
    r#in: *const u8,
    len: usize,
    out: *mut u8,
    out_len: usize,
    chunk: *mut u64,
) -> lc_status {
    let open = || {
        chunked!(
            // SAFETY: the caller gives a context, buffers of these lengths, and room for a number.
            unsafe {
                let (Opening(InOrder { message, .. }), (sealed, plain)) =
                    (get(context)?, buffers(r#in, len, out, out_len)?);
                let opened = chunked_keys!(match_key [AnyMessage message, m => match last {
                    0 => m.open_chunks(first, sealed, plain),
                    _ => m.open_end(first, sealed, plain),
                }]);
                numbered(chunk, opened)
            }
        )
    };
    status(open())
}

/// Wipes a context. NULL is allowed, and so is a context that holds nothing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lc_chunked_opening_clear(context: *mut lc_chunked_opening) {
    // SAFETY: the caller gives a context that nothing else uses.
    unsafe { clear(context) }
}
