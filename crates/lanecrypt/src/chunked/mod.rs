//! Chunked encryption (C2SP, c2sp.org/chunked-encryption): files and streams of any length under one key.
//!
//! A message is cut into chunks of 16384 bytes, and each chunk is sealed with AES-GCM. So chunks can be
//! encrypted before the length of the message is known, plaintext is given out only after its chunk is
//! verified, and any part can be opened without the rest. The header commits to the key and the context: no
//! message opens under two of them.
//!
//! | type | keys | AES |
//! |---|---|---|
//! | [`Cobblestone128`] | 16 bytes | AES-128-GCM |
//! | [`Cobblestone256`] | 32 bytes | AES-256-GCM |
//!
//! A key object makes a [`Message`] of a salt and a context. [`Sealing`] and [`Opening`] process a message from
//! its first chunk to its last, as many chunks at a time as the caller gives. A [`Message`] seals and opens any
//! of its chunks, so that several threads can share it; [`Layout`] says where they are. Chunks that are given
//! together are sealed together.
//!
//! **Form.** Salt (24 bytes), commitment (32), then chunk by chunk the ciphertext and its tag (16). The last
//! chunk is always shorter than 16384 bytes, and may be empty. That is how an end is told from a truncation. A
//! message has at most 2^38 chunks.
//!
//! Constant time in keys and data; lengths show. Nothing is allocated.
//!
//! ```
//! use lanecrypt::{Algorithm, chunked::{self, Cobblestone256}};
//!
//! let key = Cobblestone256::from_key(&[7; 32]);
//! let salt = [1; chunked::SALT_BYTES]; // random, and never twice under one key
//! let message = vec![5; 40_000];
//! let mut sealed = vec![0; chunked::sealed_bytes(40_000)? as usize];
//! key.seal(&salt, b"context", &message, &mut sealed)?;
//! let mut opened = vec![0; chunked::opened_bytes(sealed.len() as u64)? as usize];
//! key.open(b"context", &sealed, &mut opened)?;
//! assert_eq!(opened, message);
//! # Ok::<(), lanecrypt::Error>(())
//! ```

mod derive;
mod key;
mod layout;
mod message;
mod stream;

pub use key::{Cobblestone, Cobblestone128, Cobblestone256, Variant};
pub use layout::{Layout, opened_bytes, sealed_bytes};
pub use message::Message;
pub use stream::{Opening, Sealing};

/// The length of a salt in bytes.
pub const SALT_BYTES: usize = 24;

/// The length of a header in bytes: the salt and the commitment.
pub const HEADER_BYTES: usize = SALT_BYTES + COMMITMENT_BYTES;

/// The length of every chunk of plaintext but the last, in bytes.
pub const CHUNK_BYTES: usize = 1 << 14;

/// The length of a tag in bytes.
pub const TAG_BYTES: usize = 16;

/// The length of every sealed chunk but the last, in bytes.
pub const SEALED_CHUNK_BYTES: usize = CHUNK_BYTES + TAG_BYTES;

/// The most chunks that a message has.
pub const MAX_CHUNKS: u64 = 1 << 38;

/// The length of the commitment in bytes.
const COMMITMENT_BYTES: usize = 32;
