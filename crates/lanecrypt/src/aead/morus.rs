//! MORUS v2 (CAESAR finalist, Wu and Huang, 2016): a state of five registers of four words, and, or
//! and rotations only.

use core::marker::PhantomData;

use super::stateful::{State, StatefulAead, serial};
use crate::lanes::{Isa, Messages, Quads, WordOps, unroll};

serial! {
    /// MORUS-640-128, **for comparison and not for use**.
    ///
    /// Its larger sibling has a keystream with a known linear bias, found after the competition
    /// (Ashur et al., ASIACRYPT 2018). Other libraries have dropped the whole family since.
    ///
    /// Keys, nonces and tags have 16 bytes. A block has 16 bytes, words have 32 bits. A
    /// message and its associated data have at most 2^61 - 1 bytes each. Constant time in keys and
    /// data; lengths show, and so does whether a tag was right.
    ///
    /// Source: H. Wu and T. Huang, The Authenticated Cipher MORUS (v2), CAESAR, 2016.
    Morus640: Stateful640, key 16, nonce 16, tags [16]
}

serial! {
    /// MORUS-1280-128, **for comparison and not for use**.
    ///
    /// Its keystream has a known linear bias, independent of key and nonce (Ashur et al., ASIACRYPT
    /// 2018).
    ///
    /// Keys, nonces and tags have 16 bytes. A block has 32 bytes, words have 64 bits. A
    /// message and its associated data have at most 2^61 - 1 bytes each. Constant time in keys and
    /// data; lengths show, and so does whether a tag was right.
    ///
    /// Source: H. Wu and T. Huang, The Authenticated Cipher MORUS (v2), CAESAR, 2016.
    Morus1280: Stateful1280<16>, key 16, nonce 16, tags [16]
}

serial! {
    /// MORUS-1280-256, **for comparison and not for use**.
    ///
    /// Its keystream has a known linear bias, independent of key and nonce (Ashur et al., ASIACRYPT
    /// 2018).
    ///
    /// Keys have 32 bytes, nonces and tags 16. A block has 32 bytes, words have 64 bits. A
    /// message and its associated data have at most 2^61 - 1 bytes each. Constant time in keys and
    /// data; lengths show, and so does whether a tag was right.
    ///
    /// Source: H. Wu and T. Huang, The Authenticated Cipher MORUS (v2), CAESAR, 2016.
    Morus1280Key256: Stateful1280<32>, key 32, nonce 16, tags [16]
}

/// MORUS-640 in the frame.
pub(crate) struct Stateful640;

impl StatefulAead for Stateful640 {
    const RATE: usize = 16;
    const STATE: usize = 5 * 16;
    const SIDE_BY_SIDE: usize = 8;
    type Ops = WordOps;
    type OneOps = WordOps;
    type One<I: Isa> = MorusState<I::Quad32, Self>;
    type Many<I: Isa> = MorusState<I::ManyQuads32, Self>;
    type Even<I: Isa> = Self::Many<I>;
}

/// MORUS-1280 with keys of `KEY` bytes.
pub(crate) struct Stateful1280<const KEY: usize>;

impl<const KEY: usize> StatefulAead for Stateful1280<KEY> {
    const RATE: usize = 32;
    const STATE: usize = 5 * 32;
    const SIDE_BY_SIDE: usize = 8;
    type Ops = WordOps;
    type OneOps = WordOps;
    type One<I: Isa> = MorusState<I::Quad64, Self>;
    type Many<I: Isa> = MorusState<I::ManyQuads64, Self>;
    type Even<I: Isa> = Self::Many<I>;
}

/// What tells the ciphers of the family apart (sections 2.2 and 2.3 of the description).
pub(crate) trait MorusForm: 'static {
    /// Whether words have 64 bits, else 32.
    const LONG: bool;
    /// Whether keys fill a register; if not, they fill half of one of words of 64 bits.
    const FULL_KEY: bool;
    /// The five steps of an update, with a block of message where there is one.
    fn update<Q: Quads, const MESSAGE: bool>(s: [Q; 5], block: Q) -> [Q; 5];
}

/// The constants of the beginning: the Fibonacci numbers modulo 256.
const FIBONACCI: [u8; 32] = [
    0x00, 0x01, 0x01, 0x02, 0x03, 0x05, 0x08, 0x0d, 0x15, 0x22, 0x37, 0x59, 0x90, 0xe9, 0x79, 0x62,
    0xdb, 0x3d, 0x18, 0x55, 0x6d, 0xc2, 0x2f, 0xf1, 0x20, 0x11, 0x31, 0x42, 0x73, 0xb5, 0x28, 0xdd,
];

/// `a ^ block ^ b`, or without the block.
#[inline(always)]
fn mix<Q: Quads, const MESSAGE: bool>(a: Q, block: Q, b: Q) -> Q {
    if MESSAGE { a.xor3(block, b) } else { a.xor(b) }
}

/// The update with the rotations of words, in bits. Those of registers are the same in both
/// families: 1, 2, 3, 2 and 1 words. Each step rotates the words of one register and another whole
/// one; of what a step needs, what is ready last comes last.
#[inline(always)]
fn update<
    Q: Quads,
    const MESSAGE: bool,
    const B0: u32,
    const B1: u32,
    const B2: u32,
    const B3: u32,
    const B4: u32,
>(
    [s0, s1, s2, s3, s4]: [Q; 5],
    block: Q,
) -> [Q; 5] {
    let s0 = s0.xor_and(s1, s2).xor(s3).rotl::<B0>();
    let s3 = s3.rotate::<1>();
    let s1 = mix::<Q, MESSAGE>(s1, block, s4).xor_and(s2, s3).rotl::<B1>();
    let s4 = s4.rotate::<2>();
    let s2 = mix::<Q, MESSAGE>(s2, block, s0).xor_and(s3, s4).rotl::<B2>();
    let s0 = s0.rotate::<3>();
    let s3 = mix::<Q, MESSAGE>(s3, block, s1).xor_and(s4, s0).rotl::<B3>();
    let s1 = s1.rotate::<2>();
    let s4 = mix::<Q, MESSAGE>(s4, block, s2).xor_and(s0, s1).rotl::<B4>();
    let s2 = s2.rotate::<1>();
    [s0, s1, s2, s3, s4]
}

impl MorusForm for Stateful640 {
    const LONG: bool = false;
    const FULL_KEY: bool = true;
    #[inline(always)]
    fn update<Q: Quads, const MESSAGE: bool>(s: [Q; 5], block: Q) -> [Q; 5] {
        update::<Q, MESSAGE, 5, 31, 7, 22, 13>(s, block)
    }
}

impl<const KEY: usize> MorusForm for Stateful1280<KEY> {
    const LONG: bool = true;
    const FULL_KEY: bool = KEY == 32;
    #[inline(always)]
    fn update<Q: Quads, const MESSAGE: bool>(s: [Q; 5], block: Q) -> [Q; 5] {
        update::<Q, MESSAGE, 13, 46, 38, 7, 4>(s, block)
    }
}

/// Five registers of each message.
pub(crate) struct MorusState<Q, F>([Q; 5], PhantomData<F>);

impl<Q: Copy, F> Clone for MorusState<Q, F> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}
impl<Q: Copy, F> Copy for MorusState<Q, F> {}

impl<Q: Quads, F: MorusForm> State for MorusState<Q, F> {
    type Isa = Q::Isa;
    type Block = Q;
    const MESSAGES: usize = Q::PARTS;

    #[inline(always)]
    fn start<P: Messages>(isa: Q::Isa, keys: &P, nonces: &P) -> Self {
        let (c0, c1) = FIBONACCI.split_at(16);
        let [s3, s4] = match F::LONG {
            true => [Q::same(isa, &[]), Q::same(isa, &FIBONACCI)],
            false => [Q::same(isa, c0), Q::same(isa, c1)],
        };
        let mut key = Q::gather(isa, keys, 0, 0);
        if !F::FULL_KEY {
            // Its other half is zero: a row is longer than such a key.
            key = key.xor(key.rotate::<2>());
        }
        let nonce = Q::gather(isa, nonces, 0, 0);
        let mut s = [nonce, key, Q::same(isa, &[0xff; 32]), s3, s4];
        for _ in 0..16 {
            s = F::update::<Q, false>(s, key);
        }
        s[1] = s[1].xor(key);
        Self(s, PhantomData)
    }
    #[inline(always)]
    fn keystream(&self) -> Q {
        let [s0, s1, s2, s3, _] = self.0;
        s0.xor_and(s2, s3).xor(s1.rotate::<3>())
    }
    #[inline(always)]
    fn update(&mut self, block: Q) {
        self.0 = F::update::<Q, true>(self.0, block);
    }
    #[inline(always)]
    fn finish<P: Messages>(&mut self, isa: Q::Isa, lengths: &P) {
        let lengths = Q::gather(isa, lengths, 0, 0);
        self.0[4] = self.0[4].xor(self.0[0]);
        for _ in 0..10 {
            self.0 = F::update::<Q, true>(self.0, lengths);
        }
    }
    #[inline(always)]
    fn tags<P: Messages>(&self, _: usize, tags: &mut P) {
        self.keystream().scatter(tags, 0, 0);
    }

    #[inline(always)]
    fn load<P: Messages>(isa: Q::Isa, images: &P) -> Self {
        let mut s = [Q::gather(isa, images, 0, 0); 5];
        unroll!(5, |i| s[i] = Q::gather(isa, images, 0, i * Q::PART_BYTES));
        Self(s, PhantomData)
    }
    #[inline(always)]
    fn save<P: Messages>(&self, images: &mut P) {
        unroll!(5, |i| self.0[i].scatter(images, 0, i * Q::PART_BYTES));
    }

    #[inline(always)]
    fn read<P: Messages>(isa: Q::Isa, blocks: &P) -> Q {
        Q::gather(isa, blocks, 0, 0)
    }
    #[inline(always)]
    fn write<P: Messages>(block: Q, blocks: &mut P) {
        block.scatter(blocks, 0, 0);
    }
    #[inline(always)]
    fn xor(a: Q, b: Q) -> Q {
        a.xor(b)
    }
    #[inline(always)]
    fn xor_and(a: Q, b: Q, c: Q) -> Q {
        a.xor_and(b, c)
    }
}
