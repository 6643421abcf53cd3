//! Registers as words of 16, 32 and 64 bits: every operation that names its word, on every backend and
//! every length of register, against its definition on one word as a number.

use super::AllOps;
use super::inputs::{Random, block_bytes, some_blocks};
use crate::Backend;
use crate::lanes::{AnyWidth, Blocks, Isa, Kernel, Word, Words, dispatch};

/// A multiple of the bytes of every register here.
const BYTES: usize = 64 * 8;

/// What the operations of two registers give, by name.
type Results = Vec<(String, Vec<u8>)>;

struct Operations<'a> {
    a: &'a [u8],
    b: &'a [u8],
}

impl Operations<'_> {
    #[inline(always)]
    fn each<R: Words>(&self, isa: R::Isa, f: impl Fn(R, R) -> R) -> Vec<u8> {
        let mut out = vec![0; self.a.len()];
        for (i, out) in out.chunks_exact_mut(R::BYTES).enumerate() {
            let load = |bytes: &[u8]| R::load(isa, &bytes[i * R::BYTES..(i + 1) * R::BYTES]);
            f(load(self.a), load(self.b)).store(out);
        }
        out
    }

    #[inline(always)]
    fn of_word<R: Blocks, W: Word>(&self, isa: R::Isa, results: &mut Results) {
        let bits = W::BITS;
        let mut put = |name: &str, bytes| results.push((format!("{name} of {bits}"), bytes));
        let splat = |_, _| R::splat_word(isa, W::truncate(0x8123_4567_89ab_cdef));
        put("splat_word", self.each::<R>(isa, splat));
        put("add", self.each::<R>(isa, |a, b| a.add::<W>(b)));
        put("sub", self.each::<R>(isa, |a, b| a.sub::<W>(b)));
        put("mul", self.each::<R>(isa, |a, b| a.mul::<W>(b)));
        put("shl 1", self.each::<R>(isa, |a, _| a.shl::<W>(1)));
        put("shl 7", self.each::<R>(isa, |a, _| a.shl::<W>(7)));
        put("shr 1", self.each::<R>(isa, |a, _| a.shr::<W>(1)));
        put("shr 7", self.each::<R>(isa, |a, _| a.shr::<W>(7)));
        put("sra 1", self.each::<R>(isa, |a, _| a.sra::<W>(1)));
        put("sra 7", self.each::<R>(isa, |a, _| a.sra::<W>(7)));
        put("sign_mask", self.each::<R>(isa, |a, _| a.sign_mask::<W>()));
        put("rotl 5", self.each::<R>(isa, |a, _| a.rotl::<W, 5>()));
        put("rotl 8", self.each::<R>(isa, |a, _| a.rotl::<W, 8>()));
        put("swap_word_bytes", self.each::<R>(isa, |a, _| a.swap_word_bytes::<W>()));
        put("upper 5", self.each::<R>(isa, |a, _| a.upper::<W>(5)));
        put("zip", self.each::<R>(isa, |a, b| a.zip(b, bits as usize).0));
        put("zip, second", self.each::<R>(isa, |a, b| a.zip(b, bits as usize).1));
        let back = |a: R, b: R| {
            let (first, second) = a.zip(b, bits as usize);
            first.unzip(second, bits as usize)
        };
        put("unzip", self.each::<R>(isa, |a, b| back(a, b).0));
        put("unzip, second", self.each::<R>(isa, |a, b| back(a, b).1));
        put("as words", self.each::<R>(isa, |a, _| a.as_words::<W>().register()));
    }

    #[inline(always)]
    fn of_register<R: Blocks>(&self, isa: R::Isa) -> Results {
        let mut results = Vec::new();
        self.of_word::<R, u16>(isa, &mut results);
        self.of_word::<R, u32>(isa, &mut results);
        self.of_word::<R, u64>(isa, &mut results);
        let mut put = |name: &str, bytes| results.push((format!("{name} of 64"), bytes));
        put("mul_wide", self.each::<R>(isa, |a, b| a.mul_wide(b)));
        put("add_bytes", self.each::<R>(isa, |a, b| a.add_bytes(b)));
        put("transpose_bytes", self.each::<R>(isa, |a, _| a.transpose_bytes()));
        put("zip_bytes", self.each::<R>(isa, |a, b| a.zip_bytes(b).0));
        put("zip_bytes, second", self.each::<R>(isa, |a, b| a.zip_bytes(b).1));
        put("align 1", self.each::<R>(isa, |a, b| a.align::<1>(b)));
        put("align 2", self.each::<R>(isa, |a, b| a.align::<2>(b)));
        put("align 8", self.each::<R>(isa, |a, b| a.align::<8>(b)));
        put("align 12", self.each::<R>(isa, |a, b| a.align::<12>(b)));
        put("align 14", self.each::<R>(isa, |a, b| a.align::<14>(b)));
        results
    }
}

impl Kernel for Operations<'_> {
    type Output = [Results; 5];
    type Class = AnyWidth<AllOps>;
    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> [Results; 5] {
        [
            self.of_register::<I::One>(isa),
            self.of_register::<I::Two>(isa),
            self.of_register::<I::Four>(isa),
            self.of_register::<I::Aes>(isa),
            self.of_register::<I::Blocks>(isa),
        ]
    }
}

/// A block of an operation's result, from the blocks it is made of.
fn expected(name: &str, a: u128, b: u128) -> u128 {
    let (operation, bits) = name.rsplit_once(" of ").unwrap();
    let bits: u32 = bits.parse().unwrap();
    let all = u64::MAX >> (64 - bits);
    let word = |block: u128, i: u32| (block >> (i * bits)) as u64 & all;
    let words = |f: &dyn Fn(u32) -> u64| {
        (0..128 / bits).fold(0, |out, i| out | u128::from(f(i) & all) << (i * bits))
    };
    // A word with its sign, as a number of 64 bits.
    let signed = |i: u32| ((word(a, i) << (64 - bits)) as i64) >> (64 - bits);
    let each = |f: &dyn Fn(u64, u64) -> u64| words(&|i| f(word(a, i), word(b, i)));
    let half = 64 / bits;
    let in_turns = |first: u32| words(&|i| word(if i % 2 == 0 { a } else { b }, first + i / 2));
    let bytes = |f: &dyn Fn(usize) -> u8| u128::from_le_bytes(core::array::from_fn(f));
    let (a_bytes, b_bytes) = (a.to_le_bytes(), b.to_le_bytes());
    let aligned =
        |k: usize| bytes(&|i| if i + k < 16 { a_bytes[i + k] } else { b_bytes[i + k - 16] });
    match operation {
        "splat_word" => each(&|_, _| 0x8123_4567_89ab_cdef),
        "add" => each(&u64::wrapping_add),
        "sub" => each(&u64::wrapping_sub),
        "mul" => each(&u64::wrapping_mul),
        "shl 1" => each(&|a, _| a << 1),
        "shl 7" => each(&|a, _| a << 7),
        "shr 1" => each(&|a, _| a >> 1),
        "shr 7" => each(&|a, _| a >> 7),
        "sra 1" => words(&|i| (signed(i) >> 1) as u64),
        "sra 7" => words(&|i| (signed(i) >> 7) as u64),
        "sign_mask" => words(&|i| if signed(i) < 0 { all } else { 0 }),
        "rotl 5" => each(&|a, _| a << 5 | a >> (bits - 5)),
        "rotl 8" => each(&|a, _| a << 8 | a >> (bits - 8)),
        "swap_word_bytes" => each(&|a, _| a.swap_bytes() >> (64 - bits)),
        "upper 5" => each(&|a, _| a >> (bits - 5) << (bits - 5)),
        "zip" => in_turns(0),
        "zip, second" => in_turns(half),
        "unzip" | "as words" => a,
        "unzip, second" => b,
        "mul_wide" => each(&|a, b| (a & 0xffff_ffff) * (b & 0xffff_ffff)),
        "add_bytes" => bytes(&|i| a_bytes[i].wrapping_add(b_bytes[i])),
        "transpose_bytes" => bytes(&|i| a_bytes[i / 4 + i % 4 * 4]),
        "zip_bytes" => bytes(&|i| if i % 2 == 0 { a_bytes[i / 2] } else { b_bytes[i / 2] }),
        "zip_bytes, second" => {
            bytes(&|i| if i % 2 == 0 { a_bytes[8 + i / 2] } else { b_bytes[8 + i / 2] })
        }
        "align 1" => aligned(1),
        "align 2" => aligned(2),
        "align 8" => aligned(8),
        "align 12" => aligned(12),
        "align 14" => aligned(14),
        _ => panic!("{name}"),
    }
}

#[test]
fn words_follow_their_definitions() {
    let mut random = Random::new();
    let mut a = some_blocks(&mut random);
    let mut b = some_blocks(&mut random);
    b.rotate_left(7);
    // Signs, carries and products of all kinds.
    while a.len() < 100 * BYTES / 16 {
        let number =
            |random: &mut Random| u128::from(random.next()) << 64 | u128::from(random.next());
        a.push(number(&mut random));
        b.push(number(&mut random));
    }
    a.truncate(a.len() / (BYTES / 16) * (BYTES / 16));
    b.truncate(a.len());
    let (a_bytes, b_bytes) = (block_bytes(&a), block_bytes(&b));
    for backend in Backend::available() {
        let lengths = dispatch(backend, Operations { a: &a_bytes, b: &b_bytes });
        for (length, results) in lengths.into_iter().enumerate() {
            for (name, got) in results {
                for (i, got) in got.chunks_exact(16).enumerate() {
                    let got = u128::from_le_bytes(got.try_into().unwrap());
                    let wanted = expected(&name, a[i], b[i]);
                    assert!(
                        got == wanted,
                        "{backend}, register {length}, {name}, {:032x} and {:032x}: {got:032x}, \
                         not {wanted:032x}",
                        a[i],
                        b[i]
                    );
                }
            }
        }
    }
}
