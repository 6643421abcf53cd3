//! What the program knows about a block cipher.

use lanecrypt::Backend;

use super::counter::Counter;
use super::erased::{BlockKey, Choice, ManyKeys, OneByOne};
use crate::backends;
use crate::jobs::Made;

/// A block cipher.
pub(crate) struct Cipher {
    /// Its name on the command line.
    pub(crate) name: &'static str,
    /// The target of its files of known answers.
    pub(crate) family: &'static str,
    /// Its name in those files.
    pub(crate) variant: &'static str,
    /// The length of a key.
    pub(crate) key_bytes: usize,
    /// The length of a block.
    pub(crate) block_bytes: usize,
    /// Where counter mode has its counter.
    pub(crate) counter: Counter,
    /// The cipher over lanes.
    pub(crate) lanes: Lanes,
    /// The implementations that take one block at a time. The first is the one that others are
    /// compared with.
    pub(crate) plain: &'static [Plain],
}

/// A cipher over lanes.
pub(crate) struct Lanes {
    /// The bits of a lane.
    pub(crate) lane_bits: usize,
    /// Expands a key for a backend.
    pub(crate) expand: fn(&[u8], &Choice, Backend) -> Made<dyn BlockKey>,
    /// The batch call on a backend.
    pub(crate) batch: fn(&Choice, Backend) -> Made<dyn ManyKeys>,
}

/// A cipher on plain words, one block at a time.
pub(crate) struct Plain {
    /// Its name: `reference` or `table`.
    pub(crate) name: &'static str,
    /// Expands a key.
    pub(crate) expand: fn(&[u8], &Choice) -> Made<dyn OneByOne>,
}

impl Cipher {
    /// The length of a nonce in counter mode.
    pub(crate) fn nonce_bytes(&self) -> usize {
        self.counter.nonce_bytes(self.block_bytes)
    }

    /// A way of computing one block at a time.
    pub(crate) fn plain(&self, name: &str) -> Option<&'static Plain> {
        self.plain.iter().find(|plain| plain.name == name)
    }
}

impl Lanes {
    /// The blocks that a register of a backend holds.
    pub(crate) fn in_register(&self, backend: Backend) -> usize {
        lanes_of(self.lane_bits, backend)
    }
}

/// The lanes of so many bits that a register of a backend holds.
pub(crate) fn lanes_of(bits: usize, backend: Backend) -> usize {
    let register = match backend {
        // AES instructions on more than 128 bits are an extension of their own.
        Backend::Avx2 if bits == 128 => 128,
        _ => backends::register_bits(backend),
    };
    (register / bits).max(1)
}
