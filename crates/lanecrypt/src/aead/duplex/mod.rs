//! Serial authenticated ciphers: a state that gives keystream and takes in every block of the
//! message before it gives more. Their common frame.
//!
//! A cipher describes its [`State`] once, over registers in which one message or several lie side
//! by side, and says in [`Duplex`] which registers it wants. It gets whole messages in one call
//! (`one`), many messages side by side (`many`), and messages in pieces (`pieces`).

mod many;
mod one;
mod pieces;

pub(super) use many::{open_many, seal_many};
pub(super) use one::{absorb_all, open, seal};
pub use pieces::Midway;
pub(super) use pieces::{absorb, begin, crypt, finish, keystream};

use crate::Backend;
use crate::lanes::{Isa, Messages};

/// A serial cipher.
pub(crate) trait Duplex: Sized + 'static {
    /// The bytes of a block: at most [`MOST_RATE`].
    const RATE: usize;
    /// Whether its kernels map bytes: see [`Kernel::MAPS`](crate::lanes::Kernel::MAPS).
    const MAPS: bool = true;
    /// The bytes of the state of a message: at most [`MOST_STATE`].
    const STATE: usize = MOST_STATE;
    /// One message, which wants short latency.
    type One<I: Isa>: State<Isa = I>;
    /// As many messages side by side as make the most bytes a second, with states of at most 256
    /// bytes each; if that is one, or states are longer, batches are worked on one message after another. [`State::save`] writes the same for both.
    type Many<I: Isa>: State<Isa = I>;

    /// How many bytes the messages of a batch must have, on average, for side by side to be faster
    /// than one after another: measured.
    fn worth_bytes(_: Backend) -> usize {
        0
    }
}

/// The most bytes of a block.
pub(crate) const MOST_RATE: usize = 128;

/// The most bytes of the state of a message.
pub(crate) const MOST_STATE: usize = 512;

/// The most bytes of a key, of a nonce and of a tag: each lies at the start of so many.
pub(crate) const ROW: usize = 32;

/// Room for a key, a nonce, two lengths or a tag.
pub(crate) type Row = [u8; ROW];

/// Room for a block.
pub(crate) type Block = [u8; MOST_RATE];

/// Room for a state.
pub(crate) type Image = [u8; MOST_STATE];

/// The states of some messages, side by side in registers.
///
/// All functions must be `#[inline(always)]`. What is read and written lies in [`Messages`]: of
/// message `m` the bytes from `start` on are `places.input(m, start, bytes)`.
pub(crate) trait State: Copy {
    /// The instruction set that owns the registers.
    type Isa: Isa;
    /// A block of every message.
    type Block: Copy;
    /// How many messages: at most [`MOST_MESSAGES`](crate::lanes::MOST_MESSAGES).
    const MESSAGES: usize;

    /// The state in which a message begins, from keys and nonces: [`ROW`] bytes each, the last ones
    /// zero where they are shorter.
    fn start<P: Messages>(isa: Self::Isa, keys: &P, nonces: &P) -> Self;
    /// A block of keystream, which leaves the state as it is.
    fn keystream(&self) -> Self::Block;
    /// Takes in a block, of associated data or of plaintext.
    fn update(&mut self, block: Self::Block);
    /// Takes in the lengths, of associated data and message in bits, 64 bits each, little-endian,
    /// followed by zeros up to [`ROW`] bytes; and mixes the state for the tags.
    fn finish<P: Messages>(&mut self, isa: Self::Isa, lengths: &P);
    /// Writes the tags, of so many bytes, at the start of rooms of [`ROW`] bytes, which may be filled.
    fn tags<P: Messages>(&self, tag_bytes: usize, tags: &mut P);

    /// The states from bytes that [`State::save`] has written.
    fn load<P: Messages>(isa: Self::Isa, images: &P) -> Self;
    /// Writes the states: of each [`Duplex::STATE`] bytes.
    fn save<P: Messages>(&self, images: &mut P);

    /// Reads a block of every message.
    fn read<P: Messages>(isa: Self::Isa, blocks: &P) -> Self::Block;
    /// Writes a block of every message.
    fn write<P: Messages>(block: Self::Block, blocks: &mut P);
    /// Exclusive or.
    fn xor(a: Self::Block, b: Self::Block) -> Self::Block;
    /// `a ^ (b & c)`.
    fn xor_and(a: Self::Block, b: Self::Block, c: Self::Block) -> Self::Block;

    /// Takes in a block of associated data.
    #[inline(always)]
    fn absorb<P: Messages>(&mut self, isa: Self::Isa, blocks: &P) {
        self.update(Self::read(isa, blocks));
    }
    /// Encrypts a block.
    #[inline(always)]
    fn encrypt<P: Messages>(&mut self, isa: Self::Isa, blocks: &mut P) {
        let plain = Self::read(isa, blocks);
        Self::write(Self::xor(plain, self.keystream()), blocks);
        self.update(plain);
    }
    /// Decrypts a block.
    #[inline(always)]
    fn decrypt<P: Messages>(&mut self, isa: Self::Isa, blocks: &mut P) {
        let plain = Self::xor(Self::read(isa, blocks), self.keystream());
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
pub(crate) fn lengths(aad: u64, message: u64) -> Row {
    let mut row = [0; ROW];
    let (first, rest) = row.split_at_mut(8);
    first.copy_from_slice(&(8 * aad).to_le_bytes());
    let (second, _) = rest.split_at_mut(8);
    second.copy_from_slice(&(8 * message).to_le_bytes());
    row
}

/// A key or a nonce at the start of a row.
pub(crate) fn row_of(bytes: &[u8]) -> Row {
    let mut row = [0; ROW];
    for (to, from) in row.iter_mut().zip(bytes) {
        *to = *from;
    }
    row
}

/// Ones for so many bytes of a block, then zeros.
#[inline(always)]
fn mask(bytes: usize) -> Block {
    let mut mask = [0; MOST_RATE];
    for (i, byte) in mask.iter_mut().enumerate() {
        *byte = if i < bytes { 0xff } else { 0 };
    }
    mask
}

/// The public face of a serial cipher: a key, and what the frame makes of it.
macro_rules! serial {
    ($(#[$doc:meta])* $name:ident: $duplex:ty, $program:literal, key $key:literal, nonce $nonce:literal,
     tags $tags:expr) => {
        $(#[$doc])*
        pub struct $name {
            key: $crate::aead::duplex::Row,
            tag_bytes: usize,
            backend: $crate::Backend,
        }

        impl $crate::aead::sealed::Sealed for $name {}

        impl $crate::aead::Aead for $name {
            const NAME: &'static str = $program;
            const KEY_BYTES: usize = $key;
            const NONCE_BYTES: (usize, usize) = ($nonce, $nonce);
            const TAG_BYTES: &'static [usize] = &$tags;

            fn with_tags(
                key: &[u8],
                tag_bytes: usize,
                backend: $crate::Backend,
            ) -> Result<Self, $crate::Error> {
                $crate::aead::check_key::<Self>(key)?;
                $crate::aead::check_tag_bytes::<Self>(tag_bytes)?;
                let backend = backend.checked()?;
                Ok(Self { key: $crate::aead::duplex::row_of(key), tag_bytes, backend })
            }
            fn backend(&self) -> $crate::Backend {
                self.backend
            }
            fn tag_bytes(&self) -> usize {
                self.tag_bytes
            }
            fn seal(
                &self,
                nonce: &[u8],
                aad: &[u8],
                mut data: $crate::batch::Data<'_>,
            ) -> Result<$crate::Tag, $crate::Error> {
                $crate::aead::check_message::<Self>(nonce, aad, &data, false)?;
                let (key, tag_bytes) = (&self.key, self.tag_bytes);
                $crate::aead::duplex::seal::<$duplex>(
                    self.backend, key, nonce, aad, &mut data, tag_bytes,
                )
            }
            fn open(
                &self,
                nonce: &[u8],
                aad: &[u8],
                mut data: $crate::batch::Data<'_>,
                tag: &[u8],
            ) -> Result<(), $crate::Error> {
                $crate::aead::check_message::<Self>(nonce, aad, &data, true)?;
                let (key, tag_bytes) = (&self.key, self.tag_bytes);
                $crate::aead::duplex::open::<$duplex>(
                    self.backend, key, nonce, aad, &mut data, tag_bytes, tag,
                )
            }
            fn check_lengths(aad: u128, message: u128) -> Result<(), $crate::Error> {
                $crate::aead::check_bits_in_64(aad, message)
            }
            fn run_seal_many(
                backend: $crate::Backend,
                tag_bytes: usize,
                jobs: &mut [$crate::aead::AeadJob<'_>],
            ) {
                $crate::aead::duplex::seal_many::<$duplex>(backend, tag_bytes, jobs);
            }
            fn run_open_many(
                backend: $crate::Backend,
                tag_bytes: usize,
                jobs: &mut [$crate::aead::AeadJob<'_>],
            ) {
                $crate::aead::duplex::open_many::<$duplex>(backend, tag_bytes, jobs);
            }
        }

        impl $crate::aead::stream::InPieces for $name {
            const RATE: usize = <$duplex as $crate::aead::duplex::Duplex>::RATE;
            fn begin(&self, nonce: &[u8], midway: &mut $crate::aead::duplex::Midway) {
                $crate::aead::duplex::begin::<$duplex>(self.backend, &self.key, nonce, midway);
            }
            fn absorb(&self, midway: &mut $crate::aead::duplex::Midway, blocks: &[u8]) {
                $crate::aead::duplex::absorb::<$duplex>(self.backend, midway, blocks);
            }
            fn keystream(&self, midway: &mut $crate::aead::duplex::Midway) {
                $crate::aead::duplex::keystream::<$duplex>(self.backend, midway);
            }
            fn crypt<const OPEN: bool>(
                &self,
                midway: &mut $crate::aead::duplex::Midway,
                blocks: &mut [u8],
            ) {
                $crate::aead::duplex::crypt::<$duplex, OPEN>(self.backend, midway, blocks);
            }
            fn finish(&self, midway: &mut $crate::aead::duplex::Midway) -> $crate::Tag {
                $crate::aead::duplex::finish::<$duplex>(self.backend, midway, self.tag_bytes)
            }
        }

        impl Drop for $name {
            fn drop(&mut self) {
                $crate::lanes::wipe(&mut self.key, [0; $crate::aead::duplex::ROW]);
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
