//! Plain counter mode, one block after the other.

use lanecrypt::Error;

use super::erased::{OneByOne, Way};

/// The part of a block that is the counter, and its byte order. The rest is the nonce.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Counter {
    /// The first half, little-endian.
    FirstLittle,
    /// The second half, little-endian.
    SecondLittle,
    /// The second half, big-endian.
    SecondBig,
    /// All of it, big-endian: the nonce is the first counter block.
    WholeBig,
}

impl Counter {
    /// Whether words, and with them nonces, are written least significant byte first.
    pub(crate) fn is_little_endian(self) -> bool {
        matches!(self, Self::FirstLittle | Self::SecondLittle)
    }

    /// The length of a nonce, for blocks of this length.
    pub(crate) fn nonce_bytes(self, block_bytes: usize) -> usize {
        if self == Self::WholeBig { block_bytes } else { block_bytes / 2 }
    }

    /// The number of bytes of keystream that a nonce has, for blocks of this length.
    pub(crate) fn most_bytes(self, block_bytes: usize) -> u64 {
        let bits = match self {
            Self::WholeBig => 64,
            _ => 4 * block_bytes as u32,
        };
        1_u64
            .checked_shl(bits)
            .and_then(|all| all.checked_mul(block_bytes as u64))
            .unwrap_or(u64::MAX)
    }

    /// The length of a block, for nonces of this length.
    fn block_bytes(self, nonce_bytes: usize) -> usize {
        if self == Self::WholeBig { nonce_bytes } else { 2 * nonce_bytes }
    }

    /// Writes the block of a nonce and a number.
    pub(crate) fn write(self, nonce: &[u8], number: u64, block: &mut [u8]) {
        if self == Self::WholeBig {
            block.copy_from_slice(nonce);
            // Only AES has this form, and its blocks have 16 bytes.
            if let Some(last) = block.last_chunk_mut::<16>() {
                let first = u128::from_be_bytes(*last);
                *last = first.wrapping_add(number.into()).to_be_bytes();
            }
            return;
        }
        let (first, second) = block.split_at_mut(nonce.len());
        let (counter, other) = match self {
            Self::FirstLittle => (first, second),
            _ => (second, first),
        };
        other.copy_from_slice(nonce);
        counter.fill(0);
        for (byte, value) in counter.iter_mut().zip(number.to_le_bytes()) {
            *byte = value;
        }
        if self == Self::SecondBig {
            counter.reverse();
        }
    }

    /// Splits a block into its nonce and its number. `None` if the number is not below 2^64 - 1,
    /// because the library does not count further.
    pub(crate) fn split(self, block: &[u8]) -> Option<(&[u8], u64)> {
        let (first, second) = block.split_at(block.len() / 2);
        let (counter, nonce) = match self {
            Self::WholeBig => return Some((block, 0)),
            Self::FirstLittle => (first, second),
            Self::SecondLittle | Self::SecondBig => (second, first),
        };
        let mut digits = counter.to_vec();
        if self != Self::SecondBig {
            digits.reverse();
        }
        let number = digits
            .iter()
            .try_fold(0_u64, |number, &digit| Some(number.checked_mul(256)? | u64::from(digit)))?;
        (number < u64::MAX).then_some((nonce, number))
    }

    /// Encrypts or decrypts in counter mode, one block at a time, from a block on.
    pub(crate) fn apply(
        self,
        cipher: &dyn OneByOne,
        nonce: &[u8],
        first: u64,
        data: &mut [u8],
    ) -> Result<(), Error> {
        /// Blocks at a time, of at most 64 bytes.
        const AT_A_TIME: usize = 16;
        let block = self.block_bytes(nonce.len());
        let mut number = first;
        let mut room = [0; 64 * AT_A_TIME];
        for piece in data.chunks_mut(block * AT_A_TIME) {
            let keystream = &mut room[..piece.len().next_multiple_of(block)];
            for counter in keystream.chunks_exact_mut(block) {
                self.write(nonce, number, counter);
                number = number.wrapping_add(1);
            }
            cipher.ecb(Way::Encrypt, keystream)?;
            for (byte, key) in piece.iter_mut().zip(keystream) {
                *byte ^= *key;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_nonce_and_counter() {
        for (counter, block) in [
            (Counter::FirstLittle, [3, 2, 1, 0, 9, 8, 7, 6]),
            (Counter::SecondLittle, [9, 8, 7, 6, 3, 2, 1, 0]),
            (Counter::SecondBig, [9, 8, 7, 6, 0, 1, 2, 3]),
        ] {
            let mut written = [0xff; 8];
            counter.write(&[9, 8, 7, 6], 0x01_0203, &mut written);
            assert_eq!(written, block);
            assert_eq!(counter.split(&block), Some((&[9, 8, 7, 6][..], 0x01_0203)));
        }
        assert_eq!(Counter::FirstLittle.split(&[0xff; 64]), None);
    }

    #[test]
    fn counters_end() {
        assert_eq!(Counter::SecondBig.most_bytes(4), 4 << 16);
        assert_eq!(Counter::FirstLittle.most_bytes(8), 8 << 32);
        assert_eq!(Counter::FirstLittle.most_bytes(16), u64::MAX);
        assert_eq!(Counter::WholeBig.most_bytes(16), u64::MAX);
    }

    #[test]
    fn a_whole_block_counts_over_all_its_bytes() {
        let mut written = [0; 16];
        Counter::WholeBig.write(&[0xff; 16], u64::MAX, &mut written);
        assert_eq!(u128::from_be_bytes(written), u128::from(u64::MAX) - 1);
        assert_eq!(Counter::WholeBig.split(&written), Some((&written[..], 0)));
    }
}
