//! Eight permutations of nibbles in the forms that backends look them up in.

use super::NibbleTable;

/// What replaces each nibble of a word: row `j` the bits 4j to 4j + 3. Each backend reads its own
/// form.
#[cfg_attr(not(target_arch = "x86_64"), allow(dead_code))]
#[derive(Clone, Copy, PartialEq)]
#[repr(C, align(64))]
pub(crate) struct NibbleBoxes {
    /// For each byte of a word sixteen bytes: what replaces its lower nibble.
    pub(super) low: [u8; 64],
    /// What replaces its upper nibble, in the upper bits.
    pub(super) high: [u8; 64],
    /// For each byte of a word, of it turned left by 11: what its lower and its upper nibble give
    /// the byte after it, and what its upper nibble gives the next.
    pub(super) turned: [[NibbleTable; 3]; 4],
    /// The algebraic normal forms: bit `4j + i` of `forms[m]` says whether bit `i` of what row `j`
    /// gives has the product of the nibble's bits that `m` has.
    pub(super) forms: [u32; 16],
}

// What loads of 64 bytes, which must be aligned, rely on.
const _: () = assert!(
    align_of::<NibbleBoxes>() == 64
        && core::mem::offset_of!(NibbleBoxes, low) == 0
        && core::mem::offset_of!(NibbleBoxes, high) == 64
);

impl NibbleBoxes {
    /// From the rows.
    pub(crate) const fn new(rows: &[[u8; 16]; 8]) -> Self {
        let (mut low, mut high, mut forms) = ([0; 64], [0; 64], [0; 16]);
        let mut turned = [[NibbleTable([0; 16]); 3]; 4];
        let mut row = 0;
        while row < 8 {
            let mut nibble = 0;
            while nibble < 16 {
                let value = rows[row][nibble] & 15;
                let at = 16 * (row / 2) + nibble;
                if row % 2 == 0 {
                    low[at] = value;
                    turned[row / 2][0].0[nibble] = value << 3;
                } else {
                    high[at] = value << 4;
                    turned[row / 2][1].0[nibble] = value << 7;
                    turned[row / 2][2].0[nibble] = value >> 1;
                }
                // The coefficient of a product is the sum of the values at what lies within it.
                let mut product = nibble;
                while product < 16 {
                    forms[product] ^= (value as u32) << (4 * row);
                    product = (product + 1) | nibble;
                }
                nibble += 1;
            }
            row += 1;
        }
        Self { low, high, turned, forms }
    }
}
