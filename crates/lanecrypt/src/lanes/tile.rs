//! Where a kernel reads its data and where it writes them: the same place or two.

use core::marker::PhantomData;

use crate::Error;
use crate::batch::Data;

/// What a kernel takes in and puts out, a tile at a time.
///
/// Input and output are the same bytes or do not overlap at all.
pub(crate) struct InOut<'a> {
    input: *const u8,
    output: *mut u8,
    bytes: usize,
    lifetime: PhantomData<&'a mut [u8]>,
}

impl<'a> InOut<'a> {
    /// The data of a job. What is to be filled with keystream is zeroed, to be enciphered in place.
    pub(crate) fn new(data: &'a mut Data<'_>) -> Result<Self, Error> {
        data.checked_len()?;
        Ok(match data {
            Data::InPlace(data) => Self::in_place(data),
            Data::Keystream(data) => {
                data.fill(0);
                Self::in_place(data)
            }
            Data::Copy { input, output } => Self {
                input: input.as_ptr(),
                output: output.as_mut_ptr(),
                bytes: output.len(),
                lifetime: PhantomData,
            },
        })
    }

    /// Bytes that are read and written where they lie.
    pub(crate) fn in_place(data: &'a mut [u8]) -> Self {
        let (output, bytes) = (data.as_mut_ptr(), data.len());
        Self { input: output, output, bytes, lifetime: PhantomData }
    }

    /// How many bytes are left.
    #[inline(always)]
    pub(crate) fn len(&self) -> usize {
        self.bytes
    }

    /// Takes the next bytes off, which must be there.
    #[inline(always)]
    pub(crate) fn take(&mut self, bytes: usize) -> Tile<'a> {
        assert!(bytes <= self.bytes);
        let tile =
            Tile { input: self.input, output: self.output, bytes, lifetime: PhantomData };
        // SAFETY: no more than what is left, so both stay within their buffers or at their ends.
        unsafe {
            self.input = self.input.add(bytes);
            self.output = self.output.add(bytes);
        }
        self.bytes -= bytes;
        tile
    }
}

/// A piece of an [`InOut`]. Its size is known when all is inlined, so nothing remains of the
/// assertions.
pub(crate) struct Tile<'a> {
    input: *const u8,
    output: *mut u8,
    bytes: usize,
    lifetime: PhantomData<&'a mut [u8]>,
}

impl<'a> Tile<'a> {
    /// Bytes that are read and written where they lie.
    #[inline(always)]
    pub(crate) fn in_place(data: &'a mut [u8]) -> Self {
        let (output, bytes) = (data.as_mut_ptr(), data.len());
        Self { input: output, output, bytes, lifetime: PhantomData }
    }

    /// How many bytes it has.
    #[inline(always)]
    pub(crate) fn len(&self) -> usize {
        self.bytes
    }

    /// Some bytes of the input, which must be there.
    #[inline(always)]
    pub(crate) fn input(&self, start: usize, bytes: usize) -> &[u8] {
        assert!(start + bytes <= self.bytes);
        // SAFETY: the tile has these bytes, and nothing writes them meanwhile, as `output` borrows
        // it.
        unsafe { core::slice::from_raw_parts(self.input.add(start), bytes) }
    }

    /// Some bytes of the output, for which there must be room.
    #[inline(always)]
    pub(crate) fn output(&mut self, start: usize, bytes: usize) -> &mut [u8] {
        assert!(start + bytes <= self.bytes);
        // SAFETY: as `input`; the tile is borrowed whole meanwhile.
        unsafe { core::slice::from_raw_parts_mut(self.output.add(start), bytes) }
    }

    /// Some of its bytes, to be read and written.
    #[inline(always)]
    pub(crate) fn part(&mut self, start: usize, bytes: usize) -> Tile<'_> {
        assert!(start + bytes <= self.bytes);
        // SAFETY: as `input`.
        unsafe {
            Tile {
                input: self.input.add(start),
                output: self.output.add(start),
                bytes,
                lifetime: PhantomData,
            }
        }
    }
}
