//! Eviction of the caches.

use std::hint::black_box;

/// Memory that replaces the content of all caches, or of the first one, when it is written.
pub(crate) struct Evictor(Vec<u8>);

/// The size of the memory if the system does not report the sizes of its caches.
const USUAL: usize = 64 << 20;

/// The size of the memory for the first cache alone if the system does not report its size.
const USUAL_FIRST: usize = 128 << 10;

/// The shortest cache line of current processors.
const LINE: usize = 64;

impl Evictor {
    /// Memory of twice the size of the largest cache.
    pub(super) fn new() -> Self {
        let largest = crate::machine::caches().into_iter().map(|cache| cache.bytes).max();
        Self(vec![1; largest.map_or(USUAL, |bytes| 2 * bytes)])
    }

    /// Memory of twice the size of the first cache for data.
    pub(crate) fn of_first_level() -> Self {
        let first = crate::machine::caches().into_iter().find(|cache| cache.level == 1);
        Self(vec![1; first.map_or(USUAL_FIRST, |cache| 2 * cache.bytes)])
    }

    /// Writes to every cache line of the memory.
    pub(crate) fn evict(&mut self) {
        for byte in self.0.iter_mut().step_by(LINE) {
            *byte = byte.wrapping_add(1);
        }
        black_box(&self.0);
    }
}
