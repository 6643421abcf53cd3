//! SIMON (ePrint 2013/404): a block is the words y, x in memory, a key k\[0\], k\[1\] and so on, all
//! little-endian.

use super::{little, words};
use crate::block::one::{one_block, one_example};

/// The constant sequences z0 to z4 of 62 bits, the first bit the lowest.
const Z: [u64; 5] = [
    0x19c3_522f_b386_a45f,
    0x1686_4fb8_ad0c_9f71,
    0x3369_f885_192c_0ef5,
    0x3c2c_e512_07a6_35db,
    0x3dc9_4c3a_046d_678b,
];

macro_rules! simon {
    ($name:ident: $word:ident of $bits:literal bits, $m:literal words of key,
     $rounds:literal rounds, z $z:literal) => {
        #[doc = concat!("SIMON on words of ", $bits, " bits: two a block, ", $m, " a key, ", $rounds, " rounds.")]
        #[doc = one_example!("reference", $name)]
        pub struct $name {
            keys: [$word; $rounds],
        }

        impl $name {
            words!($word, $bits);

            #[inline(always)]
            fn f(x: $word) -> $word {
                (Self::rotl(x, 1) & Self::rotl(x, 8)) ^ Self::rotl(x, 2)
            }

            fn expand(key: &[u8; $m * $bits / 8]) -> Self {
                let mut keys = [0; $rounds];
                for (word, bytes) in keys.iter_mut().zip(key.as_chunks::<{ $bits / 8 }>().0) {
                    *word = little(bytes) as $word;
                }
                for i in $m..$rounds {
                    let mut t = Self::rotl(keys[i - 1], $bits - 3);
                    if $m == 4 {
                        t ^= keys[i - 3];
                    }
                    t ^= Self::rotl(t, $bits - 1);
                    let z = (Z[$z] >> ((i - $m) % 62) & 1) as $word;
                    keys[i] = keys[i - $m] ^ t ^ z ^ (Self::MASK - 3);
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
                    (x, y) = (y ^ Self::f(x) ^ key, x);
                }
                Self::store(block, x, y);
            }

            #[inline(always)]
            fn decrypt_block(&self, block: &mut [u8; $bits / 4]) {
                let (mut x, mut y) = Self::load(block);
                for &key in self.keys.iter().rev() {
                    (x, y) = (y, x ^ Self::f(y) ^ key);
                }
                Self::store(block, x, y);
            }
        }

        one_block!($name, $bits / 4, $m * $bits / 8, keys: [0; $rounds]);
    };
}

simon!(Simon32_64: u16 of 16 bits, 4 words of key, 32 rounds, z 0);
simon!(Simon48_72: u32 of 24 bits, 3 words of key, 36 rounds, z 0);
simon!(Simon48_96: u32 of 24 bits, 4 words of key, 36 rounds, z 1);
simon!(Simon64_96: u32 of 32 bits, 3 words of key, 42 rounds, z 2);
simon!(Simon64_128: u32 of 32 bits, 4 words of key, 44 rounds, z 3);
simon!(Simon96_96: u64 of 48 bits, 2 words of key, 52 rounds, z 2);
simon!(Simon96_144: u64 of 48 bits, 3 words of key, 54 rounds, z 3);
simon!(Simon128_128: u64 of 64 bits, 2 words of key, 68 rounds, z 2);
simon!(Simon128_192: u64 of 64 bits, 3 words of key, 69 rounds, z 3);
simon!(Simon128_256: u64 of 64 bits, 4 words of key, 72 rounds, z 4);
