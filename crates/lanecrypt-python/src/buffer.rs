//! Bytes of Python objects, through the buffer protocol. All `unsafe` code about buffers is here.
//!
//! While a buffer is exported, its object can neither be freed nor resized. Python has no way to forbid
//! that another thread writes into it while a call has released the GIL. Such a program is wrong, as with
//! `hashlib` or `socket` of the standard library, and the documentation of the package says so.

use std::ffi::CStr;

use lanecrypt::{Data, Error};
use pyo3::exceptions::PyBufferError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use pyo3::{Borrowed, ffi};

/// From this length on, calls release the GIL.
const RELEASED_FROM: usize = 2048;

/// Runs a closure that handles so many bytes, without the GIL if they are many.
pub(crate) fn maybe_detached<T: Send>(
    py: Python<'_>,
    bytes: usize,
    work: impl FnOnce() -> T + Send,
) -> T {
    if bytes < RELEASED_FROM { work() } else { py.detach(work) }
}

/// An exported buffer. It must be dropped with the GIL held; holding a raw pointer, it is not `Send`, so it
/// cannot get anywhere else.
struct View(Box<ffi::Py_buffer>);

impl View {
    fn get(object: Borrowed<'_, '_, PyAny>, flags: i32) -> PyResult<Self> {
        let mut view = Box::new(ffi::Py_buffer::new());
        // SAFETY: the object is alive, the GIL is held, and the box stays where it is until the release.
        let status = unsafe { ffi::PyObject_GetBuffer(object.as_ptr(), &raw mut *view, flags) };
        if status == 0 { Ok(Self(view)) } else { Err(PyErr::fetch(object.py())) }
    }

    fn len(&self) -> usize {
        // The length of an object in memory.
        self.0.len as usize
    }

    fn as_ptr(&self) -> *mut u8 {
        self.0.buf.cast()
    }

    fn as_slice(&self) -> &[u8] {
        if self.len() == 0 {
            return &[];
        }
        // SAFETY: an exported C-contiguous buffer has so many bytes until it is released, which the
        // lifetime prevents. That nobody writes them meanwhile is up to the caller of the package.
        unsafe { std::slice::from_raw_parts(self.as_ptr(), self.len()) }
    }

    /// The length in each dimension, if the buffer was asked for with `PyBUF_ND`.
    fn shape(&self) -> Vec<usize> {
        if self.0.shape.is_null() {
            return vec![self.len()];
        }
        // SAFETY: the exporter gives as many lengths as dimensions.
        let shape = unsafe { std::slice::from_raw_parts(self.0.shape, self.0.ndim as usize) };
        shape.iter().map(|length| *length as usize).collect()
    }

    /// The format of an item in the notation of `struct`.
    fn format(&self) -> &[u8] {
        if self.0.format.is_null() {
            return b"B";
        }
        // SAFETY: the exporter gives a string that ends with zero and lives as long as the buffer.
        unsafe { CStr::from_ptr(self.0.format) }.to_bytes()
    }
}

impl Drop for View {
    fn drop(&mut self) {
        // SAFETY: it was filled by `PyObject_GetBuffer` and is released once, with the GIL held.
        unsafe { ffi::PyBuffer_Release(&raw mut *self.0) }
    }
}

/// An argument that is read: any object with a C-contiguous buffer.
pub(crate) struct Input<'a>(Bytes<'a>);

enum Bytes<'a> {
    /// Of an immutable `bytes`, without the cost of an export.
    Immutable(&'a [u8]),
    Exported(View),
}

impl<'a> FromPyObject<'a, '_> for Input<'a> {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, '_, PyAny>) -> PyResult<Self> {
        if object.is_instance_of::<PyBytes>() {
            return Ok(Self(Bytes::Immutable(object.extract()?)));
        }
        View::get(object, ffi::PyBUF_SIMPLE).map(|view| Self(Bytes::Exported(view)))
    }
}

impl Input<'_> {
    pub(crate) fn as_slice(&self) -> &[u8] {
        match &self.0 {
            Bytes::Immutable(bytes) => bytes,
            Bytes::Exported(view) => view.as_slice(),
        }
    }

    pub(crate) fn len(&self) -> usize {
        match &self.0 {
            Bytes::Immutable(bytes) => bytes.len(),
            Bytes::Exported(view) => view.len(),
        }
    }

    /// The bytes from an index on, which must not be beyond the end. It makes no slice of those before, so
    /// that these can be written meanwhile.
    pub(crate) fn tail(&self, from: usize) -> &[u8] {
        assert!(from <= self.len(), "an index within the buffer");
        if from == self.len() {
            return &[];
        }
        // SAFETY: these bytes lie within the buffer, which lives as long as the slice.
        unsafe { std::slice::from_raw_parts(self.as_ptr().add(from), self.len() - from) }
    }

    fn as_ptr(&self) -> *const u8 {
        match &self.0 {
            Bytes::Immutable(bytes) => bytes.as_ptr(),
            Bytes::Exported(view) => view.as_ptr(),
        }
    }
}

/// The bytes of an argument that can be missing.
pub(crate) fn or_empty<'a>(input: &'a Option<Input<'_>>) -> &'a [u8] {
    input.as_ref().map_or(&[], Input::as_slice)
}

/// An argument that is read as a table: the rows are along its first dimension.
pub(crate) struct Table(View);

impl FromPyObject<'_, '_> for Table {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        View::get(object, ffi::PyBUF_ND).map(Self)
    }
}

impl Table {
    pub(crate) fn as_slice(&self) -> &[u8] {
        self.0.as_slice()
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    pub(crate) fn shape(&self) -> Vec<usize> {
        self.0.shape()
    }
}

/// An argument that is an array of integers of 32 or 64 bits. They are copied and checked, so that
/// writing to the array during a call does no harm.
pub(crate) struct Integers(pub(crate) Vec<usize>);

impl FromPyObject<'_, '_> for Integers {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        let view = View::get(object, ffi::PyBUF_ND | ffi::PyBUF_FORMAT)?;
        let wrong = || {
            PyBufferError::new_err(
                "expected an array of one dimension of integers with 32 or 64 bits in native byte order, \
                 none of them negative",
            )
        };
        let format = match view.format() {
            [b'@' | b'=', rest @ ..] => rest,
            [b'<', rest @ ..] if cfg!(target_endian = "little") => rest,
            format => format,
        };
        let bytes = view.as_slice();
        if view.shape().len() != 1 {
            return Err(wrong());
        }
        let integers: Option<Vec<usize>> = match (format, view.0.itemsize) {
            (b"i" | b"l" | b"q", 4) => {
                integers(bytes, |item| i32::from_ne_bytes(item).try_into().ok())
            }
            (b"I" | b"L" | b"Q", 4) => {
                integers(bytes, |item| u32::from_ne_bytes(item).try_into().ok())
            }
            (b"i" | b"l" | b"q", 8) => {
                integers(bytes, |item| i64::from_ne_bytes(item).try_into().ok())
            }
            (b"I" | b"L" | b"Q", 8) => {
                integers(bytes, |item| u64::from_ne_bytes(item).try_into().ok())
            }
            _ => None,
        };
        integers.map(Self).ok_or_else(wrong)
    }
}

fn integers<const N: usize>(
    bytes: &[u8],
    convert: impl Fn([u8; N]) -> Option<usize>,
) -> Option<Vec<usize>> {
    bytes.as_chunks().0.iter().map(|item| convert(*item)).collect()
}

/// An argument that is written: any object with a writable C-contiguous buffer.
pub(crate) struct Output(View);

impl FromPyObject<'_, '_> for Output {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        View::get(object, ffi::PyBUF_WRITABLE).map(Self)
    }
}

impl Output {
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether it is the same bytes as a table.
    pub(crate) fn is(&self, table: &Table) -> bool {
        std::ptr::eq(self.0.as_ptr(), table.0.as_ptr()) && self.len() == table.len()
    }

    /// Whether it has no byte in common with another buffer; otherwise [`Error::Overlap`].
    fn lies_apart_from(&self, start: *const u8, bytes: usize) -> Result<(), Error> {
        let (own, other) = (self.0.as_ptr().addr(), start.addr());
        let apart = own + self.len() <= other || other + bytes <= own;
        if apart || bytes == 0 || self.len() == 0 { Ok(()) } else { Err(Error::Overlap) }
    }

    /// Its bytes, if they lie apart from those of some inputs and other outputs.
    pub(crate) fn apart<'o>(
        &'o mut self,
        inputs: &[&[u8]],
        outputs: &[&Output],
    ) -> Result<&'o mut [u8], Error> {
        for input in inputs {
            self.lies_apart_from(input.as_ptr(), input.len())?;
        }
        for output in outputs {
            self.lies_apart_from(output.0.as_ptr(), output.len())?;
        }
        if self.len() == 0 {
            return Ok(&mut []);
        }
        // SAFETY: an exported writable C-contiguous buffer has so many bytes until it is released, which
        // the lifetime prevents. No slice of this call has a byte in common with it. That nobody else
        // uses the bytes meanwhile is up to the caller of the package.
        Ok(unsafe { std::slice::from_raw_parts_mut(self.0.as_ptr(), self.len()) })
    }

    /// A message at the start of `input`, its result at the start of this buffer: the same bytes, or bytes
    /// that lie apart. The second value is what follows the result in this buffer. Both buffers must have
    /// `bytes` bytes or more, and one of them no more. `others` must lie apart from this buffer.
    pub(crate) fn message<'o>(
        &'o mut self,
        input: &'o Input<'_>,
        bytes: usize,
        others: &[&[u8]],
    ) -> Result<(Data<'o>, &'o mut [u8]), Error> {
        for other in others {
            self.lies_apart_from(other.as_ptr(), other.len())?;
        }
        let start = self.0.as_ptr();
        if !std::ptr::eq(input.as_ptr(), start) {
            self.lies_apart_from(input.as_ptr(), input.len())?;
        }
        let rest = self.len() - bytes;
        // SAFETY: both buffers have `bytes` bytes; they are the same or lie apart, as was checked.
        let data = unsafe { Data::from_raw(input.as_ptr(), start, bytes) }?;
        let after = if rest == 0 {
            &mut []
        } else {
            // SAFETY: the rest of the buffer, which nothing else has a slice of.
            unsafe { std::slice::from_raw_parts_mut(start.add(bytes), rest) }
        };
        Ok((data, after))
    }
}
