//! CMAC.

use std::sync::{Mutex, PoisonError};

use lanecrypt::block::{Aes128, Aes192, Aes256};
use lanecrypt::mode::{Cmac as CmacMode, CmacState as State};
use lanecrypt::{Algorithm as _, Backend, Error, Mac as _, Tag};
use pyo3::prelude::*;
use pyo3::sync::MutexExt as _;
use pyo3::types::PyBytes;

use crate::aead::backend_named;
use crate::buffer::{Input, maybe_detached};
use crate::errors::{not_picklable, refused, value_error};

macro_rules! key_lengths {
    ($($variant:ident $bytes:literal)*) => {
        /// A key object of the library.
        enum Key {
            $($variant(CmacMode<$variant>)),*
        }

        enum Running {
            $($variant(State<$variant>)),*
        }

        impl Key {
            fn new(key: &[u8], tag_bytes: usize, backend: Backend) -> PyResult<Self> {
                match key.len() {
                    $($bytes => {
                        let key = CmacMode::<$variant>::with_backend(key, backend);
                        Ok(Self::$variant(key.and_then(|key| key.with_tag_bytes(tag_bytes)).map_err(refused)?))
                    })*
                    bytes => {
                        Err(value_error(format!("key of {bytes} bytes; AES has keys of 16, 24 or 32 bytes")))
                    }
                }
            }

            fn compute(&self, data: &[u8]) -> Result<Tag, Error> {
                match self {
                    $(Self::$variant(key) => key.compute((), data)),*
                }
            }

            fn verify(&self, data: &[u8], tag: &[u8]) -> Result<(), Error> {
                match self {
                    $(Self::$variant(key) => key.verify((), data, tag)),*
                }
            }

            fn start(&self) -> Running {
                match self {
                    $(Self::$variant(key) => Running::$variant(key.start())),*
                }
            }

            fn tag_bytes(&self) -> usize {
                match self {
                    $(Self::$variant(key) => key.tag_bytes()),*
                }
            }

            fn backend(&self) -> Backend {
                match self {
                    $(Self::$variant(key) => key.backend()),*
                }
            }
        }

        impl Running {
            fn update(&mut self, data: &[u8]) {
                match self {
                    $(Self::$variant(state) => state.update(data)),*
                }
            }

            fn finish(self) -> Tag {
                match self {
                    $(Self::$variant(state) => state.finish()),*
                }
            }

            fn verify(self, tag: &[u8]) -> Result<(), Error> {
                match self {
                    $(Self::$variant(state) => state.verify(tag)),*
                }
            }
        }
    };
}
key_lengths!(Aes128 16 Aes192 24 Aes256 32);

/// CMAC over AES (NIST SP 800-38B): a message authentication code. Keys have 16, 24 or 32 bytes, tags 4
/// to 16.
///
/// Compare tags with `verify`, which takes the same time wherever they differ, and not with `==`. An object
/// can be used by any number of threads at once.
///
/// >>> import lanecrypt
/// >>> mac = lanecrypt.Cmac(bytes(16))
/// >>> tag = mac.compute(b"a message")
/// >>> mac.verify(b"a message", tag)
/// >>> state = mac.start()
/// >>> state.update(b"a mes")
/// >>> state.update(b"sage")
/// >>> state.finalize() == tag
/// True
#[pyclass(module = "lanecrypt", frozen)]
pub(crate) struct Cmac {
    key: Key,
}

#[pymethods]
impl Cmac {
    #[new]
    #[pyo3(signature = (key, *, tag_bytes = 16, backend = None))]
    fn new(key: Input<'_>, tag_bytes: usize, backend: Option<&str>) -> PyResult<Self> {
        Ok(Self { key: Key::new(key.as_slice(), tag_bytes, backend_named(backend)?)? })
    }

    /// The tag of a message.
    fn compute<'py>(&self, py: Python<'py>, data: Input<'_>) -> PyResult<Bound<'py, PyBytes>> {
        let data = data.as_slice();
        let tag = maybe_detached(py, data.len(), || self.key.compute(data)).map_err(refused)?;
        Ok(PyBytes::new(py, tag.as_ref()))
    }

    /// Raises `InvalidTag` if this is not the tag of the message.
    fn verify(&self, py: Python<'_>, data: Input<'_>, tag: Input<'_>) -> PyResult<()> {
        let (data, tag) = (data.as_slice(), tag.as_slice());
        maybe_detached(py, data.len(), || self.key.verify(data, tag)).map_err(refused)
    }

    /// Starts a message in pieces.
    fn start(&self) -> CmacState {
        CmacState { state: Mutex::new(Some(self.key.start())) }
    }

    /// The length of the tags of this object, in bytes.
    #[getter]
    fn tag_bytes(&self) -> usize {
        self.key.tag_bytes()
    }

    /// The instruction set that this object uses, such as `"avx512"`.
    #[getter]
    fn backend(&self) -> &'static str {
        self.key.backend().name()
    }

    fn __repr__(&self) -> String {
        format!("<lanecrypt.Cmac on {}>", self.backend())
    }

    fn __reduce__(&self) -> PyResult<()> {
        Err(not_picklable("Cmac"))
    }
}

/// A message in pieces: made by `Cmac.start`. Threads can share it; one waits for the other.
#[pyclass(module = "lanecrypt", frozen)]
pub(crate) struct CmacState {
    state: Mutex<Option<Running>>,
}

impl CmacState {
    fn take(&self, py: Python<'_>) -> PyResult<Running> {
        let mut state = self.state.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner);
        state.take().ok_or_else(finalized)
    }
}

fn finalized() -> PyErr {
    value_error("the message was already finalized")
}

#[pymethods]
impl CmacState {
    /// Adds a piece of the message.
    fn update(&self, py: Python<'_>, data: Input<'_>) -> PyResult<()> {
        let data = data.as_slice();
        let mut state = self.state.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner);
        let state = state.as_mut().ok_or_else(finalized)?;
        maybe_detached(py, data.len(), move || state.update(data));
        Ok(())
    }

    /// The tag of all pieces. The object cannot be used any more.
    fn finalize<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        Ok(PyBytes::new(py, self.take(py)?.finish().as_ref()))
    }

    /// Raises `InvalidTag` if this is not the tag of all pieces. The object cannot be used any more.
    fn verify(&self, py: Python<'_>, tag: Input<'_>) -> PyResult<()> {
        self.take(py)?.verify(tag.as_slice()).map_err(refused)
    }

    fn __reduce__(&self) -> PyResult<()> {
        Err(not_picklable("CmacState"))
    }
}
