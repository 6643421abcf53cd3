//! What tells the three ciphers of the family apart: how a state begins, what it gives.

use crate::lanes::AesBlocks;

/// The constants of the beginning: the Fibonacci numbers modulo 256.
const C0: u128 = u128::from_le_bytes([
    0x00, 0x01, 0x01, 0x02, 0x03, 0x05, 0x08, 0x0d, 0x15, 0x22, 0x37, 0x59, 0x90, 0xe9, 0x79, 0x62,
]);
const C1: u128 = u128::from_le_bytes([
    0xdb, 0x3d, 0x18, 0x55, 0x6d, 0xc2, 0x2f, 0xf1, 0x20, 0x11, 0x31, 0x42, 0x73, 0xb5, 0x28, 0xdd,
]);

/// A cipher whose states are `N` registers and which takes in `M` at a time.
pub(crate) trait AegisRules<const N: usize, const M: usize>: Copy + 'static {
    /// The register that the lengths are added to.
    const LENGTHS: usize;
    /// How many registers, from the first on, make up a short tag.
    const TAG: usize = N;
    /// How many updates the beginning has, and after how many it takes in the same again.
    const UPDATES: usize;
    /// See [`AegisRules::UPDATES`].
    const FEEDS: usize;

    /// The first state, from a key and a nonce; the second registers are zero if these are short.
    fn state<B: AesBlocks>(isa: B::Isa, key: [B; 2], nonce: [B; 2]) -> [B; N];
    /// What updates of the beginning take in, in turns: the first [`AegisRules::FEEDS`] of these.
    fn feed<B: AesBlocks>(key: [B; 2], nonce: [B; 2]) -> [[B; M]; 4];
    /// The exclusive or of a block and the keystream. What is ready last comes last.
    fn keystream<B: AesBlocks>(s: &[B; N], block: [B; M]) -> [B; M];
}

/// AEGIS-128 (CAESAR, version 1.1).
#[derive(Clone, Copy)]
pub(crate) struct F128;

impl AegisRules<5, 1> for F128 {
    const LENGTHS: usize = 3;
    const UPDATES: usize = 10;
    const FEEDS: usize = 2;

    #[inline(always)]
    fn state<B: AesBlocks>(isa: B::Isa, [key, _]: [B; 2], [nonce, _]: [B; 2]) -> [B; 5] {
        let (c0, c1) = (B::splat(isa, C0), B::splat(isa, C1));
        [key.xor(nonce), c1, c0, key.xor(c0), key.xor(c1)]
    }
    #[inline(always)]
    fn feed<B: AesBlocks>([key, _]: [B; 2], [nonce, _]: [B; 2]) -> [[B; 1]; 4] {
        let both = key.xor(nonce);
        [[key], [both], [key], [both]]
    }
    #[inline(always)]
    fn keystream<B: AesBlocks>(s: &[B; 5], [block]: [B; 1]) -> [B; 1] {
        [block.xor3(s[1], s[4]).xor_and(s[2], s[3])]
    }
}

/// AEGIS-128L (draft-irtf-cfrg-aegis-aead).
#[derive(Clone, Copy)]
pub(crate) struct F128L;

impl AegisRules<8, 2> for F128L {
    const LENGTHS: usize = 2;
    const TAG: usize = 7;
    const UPDATES: usize = 10;
    const FEEDS: usize = 1;

    #[inline(always)]
    fn state<B: AesBlocks>(isa: B::Isa, [key, _]: [B; 2], [nonce, _]: [B; 2]) -> [B; 8] {
        let (c0, c1) = (B::splat(isa, C0), B::splat(isa, C1));
        let (both, key0, key1) = (key.xor(nonce), key.xor(c0), key.xor(c1));
        [both, c1, c0, c1, both, key0, key1, key0]
    }
    #[inline(always)]
    fn feed<B: AesBlocks>([key, _]: [B; 2], [nonce, _]: [B; 2]) -> [[B; 2]; 4] {
        [[nonce, key]; 4]
    }
    #[inline(always)]
    fn keystream<B: AesBlocks>(s: &[B; 8], [first, second]: [B; 2]) -> [B; 2] {
        [first.xor3(s[6], s[1]).xor_and(s[2], s[3]), second.xor3(s[2], s[5]).xor_and(s[6], s[7])]
    }
}

/// AEGIS-256 (draft-irtf-cfrg-aegis-aead).
#[derive(Clone, Copy)]
pub(crate) struct F256;

impl AegisRules<6, 1> for F256 {
    const LENGTHS: usize = 3;
    const UPDATES: usize = 16;
    const FEEDS: usize = 4;

    #[inline(always)]
    fn state<B: AesBlocks>(isa: B::Isa, [k0, k1]: [B; 2], [n0, n1]: [B; 2]) -> [B; 6] {
        let (c0, c1) = (B::splat(isa, C0), B::splat(isa, C1));
        [k0.xor(n0), k1.xor(n1), c1, c0, k0.xor(c0), k1.xor(c1)]
    }
    #[inline(always)]
    fn feed<B: AesBlocks>([k0, k1]: [B; 2], [n0, n1]: [B; 2]) -> [[B; 1]; 4] {
        [[k0], [k1], [k0.xor(n0)], [k1.xor(n1)]]
    }
    #[inline(always)]
    fn keystream<B: AesBlocks>(s: &[B; 6], [block]: [B; 1]) -> [B; 1] {
        [s[1].xor3(s[4], s[5]).xor_and(s[2], s[3]).xor(block)]
    }
}
