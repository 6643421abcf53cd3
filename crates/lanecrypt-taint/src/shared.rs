//! Memory that this program shares with the program that it follows.

use std::fs::File;
use std::io::{Error, Result};
use std::os::fd::{AsRawFd, FromRawFd};
use std::ptr;
use std::slice;

/// A file in memory, mapped here as a whole. The other program maps parts of it.
pub(crate) struct Shared {
    file: File,
    start: *mut u8,
    bytes: usize,
}

impl Shared {
    /// Zeros. Pages take memory once they are written.
    pub(crate) fn new(bytes: usize) -> Result<Self> {
        // SAFETY: the name ends with a zero; the descriptor is new and nobody else's; the mapping is
        // placed by the system.
        unsafe {
            // Without MFD_CLOEXEC: the other program inherits it.
            let descriptor = libc::memfd_create(c"lanecrypt-taint".as_ptr(), 0);
            if descriptor < 0 {
                return Err(Error::last_os_error());
            }
            let file = File::from_raw_fd(descriptor);
            file.set_len(bytes as u64)?;
            let start = libc::mmap(
                ptr::null_mut(),
                bytes,
                libc::PROT_READ | libc::PROT_WRITE,
                libc::MAP_SHARED,
                descriptor,
                0,
            );
            if start == libc::MAP_FAILED {
                return Err(Error::last_os_error());
            }
            Ok(Self { file, start: start.cast(), bytes })
        }
    }

    /// The descriptor of the file, the same in the other program.
    pub(crate) fn descriptor(&self) -> u64 {
        self.file.as_raw_fd() as u64
    }

    /// The bytes. The other program must be stopped.
    pub(crate) fn bytes(&self) -> &[u8] {
        // SAFETY: mapped as long as this value lives; the other program, the only other one that
        // writes, is stopped whenever this one runs.
        unsafe { slice::from_raw_parts(self.start, self.bytes) }
    }

    /// Writes bytes.
    pub(crate) fn write(&mut self, offset: usize, bytes: &[u8]) {
        // SAFETY: as above, and this value is borrowed alone.
        let all = unsafe { slice::from_raw_parts_mut(self.start, self.bytes) };
        all[offset..offset + bytes.len()].copy_from_slice(bytes);
    }
}

impl Drop for Shared {
    fn drop(&mut self) {
        // SAFETY: mapped by `new`, and no slice outlives this value.
        unsafe { libc::munmap(self.start.cast(), self.bytes) };
    }
}
