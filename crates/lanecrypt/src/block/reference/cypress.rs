//! Cypress: blocks and keys are eight words in memory, little-endian.
//!
//! What its source leaves open is decided as [`block`](crate::block#cypress) says.

use super::little;
use crate::block::one::{one_block, one_example};

macro_rules! cypress {
    ($name:ident: $word:ident of $bytes:literal bytes, $rounds:literal rounds,
     rotated by $r0:literal $r1:literal $r2:literal $r3:literal) => {
        #[doc = concat!("Cypress on words of ", $bytes, " bytes: eight a block, eight a key, ", $rounds, " rounds.")]
        #[doc = one_example!("reference", $name)]
        pub struct $name {
            keys: [[$word; 4]; $rounds],
        }

        impl $name {
            /// The function h: one quarter round twice.
            #[inline(always)]
            fn h([mut a, mut b, mut c, mut d]: [$word; 4]) -> [$word; 4] {
                for _ in 0..2 {
                    a = a.wrapping_add(b);
                    d = (d ^ a).rotate_left($r0);
                    c = c.wrapping_add(d);
                    b = (b ^ c).rotate_left($r1);
                    a = a.wrapping_add(b);
                    d = (d ^ a).rotate_left($r2);
                    c = c.wrapping_add(d);
                    b = (b ^ c).rotate_left($r3);
                }
                [a, b, c, d]
            }

            #[inline(always)]
            fn add(a: [$word; 4], b: [$word; 4]) -> [$word; 4] {
                core::array::from_fn(|i| a[i].wrapping_add(b[i]))
            }

            #[inline(always)]
            fn xor(a: [$word; 4], b: [$word; 4]) -> [$word; 4] {
                core::array::from_fn(|i| a[i] ^ b[i])
            }

            /// The words of half a block or key.
            #[inline(always)]
            fn load(bytes: &[u8]) -> [$word; 4] {
                let mut words = [0; 4];
                for (word, bytes) in words.iter_mut().zip(bytes.as_chunks::<$bytes>().0) {
                    *word = little(bytes) as $word;
                }
                words
            }

            #[inline(always)]
            fn store(bytes: &mut [u8], words: [$word; 4]) {
                for (bytes, word) in bytes.as_chunks_mut::<$bytes>().0.iter_mut().zip(words) {
                    *bytes = word.to_le_bytes();
                }
            }

            fn expand(key: &[u8; 8 * $bytes]) -> Self {
                let (left, right) = key.split_at(4 * $bytes);
                let (mut left, mut right) = (Self::load(left), Self::load(right));
                let mut constant: $word = 0x000f_000f;
                let mut keys = [[0; 4]; $rounds];
                for pair in keys.as_chunks_mut::<2>().0 {
                    let mut sigma = Self::h(Self::xor(left, [1; 4]));
                    sigma = Self::h(Self::add(sigma, right));
                    sigma = Self::xor(sigma, left);
                    for (slot, half) in pair.iter_mut().zip([left, right]) {
                        let t = Self::add(sigma, [constant; 4]);
                        let w = Self::h(Self::add(half, t));
                        let w = Self::h(Self::xor(w, t));
                        *slot = Self::add(w, t);
                        constant <<= 1;
                    }
                    left = left.map(|word| word.rotate_left(1));
                    right = right.map(|word| word.rotate_left(1));
                }
                Self { keys }
            }

            /// Two rounds at a time: after them the halves have their names again.
            #[inline(always)]
            fn encrypt_block(&self, block: &mut [u8; 8 * $bytes]) {
                let (left, right) = block.split_at_mut(4 * $bytes);
                let (mut l, mut r) = (Self::load(left), Self::load(right));
                for [first, second] in self.keys.as_chunks::<2>().0 {
                    r = Self::xor(r, Self::h(Self::xor(l, *first)));
                    l = Self::xor(l, Self::h(Self::xor(r, *second)));
                }
                Self::store(left, l);
                Self::store(right, r);
            }

            #[inline(always)]
            fn decrypt_block(&self, block: &mut [u8; 8 * $bytes]) {
                let (left, right) = block.split_at_mut(4 * $bytes);
                let (mut l, mut r) = (Self::load(left), Self::load(right));
                for [first, second] in self.keys.as_chunks::<2>().0.iter().rev() {
                    l = Self::xor(l, Self::h(Self::xor(r, *second)));
                    r = Self::xor(r, Self::h(Self::xor(l, *first)));
                }
                Self::store(left, l);
                Self::store(right, r);
            }
        }

        one_block!($name, 8 * $bytes, 8 * $bytes, keys: [[0; 4]; $rounds]);
    };
}

cypress!(Cypress256: u32 of 4 bytes, 10 rounds, rotated by 16 12 8 7);
cypress!(Cypress512: u64 of 8 bytes, 14 rounds, rotated by 32 24 16 15);
