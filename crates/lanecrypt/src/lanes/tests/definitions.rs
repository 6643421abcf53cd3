//! Plain words against definitions that share nothing with them: bit by bit, and in the AES field by
//! division of polynomials. The forms of a linear map against each other.

use super::inputs::{IDENTITY, NIBBLES, OF_AES, Operands, PARITY, REVERSAL, SINGULAR, TABLE};
use crate::lanes::{AffineMap, Bytes, InverseMap, Lanes, Lanes32, Portable, Vector, apply_linear};

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

/// The carry-less product, bit by bit.
pub(super) fn carryless(a: u64, b: u64) -> u128 {
    (0..64).filter(|i| a >> i & 1 == 1).fold(0, |sum, i| sum ^ u128::from(b) << i)
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
pub(super) fn image(columns: [u8; 8], x: u8) -> u8 {
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
        |a, _, _| by_bytes(a, |x| TABLE.bytes[usize::from(x)]),
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
    defined(
        &bytes,
        "aes_product",
        |a, b, _| a.aes_product(b),
        |a, b, _| {
            let bytes = [0, 1, 2, 3].map(|i| field_product(a.to_le_bytes()[i], b.to_le_bytes()[i]));
            u32::from_le_bytes(bytes)
        },
    );
    defined(
        &bytes,
        "aes_columns",
        |a, _, _| a.aes_columns(),
        |a, _, _| {
            let column = a.to_le_bytes().map(|x| image(OF_AES, inverse(x)) ^ 0x63);
            let mixed = [0, 1, 2, 3].map(|i| {
                let at = |place: usize| column[(i + place) % 4];
                field_product(2, at(0)) ^ field_product(3, at(1)) ^ at(2) ^ at(3)
            });
            u32::from_le_bytes(mixed)
        },
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
