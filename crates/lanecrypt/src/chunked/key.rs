//! Key objects.

use core::fmt;
use core::marker::PhantomData;

use super::derive::Derived;
use super::{HEADER_BYTES, Layout, Message, Opening, SALT_BYTES, Sealing};
use crate::algorithm::engine::{Expand, Internal, Settings};
use crate::block::{Aes128, Aes256};
use crate::lanes::{leaving_nothing, wipe};
use crate::mode::AesModes;
use crate::{Algorithm, Backend, Error};

/// Chunked encryption with AES-128-GCM. Keys have 16 bytes.
pub type Cobblestone128 = Cobblestone<Aes128>;

/// Chunked encryption with AES-256-GCM. Keys have 32 bytes.
pub type Cobblestone256 = Cobblestone<Aes256>;

/// AES with a length of keys that chunked encryption has. The trait is sealed.
///
/// ```
/// use lanecrypt::{Algorithm, Error, chunked::{Cobblestone, SALT_BYTES, Sealing, Variant}};
///
/// fn sealing<C: Variant>(key: &[u8], salt: &[u8; SALT_BYTES]) -> Result<Sealing<C>, Error> {
///     Ok(Cobblestone::<C>::new(key)?.sealing(salt, b""))
/// }
/// sealing::<lanecrypt::block::Aes128>(&[7; 16], &[1; 24])?;
/// # Ok::<(), Error>(())
/// ```
pub trait Variant: AesModes + sealed::Sealed {}

mod sealed {
    pub trait Sealed {
        /// Its name in what keys are derived from.
        const NAME: &'static str;
    }
}

impl Variant for Aes128 {}
impl sealed::Sealed for Aes128 {
    const NAME: &'static str = "AEAD_AES_128_GCM";
}

impl Variant for Aes256 {}
impl sealed::Sealed for Aes256 {
    const NAME: &'static str = "AEAD_AES_256_GCM";
}

/// The most bytes of a key.
const MAX_KEY: usize = 32;

/// A key of chunked encryption: [`Cobblestone128`] or [`Cobblestone256`].
///
/// A key must be uniformly random; a password is none. A salt must not be used twice under one key, and random
/// salts never are. The context is any bytes, such as the purpose of the message: it is authenticated, not
/// stored, and must be the same for opening.
///
/// It is wiped on drop.
#[derive(Clone)]
pub struct Cobblestone<C> {
    key: [u8; MAX_KEY],
    backend: Backend,
    cipher: PhantomData<C>,
}

impl<C> Drop for Cobblestone<C> {
    fn drop(&mut self) {
        wipe(&mut self.key, [0; MAX_KEY]);
    }
}

impl<C: Variant> Expand for Cobblestone<C> {
    fn expand(bytes: &[u8], settings: Settings<Self>, _: Internal) -> Self {
        let mut key = [0; MAX_KEY];
        key[..bytes.len()].copy_from_slice(bytes);
        Self { key, backend: settings.backend, cipher: PhantomData }
    }
}

impl<C: Variant> Algorithm for Cobblestone<C> {
    type KeyArray = C::KeyArray;
    type Options = ();

    fn backend(&self) -> Backend {
        self.backend
    }
}

impl<C: Variant> Cobblestone<C> {
    /// The message of a salt and a context, to be sealed chunk by chunk in any order. [`Self::sealing`] keeps
    /// the order.
    pub fn message(&self, salt: &[u8; SALT_BYTES], context: &[u8]) -> Message<C> {
        leaving_nothing(|| self.derive(salt, context))
    }

    /// The same, within a call that overwrites its own stack and less than a page below.
    #[inline(always)]
    fn derive(&self, salt: &[u8; SALT_BYTES], context: &[u8]) -> Message<C> {
        let key = &self.key[..C::KEY_BYTES];
        let derived = leaving_nothing(|| Derived::new(key, C::NAME, salt, context));
        Message::new(&derived, salt, self.backend)
    }

    /// The message of a header, to be opened chunk by chunk in any order. [`Self::opening`] keeps the order.
    ///
    /// # Errors
    ///
    /// [`Error::Commitment`] if the key, the context or the header is wrong. Compared in constant time.
    pub fn message_of(
        &self,
        header: &[u8; HEADER_BYTES],
        context: &[u8],
    ) -> Result<Message<C>, Error> {
        leaving_nothing(|| self.derive_of(header, context))
    }

    /// The same, within such a call.
    #[inline(always)]
    fn derive_of(&self, header: &[u8; HEADER_BYTES], context: &[u8]) -> Result<Message<C>, Error> {
        let message = self.derive(header.first_chunk().unwrap_or(&[0; SALT_BYTES]), context);
        if message.has_header(header) { Ok(message) } else { Err(Error::Commitment) }
    }

    /// Seals a message from its first chunk to its last.
    pub fn sealing(&self, salt: &[u8; SALT_BYTES], context: &[u8]) -> Sealing<C> {
        leaving_nothing(|| Sealing::new(self.derive(salt, context)))
    }

    /// Opens a message from its first chunk to its last. Errors are those of [`Self::message_of`].
    pub fn opening(
        &self,
        header: &[u8; HEADER_BYTES],
        context: &[u8],
    ) -> Result<Opening<C>, Error> {
        leaving_nothing(|| Ok(Opening::new(self.derive_of(header, context)?)))
    }

    /// Seals a whole message.
    ///
    /// # Errors
    ///
    /// [`Error::BufferLength`] if the output has not [`sealed_bytes`](super::sealed_bytes) bytes, and
    /// [`Error::TooLong`].
    pub fn seal(
        &self,
        salt: &[u8; SALT_BYTES],
        context: &[u8],
        plaintext: &[u8],
        sealed: &mut [u8],
    ) -> Result<(), Error> {
        let expected = super::sealed_bytes(plaintext.len() as u64)?;
        check_length(sealed.len(), expected)?;
        let Some((header, chunks)) = sealed.split_first_chunk_mut() else {
            return Err(Error::BufferLength { bytes: 0, expected });
        };
        leaving_nothing(|| {
            let message = self.derive(salt, context);
            *header = *message.header();
            message.seal_end(0, plaintext, chunks)
        })
    }

    /// Opens a whole message. If a chunk is damaged, the output is zeros.
    ///
    /// # Errors
    ///
    /// - [`Error::Commitment`] if the key, the context or the header is wrong;
    /// - [`Error::Chunk`] if a chunk is damaged, and [`Error::Truncated`] if chunks are missing;
    /// - [`Error::BufferLength`] if the output has not [`opened_bytes`](super::opened_bytes) bytes, and
    ///   [`Error::TooLong`].
    pub fn open(&self, context: &[u8], sealed: &[u8], plaintext: &mut [u8]) -> Result<(), Error> {
        let Some((header, chunks)) = sealed.split_first_chunk() else {
            return Err(Error::Truncated { chunk: 0 });
        };
        leaving_nothing(|| {
            let message = self.derive_of(header, context)?;
            let layout = Layout::of_sealed(sealed.len() as u64)?;
            check_length(plaintext.len(), layout.plaintext_bytes())?;
            message.open_end(0, chunks, plaintext).inspect_err(|_| plaintext.fill(0))
        })
    }
}

/// Whether a buffer has the length that it must have.
pub(super) fn check_length(bytes: usize, expected: u64) -> Result<(), Error> {
    if bytes as u64 == expected { Ok(()) } else { Err(Error::BufferLength { bytes, expected }) }
}

impl<C: Variant> fmt::Debug for Cobblestone<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Cobblestone").field("backend", &self.backend).finish_non_exhaustive()
    }
}
