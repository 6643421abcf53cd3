//! SIMON: Beaulieu, Shors, Smith, Treatman-Clark, Weeks, Wingers, "The SIMON and SPECK Families of
//! Lightweight Block Ciphers" (ePrint 2013/404).
//!
//! A block is the words y, x in memory, a key k\[0\], k\[1\] and so on, all little-endian: the byte
//! order of the NSA's implementation guide.
//!
//! # Turned words
//!
//! A round makes `y ^ f(x) ^ k` of x, where `f(x) = (x <<< 1 & x <<< 8) ^ x <<< 2`: three rotations,
//! and rotations are what lanes are slow at. f commutes with rotation, so if every second word is
//! kept turned right by 8, `f(x) >>> 8 = (x <<< 1 - 8 & x) ^ x <<< 2 - 8` needs two in the rounds
//! that make such a word. The others turn back: `x <<< 9`, `x <<< 16`, `x <<< 10`; of these the
//! second is nothing for words of 16 bits, and a byte shuffle for those of 32 and 64. Every second
//! round key is turned once, in the key schedule.

use super::cipher::{Broadcast, Interleave, Interleaved, LaneCipher, RoundKey, Slot};
use super::key::block_cipher;
use crate::lanes::{Isa, Lanes, Narrow, Vector as _};

/// The rounds and key schedule of a word length. The rotations depend on it.
macro_rules! simon {
    ($name:ident: $word:ident, $lanes:ty, $bits:literal, $bytes:literal, $rounds:literal,
     |$x:ident| $twice:expr) => {
        /// The rounds on words of this many bits.
        pub(crate) struct $name;

        impl $name {
            /// `old ^ f(x) ^ key`, old and key turned right by 8.
            #[inline(always)]
            fn turning<W: Lanes>(old: W, x: W, key: W) -> W {
                old.xor_and(x, x.rotl::<{ $bits - 7 }>()).xor3(x.rotl::<{ $bits - 6 }>(), key)
            }

            /// `old ^ f(x) ^ key`, x turned right by 8.
            #[inline(always)]
            fn turning_back<W: Lanes>(old: W, $x: W, key: W) -> W {
                old.xor_and($x.rotl::<9>(), $twice).xor3($x.rotl::<10>(), key)
            }

            #[inline(always)]
            fn expand_words<W: Lanes<Word = $word>, S: Slot<W>, const M: usize>(
                isa: W::Isa,
                z: u64,
                key: &[W; M],
                keys: &mut [S],
            ) {
                // The last M round keys.
                let mut last = *key;
                let (ones_but_two, one) =
                    (W::splat(isa, W::word(u64::MAX - 3)), W::splat(isa, W::word(1)));
                for (i, slot) in keys.iter_mut().enumerate() {
                    let k = last[0];
                    // Words made by even rounds are turned.
                    slot.put(if i % 2 == 0 { k.rotl::<{ $bits - 8 }>() } else { k });
                    let mut t = last[M - 1].rotl::<{ $bits - 3 }>();
                    if M == 4 {
                        t = t.xor(last[1]);
                    }
                    t = t.xor(t.rotl::<{ $bits - 1 }>());
                    let mut next = k.xor3(t, ones_but_two);
                    if z >> (i % 62) & 1 == 1 {
                        next = next.xor(one);
                    }
                    for j in 0..M - 1 {
                        last[j] = last[j + 1];
                    }
                    last[M - 1] = next;
                }
            }
        }

        impl LaneCipher<2> for $name {
            type Word = $word;
            const WORD_BYTES: usize = $bytes;
            const COUNTER: usize = 0;
            type Lanes<I: Isa, S: Interleave> = S::Registers<I, $lanes, 6, 4>;
            type KeyLanes<I: Isa> = $lanes;
            type Parameters = ();
            /// The sequence z, its first bit the lowest.
            type Schedule = u64;
            type RoundKeys = [Broadcast<$word>; $rounds + 1];

            #[inline(always)]
            fn expand<I: Isa, S: Slot<$lanes>>(isa: I, z: u64, key: &[$lanes], keys: &mut [S]) {
                if let Ok(key) = <&[_; 2]>::try_from(key) {
                    Self::expand_words(isa, z, key, keys);
                } else if let Ok(key) = <&[_; 3]>::try_from(key) {
                    Self::expand_words(isa, z, key, keys);
                } else if let Ok(key) = <&[_; 4]>::try_from(key) {
                    Self::expand_words(isa, z, key, keys);
                }
            }

            #[inline(always)]
            fn encrypt<I: Isa, S: Interleave, K: RoundKey<Self::Lanes<I, S>>>(
                isa: I,
                keys: &[K],
                (): &(),
                block: &mut [Self::Lanes<I, S>; 2],
            ) {
                let [y, x] = *block;
                let (mut y, mut x) = (y.rotl::<{ $bits - 8 }>(), x);
                let (pairs, last) = keys.as_chunks::<2>();
                for [first, second] in pairs {
                    y = Self::turning(y, x, first.lanes(isa));
                    x = Self::turning_back(x, y, second.lanes(isa));
                }
                // A round without a second leaves the new word where the old one was.
                if let [key] = last {
                    y = Self::turning(y, x, key.lanes(isa)).rotl::<8>();
                    *block = [x, y];
                } else {
                    *block = [y.rotl::<8>(), x];
                }
            }

            #[inline(always)]
            fn decrypt<I: Isa, S: Interleave, K: RoundKey<Self::Lanes<I, S>>>(
                isa: I,
                keys: &[K],
                (): &(),
                block: &mut [Self::Lanes<I, S>; 2],
            ) {
                let [mut y, mut x] = *block;
                let (pairs, last) = keys.as_chunks::<2>();
                if let [key] = last {
                    (y, x) = (x.rotl::<{ $bits - 8 }>(), y);
                    y = Self::turning(y, x, key.lanes(isa));
                } else {
                    y = y.rotl::<{ $bits - 8 }>();
                }
                for [first, second] in pairs.iter().rev() {
                    x = Self::turning_back(x, y, second.lanes(isa));
                    y = Self::turning(y, x, first.lanes(isa));
                }
                *block = [y.rotl::<8>(), x];
            }

            /// What the nonce, x, adds to the first new word, and what to the second.
            type Fixed<I: Isa> = [Self::Lanes<I, Interleaved>; 2];

            #[inline(always)]
            fn fix<I: Isa, K: RoundKey<Self::Lanes<I, Interleaved>>>(
                isa: I,
                keys: &[K],
                (): &(),
                &[_, x]: &[Self::Lanes<I, Interleaved>; 2],
            ) -> Self::Fixed<I> {
                let [first, second, ..] = keys else { return [x, x] };
                let zero = x.xor(x);
                [Self::turning(zero, x, first.lanes(isa)), x.xor(second.lanes(isa))]
            }

            #[inline(always)]
            fn encrypt_counter<I: Isa, K: RoundKey<Self::Lanes<I, Interleaved>>>(
                isa: I,
                keys: &[K],
                (): &(),
                &[first, second]: &Self::Fixed<I>,
                counter: Self::Lanes<I, Interleaved>,
            ) -> [Self::Lanes<I, Interleaved>; 2] {
                let mut y = counter.rotl::<{ $bits - 8 }>().xor(first);
                let $x = y;
                let mut x = second.xor_and(y.rotl::<9>(), $twice).xor(y.rotl::<10>());
                let rest = keys.split_at_checked(2).map_or(keys, |(_, rest)| rest);
                let (pairs, last) = rest.as_chunks::<2>();
                for [first, second] in pairs {
                    y = Self::turning(y, x, first.lanes(isa));
                    x = Self::turning_back(x, y, second.lanes(isa));
                }
                if let [key] = last {
                    y = Self::turning(y, x, key.lanes(isa)).rotl::<8>();
                    return [x, y];
                }
                [y.rotl::<8>(), x]
            }
        }
    };
}

simon!(Simon16: u16, I::U16, 16, 2, 32, |x| x);
simon!(Simon24: u32, Narrow<I::U32, 24>, 24, 3, 36, |x| x.rotl::<16>());
simon!(Simon32: u32, I::U32, 32, 4, 44, |x| x.rotl::<16>());
simon!(Simon48: u64, Narrow<I::U64, 48>, 48, 6, 54, |x| x.rotl::<16>());
simon!(Simon64: u64, I::U64, 64, 8, 72, |x| x.rotl::<16>());

/// The sequences z0 to z4, the first bit of each the lowest.
const Z: [u64; 5] = [
    0x19c3_522f_b386_a45f,
    0x1686_4fb8_ad0c_9f71,
    0x3369_f885_192c_0ef5,
    0x3c2c_e512_07a6_35db,
    0x3dc9_4c3a_046d_678b,
];

macro_rules! ciphers {
    ($($name:ident: $lane:ident, $block:literal, $key:literal, $rounds:literal, $z:literal;)*) => {$(
        block_cipher! {
            #[doc = concat!("SIMON with blocks of ", $block, " bytes, keys of ", $key, " bytes, and ", $rounds, " rounds.")]
            $name: $lane of 2 words, $block byte blocks, $key byte keys, $rounds, Z[$z]
        }
    )*};
}
ciphers! {
    Simon32_64: Simon16, 4, 8, 32, 0;
    Simon48_72: Simon24, 6, 9, 36, 0;
    Simon48_96: Simon24, 6, 12, 36, 1;
    Simon64_96: Simon32, 8, 12, 42, 2;
    Simon64_128: Simon32, 8, 16, 44, 3;
    Simon96_96: Simon48, 12, 12, 52, 2;
    Simon96_144: Simon48, 12, 18, 54, 3;
    Simon128_128: Simon64, 16, 16, 68, 2;
    Simon128_192: Simon64, 16, 24, 69, 3;
    Simon128_256: Simon64, 16, 32, 72, 4;
}
