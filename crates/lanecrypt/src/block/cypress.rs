//! Cypress ("Kyparys"), the post-quantum lightweight block cipher of Rodinko and Oliynykov
//! (Radiotekhnika 189, 2017, 100-107).
//!
//! No official test vector is known, and the only public implementation leaves questions open.
//! They are decided here, and nowhere else, as that implementation does; interoperability with
//! others is not claimed:
//!
//! - words are little-endian in memory, for blocks and keys;
//! - the halves are exchanged after every round, the last one too;
//! - sigma is computed anew from the turned key for every two round keys, not once from the key;
//! - the constant of the key schedule is 0x000f000f for words of 64 bits too, extended with zeros;
//! - every key word is turned left by one bit by itself, not the key as a whole.
//!
//! # Keys within the state
//!
//! A round makes `R ^ h(L ^ K_i)` of the halves. Let `A_i = L_i ^ K_i` be what h works on; then
//! `A_(i+1) = A_(i-1) ^ h(A_i) ^ (K_(i-1) ^ K_(i+1))`, one exclusive or of three a word where there
//! were two. So the key schedule puts out K_0, the sums `K_(i-1) ^ K_(i+1)` with zeros for keys
//! before the first and after the last, and the last key.

use super::cipher::{Broadcast, Interleave, Interleaved, LaneCipher, RoundKey, Slot};
use super::key::block_cipher;
use crate::lanes::{Isa, Lanes, Vector as _};

/// The word of the key schedule's constant for the first round key.
const CONSTANT: u64 = 0x000f_000f;

/// Four words by one expression of their number.
macro_rules! four {
    (|$i:ident| $word:expr) => {
        [
            {
                let $i = 0;
                $word
            },
            {
                let $i = 1;
                $word
            },
            {
                let $i = 2;
                $word
            },
            {
                let $i = 3;
                $word
            },
        ]
    };
}

macro_rules! cypress {
    ($name:ident: $word:ident, $lanes:ident, [$r0:literal, $r1:literal, $r2:literal, $r3:literal],
     $rounds:literal) => {
        /// The rounds on words of this many bits.
        pub(crate) struct $name;

        impl $name {
            /// The function h: the quarter round of the cipher, twice.
            #[inline(always)]
            fn h<W: Lanes>(mut p: [W; 4]) -> [W; 4] {
                for _ in 0..2 {
                    p[0] = p[0].add(p[1]);
                    p[3] = p[3].xor(p[0]).rotl::<$r0>();
                    p[2] = p[2].add(p[3]);
                    p[1] = p[1].xor(p[2]).rotl::<$r1>();
                    p[0] = p[0].add(p[1]);
                    p[3] = p[3].xor(p[0]).rotl::<$r2>();
                    p[2] = p[2].add(p[3]);
                    p[1] = p[1].xor(p[2]).rotl::<$r3>();
                }
                p
            }

            /// `old ^ h(a) ^ key`.
            #[inline(always)]
            fn round<W: Lanes, K: RoundKey<W>>(
                isa: W::Isa,
                old: [W; 4],
                a: [W; 4],
                key: &[K; 4],
            ) -> [W; 4] {
                let new = Self::h(a);
                four!(|i| new[i].xor3(old[i], key[i].lanes(isa)))
            }

            /// Two round keys of the turned key, with their constants.
            #[inline(always)]
            fn round_keys<W: Lanes>(isa: W::Isa, key: &[W; 8], constants: [u64; 2]) -> [[W; 4]; 2] {
                let halves = [[key[0], key[1], key[2], key[3]], [key[4], key[5], key[6], key[7]]];
                let one = W::splat(isa, W::word(1));
                let sigma = Self::h(four!(|i| halves[0][i].xor(one)));
                let sigma = Self::h(four!(|i| sigma[i].add(halves[1][i])));
                let sigma = four!(|i| sigma[i].xor(halves[0][i]));
                let mut out = halves;
                for (out, (half, constant)) in out.iter_mut().zip(halves.into_iter().zip(constants))
                {
                    let constant = W::splat(isa, W::word(constant));
                    let t = four!(|i| sigma[i].add(constant));
                    let w = Self::h(four!(|i| half[i].add(t[i])));
                    let w = Self::h(four!(|i| w[i].xor(t[i])));
                    *out = four!(|i| w[i].add(t[i]));
                }
                out
            }
        }

        impl LaneCipher<8> for $name {
            type Word = $word;
            const COUNTER: usize = 4;
            type Lanes<I: Isa, S: Interleave> = S::Registers<I, I::$lanes, 4, 3>;
            type KeyLanes<I: Isa> = I::$lanes;
            type Parameters = ();
            type Schedule = ();
            type RoundKeys = [Broadcast<$word>; 4 * ($rounds + 2) + 1];

            #[inline(always)]
            fn expand<I: Isa, S: Slot<I::$lanes>>(
                isa: I,
                (): (),
                key: &[I::$lanes],
                keys: &mut [S],
            ) {
                let Ok(mut key) = <[I::$lanes; 8]>::try_from(key) else { return };
                let zero = [key[0].xor(key[0]); 4];
                // The keys two before and one before the one at hand.
                let (mut before, mut last) = (zero, zero);
                let (slots, _) = keys.as_chunks_mut::<4>();
                let Some((sums, ends)) = slots.split_last_chunk_mut::<2>() else { return };
                for (i, slots) in sums.chunks_mut(2).enumerate() {
                    let shift = 2 * i;
                    let constants = [CONSTANT << shift, CONSTANT << (shift + 1)];
                    let pair = Self::round_keys(isa, &key, constants);
                    for (slots, new) in slots.iter_mut().zip(pair) {
                        put(slots, four!(|i| new[i].xor(before[i])));
                        (before, last) = (last, new);
                    }
                    for word in &mut key {
                        *word = word.rotl::<1>();
                    }
                }
                put(&mut ends[0], before);
                put(&mut ends[1], last);
            }

            #[inline(always)]
            fn encrypt<I: Isa, S: Interleave, K: RoundKey<Self::Lanes<I, S>>>(
                isa: I,
                keys: &[K],
                (): &(),
                block: &mut [Self::Lanes<I, S>; 8],
            ) {
                let (keys, _) = keys.as_chunks::<4>();
                let [first, sums @ .., last] = keys else { return };
                let [a0, a1, a2, a3, b0, b1, b2, b3] = *block;
                let (mut a, mut b) = ([a0, a1, a2, a3], [b0, b1, b2, b3]);
                a = four!(|i| a[i].xor(first[i].lanes(isa)));
                for [even, odd] in sums.as_chunks::<2>().0 {
                    b = Self::round(isa, b, a, even);
                    a = Self::round(isa, a, b, odd);
                }
                b = four!(|i| b[i].xor(last[i].lanes(isa)));
                *block = [a[0], a[1], a[2], a[3], b[0], b[1], b[2], b[3]];
            }

            #[inline(always)]
            fn decrypt<I: Isa, S: Interleave, K: RoundKey<Self::Lanes<I, S>>>(
                isa: I,
                keys: &[K],
                (): &(),
                block: &mut [Self::Lanes<I, S>; 8],
            ) {
                let (keys, _) = keys.as_chunks::<4>();
                let [first, sums @ .., last] = keys else { return };
                let [a0, a1, a2, a3, b0, b1, b2, b3] = *block;
                let (mut a, mut b) = ([a0, a1, a2, a3], [b0, b1, b2, b3]);
                b = four!(|i| b[i].xor(last[i].lanes(isa)));
                for [even, odd] in sums.as_chunks::<2>().0.iter().rev() {
                    a = Self::round(isa, a, b, odd);
                    b = Self::round(isa, b, a, even);
                }
                a = four!(|i| a[i].xor(first[i].lanes(isa)));
                *block = [a[0], a[1], a[2], a[3], b[0], b[1], b[2], b[3]];
            }

            /// The first new half but for the counter in its first word, and what the second is
            /// added to: the nonce goes through h once.
            type Fixed<I: Isa> = [[Self::Lanes<I, Interleaved>; 4]; 2];

            #[inline(always)]
            fn fix<I: Isa, K: RoundKey<Self::Lanes<I, Interleaved>>>(
                isa: I,
                keys: &[K],
                (): &(),
                block: &[Self::Lanes<I, Interleaved>; 8],
            ) -> Self::Fixed<I> {
                let zero = block[0].xor(block[0]);
                let mut a = [block[0], block[1], block[2], block[3]];
                let b = [zero, block[5], block[6], block[7]];
                let (keys, _) = keys.as_chunks::<4>();
                let [first, even, odd, ..] = keys else { return [a, b] };
                a = four!(|i| a[i].xor(first[i].lanes(isa)));
                let b = Self::round(isa, b, a, even);
                a = four!(|i| a[i].xor(odd[i].lanes(isa)));
                [b, a]
            }

            #[inline(always)]
            fn encrypt_counter<I: Isa, K: RoundKey<Self::Lanes<I, Interleaved>>>(
                isa: I,
                keys: &[K],
                (): &(),
                fixed: &Self::Fixed<I>,
                counter: Self::Lanes<I, Interleaved>,
            ) -> [Self::Lanes<I, Interleaved>; 8] {
                let [mut b, old] = *fixed;
                b[0] = b[0].xor(counter);
                let new = Self::h(b);
                let mut a = four!(|i| new[i].xor(old[i]));
                let (keys, _) = keys.as_chunks::<4>();
                if let [_, _, _, sums @ .., last] = keys {
                    for [even, odd] in sums.as_chunks::<2>().0 {
                        b = Self::round(isa, b, a, even);
                        a = Self::round(isa, a, b, odd);
                    }
                    b = four!(|i| b[i].xor(last[i].lanes(isa)));
                }
                [a[0], a[1], a[2], a[3], b[0], b[1], b[2], b[3]]
            }
        }
    };
}

cypress!(Cypress32: u32, U32, [16, 12, 8, 7], 10);
cypress!(Cypress64: u64, U64, [32, 24, 16, 15], 14);

#[inline(always)]
fn put<W: Lanes, S: Slot<W>>(slots: &mut [S; 4], key: [W; 4]) {
    for (slot, word) in slots.iter_mut().zip(key) {
        slot.put(word);
    }
}

block_cipher! {
    /// Cypress-256: blocks and keys of 32 bytes, words of 32 bits, 10 rounds. See the
    /// [decisions](crate::block#cypress) that no official document confirms.
    Cypress256: Cypress32 of 8 words, 32 byte blocks, 32 byte keys, 48, ()
}
block_cipher! {
    /// Cypress-512: blocks and keys of 64 bytes, words of 64 bits, 14 rounds. See the
    /// [decisions](crate::block#cypress) that no official document confirms.
    Cypress512: Cypress64 of 8 words, 64 byte blocks, 64 byte keys, 64, ()
}
