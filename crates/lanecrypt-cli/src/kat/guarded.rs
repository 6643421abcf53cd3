//! Buffers at any alignment, with guard bytes around them.

/// The value of the guard bytes.
const GUARD: u8 = 0xc3;

/// Guard bytes on either side, at least.
const MARGIN: usize = 64;

/// A buffer with guard bytes around it.
#[derive(Debug)]
pub(crate) struct Guarded {
    bytes: Vec<u8>,
    start: usize,
    end: usize,
}

impl Guarded {
    /// A copy of some bytes, `offset` bytes past the alignment that the allocator gives.
    pub(crate) fn new(content: &[u8], offset: usize) -> Self {
        let start = MARGIN + offset;
        let end = start + content.len();
        let mut bytes = vec![GUARD; end + MARGIN];
        bytes[start..end].copy_from_slice(content);
        Self { bytes, start, end }
    }

    /// The buffer.
    pub(crate) fn data(&self) -> &[u8] {
        &self.bytes[self.start..self.end]
    }

    /// The buffer, to be written.
    pub(crate) fn data_mut(&mut self) -> &mut [u8] {
        &mut self.bytes[self.start..self.end]
    }

    /// Whether nothing was written beside the buffer.
    pub(crate) fn intact(&self) -> bool {
        let (before, after) = (&self.bytes[..self.start], &self.bytes[self.end..]);
        before.iter().chain(after).all(|&byte| byte == GUARD)
    }
}
