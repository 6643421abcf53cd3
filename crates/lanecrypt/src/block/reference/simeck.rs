//! SIMECK (Yang, Zhu, Suder, Aagaard, Gong, CHES 2015): a block is the words l, r in memory, a key
//! t2, t1, t0, k0, all big-endian. The paper names no byte order; this is the one in which it
//! prints.

use super::{big, words};
use crate::block::one::{one_block, one_example};

/// The constant sequence of the two smaller ciphers, the first bit the lowest.
const Z_SMALL: u64 = 0x9a42_bb1f;
/// That of SIMECK-64/128.
const Z_LARGE: u64 = 0x0938_bca3_083f;

macro_rules! simeck {
    ($name:ident: $word:ident of $bits:literal bits, $rounds:literal rounds, $z:ident) => {
        #[doc = concat!("SIMECK on words of ", $bits, " bits: two a block, four a key, ", $rounds, " rounds.")]
        #[doc = one_example!("reference", $name)]
        pub struct $name {
            keys: [$word; $rounds],
        }

        impl $name {
            words!($word, $bits);

            #[inline(always)]
            fn f(x: $word) -> $word {
                (x & Self::rotl(x, 5)) ^ Self::rotl(x, 1)
            }

            fn expand(key: &[u8; $bits / 2]) -> Self {
                let mut words = [0; 4];
                for (word, bytes) in words.iter_mut().zip(key.as_chunks::<{ $bits / 8 }>().0) {
                    *word = big(bytes) as $word;
                }
                let [mut t2, mut t1, mut t0, mut k] = words;
                let mut keys = [0; $rounds];
                for (i, slot) in keys.iter_mut().enumerate() {
                    *slot = k;
                    let z = ($z >> i & 1) as $word;
                    (k, t0, t1, t2) = (t0, t1, t2, k ^ Self::f(t0) ^ z ^ (Self::MASK - 3));
                }
                Self { keys }
            }

            #[inline(always)]
            fn load(block: &[u8; $bits / 4]) -> ($word, $word) {
                let (l, r) = block.split_at($bits / 8);
                (big(l) as $word, big(r) as $word)
            }

            #[inline(always)]
            fn store(block: &mut [u8; $bits / 4], l: $word, r: $word) {
                let unused = ($word::BITS as usize - $bits) / 8;
                block[..$bits / 8].copy_from_slice(&l.to_be_bytes()[unused..]);
                block[$bits / 8..].copy_from_slice(&r.to_be_bytes()[unused..]);
            }

            #[inline(always)]
            fn encrypt_block(&self, block: &mut [u8; $bits / 4]) {
                let (mut l, mut r) = Self::load(block);
                for &key in &self.keys {
                    (l, r) = (r ^ Self::f(l) ^ key, l);
                }
                Self::store(block, l, r);
            }

            #[inline(always)]
            fn decrypt_block(&self, block: &mut [u8; $bits / 4]) {
                let (mut l, mut r) = Self::load(block);
                for &key in self.keys.iter().rev() {
                    (l, r) = (r, l ^ Self::f(r) ^ key);
                }
                Self::store(block, l, r);
            }
        }

        one_block!($name, $bits / 4, $bits / 2, keys: [0; $rounds]);
    };
}

simeck!(Simeck32_64: u16 of 16 bits, 32 rounds, Z_SMALL);
simeck!(Simeck48_96: u32 of 24 bits, 36 rounds, Z_SMALL);
simeck!(Simeck64_128: u32 of 32 bits, 44 rounds, Z_LARGE);
