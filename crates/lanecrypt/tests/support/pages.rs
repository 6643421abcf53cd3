//! Memory flush against pages that cannot be touched, so that one byte read or written beyond it
//! ends the test.

/// Memory between two forbidden pages.
pub(crate) struct Pages {
    start: *mut u8,
    length: usize,
}

/// A multiple of every page size in use.
pub(crate) const PAGE: usize = 65536;

impl Pages {
    /// Room for so many bytes, at least one page.
    pub(crate) fn new(bytes: usize) -> Self {
        let length = bytes.next_multiple_of(PAGE).max(PAGE);
        let (prot, flags) = (libc::PROT_NONE, libc::MAP_PRIVATE | libc::MAP_ANONYMOUS);
        // SAFETY: a fresh mapping of the system's choice, then its inner pages made usable.
        unsafe {
            let base = libc::mmap(std::ptr::null_mut(), length + 2 * PAGE, prot, flags, -1, 0);
            assert_ne!(base, libc::MAP_FAILED);
            let start = base.cast::<u8>().add(PAGE);
            let usable = libc::PROT_READ | libc::PROT_WRITE;
            assert_eq!(libc::mprotect(start.cast(), length, usable), 0);
            Self { start, length }
        }
    }

    /// So many bytes of them, the first ones or the last ones.
    pub(crate) fn slice(&mut self, bytes: usize, at_end: bool) -> &mut [u8] {
        assert!(bytes <= self.length);
        let offset = if at_end { self.length - bytes } else { 0 };
        // SAFETY: within the usable pages, which `self` owns.
        unsafe { std::slice::from_raw_parts_mut(self.start.add(offset), bytes) }
    }

    /// The same filled with a message, and not to be written.
    pub(crate) fn message(&mut self, message: &[u8], at_end: bool) -> &[u8] {
        // SAFETY: the usable pages, of which no slice is alive.
        unsafe {
            let usable = libc::PROT_READ | libc::PROT_WRITE;
            assert_eq!(libc::mprotect(self.start.cast(), self.length, usable), 0);
        }
        self.slice(message.len(), at_end).copy_from_slice(message);
        // SAFETY: as above; only a shared slice is handed out after this.
        unsafe { assert_eq!(libc::mprotect(self.start.cast(), self.length, libc::PROT_READ), 0) };
        self.slice(message.len(), at_end)
    }
}

impl Drop for Pages {
    fn drop(&mut self) {
        // SAFETY: the whole mapping made by `new`, which nothing refers to any more.
        unsafe { libc::munmap(self.start.sub(PAGE).cast(), self.length + 2 * PAGE) };
    }
}
