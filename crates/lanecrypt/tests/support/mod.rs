//! What the tests of all algorithms share: random numbers from fixed seeds, buffers with guards, and
//! checks of batches of every shape.

#![allow(dead_code, reason = "every test takes what it needs")]

pub(crate) mod aeads;
pub(crate) mod ciphers;
pub(crate) mod jobs;
pub(crate) mod macs;
#[cfg(target_os = "linux")]
pub(crate) mod pages;

/// SplitMix64: the same numbers in every run.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// Below `limit`, which is not zero.
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }

    pub(crate) fn bytes(&mut self, length: usize) -> Vec<u8> {
        let mut bytes = vec![0; length];
        self.fill(&mut bytes);
        bytes
    }

    fn fill(&mut self, bytes: &mut [u8]) {
        for chunk in bytes.chunks_mut(8) {
            chunk.copy_from_slice(&self.next().to_le_bytes()[..chunk.len()]);
        }
    }
}

/// A buffer at a chosen distance from a multiple of 64, random bytes on both sides of it.
pub(crate) struct Guarded {
    memory: Vec<u8>,
    before: [[u8; Self::GUARD]; 2],
    start: usize,
    length: usize,
}

impl Guarded {
    const GUARD: usize = 64;

    pub(crate) fn new(random: &mut Random, alignment: usize, content: &[u8]) -> Self {
        let mut before = [[0; Self::GUARD]; 2];
        random.fill(before.as_flattened_mut());
        let mut memory = vec![0; content.len() + 2 * Self::GUARD + 128];
        let address = memory.as_ptr().addr() + Self::GUARD;
        let start = Self::GUARD + (address.next_multiple_of(64) - address) + alignment % 64;
        let end = start + content.len();
        memory[start..end].copy_from_slice(content);
        memory[start - Self::GUARD..start].copy_from_slice(&before[0]);
        memory[end..end + Self::GUARD].copy_from_slice(&before[1]);
        Self { memory, before, start, length: content.len() }
    }

    pub(crate) fn get(&self) -> &[u8] {
        &self.memory[self.start..self.start + self.length]
    }

    pub(crate) fn get_mut(&mut self) -> &mut [u8] {
        &mut self.memory[self.start..self.start + self.length]
    }

    /// That nothing but the buffer itself has changed.
    pub(crate) fn check_guards(&self) {
        let (start, end) = (self.start, self.start + self.length);
        assert_eq!(self.memory[start - Self::GUARD..start], self.before[0], "before the buffer");
        assert_eq!(self.memory[end..end + Self::GUARD], self.before[1], "after the buffer");
    }
}
