//! GOST 28147-89 with a table of 256 words for each byte: two S-boxes and the rotation in one
//! look-up.

use crate::Error;
use crate::block::Sbox;
use crate::block::one::{key_of, one_block, one_example};

/// GOST 28147-89 in tables, with the same blocks, keys and S-boxes as the type of the same name in
/// [`block`](crate::block). **Not constant time.**
#[doc = one_example!("table", Gost28147)]
pub struct Gost28147 {
    keys: [u32; 8],
    tables: [[u32; 256]; 4],
}

/// What each byte of a word becomes, where the rotation takes it.
fn tables(sbox: &Sbox) -> [[u32; 256]; 4] {
    let mut tables = [[0; 256]; 4];
    for (i, (table, [low, high])) in tables.iter_mut().zip(sbox.rows().as_chunks().0).enumerate() {
        for (byte, word) in table.iter_mut().enumerate() {
            let out = u32::from(low[byte & 15]) | u32::from(high[byte >> 4]) << 4;
            *word = (out << (8 * i)).rotate_left(11);
        }
    }
    tables
}

impl Gost28147 {
    /// Expands a key for an S-box of one's choice; [`OneBlock::new`](crate::block::OneBlock::new)
    /// takes the default one. A key of another length than 32 bytes is an error.
    pub fn with_sbox(key: &[u8], sbox: Sbox) -> Result<Self, Error> {
        Ok(Self::with_tables(key_of(key)?, &sbox))
    }

    fn expand(key: &[u8; 32]) -> Self {
        Self::with_tables(key, &Sbox::default())
    }

    fn with_tables(key: &[u8; 32], sbox: &Sbox) -> Self {
        let mut keys = [0; 8];
        for (word, bytes) in keys.iter_mut().zip(key.as_chunks::<4>().0) {
            *word = u32::from_le_bytes(*bytes);
        }
        Self { keys, tables: tables(sbox) }
    }

    #[inline(always)]
    fn f(&self, x: u32) -> u32 {
        let [a, b, c, d] = x.to_le_bytes().map(usize::from);
        self.tables[0][a] ^ self.tables[1][b] ^ self.tables[2][c] ^ self.tables[3][d]
    }

    /// Two rounds, after which the halves have their names again.
    #[inline(always)]
    fn rounds(&self, [n1, n2]: &mut [u32; 2], first: u32, second: u32) {
        *n2 ^= self.f(n1.wrapping_add(first));
        *n1 ^= self.f(n2.wrapping_add(second));
    }

    #[inline(always)]
    fn forwards(&self, halves: &mut [u32; 2]) {
        for &[first, second] in self.keys.as_chunks().0 {
            self.rounds(halves, first, second);
        }
    }

    #[inline(always)]
    fn backwards(&self, halves: &mut [u32; 2]) {
        for &[second, first] in self.keys.as_chunks().0.iter().rev() {
            self.rounds(halves, first, second);
        }
    }

    #[inline(always)]
    fn load(block: &[u8; 8]) -> [u32; 2] {
        let [a, b, c, d, e, f, g, h] = *block;
        [u32::from_le_bytes([a, b, c, d]), u32::from_le_bytes([e, f, g, h])]
    }

    /// Undoes the exchange of the last round.
    #[inline(always)]
    fn store(block: &mut [u8; 8], [n1, n2]: [u32; 2]) {
        block[..4].copy_from_slice(&n2.to_le_bytes());
        block[4..].copy_from_slice(&n1.to_le_bytes());
    }

    #[inline(always)]
    fn encrypt_block(&self, block: &mut [u8; 8]) {
        let mut halves = Self::load(block);
        for _ in 0..3 {
            self.forwards(&mut halves);
        }
        self.backwards(&mut halves);
        Self::store(block, halves);
    }

    #[inline(always)]
    fn decrypt_block(&self, block: &mut [u8; 8]) {
        let mut halves = Self::load(block);
        self.forwards(&mut halves);
        for _ in 0..3 {
            self.backwards(&mut halves);
        }
        Self::store(block, halves);
    }
}

one_block!(Gost28147, 8, 32, keys: [0; 8]);
