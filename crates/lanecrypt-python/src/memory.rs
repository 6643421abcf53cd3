//! Memory for results that are larger than the caches. All `unsafe` code about it is here.
//!
//! Clearing such memory before it is written takes time that counts beside fast ciphers. So it is cleared in
//! pieces that stay in the cache until they are written, or not at all, if results are written past the caches.

use std::mem::MaybeUninit;
use std::sync::atomic::{AtomicUsize, Ordering};

/// From this size on, results can be written past the caches.
pub(crate) const LARGE: usize = 4 << 20;

/// The bytes of a vector that have not been written yet.
pub(crate) struct Room<'a> {
    memory: &'a mut [MaybeUninit<u8>],
    /// How many bytes of the vector have been written.
    written: &'a AtomicUsize,
}

impl<'a> Room<'a> {
    pub(crate) fn len(&self) -> usize {
        self.memory.len()
    }

    /// The next bytes as a room of their own. Panics if there are fewer.
    pub(crate) fn split(&mut self, bytes: usize) -> Self {
        let (memory, rest) = std::mem::take(&mut self.memory).split_at_mut(bytes);
        self.memory = rest;
        Self { memory, written: self.written }
    }

    /// The next bytes, cleared.
    pub(crate) fn cleared(&mut self, bytes: usize) -> &'a mut [u8] {
        let Self { memory, written } = self.split(bytes);
        memory.fill(MaybeUninit::new(0));
        written.fetch_add(bytes, Ordering::Relaxed);
        // SAFETY: all of them were just written.
        unsafe { std::slice::from_raw_parts_mut(memory.as_mut_ptr().cast(), memory.len()) }
    }

    /// Copies to the next bytes, past the caches.
    pub(crate) fn put(&mut self, bytes: &[u8]) {
        let Self { memory, written } = self.split(bytes.len());
        written.fetch_add(bytes.len(), Ordering::Relaxed);
        // SAFETY: initialised bytes are bytes that may be uninitialised.
        let bytes = unsafe { std::slice::from_raw_parts(bytes.as_ptr().cast(), bytes.len()) };
        let lines = memory.as_ptr().align_offset(LINE).min(memory.len());
        let (start, memory) = memory.split_at_mut(lines);
        let (from_start, bytes) = bytes.split_at(lines);
        let ((to, end), (from, from_end)) = (memory.as_chunks_mut(), bytes.as_chunks());
        start.copy_from_slice(from_start);
        to.iter_mut().zip(from).for_each(|(to, from)| put_line(to, from));
        end.copy_from_slice(from_end);
        #[cfg(target_arch = "x86_64")]
        // SAFETY: every processor of this kind has the instruction. It puts stores past the caches before what
        // comes after them.
        unsafe {
            std::arch::x86_64::_mm_sfence();
        }
    }
}

/// The bytes of a line of the caches.
const LINE: usize = 64;

type Line = [MaybeUninit<u8>; LINE];

/// Copies a line to one that begins where a line of the caches begins.
#[cfg(target_arch = "x86_64")]
fn put_line(to: &mut Line, from: &Line) {
    use std::arch::x86_64::{__m128i, _mm_loadu_si128, _mm_stream_si128};
    for at in (0..LINE).step_by(16) {
        // SAFETY: both have 16 bytes from there on; those that are written begin at a multiple of 16. Every
        // processor of this kind has the instructions.
        unsafe {
            let bytes = _mm_loadu_si128(from.as_ptr().add(at).cast::<__m128i>());
            _mm_stream_si128(to.as_mut_ptr().add(at).cast::<__m128i>(), bytes);
        }
    }
}

#[cfg(not(target_arch = "x86_64"))]
fn put_line(to: &mut Line, from: &Line) {
    *to = *from;
}

/// A vector with so many bytes, all of which `fill` takes from the room and writes; and what it returned.
pub(crate) fn filled<T>(bytes: usize, fill: impl FnOnce(&mut Room<'_>) -> T) -> (Vec<u8>, T) {
    let mut vector = Vec::with_capacity(bytes);
    let written = AtomicUsize::new(0);
    let memory = &mut vector.spare_capacity_mut()[..bytes];
    let result = fill(&mut Room { memory, written: &written });
    assert_eq!(written.into_inner(), bytes, "all is written");
    // SAFETY: the capacity is as large. Rooms share no bytes and lose those that are written, so as many as there
    // are were written, each once.
    unsafe { vector.set_len(bytes) };
    (vector, result)
}
