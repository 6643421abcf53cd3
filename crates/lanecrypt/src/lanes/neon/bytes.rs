//! Bytes in a register.

use core::arch::aarch64::*;

use super::Q;
use crate::lanes::{AffineMap, Bytes, InverseMap, NibbleTable, Table256};

/// The inverse of ShiftRows of AES (FIPS 197, section 5.3.1): row `i % 4` of column `i / 4` comes
/// from as many columns to the left as the row's number.
const UNSHIFTED_ROWS: [u8; 16] = {
    let mut order = [0; 16];
    let mut i = 0;
    while i < 16 {
        order[i] = ((i + 16 - 4 * (i % 4)) % 16) as u8;
        i += 1;
    }
    order
};

impl Q {
    /// The bytes in another order: byte `i` becomes the old byte `order[i]`.
    #[inline(always)]
    pub(super) fn permute(self, order: &'static [u8; 16]) -> Self {
        // SAFETY: a register proves NEON; the order is sixteen bytes.
        Self(unsafe { vqtbl1q_u8(self.0, vld1q_u8(order.as_ptr())) })
    }
    /// Two nibble lookups and their sum: a linear map of any byte.
    #[inline(always)]
    fn map_nibbles(self, low: &NibbleTable, high: &NibbleTable) -> Self {
        // SAFETY: a register proves NEON; the tables are sixteen bytes.
        Self(unsafe {
            let low = vqtbl1q_u8(vld1q_u8(low.0.as_ptr()), vandq_u8(self.0, vdupq_n_u8(15)));
            let high = vqtbl1q_u8(vld1q_u8(high.0.as_ptr()), vshrq_n_u8::<4>(self.0));
            veorq_u8(low, high)
        })
    }
}

impl Bytes for Q {
    /// Four lookups in 64 bytes each. The whole table is loaded, always the same way.
    const FAST_LOOKUP256: bool = false;

    #[inline(always)]
    fn lookup16(self, table: &NibbleTable) -> Self {
        // SAFETY: a register proves NEON; the table is sixteen bytes.
        Self(unsafe { vqtbl1q_u8(vld1q_u8(table.0.as_ptr()), self.0) })
    }
    #[inline(always)]
    fn lookup256(self, table: &Table256) -> Self {
        let x = self.0;
        // SAFETY: a register proves NEON; the table is four times 64 bytes.
        Self(unsafe {
            // An index of 64 or more gives zero in the first lookup and leaves the byte as it was
            // in the others, so each byte is set by the one quarter that it falls in.
            let quarter = |i: usize| vld1q_u8_x4(table.bytes[64 * i..][..64].as_ptr());
            let index = |i: u8| vsubq_u8(x, vdupq_n_u8(64 * i));
            let out = vqtbl4q_u8(quarter(0), x);
            let out = vqtbx4q_u8(out, quarter(1), index(1));
            let out = vqtbx4q_u8(out, quarter(2), index(2));
            vqtbx4q_u8(out, quarter(3), index(3))
        })
    }
    #[inline(always)]
    fn affine<const C: i32>(self, map: &'static AffineMap) -> Self {
        let image = self.map_nibbles(&map.low, &map.high);
        if C == 0 {
            return image;
        }
        // SAFETY: a register proves NEON.
        Self(unsafe { veorq_u8(image.0, vdupq_n_u8(C as u8)) })
    }
    #[inline(always)]
    fn inverse_affine<const C: i32>(self, map: &'static InverseMap<C>) -> Self {
        // AESE with a zero key is SubBytes after ShiftRows; undo the latter first.
        let x = self.permute(&UNSHIFTED_ROWS).0;
        // SAFETY: a register proves NEON and AES.
        let x = Self(unsafe { vaeseq_u8(x, vdupq_n_u8(0)) });
        x.map_nibbles(&map.after_sbox.0, &map.after_sbox.1)
    }
    const FAST_PRODUCT: bool = false;
    #[inline(always)]
    fn aes_columns(self) -> Self {
        let x = self.permute(&UNSHIFTED_ROWS).0;
        // SAFETY: a register proves NEON and AES.
        Self(unsafe { vaesmcq_u8(vaeseq_u8(x, vdupq_n_u8(0))) })
    }
}
