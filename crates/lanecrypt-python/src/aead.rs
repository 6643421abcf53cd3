//! The classes of AEADs: one base with the methods, and a class for each algorithm.

use lanecrypt::{Aead as _, Algorithm as _, Backend, Data, Error, Tag};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyType};

use crate::algorithms::{TAG_BYTES, aeads};
use crate::buffer::{Input, Output, maybe_detached, or_empty};
use crate::entropy;
use crate::errors::{not_picklable, refused, value_error};

/// A key object of the library.
trait Key: Send + Sync {
    fn name(&self) -> &'static str;
    fn tag_bytes(&self) -> usize;
    fn backend(&self) -> Backend;
    fn seal(&self, nonce: &[u8], aad: &[u8], data: Data<'_>) -> Result<Tag, Error>;
    fn open(&self, nonce: &[u8], aad: &[u8], data: Data<'_>, tag: &[u8]) -> Result<(), Error>;
}

/// A key object with the name of its class.
struct Named<A>(A, &'static str);

impl<A: lanecrypt::Aead + Send + Sync> Key for Named<A> {
    fn name(&self) -> &'static str {
        self.1
    }

    fn tag_bytes(&self) -> usize {
        self.0.tag_bytes()
    }

    fn backend(&self) -> Backend {
        self.0.backend()
    }

    fn seal(&self, nonce: &[u8], aad: &[u8], data: Data<'_>) -> Result<Tag, Error> {
        self.0.seal(nonce, aad, data)
    }

    fn open(&self, nonce: &[u8], aad: &[u8], data: Data<'_>, tag: &[u8]) -> Result<(), Error> {
        self.0.open(nonce, aad, data, tag)
    }
}

/// A key for authenticated encryption: the base of `Aes256Gcm` and the other algorithms.
///
/// An object is made once per key and can be used by any number of threads at once. Its key is wiped
/// from memory when it is freed. Ciphertexts end with the tag. `nonce`, `data` and `aad` (associated
/// data, which is authenticated but not encrypted) are any objects with a C-contiguous buffer: `bytes`,
/// `bytearray`, `memoryview`, NumPy arrays. From 2 KiB on, calls release the GIL; do not write to a
/// buffer that a call is using.
///
/// Lengths that an algorithm does not have are a `ValueError` that says which it has.
#[pyclass(module = "lanecrypt", subclass, frozen)]
pub(crate) struct Aead {
    key: Box<dyn Key>,
}

/// The backend of a name, or the best one.
pub(crate) fn backend_named(name: Option<&str>) -> PyResult<Backend> {
    name.map_or_else(|| Ok(Backend::best()), |name| name.parse().map_err(refused))
}

impl Aead {
    /// The length of the message in a ciphertext of so many bytes.
    fn opened_bytes(&self, bytes: usize) -> PyResult<usize> {
        // A text without room for a tag is not authentic.
        bytes.checked_sub(self.key.tag_bytes()).ok_or_else(|| refused(Error::Authentication))
    }
}

#[pymethods]
impl Aead {
    /// Encrypts `data` and returns the ciphertext followed by the tag.
    ///
    /// >>> import os, lanecrypt
    /// >>> cipher = lanecrypt.Aes256Gcm(lanecrypt.Aes256Gcm.generate_key())
    /// >>> nonce = os.urandom(cipher.NONCE_BYTES)
    /// >>> sealed = cipher.encrypt(nonce, b"a message", b"header")
    /// >>> len(sealed) == len(b"a message") + cipher.tag_bytes
    /// True
    /// >>> cipher.decrypt(nonce, sealed, b"header")
    /// b'a message'
    #[pyo3(signature = (nonce, data, aad = None))]
    fn encrypt<'py>(
        &self,
        py: Python<'py>,
        nonce: Input<'_>,
        data: Input<'_>,
        aad: Option<Input<'_>>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let (nonce, data, aad) = (nonce.as_slice(), data.as_slice(), or_empty(&aad));
        PyBytes::new_with(py, data.len() + self.key.tag_bytes(), |out| {
            let (output, tag) = out.split_at_mut(data.len());
            let seal = || self.key.seal(nonce, aad, Data::Copy { input: data, output });
            let made = maybe_detached(py, data.len() + aad.len(), seal).map_err(refused)?;
            tag.copy_from_slice(made.as_ref());
            Ok(())
        })
    }

    /// Decrypts what `encrypt` returned. Raises `InvalidTag` if anything was changed.
    ///
    /// >>> import lanecrypt
    /// >>> cipher = lanecrypt.Aegis128L(bytes(16))
    /// >>> cipher.decrypt(bytes(16), bytes(20))
    /// Traceback (most recent call last):
    /// ...
    /// lanecrypt.InvalidTag: authentication failed
    #[pyo3(signature = (nonce, data, aad = None))]
    fn decrypt<'py>(
        &self,
        py: Python<'py>,
        nonce: Input<'_>,
        data: Input<'_>,
        aad: Option<Input<'_>>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let (nonce, data, aad) = (nonce.as_slice(), data.as_slice(), or_empty(&aad));
        let (input, tag) = data.split_at(self.opened_bytes(data.len())?);
        PyBytes::new_with(py, input.len(), |output| {
            let open = || self.key.open(nonce, aad, Data::Copy { input, output }, tag);
            maybe_detached(py, input.len() + aad.len(), open).map_err(refused)
        })
    }

    /// Encrypts into a writable buffer that has exactly `len(data) + tag_bytes` bytes, and returns that
    /// number. `data` can be the beginning of `buf`, or must lie apart from it.
    ///
    /// >>> import lanecrypt
    /// >>> cipher = lanecrypt.Aes128Gcm(bytes(16))
    /// >>> buf = bytearray(b"a message") + bytearray(16)
    /// >>> cipher.encrypt_into(bytes(12), memoryview(buf)[:9], None, buf)
    /// 25
    /// >>> cipher.decrypt_into(bytes(12), buf, None, memoryview(buf)[:9])
    /// 9
    /// >>> bytes(buf[:9])
    /// b'a message'
    fn encrypt_into(
        &self,
        py: Python<'_>,
        nonce: Input<'_>,
        data: Input<'_>,
        aad: Option<Input<'_>>,
        mut buf: Output,
    ) -> PyResult<usize> {
        let (bytes, all) = (data.len(), data.len() + self.key.tag_bytes());
        if buf.len() != all {
            return Err(value_error(format!(
                "buffer of {} bytes; it must have {all} bytes",
                buf.len()
            )));
        }
        let (nonce, aad) = (nonce.as_slice(), or_empty(&aad));
        let (message, tag) = buf.message(&data, bytes, &[nonce, aad]).map_err(refused)?;
        let seal = || self.key.seal(nonce, aad, message);
        let made = maybe_detached(py, bytes + aad.len(), seal).map_err(refused)?;
        tag.copy_from_slice(made.as_ref());
        Ok(all)
    }

    /// Decrypts into a writable buffer that has exactly `len(data) - tag_bytes` bytes, and returns that
    /// number. `buf` can be the beginning of `data`, or must lie apart from it. If the tag is wrong, `buf`
    /// is filled with zeros and `InvalidTag` is raised.
    fn decrypt_into(
        &self,
        py: Python<'_>,
        nonce: Input<'_>,
        data: Input<'_>,
        aad: Option<Input<'_>>,
        mut buf: Output,
    ) -> PyResult<usize> {
        let bytes = self.opened_bytes(data.len())?;
        if buf.len() != bytes {
            return Err(value_error(format!(
                "buffer of {} bytes; it must have {bytes} bytes",
                buf.len()
            )));
        }
        let (nonce, aad, tag) = (nonce.as_slice(), or_empty(&aad), data.tail(bytes));
        let (message, _) = buf.message(&data, bytes, &[nonce, aad, tag]).map_err(refused)?;
        let open = || self.key.open(nonce, aad, message, tag);
        maybe_detached(py, bytes + aad.len(), open).map_err(refused)?;
        Ok(bytes)
    }

    /// A random key for this class, from the operating system.
    ///
    /// >>> import lanecrypt
    /// >>> len(lanecrypt.Aegis256.generate_key())
    /// 32
    #[classmethod]
    fn generate_key<'py>(cls: &Bound<'py, PyType>) -> PyResult<Bound<'py, PyAny>> {
        entropy::urandom(cls.py(), cls.getattr("KEY_BYTES")?.extract()?)
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
        format!("<lanecrypt.{} on {}>", self.key.name(), self.backend())
    }

    fn __reduce__(&self) -> PyResult<()> {
        Err(not_picklable(self.key.name()))
    }
}

/// The usual length of nonces: 12 bytes where there is a choice.
const fn usual_nonce_bytes<A: lanecrypt::Aead>() -> usize {
    let (min, max) = (*A::NONCE_BYTES.start(), *A::NONCE_BYTES.end());
    if min == max { min } else { 12 }
}

macro_rules! classes {
    ($($class:ident: $type:ty, $name:literal, past_caches: $past_caches:literal, $doc:expr;)*) => {
        use lanecrypt::aead;
        use lanecrypt::block::{Aes128, Aes192, Aes256};
        use lanecrypt::mode::{Gcm, Ocb3, XAes256Gcm as XAes256GcmKey};

        $(
            // The signature of `new`, batches and columns have this length.
            const _: () = assert!(<$type as lanecrypt::Aead>::DEFAULT_TAG_BYTES == TAG_BYTES);

            #[doc = $doc]
            #[pyclass(module = "lanecrypt", extends = Aead, frozen)]
            pub(crate) struct $class;

            #[pymethods]
            impl $class {
                /// The published name of the algorithm.
                #[classattr]
                const ALGORITHM: &'static str = $name;

                /// The length of a key in bytes.
                #[classattr]
                const KEY_BYTES: usize = <$type as lanecrypt::Algorithm>::KEY_BYTES;

                /// The usual length of a nonce in bytes.
                #[classattr]
                const NONCE_BYTES: usize = usual_nonce_bytes::<$type>();

                /// The length in bytes of tags where no other is asked for.
                #[classattr]
                const TAG_BYTES: usize = TAG_BYTES;

                #[new]
                #[pyo3(signature = (key, *, tag_bytes = 16, backend = None))]
                fn new(
                    key: Input<'_>,
                    tag_bytes: usize,
                    backend: Option<&str>,
                ) -> PyResult<PyClassInitializer<Self>> {
                    let key = <$type>::with_backend(key.as_slice(), backend_named(backend)?)
                        .and_then(|key| key.with_tag_bytes(tag_bytes))
                        .map_err(refused)?;
                    let base = Aead { key: Box::new(Named(key, stringify!($class))) };
                    Ok(PyClassInitializer::from(base).add_subclass(Self))
                }
            }
        )*

        /// Adds the classes to the module.
        pub(crate) fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
            module.add_class::<Aead>()?;
            $(module.add_class::<$class>()?;)*
            Ok(())
        }
    };
}
aeads!(classes);
