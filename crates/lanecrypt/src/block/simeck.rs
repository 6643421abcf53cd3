//! SIMECK: Yang, Zhu, Suder, Aagaard, Gong, "The Simeck Family of Lightweight Block Ciphers"
//! (CHES 2015).
//!
//! The paper defines no byte order. Here a block is the words l, r and a key t2, t1, t0, k0, as the
//! paper prints them, each big-endian; Crypto++ does the same.

use super::cipher::{Broadcast, Interleave, Interleaved, LaneCipher, RoundKey, Slot};
use super::key::block_cipher;
use crate::lanes::{Isa, Lanes, Narrow, Vector as _};

/// `old ^ (x & x <<< 5) ^ x <<< 1 ^ key`.
#[inline(always)]
fn round<W: Lanes>(old: W, x: W, key: W) -> W {
    old.xor_and(x, x.rotl::<5>()).xor3(x.rotl::<1>(), key)
}

/// The rounds and key schedule of a word length.
macro_rules! simeck {
    ($name:ident: $word:ident, $lanes:ty, $bytes:literal, $rounds:literal) => {
        /// The rounds on words of this many bits.
        pub(crate) struct $name;

        impl LaneCipher<2> for $name {
            type Word = $word;
            const WORD_BYTES: usize = $bytes;
            const BIG_ENDIAN: bool = true;
            const COUNTER: usize = 1;
            type Lanes<I: Isa, S: Interleave> = S::Registers<I, $lanes, 6, 4>;
            type KeyLanes<I: Isa> = $lanes;
            type Parameters = ();
            /// The sequence z, its first bit the lowest.
            type Schedule = u64;
            type RoundKeys = [Broadcast<$word>; $rounds + 1];

            #[inline(always)]
            fn expand<I: Isa, S: Slot<$lanes>>(isa: I, z: u64, key: &[$lanes], keys: &mut [S]) {
                let &[mut t2, mut t1, mut t0, mut k] = key else { return };
                let (even, odd) = (
                    <$lanes>::splat(isa, <$lanes>::word(u64::MAX - 3)),
                    <$lanes>::splat(isa, <$lanes>::word(u64::MAX - 2)),
                );
                for (i, slot) in keys.iter_mut().enumerate() {
                    slot.put(k);
                    // The bits of z that matter are fewer than the rounds.
                    let constant = if z >> i.min(63) & 1 == 1 { odd } else { even };
                    (k, t0, t1, t2) = (t0, t1, t2, round(k, t0, constant));
                }
            }

            #[inline(always)]
            fn encrypt<I: Isa, S: Interleave, K: RoundKey<Self::Lanes<I, S>>>(
                isa: I,
                keys: &[K],
                (): &(),
                block: &mut [Self::Lanes<I, S>; 2],
            ) {
                let [mut l, mut r] = *block;
                for [first, second] in keys.as_chunks::<2>().0 {
                    r = round(r, l, first.lanes(isa));
                    l = round(l, r, second.lanes(isa));
                }
                *block = [l, r];
            }

            #[inline(always)]
            fn decrypt<I: Isa, S: Interleave, K: RoundKey<Self::Lanes<I, S>>>(
                isa: I,
                keys: &[K],
                (): &(),
                block: &mut [Self::Lanes<I, S>; 2],
            ) {
                let [mut l, mut r] = *block;
                for [first, second] in keys.as_chunks::<2>().0.iter().rev() {
                    l = round(l, r, second.lanes(isa));
                    r = round(r, l, first.lanes(isa));
                }
                *block = [l, r];
            }

            /// What the nonce, l, adds to the first new word, and what to the second.
            type Fixed<I: Isa> = [Self::Lanes<I, Interleaved>; 2];

            #[inline(always)]
            fn fix<I: Isa, K: RoundKey<Self::Lanes<I, Interleaved>>>(
                isa: I,
                keys: &[K],
                (): &(),
                &[l, _]: &[Self::Lanes<I, Interleaved>; 2],
            ) -> Self::Fixed<I> {
                let [first, second, ..] = keys else { return [l, l] };
                [round(l.xor(l), l, first.lanes(isa)), l.xor(second.lanes(isa))]
            }

            #[inline(always)]
            fn encrypt_counter<I: Isa, K: RoundKey<Self::Lanes<I, Interleaved>>>(
                isa: I,
                keys: &[K],
                (): &(),
                &[first, second]: &Self::Fixed<I>,
                counter: Self::Lanes<I, Interleaved>,
            ) -> [Self::Lanes<I, Interleaved>; 2] {
                let r = counter.xor(first);
                let l = second.xor_and(r, r.rotl::<5>()).xor(r.rotl::<1>());
                let mut block = [l, r];
                let rest = keys.split_at_checked(2).map_or(keys, |(_, rest)| rest);
                Self::encrypt::<I, Interleaved, _>(isa, rest, &(), &mut block);
                block
            }
        }
    };
}

simeck!(Simeck16: u16, I::U16, 2, 32);
simeck!(Simeck24: u32, Narrow<I::U32, 24>, 3, 36);
simeck!(Simeck32: u32, I::U32, 4, 44);

/// The m-sequences z, from states of all ones: of x^5 + x^2 + 1, and of x^6 + x + 1.
const Z5: u64 = 0x9a42_bb1f;
const Z6: u64 = 0x938_bca3_083f;

macro_rules! ciphers {
    ($($name:ident: $lane:ident, $block:literal, $key:literal, $rounds:literal, $z:expr;)*) => {$(
        block_cipher! {
            #[doc = concat!("SIMECK with blocks of ", $block, " bytes, keys of ", $key, " bytes, and ", $rounds, " rounds.")]
            $name: $lane of 2 words, $block byte blocks, $key byte keys, $rounds, $z
        }
    )*};
}
ciphers! {
    Simeck32_64: Simeck16, 4, 8, 32, Z5;
    Simeck48_96: Simeck24, 6, 12, 36, Z5;
    Simeck64_128: Simeck32, 8, 16, 44, Z6;
}
