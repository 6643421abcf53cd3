//! Registers of words of 32 bits ([`Lanes32`], [`Tetrads`]) and groups of them, against plain words.
//!
//! A check is one text over any register. It runs in the shell of a backend, loads slices, applies the
//! operation and stores the results. The same text, run on `u32`, one lane at a time, gives what the
//! results must be.

use core::marker::PhantomData;

use super::AllOps;
use super::inputs::{IDENTITY, NIBBLES, OF_AES, Operands, PARITY, REVERSAL, SINGULAR, TABLE};
use crate::Backend;
use crate::lanes::{
    AffineMap, AnyWidth, Group, InverseMap, Isa, Kernel, Lanes32, Portable, Tetrads, dispatch,
    keep_in_memory,
};

/// The results of the operations of a check, each with its name.
type Results = Vec<(&'static str, Vec<u32>)>;

/// Operations over registers of words.
trait Check {
    /// Applies each to all operands. Must be `#[inline(always)]`, as all text over registers.
    fn run<W: Tetrads>(isa: W::Isa, operands: &Operands) -> Results;
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
    fn run<W: Tetrads>(isa: W::Isa, operands: &Operands) -> Results {
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
    fn run<W: Tetrads>(isa: W::Isa, operands: &Operands) -> Results {
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

/// Lookups and maps.
struct ByteWise;
impl Check for ByteWise {
    #[inline(always)]
    fn run<W: Tetrads>(isa: W::Isa, operands: &Operands) -> Results {
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
            |a, b, _| a.aes_product(b);
            |a, _, _| a.aes_columns();
        }
    }
}

/// Every operation once: enough for groups, which only pass them on.
struct Once;
impl Check for Once {
    #[inline(always)]
    fn run<W: Tetrads>(isa: W::Isa, operands: &Operands) -> Results {
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
            |a, b, _| a.aes_product(b);
            |a, _, _| a.aes_columns();
        }
    }
}

/// Sorted bytes of registers: `a`, `b`, `c` and their sum are four registers of words, and the four that
/// follow them are the same in another order. Each operation is on one place of the words, and each lane is
/// on its own.
struct Sorted;
impl Check for Sorted {
    #[inline(always)]
    fn run<W: Tetrads>(isa: W::Isa, operands: &Operands) -> Results {
        results! { isa, operands,
            |a, b, c| W::unsort_bytes(W::sort_bytes([a, b, c, a.xor3(b, c)]))[0];
            |a, b, c| W::unsort_bytes(W::sort_bytes([a, b, c, a.xor3(b, c)]))[3];
            |a, b, c| {
                // What byte 3 of each word was goes to byte 0.
                let [_, _, _, top] = W::sort_bytes([a, b, c, a.xor3(b, c)]);
                W::unsort_bytes([top, W::splat(isa, 0), top, top])[1]
            };
            |a, b, c| {
                let sorted = W::sort_bytes([a, b, c, a.xor3(b, c)]);
                let after = W::sort_bytes([b, a.xor(c), a, b.xor(c)]);
                let mut later = sorted;
                for i in 0..4 {
                    later[i] = sorted[i].two_later(after[i]);
                }
                W::unsort_bytes(later)[3]
            };
            |a, b, c| {
                let sorted = W::sort_bytes([a, b, c, a.xor3(b, c)]);
                let after = W::sort_bytes([b, a.xor(c), a, b.xor(c)]);
                let mut later = sorted;
                for i in 0..4 {
                    later[i] = sorted[i].three_later(after[i]);
                }
                W::unsort_bytes(later)[1]
            };
        }
    }
}

/// A check on one register of a backend, or on a short one.
struct OnOne<'a, C, const SHORT: bool>(&'a Operands, PhantomData<C>);

impl<C: Check, const SHORT: bool> Kernel for OnOne<'_, C, SHORT> {
    type Output = (Backend, Results);
    type Class = AnyWidth<AllOps>;
    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> Self::Output {
        let Self(operands, _) = self;
        let results = match SHORT {
            true => C::run::<I::ShortU32>(isa, operands),
            false => C::run::<I::U32>(isa, operands),
        };
        (I::BACKEND, results)
    }
}

/// [`Once`] on a group: as many registers as kernels interleave, or 1, 2 or 3 of them.
struct OnGroup<'a, const N: usize>(&'a Operands);
/// The `N` of [`OnGroup`] that stands for as many as kernels interleave.
const WIDE: usize = 0;

impl<const N: usize> Kernel for OnGroup<'_, N> {
    type Output = (Backend, Results);
    type Class = AnyWidth<AllOps>;
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

/// [`Sorted`] on as many registers as kernels interleave.
struct OnGroupSorted<'a>(&'a Operands);

impl Kernel for OnGroupSorted<'_> {
    type Output = (Backend, Results);
    type Class = AnyWidth<AllOps>;
    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> Self::Output {
        (I::BACKEND, Sorted::run::<I::WideU32>(isa, self.0))
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

/// Compares a check on one register of every backend, and on a short one, with plain words.
fn compare_one<C: Check>(operands: &Operands) {
    let expected = C::run::<u32>(Portable, operands);
    compare(operands, &expected, || OnOne::<C, false>(operands, PhantomData));
    compare(operands, &expected, || OnOne::<C, true>(operands, PhantomData));
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
fn sorted_bytes_are_those_of_plain_words() {
    compare_one::<Sorted>(&Operands::words());
    let operands = Operands::words();
    let expected = Sorted::run::<u32>(Portable, &operands);
    compare(&operands, &expected, || OnGroupSorted(&operands));
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
