//! Keys and IVs loaded into the LFSR.

use crate::lanes::{Lanes32, Row, wipe};

/// Writes a key of 16 bytes and an IV, byte 0 lowest, to the first half of a row.
#[inline(always)]
pub(crate) fn put(row: &mut Row, key: &[u8], iv: u128) {
    let (key, _) = key.as_chunks();
    let key = u128::from_le_bytes(key[0]);
    for i in 0..4 {
        row.0[i] = (key >> (32 * i)) as u32;
        row.0[4 + i] = (iv >> (32 * i)) as u32;
    }
}

/// s0 to s15 from the words of rows, as they lie in memory (document 2, section 4.1).
#[inline(always)]
pub(super) fn cells<W: Lanes32>(isa: W::Isa, row: &[W; 16]) -> [W; 16] {
    let ones = W::splat(isa, !0);
    // The first four bytes of the key are the word K3.
    let (k3, k2) = (row[0].swap_bytes(), row[1].swap_bytes());
    let (k1, k0) = (row[2].swap_bytes(), row[3].swap_bytes());
    let (iv3, iv2) = (row[4].swap_bytes(), row[5].swap_bytes());
    let (iv1, iv0) = (row[6].swap_bytes(), row[7].swap_bytes());
    let (n0, n1, n2, n3) = (k0.xor(ones), k1.xor(ones), k2.xor(ones), k3.xor(ones));
    [
        n0,
        n1,
        n2,
        n3,
        k0,
        k1,
        k2,
        k3,
        n0,
        n1.xor(iv3),
        n2.xor(iv2),
        n3,
        k0.xor(iv1),
        k1,
        k2,
        k3.xor(iv0),
    ]
}

/// The key and IV of one message: what a stream starts from. Wiped when dropped.
#[derive(Clone)]
pub(crate) struct Setup(Row);

impl Drop for Setup {
    fn drop(&mut self) {
        wipe(&mut self.0, Row::ZERO);
    }
}

impl Setup {
    /// Has a row written.
    pub(crate) fn new(load: impl FnOnce(&mut Row)) -> Self {
        let mut out = Self(Row::ZERO);
        load(&mut out.0);
        out
    }

    /// The row.
    pub(super) fn row(&self) -> &Row {
        &self.0
    }

    /// s0 to s15.
    pub(super) fn cells(&self) -> [u32; 16] {
        cells(crate::lanes::Portable, &self.0.0)
    }
}
