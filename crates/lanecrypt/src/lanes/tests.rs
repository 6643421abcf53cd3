//! Every operation of every backend that this processor has, against the same on plain words; and
//! plain words against definitions that share nothing with them.
//!
//! A check is one text over any register. Run on a backend it loads slices, applies the operation
//! and stores the results; run on `u32`, one lane at a time, it gives what they must be.

mod aes_blocks;
mod any_width;
mod words;

use core::marker::PhantomData;

use super::portable::Portable;
use super::{
    AffineMap, AnyWidth, AsBytes, AsPairs, AsWords, Blocks, ByteOps, Bytes, Group, InverseMap, Isa,
    Kernel, Lanes, Lanes32, NibbleTable, Row, RowOrder, Table256, Vector, aes_inverse,
    apply_linear, dispatch, keep_in_memory,
};
use crate::Backend;

// ---- inputs --------------------------------------------------------------------------------------

/// Marsaglia's 64-bit xorshift: numbers that are the same in every run.
struct Random(u64);

impl Random {
    fn new() -> Self {
        Self(0x9e37_79b9_7f4a_7c15)
    }
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }
    fn word(&mut self) -> u32 {
        (self.next() >> 32) as u32
    }
    fn bytes(&mut self, count: usize) -> Vec<u8> {
        (0..count).map(|_| self.word() as u8).collect()
    }
}

/// A number of words that every register here divides: up to 32 lanes, and three times 16.
const STRIDE: usize = 96;

/// Words where carries, signs and halves go wrong.
const EDGES: [u32; 10] = [
    0,
    1,
    2,
    0xffff_ffff,
    0xffff_fffe,
    0x7fff_ffff,
    0x7fff_fffe,
    0x8000_0000,
    0x0000_ffff,
    0xffff_0000,
];

/// Three operands for every lane.
struct Operands {
    a: Vec<u32>,
    b: Vec<u32>,
    c: Vec<u32>,
}

impl Operands {
    /// All triples of edges, then random words up to a multiple of [`STRIDE`].
    fn words() -> Self {
        let mut out = Self { a: Vec::new(), b: Vec::new(), c: Vec::new() };
        let mut push = |a, b, c| {
            out.a.push(a);
            out.b.push(b);
            out.c.push(c);
        };
        for a in EDGES {
            for b in EDGES {
                for c in EDGES {
                    push(a, b, c);
                }
            }
        }
        let mut random = Random::new();
        for _ in EDGES.len().pow(3)..21 * STRIDE {
            push(random.word(), random.word(), random.word());
        }
        out
    }

    /// Every byte value in every byte of every lane, with all others around it.
    fn bytes() -> Self {
        let mut a = Vec::new();
        for first in 0..=255u8 {
            for word in 0..STRIDE {
                let byte = |i: usize| first.wrapping_add((4 * word + i) as u8).wrapping_mul(167);
                a.push(u32::from_le_bytes([byte(0), byte(1), byte(2), byte(3)]));
            }
        }
        Self { b: a.clone(), c: a.clone(), a }
    }
}

// ---- checks over words ---------------------------------------------------------------------------

/// The results of the operations of a check, each with its name.
type Results = Vec<(&'static str, Vec<u32>)>;

/// Operations over registers of words.
trait Check {
    /// Applies each to all operands. Must be `#[inline(always)]`, as all text over registers.
    fn run<W: Lanes32 + Bytes>(isa: W::Isa, operands: &Operands) -> Results;
}

/// One operation on all operands, register by register.
#[inline(always)]
fn each<W: Lanes32>(isa: W::Isa, operands: &Operands, f: impl Fn(W, W, W) -> W) -> Vec<u32> {
    let mut out = vec![0; operands.a.len()];
    assert!(out.len().is_multiple_of(W::LANES));
    for (i, out) in out.chunks_exact_mut(W::LANES).enumerate() {
        // Slices of just so many words: an operation that touched more would panic.
        let load = |words: &[u32]| W::load_words(isa, &words[i * W::LANES..(i + 1) * W::LANES]);
        f(load(&operands.a), load(&operands.b), load(&operands.c)).store_words(out);
    }
    out
}

/// The results of operations written as closures over three registers, each named by its text.
macro_rules! results {
    ($isa:ident, $operands:ident, $($f:expr;)*) => {
        vec![$((stringify!($f), each::<W>($isa, $operands, $f)),)*]
    };
}

/// Sums, logic, masks.
struct Logic;
impl Check for Logic {
    #[inline(always)]
    fn run<W: Lanes32 + Bytes>(isa: W::Isa, operands: &Operands) -> Results {
        results! { isa, operands,
            |_, _, _| W::splat(isa, 0);
            |_, _, _| W::splat(isa, 0x8123_4567);
            |a, b, _| a.add(b);
            |a, b, _| a.sub(b);
            |a, b, _| a.max_signed(b);
            |a, b, _| a.xor(b);
            |a, b, _| a.and(b);
            |a, b, c| a.xor3(b, c);
            |a, b, c| a.xor_and(b, c);
            |a, _, _| a.sign_mask();
            |a, _, _| a.swap_bytes();
            |a, _, _| a.mask::<0>();
            |a, _, _| a.mask::<0xffff_ffff>();
            |a, _, _| a.mask::<0x7fff_ffff>();
            |a, _, _| a.mask::<0x0f0f_0f0f>();
            |a, _, _| a.mask::<0xff00_ff00>();
            |a, _, _| a.mask::<0xffff_0000>();
            |a, b, _| a.select::<0>(b);
            |a, b, _| a.select::<0xffff_ffff>(b);
            |a, b, _| a.select::<0xffff_0000>(b);
            |a, b, _| a.select::<0x0000_ffff>(b);
            |a, b, _| a.select::<0xff00_ff00>(b);
            |a, b, _| a.select::<0x00ff_00ff>(b);
            |a, b, _| a.select::<0x7fff_8000>(b);
            |a, b, _| a.select::<0x1234_5678>(b);
            |a, _, _| a.shl(0);
            |a, _, _| a.shl(1);
            |a, _, _| a.shl(4);
            |a, _, _| a.shl(8);
            |a, _, _| a.shl(15);
            |a, _, _| a.shl(16);
            |a, _, _| a.shl(31);
            |a, _, _| a.shr(0);
            |a, _, _| a.shr(1);
            |a, _, _| a.shr(4);
            |a, _, _| a.shr(8);
            |a, _, _| a.shr(15);
            |a, _, _| a.shr(16);
            |a, _, _| a.shr(31);
            // What is in a register survives being put away.
            |mut a, _, _| { keep_in_memory(&mut a); a };
        }
    }
}

/// Rotations and funnel shifts by each constant.
struct Rotations;
impl Check for Rotations {
    #[inline(always)]
    fn run<W: Lanes32 + Bytes>(isa: W::Isa, operands: &Operands) -> Results {
        macro_rules! rotations {
            ($($k:literal)*) => {
                results! { isa, operands, $(
                    |a, _, _| a.rotl::<$k>();
                    |a, b, _| a.shl_concat::<$k>(b);
                )* }
            };
        }
        rotations!(1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31)
    }
}

/// A nibble table without structure.
const NIBBLES: NibbleTable = NibbleTable([
    0x7c, 0x00, 0xff, 0x80, 0x01, 0x7f, 0x31, 0xee, 0x5a, 0xa5, 0x13, 0xc8, 0x66, 0x99, 0x0f, 0xf0,
]);
/// A permutation of the bytes without an obvious structure.
static TABLE: Table256 = {
    let mut table = [0; 256];
    let mut i = 0;
    while i < 256 {
        table[i] = (aes_inverse(i as u8) ^ 0x5c).wrapping_mul(29).rotate_left(3);
        i += 1;
    }
    Table256(table)
};
/// The images of the unit vectors under maps: nothing changed; a map without an inverse; all bits
/// the same; the bits reversed; the one of the AES S-box.
const IDENTITY: [u8; 8] = [0x01, 0x02, 0x04, 0x08, 0x10, 0x20, 0x40, 0x80];
const SINGULAR: [u8; 8] = [0xa7, 0x00, 0x13, 0xfe, 0x80, 0x13, 0x55, 0xa7];
const PARITY: [u8; 8] = [0xff; 8];
const REVERSAL: [u8; 8] = [0x80, 0x40, 0x20, 0x10, 0x08, 0x04, 0x02, 0x01];
const OF_AES: [u8; 8] = [0x1f, 0x3e, 0x7c, 0xf8, 0xf1, 0xe3, 0xc7, 0x8f];

/// Lookups and maps.
struct ByteWise;
impl Check for ByteWise {
    #[inline(always)]
    fn run<W: Lanes32 + Bytes>(isa: W::Isa, operands: &Operands) -> Results {
        static USES_GFNI: [AffineMap; 5] = [
            AffineMap::new(IDENTITY),
            AffineMap::new(SINGULAR),
            AffineMap::new(PARITY),
            AffineMap::new(REVERSAL),
            AffineMap::new(OF_AES),
        ];
        static INVERSE: InverseMap<0> = InverseMap::new(IDENTITY);
        static INVERSE_SINGULAR: InverseMap<0x55> = InverseMap::new(SINGULAR);
        static INVERSE_REVERSAL: InverseMap<0xff> = InverseMap::new(REVERSAL);
        static SUB_BYTES: InverseMap<0x63> = InverseMap::new(OF_AES);
        results! { isa, operands,
            |a, _, _| a.mask::<0x0f0f_0f0f>().lookup16(&NIBBLES);
            |a, _, _| a.shr(4).mask::<0x0f0f_0f0f>().lookup16(&NIBBLES);
            |a, _, _| a.lookup256(&TABLE);
            |a, _, _| a.affine::<0>(&USES_GFNI[0]);
            |a, _, _| a.affine::<0x55>(&USES_GFNI[0]);
            |a, _, _| a.affine::<0>(&USES_GFNI[1]);
            |a, _, _| a.affine::<0xff>(&USES_GFNI[1]);
            |a, _, _| a.affine::<0>(&USES_GFNI[2]);
            |a, _, _| a.affine::<1>(&USES_GFNI[3]);
            |a, _, _| a.affine::<0x63>(&USES_GFNI[4]);
            |a, _, _| a.inverse_affine(&INVERSE);
            |a, _, _| a.inverse_affine(&INVERSE_SINGULAR);
            |a, _, _| a.inverse_affine(&INVERSE_REVERSAL);
            |a, _, _| a.inverse_affine(&SUB_BYTES);
        }
    }
}

/// Every operation once: enough for groups, which only pass them on.
struct Once;
impl Check for Once {
    #[inline(always)]
    fn run<W: Lanes32 + Bytes>(isa: W::Isa, operands: &Operands) -> Results {
        static MAP: AffineMap = AffineMap::new(SINGULAR);
        static INVERSE: InverseMap<0x55> = InverseMap::new(SINGULAR);
        results! { isa, operands,
            |_, _, _| W::splat(isa, 0x8123_4567);
            |a, b, _| a.add(b);
            |a, b, _| a.sub(b);
            |a, b, _| a.max_signed(b);
            |a, b, _| a.xor(b);
            |a, b, _| a.and(b);
            |a, b, c| a.xor3(b, c);
            |a, b, c| a.xor_and(b, c);
            |a, _, _| a.sign_mask();
            |a, _, _| a.swap_bytes();
            |a, _, _| a.mask::<0x1234_5678>();
            |a, b, _| a.select::<0x1234_5678>(b);
            |a, _, _| a.shl(5);
            |a, _, _| a.shr(5);
            |a, _, _| a.rotl::<5>();
            |a, b, _| a.shl_concat::<5>(b);
            |a, _, _| a.mask::<0x0f0f_0f0f>().lookup16(&NIBBLES);
            |a, _, _| a.lookup256(&TABLE);
            |a, _, _| a.affine::<0x55>(&MAP);
            |a, _, _| a.inverse_affine(&INVERSE);
        }
    }
}

/// A check on one register of a backend.
struct OnOne<'a, C>(&'a Operands, PhantomData<C>);

impl<C: Check> Kernel for OnOne<'_, C> {
    type Output = (Backend, Results);
    type Class = AnyWidth<ByteOps>;
    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> Self::Output {
        (I::BACKEND, C::run::<I::U32>(isa, self.0))
    }
}

/// [`Once`] on a group: as many registers as kernels interleave, or 1, 2 or 3 of them.
struct OnGroup<'a, const N: usize>(&'a Operands);
/// The `N` of [`OnGroup`] that stands for as many as kernels interleave.
const WIDE: usize = 0;

impl<const N: usize> Kernel for OnGroup<'_, N> {
    type Output = (Backend, Results);
    type Class = AnyWidth<ByteOps>;
    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> Self::Output {
        let results = if N == WIDE {
            Once::run::<I::WideU32>(isa, self.0)
        } else {
            Once::run::<Group<I::U32, N>>(isa, self.0)
        };
        (I::BACKEND, results)
    }
}

/// Compares the results of a check on every backend with those of plain words.
fn compare<K: Kernel<Output = (Backend, Results)>>(
    operands: &Operands,
    expected: &Results,
    kernel: impl Fn() -> K,
) {
    for backend in Backend::available() {
        let (ran_on, results) = dispatch(backend, kernel());
        assert_eq!(ran_on, backend);
        assert_eq!(results.len(), expected.len());
        for ((name, got), (_, expected)) in results.iter().zip(expected) {
            assert_eq!(got.len(), expected.len());
            for (i, (got, expected)) in got.iter().zip(expected).enumerate() {
                let (a, b, c) = (operands.a[i], operands.b[i], operands.c[i]);
                assert!(
                    got == expected,
                    "{backend}, {name} of {a:08x} {b:08x} {c:08x} (word {i}): \
                     {got:08x}, not {expected:08x}"
                );
            }
        }
    }
}

/// Compares a check on one register of every backend with plain words.
fn compare_one<C: Check>(operands: &Operands) {
    let expected = C::run::<u32>(Portable, operands);
    compare(operands, &expected, || OnOne::<C>(operands, PhantomData));
}

#[test]
fn backends_are_named() {
    let names = |available: bool| {
        let chosen = Backend::ALL.iter().filter(|b| b.is_available() == available);
        chosen.map(|b| b.name()).collect::<Vec<_>>().join(" ")
    };
    println!("backends of this processor: {}", names(true));
    println!("backends not tested, as this processor lacks them: {}", names(false));
}

#[test]
fn logic_is_that_of_plain_words() {
    compare_one::<Logic>(&Operands::words());
}

#[test]
fn rotations_are_those_of_plain_words() {
    compare_one::<Rotations>(&Operands::words());
}

#[test]
fn byte_operations_are_those_of_plain_words() {
    compare_one::<ByteWise>(&Operands::bytes());
    compare_one::<ByteWise>(&Operands::words());
}

#[test]
fn groups_are_registers_side_by_side() {
    let operands = Operands::words();
    let expected = Once::run::<u32>(Portable, &operands);
    compare(&operands, &expected, || OnGroup::<WIDE>(&operands));
    compare(&operands, &expected, || OnGroup::<1>(&operands));
    compare(&operands, &expected, || OnGroup::<2>(&operands));
    compare(&operands, &expected, || OnGroup::<3>(&operands));
}

// ---- plain words against definitions -------------------------------------------------------------

/// A word bit by bit: bit `i` is what `f` says.
fn by_bits(f: impl Fn(u32) -> bool) -> u32 {
    (0..32).map(|i| u32::from(f(i)) << i).sum()
}

/// Bit `i` of a word.
fn bit(word: u32, i: u32) -> bool {
    word / 2u32.pow(i) % 2 == 1
}

/// Every byte through a function.
fn by_bytes(word: u32, f: impl Fn(u8) -> u8) -> u32 {
    u32::from_le_bytes(word.to_le_bytes().map(f))
}

/// Checks one operation on `u32` against a function.
fn defined(
    operands: &Operands,
    name: &str,
    operation: impl Fn(u32, u32, u32) -> u32,
    definition: impl Fn(u32, u32, u32) -> u32,
) {
    for ((&a, &b), &c) in operands.a.iter().zip(&operands.b).zip(&operands.c) {
        let (got, expected) = (operation(a, b, c), definition(a, b, c));
        assert!(
            got == expected,
            "{name} of {a:08x} {b:08x} {c:08x}: {got:08x}, not {expected:08x}"
        );
    }
}

#[test]
fn plain_words_follow_their_definitions() {
    let words = Operands::words();
    let check =
        |name, operation: fn(u32, u32, u32) -> u32, definition: fn(u32, u32, u32) -> u32| {
            defined(&words, name, operation, definition);
        };
    let modulus = 1u64 << 32;
    check("splat", |_, _, _| Lanes::splat(Portable, 0x8123_4567), |_, _, _| 0x8123_4567);
    defined(
        &words,
        "add",
        |a, b, _| Lanes::add(a, b),
        |a, b, _| ((u64::from(a) + u64::from(b)) % modulus) as u32,
    );
    defined(
        &words,
        "sub",
        |a, b, _| Lanes::sub(a, b),
        |a, b, _| ((modulus + u64::from(a) - u64::from(b)) % modulus) as u32,
    );
    check("max_signed", |a, b, _| a.max_signed(b), |a, b, _| (a as i32).max(b as i32) as u32);
    check("xor", |a, b, _| Vector::xor(a, b), |a, b, _| by_bits(|i| bit(a, i) != bit(b, i)));
    check("and", |a, b, _| Vector::and(a, b), |a, b, _| by_bits(|i| bit(a, i) && bit(b, i)));
    check("xor3", Vector::xor3, |a, b, c| by_bits(|i| bit(a, i) != (bit(b, i) != bit(c, i))));
    check(
        "xor_and",
        |a, b, c| a.xor_and(b, c),
        |a, b, c| by_bits(|i| bit(a, i) != (bit(b, i) && bit(c, i))),
    );
    check(
        "mask",
        |a, _, _| a.mask::<0x1234_5678>(),
        |a, _, _| by_bits(|i| bit(a, i) && bit(0x1234_5678, i)),
    );
    check(
        "select",
        |a, b, _| a.select::<0x1234_5678>(b),
        |a, b, _| by_bits(|i| if bit(0x1234_5678, i) { bit(a, i) } else { bit(b, i) }),
    );
    check("sign_mask", |a, _, _| a.sign_mask(), |a, _, _| by_bits(|_| bit(a, 31)));
    check(
        "swap_bytes",
        |a, _, _| Lanes::swap_bytes(a),
        |a, _, _| by_bits(|i| bit(a, i % 8 + 24 - i / 8 * 8)),
    );
    macro_rules! shifts {
        ($($k:literal)*) => {$(
            check("shl", |a, _, _| a.shl($k), |a, _, _| by_bits(|i| i >= $k && bit(a, i - $k)));
            check("shr", |a, _, _| a.shr($k), |a, _, _| by_bits(|i| i + $k < 32 && bit(a, i + $k)));
            check("rotl", |a, _, _| a.rotl::<$k>(), |a, _, _| by_bits(|i| bit(a, (i + 32 - $k) % 32)));
            check(
                "shl_concat",
                |a, b, _| a.shl_concat::<$k>(b),
                |a, b, _| by_bits(|i| if i >= $k { bit(a, i - $k) } else { bit(b, i + 32 - $k) }),
            );
        )*};
    }
    shifts!(1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31);
    check("shl by nothing", |a, _, _| a.shl(0), |a, _, _| a);
    check("shr by nothing", |a, _, _| a.shr(0), |a, _, _| a);
}

/// A product in the AES field, as polynomials: the plain product, then what is left of it after
/// division by x^8 + x^4 + x^3 + x + 1.
fn field_product(a: u8, b: u8) -> u8 {
    let mut product = carryless(a.into(), b.into()) as u32;
    for degree in (8..15).rev() {
        if bit(product, degree) {
            product ^= 0x11b << (degree - 8);
        }
    }
    product as u8
}

/// The inverse in the AES field, by looking for it; zero for zero.
fn field_inverse(x: u8) -> u8 {
    (0..=255).find(|&y| field_product(x, y) == 1).unwrap_or(0)
}

/// The sum of the images of the ones of a byte.
fn image(columns: [u8; 8], x: u8) -> u8 {
    let ones = columns.into_iter().enumerate().filter(|(i, _)| bit(x.into(), *i as u32));
    ones.fold(0, |sum, (_, column)| sum ^ column)
}

#[test]
fn byte_operations_follow_their_definitions() {
    static SINGULAR_MAP: AffineMap = AffineMap::new(SINGULAR);
    static INVERSE_SINGULAR: InverseMap<0x55> = InverseMap::new(SINGULAR);
    static SUB_BYTES: InverseMap<0x63> = InverseMap::new(OF_AES);
    let inverses: Vec<u8> = (0..=255).map(field_inverse).collect();
    let inverse = |x: u8| inverses[usize::from(x)];
    let bytes = Operands::bytes();
    defined(
        &bytes,
        "lookup16",
        |a, _, _| (a & 0x0f0f_0f0f).lookup16(&NIBBLES),
        |a, _, _| by_bytes(a, |x| NIBBLES.0[usize::from(x % 16)]),
    );
    defined(
        &bytes,
        "lookup256",
        |a, _, _| a.lookup256(&TABLE),
        |a, _, _| by_bytes(a, |x| TABLE.0[usize::from(x)]),
    );
    defined(
        &bytes,
        "affine",
        |a, _, _| a.affine::<0x55>(&SINGULAR_MAP),
        |a, _, _| by_bytes(a, |x| image(SINGULAR, x) ^ 0x55),
    );
    defined(
        &bytes,
        "inverse_affine",
        |a, _, _| a.inverse_affine(&INVERSE_SINGULAR),
        |a, _, _| by_bytes(a, |x| image(SINGULAR, inverse(x)) ^ 0x55),
    );
    // FIPS 197, section 5.1.1: the example 53 -> ed, and the corners of figure 7.
    for (x, y) in [(0x00u32, 0x63), (0x0f, 0x76), (0x53, 0xed), (0xf0, 0x8c), (0xff, 0x16)] {
        assert_eq!(x.inverse_affine(&SUB_BYTES) & 0xff, y);
    }
}

#[test]
fn the_forms_of_a_map_agree() {
    let sub_bytes = InverseMap::<0x63>::new(OF_AES);
    for columns in [IDENTITY, SINGULAR, PARITY, REVERSAL, OF_AES] {
        let map = AffineMap::new(columns);
        for x in 0..=255u8 {
            let expected = image(columns, x);
            assert_eq!(apply_linear(&columns, x), expected);
            let (low, high) = (usize::from(x % 16), usize::from(x / 16));
            assert_eq!(map.low.0[low] ^ map.high.0[high], expected);
            // The row of output bit i is byte 7 - i of the matrix.
            let row = |i: usize| map.matrix.to_be_bytes()[i] & x;
            let rows = (0..8).map(|i| ((row(i).count_ones() % 2) as u8) << i).sum::<u8>();
            assert_eq!(rows, expected);
            // After the S-box: back through it, then the map of the inversion. Here both are AES,
            // so nothing changes.
            let after = sub_bytes.after_sbox.0.0[low] ^ sub_bytes.after_sbox.1.0[high];
            assert_eq!(after, x);
        }
        for (i, column) in columns.into_iter().enumerate() {
            assert_eq!(map.column(i), column);
        }
    }
}

// ---- blocks --------------------------------------------------------------------------------------

/// The carry-less product, bit by bit.
fn carryless(a: u64, b: u64) -> u128 {
    (0..64).filter(|i| a >> i & 1 == 1).fold(0, |sum, i| sum ^ u128::from(b) << i)
}

/// Blocks: some edges, among them halves with few ones, then random ones.
fn some_blocks(random: &mut Random) -> Vec<u128> {
    let mut blocks = vec![0, 1, u128::MAX, 1 << 63, 1 << 64, 1 << 127, u128::MAX << 64, 3 << 126];
    blocks.extend([0x87, 0x8000_0000_0000_0001_8000_0000_0000_0001]);
    while blocks.len() < 1200 {
        blocks.push(u128::from(random.next()) << 64 | u128::from(random.next()));
    }
    blocks
}

/// The operations of registers of blocks, on all pairs of neighbours of a list.
struct OnBlocks<'a> {
    a: &'a [u8],
    b: &'a [u8],
    c: &'a [u8],
    words: &'a [u32],
}

/// What they give: the operations on each block, by name; for each register, the blocks after
/// [`Blocks::next_block`]; for each register, its sum.
struct BlockResults {
    backend: Backend,
    width: usize,
    each: Vec<(&'static str, Vec<u8>)>,
    next: Vec<Vec<u8>>,
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
        let mut next = Vec::new();
        let mut sums = Vec::new();
        for (a, b) in self.a.chunks_exact(size).zip(self.b.chunks_exact(size)) {
            let mut out = vec![0; size];
            B::load(isa, a).next_block(B::load(isa, b)).store(&mut out);
            next.push(out);
            sums.push(B::load(isa, a).xor_all_block());
        }
        BlockResults { backend: Backend::Portable, width: B::BLOCKS, each, next, sums }
    }
}

impl Kernel for OnBlocks<'_> {
    type Output = BlockResults;
    type Class = AnyWidth<ByteOps>;
    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> BlockResults {
        BlockResults { backend: I::BACKEND, ..self.results::<I::Blocks>(isa) }
    }
}

/// The bytes of blocks, the least significant one first.
fn block_bytes(blocks: &[u128]) -> Vec<u8> {
    blocks.iter().flat_map(|block| block.to_le_bytes()).collect()
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
    type Class = AnyWidth<ByteOps>;
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

// ---- rows ----------------------------------------------------------------------------------------

/// The transposition of sixteen registers, at one width: rows for every lane and one more, which
/// must stay as it was.
#[inline(always)]
fn rows<W: Lanes32, O: RowOrder>(isa: W::Isa, words: &[Vec<u32>; 16]) -> Vec<Row> {
    let mut registers = [W::splat(isa, 0); 16];
    for (register, words) in registers.iter_mut().zip(words) {
        *register = W::load_words(isa, words);
    }
    let mut rows = vec![Row([0xa5a5_a5a5; 16]); W::LANES + 1];
    W::transpose::<O>(&registers, &mut rows);
    rows
}

struct Transposed<'a, O>(&'a [Vec<u32>; 16], PhantomData<O>);

impl<O: RowOrder> Kernel for Transposed<'_, O> {
    type Output = Vec<Vec<Row>>;
    type Class = AnyWidth<ByteOps>;
    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> Vec<Vec<Row>> {
        vec![
            rows::<I::U32, O>(isa, self.0),
            rows::<I::WideU32, O>(isa, self.0),
            rows::<Group<I::U32, 1>, O>(isa, self.0),
            rows::<Group<I::U32, 2>, O>(isa, self.0),
            rows::<Group<I::U32, 3>, O>(isa, self.0),
        ]
    }
}

/// Checks the transposition in one order on every backend: `place(t)` is the word that goes to
/// place `t` of its row, and `form` what becomes of it.
fn check_rows<O: RowOrder>(place: fn(usize) -> usize, form: fn(u32) -> u32) {
    let mut random = Random::new();
    let words = [(); 16].map(|()| (0..STRIDE).map(|_| random.word()).collect::<Vec<u32>>());
    for backend in Backend::available() {
        for rows in dispatch(backend, Transposed::<O>(&words, PhantomData)) {
            let (untouched, rows) = rows.split_last().unwrap();
            assert_eq!(untouched.0, [0xa5a5_a5a5; 16], "{backend}: a row too many");
            for (lane, row) in rows.iter().enumerate() {
                for (t, &word) in row.0.iter().enumerate() {
                    let expected = form(words[place(t)][lane]);
                    assert_eq!(
                        word,
                        expected,
                        "{backend}, lane {lane} of {}, word {t}",
                        rows.len()
                    );
                }
            }
        }
    }
}

#[test]
fn rows_are_columns() {
    check_rows::<AsWords>(|t| t, |word| word);
    check_rows::<AsBytes>(|t| t, |word| u32::from_le_bytes(word.to_be_bytes()));
    check_rows::<AsPairs>(
        |t| [1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14][t],
        |word| word,
    );
}

#[test]
fn rows_are_little_endian_bytes() {
    let bytes: [u8; 64] = core::array::from_fn(|i| i as u8);
    let row = Row::from_bytes(&bytes);
    assert_eq!(row.0[0], 0x0302_0100);
    assert_eq!(row.0[15], 0x3f3e_3d3c);
    assert_eq!(row.to_bytes(), bytes);
    assert_eq!(Row::ZERO.to_bytes(), [0; 64]);
}
