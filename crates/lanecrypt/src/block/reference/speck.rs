//! SPECK (ePrint 2013/404): a block is the words y, x in memory, a key k\[0\], k\[1\] and so on, all
//! little-endian.

use super::{little, words};
use crate::block::one::{one_block, one_example};

macro_rules! speck {
    ($name:ident: $word:ident of $bits:literal bits, $m:literal words of key,
     $rounds:literal rounds, rotated by $alpha:literal and $beta:literal) => {
        #[doc = concat!("SPECK on words of ", $bits, " bits: two a block, ", $m, " a key, ", $rounds, " rounds.")]
        #[doc = one_example!("reference", $name)]
        pub struct $name {
            keys: [$word; $rounds],
        }

        impl $name {
            words!($word, $bits);

            #[inline(always)]
            fn round(x: &mut $word, y: &mut $word, key: $word) {
                *x = (Self::rotl(*x, $bits - $alpha).wrapping_add(*y) & Self::MASK) ^ key;
                *y = Self::rotl(*y, $beta) ^ *x;
            }

            #[inline(always)]
            fn back(x: &mut $word, y: &mut $word, key: $word) {
                *y = Self::rotl(*y ^ *x, $bits - $beta);
                *x = Self::rotl((*x ^ key).wrapping_sub(*y) & Self::MASK, $alpha);
            }

            fn expand(key: &[u8; $m * $bits / 8]) -> Self {
                let mut words = [0; $m];
                for (word, bytes) in words.iter_mut().zip(key.as_chunks::<{ $bits / 8 }>().0) {
                    *word = little(bytes) as $word;
                }
                let [mut k, mut l @ ..] = words;
                let mut keys = [0; $rounds];
                for (i, slot) in keys.iter_mut().enumerate() {
                    *slot = k;
                    // l is a queue: one word leaves and comes back in at its end.
                    Self::round(&mut l[0], &mut k, i as $word);
                    l.rotate_left(1);
                }
                Self { keys }
            }

            #[inline(always)]
            fn load(block: &[u8; $bits / 4]) -> ($word, $word) {
                let (y, x) = block.split_at($bits / 8);
                (little(x) as $word, little(y) as $word)
            }

            #[inline(always)]
            fn store(block: &mut [u8; $bits / 4], x: $word, y: $word) {
                block[..$bits / 8].copy_from_slice(&y.to_le_bytes()[..$bits / 8]);
                block[$bits / 8..].copy_from_slice(&x.to_le_bytes()[..$bits / 8]);
            }

            #[inline(always)]
            fn encrypt_block(&self, block: &mut [u8; $bits / 4]) {
                let (mut x, mut y) = Self::load(block);
                for &key in &self.keys {
                    Self::round(&mut x, &mut y, key);
                }
                Self::store(block, x, y);
            }

            #[inline(always)]
            fn decrypt_block(&self, block: &mut [u8; $bits / 4]) {
                let (mut x, mut y) = Self::load(block);
                for &key in self.keys.iter().rev() {
                    Self::back(&mut x, &mut y, key);
                }
                Self::store(block, x, y);
            }
        }

        one_block!($name, $bits / 4, $m * $bits / 8, keys: [0; $rounds]);
    };
}

speck!(Speck32_64: u16 of 16 bits, 4 words of key, 22 rounds, rotated by 7 and 2);
speck!(Speck48_72: u32 of 24 bits, 3 words of key, 22 rounds, rotated by 8 and 3);
speck!(Speck48_96: u32 of 24 bits, 4 words of key, 23 rounds, rotated by 8 and 3);
speck!(Speck64_96: u32 of 32 bits, 3 words of key, 26 rounds, rotated by 8 and 3);
speck!(Speck64_128: u32 of 32 bits, 4 words of key, 27 rounds, rotated by 8 and 3);
speck!(Speck96_96: u64 of 48 bits, 2 words of key, 28 rounds, rotated by 8 and 3);
speck!(Speck96_144: u64 of 48 bits, 3 words of key, 29 rounds, rotated by 8 and 3);
speck!(Speck128_128: u64 of 64 bits, 2 words of key, 32 rounds, rotated by 8 and 3);
speck!(Speck128_192: u64 of 64 bits, 3 words of key, 33 rounds, rotated by 8 and 3);
speck!(Speck128_256: u64 of 64 bits, 4 words of key, 34 rounds, rotated by 8 and 3);
