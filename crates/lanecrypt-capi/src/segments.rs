//! Messages whose bytes lie in several buffers.

use lanecrypt::Error;

use crate::arguments::{apart, bytes, bytes_mut, can_be_array, put};
use crate::status::{Outcome, Refused, lc_status, status};

/// One of the buffers that the bytes of a message lie in, one after another.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct lc_segment {
    /// The bytes. NULL is allowed if there are none.
    pub data: *mut u8,
    /// How many they are.
    pub len: usize,
}

/// Copies a message whose bytes lie in several buffers, as network stacks keep packets, to the beginning of `room`, and
/// writes its length to `message_len`.
///
/// All other functions take a message in one piece: give them `room` and this length, or a job of a batch with these.
/// Then call `lc_scatter` with the same segments, whatever became of the message. Segments can be empty. No two of them
/// may share bytes.
///
/// Errors, after which nothing was written: `LC_E_ARGUMENT`, `LC_E_OVERLAP` of the room with a segment or with
/// `message_len`, `LC_E_BUFFER_LENGTH` if there is less room than the message has bytes, `LC_E_TOO_LONG` for a segment
/// that is longer than memory.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lc_gather(
    segments: *const lc_segment,
    count: usize,
    room: *mut u8,
    room_len: usize,
    message_len: *mut usize,
) -> lc_status {
    // SAFETY: the caller gives segments, room of this length, and a place for the length.
    let gather = || unsafe {
        if message_len.is_null() {
            return Err(Refused::ARGUMENT);
        }
        let (segments, length) = message_of(segments, count)?;
        if length > room_len {
            return Err(wrong_length(room_len, length));
        }
        let mut rest = room_for(segments, room, length)?;
        apart(room, length, message_len.cast(), size_of::<usize>())?;
        for segment in segments {
            let (part, after) = rest.split_at_mut(segment.len);
            part.copy_from_slice(bytes(segment.data, segment.len)?);
            rest = after;
        }
        put(message_len.cast(), &length.to_ne_bytes());
        Ok(())
    };
    status(gather())
}

/// Copies a message back into the segments that `lc_gather` took it from, and writes zeros over it in `room`.
///
/// `message_len` is the length that `lc_gather` wrote.
///
/// Errors, after which nothing was written: `LC_E_ARGUMENT`, `LC_E_OVERLAP` of the room with a segment,
/// `LC_E_BUFFER_LENGTH` if the segments do not have so many bytes, `LC_E_TOO_LONG` likewise.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lc_scatter(
    segments: *const lc_segment,
    count: usize,
    room: *mut u8,
    message_len: usize,
) -> lc_status {
    // SAFETY: the caller gives segments, and room of this length.
    let scatter = || unsafe {
        let (segments, length) = message_of(segments, count)?;
        if length != message_len {
            return Err(wrong_length(message_len, length));
        }
        let message = room_for(segments, room, length)?;
        let mut rest = &*message;
        for segment in segments {
            let (part, after) = rest.split_at(segment.len);
            bytes_mut(segment.data, segment.len)?.copy_from_slice(part);
            rest = after;
        }
        message.fill(0);
        Ok(())
    };
    status(scatter())
}

/// Segments whose bytes are there, and how many bytes they have together.
///
/// # Safety
///
/// The caller of C vouches for the segments, if there are any and `at` is not NULL.
unsafe fn message_of<'a>(
    at: *const lc_segment,
    count: usize,
) -> Outcome<(&'a [lc_segment], usize)> {
    if count == 0 {
        return Ok((&[], 0));
    }
    if !can_be_array(at, count) {
        return Err(Refused::ARGUMENT);
    }
    // SAFETY: the caller vouches for the segments, and the length is one that a slice can have.
    let segments = unsafe { core::slice::from_raw_parts(at, count) };
    let mut length = 0_usize;
    for segment in segments {
        // SAFETY: the caller vouches for the bytes.
        let bytes = unsafe { bytes(segment.data, segment.len) }?;
        length = length.saturating_add(bytes.len());
    }
    Ok((segments, length))
}

/// Room of a length, apart from the segments.
///
/// # Safety
///
/// The caller of C vouches for the room, unless it is NULL.
unsafe fn room_for<'a>(
    segments: &[lc_segment],
    room: *mut u8,
    length: usize,
) -> Outcome<&'a mut [u8]> {
    for segment in segments {
        apart(room, length, segment.data, segment.len)?;
    }
    // SAFETY: the caller vouches for the room.
    unsafe { bytes_mut(room, length) }
}

fn wrong_length(bytes: usize, expected: usize) -> Refused {
    Error::BufferLength { bytes, expected: expected as u64 }.into()
}
