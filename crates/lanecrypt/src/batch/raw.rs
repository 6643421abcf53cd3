//! Buffers given by addresses, for callers in other languages.

#[cfg(feature = "rustcrypto")]
use cipher::InOutBuf;
#[cfg(feature = "rustcrypto")]
use cipher::array::{Array, ArraySize};

use super::Data;
use crate::{Error, Quantity};

impl<'a> Data<'a> {
    /// Buffers given by addresses: the message is read at `input`, the result is written at `output`,
    /// `bytes` bytes each. Equal addresses mean in place. If `bytes` is zero, the addresses do not
    /// matter.
    ///
    /// Nothing is read or written by this call.
    ///
    /// # Errors
    ///
    /// [`Error::Overlap`] if the buffers overlap without being the same. [`Error::TooLong`] if `bytes`
    /// is above `isize::MAX`, which no buffer can have.
    ///
    /// # Safety
    ///
    /// Unless `bytes` is zero: `input` must point to `bytes` initialised bytes that can be read, and
    /// `output` to `bytes` initialised bytes that can be written, each within one allocation, for as
    /// long as the data is used. Nothing else may access the output meanwhile, and nothing else may
    /// write the input.
    ///
    /// ```
    /// use lanecrypt::{Data, Error};
    ///
    /// let mut bytes = [0; 48];
    /// let start = bytes.as_mut_ptr();
    /// // SAFETY: 32 bytes from `start` on and 32 bytes from 16 on lie within the array.
    /// let overlapping = unsafe { Data::from_raw(start, start.add(16), 32) };
    /// assert_eq!(overlapping.err(), Some(Error::Overlap));
    /// ```
    pub unsafe fn from_raw(input: *const u8, output: *mut u8, bytes: usize) -> Result<Self, Error> {
        if bytes == 0 {
            return Ok(Self::InPlace(&mut []));
        }
        if bytes > isize::MAX as usize {
            let (bytes, max) = (bytes as u64, isize::MAX as u64);
            return Err(Error::TooLong { what: Quantity::Message, bytes, max });
        }
        debug_assert!(!input.is_null() && !output.is_null());
        if core::ptr::eq(input, output) {
            // SAFETY: the caller vouches for the bytes, which nothing else uses.
            return Ok(Self::InPlace(unsafe { core::slice::from_raw_parts_mut(output, bytes) }));
        }
        if input.addr().abs_diff(output.addr()) < bytes {
            return Err(Error::Overlap);
        }
        // SAFETY: the caller vouches for the bytes; they do not overlap.
        unsafe {
            Ok(Self::Copy {
                input: core::slice::from_raw_parts(input, bytes),
                output: core::slice::from_raw_parts_mut(output, bytes),
            })
        }
    }
}

#[cfg(feature = "rustcrypto")]
impl<'a> Data<'a> {
    /// The buffers of the traits of RustCrypto, which are the same or apart already.
    pub(crate) fn from_in_out(buffer: InOutBuf<'a, 'a, u8>) -> Self {
        let bytes = buffer.len();
        let (input, output) = buffer.into_raw();
        // SAFETY: the buffer vouches for as many bytes as it has, for as long as it lives. It is gone, so
        // that nothing else uses the output.
        unsafe { Self::same_or_apart(input, output, bytes) }
    }

    /// The same of blocks, one after another.
    pub(crate) fn from_in_out_blocks<N: ArraySize>(blocks: InOutBuf<'a, 'a, Array<u8, N>>) -> Self {
        let bytes = blocks.len() * N::USIZE;
        let (input, output) = blocks.into_raw();
        // SAFETY: the buffer vouches for its blocks, for as long as it lives, and it is gone. An array of bytes is as many
        // bytes, without anything between them, and what lies in memory as blocks is not longer than `isize::MAX`.
        unsafe { Self::same_or_apart(input.cast(), output.cast(), bytes) }
    }

    /// Buffers of which it is known that they are the same or do not overlap.
    ///
    /// # Safety
    ///
    /// That, and what [`Data::from_raw`] demands. The addresses are not null, even if there are no bytes.
    unsafe fn same_or_apart(input: *const u8, output: *mut u8, bytes: usize) -> Self {
        debug_assert!(!input.is_null() && !output.is_null() && bytes <= isize::MAX as usize);
        debug_assert!(
            core::ptr::eq(input, output) || input.addr().abs_diff(output.addr()) >= bytes,
            "buffers that overlap"
        );
        // SAFETY: the caller vouches for the bytes.
        unsafe {
            if core::ptr::eq(input, output) {
                Self::InPlace(core::slice::from_raw_parts_mut(output, bytes))
            } else {
                let input = core::slice::from_raw_parts(input, bytes);
                Self::Copy { input, output: core::slice::from_raw_parts_mut(output, bytes) }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buffers_are_the_same_or_apart() {
        let mut bytes = [0; 48];
        let start = bytes.as_mut_ptr();
        let data = |from: usize, to: usize, count: usize| {
            // SAFETY: all within the array, which is used for nothing else.
            unsafe { Data::from_raw(start.add(from), start.add(to), count) }
        };
        assert!(matches!(data(8, 8, 16), Ok(Data::InPlace(bytes)) if bytes.len() == 16));
        assert!(matches!(data(0, 16, 16), Ok(Data::Copy { input, .. }) if input.len() == 16));
        assert!(matches!(data(32, 16, 16), Ok(Data::Copy { .. })));
        for (from, to) in [(0, 1), (1, 0), (0, 15), (15, 0)] {
            assert_eq!(data(from, to, 16).err(), Some(Error::Overlap));
        }
        // SAFETY: refused before anything is used.
        let long = unsafe { Data::from_raw(bytes.as_ptr(), start, usize::MAX) };
        assert!(matches!(long.err(), Some(Error::TooLong { .. })));
        // SAFETY: no bytes are used.
        let nothing = unsafe { Data::from_raw(core::ptr::null(), core::ptr::null_mut(), 0) };
        assert!(matches!(nothing, Ok(data) if data.is_empty()));
    }
}
