//! Messages in pieces: [`Sealing`] and [`Opening`], for the ciphers that are [`Incremental`].
//!
//! Associated data and message may be cut anywhere: the result is that of
//! [`seal`](crate::Aead::seal) and [`open`](crate::Aead::open). There is one difference. Opening in
//! pieces gives out plaintext *before* the tag is verified: see [`Opening`].

use core::fmt;

use super::stateful::{IncrementalEngine, MAX_RATE, PartialState};
use crate::algorithm::engine::INTERNAL;
use crate::batch::check_nonce;
use crate::lanes::{leaving_little, leaving_nothing, wipe};
use crate::{Aead, Data, Error, Tag};

/// An AEAD whose messages can come in pieces: the AEGIS family and MORUS.
///
/// The trait is sealed: only types of this crate implement it.
///
/// ```
/// use lanecrypt::aead::stream::{Incremental, Sealing};
/// use lanecrypt::{Algorithm, Error, Tag, aead::Aegis128L};
///
/// fn seal_in_pieces<A: Incremental>(
///     cipher: &A,
///     nonce: &[u8],
///     pieces: &mut [&mut [u8]],
/// ) -> Result<Tag, Error> {
///     let mut sealing = Sealing::new(cipher, nonce)?;
///     for piece in pieces {
///         sealing.update(&mut **piece)?;
///     }
///     Ok(sealing.finish())
/// }
///
/// let (mut first, mut second) = (*b"first", *b"second");
/// let cipher = Aegis128L::from_key(&[7; 16]);
/// let tag = seal_in_pieces(&cipher, &[1; 16], &mut [&mut first, &mut second])?;
/// assert_eq!(tag.as_ref().len(), 16);
/// # Ok::<(), Error>(())
/// ```
pub trait Incremental: Aead + IncrementalEngine {}

/// A message that is sealed in pieces.
///
/// It holds a copy of the key object. It is not `Clone`: two copies would encrypt two messages with
/// one nonce. The state is wiped on drop. Constant time in keys and data; the lengths of the pieces
/// show.
///
/// ```
/// use lanecrypt::{Aead, Algorithm, aead::Aegis256, aead::stream::Sealing};
///
/// let cipher = Aegis256::from_key(&[7; 32]);
/// let mut message = *b"a message in two pieces";
/// let (first, second) = message.split_at_mut(9);
///
/// let mut sealing = Sealing::new(&cipher, &[1; 32])?;
/// sealing.aad(b"header")?;
/// sealing.update(first)?;
/// sealing.update(second)?;
/// let tag = sealing.finish();
///
/// cipher.open(&[1; 32], b"header", &mut message, tag.as_ref())?;
/// assert_eq!(&message, b"a message in two pieces");
/// # Ok::<(), lanecrypt::Error>(())
/// ```
pub struct Sealing<A: Incremental>(Pieces<A>);

/// A message that is opened in pieces.
///
/// **The plaintext that it gives out is not verified** until [`Opening::finish`] returns `Ok`.
/// Before that, an attacker can have changed any bit of it. Do not act on this plaintext until
/// then, and discard it if the tag is wrong. [`Aead::open`] never gives out unverified plaintext.
///
/// It holds a copy of the key object. The state is wiped on drop. Constant time in keys and data;
/// the lengths of the pieces show, and so does whether the tag was right.
///
/// ```
/// use lanecrypt::{Aead, Algorithm, Error, aead::Aegis256, aead::stream::Opening};
///
/// let cipher = Aegis256::from_key(&[7; 32]);
/// let mut message = *b"a message in two pieces";
/// let tag = cipher.seal(&[1; 32], b"header", &mut message)?;
///
/// let (mut plaintext, mut opening) = ([0; 23], Opening::new(&cipher, &[1; 32])?);
/// opening.aad(b"header")?;
/// opening.update_unverified((&message[..9], &mut plaintext[..9]))?;
/// opening.update_unverified((&message[9..], &mut plaintext[9..]))?;
/// opening.finish(tag.as_ref())?;
/// assert_eq!(&plaintext, b"a message in two pieces");
///
/// let empty = Opening::new(&cipher, &[1; 32])?;
/// assert_eq!(empty.finish(tag.as_ref()), Err(Error::Authentication));
/// # Ok::<(), Error>(())
/// ```
pub struct Opening<A: Incremental>(Pieces<A>);

impl<A: Incremental> Sealing<A> {
    /// Starts a message. The nonce must not have been used for another message under this key.
    ///
    /// # Errors
    ///
    /// [`Error::NonceLength`] if the nonce does not have the length of [`Aead::NONCE_BYTES`].
    pub fn new(cipher: &A, nonce: &[u8]) -> Result<Self, Error> {
        leaving_nothing(|| {
            check_nonce(nonce, &A::NONCE_BYTES)?;
            Ok(Self(Pieces::begin(cipher.clone(), nonce)))
        })
    }

    /// Adds a piece of the associated data. All associated data comes before the message.
    ///
    /// # Errors
    ///
    /// [`Error::AadAfterMessage`] if the message has begun and the piece is not empty.
    /// [`Error::TooLong`] if the associated data becomes longer than 2^61 - 1 bytes. After an error
    /// the state is as before the call.
    pub fn aad(&mut self, piece: &[u8]) -> Result<(), Error> {
        leaving_little(|| self.0.aad(piece))
    }

    /// Encrypts the next piece of the message.
    ///
    /// # Errors
    ///
    /// [`Error::OutputLength`] if input and output differ in length. [`Error::TooLong`] if the
    /// message becomes longer than 2^61 - 1 bytes. After an error nothing was written and the state
    /// is as before the call.
    pub fn update<'a>(&mut self, piece: impl Into<Data<'a>>) -> Result<(), Error> {
        leaving_little(|| self.0.update::<false>(piece.into()))
    }

    /// Ends the message and returns its tag, of [`Aead::tag_bytes`] bytes.
    pub fn finish(mut self) -> Tag {
        leaving_little(|| self.0.finish())
    }
}

impl<A: Incremental> Opening<A> {
    /// Starts a message.
    ///
    /// # Errors
    ///
    /// [`Error::NonceLength`] if the nonce does not have the length of [`Aead::NONCE_BYTES`].
    pub fn new(cipher: &A, nonce: &[u8]) -> Result<Self, Error> {
        leaving_nothing(|| {
            check_nonce(nonce, &A::NONCE_BYTES)?;
            Ok(Self(Pieces::begin(cipher.clone(), nonce)))
        })
    }

    /// Adds a piece of the associated data. All associated data comes before the message. Errors
    /// are those of [`Sealing::aad`].
    pub fn aad(&mut self, piece: &[u8]) -> Result<(), Error> {
        leaving_little(|| self.0.aad(piece))
    }

    /// Decrypts the next piece of the message. **The plaintext is not verified yet**: see
    /// [`Opening`]. Errors are those of [`Sealing::update`].
    pub fn update_unverified<'a>(&mut self, piece: impl Into<Data<'a>>) -> Result<(), Error> {
        leaving_little(|| self.0.update::<true>(piece.into()))
    }

    /// Ends the message and verifies its tag, in constant time. The plaintext of all pieces is
    /// authentic if this returns `Ok`, and must be discarded otherwise.
    ///
    /// # Errors
    ///
    /// [`Error::TagMismatch`] if the tag does not have [`Aead::tag_bytes`] bytes.
    /// [`Error::Authentication`] if the tag is wrong.
    #[must_use = "the plaintext is authentic only if this returns `Ok`"]
    pub fn finish(mut self, tag: &[u8]) -> Result<(), Error> {
        leaving_little(|| verify(tag, self.0.tag_bytes(), || self.0.finish()))
    }
}

/// Verifies a tag; its length comes first.
pub(super) fn verify(
    tag: &[u8],
    expected: usize,
    compute: impl FnOnce() -> Tag,
) -> Result<(), Error> {
    match tag.len() {
        bytes if bytes != expected => Err(Error::TagMismatch { bytes, expected }),
        _ if compute().verify(tag) => Ok(()),
        _ => Err(Error::Authentication),
    }
}

impl<A: Incremental> fmt::Debug for Sealing<A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.debug(f, "Sealing")
    }
}

impl<A: Incremental> fmt::Debug for Opening<A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.debug(f, "Opening")
    }
}

/// A message in pieces, in either direction; also the data of a MAC, as associated data.
#[derive(Clone)]
pub(super) struct Pieces<A> {
    cipher: A,
    state: PartialState,
    /// Whether the message has begun, after which associated data is an error.
    begun: bool,
}

impl<A: Incremental> Pieces<A> {
    /// Starts a message with a nonce whose length was checked.
    pub(super) fn begin(cipher: A, nonce: &[u8]) -> Self {
        let mut state = PartialState::new();
        cipher.begin(nonce, &mut state, INTERNAL);
        Self { cipher, state, begun: false }
    }

    fn aad(&mut self, piece: &[u8]) -> Result<(), Error> {
        if piece.is_empty() {
            return Ok(());
        }
        if self.begun {
            return Err(Error::AadAfterMessage);
        }
        A::check_lengths(self.aad_bytes_with(piece), 0, INTERNAL)?;
        self.absorb(piece);
        Ok(())
    }

    /// The length of the associated data with one more piece.
    pub(super) fn aad_bytes_with(&self, piece: &[u8]) -> u64 {
        self.state.aad.saturating_add(piece.len() as u64)
    }

    /// Adds associated data whose length was checked.
    pub(super) fn absorb(&mut self, piece: &[u8]) {
        let rate = A::rate(INTERNAL);
        self.state.aad += piece.len() as u64;
        let mut rest = piece;
        if self.state.filled > 0 {
            let count = (rate - self.state.filled).min(rest.len());
            let (first, after) = rest.split_at(count);
            self.state.block[self.state.filled..][..count].copy_from_slice(first);
            self.state.filled += count;
            rest = after;
            if self.state.filled < rate {
                return;
            }
            self.take_block();
        }
        let (blocks, rest) = rest.split_at(rest.len() / rate * rate);
        if !blocks.is_empty() {
            self.cipher.absorb(&mut self.state, blocks, INTERNAL);
        }
        self.state.block[..rest.len()].copy_from_slice(rest);
        self.state.filled = rest.len();
    }

    /// Takes in the block, which is full or ends with zeros.
    fn take_block(&mut self) {
        let state = &mut self.state;
        if state.filled > 0 {
            let mut block = state.block;
            self.cipher.absorb(state, &block[..A::rate(INTERNAL)], INTERNAL);
            wipe(&mut block, [0; MAX_RATE]);
            wipe(&mut state.block, [0; MAX_RATE]);
            state.filled = 0;
        }
    }

    fn update<const OPEN: bool>(&mut self, mut piece: Data<'_>) -> Result<(), Error> {
        let bytes = piece.checked_len()?;
        let total = self.state.message.saturating_add(bytes as u64);
        A::check_lengths(self.state.aad, total, INTERNAL)?;
        if bytes == 0 {
            return Ok(());
        }
        if !self.begun {
            self.take_block();
            self.begun = true;
        }
        self.state.message = total;
        let rate = A::rate(INTERNAL);
        let mut rest = piece.prepared();
        if self.state.filled > 0 {
            let count = (rate - self.state.filled).min(rest.len());
            let (first, after) = rest.split_at_mut(count);
            self.bytes::<OPEN>(first);
            rest = after;
            if self.state.filled == rate {
                self.take_block();
            }
        }
        let (blocks, rest) = rest.split_at_mut(rest.len() / rate * rate);
        if !blocks.is_empty() {
            self.cipher.crypt(OPEN, &mut self.state, blocks, INTERNAL);
        }
        if !rest.is_empty() {
            self.cipher.keystream(&mut self.state, INTERNAL);
            self.bytes::<OPEN>(rest);
        }
        Ok(())
    }

    /// Encrypts or decrypts bytes of a block whose keystream was made.
    fn bytes<const OPEN: bool>(&mut self, bytes: &mut [u8]) {
        let state = &mut self.state;
        let places = state.block.iter_mut().zip(&state.keystream).skip(state.filled);
        for (byte, (plain, key)) in bytes.iter_mut().zip(places) {
            let out = *byte ^ key;
            *plain = if OPEN { out } else { *byte };
            *byte = out;
        }
        state.filled += bytes.len();
    }

    fn finish(&mut self) -> Tag {
        self.take_block();
        self.cipher.finish(&mut self.state, INTERNAL)
    }

    /// The cipher and the state, after the last block was taken in.
    #[cfg(feature = "aegis")]
    pub(super) fn all_taken(&mut self) -> (&A, &mut PartialState) {
        self.take_block();
        (&self.cipher, &mut self.state)
    }

    pub(super) fn tag_bytes(&self) -> usize {
        self.cipher.tag_bytes()
    }

    /// Shows lengths and the backend only.
    fn debug(&self, f: &mut fmt::Formatter<'_>, name: &str) -> fmt::Result {
        f.debug_struct(name)
            .field("aad_bytes", &self.state.aad)
            .field("message_bytes", &self.state.message)
            .field("tag_bytes", &self.tag_bytes())
            .field("backend", &self.cipher.backend())
            .finish_non_exhaustive()
    }
}
