//! A page of code that this program makes and calls, and its data.

use std::io::{Error, ErrorKind, Result};
use std::ptr;
use std::slice;

use crate::probe;

/// The bytes for code.
const CODE: usize = 4096;

/// Code, then data. The code loads a state from the data, and stores one to the data.
pub(crate) struct Page {
    start: *mut u8,
}

const ALL: usize = CODE + probe::DATA;

impl Page {
    pub(crate) fn new() -> Result<Self> {
        // SAFETY: placed by the system; nothing is replaced.
        let start = unsafe {
            libc::mmap(
                ptr::null_mut(),
                ALL,
                libc::PROT_READ | libc::PROT_WRITE | libc::PROT_EXEC,
                libc::MAP_PRIVATE | libc::MAP_ANONYMOUS,
                -1,
                0,
            )
        };
        if start == libc::MAP_FAILED {
            return Err(Error::last_os_error());
        }
        Ok(Self { start: start.cast() })
    }

    pub(crate) fn code_address(&self) -> u64 {
        self.start.addr() as u64
    }

    pub(crate) fn data_address(&self) -> u64 {
        self.code_address() + CODE as u64
    }

    /// Replaces the code, which must follow the calling convention of C, change only the data, and end.
    pub(crate) fn write_code(&mut self, code: &[u8]) -> Result<()> {
        if code.is_empty() || code.len() > CODE {
            return Err(Error::from(ErrorKind::InvalidInput));
        }
        // SAFETY: there is room, and the code is not running.
        unsafe { ptr::copy_nonoverlapping(code.as_ptr(), self.start, code.len()) };
        Ok(())
    }

    /// Runs the code from a state and returns the state afterwards. Its memory is the same in both.
    pub(crate) fn run(&mut self, state: &[u8]) -> Vec<u8> {
        let (before, after, length, memory, bytes) = probe::places();
        // SAFETY: the data is mapped behind the code. The code was written by `write_code`, keeps the
        // registers that the caller relies on, and changes only the data.
        unsafe {
            let data = slice::from_raw_parts_mut(self.start.add(CODE), probe::DATA);
            data[before..before + length].copy_from_slice(&state[..length]);
            data[after..after + length].fill(0);
            let code: extern "C" fn() = std::mem::transmute(self.start);
            code();
            let data = slice::from_raw_parts(self.start.add(CODE), probe::DATA);
            let mut found = data[after..after + length].to_vec();
            let scratch = before + memory;
            found[memory..memory + bytes].copy_from_slice(&data[scratch..scratch + bytes]);
            found
        }
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        // SAFETY: mapped by `new`; no code of it runs.
        unsafe { libc::munmap(self.start.cast(), ALL) };
    }
}
