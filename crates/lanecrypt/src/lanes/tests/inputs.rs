//! What the tests have in common: operands that are the same in every run, and tables and maps.

use crate::lanes::{NibbleTable, Table256, aes_inverse};

/// Marsaglia's 64-bit xorshift: numbers that are the same in every run.
pub(super) struct Random(u64);

impl Random {
    pub(super) fn new() -> Self {
        Self(0x9e37_79b9_7f4a_7c15)
    }
    pub(super) fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }
    pub(super) fn word(&mut self) -> u32 {
        (self.next() >> 32) as u32
    }
    pub(super) fn bytes(&mut self, count: usize) -> Vec<u8> {
        (0..count).map(|_| self.word() as u8).collect()
    }
}

/// A number of words that every register here divides: up to 32 lanes, and three times 16.
pub(super) const STRIDE: usize = 96;

/// Words where carries, signs and halves go wrong.
const EDGES: [u32; 10] = [
    0,
    1,
    2,
    0xffff_ffff,
    0xffff_fffe,
    0x7fff_ffff,
    0x7fff_fffe,
    0x8000_0000,
    0x0000_ffff,
    0xffff_0000,
];

/// Three operands for every lane.
pub(super) struct Operands {
    pub(super) a: Vec<u32>,
    pub(super) b: Vec<u32>,
    pub(super) c: Vec<u32>,
}

impl Operands {
    /// All triples of edges, then random words up to a multiple of [`STRIDE`].
    pub(super) fn words() -> Self {
        let mut out = Self { a: Vec::new(), b: Vec::new(), c: Vec::new() };
        let mut push = |a, b, c| {
            out.a.push(a);
            out.b.push(b);
            out.c.push(c);
        };
        for a in EDGES {
            for b in EDGES {
                for c in EDGES {
                    push(a, b, c);
                }
            }
        }
        let mut random = Random::new();
        for _ in EDGES.len().pow(3)..21 * STRIDE {
            push(random.word(), random.word(), random.word());
        }
        out
    }

    /// Every byte value in every byte of every lane, with all others around it.
    pub(super) fn bytes() -> Self {
        let mut a = Vec::new();
        for first in 0..=255u8 {
            for word in 0..STRIDE {
                let byte = |i: usize| first.wrapping_add((4 * word + i) as u8).wrapping_mul(167);
                a.push(u32::from_le_bytes([byte(0), byte(1), byte(2), byte(3)]));
            }
        }
        Self { b: a.clone(), c: a.clone(), a }
    }
}

/// A nibble table without structure.
pub(super) const NIBBLES: NibbleTable = NibbleTable([
    0x7c, 0x00, 0xff, 0x80, 0x01, 0x7f, 0x31, 0xee, 0x5a, 0xa5, 0x13, 0xc8, 0x66, 0x99, 0x0f, 0xf0,
]);
/// A permutation of the bytes without an obvious structure.
pub(super) static TABLE: Table256 = {
    let mut table = [0; 256];
    let mut i = 0;
    while i < 256 {
        table[i] = (aes_inverse(i as u8) ^ 0x5c).wrapping_mul(29).rotate_left(3);
        i += 1;
    }
    Table256::new(table)
};
/// The images of the unit vectors under maps: nothing changed; a map without an inverse; all bits
/// the same; the bits reversed; the one of the AES S-box.
pub(super) const IDENTITY: [u8; 8] = [0x01, 0x02, 0x04, 0x08, 0x10, 0x20, 0x40, 0x80];
pub(super) const SINGULAR: [u8; 8] = [0xa7, 0x00, 0x13, 0xfe, 0x80, 0x13, 0x55, 0xa7];
pub(super) const PARITY: [u8; 8] = [0xff; 8];
pub(super) const REVERSAL: [u8; 8] = [0x80, 0x40, 0x20, 0x10, 0x08, 0x04, 0x02, 0x01];
pub(super) const OF_AES: [u8; 8] = [0x1f, 0x3e, 0x7c, 0xf8, 0xf1, 0xe3, 0xc7, 0x8f];

/// Blocks: some edges, among them halves with few ones, then random ones.
pub(super) fn some_blocks(random: &mut Random) -> Vec<u128> {
    let mut blocks = vec![0, 1, u128::MAX, 1 << 63, 1 << 64, 1 << 127, u128::MAX << 64, 3 << 126];
    blocks.extend([0x87, 0x8000_0000_0000_0001_8000_0000_0000_0001]);
    while blocks.len() < 1200 {
        blocks.push(u128::from(random.next()) << 64 | u128::from(random.next()));
    }
    blocks
}

/// The bytes of blocks, the least significant one first.
pub(super) fn block_bytes(blocks: &[u128]) -> Vec<u8> {
    blocks.iter().flat_map(|block| block.to_le_bytes()).collect()
}
