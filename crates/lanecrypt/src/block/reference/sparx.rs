//! SPARX (Dinu, Perrin, Udovenko, Velichkov, Großschädl, Biryukov, ASIACRYPT 2016): blocks and keys
//! are 16-bit words in the order of the paper, each little-endian as in the authors' code.

use super::little;
use crate::block::one::{one_block, one_example};

/// The words that bytes are.
#[inline(always)]
fn words<const N: usize>(bytes: &[u8]) -> [u16; N] {
    let mut words = [0; N];
    for (word, bytes) in words.iter_mut().zip(bytes.as_chunks::<2>().0) {
        *word = little(bytes) as u16;
    }
    words
}

/// The bytes that words are.
#[inline(always)]
fn put(bytes: &mut [u8], words: &[u16]) {
    for (bytes, word) in bytes.as_chunks_mut::<2>().0.iter_mut().zip(words) {
        *bytes = word.to_le_bytes();
    }
}

/// The round A of SPECK-32 on a branch, without its key.
#[inline(always)]
fn a(l: &mut u16, r: &mut u16) {
    *l = l.rotate_left(9).wrapping_add(*r);
    *r = r.rotate_left(2) ^ *l;
}

/// What undoes it.
#[inline(always)]
fn a_back(l: &mut u16, r: &mut u16) {
    *r = (*r ^ *l).rotate_right(2);
    *l = l.wrapping_sub(*r).rotate_right(9);
}

/// The linear layer of two branches: words 0 and 1 are the half that is mixed into the other.
#[inline(always)]
fn mix2(x: &[u16; 4]) -> [u16; 4] {
    let t = (x[0] ^ x[1]).rotate_left(8);
    [x[2] ^ x[0] ^ t, x[3] ^ x[1] ^ t, x[0], x[1]]
}

/// What undoes it.
#[inline(always)]
fn unmix2(x: &[u16; 4]) -> [u16; 4] {
    let t = (x[2] ^ x[3]).rotate_left(8);
    [x[2], x[3], x[0] ^ x[2] ^ t, x[1] ^ x[3] ^ t]
}

/// The linear layer of four branches.
#[inline(always)]
fn mix4(x: &[u16; 8]) -> [u16; 8] {
    let t = (x[0] ^ x[1] ^ x[2] ^ x[3]).rotate_left(8);
    [x[4] ^ x[2] ^ t, x[5] ^ x[1] ^ t, x[6] ^ x[0] ^ t, x[7] ^ x[3] ^ t, x[0], x[1], x[2], x[3]]
}

/// What undoes it.
#[inline(always)]
fn unmix4(x: &[u16; 8]) -> [u16; 8] {
    let t = (x[4] ^ x[5] ^ x[6] ^ x[7]).rotate_left(8);
    [x[4], x[5], x[6], x[7], x[0] ^ x[6] ^ t, x[1] ^ x[5] ^ t, x[2] ^ x[4] ^ t, x[3] ^ x[7] ^ t]
}

/// Two words of key go through A and are added to the next two.
#[inline(always)]
fn stir<const N: usize>(k: &mut [u16; N], at: usize) {
    let (mut l, mut r) = (k[at], k[at + 1]);
    a(&mut l, &mut r);
    (k[at], k[at + 1]) = (l, r);
    k[at + 2] = k[at + 2].wrapping_add(l);
    k[at + 3] = k[at + 3].wrapping_add(r);
}

/// The key permutation of SPARX-64/128.
fn permute64_128(k: &mut [u16; 8], c: u16) {
    stir(k, 0);
    k[7] = k[7].wrapping_add(c);
    k.rotate_right(2);
}

/// That of SPARX-128/128.
fn permute128_128(k: &mut [u16; 8], c: u16) {
    stir(k, 0);
    stir(k, 4);
    k[7] = k[7].wrapping_add(c);
    k.rotate_right(2);
}

/// That of SPARX-128/256.
fn permute128_256(k: &mut [u16; 16], c: u16) {
    stir(k, 0);
    stir(k, 8);
    k[11] = k[11].wrapping_add(c);
    k.rotate_right(6);
}

macro_rules! sparx {
    ($name:ident: $branches:literal branches, $rounds:literal rounds a step,
     $steps:literal steps, $key:literal words of key, $permute:ident, $mix:ident, $unmix:ident) => {
        #[doc = concat!("SPARX of ", $branches, " branches, ", $steps, " steps of ", $rounds, " rounds and a key of ", $key, " words.")]
        #[doc = one_example!("reference", $name)]
        pub struct $name {
            keys: [[u16; 2 * $rounds]; $branches * $steps + 1],
        }

        impl $name {
            fn expand(key: &[u8; 2 * $key]) -> Self {
                let mut k: [u16; $key] = words(key);
                let mut keys = [[0; 2 * $rounds]; $branches * $steps + 1];
                for (c, slot) in keys.iter_mut().enumerate() {
                    slot.copy_from_slice(&k[..2 * $rounds]);
                    $permute(&mut k, c as u16 + 1);
                }
                Self { keys }
            }

            /// The keys after the last step: one word of the block each.
            #[inline(always)]
            fn whiten(&self, x: &mut [u16; 2 * $branches]) {
                for (x, k) in x.iter_mut().zip(&self.keys[$branches * $steps]) {
                    *x ^= k;
                }
            }

            #[inline(always)]
            fn encrypt_block(&self, block: &mut [u8; 4 * $branches]) {
                let mut x: [u16; 2 * $branches] = words(block);
                let (steps, _) = self.keys.as_chunks::<$branches>();
                for keys in steps {
                    for (x, keys) in x.as_chunks_mut::<2>().0.iter_mut().zip(keys) {
                        let [l, r] = x;
                        for key in keys.as_chunks::<2>().0 {
                            *l ^= key[0];
                            *r ^= key[1];
                            a(l, r);
                        }
                    }
                    x = $mix(&x);
                }
                self.whiten(&mut x);
                put(block, &x);
            }

            #[inline(always)]
            fn decrypt_block(&self, block: &mut [u8; 4 * $branches]) {
                let mut x: [u16; 2 * $branches] = words(block);
                self.whiten(&mut x);
                let (steps, _) = self.keys.as_chunks::<$branches>();
                for keys in steps.iter().rev() {
                    x = $unmix(&x);
                    for (x, keys) in x.as_chunks_mut::<2>().0.iter_mut().zip(keys) {
                        let [l, r] = x;
                        for key in keys.as_chunks::<2>().0.iter().rev() {
                            a_back(l, r);
                            *l ^= key[0];
                            *r ^= key[1];
                        }
                    }
                }
                put(block, &x);
            }
        }

        one_block!($name, 4 * $branches, 2 * $key,
            keys: [[0; 2 * $rounds]; $branches * $steps + 1]);
    };
}

sparx!(Sparx64_128: 2 branches, 3 rounds a step, 8 steps, 8 words of key,
    permute64_128, mix2, unmix2);
sparx!(Sparx128_128: 4 branches, 4 rounds a step, 8 steps, 8 words of key,
    permute128_128, mix4, unmix4);
sparx!(Sparx128_256: 4 branches, 4 rounds a step, 10 steps, 16 words of key,
    permute128_256, mix4, unmix4);
