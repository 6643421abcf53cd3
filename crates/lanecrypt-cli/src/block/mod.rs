//! The block ciphers of the library, their types forgotten: what checking and measuring share.
//!
//! A new cipher is one line in [`list`].

mod counter;
mod erased;
mod list;

pub(crate) use counter::Counter;
pub(crate) use erased::{Choice, Expanded, Made, ManyKeys, OneByOne, Way};
pub(crate) use list::{ALL, TABLES};

use lanecrypt::Backend;

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
    /// The cipher over lanes, if it is there.
    pub(crate) lanes: Option<Lanes>,
    /// One block at a time; the first is what others are compared with.
    pub(crate) plain: &'static [Plain],
}

/// A cipher over lanes.
pub(crate) struct Lanes {
    /// The bits of a lane.
    pub(crate) lane_bits: usize,
    /// Expands a key for a backend.
    pub(crate) expand: fn(&[u8], &Choice, Backend) -> Made<dyn Expanded>,
    /// The batch call on a backend.
    pub(crate) batch: fn(&Choice, Backend) -> Made<dyn ManyKeys>,
}

/// A cipher on plain words, one block at a time.
pub(crate) struct Plain {
    /// How: `reference` or `table`.
    pub(crate) name: &'static str,
    /// Expands a key.
    pub(crate) expand: fn(&[u8], &Choice) -> Made<dyn OneByOne>,
}

impl Cipher {
    /// The length of a nonce in counter mode.
    pub(crate) fn nonce_bytes(&self) -> usize {
        self.block_bytes / 2
    }

    /// A way of computing one block at a time.
    pub(crate) fn plain(&self, name: &str) -> Option<&'static Plain> {
        self.plain.iter().find(|plain| plain.name == name)
    }
}

impl Lanes {
    /// The blocks that a register of a backend holds.
    pub(crate) fn in_register(&self, backend: Backend) -> usize {
        let bits = match backend {
            Backend::Portable => return 1,
            Backend::Avx2 | Backend::Avx2Gfni => 256,
            Backend::Avx512 => 512,
            _ => 128,
        };
        bits / self.lane_bits
    }
}

/// The cipher of that name.
pub(crate) fn named(name: &str) -> Option<&'static Cipher> {
    all().find(|cipher| cipher.name == name)
}

/// Every cipher, those that there are no lanes of among them.
pub(crate) fn all() -> impl Iterator<Item = &'static Cipher> {
    ALL.iter().chain(&TABLES)
}
