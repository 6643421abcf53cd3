//! Registers of blocks with the rounds of AES: every operation on every backend against its
//! definition on one block as a number. The rounds themselves are compared with those on plain
//! words, which have tests of their own.

use super::inputs::{Random, block_bytes, some_blocks};
use crate::Backend;
use crate::lanes::{
    AesBlocks, AesOps, AnyWidth, Blocks, Constant, Isa, Kernel, blocks_of_register, constant,
    dispatch,
};

/// What an operation of three blocks gives, by name; each is one text over any register.
struct Operations<'a> {
    a: &'a [u8],
    b: &'a [u8],
    c: &'a [u8],
}

type Results = Vec<(&'static str, Vec<u8>)>;

impl Operations<'_> {
    #[inline(always)]
    fn each<B: AesBlocks>(&self, isa: B::Isa, f: impl Fn(B, B, B) -> B) -> Vec<u8> {
        let mut out = vec![0; self.a.len()];
        let size = 16 * B::BLOCKS;
        for (i, out) in out.chunks_exact_mut(size).enumerate() {
            let load = |bytes: &[u8]| B::load(isa, &bytes[i * size..(i + 1) * size]);
            f(load(self.a), load(self.b), load(self.c)).store(out);
        }
        out
    }

    #[inline(always)]
    fn results<B: AesBlocks>(&self, isa: B::Isa) -> Results {
        let each_round = |a: B, b: B, c: B| {
            let mut blocks = [a, b, c];
            B::aes_enc_each(&mut blocks, &[b, c, a]);
            blocks[0].xor3(blocks[1], blocks[2])
        };
        vec![
            ("and", self.each::<B>(isa, |a, b, _| a.and(b))),
            ("xor_and", self.each::<B>(isa, |a, b, c| a.xor_and(b, c))),
            ("swap_bytes", self.each::<B>(isa, |a, _, _| a.swap_bytes())),
            ("add_bytes", self.each::<B>(isa, |a, b, _| a.add_bytes(b))),
            ("add of words", self.each::<B>(isa, |a, b, _| a.add::<u32>(b))),
            ("add of halves", self.each::<B>(isa, |a, b, _| a.add::<u64>(b))),
            ("last_word", self.each::<B>(isa, |a, _, _| a.last_word::<false>())),
            ("last_word rotated", self.each::<B>(isa, |a, _, _| a.last_word::<true>())),
            ("prefix_xor", self.each::<B>(isa, |a, _, _| a.prefix_xor())),
            ("unpack_lo", self.each::<B>(isa, |a, b, _| a.unpack_lo(b))),
            ("align", self.each::<B>(isa, |a, b, _| a.align::<8>(b))),
            ("aes", self.each::<B>(isa, |a, b, _| a.aes_enc(b))),
            ("aes_enc_last", self.each::<B>(isa, |a, b, _| a.aes_enc_last(b))),
            ("aes_dec", self.each::<B>(isa, |a, b, _| a.aes_dec(b))),
            ("aes_dec_last", self.each::<B>(isa, |a, b, _| a.aes_dec_last(b))),
            ("inv_mix_columns", self.each::<B>(isa, |a, _, _| a.inv_mix_columns())),
            ("aes_enc_each", self.each::<B>(isa, each_round)),
        ]
    }
}

impl Kernel for Operations<'_> {
    type Output = [Results; 4];
    type Class = AnyWidth<AesOps>;
    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> [Results; 4] {
        [
            self.results::<I::One>(isa),
            self.results::<I::Two>(isa),
            self.results::<I::Four>(isa),
            self.results::<I::Aes>(isa),
        ]
    }
}

/// The words of a block.
fn words(block: u128) -> [u32; 4] {
    [0, 32, 64, 96].map(|shift| (block >> shift) as u32)
}

fn of_words(words: [u32; 4]) -> u128 {
    words.iter().rev().fold(0, |block, &word| block << 32 | u128::from(word))
}

fn expected(name: &str, a: u128, b: u128, c: u128) -> u128 {
    let (bytes, others) = (a.to_le_bytes(), b.to_le_bytes());
    let one = |f: fn(u128, u128) -> u128| f(a, b);
    match name {
        "and" => a & b,
        "xor_and" => a ^ b & c,
        "swap_bytes" => a.swap_bytes(),
        "add_bytes" => {
            u128::from_le_bytes(core::array::from_fn(|i| bytes[i].wrapping_add(others[i])))
        }
        "add of words" => of_words(core::array::from_fn(|i| words(a)[i].wrapping_add(words(b)[i]))),
        "add of halves" => {
            let half = |shift: u32| ((a >> shift) as u64).wrapping_add((b >> shift) as u64);
            u128::from(half(64)) << 64 | u128::from(half(0))
        }
        "last_word" => of_words([words(a)[3]; 4]),
        "last_word rotated" => {
            of_words([u32::from_le_bytes([bytes[13], bytes[14], bytes[15], bytes[12]]); 4])
        }
        "prefix_xor" => of_words(core::array::from_fn(|i| {
            words(a)[..=i].iter().fold(0, |sum, word| sum ^ word)
        })),
        "unpack_lo" => a & u128::from(u64::MAX) | b << 64,
        "align" => a >> 64 | b << 64,
        "aes" => one(AesBlocks::aes_enc),
        "aes_enc_last" => one(AesBlocks::aes_enc_last),
        "aes_dec" => one(AesBlocks::aes_dec),
        "aes_dec_last" => one(AesBlocks::aes_dec_last),
        "inv_mix_columns" => a.inv_mix_columns(),
        "aes_enc_each" => a.aes_enc(b) ^ b.aes_enc(c) ^ c.aes_enc(a),
        _ => panic!("no definition of {name}"),
    }
}

#[test]
fn operations_follow_their_definitions() {
    let list = some_blocks(&mut Random::new());
    let turned = |by: usize| [&list[by..], &list[..by]].concat();
    let (b, c) = (turned(3), turned(11));
    let (a_bytes, b_bytes, c_bytes) = (block_bytes(&list), block_bytes(&b), block_bytes(&c));
    for backend in Backend::available() {
        let all = dispatch(backend, Operations { a: &a_bytes, b: &b_bytes, c: &c_bytes });
        for (width, results) in ["one", "two", "four", "the longest"].iter().zip(all) {
            for (name, bytes) in results {
                assert_eq!(bytes.len(), a_bytes.len());
                for (i, bytes) in bytes.chunks_exact(16).enumerate() {
                    let expected = expected(name, list[i], b[i], c[i]).to_le_bytes();
                    assert_eq!(bytes, expected, "{backend}, {width}, {name}, block {i}");
                }
            }
        }
    }
}

/// Loads and stores of parts, copies of one block, sums.
struct Parts<'a> {
    from: &'a [u8],
    to: &'a mut [u8],
    bytes: usize,
}

impl Parts<'_> {
    #[inline(always)]
    fn check<B: AesBlocks>(&mut self, isa: B::Isa) {
        let size = 16 * B::BLOCKS;
        if self.bytes >= size {
            return;
        }
        let mut whole = [0xee; 64];
        let part = B::load_part(isa, &self.from[1..=self.bytes]);
        part.store(&mut whole);
        assert_eq!(whole[..self.bytes], self.from[1..=self.bytes]);
        assert!(whole[self.bytes..size].iter().all(|byte| *byte == 0), "zeros beyond the end");

        self.to.fill(0xa5);
        B::load(isa, self.from).store_part(&mut self.to[3..3 + self.bytes]);
        for (i, byte) in self.to.iter().enumerate() {
            let inside = (3..3 + self.bytes).contains(&i);
            assert_eq!(*byte, if inside { self.from[i - 3] } else { 0xa5 }, "byte {i}");
        }

        let first = u128::from_le_bytes(self.from[..16].try_into().unwrap());
        let copies = B::splat(isa, first);
        copies.store(&mut whole);
        assert!(whole[..size].chunks(16).all(|block| block == &self.from[..16]));
        let mut one = <B::Isa as Isa>::One::splat(isa, first);
        B::of_one(one).store(&mut whole);
        assert_eq!(whole[..16], self.from[..16]);
        assert!(whole[16..size].iter().all(|byte| *byte == 0));
        one = B::load(isa, self.from).xor_all();
        assert_eq!(one.xor_all_block(), B::load(isa, self.from).xor_all_block());
        one = B::load(isa, self.from).first();
        assert_eq!(one.xor_all_block(), first);
        let mut registers = [B::load(isa, self.from); 4];
        for (i, register) in registers.iter_mut().enumerate() {
            *register = register.xor(B::splat(isa, i as u128)).xor(B::of_one(one));
            *register = register.xor(B::of_one(<B::Isa as Isa>::One::splat(isa, 17 << i)));
        }
        let each = B::xor_each(isa, registers);
        for (i, register) in registers.iter().enumerate().take(B::BLOCKS) {
            assert_eq!(each.block(i), register.xor_all_block(), "register {i}");
        }
    }
}

impl Kernel for Parts<'_> {
    type Output = ();
    type Class = AnyWidth<AesOps>;
    #[inline(always)]
    fn run<I: Isa>(mut self, isa: I) {
        self.check::<I::One>(isa);
        self.check::<I::Two>(isa);
        self.check::<I::Four>(isa);
        self.check::<I::Aes>(isa);
    }
}

#[test]
fn parts_are_read_and_written_to_the_byte() {
    let from = Random::new().bytes(80);
    for backend in Backend::available() {
        for bytes in 0..64 {
            dispatch(backend, Parts { from: &from, to: &mut [0; 80], bytes });
        }
    }
}

struct BlocksOfRegister;

impl Constant for BlocksOfRegister {
    type Output = usize;
    type Ops = AesOps;

    fn of<I: Isa>() -> usize {
        I::Aes::BLOCKS
    }
}

#[test]
fn the_blocks_of_a_register_are_known_outside_of_kernels() {
    for backend in Backend::available() {
        assert_eq!(blocks_of_register(backend), constant::<BlocksOfRegister>(backend), "{backend}");
    }
}
