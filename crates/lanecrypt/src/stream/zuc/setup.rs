//! Keys and IVs loaded into the LFSR: three loadings of one core.

use crate::Error;
use crate::lanes::{Lanes32, Row, unroll, wipe};

/// How the cells come from the row that a key and an IV are written to.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Loading {
    /// The row holds the cells; 32 rounds.
    Cells,
    /// The row holds a key and an IV of ZUC-128 (ETSI/SAGE ZUC specification, section 3.6), 16 bytes
    /// each; 32 rounds.
    Zuc128,
    /// The row holds a key of 32 bytes and an IV of 16 bytes of 256-NEA6 (3GPP TS 35.246); 48 rounds.
    /// It shares nothing with the loading of ZUC-256 of 2018 but the core.
    Nea6,
}

/// The key and IV of one message: what the core starts from. Wiped when dropped.
#[derive(Clone)]
pub(crate) struct Setup {
    row: Row,
    loading: Loading,
}

impl Drop for Setup {
    fn drop(&mut self) {
        wipe(&mut self.row, Row::ZERO);
    }
}

impl Setup {
    /// Has a row written.
    pub(crate) fn new(load: impl FnOnce(&mut Row) -> Loading) -> Self {
        let mut out = Self { row: Row::ZERO, loading: Loading::Cells };
        out.loading = load(&mut out.row);
        out
    }

    /// The row, and how the cells come from it.
    pub(super) fn row(&self) -> (&Row, Loading) {
        (&self.row, self.loading)
    }

    /// s0 to s15, 31 bits each.
    pub(super) fn cells(&self) -> [u32; 16] {
        let mut cells = self.row.0;
        if let Some(parts) = self.loading.parts() {
            make_cells(&mut cells, parts, &parts.map(|part| part.constant));
        }
        cells
    }

    /// The rounds of the initialisation.
    pub(super) fn rounds(&self) -> usize {
        self.loading.rounds()
    }
}

/// The numbers of the bytes that a cell is made of, from the most significant one on, and what is
/// added. Byte 255 is none.
#[derive(Clone, Copy)]
struct Parts {
    bytes: [u8; 3],
    constant: u32,
}

/// No byte.
const NONE: u8 = 255;

const ZUC128: [Parts; 16] = {
    let mut parts = [Parts { bytes: [NONE; 3], constant: 0 }; 16];
    let mut i = 0;
    while i < 16 {
        parts[i].bytes = [i as u8, NONE, 16 + i as u8];
        parts[i].constant = D_ZUC128[i] << 8;
        i += 1;
    }
    parts
};

const NEA6: [Parts; 16] = {
    let mut parts = [Parts { bytes: [NONE; 3], constant: 0 }; 16];
    let mut i = 0;
    while i < 16 {
        // The key is bytes 0 to 31, the IV bytes 32 to 47.
        let n = i as u8;
        parts[i].bytes = match n {
            0..7 => [n, 16 + n, 24 + n],
            7..15 => [n, 32 + n - 7, 40 + n - 7],
            _ => [15, 23, 31],
        };
        parts[i].constant = (D_NEA6[i] as u32) << 16;
        i += 1;
    }
    parts
};

impl Loading {
    /// The rounds of the initialisation, a multiple of sixteen, not counting the one whose output is
    /// thrown away.
    pub(super) fn rounds(self) -> usize {
        match self {
            Self::Cells | Self::Zuc128 => 32,
            Self::Nea6 => 48,
        }
    }

    /// What the cells are made of, if the row does not hold them.
    #[inline(always)]
    fn parts(self) -> Option<&'static [Parts; 16]> {
        match self {
            Self::Cells => None,
            Self::Zuc128 => Some(&ZUC128),
            Self::Nea6 => Some(&NEA6),
        }
    }

    /// Makes the cells of the words of rows, in as many lanes as there are.
    #[inline(always)]
    pub(super) fn make_cells<W: Lanes32>(self, isa: W::Isa, words: &mut [W; 16]) {
        // Each with the constants of its own, which the compiler then knows.
        match self {
            Self::Cells => {}
            Self::Zuc128 => make_cells_in(isa, words, &ZUC128),
            Self::Nea6 => make_cells_in(isa, words, &NEA6),
        }
    }

    /// A key of 16 bytes and an IV, byte 0 lowest.
    #[inline(always)]
    pub(crate) fn zuc128(row: &mut Row, key: &[u8], iv: u128) -> Self {
        let (key, _) = key.as_chunks();
        put(row, 0, u128::from_le_bytes(key[0]));
        put(row, 4, iv);
        Self::Zuc128
    }

    /// A key of 32 bytes and an IV, byte 0 lowest.
    #[inline(always)]
    pub(crate) fn nea6(row: &mut Row, key: &[u8], iv: u128) -> Self {
        let (key, _) = key[..32].as_chunks();
        put(row, 0, u128::from_le_bytes(key[0]));
        put(row, 4, u128::from_le_bytes(key[1]));
        put(row, 8, iv);
        Self::Nea6
    }

    /// ZUC-256 of 2018 for keystream: a key of 32 bytes, an IV of 184 bits.
    pub(crate) fn zuc256(row: &mut Row, key: &[u8], iv: &Iv184) -> Self {
        zuc256_with(row, key, iv, &D_ZUC256)
    }

    /// ZUC-256 of 2018 for tags of 4, 8 or 16 bytes: the constants depend on their length.
    pub(crate) fn zuc256_mac(row: &mut Row, key: &[u8], iv: &Iv184, tag_bytes: usize) -> Self {
        let mut d = D_ZUC256;
        if tag_bytes != 4 {
            d[0] = 0x23;
        }
        if tag_bytes != 8 {
            d[2] = 0x25;
        }
        zuc256_with(row, key, iv, &d)
    }
}

/// Writes four words of a row.
#[inline(always)]
fn put(row: &mut Row, place: usize, words: u128) {
    for i in 0..4 {
        row.0[place + i] = (words >> (32 * i)) as u32;
    }
}

#[inline(always)]
fn make_cells_in<W: Lanes32>(isa: W::Isa, words: &mut [W; 16], parts: &[Parts; 16]) {
    let mut constants = *words;
    unroll!(16, |i| constants[i] = W::splat(isa, parts[i].constant));
    make_cells(words, parts, &constants);
}

#[inline(always)]
fn make_cells<W: Lanes32>(words: &mut [W; 16], parts: &[Parts; 16], constants: &[W; 16]) {
    let mut cells = *words;
    unroll!(16, |i| {
        let [high, middle, low] = parts[i].bytes;
        let mut cell = top(words, high).shr(1).xor(constants[i]);
        if middle != NONE {
            cell = cell.xor(top(words, middle).shr(16));
        }
        cells[i] = cell.xor(top(words, low).shr(24));
    });
    *words = cells;
}

/// A byte of the words at the top of its lane, all else zero.
#[inline(always)]
fn top<W: Lanes32>(words: &[W; 16], byte: u8) -> W {
    let word = words[usize::from(byte / 4) % 16];
    word.shl(8 * u32::from(3 - byte % 4)).mask::<0xff00_0000>()
}

/// The constants d0 to d15 of ZUC-128, 15 bits each (ETSI/SAGE ZUC specification, section 3.6.1).
const D_ZUC128: [u32; 16] = [
    0x44d7, 0x26bc, 0x626b, 0x135e, 0x5789, 0x35e2, 0x7135, 0x09af, 0x4d78, 0x2f13, 0x6bc4, 0x1af1,
    0x5e26, 0x3c4d, 0x789a, 0x47ac,
];

/// The constants of ZUC-256 for keystream, 7 bits each ("The ZUC-256 Stream Cipher", 2018).
const D_ZUC256: [u8; 16] = [
    0x22, 0x2f, 0x24, 0x2a, 0x6d, 0x40, 0x40, 0x40, 0x40, 0x40, 0x40, 0x40, 0x40, 0x52, 0x10, 0x30,
];

/// The constants of the NEA6 loading, 7 bits each.
const D_NEA6: [u8; 16] = [
    0x64, 0x43, 0x7b, 0x2a, 0x11, 0x05, 0x51, 0x42, 0x1a, 0x31, 0x18, 0x66, 0x14, 0x2e, 0x01, 0x5c,
];

/// A cell of four parts of 8, 7, 8 and 8 bits.
const fn cell(a: u8, d: u8, b: u8, c: u8) -> u32 {
    (a as u32) << 23 | (d as u32) << 16 | (b as u32) << 8 | c as u32
}

fn zuc256_with(row: &mut Row, key: &[u8], Iv184(iv): &Iv184, d: &[u8; 16]) -> Loading {
    let k = &key[..32];
    row.0 = [
        cell(k[0], d[0], k[21], k[16]),
        cell(k[1], d[1], k[22], k[17]),
        cell(k[2], d[2], k[23], k[18]),
        cell(k[3], d[3], k[24], k[19]),
        cell(k[4], d[4], k[25], k[20]),
        cell(iv[0], d[5] | iv[17], k[5], k[26]),
        cell(iv[1], d[6] | iv[18], k[6], k[27]),
        cell(iv[10], d[7] | iv[19], k[7], iv[2]),
        cell(k[8], d[8] | iv[20], iv[3], iv[11]),
        cell(k[9], d[9] | iv[21], iv[12], iv[4]),
        cell(iv[5], d[10] | iv[22], k[10], k[28]),
        cell(k[11], d[11] | iv[23], iv[6], iv[13]),
        cell(k[12], d[12] | iv[24], iv[7], iv[14]),
        cell(k[13], d[13], iv[15], iv[8]),
        cell(k[14], d[14] | k[31] >> 4, iv[16], iv[9]),
        cell(k[15], d[15] | k[31] & 15, k[30], k[29]),
    ];
    Loading::Cells
}

/// The IV of ZUC-256 in its version of 2018: 184 bits, as 17 bytes and eight values of 6 bits.
///
/// Two encodings are in use, one of 25 bytes and one of 23 bytes. Each has a constructor, so that
/// one cannot be taken for the other.
///
/// Source: "The ZUC-256 Stream Cipher", 2018.
///
/// ```
/// use lanecrypt::{Error, stream::zuc::Iv184};
///
/// let iv = Iv184::from_packed(&[0xff; 23]);
/// let bytes = iv.to_bytes();
/// assert_eq!((bytes[16], bytes[17]), (255, 63));
/// assert_eq!(Iv184::from_bytes(&bytes)?, iv);
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Iv184([u8; 25]);

impl Iv184 {
    /// Takes 25 bytes: IV0 to IV16, then IV17 to IV24 in the low six bits of a byte each.
    ///
    /// # Errors
    ///
    /// [`Error::IvElement`] if one of IV17 to IV24 is above 63.
    pub fn from_bytes(bytes: &[u8; 25]) -> Result<Self, Error> {
        match bytes.iter().enumerate().skip(17).find(|(_, value)| **value >= 64) {
            Some((index, &value)) => Err(Error::IvElement { index, value }),
            None => Ok(Self(*bytes)),
        }
    }

    /// Takes 23 bytes: IV0 to IV16, then IV17 to IV24 packed into six bytes, most significant bit
    /// first.
    pub fn from_packed(packed: &[u8; 23]) -> Self {
        let mut bytes = [0; 25];
        bytes[..17].copy_from_slice(&packed[..17]);
        for i in 0..2 {
            let part = &packed[17 + 3 * i..];
            let values = u32::from_be_bytes([0, part[0], part[1], part[2]]);
            for j in 0..4 {
                bytes[17 + 4 * i + j] = (values >> (18 - 6 * j) & 63) as u8;
            }
        }
        Self(bytes)
    }

    /// The encoding of 25 bytes, as [`Iv184::from_bytes`] takes it.
    pub fn to_bytes(self) -> [u8; 25] {
        self.0
    }

    /// The encoding of 23 bytes, as [`Iv184::from_packed`] takes it.
    pub fn to_packed(self) -> [u8; 23] {
        let mut packed = [0; 23];
        packed[..17].copy_from_slice(&self.0[..17]);
        for i in 0..2 {
            let values =
                self.0[17 + 4 * i..21 + 4 * i].iter().fold(0, |all, &v| all << 6 | u32::from(v));
            packed[17 + 3 * i..20 + 3 * i].copy_from_slice(&values.to_be_bytes()[1..]);
        }
        packed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_forms_of_the_iv_are_one() {
        let bytes =
            core::array::from_fn(|i| if i < 17 { 7 * i as u8 } else { (11 * i % 64) as u8 });
        let iv = Iv184::from_bytes(&bytes).unwrap();
        assert_eq!(Iv184::from_packed(&iv.to_packed()), iv);
        assert_eq!(iv.to_bytes(), bytes);
    }

    #[test]
    fn seven_bits_in_an_iv_element_are_refused() {
        let mut bytes = [0; 25];
        bytes[19] = 64;
        let error = Iv184::from_bytes(&bytes).unwrap_err();
        assert_eq!(error, Error::IvElement { index: 19, value: 64 });
    }
}
