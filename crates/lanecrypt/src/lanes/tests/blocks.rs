//! Registers of blocks without the rounds of AES ([`Blocks`]), against definitions on numbers.

use super::AllOps;
use super::definitions::{carryless, image};
use super::inputs::{REVERSAL, Random, block_bytes, some_blocks};
use crate::Backend;
use crate::lanes::{AnyWidth, Blocks, Isa, Kernel, Vector, dispatch};

/// The operations of registers of blocks, on all pairs of neighbours of a list.
struct OnBlocks<'a> {
    a: &'a [u8],
    b: &'a [u8],
    c: &'a [u8],
    words: &'a [u32],
}

/// What they give: the operations on each block, by name; for each register, the blocks after
/// [`Blocks::next_block`] and after [`Blocks::previous_block`]; for each register, its sum.
struct BlockResults {
    backend: Backend,
    width: usize,
    each: Vec<(&'static str, Vec<u8>)>,
    next: Vec<Vec<u8>>,
    previous: Vec<Vec<u8>>,
    sums: Vec<u128>,
}

impl OnBlocks<'_> {
    /// One operation on all blocks, register by register.
    #[inline(always)]
    fn each<B: Blocks>(&self, isa: B::Isa, f: impl Fn(B, B, B) -> B) -> Vec<u8> {
        let mut out = vec![0; self.a.len()];
        let size = 16 * B::BLOCKS;
        for (i, out) in out.chunks_exact_mut(size).enumerate() {
            let load = |bytes: &[u8]| B::load(isa, &bytes[i * size..(i + 1) * size]);
            f(load(self.a), load(self.b), load(self.c)).store(out);
        }
        out
    }

    #[inline(always)]
    fn results<B: Blocks>(&self, isa: B::Isa) -> BlockResults {
        let size = 16 * B::BLOCKS;
        let mut of_words = vec![0; self.a.len()];
        for (out, words) in
            of_words.chunks_exact_mut(size).zip(self.words.chunks_exact(4 * B::BLOCKS))
        {
            B::of_words(isa, words).store(out);
        }
        let each = vec![
            ("of_words", of_words),
            ("zero", self.each::<B>(isa, |_, _, _| B::zero(isa))),
            ("load", self.each::<B>(isa, |a, _, _| a)),
            ("xor", self.each::<B>(isa, |a, b, _| a.xor(b))),
            ("xor3", self.each::<B>(isa, |a, b, c| a.xor3(b, c))),
            ("reverse_bits", self.each::<B>(isa, |a, _, _| a.reverse_bits())),
            (
                "clmul of the lower halves",
                self.each::<B>(isa, |a, b, _| a.clmul::<false, false>(b)),
            ),
            ("clmul upper, lower", self.each::<B>(isa, |a, b, _| a.clmul::<true, false>(b))),
            ("clmul lower, upper", self.each::<B>(isa, |a, b, _| a.clmul::<false, true>(b))),
            ("clmul of the upper halves", self.each::<B>(isa, |a, b, _| a.clmul::<true, true>(b))),
        ];
        let (mut next, mut previous) = (Vec::new(), Vec::new());
        let mut sums = Vec::new();
        for (a, b) in self.a.chunks_exact(size).zip(self.b.chunks_exact(size)) {
            let mut out = vec![0; size];
            B::load(isa, a).next_block(B::load(isa, b)).store(&mut out);
            next.push(out);
            let mut out = vec![0; size];
            B::load(isa, a).previous_block(B::load(isa, b)).store(&mut out);
            previous.push(out);
            sums.push(B::load(isa, a).xor_all_block());
        }
        BlockResults { backend: Backend::Portable, width: B::BLOCKS, each, next, previous, sums }
    }
}

impl Kernel for OnBlocks<'_> {
    type Output = BlockResults;
    type Class = AnyWidth<AllOps>;
    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> BlockResults {
        BlockResults { backend: I::BACKEND, ..self.results::<I::Blocks>(isa) }
    }
}

#[test]
fn block_operations_follow_their_definitions() {
    let mut random = Random::new();
    let list = some_blocks(&mut random);
    // Each edge meets each edge: the second operand is the first, moved on by one, two, ... places.
    for distance in 0..10 {
        let turned = |by: usize| [&list[by..], &list[..by]].concat();
        let (a, b, c) = (list.clone(), turned(distance), turned(7));
        let (a_bytes, b_bytes, c_bytes) = (block_bytes(&a), block_bytes(&b), block_bytes(&c));
        let words: Vec<u32> =
            a.iter().flat_map(|&x| [0, 32, 64, 96].map(|shift| (x >> shift) as u32)).collect();
        // The two halves of a block.
        let half = |x: u128, upper: bool| if upper { (x >> 64) as u64 } else { x as u64 };
        let expect = |name: &str, i: usize| -> u128 {
            let (a, b, c) = (a[i], b[i], c[i]);
            match name {
                "of_words" | "load" => a,
                "zero" => 0,
                "xor" => a ^ b,
                "xor3" => a ^ b ^ c,
                "reverse_bits" => u128::from_le_bytes(a.to_le_bytes().map(|x| image(REVERSAL, x))),
                "clmul of the lower halves" => carryless(half(a, false), half(b, false)),
                "clmul upper, lower" => carryless(half(a, true), half(b, false)),
                "clmul lower, upper" => carryless(half(a, false), half(b, true)),
                "clmul of the upper halves" => carryless(half(a, true), half(b, true)),
                _ => panic!("no definition of {name}"),
            }
        };
        for backend in Backend::available() {
            let kernel = OnBlocks { a: &a_bytes, b: &b_bytes, c: &c_bytes, words: &words };
            let got = dispatch(backend, kernel);
            assert_eq!(got.backend, backend);
            for (name, bytes) in &got.each {
                assert_eq!(bytes.len(), 16 * a.len());
                for (i, bytes) in bytes.chunks_exact(16).enumerate() {
                    assert_eq!(
                        bytes,
                        expect(name, i).to_le_bytes(),
                        "{backend}, {name} of {:032x} {:032x} {:032x}",
                        a[i],
                        b[i],
                        c[i]
                    );
                }
            }
            let registers = a.chunks_exact(got.width).zip(b.chunks_exact(got.width));
            assert_eq!(registers.len(), got.next.len());
            for ((a, b), previous) in registers.clone().zip(&got.previous) {
                let expected = block_bytes(&[&b[got.width - 1..], &a[..got.width - 1]].concat());
                assert_eq!(*previous, expected, "{backend}, previous_block");
            }
            for (((a, b), next), sum) in registers.zip(&got.next).zip(&got.sums) {
                let expected = block_bytes(&[&a[1..], &b[..1]].concat());
                assert_eq!(*next, expected, "{backend}, next_block");
                assert_eq!(*sum, a.iter().fold(0, |sum, block| sum ^ block), "{backend}, fold");
            }
        }
    }
}

/// Loads and stores of blocks at every distance from an aligned address: the bytes beside them
/// stay as they were.
struct Unaligned<'a> {
    from: &'a [u8],
    to: &'a mut [u8],
    offset: usize,
}

impl Kernel for Unaligned<'_> {
    type Output = usize;
    type Class = AnyWidth<AllOps>;
    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> usize {
        let size = 16 * I::Blocks::BLOCKS;
        I::Blocks::load(isa, &self.from[self.offset..]).store(&mut self.to[self.offset..]);
        size
    }
}

#[test]
fn blocks_lie_at_any_address() {
    let from = Random::new().bytes(256);
    for backend in Backend::available() {
        for offset in 0..64 {
            let mut to = vec![0xa5; 256];
            let size = dispatch(backend, Unaligned { from: &from, to: &mut to, offset });
            for (i, (&byte, &source)) in to.iter().zip(&from).enumerate() {
                let inside = (offset..offset + size).contains(&i);
                assert_eq!(byte, if inside { source } else { 0xa5 }, "{backend}, byte {i}");
            }
        }
    }
}
