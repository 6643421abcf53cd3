//! Tables and linear maps over bytes, worked out at compile time in every form a backend wants.

use super::Bytes;

/// Sixteen bytes indexed by a nibble.
#[derive(Clone, Copy, PartialEq)]
#[repr(C, align(16))]
pub(crate) struct NibbleTable(pub(crate) [u8; 16]);

/// 256 bytes indexed by a byte.
#[repr(C, align(64))]
pub(crate) struct Table256 {
    pub(crate) bytes: [u8; 256],
    /// The first 16 bytes of both halves, then for each 16 bytes of a half their sum with those before them.
    #[cfg_attr(not(target_arch = "x86_64"), allow(dead_code))]
    pub(super) differences: [[NibbleTable; 2]; 8],
}

// What loads of whole registers, which must be aligned, rely on.
const _: () = assert!(
    align_of::<NibbleTable>() == 16
        && align_of::<Table256>() == 64
        && core::mem::offset_of!(Table256, bytes) == 0
        && core::mem::offset_of!(Table256, differences) == 256
);

impl Table256 {
    /// From the bytes.
    pub(crate) const fn new(bytes: [u8; 256]) -> Self {
        let mut differences = [[NibbleTable([0; 16]); 2]; 8];
        let mut i = 0;
        while i < 256 {
            let before = if i % 128 < 16 { 0 } else { bytes[i - 16] };
            differences[i % 128 / 16][i / 128].0[i % 16] = bytes[i] ^ before;
            i += 1;
        }
        Self { bytes, differences }
    }
}

/// A linear map over GF(2) on bytes.
pub(crate) struct AffineMap {
    /// GFNI's form: the row of output bit `i` is byte `7 - i`.
    pub(crate) matrix: u64,
    /// The images of the low nibbles.
    pub(crate) low: NibbleTable,
    /// The images of the high nibbles.
    pub(crate) high: NibbleTable,
}

impl AffineMap {
    /// From the images of the eight unit vectors, least significant bit first.
    pub(crate) const fn new(columns: [u8; 8]) -> Self {
        let mut matrix = 0u64;
        let mut bit = 0;
        while bit < 8 {
            let mut row = 0u64;
            let mut column = 0;
            while column < 8 {
                row |= ((columns[column] >> bit & 1) as u64) << column;
                column += 1;
            }
            matrix |= row << (8 * (7 - bit));
            bit += 1;
        }
        let mut low = [0; 16];
        let mut high = [0; 16];
        let mut nibble = 0;
        while nibble < 16 {
            low[nibble] = apply(&columns, nibble as u8);
            high[nibble] = apply(&columns, (nibble << 4) as u8);
            nibble += 1;
        }
        Self { matrix, low: NibbleTable(low), high: NibbleTable(high) }
    }

    /// The image of the unit vector `bit`.
    #[inline(always)]
    pub(crate) const fn column(&self, bit: usize) -> u8 {
        if bit < 4 { self.low.0[1 << bit] } else { self.high.0[1 << (bit - 4)] }
    }
}

/// The inverse in the AES field, then a linear map, then exclusive or with `C`.
pub(crate) struct InverseMap<const C: i32> {
    /// The linear map that follows the inversion.
    pub(crate) map: AffineMap,
    /// For backends that have the AES S-box but no inversion: the images of the nibbles of the
    /// S-box's *output*, the constants of both folded into `low`.
    pub(crate) after_sbox: (NibbleTable, NibbleTable),
}

impl<const C: i32> InverseMap<C> {
    /// From the images of the eight unit vectors, least significant bit first.
    pub(crate) const fn new(columns: [u8; 8]) -> Self {
        let map = AffineMap::new(columns);
        let mut low = [0; 16];
        let mut high = [0; 16];
        let mut nibble = 0;
        while nibble < 16 {
            low[nibble] = apply(&columns, undo_aes_linear(nibble as u8 ^ AES_CONSTANT)) ^ (C as u8);
            high[nibble] = apply(&columns, undo_aes_linear((nibble as u8) << 4));
            nibble += 1;
        }
        Self { map, after_sbox: (NibbleTable(low), NibbleTable(high)) }
    }
}

/// A linear map applied to one byte.
pub(crate) const fn apply(columns: &[u8; 8], byte: u8) -> u8 {
    let mut out = 0;
    let mut bit = 0;
    while bit < 8 {
        if byte >> bit & 1 == 1 {
            out ^= columns[bit];
        }
        bit += 1;
    }
    out
}

/// The constant of the AES S-box (FIPS 197, section 5.1.1).
const AES_CONSTANT: u8 = 0x63;

/// The linear map of the AES S-box (FIPS 197, section 5.1.1).
const fn aes_linear(x: u8) -> u8 {
    x ^ x.rotate_left(1) ^ x.rotate_left(2) ^ x.rotate_left(3) ^ x.rotate_left(4)
}

/// The inverse of [`aes_linear`]: the map has order four.
const fn undo_aes_linear(x: u8) -> u8 {
    aes_linear(aes_linear(aes_linear(x)))
}

/// The S-box of AES (FIPS 197, section 5.1.1): the inverse and the linear map after it.
pub(crate) static AES_SBOX: InverseMap<{ AES_CONSTANT as i32 }> = {
    let mut columns = [0; 8];
    let mut bit = 0;
    while bit < 8 {
        columns[bit] = aes_linear(1 << bit);
        bit += 1;
    }
    InverseMap::new(columns)
};

/// The products in the AES field of all bytes: the sum of the first ones, times each power of x, where the
/// second ones have that power.
#[inline(always)]
pub(super) fn product_by_maps<B: Bytes>(a: B, b: B) -> B {
    static TIMES: [AffineMap; 8] = {
        let mut maps = [const { AffineMap::new([0; 8]) }; 8];
        let mut power = 0;
        while power < 8 {
            let mut columns = [0; 8];
            let mut bit = 0;
            while bit < 8 {
                columns[bit] = aes_mul(1 << bit, 1 << power);
                bit += 1;
            }
            maps[power] = AffineMap::new(columns);
            power += 1;
        }
        maps
    };
    static SPREAD: [AffineMap; 8] = {
        let mut maps = [const { AffineMap::new([0; 8]) }; 8];
        let mut bit = 0;
        while bit < 8 {
            let mut columns = [0; 8];
            columns[bit] = 0xff;
            maps[bit] = AffineMap::new(columns);
            bit += 1;
        }
        maps
    };
    let mut product = a.and(b.affine::<0>(&SPREAD[0]));
    for power in 1..8 {
        let (times, here) = (a.affine::<0>(&TIMES[power]), b.affine::<0>(&SPREAD[power]));
        product = product.xor_and(times, here);
    }
    product
}

/// A product in the AES field, x^8 + x^4 + x^3 + x + 1.
pub(crate) const fn aes_mul(a: u8, b: u8) -> u8 {
    let mut product = 0;
    let mut power = a;
    let mut bit = 0;
    while bit < 8 {
        if b >> bit & 1 == 1 {
            product ^= power;
        }
        power = (power << 1) ^ (0x1b * (power >> 7));
        bit += 1;
    }
    product
}

/// The inverse in the AES field; zero stays zero.
pub(crate) const fn aes_inverse(x: u8) -> u8 {
    let mut out = 1;
    let mut i = 0;
    while i < 254 {
        out = aes_mul(out, x);
        i += 1;
    }
    out
}

/// The linear map `x -> x^(2^n)` of the AES field.
pub(crate) const fn aes_frobenius(n: u32) -> AffineMap {
    let mut columns = [0; 8];
    let mut bit = 0;
    while bit < 8 {
        let mut value = 1u8 << bit;
        let mut i = 0;
        while i < n {
            value = aes_mul(value, value);
            i += 1;
        }
        columns[bit] = value;
        bit += 1;
    }
    AffineMap::new(columns)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_aes_linear_map_has_order_four() {
        for x in 0..=255 {
            assert_eq!(undo_aes_linear(aes_linear(x)), x);
        }
    }

    #[test]
    fn inverses_multiply_to_one() {
        assert_eq!(aes_inverse(0), 0);
        for x in 1..=255 {
            assert_eq!(aes_mul(x, aes_inverse(x)), 1);
        }
    }
}
