//! Chunked encryption: whole messages, messages in pieces, and parts of messages.

use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use lanecrypt::chunked::{
    self, CHUNK_BYTES, Cobblestone as CobblestoneKey, HEADER_BYTES, Layout, Message as Chunks,
    Opening, SALT_BYTES, SEALED_CHUNK_BYTES, Sealing, TAG_BYTES, Variant,
};
use lanecrypt::mode::Entropy as _;
use lanecrypt::{Algorithm as _, Backend, Error};
use pyo3::prelude::*;
use pyo3::sync::MutexExt as _;
use pyo3::types::{PyBytes, PyType};

use crate::aead::backend_named;
use crate::buffer::{Input, maybe_detached, or_empty};
use crate::entropy::{self, SystemEntropy};
use crate::errors::{not_picklable, refused, value_error};

/// A key of the library.
trait Key: Send + Sync {
    fn backend(&self) -> Backend;
    fn sealing(&self, salt: &[u8; SALT_BYTES], context: &[u8]) -> Box<dyn AnySealing>;
    fn opening(&self, header: &[u8], context: &[u8]) -> Result<Box<dyn AnyOpening>, Error>;
    fn message(&self, header: &[u8], context: &[u8]) -> Result<Box<dyn AnyMessage>, Error>;
}

/// A message of the library that is sealed in order.
trait AnySealing: Send {
    fn header(&self) -> &[u8; HEADER_BYTES];
    fn update(&mut self, plain: &[u8], sealed: &mut [u8]) -> Result<(), Error>;
    fn finish(self: Box<Self>, plain: &[u8], sealed: &mut [u8]) -> Result<(), Error>;
}

/// A message of the library that is opened in order.
trait AnyOpening: Send {
    fn next_chunk(&self) -> u64;
    fn update(&mut self, sealed: &[u8], plain: &mut [u8]) -> Result<(), Error>;
    fn finish(self: Box<Self>, sealed: &[u8], plain: &mut [u8]) -> Result<(), Error>;
}

/// A message of the library any part of which can be opened.
trait AnyMessage: Send + Sync {
    fn open_part(
        &self,
        layout: &Layout,
        chunks: Range<u64>,
        sealed: &[u8],
        plain: &mut [u8],
    ) -> Result<(), Error>;
}

/// A whole header.
fn whole(header: &[u8]) -> Result<&[u8; HEADER_BYTES], Error> {
    header.try_into().map_err(|_| Error::Truncated { chunk: 0 })
}

impl<C: Variant + 'static> Key for CobblestoneKey<C>
where
    Self: Send + Sync,
    Chunks<C>: Send + Sync,
{
    fn backend(&self) -> Backend {
        lanecrypt::Algorithm::backend(self)
    }

    fn sealing(&self, salt: &[u8; SALT_BYTES], context: &[u8]) -> Box<dyn AnySealing> {
        Box::new(self.sealing(salt, context))
    }

    fn opening(&self, header: &[u8], context: &[u8]) -> Result<Box<dyn AnyOpening>, Error> {
        Ok(Box::new(self.opening(whole(header)?, context)?))
    }

    fn message(&self, header: &[u8], context: &[u8]) -> Result<Box<dyn AnyMessage>, Error> {
        Ok(Box::new(self.message_of(whole(header)?, context)?))
    }
}

impl<C: Variant> AnySealing for Sealing<C>
where
    Self: Send,
{
    fn header(&self) -> &[u8; HEADER_BYTES] {
        self.header()
    }

    fn update(&mut self, plain: &[u8], sealed: &mut [u8]) -> Result<(), Error> {
        self.update(plain, sealed)
    }

    fn finish(self: Box<Self>, plain: &[u8], sealed: &mut [u8]) -> Result<(), Error> {
        (*self).finish(plain, sealed)
    }
}

impl<C: Variant> AnyOpening for Opening<C>
where
    Self: Send,
{
    fn next_chunk(&self) -> u64 {
        self.next_chunk()
    }

    fn update(&mut self, sealed: &[u8], plain: &mut [u8]) -> Result<(), Error> {
        self.update(sealed, plain)
    }

    fn finish(self: Box<Self>, sealed: &[u8], plain: &mut [u8]) -> Result<(), Error> {
        (*self).finish(sealed, plain)
    }
}

impl<C: Variant> AnyMessage for Chunks<C>
where
    Self: Send + Sync,
{
    fn open_part(
        &self,
        layout: &Layout,
        chunks: Range<u64>,
        sealed: &[u8],
        plain: &mut [u8],
    ) -> Result<(), Error> {
        self.open_part(layout, chunks, sealed, plain)
    }
}

/// A key for files and streams of any length (C2SP, c2sp.org/chunked-encryption): the base of `Cobblestone128`
/// and `Cobblestone256`.
///
/// A message is cut into chunks of 16384 bytes, and each is encrypted with AES-GCM. Damage, chunks that were
/// exchanged and an end that is missing are noticed. The salt of each message is drawn from the operating
/// system and stored at its beginning, so there is no nonce to take care of. `context` is any bytes, such as
/// the purpose of the message: it is authenticated and not stored, and must be given again to decrypt.
///
/// An object can be used by any number of threads at once. Its key is wiped from memory when it is freed.
#[pyclass(module = "lanecrypt.chunked", subclass, frozen)]
pub(crate) struct Cobblestone {
    key: Arc<dyn Key>,
    name: &'static str,
}

impl Cobblestone {
    /// A message under a fresh salt.
    fn sealing(&self, context: &[u8]) -> PyResult<Box<dyn AnySealing>> {
        let mut salt = [0; SALT_BYTES];
        SystemEntropy.fill(&mut salt).map_err(refused)?;
        Ok(self.key.sealing(&salt, context))
    }
}

#[pymethods]
impl Cobblestone {
    /// Encrypts a whole message. The result has 56 bytes more, and 16 more for each chunk.
    ///
    /// >>> from lanecrypt import chunked
    /// >>> key = chunked.Cobblestone256(chunked.Cobblestone256.generate_key())
    /// >>> sealed = key.encrypt(b"a message", b"context")
    /// >>> len(sealed)
    /// 81
    /// >>> key.decrypt(sealed, b"context")
    /// b'a message'
    #[pyo3(signature = (data, context = None))]
    fn encrypt<'py>(
        &self,
        py: Python<'py>,
        data: Input<'_>,
        context: Option<Input<'_>>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let sealing = self.sealing(or_empty(&context))?;
        let data = data.as_slice();
        let sealed_bytes = chunked::sealed_bytes(data.len() as u64).map_err(refused)?;
        PyBytes::new_with(py, length(sealed_bytes)?, |sealed| {
            let (header, chunks) = sealed.split_at_mut(HEADER_BYTES);
            header.copy_from_slice(sealing.header());
            maybe_detached(py, data.len(), || sealing.finish(data, chunks)).map_err(refused)
        })
    }

    /// Decrypts a whole message. Raises `InvalidTag` if the key, the context or any byte is wrong, and
    /// `Truncated` if the end is missing.
    ///
    /// >>> from lanecrypt import chunked
    /// >>> key = chunked.Cobblestone128(bytes(16))
    /// >>> key.decrypt(key.encrypt(b"a message"), b"another context")
    /// Traceback (most recent call last):
    /// ...
    /// lanecrypt.InvalidTag: the key, the context or the header is wrong
    #[pyo3(signature = (data, context = None))]
    fn decrypt<'py>(
        &self,
        py: Python<'py>,
        data: Input<'_>,
        context: Option<Input<'_>>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let data = data.as_slice();
        let (header, chunks) = data.split_at(data.len().min(HEADER_BYTES));
        let opening = self.key.opening(header, or_empty(&context)).map_err(refused)?;
        let opened_bytes = chunked::opened_bytes(data.len() as u64).map_err(refused)?;
        PyBytes::new_with(py, length(opened_bytes)?, |plain| {
            maybe_detached(py, data.len(), || opening.finish(chunks, plain)).map_err(refused)
        })
    }

    /// Starts the encryption of a message that comes in pieces.
    #[pyo3(signature = (context = None))]
    fn encryptor(&self, context: Option<Input<'_>>) -> PyResult<Encryptor> {
        let sealing = self.sealing(or_empty(&context))?;
        let pending = Vec::with_capacity(CHUNK_BYTES);
        let state = Encrypting { sealing, header_given: false, pending };
        Ok(Encryptor { state: Mutex::new(Some(state)) })
    }

    /// Starts the decryption of a message that comes in pieces.
    #[pyo3(signature = (context = None))]
    fn decryptor(&self, context: Option<Input<'_>>) -> Decryptor {
        let (key, context) = (Arc::clone(&self.key), or_empty(&context).to_vec());
        let pending = Vec::with_capacity(SEALED_CHUNK_BYTES);
        let state = Decrypting { start: Start::Expected { key, context }, pending };
        Decryptor { state: Mutex::new(Some(state)) }
    }

    /// The message that begins with this header of 56 bytes and has `sealed_bytes` bytes in all, so that parts
    /// of it can be decrypted. `Reader` does it for files.
    ///
    /// The length is not authenticated before a part with the last chunk is decrypted.
    #[pyo3(signature = (header, sealed_bytes, context = None))]
    fn message(
        &self,
        header: Input<'_>,
        sealed_bytes: u64,
        context: Option<Input<'_>>,
    ) -> PyResult<Message> {
        let message = self.key.message(header.as_slice(), or_empty(&context)).map_err(refused)?;
        Ok(Message { message, layout: Layout::of_sealed(sealed_bytes).map_err(refused)? })
    }

    /// A random key for this class, from the operating system.
    ///
    /// >>> from lanecrypt import chunked
    /// >>> len(chunked.Cobblestone256.generate_key())
    /// 32
    #[classmethod]
    fn generate_key<'py>(cls: &Bound<'py, PyType>) -> PyResult<Bound<'py, PyAny>> {
        entropy::urandom(cls.py(), cls.getattr("KEY_BYTES")?.extract()?)
    }

    /// The instruction set that this object uses, such as `"avx512"`.
    #[getter]
    fn backend(&self) -> &'static str {
        self.key.backend().name()
    }

    fn __repr__(&self) -> String {
        format!("<lanecrypt.chunked.{} on {}>", self.name, self.backend())
    }

    fn __reduce__(&self) -> PyResult<()> {
        Err(not_picklable(&format!("chunked.{}", self.name)))
    }
}

macro_rules! classes {
    ($($class:ident: $doc:literal;)*) => {
        $(
            #[doc = $doc]
            #[pyclass(module = "lanecrypt.chunked", extends = Cobblestone, frozen)]
            pub(crate) struct $class;

            #[pymethods]
            impl $class {
                /// The length of a key in bytes.
                #[classattr]
                const KEY_BYTES: usize = <chunked::$class as lanecrypt::Algorithm>::KEY_BYTES;

                #[new]
                #[pyo3(signature = (key, *, backend = None))]
                fn new(key: Input<'_>, backend: Option<&str>) -> PyResult<PyClassInitializer<Self>> {
                    let key = chunked::$class::with_backend(key.as_slice(), backend_named(backend)?);
                    let key = Arc::new(key.map_err(refused)?);
                    let base = Cobblestone { key, name: stringify!($class) };
                    Ok(PyClassInitializer::from(base).add_subclass(Self))
                }
            }
        )*

        /// Adds the classes and sizes to the module.
        pub(crate) fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
            module.add("CHUNK_BYTES", CHUNK_BYTES)?;
            module.add("HEADER_BYTES", HEADER_BYTES)?;
            module.add_class::<Cobblestone>()?;
            $(module.add_class::<$class>()?;)*
            module.add_class::<Encryptor>()?;
            module.add_class::<Decryptor>()?;
            module.add_class::<Message>()
        }
    };
}
classes! {
    Cobblestone128: "Cobblestone-128: chunked encryption with AES-128-GCM. Keys have 16 bytes.";
    Cobblestone256: "Cobblestone-256: chunked encryption with AES-256-GCM. Keys have 32 bytes.";
}

/// A length of this processor's memory.
fn length(bytes: u64) -> PyResult<usize> {
    usize::try_from(bytes).map_err(|_| value_error(format!("{bytes} bytes do not fit in memory")))
}

/// Runs a step of a message in pieces. After an error the message is over: what was given is not kept, so the
/// same piece could not be given again.
fn step<'py, S: Send>(
    py: Python<'py>,
    state: &Mutex<Option<S>>,
    run: impl FnOnce(S) -> PyResult<(Bound<'py, PyBytes>, Option<S>)>,
) -> PyResult<Bound<'py, PyBytes>> {
    let mut state = state.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner);
    let taken =
        state.take().ok_or_else(|| value_error("the message was already finalized, or failed"))?;
    let (bytes, next) = run(taken)?;
    *state = next;
    Ok(bytes)
}

/// A message that is being encrypted.
struct Encrypting {
    sealing: Box<dyn AnySealing>,
    /// Whether the header was given out.
    header_given: bool,
    /// What does not fill a chunk yet.
    pending: Vec<u8>,
}

impl Encrypting {
    /// The header, if it was not given out.
    fn header(&self) -> &[u8] {
        if self.header_given { &[] } else { self.sealing.header() }
    }

    /// The header, if it was not given out, and the chunks that `data` fills.
    fn update<'py>(&mut self, py: Python<'py>, data: &[u8]) -> PyResult<Bound<'py, PyBytes>> {
        let full = (self.pending.len() + data.len()) / CHUNK_BYTES;
        let header_bytes = self.header().len();
        PyBytes::new_with(py, header_bytes + full * SEALED_CHUNK_BYTES, |out| {
            let (start, sealed) = out.split_at_mut(header_bytes);
            start.copy_from_slice(self.header());
            maybe_detached(py, data.len(), || {
                pieces(&mut self.pending, CHUNK_BYTES, data, |chunks, at| {
                    let sealed = &mut sealed[at * SEALED_CHUNK_BYTES..]
                        [..chunks.len() / CHUNK_BYTES * SEALED_CHUNK_BYTES];
                    self.sealing.update(chunks, sealed)
                })
            })
            .map_err(refused)?;
            self.header_given = true;
            Ok(())
        })
    }
}

/// Hands whole chunks of so many bytes to `process`, with the number of chunks before them; keeps the rest.
fn pieces(
    pending: &mut Vec<u8>,
    chunk: usize,
    mut data: &[u8],
    mut process: impl FnMut(&[u8], usize) -> Result<(), Error>,
) -> Result<(), Error> {
    let mut done = 0;
    if !pending.is_empty() {
        let (first, rest) = data.split_at(data.len().min(chunk - pending.len()));
        pending.extend_from_slice(first);
        data = rest;
        if pending.len() == chunk {
            process(pending, 0)?;
            pending.clear();
            done = 1;
        }
    }
    let (full, rest) = data.split_at(data.len() / chunk * chunk);
    if !full.is_empty() {
        process(full, done)?;
    }
    pending.extend_from_slice(rest);
    Ok(())
}

/// Encrypts a message that comes in pieces: made by `encryptor` of a key. Threads can share it; one waits for
/// the other.
///
/// >>> from lanecrypt import chunked
/// >>> key = chunked.Cobblestone256(bytes(32))
/// >>> encryptor = key.encryptor(b"context")
/// >>> sealed = encryptor.update(b"a mes") + encryptor.update(b"sage") + encryptor.finalize()
/// >>> key.decrypt(sealed, b"context")
/// b'a message'
#[pyclass(module = "lanecrypt.chunked", frozen)]
pub(crate) struct Encryptor {
    state: Mutex<Option<Encrypting>>,
}

#[pymethods]
impl Encryptor {
    /// Adds a piece, and returns what can be written out: the header first, then every chunk that is full.
    fn update<'py>(&self, py: Python<'py>, data: Input<'_>) -> PyResult<Bound<'py, PyBytes>> {
        step(py, &self.state, |mut state| Ok((state.update(py, data.as_slice())?, Some(state))))
    }

    /// The end of the message, which says that it is complete. The object cannot be used any more.
    fn finalize<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        step(py, &self.state, |state| {
            let header_bytes = state.header().len();
            let bytes = header_bytes + state.pending.len() + TAG_BYTES;
            let end = PyBytes::new_with(py, bytes, |out| {
                let (start, sealed) = out.split_at_mut(header_bytes);
                start.copy_from_slice(state.header());
                state.sealing.finish(&state.pending, sealed).map_err(refused)
            })?;
            Ok((end, None))
        })
    }

    fn __reduce__(&self) -> PyResult<()> {
        Err(not_picklable("chunked.Encryptor"))
    }
}

/// The start of a message that is being decrypted.
enum Start {
    /// Its header is not complete.
    Expected {
        key: Arc<dyn Key>,
        context: Vec<u8>,
    },
    Read(Box<dyn AnyOpening>),
}

/// A message that is being decrypted.
struct Decrypting {
    start: Start,
    /// What is not a whole header or a whole chunk yet.
    pending: Vec<u8>,
}

/// Decrypts a message that comes in pieces: made by `decryptor` of a key. Threads can share it; one waits for
/// the other.
///
/// All that `update` returns is verified. Whether the message is complete is not known before `finalize`
/// returns: until then, the end may be missing.
///
/// >>> from lanecrypt import chunked
/// >>> key = chunked.Cobblestone256(bytes(32))
/// >>> sealed = key.encrypt(bytes(100_000))
/// >>> decryptor = key.decryptor()
/// >>> opened = decryptor.update(sealed[:50_000]) + decryptor.update(sealed[50_000:])
/// >>> opened += decryptor.finalize()
/// >>> opened == bytes(100_000)
/// True
/// >>> decryptor = key.decryptor()
/// >>> len(decryptor.update(sealed[:50_000]))
/// 49152
/// >>> decryptor.finalize()
/// Traceback (most recent call last):
/// ...
/// lanecrypt.InvalidTag: chunk 3 is damaged
#[pyclass(module = "lanecrypt.chunked", frozen)]
pub(crate) struct Decryptor {
    state: Mutex<Option<Decrypting>>,
}

#[pymethods]
impl Decryptor {
    /// Adds a piece, and returns the plaintext of every chunk that is complete. Raises `InvalidTag` if the key,
    /// the context or a chunk is wrong; the object cannot be used any more then.
    fn update<'py>(&self, py: Python<'py>, data: Input<'_>) -> PyResult<Bound<'py, PyBytes>> {
        step(py, &self.state, |mut state| {
            let mut data = data.as_slice();
            if let Start::Expected { key, context } = &state.start {
                let (first, rest) =
                    data.split_at(data.len().min(HEADER_BYTES - state.pending.len()));
                state.pending.extend_from_slice(first);
                data = rest;
                if state.pending.len() < HEADER_BYTES {
                    return Ok((PyBytes::new(py, b""), Some(state)));
                }
                let opening = key.opening(&state.pending, context).map_err(refused)?;
                state.start = Start::Read(opening);
                state.pending.clear();
            }
            let Decrypting { start: Start::Read(opening), pending } = &mut state else {
                return Err(refused(Error::Truncated { chunk: 0 }));
            };
            let full = (pending.len() + data.len()) / SEALED_CHUNK_BYTES;
            let opened = PyBytes::new_with(py, full * CHUNK_BYTES, |out| {
                maybe_detached(py, data.len(), || {
                    pieces(pending, SEALED_CHUNK_BYTES, data, |chunks, at| {
                        let out = &mut out[at * CHUNK_BYTES..]
                            [..chunks.len() / SEALED_CHUNK_BYTES * CHUNK_BYTES];
                        opening.update(chunks, out)
                    })
                })
                .map_err(refused)
            })?;
            Ok((opened, Some(state)))
        })
    }

    /// The plaintext of the last chunk. Raises `Truncated` if the end of the message is missing, and
    /// `InvalidTag` if the last chunk is damaged or cut off. The object cannot be used any more.
    fn finalize<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        step(py, &self.state, |state| {
            let Decrypting { start: Start::Read(opening), pending } = state else {
                return Err(refused(Error::Truncated { chunk: 0 }));
            };
            let bytes = pending.len().checked_sub(TAG_BYTES);
            let chunk = opening.next_chunk();
            let bytes = bytes.ok_or_else(|| refused(Error::Truncated { chunk }))?;
            let end =
                PyBytes::new_with(py, bytes, |out| opening.finish(&pending, out).map_err(refused))?;
            Ok((end, None))
        })
    }

    fn __reduce__(&self) -> PyResult<()> {
        Err(not_picklable("chunked.Decryptor"))
    }
}

/// An encrypted message any part of which can be decrypted: made by `message` of a key. `Reader` reads files
/// with it. Any number of threads can use it at once.
///
/// >>> from lanecrypt import chunked
/// >>> key = chunked.Cobblestone256(bytes(32))
/// >>> sealed = key.encrypt(bytes(90_000) + b"the end")
/// >>> message = key.message(sealed[:chunked.HEADER_BYTES], len(sealed))
/// >>> message.plaintext_bytes
/// 90007
/// >>> start, end = message.sealed_range(90_000, 90_007)
/// >>> message.decrypt_range(90_000, 90_007, sealed[start:end])
/// b'the end'
#[pyclass(module = "lanecrypt.chunked", frozen)]
pub(crate) struct Message {
    message: Box<dyn AnyMessage>,
    layout: Layout,
}

impl Message {
    /// The last chunk.
    fn last(&self) -> Range<u64> {
        self.layout.chunks() - 1..self.layout.chunks()
    }

    /// The plaintext of chunks.
    fn open(&self, chunks: Range<u64>, sealed: &[u8]) -> Result<Vec<u8>, Error> {
        let range = self.layout.plaintext_range(chunks.clone())?;
        // It is shorter than the chunks, whose length is checked below. So a wrong one takes no memory.
        let bytes = (range.end - range.start).min(sealed.len() as u64) as usize;
        let mut plain = vec![0; bytes];
        self.message.open_part(&self.layout, chunks, sealed, &mut plain)?;
        Ok(plain)
    }
}

#[pymethods]
impl Message {
    /// The length of the plaintext in bytes, as the length of the message says.
    #[getter]
    fn plaintext_bytes(&self) -> u64 {
        self.layout.plaintext_bytes()
    }

    /// Where the chunks with the bytes from `start` up to but not `end` of the plaintext are in the encrypted
    /// message: their first byte, and the one after their last.
    fn sealed_range(&self, start: u64, end: u64) -> PyResult<(u64, u64)> {
        let chunks = self.layout.chunks_of(start..end).map_err(refused)?;
        let range = self.layout.sealed_range(chunks).map_err(refused)?;
        Ok((range.start, range.end))
    }

    /// Where the last chunk is in the encrypted message: its first byte, and the one after its last.
    #[getter]
    fn end_range(&self) -> PyResult<(u64, u64)> {
        let range = self.layout.sealed_range(self.last()).map_err(refused)?;
        Ok((range.start, range.end))
    }

    /// Verifies the last chunk, which is what `end_range` says, and by it the length of the message.
    fn verify_end(&self, sealed: Input<'_>) -> PyResult<()> {
        self.open(self.last(), sealed.as_slice()).map_err(refused)?;
        Ok(())
    }

    /// The bytes from `start` up to but not `end` of the plaintext. `sealed` is what `sealed_range` says.
    ///
    /// Raises `InvalidTag` if one of the chunks is damaged.
    fn decrypt_range<'py>(
        &self,
        py: Python<'py>,
        start: u64,
        end: u64,
        sealed: Input<'_>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let sealed = sealed.as_slice();
        let chunks = self.layout.chunks_of(start..end).map_err(refused)?;
        let there = self.layout.plaintext_range(chunks.clone()).map_err(refused)?;
        let opened = maybe_detached(py, sealed.len(), || self.open(chunks, sealed));
        let (from, to) = ((start - there.start) as usize, (end - there.start) as usize);
        // Of no bytes there are no chunks.
        Ok(PyBytes::new(py, opened.map_err(refused)?.get(from..to).unwrap_or_default()))
    }

    fn __reduce__(&self) -> PyResult<()> {
        Err(not_picklable("chunked.Message"))
    }
}
