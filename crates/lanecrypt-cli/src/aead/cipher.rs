//! What the program knows about an authenticated cipher.

use lanecrypt::Backend;

use super::erased::{AeadBatch, AeadKey, InPieces};
use crate::jobs::Made;

/// Takes a key for tags of some length on a backend.
type Expand<T> = fn(&[u8], usize, Backend) -> Made<T>;

/// An authenticated cipher.
pub(crate) struct AeadCipher {
    /// The target of its files of known answers.
    pub(crate) target: &'static str,
    /// Its name on the command line.
    pub(crate) name: &'static str,
    /// The names of sealing and opening there.
    pub(crate) operations: [&'static str; 2],
    /// The length of a key, in bytes.
    pub(crate) key_bytes: usize,
    /// The lengths of the shortest and the longest nonce.
    pub(crate) nonce_bytes: (usize, usize),
    /// The lengths of tags.
    pub(crate) tag_bytes: &'static [usize],
    /// Whether the ciphertext of the beginning of a message is the beginning of its ciphertext.
    pub(crate) prefixes: bool,
    /// The number of blocks, or of messages, that a register holds.
    pub(crate) lanes: fn(Backend) -> usize,
    /// Takes a key for tags of some length on a backend.
    pub(crate) expand: Expand<dyn AeadKey>,
    /// The batch calls for tags of some length on a backend.
    pub(crate) batch: fn(usize, Backend) -> Made<dyn AeadBatch>,
    /// Takes a key for messages in pieces, if the cipher can process those.
    pub(crate) pieces: Option<Expand<dyn InPieces>>,
}

impl AeadCipher {
    /// The length of the usual nonces: 12 bytes if the cipher has several lengths.
    pub(crate) fn usual_nonce_bytes(&self) -> usize {
        let (least, most) = self.nonce_bytes;
        12.clamp(least, most)
    }

    /// Whether it has nonces of that length.
    pub(crate) fn has_nonces_of(&self, bytes: usize) -> bool {
        let (least, most) = self.nonce_bytes;
        (least..=most).contains(&bytes)
    }
}
