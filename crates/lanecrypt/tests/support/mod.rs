//! What the tests share: random numbers from fixed seeds, random jobs, and a second ZUC.

#![allow(dead_code, reason = "every test takes what it needs")]

pub(crate) mod oracle;
#[cfg(target_os = "linux")]
pub(crate) mod pages;

use lanecrypt::Backend;
use lanecrypt::mobile::Direction;
use lanecrypt::stream::zuc::{Batch, Iv184, MacSetup, Setup, TagLength, Variant};

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

    pub(crate) fn array<const N: usize>(&mut self) -> [u8; N] {
        let mut bytes = [0; N];
        self.fill(&mut bytes);
        bytes
    }

    fn fill(&mut self, bytes: &mut [u8]) {
        for chunk in bytes.chunks_mut(8) {
            chunk.copy_from_slice(&self.next().to_le_bytes()[..chunk.len()]);
        }
    }

    /// A length in bits: the awkward ones often, long ones now and then.
    pub(crate) fn bits(&mut self) -> u64 {
        let words = self.below(70) as u64;
        match self.below(12) {
            0 => 0,
            1 => 1,
            2 => 32 * words + 1,
            3 => 32 * words + 31,
            4 => 32 * words,
            5 => 512 * (words % 6),
            6 => 512 * (words % 6) + 1,
            7 => 512 * (words % 6) + 511,
            8 => 8 * self.below(2000) as u64,
            9 => self.below(64) as u64,
            _ => self.below(3000) as u64,
        }
    }

    pub(crate) fn direction(&mut self) -> Direction {
        if self.below(2) == 0 { Direction::Uplink } else { Direction::Downlink }
    }

    /// Any loading.
    pub(crate) fn setup(&mut self) -> Setup {
        match self.below(4) {
            0 => Setup::zuc128(&self.array(), &self.array()),
            1 => Setup::zuc256(&self.array(), &Iv184::from_packed(&self.array())),
            2 => Setup::nea6(&self.array(), &self.array()),
            _ => {
                let (key, count) = (self.array(), self.next() as u32);
                let (bearer, direction) = (self.below(32) as u8, self.direction());
                Setup::eea3(&key, count, bearer, direction).unwrap()
            }
        }
    }

    /// Any kind of tag.
    pub(crate) fn mac_setup(&mut self) -> MacSetup {
        match self.below(4) {
            3 => {
                let (key, count) = (self.array(), self.next() as u32);
                let (bearer, direction) = (self.below(32) as u8, self.direction());
                MacSetup::eia3(&key, count, bearer, direction).unwrap()
            }
            kind => {
                let iv = Iv184::from_packed(&self.array());
                MacSetup::zuc256(&self.array(), &iv, TagLength::ALL[kind])
            }
        }
    }
}

/// What everything is compared with.
pub(crate) fn reference() -> Batch {
    Batch::with_backend(Backend::Portable).unwrap().with_variant(Variant::Reference)
}

/// Every variant of every backend that this processor has.
pub(crate) fn batches() -> Vec<Batch> {
    Backend::available()
        .flat_map(|backend| {
            let batch = Batch::with_backend(backend).unwrap();
            Variant::ALL.map(|variant| batch.with_variant(variant))
        })
        .collect()
}

/// A buffer at a chosen distance from a multiple of 64, random bytes on both sides of it.
pub(crate) struct Guarded {
    memory: Vec<u8>,
    before: Vec<u8>,
    start: usize,
    length: usize,
}

impl Guarded {
    const GUARD: usize = 128;

    pub(crate) fn new(random: &mut Random, alignment: usize, content: &[u8]) -> Self {
        let mut memory = random.bytes(content.len() + 2 * Self::GUARD + 128);
        let address = memory.as_ptr().addr() + Self::GUARD;
        let start = Self::GUARD + (address.next_multiple_of(64) - address) + alignment % 64;
        memory[start..start + content.len()].copy_from_slice(content);
        let before = memory.clone();
        Self { memory, before, start, length: content.len() }
    }

    pub(crate) fn get(&self) -> &[u8] {
        &self.memory[self.start..self.start + self.length]
    }

    pub(crate) fn get_mut(&mut self) -> &mut [u8] {
        &mut self.memory[self.start..self.start + self.length]
    }

    /// What was put in.
    pub(crate) fn original(&self) -> &[u8] {
        &self.before[self.start..self.start + self.length]
    }

    /// That nothing but the buffer itself has changed.
    pub(crate) fn check_guards(&self) {
        let end = self.start + self.length;
        assert_eq!(self.memory[..self.start], self.before[..self.start], "bytes before the buffer");
        assert_eq!(self.memory[end..], self.before[end..], "bytes after the buffer");
    }
}
