//! What was measured for such a paper.

use std::time::Duration;

use crate::bench::Measured;

/// The size of the block that fits in a cache, in bytes.
pub(super) const CACHE: usize = 16 * 1024;

/// The measurements.
pub(super) struct MemoryResults {
    /// The size of the block of memory in bytes.
    pub(super) block: usize,
    /// The number of passes.
    pub(super) passes: u32,
    /// The time of all passes without a cipher.
    pub(super) without_cipher: Duration,
    /// The rate without a cipher in the caches, in 10^9 bytes per second.
    pub(super) without_cipher_in_cache: f64,
    /// The rows and their times.
    pub(super) rows: Vec<(Measured, Timed)>,
}

/// The time of an encryption.
pub(super) struct Timed {
    /// The number of bytes in all passes.
    pub(super) bytes: u64,
    /// The time.
    pub(super) time: Duration,
    /// The time in which other programs used the processor, where the system says so.
    pub(super) waited: Option<Duration>,
}
