//! One step at a time on plain words, as the papers write it: what the tests compare with.

use core::hint::black_box;

use super::state::Version;
use crate::lanes::wipe;

/// A stream of SNOW 5G, SNOW-V or SNOW-Vi on plain words, a cell and a byte at a time.
///
/// It shares nothing with the ciphers over registers. Constant time in keys and data.
///
/// ```
/// use lanecrypt::{Algorithm, StreamCipher, stream::{Snow5g, reference}};
///
/// let (mut keystream, mut plain) = ([0; 100], [0; 100]);
/// Snow5g::from_key(&[7; 32]).keystream(&[1; 16], &mut keystream)?;
/// reference::Snow::snow5g(&[7; 32], &[1; 16]).keystream(&mut plain);
/// assert_eq!(keystream, plain);
/// # Ok::<(), lanecrypt::Error>(())
/// ```
pub struct Snow {
    version: Version,
    a: [u16; 16],
    b: [u16; 16],
    r: [[u8; 16]; 3],
    /// Keystream of the last step, and how many of its bytes are used up.
    block: [u8; 16],
    used: usize,
}

impl core::fmt::Debug for Snow {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Snow").field("version", &self.version).finish_non_exhaustive()
    }
}

impl Drop for Snow {
    fn drop(&mut self) {
        wipe(&mut self.a, [0; 16]);
        wipe(&mut self.b, [0; 16]);
        wipe(&mut self.r, [[0; 16]; 3]);
        wipe(&mut self.block, [0; 16]);
    }
}

/// The product with x in the field of AES.
fn times_2(byte: u8) -> u8 {
    (byte << 1) ^ ((byte >> 7) * 0x1b)
}

fn product(a: u8, b: u8) -> u8 {
    let (mut sum, mut a) = (0, a);
    for bit in 0..8 {
        // Hidden, or the compiler may branch on the bit.
        sum ^= black_box(b >> bit & 1) * a;
        a = times_2(a);
    }
    sum
}

/// The S-box of AES: the inverse, which is the power 254, then an affine map.
fn s_box(byte: u8) -> u8 {
    let (mut power, mut inverse) = (byte, 1);
    for _ in 0..7 {
        power = product(power, power);
        inverse = product(inverse, power);
    }
    let i = inverse;
    i ^ i.rotate_left(1) ^ i.rotate_left(2) ^ i.rotate_left(3) ^ i.rotate_left(4) ^ 0x63
}

/// A round of AES without a key.
fn aes_round(block: [u8; 16]) -> [u8; 16] {
    let mut out = [0; 16];
    for column in 0..4 {
        let s: [u8; 4] = core::array::from_fn(|row| s_box(block[4 * ((column + row) % 4) + row]));
        for row in 0..4 {
            let [x, y, z, w] = core::array::from_fn(|i| s[(row + i) % 4]);
            out[4 * column + row] = times_2(x) ^ times_2(y) ^ y ^ z ^ w;
        }
    }
    out
}

/// The bytes of eight cells.
fn bytes(cells: &[u16]) -> [u8; 16] {
    core::array::from_fn(|i| cells[i / 2].to_le_bytes()[i % 2])
}

fn xor(a: [u8; 16], b: [u8; 16]) -> [u8; 16] {
    core::array::from_fn(|i| a[i] ^ b[i])
}

/// A cell times x.
fn times(cell: u16, polynomial: u16) -> u16 {
    (cell << 1) ^ ((cell >> 15) * polynomial)
}

/// A cell over x.
fn over(cell: u16, polynomial: u16) -> u16 {
    (cell >> 1) ^ ((cell & 1) * polynomial)
}

impl Snow {
    /// SNOW 5G.
    pub fn snow5g(key: &[u8; 32], iv: &[u8; 16]) -> Self {
        Self::new(Version::Snow5g, key, iv)
    }

    /// SNOW-V.
    pub fn snow_v(key: &[u8; 32], iv: &[u8; 16]) -> Self {
        Self::new(Version::SnowV, key, iv)
    }

    /// SNOW-Vi.
    pub fn snow_vi(key: &[u8; 32], iv: &[u8; 16]) -> Self {
        Self::new(Version::SnowVi, key, iv)
    }

    fn new(version: Version, key: &[u8; 32], iv: &[u8; 16]) -> Self {
        let cell = |bytes: &[u8], i: usize| u16::from_le_bytes([bytes[2 * i], bytes[2 * i + 1]]);
        let (first, second) = key.split_at(16);
        let mut out = Self {
            version,
            a: core::array::from_fn(|i| if i < 8 { cell(iv, i) } else { cell(first, i - 8) }),
            b: core::array::from_fn(|i| if i < 8 { 0 } else { cell(second, i - 8) }),
            r: [[0; 16]; 3],
            block: [0; 16],
            used: 16,
        };
        for round in 0..16 {
            let z = out.step();
            for (i, cell) in out.a[8..].iter_mut().enumerate() {
                *cell ^= u16::from_le_bytes([z[2 * i], z[2 * i + 1]]);
            }
            if round >= 14 {
                let half = if round == 14 { first } else { second };
                out.r[0].iter_mut().zip(half).for_each(|(byte, key)| *byte ^= key);
            }
        }
        out
    }

    /// Additions of words, of 16 bits in SNOW 5G and of 32 bits elsewhere.
    fn add(&self, a: [u8; 16], b: [u8; 16]) -> [u8; 16] {
        let size = if self.version == Version::Snow5g { 2 } else { 4 };
        let mut sum = [0; 16];
        let mut carry = 0;
        for i in 0..16 {
            if i % size == 0 {
                carry = 0;
            }
            let total = u16::from(a[i]) + u16::from(b[i]) + carry;
            (sum[i], carry) = (total as u8, total >> 8);
        }
        sum
    }

    fn step(&mut self) -> [u8; 16] {
        let first = self.version == Version::SnowV;
        let t1 = bytes(&self.b[8..]);
        let t2 = if first { bytes(&self.a[..8]) } else { bytes(&self.a[8..]) };
        let [r1, r2, r3] = self.r;
        let z = xor(self.add(r1, t1), r2);
        let sum = self.add(r2, xor(r3, t2));
        // Rows and columns are exchanged.
        let turned = core::array::from_fn(|j| sum[4 * (j % 4) + j / 4]);
        self.r = [turned, aes_round(r1), aes_round(r2)];
        for _ in 0..8 {
            let (a, b) = (&self.a, &self.b);
            let (new_a, new_b) = if first {
                (
                    times(a[0], 0x990f) ^ a[1] ^ over(a[8], 0xcc87) ^ b[0],
                    times(b[0], 0xc963) ^ b[3] ^ over(b[8], 0xe4b1) ^ a[0],
                )
            } else {
                (times(a[0], 0x4a6d) ^ b[0] ^ a[7], times(b[0], 0xcc87) ^ a[0] ^ b[8])
            };
            self.a.rotate_left(1);
            self.b.rotate_left(1);
            (self.a[15], self.b[15]) = (new_a, new_b);
        }
        z
    }

    /// Fills the output with the next bytes of keystream.
    pub fn keystream(&mut self, output: &mut [u8]) {
        for byte in output {
            if self.used == 16 {
                (self.block, self.used) = (self.step(), 0);
            }
            *byte = self.block[self.used];
            self.used += 1;
        }
    }
}
