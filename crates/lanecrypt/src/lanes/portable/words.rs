//! Plain words as registers of one lane.

use super::Portable;
use crate::lanes::{FullWidth, Lanes, Vector, WordOps};

macro_rules! words {
    ($($word:ident)*) => {$(
        impl Vector for $word {
            type Isa = Portable;
            const BYTES: usize = size_of::<$word>();

            #[inline(always)]
            fn zero(_: Portable) -> Self {
                0
            }
            #[inline(always)]
            fn load(_: Portable, bytes: &[u8]) -> Self {
                let mut word = [0; size_of::<$word>()];
                word.copy_from_slice(&bytes[..size_of::<$word>()]);
                $word::from_le_bytes(word)
            }
            #[inline(always)]
            fn store(self, bytes: &mut [u8]) {
                bytes[..size_of::<$word>()].copy_from_slice(&self.to_le_bytes());
            }
            #[inline(always)]
            fn xor(self, other: Self) -> Self {
                self ^ other
            }
            #[inline(always)]
            fn and(self, other: Self) -> Self {
                self & other
            }
        }

        impl Lanes for $word {
            type Word = $word;
            type Class = FullWidth<WordOps>;
            const LANES: usize = 1;

            #[inline(always)]
            fn splat(_: Portable, word: $word) -> Self {
                word
            }
            #[inline(always)]
            fn load_words(_: Portable, words: &[$word]) -> Self {
                words[0]
            }
            #[inline(always)]
            fn store_words(self, words: &mut [$word]) {
                words[0] = self;
            }
            #[inline(always)]
            fn add(self, other: Self) -> Self {
                self.wrapping_add(other)
            }
            #[inline(always)]
            fn sub(self, other: Self) -> Self {
                self.wrapping_sub(other)
            }
            #[inline(always)]
            fn shl(self, count: u32) -> Self {
                self << count
            }
            #[inline(always)]
            fn shr(self, count: u32) -> Self {
                self >> count
            }
            #[inline(always)]
            fn upper(self, bits: u32) -> Self {
                self & $word::MAX << ($word::BITS - bits)
            }
            #[inline(always)]
            fn rotl<const K: u32>(self) -> Self {
                self.rotate_left(K)
            }
            #[inline(always)]
            fn swap_bytes(self) -> Self {
                $word::swap_bytes(self)
            }
            #[inline(always)]
            fn zip(self, other: Self, _: usize) -> (Self, Self) {
                (self, other)
            }
            #[inline(always)]
            fn unzip(self, other: Self, _: usize) -> (Self, Self) {
                (self, other)
            }
            #[inline(always)]
            fn block_indices<const N: usize>(_: Portable) -> Self {
                0
            }
        }
    )*};
}
words!(u16 u32 u64);
