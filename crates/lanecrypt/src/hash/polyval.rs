//! POLYVAL (RFC 8452, section 3): a polynomial over GF(2^128) in little-endian order.

use crate::Backend;
use crate::lanes::{Blocks, Isa, Kernel, dispatch, wipe};

/// Blocks taken at a time, each with its power of the key.
const GROUP: usize = 8;

/// A hash under way. Wiped when dropped.
pub(crate) struct Polyval {
    backend: Backend,
    /// The key to the powers `GROUP` to 1, 16 bytes each.
    powers: [u8; 16 * GROUP],
    state: u128,
}

impl Polyval {
    /// Of nothing yet, with a key of 16 bytes.
    pub(crate) fn new(backend: Backend, key: &[u8; 16]) -> Self {
        let key = u128::from_le_bytes(*key);
        let mut power = key;
        let mut powers = [0; 16 * GROUP];
        for slot in powers.rchunks_exact_mut(16) {
            slot.copy_from_slice(&power.to_le_bytes());
            power = dot(backend, power, key);
        }
        Self { backend, powers, state: 0 }
    }

    /// Takes data, padded with zeros to whole blocks.
    pub(crate) fn update(&mut self, data: &[u8]) {
        let kernel = Update { powers: &self.powers, state: self.state, data };
        self.state = dispatch(self.backend, kernel);
    }

    /// The hash so far.
    pub(crate) fn state(&self) -> u128 {
        self.state
    }
}

impl Drop for Polyval {
    fn drop(&mut self) {
        wipe(&mut self.powers, [0; 16 * GROUP]);
        wipe(&mut self.state, 0);
    }
}

/// `a * b * x^-128`.
pub(crate) fn dot(backend: Backend, a: u128, b: u128) -> u128 {
    let mut powers = [0; 16 * GROUP];
    powers[16 * (GROUP - 1)..].copy_from_slice(&b.to_le_bytes());
    let product = dispatch(backend, Update { powers: &powers, state: a, data: &[0; 16] });
    wipe(&mut powers, [0; 16 * GROUP]);
    product
}

struct Update<'a> {
    powers: &'a [u8; 16 * GROUP],
    state: u128,
    data: &'a [u8],
}

impl Kernel for Update<'_> {
    type Output = u128;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> u128 {
        let mut state = self.state;
        let (groups, rest) = self.data.as_chunks();
        for group in groups {
            let mut group = *group;
            add(&mut group, 0, state);
            state = products::<I>(isa, &group, self.powers);
        }
        if !rest.is_empty() {
            // At the end of a group: the zeros before it add nothing.
            let mut group = [0; 16 * GROUP];
            let start = 16 * (GROUP - rest.len().div_ceil(16));
            group[start..start + rest.len()].copy_from_slice(rest);
            add(&mut group, start, state);
            state = products::<I>(isa, &group, self.powers);
        }
        state
    }
}

/// Adds a number to the block that begins at a byte.
#[inline(always)]
fn add(group: &mut [u8; 16 * GROUP], start: usize, number: u128) {
    for (byte, other) in group[start..].iter_mut().zip(number.to_le_bytes()) {
        *byte ^= other;
    }
}

/// The sum of the products of blocks and powers, reduced once.
#[inline(always)]
fn products<I: Isa>(isa: I, group: &[u8; 16 * GROUP], powers: &[u8; 16 * GROUP]) -> u128 {
    let size = 16 * I::Blocks::BLOCKS;
    let zero = I::Blocks::zero(isa);
    let (mut low, mut middle, mut high) = (zero, zero, zero);
    for (x, power) in group.chunks_exact(size).zip(powers.chunks_exact(size)) {
        let (x, power) = (I::Blocks::load(isa, x), I::Blocks::load(isa, power));
        low = low.xor(x.clmul::<false, false>(power));
        high = high.xor(x.clmul::<true, true>(power));
        middle = middle.xor3(x.clmul::<true, false>(power), x.clmul::<false, true>(power));
    }
    let middle = middle.fold();
    reduce(low.fold() ^ middle << 64, high.fold() ^ middle >> 64)
}

/// A number of 256 bits times x^-128, modulo x^128 + x^127 + x^126 + x^121 + 1.
#[inline(always)]
fn reduce(low: u128, high: u128) -> u128 {
    // Times x^-64, twice: the lower 64 bits y become y (x^64 + x^63 + x^62 + x^57).
    let step = |number: u128| {
        let y = u128::from(number as u64);
        number.rotate_left(64) ^ y << 63 ^ y << 62 ^ y << 57
    };
    step(step(low)) ^ high
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hex(text: &str) -> [u8; 16] {
        u128::from_str_radix(text, 16).unwrap().to_be_bytes()
    }

    #[test]
    fn the_example_of_the_rfc() {
        // RFC 8452, appendix A.
        let key = hex("25629347589242761d31f826ba4b757b");
        let (first, second) =
            (hex("4f4f95668c83dfb6401762bb2d01a262"), hex("d1a24ddd2721d006bbe45f20d3c9f362"));
        let expected = hex("f7a3b47b846119fae5b7866cf5e5b77e");
        for backend in Backend::available() {
            let mut hash = Polyval::new(backend, &key);
            hash.update(&[first, second].concat());
            assert_eq!(hash.state().to_le_bytes(), expected, "{backend}");
        }
    }

    #[test]
    fn any_length_on_any_backend_is_block_by_block() {
        let data: [u8; 700] = core::array::from_fn(|i| (i * i + 7 * i) as u8);
        let key = [0x5a; 16];
        for length in (0..data.len()).step_by(13) {
            let mut expected = 0;
            for block in data[..length].chunks(16) {
                let mut padded = [0; 16];
                padded[..block.len()].copy_from_slice(block);
                let sum = expected ^ u128::from_le_bytes(padded);
                expected = dot(Backend::Portable, sum, u128::from_le_bytes(key));
            }
            for backend in Backend::available() {
                let mut hash = Polyval::new(backend, &key);
                hash.update(&data[..length]);
                assert_eq!(hash.state(), expected, "{backend} {length}");
            }
        }
    }
}
