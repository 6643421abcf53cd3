//! Ciphers without authentication: counter mode over all block ciphers, ChaCha20, SNOW, ZUC.

use std::sync::{Mutex, PoisonError};

use lanecrypt::block;
use lanecrypt::mode::{Ctr as CtrMode, CtrStream, Modes};
use lanecrypt::stream::{ChaCha20 as ChaCha20Key, snow3g, zuc};
use lanecrypt::{Algorithm as _, Backend, Data, Error};
use pyo3::prelude::*;
use pyo3::sync::MutexExt as _;
use pyo3::types::{PyBytes, PyType};

use crate::aead::backend_named;
use crate::buffer::{Input, Output, maybe_detached};
use crate::entropy;
use crate::errors::{not_picklable, refused, value_error};

/// A key object of the library.
trait Cipher: Send + Sync {
    fn name(&self) -> &'static str;
    fn backend(&self) -> Backend;
    fn apply(&self, nonce: &[u8], data: Data<'_>) -> Result<(), Error>;
    fn stream(&self, nonce: &[u8]) -> Result<Box<dyn Stream>, Error>;
}

/// A keystream of the library.
trait Stream: Send {
    fn apply(&mut self, data: Data<'_>) -> Result<(), Error>;
    fn keystream(&mut self, output: &mut [u8]) -> Result<(), Error>;
    fn position(&self) -> u128;
    /// `None` where there is no counter.
    fn seek(&mut self, position: u128) -> Option<Result<(), Error>>;
}

type Seek<S> = fn(&mut S, u128) -> Result<(), Error>;

/// A key object with what differs between stream ciphers.
struct Named<C: lanecrypt::StreamCipher> {
    key: C,
    name: &'static str,
    nonce: for<'a> fn(&'a [u8]) -> Result<C::Nonce<'a>, Error>,
    seek: Option<Seek<C::Stream>>,
}

impl<C: lanecrypt::StreamCipher<Stream: Send + 'static> + Send + Sync> Cipher for Named<C> {
    fn name(&self) -> &'static str {
        self.name
    }

    fn backend(&self) -> Backend {
        self.key.backend()
    }

    fn apply(&self, nonce: &[u8], data: Data<'_>) -> Result<(), Error> {
        self.key.encrypt((self.nonce)(nonce)?, data)
    }

    fn stream(&self, nonce: &[u8]) -> Result<Box<dyn Stream>, Error> {
        let stream = self.key.stream((self.nonce)(nonce)?)?;
        Ok(Box::new(Seekable { stream, seek: self.seek }))
    }
}

struct Seekable<S> {
    stream: S,
    seek: Option<Seek<S>>,
}

impl<S: lanecrypt::KeyStream + Send> Stream for Seekable<S> {
    fn apply(&mut self, data: Data<'_>) -> Result<(), Error> {
        self.stream.apply(data)
    }

    fn keystream(&mut self, output: &mut [u8]) -> Result<(), Error> {
        self.stream.keystream(output)
    }

    fn position(&self) -> u128 {
        self.stream.position()
    }

    fn seek(&mut self, position: u128) -> Option<Result<(), Error>> {
        self.seek.map(|seek| seek(&mut self.stream, position))
    }
}

fn array<const N: usize>(nonce: &[u8]) -> Result<&[u8; N], Error> {
    nonce.try_into().map_err(|_| Error::NonceLength { bytes: nonce.len(), expected: N })
}

/// A key of a cipher without authentication: the base of `Ctr`, `ChaCha20` and the classes of SNOW and ZUC.
///
/// Whoever can change a ciphertext can change the message: use an AEAD unless a protocol wants this. A
/// nonce must never be used twice under one key. An object can be used by any number of threads at once.
#[pyclass(module = "lanecrypt", subclass, frozen)]
pub(crate) struct StreamCipher {
    cipher: Box<dyn Cipher>,
}

#[pymethods]
impl StreamCipher {
    /// Encrypts one message. The result is as long as `data`.
    ///
    /// >>> import lanecrypt
    /// >>> cipher = lanecrypt.ChaCha20(bytes(32))
    /// >>> cipher.decrypt(bytes(12), cipher.encrypt(bytes(12), b"a message"))
    /// b'a message'
    fn encrypt<'py>(
        &self,
        py: Python<'py>,
        nonce: Input<'_>,
        data: Input<'_>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let (nonce, input) = (nonce.as_slice(), data.as_slice());
        PyBytes::new_with(py, input.len(), |output| {
            let apply = || self.cipher.apply(nonce, Data::Copy { input, output });
            maybe_detached(py, input.len(), apply).map_err(refused)
        })
    }

    /// Decrypts one message: the same as `encrypt`.
    fn decrypt<'py>(
        &self,
        py: Python<'py>,
        nonce: Input<'_>,
        data: Input<'_>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        self.encrypt(py, nonce, data)
    }

    /// Encrypts or decrypts into a writable buffer that has exactly `len(data)` bytes, and returns that
    /// number. `buf` can be the same bytes as `data`, or must lie apart from it.
    fn encrypt_into(
        &self,
        py: Python<'_>,
        nonce: Input<'_>,
        data: Input<'_>,
        mut buf: Output,
    ) -> PyResult<usize> {
        let nonce = nonce.as_slice();
        let message = whole_message(&data, &mut buf, &[nonce])?;
        maybe_detached(py, data.len(), || self.cipher.apply(nonce, message)).map_err(refused)?;
        Ok(data.len())
    }

    /// The keystream of one nonce, for a message in pieces.
    fn stream(&self, nonce: Input<'_>) -> PyResult<KeyStream> {
        let stream = self.cipher.stream(nonce.as_slice()).map_err(refused)?;
        Ok(KeyStream { name: self.cipher.name(), stream: Mutex::new(stream) })
    }

    /// The instruction set that this object uses, such as `"avx512"`.
    #[getter]
    fn backend(&self) -> &'static str {
        self.cipher.backend().name()
    }

    fn __repr__(&self) -> String {
        format!("<lanecrypt.{} on {}>", self.cipher.name(), self.backend())
    }

    fn __reduce__(&self) -> PyResult<()> {
        Err(not_picklable(self.cipher.name()))
    }
}

/// An input and an output of the same length.
fn whole_message<'o>(
    data: &'o Input<'_>,
    buf: &'o mut Output,
    others: &[&[u8]],
) -> PyResult<Data<'o>> {
    let bytes = data.len();
    if buf.len() != bytes {
        return Err(value_error(format!(
            "buffer of {} bytes; it must have {bytes} bytes",
            buf.len()
        )));
    }
    Ok(buf.message(data, bytes, others).map_err(refused)?.0)
}

/// The keystream of one nonce: made by the method `stream` of a cipher.
///
/// However a message is cut into pieces, the result is the same. Threads can share it; one waits for the
/// other.
#[pyclass(module = "lanecrypt", frozen)]
pub(crate) struct KeyStream {
    name: &'static str,
    stream: Mutex<Box<dyn Stream>>,
}

impl KeyStream {
    /// Runs a closure on the stream.
    fn with<T: Send>(
        &self,
        py: Python<'_>,
        bytes: usize,
        work: impl FnOnce(&mut dyn Stream) -> T + Send,
    ) -> T {
        let mut stream = self.stream.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner);
        let stream = &mut **stream;
        maybe_detached(py, bytes, move || work(stream))
    }
}

#[pymethods]
impl KeyStream {
    /// Encrypts or decrypts the next bytes.
    ///
    /// >>> import lanecrypt
    /// >>> cipher = lanecrypt.Ctr("AES-128", bytes(16))
    /// >>> stream = cipher.stream(bytes(12))
    /// >>> stream.apply(b"a mes") + stream.apply(b"sage") == cipher.encrypt(bytes(12), b"a message")
    /// True
    /// >>> stream.position
    /// 9
    fn apply<'py>(&self, py: Python<'py>, data: Input<'_>) -> PyResult<Bound<'py, PyBytes>> {
        let input = data.as_slice();
        PyBytes::new_with(py, input.len(), |output| {
            let data = Data::Copy { input, output };
            self.with(py, input.len(), |stream| stream.apply(data)).map_err(refused)
        })
    }

    /// Encrypts or decrypts the next bytes into a writable buffer of the same length, which can be the
    /// same bytes or must lie apart. Returns the length.
    fn apply_into(&self, py: Python<'_>, data: Input<'_>, mut buf: Output) -> PyResult<usize> {
        let message = whole_message(&data, &mut buf, &[])?;
        self.with(py, data.len(), |stream| stream.apply(message)).map_err(refused)?;
        Ok(data.len())
    }

    /// The next `count` bytes of keystream.
    fn keystream<'py>(&self, py: Python<'py>, count: usize) -> PyResult<Bound<'py, PyBytes>> {
        PyBytes::new_with(py, count, |output| {
            self.with(py, count, |stream| stream.keystream(output)).map_err(refused)
        })
    }

    /// The position of the next byte of keystream.
    #[getter]
    fn position(&self, py: Python<'_>) -> u128 {
        self.with(py, 0, |stream| stream.position())
    }

    /// Goes to a position in the keystream. Streams of SNOW and ZUC cannot: that is a `ValueError`.
    fn seek(&self, py: Python<'_>, position: u128) -> PyResult<()> {
        match self.with(py, 0, |stream| stream.seek(position)) {
            Some(result) => result.map_err(refused),
            None => Err(value_error(format!(
                "{} has no counter, so its streams cannot seek",
                self.name
            ))),
        }
    }

    fn __reduce__(&self) -> PyResult<()> {
        Err(not_picklable("KeyStream"))
    }
}

/// Counter mode over a block cipher with this key.
fn ctr<C: Modes + Send + Sync>(key: &[u8], backend: Backend) -> Result<Box<dyn Cipher>, Error>
where
    CtrMode<C>: lanecrypt::StreamCipher<Stream = CtrStream<C>>
        + for<'a> lanecrypt::Cipher<Nonce<'a> = &'a [u8]>,
    CtrStream<C>: Send,
{
    let key = CtrMode::<C>::with_backend(key, backend)?;
    Ok(Box::new(Named { key, name: "Ctr", nonce: |nonce| Ok(nonce), seek: Some(CtrStream::seek) }))
}

type MakeCtr = fn(&[u8], Backend) -> Result<Box<dyn Cipher>, Error>;

macro_rules! ctr_ciphers {
    (
        over_words { $({
            $module:ident::$words:ident $name:ident $title:literal $feature:literal $key:literal
            $block:literal $count:literal x $bits:literal $counter:ident $plain:tt
            $target:literal $variant:literal
        })* }
        over_blocks { $({
            $aes_module:ident::$aes:ident $aes_name:ident $aes_title:literal $aes_feature:literal
            $aes_key:literal $aes_block:literal $keys:literal $aes_counter:ident $aes_plain:tt
            $aes_target:literal $aes_variant:literal
        })* }
    ) => {
        /// The block ciphers, each with its published name.
        static CTR_CIPHERS: &[(&str, MakeCtr)] = &[
            $(($aes_title, ctr::<block::$aes>),)*
            $(#[cfg(feature = $feature)] ($title, ctr::<block::$words>),)*
        ];
    };
}
lanecrypt::block_ciphers!(ctr_ciphers);

/// A block cipher in counter mode: `Ctr("AES-256", key)`. `Ctr.CIPHERS` has the names of all.
///
/// AES takes nonces of 12 bytes, for at most 2**32 blocks, or the whole first counter block of 16 bytes.
/// The other ciphers take nonces of half a block.
///
/// >>> import lanecrypt
/// >>> "SPECK-128/256" in lanecrypt.Ctr.CIPHERS
/// True
#[pyclass(module = "lanecrypt", extends = StreamCipher, frozen)]
pub(crate) struct Ctr;

#[pymethods]
impl Ctr {
    /// The names of the block ciphers.
    #[classattr]
    #[pyo3(name = "CIPHERS")]
    fn ciphers(py: Python<'_>) -> PyResult<Bound<'_, pyo3::types::PyTuple>> {
        pyo3::types::PyTuple::new(py, CTR_CIPHERS.iter().map(|(name, _)| *name))
    }

    #[new]
    #[pyo3(signature = (cipher, key, *, backend = None))]
    fn new(
        cipher: &str,
        key: Input<'_>,
        backend: Option<&str>,
    ) -> PyResult<PyClassInitializer<Self>> {
        let Some((_, make)) = CTR_CIPHERS.iter().find(|(name, _)| *name == cipher) else {
            return Err(value_error(format!(
                "unknown cipher {cipher:?}; Ctr.CIPHERS has the names"
            )));
        };
        let cipher = make(key.as_slice(), backend_named(backend)?).map_err(refused)?;
        Ok(PyClassInitializer::from(StreamCipher { cipher }).add_subclass(Self))
    }
}

macro_rules! stream_classes {
    ($($class:ident: $type:ty, $nonce_bytes:literal, $nonce:expr, $seek:expr, $doc:expr;)*) => {$(
        #[doc = $doc]
        #[pyclass(module = "lanecrypt", extends = StreamCipher, frozen)]
        pub(crate) struct $class;

        #[pymethods]
        impl $class {
            /// The length of a key in bytes.
            #[classattr]
            const KEY_BYTES: usize = <$type>::KEY_BYTES;

            /// The length of a nonce in bytes.
            #[classattr]
            const NONCE_BYTES: usize = $nonce_bytes;

            #[new]
            #[pyo3(signature = (key, *, backend = None))]
            fn new(key: Input<'_>, backend: Option<&str>) -> PyResult<PyClassInitializer<Self>> {
                let key = <$type>::with_backend(key.as_slice(), backend_named(backend)?)
                    .map_err(refused)?;
                let name = stringify!($class);
                let cipher = Box::new(Named { key, name, nonce: $nonce, seek: $seek });
                Ok(PyClassInitializer::from(StreamCipher { cipher }).add_subclass(Self))
            }

            /// A random key for this class, from the operating system.
            #[classmethod]
            fn generate_key<'py>(cls: &Bound<'py, PyType>) -> PyResult<Bound<'py, PyAny>> {
                entropy::urandom(cls.py(), Self::KEY_BYTES)
            }
        }
    )*};
}

stream_classes! {
    ChaCha20: ChaCha20Key, 12, array,
        // A position that no `u64` holds is beyond the end too.
        Some(|stream, position| stream.seek(u64::try_from(position).unwrap_or(u64::MAX))),
        "ChaCha20 (RFC 8439) from block 0 on. Keys have 32 bytes, nonces 12. A nonce has 2**32 blocks of 64 \
         bytes; `stream(nonce)` and `seek` start elsewhere.";
    Snow3g: snow3g::Snow3g, 16, array, None,
        "SNOW 3G: the keystream of 128-EEA1. Keys and nonces (IVs) have 16 bytes.";
    Snow5g: lanecrypt::stream::Snow5g, 16, array, None,
        "SNOW 5G: the keystream of 256-NEA4. Keys have 32 bytes, nonces (IVs) 16.";
    SnowV: lanecrypt::stream::SnowV, 16, array, None,
        "SNOW-V. Keys have 32 bytes, nonces (IVs) 16.";
    SnowVi: lanecrypt::stream::SnowVi, 16, array, None,
        "SNOW-Vi. Keys have 32 bytes, nonces (IVs) 16.";
    Zuc128: zuc::Zuc128, 16, array, None,
        "ZUC-128: the keystream of 128-EEA3. Keys and nonces (IVs) have 16 bytes.";
    Zuc256: zuc::Zuc256, 25, iv184, None,
        "ZUC-256 of 2018. Keys have 32 bytes, nonces (IVs) 25 bytes, of which the last eight are below 64, or \
         23 bytes, which hold the same 184 bits.";
}

fn iv184(nonce: &[u8]) -> Result<zuc::Iv184, Error> {
    match nonce.try_into() {
        Ok(packed) => Ok(zuc::Iv184::from_packed(packed)),
        Err(_) => zuc::Iv184::from_bytes(array(nonce)?),
    }
}

/// Adds the classes to the module.
pub(crate) fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<StreamCipher>()?;
    module.add_class::<KeyStream>()?;
    module.add_class::<Ctr>()?;
    module.add_class::<ChaCha20>()?;
    module.add_class::<Snow3g>()?;
    module.add_class::<Snow5g>()?;
    module.add_class::<SnowV>()?;
    module.add_class::<SnowVi>()?;
    module.add_class::<Zuc128>()?;
    module.add_class::<Zuc256>()
}
