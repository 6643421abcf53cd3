//! The bytes of a message, on a cache line.

use std::ops::{Deref, DerefMut};

/// The length of a cache line in bytes.
const LINE: usize = 64;

/// A message that begins where a cache line begins, wherever the memory comes from. So how its lines are
/// crossed does not depend on chance, and not on whose copy of the message is measured.
#[derive(Debug)]
pub(crate) struct Message {
    memory: Vec<u8>,
    start: usize,
    bytes: usize,
}

impl Message {
    /// Cuts the message, or adds zeros to it.
    #[cfg(any(feature = "peers", feature = "peer-openssl"))]
    pub(crate) fn resize(&mut self, bytes: usize) {
        let mut content = self.to_vec();
        content.resize(bytes, 0);
        *self = Self::from(content);
    }
}

impl From<&[u8]> for Message {
    fn from(content: &[u8]) -> Self {
        let mut memory = vec![0; content.len() + LINE];
        let start = memory.as_ptr().addr().next_multiple_of(LINE) - memory.as_ptr().addr();
        memory[start..start + content.len()].copy_from_slice(content);
        Self { memory, start, bytes: content.len() }
    }
}

impl From<Vec<u8>> for Message {
    fn from(content: Vec<u8>) -> Self {
        Self::from(&content[..])
    }
}

impl Clone for Message {
    fn clone(&self) -> Self {
        Self::from(&**self)
    }
}

impl Deref for Message {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.memory[self.start..self.start + self.bytes]
    }
}

impl DerefMut for Message {
    fn deref_mut(&mut self) -> &mut [u8] {
        &mut self.memory[self.start..self.start + self.bytes]
    }
}

impl PartialEq for Message {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_copy_begins_at_a_line() {
        for bytes in [0, 1, 64, 1504] {
            let messages = vec![Message::from(vec![7; bytes]); 5];
            for message in &messages {
                assert_eq!(message.as_ptr().addr() % LINE, 0);
                assert_eq!(**message, vec![7; bytes]);
            }
        }
    }
}
