//! Data by addresses, for callers in other languages.

use super::Data;
use crate::Error;

impl<'a> Data<'a> {
    /// Data that is read at one address and written at another, or the same; of no bytes, the
    /// addresses do not matter.
    ///
    /// Buffers that overlap without being the same are an error. Nothing is read or written.
    ///
    /// # Safety
    ///
    /// Unless `bytes` is zero, so many bytes must be readable at `input` and writable at `output`
    /// for as long as the data is used, and nothing else may use them meanwhile (others may read
    /// the input, if it is not the output). The input must be initialised.
    pub unsafe fn from_raw(input: *const u8, output: *mut u8, bytes: usize) -> Result<Self, Error> {
        if bytes == 0 {
            return Ok(Self::InPlace(&mut []));
        }
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
        // SAFETY: no bytes are used.
        let nothing = unsafe { Data::from_raw(core::ptr::null(), core::ptr::null_mut(), 0) };
        assert!(matches!(nothing, Ok(data) if data.is_empty()));
    }
}
