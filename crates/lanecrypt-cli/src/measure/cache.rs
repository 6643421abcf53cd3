//! Emptying the caches.

use std::hint::black_box;

/// Memory that takes the place of everything in the caches when it is touched.
pub(super) struct Evictor(Vec<u8>);

/// What is touched where the system does not say how large its caches are.
const USUAL: usize = 64 << 20;

/// The shortest line of a cache that is in use.
const LINE: usize = 64;

impl Evictor {
    /// Twice as much as the largest cache holds.
    pub(super) fn new() -> Self {
        let largest = crate::machine::caches().into_iter().map(|cache| cache.bytes).max();
        Self(vec![1; largest.map_or(USUAL, |bytes| 2 * bytes)])
    }

    /// Writes to every line of it.
    pub(super) fn evict(&mut self) {
        for byte in self.0.iter_mut().step_by(LINE) {
            *byte = byte.wrapping_add(1);
        }
        black_box(&self.0);
    }
}
