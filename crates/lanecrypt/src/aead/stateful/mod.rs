//! Serial authenticated ciphers: a state that gives keystream and takes in every block of the
//! message before it gives more. Their common frame.
//!
//! A cipher describes its [`State`] once, over registers in which one message or several lie side
//! by side, and says in [`StatefulAead`] which registers it wants. It gets whole messages in one call
//! (`one`), many messages side by side (`many`), and messages in pieces (`pieces`). Its public
//! type, which the macro [`serial`] makes, is a [`Serial`].

mod many;
mod one;
pub(super) mod pieces;

#[cfg(feature = "aegis")]
pub(super) use one::absorb_all;
pub(super) use pieces::{IncrementalEngine, PartialState};

use crate::algorithm::engine::Operation;
use crate::batch::AeadJob;
use crate::lanes::{Isa, Messages, Ops};
use crate::{Aead, Backend, Tag};

/// A serial cipher.
pub(crate) trait StatefulAead: Sized + 'static {
    /// The bytes of a block: at most [`MAX_RATE`].
    const RATE: usize;
    /// The operations that it consists of, from which its kernels have their classes.
    type Ops: Ops;
    /// Those of [`Self::One`].
    type OneOps: Ops;
    /// The bytes of the state of a message: at most [`MAX_STATE`].
    const STATE: usize = MAX_STATE;
    /// The most messages of [`Self::Even`] on any backend. If one, batches are worked on one message after another.
    const SIDE_BY_SIDE: usize;
    /// One message, which wants short latency.
    type One<I: Isa>: State<Isa = I>;
    /// As many messages side by side as make the most bytes a second, with states of at most 256
    /// bytes each; if that is one, or states are longer, batches are worked on one message after
    /// another. [`State::save`] writes the same for both.
    type Many<I: Isa>: State<Isa = I>;
    /// Messages side by side that are worked on in one call from their beginnings to their tags: as
    /// few as keep the processor busy, so that few messages are left over.
    type Even<I: Isa>: State<Isa = I>;

    /// How many bytes the messages of a batch must have, on average, for side by side to be faster
    /// than one after another: measured.
    #[inline(always)]
    fn worth_bytes(_: Backend) -> usize {
        0
    }
}

/// The most bytes of a block.
pub(crate) const MAX_RATE: usize = 128;

/// The most bytes of the state of a message.
pub(crate) const MAX_STATE: usize = 512;

/// The most bytes of a key, of a nonce and of a tag: each lies at the start of a field.
pub(crate) const FIELD: usize = 32;

/// Room for a key, a nonce, two lengths or a tag.
pub(crate) type Field32 = [u8; FIELD];

/// Room for a block.
pub(crate) type Block = [u8; MAX_RATE];

/// Room for a state.
pub(crate) type Image = [u8; MAX_STATE];

/// The states of some messages, side by side in registers.
///
/// All functions must be `#[inline(always)]`. What is read and written lies in [`Messages`]: of
/// message `m` the bytes from `start` on are `places.input(m, start, bytes)`.
pub(crate) trait State: Copy {
    /// The instruction set that owns the registers.
    type Isa: Isa;
    /// A block of every message.
    type Block: Copy;
    /// How many messages: at most [`MAX_MESSAGES`](crate::lanes::MAX_MESSAGES).
    const MESSAGES: usize;

    /// The state in which a message begins, from keys and nonces: [`FIELD`] bytes each, the last ones
    /// zero where they are shorter.
    fn start<P: Messages>(isa: Self::Isa, keys: &P, nonces: &P) -> Self;
    /// A block of keystream, which leaves the state as it is.
    fn keystream(&self) -> Self::Block;
    /// Takes in a block, of associated data or of plaintext.
    fn update(&mut self, block: Self::Block);
    /// Takes in the lengths, of associated data and message in bits, 64 bits each, little-endian,
    /// followed by zeros up to [`FIELD`] bytes; and mixes the state for the tags.
    fn finish<P: Messages>(&mut self, isa: Self::Isa, lengths: &P);
    /// Writes tags of `tag_bytes` bytes at the start of rooms of [`FIELD`] bytes, which may be
    /// filled.
    fn tags<P: Messages>(&self, tag_bytes: usize, tags: &mut P);

    /// The states from bytes that [`State::save`] has written.
    fn load<P: Messages>(isa: Self::Isa, images: &P) -> Self;
    /// Writes the states: of each [`StatefulAead::STATE`] bytes.
    fn save<P: Messages>(&self, images: &mut P);

    /// Reads a block of every message.
    fn read<P: Messages>(isa: Self::Isa, blocks: &P) -> Self::Block;
    /// Writes a block of every message.
    fn write<P: Messages>(block: Self::Block, blocks: &mut P);
    /// Exclusive or.
    fn xor(a: Self::Block, b: Self::Block) -> Self::Block;
    /// `a ^ (b & c)`.
    fn xor_and(a: Self::Block, b: Self::Block, c: Self::Block) -> Self::Block;

    /// The exclusive or of a block of every message and the keystream.
    #[inline(always)]
    fn xor_keystream(&self, block: Self::Block) -> Self::Block {
        Self::xor(block, self.keystream())
    }

    /// Takes in a block of associated data.
    #[inline(always)]
    fn absorb<P: Messages>(&mut self, isa: Self::Isa, blocks: &P) {
        self.update(Self::read(isa, blocks));
    }
    /// Encrypts a block.
    #[inline(always)]
    fn encrypt<P: Messages>(&mut self, isa: Self::Isa, blocks: &mut P) {
        let plain = Self::read(isa, blocks);
        Self::write(self.xor_keystream(plain), blocks);
        self.update(plain);
    }
    /// Decrypts a block.
    #[inline(always)]
    fn decrypt<P: Messages>(&mut self, isa: Self::Isa, blocks: &mut P) {
        let plain = self.xor_keystream(Self::read(isa, blocks));
        Self::write(plain, blocks);
        self.update(plain);
    }
    /// Decrypts where the mask has ones; elsewhere takes in the bytes as they are. Of the end of a
    /// message, what is beyond it must be zero.
    #[inline(always)]
    fn decrypt_masked<P: Messages>(&mut self, isa: Self::Isa, blocks: &mut P, mask: Self::Block) {
        let plain = Self::xor_and(Self::read(isa, blocks), self.keystream(), mask);
        Self::write(plain, blocks);
        self.update(plain);
    }
}

/// The two lengths as the tag takes them in; they are below 2^61 bytes.
#[inline(always)]
pub(crate) fn lengths(aad: u64, message: u64) -> Field32 {
    let mut field = [0; FIELD];
    let (first, rest) = field.split_at_mut(8);
    first.copy_from_slice(&(8 * aad).to_le_bytes());
    let (second, _) = rest.split_at_mut(8);
    second.copy_from_slice(&(8 * message).to_le_bytes());
    field
}

/// A key or a nonce at the start of a field.
#[inline(always)]
pub(crate) fn field_of(bytes: &[u8]) -> Field32 {
    let mut field = [0; FIELD];
    put_field(bytes, &mut field);
    field
}

/// Puts a key or a nonce, of 16 or 32 bytes, at the start of a field of zeros.
#[inline(always)]
fn put_field(bytes: &[u8], field: &mut Field32) {
    if let Some(bytes) = bytes.first_chunk::<FIELD>() {
        *field = *bytes;
    } else if let (Some(bytes), Some(half)) = (bytes.first_chunk::<16>(), field.first_chunk_mut()) {
        *half = *bytes;
    }
}

/// Ones for the given number of bytes of a block, then zeros.
#[inline(always)]
fn mask(bytes: usize) -> Block {
    let mut mask = [0; MAX_RATE];
    for (i, byte) in mask.iter_mut().enumerate() {
        *byte = if i < bytes { 0xff } else { 0 };
    }
    mask
}

/// The tag at the start of a field.
#[inline(always)]
pub(crate) fn tag_of(field: &Field32, tag_bytes: usize) -> Tag {
    if tag_bytes == 16 { Tag::new(&field[..16]) } else { Tag::new(field) }
}

/// A public type over a [`StatefulAead`]: a key, a backend and a length of tags.
pub(crate) trait Serial: Aead {
    /// The cipher in the frame.
    type StatefulAead: StatefulAead;

    /// The key, at the start of a field.
    fn key(&self) -> &Field32;
}

/// What [`AeadEngine::run_one`](crate::algorithm::engine::AeadEngine::run_one) does.
#[inline(always)]
pub(super) fn run_one<A: Serial>(
    cipher: &A,
    job: &mut AeadJob<'_, A>,
    tag_bytes: usize,
    operation: Operation,
) -> Tag {
    let (backend, key) = (cipher.backend(), cipher.key());
    let tag = match operation {
        Operation::Decrypt => one::run::<A, true>(backend, key, job, tag_bytes),
        _ => one::run::<A, false>(backend, key, job, tag_bytes),
    };
    tag_of(&tag, tag_bytes)
}

/// What [`AeadEngine::run_many`](crate::algorithm::engine::AeadEngine::run_many) does.
pub(super) fn run_many<A: Serial>(
    backend: Backend,
    operation: Operation,
    jobs: &mut [AeadJob<'_, A>],
) {
    match operation {
        Operation::Decrypt => many::run::<A, true>(backend, jobs),
        _ => many::run::<A, false>(backend, jobs),
    }
}

/// Makes the public type of a serial cipher.
///
/// The functions of its engines are not generic, so that the kernels are compiled in this crate and
/// not again in every crate that uses them.
macro_rules! serial {
    ($(#[$doc:meta])* $name:ident: $stateful:ty, key $key:literal, nonce $nonce:literal,
     tags $tags:expr) => {
        $(#[$doc])*
        ///
        /// ```
        #[doc = concat!("use lanecrypt::{Aead, Algorithm, aead::", stringify!($name), "};")]
        ///
        #[doc = concat!("let cipher = ", stringify!($name), "::from_key(&[7; ", $key, "]);")]
        /// let mut message = *b"a message";
        #[doc = concat!("let tag = cipher.seal(&[1; ", $nonce, "], b\"header\", &mut message)?;")]
        #[doc = concat!("cipher.open(&[1; ", $nonce, "], b\"header\", &mut message, tag.as_ref())?;")]
        /// assert_eq!(&message, b"a message");
        /// # Ok::<(), lanecrypt::Error>(())
        /// ```
        #[derive(Clone)]
        pub struct $name {
            key: $crate::aead::stateful::Field32,
            tag_bytes: usize,
            backend: $crate::Backend,
        }

        impl $crate::Algorithm for $name {
            type KeyArray = [u8; $key];
            type Options = ();

            fn backend(&self) -> $crate::Backend {
                self.backend
            }
        }

        impl $crate::algorithm::engine::Expand for $name {
            fn expand(
                key: &[u8],
                settings: $crate::algorithm::engine::Settings<Self>,
                _: $crate::algorithm::engine::Internal,
            ) -> Self {
                Self {
                    key: $crate::aead::stateful::field_of(key),
                    tag_bytes: <Self as $crate::Aead>::DEFAULT_TAG_BYTES,
                    backend: settings.backend,
                }
            }
        }

        impl $crate::Aead for $name {
            const NONCE_BYTES: core::ops::RangeInclusive<usize> = $nonce..=$nonce;
            const TAG_BYTES: &'static [usize] = &$tags;

            fn with_tag_bytes(mut self, tag_bytes: usize) -> Result<Self, $crate::Error> {
                self.tag_bytes = $crate::batch::allowed_tag(tag_bytes, Self::TAG_BYTES)?;
                Ok(self)
            }

            #[inline]
            fn tag_bytes(&self) -> usize {
                self.tag_bytes
            }
        }

        impl $crate::aead::stateful::Serial for $name {
            type StatefulAead = $stateful;

            #[inline(always)]
            fn key(&self) -> &$crate::aead::stateful::Field32 {
                &self.key
            }
        }

        impl $crate::algorithm::engine::AeadEngine for $name {
            #[inline(always)]
            fn check_lengths(
                aad: u64,
                message: u64,
                _: $crate::algorithm::engine::Internal,
            ) -> Result<(), $crate::Error> {
                $crate::aead::check_bits_in_64(aad, message)
            }

            fn run_one(
                &self,
                job: &mut $crate::AeadJob<'_, Self>,
                tag_bytes: usize,
                operation: $crate::algorithm::engine::Operation,
                _: $crate::algorithm::engine::Internal,
            ) -> $crate::Tag {
                $crate::aead::stateful::run_one(self, job, tag_bytes, operation)
            }

            fn run_many(
                settings: &$crate::algorithm::engine::Settings<Self>,
                operation: $crate::algorithm::engine::Operation,
                jobs: &mut [$crate::AeadJob<'_, Self>],
                _: $crate::algorithm::engine::Internal,
            ) {
                $crate::aead::stateful::run_many(settings.backend, operation, jobs);
            }
        }

        impl $crate::aead::stream::Incremental for $name {}

        impl $crate::aead::stateful::IncrementalEngine for $name {
            fn rate(_: $crate::algorithm::engine::Internal) -> usize {
                <$stateful as $crate::aead::stateful::StatefulAead>::RATE
            }
            fn begin(
                &self,
                nonce: &[u8],
                state: &mut $crate::aead::stateful::PartialState,
                _: $crate::algorithm::engine::Internal,
            ) {
                $crate::aead::stateful::pieces::begin(self, nonce, state);
            }
            fn absorb(
                &self,
                state: &mut $crate::aead::stateful::PartialState,
                blocks: &[u8],
                _: $crate::algorithm::engine::Internal,
            ) {
                $crate::aead::stateful::pieces::absorb(self, state, blocks);
            }
            fn keystream(
                &self,
                state: &mut $crate::aead::stateful::PartialState,
                _: $crate::algorithm::engine::Internal,
            ) {
                $crate::aead::stateful::pieces::keystream(self, state);
            }
            fn crypt(
                &self,
                open: bool,
                state: &mut $crate::aead::stateful::PartialState,
                blocks: &mut [u8],
                _: $crate::algorithm::engine::Internal,
            ) {
                $crate::aead::stateful::pieces::crypt(self, open, state, blocks);
            }
            fn finish(
                &self,
                state: &mut $crate::aead::stateful::PartialState,
                _: $crate::algorithm::engine::Internal,
            ) -> $crate::Tag {
                $crate::aead::stateful::pieces::finish(self, state)
            }
        }

        impl Drop for $name {
            fn drop(&mut self) {
                $crate::lanes::wipe(&mut self.key, [0; $crate::aead::stateful::FIELD]);
            }
        }

        impl core::fmt::Debug for $name {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.debug_struct(stringify!($name))
                    .field("tag_bytes", &self.tag_bytes)
                    .field("backend", &self.backend)
                    .finish_non_exhaustive()
            }
        }
    };
}
pub(crate) use serial;
