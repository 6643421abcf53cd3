//! A number of 128 bits as a register: words of it are added and shifted all at once, with the carries
//! between them stopped.

use super::Portable;
use crate::lanes::{Vector, Word, Words};

/// The lowest bit of every word.
const fn ones<W: Word>() -> u128 {
    u128::MAX / (u128::MAX >> (128 - W::BITS))
}

/// The same bits in every word.
#[inline(always)]
fn repeated<W: Word>(bits: u64) -> u128 {
    const { ones::<W>() }.wrapping_mul(bits.into())
}

/// All bits of a word.
#[inline(always)]
fn all<W: Word>() -> u64 {
    u64::MAX >> (64 - W::BITS)
}

/// Sums within fields whose top bits are these.
#[inline(always)]
fn add_fields(a: u128, b: u128, tops: u128) -> u128 {
    (a & !tops).wrapping_add(b & !tops) ^ (a ^ b) & tops
}

/// A number of so many words, from the lowest on.
#[inline(always)]
fn from_each<W: Word>(word: impl Fn(u32) -> u64) -> u128 {
    let mut out = 0;
    for i in 0..128 / W::BITS {
        out |= u128::from(word(i) & all::<W>()) << (i * W::BITS);
    }
    out
}

/// A word of a number.
#[inline(always)]
fn word<W: Word>(number: u128, i: u32) -> u64 {
    (number >> (i * W::BITS)) as u64 & all::<W>()
}

impl Vector for u128 {
    type Isa = Portable;
    const BYTES: usize = 16;

    #[inline(always)]
    fn zero(_: Portable) -> Self {
        0
    }
    #[inline(always)]
    fn load(_: Portable, bytes: &[u8]) -> Self {
        let mut block = [0; 16];
        block.copy_from_slice(&bytes[..16]);
        u128::from_le_bytes(block)
    }
    #[inline(always)]
    fn store(self, bytes: &mut [u8]) {
        bytes[..16].copy_from_slice(&self.to_le_bytes());
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

impl Words for u128 {
    #[inline(always)]
    fn splat_word<W: Word>(_: Portable, word: W) -> Self {
        repeated::<W>(word.number())
    }
    #[inline(always)]
    fn add<W: Word>(self, other: Self) -> Self {
        match W::BITS {
            16 => add_fields(self, other, const { ones::<W>() << (W::BITS - 1) }),
            _ => from_each::<W>(|i| word::<W>(self, i).wrapping_add(word::<W>(other, i))),
        }
    }
    #[inline(always)]
    fn sub<W: Word>(self, other: Self) -> Self {
        let tops = const { ones::<W>() << (W::BITS - 1) };
        (self | tops).wrapping_sub(other & !tops) ^ (self ^ !other) & tops
    }
    #[inline(always)]
    fn mul<W: Word>(self, other: Self) -> Self {
        from_each::<W>(|i| word::<W>(self, i).wrapping_mul(word::<W>(other, i)))
    }
    #[inline(always)]
    fn mul_wide(self, other: Self) -> Self {
        from_each::<u64>(|i| word::<u32>(self, 2 * i) * word::<u32>(other, 2 * i))
    }
    #[inline(always)]
    fn shl<W: Word>(self, count: u32) -> Self {
        self << count & repeated::<W>(all::<W>() << count & all::<W>())
    }
    #[inline(always)]
    fn shr<W: Word>(self, count: u32) -> Self {
        self >> count & repeated::<W>(all::<W>() >> count)
    }
    #[inline(always)]
    fn sra<W: Word>(self, count: u32) -> Self {
        let signs = (self >> (W::BITS - 1) & const { ones::<W>() }).wrapping_mul(all::<W>().into());
        self.shr::<W>(count) | signs & !repeated::<W>(all::<W>() >> count)
    }
    #[inline(always)]
    fn rotl<W: Word, const K: u32>(self) -> Self {
        self.shl::<W>(K) | self.shr::<W>(W::BITS - K)
    }
    #[inline(always)]
    fn swap_word_bytes<W: Word>(self) -> Self {
        from_each::<W>(|i| word::<W>(self, i).swap_bytes() >> (64 - W::BITS))
    }
    #[inline(always)]
    fn upper<W: Word>(self, bits: u32) -> Self {
        self & repeated::<W>(all::<W>() << (W::BITS - bits) & all::<W>())
    }
    #[inline(always)]
    fn add_bytes(self, other: Self) -> Self {
        add_fields(self, other, const { (u128::MAX / 0xff) << 7 })
    }
    #[inline(always)]
    fn zip(self, other: Self, bits: usize) -> (Self, Self) {
        match bits {
            16 => zip::<u16>(self, other),
            32 => zip::<u32>(self, other),
            64 => zip::<u64>(self, other),
            _ => (self, other),
        }
    }
    #[inline(always)]
    fn unzip(self, other: Self, bits: usize) -> (Self, Self) {
        match bits {
            16 => unzip::<u16>(self, other),
            32 => unzip::<u32>(self, other),
            64 => unzip::<u64>(self, other),
            _ => (self, other),
        }
    }
}

/// Words of both in turns.
#[inline(always)]
fn zip<W: Word>(a: u128, b: u128) -> (u128, u128) {
    let half = 64 / W::BITS;
    let of =
        |first: u32| from_each::<W>(|i| word::<W>(if i % 2 == 0 { a } else { b }, first + i / 2));
    (of(0), of(half))
}

/// Words with even numbers, then those with odd ones.
#[inline(always)]
fn unzip<W: Word>(a: u128, b: u128) -> (u128, u128) {
    let half = 64 / W::BITS;
    let of = |odd: u32| {
        from_each::<W>(|i| word::<W>(if i < half { a } else { b }, 2 * (i % half) + odd))
    };
    (of(0), of(1))
}
