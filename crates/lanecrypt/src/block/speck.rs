//! SPECK: Beaulieu, Shors, Smith, Treatman-Clark, Weeks, Wingers, "The SIMON and SPECK Families of
//! Lightweight Block Ciphers" (ePrint 2013/404).
//!
//! A block is the words y, x in memory, a key k\[0\], k\[1\] and so on, all little-endian: the byte
//! order of the NSA's implementation guide.

use super::cipher::{Broadcast, Interleave, Interleaved, LaneCipher, RoundKey, Slot};
use super::key::block_cipher;
use crate::lanes::{Isa, Lanes, Narrow, Vector as _};

/// The rounds and key schedule of a word length: `A` and `B` rotate to the left, by the bits of the
/// word less alpha, and by beta.
macro_rules! speck {
    ($name:ident: $word:ident, $lanes:ty, $a:literal, $b:literal, $back_a:literal, $back_b:literal,
     $bytes:literal, $rounds:literal) => {
        /// The rounds on words of this many bits.
        pub(crate) struct $name;

        impl $name {
            #[inline(always)]
            fn round<W: Lanes>(x: &mut W, y: &mut W, key: W) {
                *x = x.rotl::<$a>().add(*y).xor(key);
                *y = y.rotl::<$b>().xor(*x);
            }

            #[inline(always)]
            fn expand_words<W: Lanes<Word = $word>, S: Slot<W>, const M: usize>(
                isa: W::Isa,
                key: &[W; M],
                keys: &mut [S],
            ) {
                let mut k = key[0];
                // The other words take turns, and stay where they are.
                let mut others = *key;
                let mut number = 0;
                for slots in keys.chunks_mut(const { M - 1 }) {
                    for (slot, other) in slots.iter_mut().zip(&mut others[1..]) {
                        slot.put(k);
                        Self::round(other, &mut k, W::splat(isa, W::word(number)));
                        number += 1;
                    }
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
            type Schedule = ();
            type RoundKeys = [Broadcast<$word>; $rounds + 1];

            #[inline(always)]
            fn expand<I: Isa, S: Slot<$lanes>>(isa: I, (): (), key: &[$lanes], keys: &mut [S]) {
                match key.len() {
                    2 => {
                        if let Some(key) = key.first_chunk::<2>() {
                            Self::expand_words(isa, key, keys)
                        }
                    }
                    3 => {
                        if let Some(key) = key.first_chunk::<3>() {
                            Self::expand_words(isa, key, keys)
                        }
                    }
                    _ => {
                        if let Some(key) = key.first_chunk::<4>() {
                            Self::expand_words(isa, key, keys)
                        }
                    }
                }
            }

            #[inline(always)]
            fn encrypt<I: Isa, S: Interleave, K: RoundKey<Self::Lanes<I, S>>>(
                isa: I,
                keys: &[K],
                (): &(),
                block: &mut [Self::Lanes<I, S>; 2],
            ) {
                let [mut y, mut x] = *block;
                for key in keys {
                    Self::round(&mut x, &mut y, key.lanes(isa));
                }
                *block = [y, x];
            }

            #[inline(always)]
            fn decrypt<I: Isa, S: Interleave, K: RoundKey<Self::Lanes<I, S>>>(
                isa: I,
                keys: &[K],
                (): &(),
                block: &mut [Self::Lanes<I, S>; 2],
            ) {
                let [mut y, mut x] = *block;
                for key in keys.iter().rev() {
                    y = y.xor(x).rotl::<$back_b>();
                    x = x.xor(key.lanes(isa)).sub(y).rotl::<$back_a>();
                }
                *block = [y, x];
            }

            /// The nonce, x, as the first round rotates it.
            type Fixed<I: Isa> = Self::Lanes<I, Interleaved>;

            #[inline(always)]
            fn fix<I: Isa, K: RoundKey<Self::Lanes<I, Interleaved>>>(
                _: I,
                _: &[K],
                (): &(),
                block: &[Self::Lanes<I, Interleaved>; 2],
            ) -> Self::Fixed<I> {
                block[1].rotl::<$a>()
            }

            #[inline(always)]
            fn encrypt_counter<I: Isa, K: RoundKey<Self::Lanes<I, Interleaved>>>(
                isa: I,
                keys: &[K],
                (): &(),
                fixed: &Self::Fixed<I>,
                counter: Self::Lanes<I, Interleaved>,
            ) -> [Self::Lanes<I, Interleaved>; 2] {
                let (mut y, mut x) = (counter, *fixed);
                let Some((first, keys)) = keys.split_first() else { return [y, x] };
                x = x.add(y).xor(first.lanes(isa));
                y = y.rotl::<$b>().xor(x);
                let mut block = [y, x];
                Self::encrypt::<I, Interleaved, _>(isa, keys, &(), &mut block);
                block
            }
        }
    };
}

speck!(Speck16: u16, I::U16, 9, 2, 7, 14, 2, 22);
speck!(Speck24: u32, Narrow<I::U32, 24>, 16, 3, 8, 21, 3, 23);
speck!(Speck32: u32, I::U32, 24, 3, 8, 29, 4, 27);
speck!(Speck48: u64, Narrow<I::U64, 48>, 40, 3, 8, 45, 6, 29);
speck!(Speck64: u64, I::U64, 56, 3, 8, 61, 8, 34);

macro_rules! ciphers {
    ($($name:ident: $lane:ident, $block:literal, $key:literal, $rounds:literal;)*) => {$(
        block_cipher! {
            #[doc = concat!("SPECK with blocks of ", $block, " bytes, keys of ", $key, " bytes, and ", $rounds, " rounds.")]
            $name: $lane of 2 words, $block byte blocks, $key byte keys, $rounds, ()
        }
    )*};
}
ciphers! {
    Speck32_64: Speck16, 4, 8, 22;
    Speck48_72: Speck24, 6, 9, 22;
    Speck48_96: Speck24, 6, 12, 23;
    Speck64_96: Speck32, 8, 12, 26;
    Speck64_128: Speck32, 8, 16, 27;
    Speck96_96: Speck48, 12, 12, 28;
    Speck96_144: Speck48, 12, 18, 29;
    Speck128_128: Speck64, 16, 16, 32;
    Speck128_192: Speck64, 16, 24, 33;
    Speck128_256: Speck64, 16, 32, 34;
}
