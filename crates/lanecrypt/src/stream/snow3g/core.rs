//! What a step of SNOW 3G consists of (document 2, section 3), over any register of words.

use crate::lanes::{AffineMap, Table256, Tetrads, aes_mul, apply_linear, unroll};

/// A product in GF(2^8) modulo x^8 and the lower coefficients that are given.
const fn product(a: u8, b: u8, lower: u8) -> u8 {
    let (mut product, mut power, mut bit) = (0, a, 0);
    while bit < 8 {
        if b >> bit & 1 == 1 {
            product ^= power;
        }
        power = times_x(power, lower);
        bit += 1;
    }
    product
}

/// MULx (section 3.1.1).
const fn times_x(a: u8, lower: u8) -> u8 {
    if a >> 7 == 1 { a << 1 ^ lower } else { a << 1 }
}

/// MULxPOW (section 3.1.2) as a map of the byte: times x^count.
const fn times_power_of_x(count: usize, lower: u8) -> AffineMap {
    let mut columns = [0; 8];
    let mut bit = 0;
    while bit < 8 {
        let (mut value, mut i) = (1 << bit, 0);
        while i < count {
            value = times_x(value, lower);
            i += 1;
        }
        columns[bit] = value;
        bit += 1;
    }
    AffineMap::new(columns)
}

/// MULalpha (section 3.4.2): what byte 3 of s0 adds to each byte of the new cell, the lowest first.
static TIMES_ALPHA: [AffineMap; 4] = [
    times_power_of_x(239, 0xa9),
    times_power_of_x(48, 0xa9),
    times_power_of_x(245, 0xa9),
    times_power_of_x(23, 0xa9),
];

/// DIValpha (section 3.4.3): what byte 0 of s11 adds.
static OVER_ALPHA: [AffineMap; 4] = [
    times_power_of_x(64, 0xa9),
    times_power_of_x(6, 0xa9),
    times_power_of_x(39, 0xa9),
    times_power_of_x(16, 0xa9),
];

/// Four cells that follow sixteen, all sorted by their bytes, less what is fed back.
#[inline(always)]
pub(super) fn next_cells<W: Tetrads>(groups: [&[W; 4]; 4]) -> [W; 4] {
    let [first, second, third, fourth] = groups;
    let (top, bottom) = (first[3], third[0].three_later(fourth[0]));
    let mut new = *first;
    unroll!(4, |i| {
        // s0 goes up by a byte, s11 down by one.
        let sum = first[i].two_later(second[i]);
        let sum = if i > 0 { sum.xor(first[(i + 3) % 4]) } else { sum };
        let sum =
            if i < 3 { sum.xor(third[(i + 1) % 4].three_later(fourth[(i + 1) % 4])) } else { sum };
        new[i] = sum.xor3(top.affine::<0>(&TIMES_ALPHA[i]), bottom.affine::<0>(&OVER_ALPHA[i]));
    });
    new
}

/// The lower coefficients of the field of SQ, x^8 + x^6 + x^5 + x^3 + 1.
const SQ_FIELD: u8 = 0x69;

/// SQ (section 3.3.2), by its polynomial.
static SQ: Table256 = {
    let mut table = [0x25; 256];
    let mut x = 0;
    while x < 256 {
        // x, x^9, x^13 and so on: the powers that are added.
        let (mut power, mut exponent) = (1, 0);
        while exponent < 49 {
            power = product(power, x as u8, SQ_FIELD);
            exponent += 1;
            if matches!(exponent, 1 | 9 | 13 | 15 | 33 | 41 | 45 | 47 | 49) {
                table[x] ^= power;
            }
        }
        x += 1;
    }
    Table256::new(table)
};

/// Twice a byte in the field of SQ.
static DOUBLE: AffineMap = times_power_of_x(1, SQ_FIELD);

/// The images of the unit vectors under an isomorphism from the field of SQ to that of AES: the powers of a
/// root there.
const TO_AES: [u8; 8] = {
    let mut root = 2;
    loop {
        let mut powers = [1; 9];
        let mut i = 1;
        while i < 9 {
            powers[i] = aes_mul(powers[i - 1], root);
            i += 1;
        }
        if powers[8] ^ powers[6] ^ powers[5] ^ powers[3] ^ powers[0] == 0 {
            break [
                powers[0], powers[1], powers[2], powers[3], powers[4], powers[5], powers[6],
                powers[7],
            ];
        }
        root += 1;
    }
};

/// The map of the powers of two in the field of AES, after another map.
const fn power_of(before: &[u8; 8], squarings: usize) -> AffineMap {
    let mut columns = *before;
    let mut bit = 0;
    while bit < 8 {
        let mut i = 0;
        while i < squarings {
            columns[bit] = aes_mul(columns[bit], columns[bit]);
            i += 1;
        }
        bit += 1;
    }
    AffineMap::new(columns)
}

const IDENTITY: [u8; 8] = [1, 2, 4, 8, 16, 32, 64, 128];

static INTO_AES: AffineMap = AffineMap::new(TO_AES);
static SQUARE_INTO_AES: AffineMap = power_of(&TO_AES, 1);
static FOURTH_INTO_AES: AffineMap = power_of(&TO_AES, 2);
static SQUARE: AffineMap = power_of(&IDENTITY, 1);
static FOURTH: AffineMap = power_of(&IDENTITY, 2);
static OUT_OF_AES: AffineMap = {
    let mut columns = [0; 8];
    let mut bit = 0;
    while bit < 8 {
        let mut x = 0;
        while apply_linear(&TO_AES, x) != 1 << bit {
            x += 1;
        }
        columns[bit] = x;
        bit += 1;
    }
    AffineMap::new(columns)
};

/// SQ on every byte. It is a Dickson polynomial of degree 49, and so D7(D7(x)) plus a constant, where
/// D7(x) = x^7 + x^5 + x = (x^4 (x^2 + 1)) x + x. With products in the field of AES that is four of them.
#[inline(always)]
fn sq<W: Tetrads>(x: W) -> W {
    if W::FAST_LOOKUP256 || !W::FAST_PRODUCT {
        return x.lookup256(&SQ);
    }
    let (square, fourth) = (x.affine::<1>(&SQUARE_INTO_AES), x.affine::<0>(&FOURTH_INTO_AES));
    let x = x.affine::<0>(&INTO_AES);
    let x = x.xor(fourth.aes_product(square).aes_product(x));
    let (square, fourth) = (x.affine::<1>(&SQUARE), x.affine::<0>(&FOURTH));
    let x = x.xor(fourth.aes_product(square).aes_product(x));
    x.affine::<0x25>(&OUT_OF_AES)
}

/// S1 (section 3.3.1) is SubBytes and MixColumns of AES.
#[inline(always)]
pub(super) fn s1<W: Tetrads>(word: W) -> W {
    word.aes_columns()
}

/// S2 (section 3.3.2): SQ, then 2, 1, 1 and 3 times the bytes of a column, in the field of SQ.
#[inline(always)]
pub(super) fn s2<W: Tetrads>(word: W) -> W {
    let bytes = sq(word);
    // The byte above each, and its sum with that.
    let next = bytes.rotl::<24>();
    let sums = bytes.xor(next);
    sums.affine::<0>(&DOUBLE).xor3(next, sums.rotl::<16>())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Backend;
    use crate::lanes::{AnyWidth, ByteOps, Isa, Kernel, Lanes as _, MAX_LANES32, dispatch};

    /// S2 of words of one byte four times, which is SQ of this byte.
    struct Bytes;

    impl Kernel for Bytes {
        type Output = [u8; 256];
        type Class = AnyWidth<ByteOps>;

        #[inline(always)]
        fn run<I: Isa>(self, isa: I) -> [u8; 256] {
            let (mut out, mut room) = ([0; 256], [0; MAX_LANES32]);
            for (x, out) in out.iter_mut().enumerate() {
                s2(I::WideU32::splat(isa, x as u32 * 0x0101_0101)).store_words(&mut room);
                assert_eq!(room[0] % 0x0101_0101, 0);
                *out = room[0] as u8;
            }
            out
        }
    }

    #[test]
    fn sq_is_its_table_on_every_backend() {
        assert_eq!(SQ.bytes[..4], [0x25, 0x24, 0x73, 0x67]);
        for backend in Backend::available() {
            assert_eq!(dispatch(backend, Bytes), SQ.bytes, "{backend}");
        }
    }

    #[test]
    fn the_maps_to_the_field_of_aes_are_isomorphisms() {
        for a in 0..=255 {
            for b in 0..=255 {
                let (to_a, to_b) = (apply_linear(&TO_AES, a), apply_linear(&TO_AES, b));
                let wanted = apply_linear(&TO_AES, product(a, b, SQ_FIELD));
                assert_eq!(aes_mul(to_a, to_b), wanted);
            }
        }
    }
}
