//! Pointers of C become slices, after the checks that can be made.

use lanecrypt::{Data, Error, Quantity};

use crate::status::{Outcome, Refused};

/// The bytes at an address. NULL is allowed if there are none.
///
/// # Safety
///
/// Unless `length` is zero or `at` is NULL, `at` points to so many bytes, which nothing writes as long
/// as the slice is used.
#[inline(always)]
pub(crate) unsafe fn bytes<'a>(at: *const u8, length: usize) -> Outcome<&'a [u8]> {
    if length == 0 {
        return Ok(&[]);
    }
    if at.is_null() {
        return Err(Refused::ARGUMENT);
    }
    if length > isize::MAX as usize {
        return Err(too_long(length));
    }
    // SAFETY: the caller vouches for the bytes, and the length is one that a slice can have.
    Ok(unsafe { core::slice::from_raw_parts(at, length) })
}

/// The same bytes to be written.
///
/// # Safety
///
/// As [`bytes`], and nothing else reads or writes them.
pub(crate) unsafe fn bytes_mut<'a>(at: *mut u8, length: usize) -> Outcome<&'a mut [u8]> {
    if length == 0 {
        return Ok(&mut []);
    }
    if at.is_null() {
        return Err(Refused::ARGUMENT);
    }
    if length > isize::MAX as usize {
        return Err(too_long(length));
    }
    // SAFETY: the caller vouches for the bytes, and the length is one that a slice can have.
    Ok(unsafe { core::slice::from_raw_parts_mut(at, length) })
}

fn too_long(bytes: usize) -> Refused {
    let (bytes, max) = (bytes as u64, isize::MAX as u64);
    Error::TooLong { what: Quantity::Message, bytes, max }.into()
}

/// An input and an output of one length, the same or apart.
///
/// # Safety
///
/// As [`Data::from_raw`], but NULL is refused.
#[inline(always)]
pub(crate) unsafe fn data<'a>(
    input: *const u8,
    output: *mut u8,
    length: usize,
) -> Outcome<Data<'a>> {
    if length > 0 && (input.is_null() || output.is_null()) {
        return Err(Refused::ARGUMENT);
    }
    // SAFETY: the caller vouches for the bytes.
    Ok(unsafe { Data::from_raw(input, output, length) }?)
}

/// Refuses bytes that share any with an output.
#[inline(always)]
pub(crate) fn apart(output: *mut u8, length: usize, at: *const u8, bytes: usize) -> Outcome {
    // With lengths that buffers can have, `at` begins at or behind the end of the output, and so far
    // that it ends before the output begins again after the last address: one comparison for both
    // sides. It also fails where one of the two is empty and lies within the other.
    let behind = at.addr().wrapping_sub(output.addr()).wrapping_sub(length);
    if behind > 0_usize.wrapping_sub(bytes).wrapping_sub(length) && bytes > 0 && length > 0 {
        return Err(Error::Overlap.into());
    }
    Ok(())
}

/// Whether bytes may share some with an output: a quick look, which sees all that do, and some that do
/// not where one of the two is empty. Both lengths are ones that buffers can have.
#[inline(always)]
pub(crate) fn near(output: *mut u8, length: usize, at: *const u8, bytes: usize) -> bool {
    // They share bytes if `at` is one of the addresses from `output - bytes + 1` to
    // `output + length - 1`, of which there are `bytes + length - 1`.
    let from_first = at.addr().wrapping_sub(output.addr()).wrapping_add(bytes).wrapping_sub(1);
    from_first < bytes.wrapping_add(length).wrapping_sub(1)
}

/// Writes bytes to an address of as much room.
///
/// # Safety
///
/// `at` points to as many bytes, which can be written.
#[inline(always)]
pub(crate) unsafe fn put(at: *mut u8, bytes: &[u8]) {
    if let Ok(block) = <&[u8; 16]>::try_from(bytes) {
        // SAFETY: the caller vouches for the room. Most tags have this length.
        unsafe { at.cast::<[u8; 16]>().write_unaligned(*block) }
    } else if let Ok(word) = <&[u8; 4]>::try_from(bytes) {
        // SAFETY: likewise. Those of 3GPP have this length.
        unsafe { at.cast::<[u8; 4]>().write_unaligned(*word) }
    } else {
        // SAFETY: the caller vouches for the room; `bytes` are the library's own.
        unsafe { at.copy_from_nonoverlapping(bytes.as_ptr(), bytes.len()) }
    }
}

/// Whether a slice of so many can be at an address: it is not NULL, it is aligned, and the length is allowed.
pub(crate) fn can_be_array<T>(at: *const T, count: usize) -> bool {
    let bytes = count.checked_mul(size_of::<T>());
    !at.is_null() && at.is_aligned() && bytes.is_some_and(|bytes| bytes <= isize::MAX as usize)
}

/// The jobs at an address. NULL is allowed if there are none.
///
/// # Safety
///
/// As [`bytes_mut`], of jobs.
pub(crate) unsafe fn jobs<'a, J>(at: *mut J, count: usize) -> &'a mut [J] {
    if !can_be_array(at, count) {
        return &mut [];
    }
    // SAFETY: the caller vouches for the jobs, and the length is one that a slice can have.
    unsafe { core::slice::from_raw_parts_mut(at, count) }
}
