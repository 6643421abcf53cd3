//! GOST 28147-89 (RFC 5830) and Magma of GOST R 34.12-2015 (RFC 8891).
//!
//! The eight S-boxes are computed, not looked up: all nibbles of a word at once, by the algebraic
//! normal form of their rows.

use super::{big, little};
use crate::Error;
use crate::block::Sbox;
use crate::block::one::{key_of, one_block, one_example};

/// The algebraic normal form of an S-box: nibble `j` of `form[m]` says in which output bits of row
/// `j` the product of those input bits occurs that are ones in `m`.
type Form = [u32; 16];

/// The form of an S-box.
const fn form(sbox: &Sbox) -> Form {
    let rows = sbox.rows();
    let mut form = [0; 16];
    let mut m = 0;
    while m < 16 {
        let mut j = 0;
        while j < 8 {
            form[m] |= (rows[j][m] as u32) << (4 * j);
            j += 1;
        }
        m += 1;
    }
    // The Möbius transform, one input bit after another.
    let mut bit = 1;
    while bit < 16 {
        let mut m = 0;
        while m < 16 {
            if m & bit != 0 {
                form[m] ^= form[m ^ bit];
            }
            m += 1;
        }
        bit *= 2;
    }
    form
}

/// All ones in every nibble that has this bit.
#[inline(always)]
fn spread(x: u32, bit: u32) -> u32 {
    let ones = x >> bit & 0x1111_1111;
    (ones << 4).wrapping_sub(ones)
}

/// The S-boxes, then the rotation. Of each pair of coefficients the second counts where the bit is
/// set: sixteen become eight, four, two, one.
#[inline(always)]
fn substitute(form: &Form, x: u32) -> u32 {
    let bits = [spread(x, 0), spread(x, 1), spread(x, 2), spread(x, 3)];
    let a: [u32; 8] = core::array::from_fn(|i| form[2 * i] ^ (form[2 * i + 1] & bits[0]));
    let b: [u32; 4] = core::array::from_fn(|i| a[2 * i] ^ (a[2 * i + 1] & bits[1]));
    let c: [u32; 2] = core::array::from_fn(|i| b[2 * i] ^ (b[2 * i + 1] & bits[2]));
    (c[0] ^ (c[1] & bits[3])).rotate_left(11)
}

/// Eight rounds with the keys in order: two at a time, after which the halves have their names
/// again.
#[inline(always)]
fn forwards(form: &Form, keys: &[u32; 8], n1: &mut u32, n2: &mut u32) {
    for [first, second] in keys.as_chunks::<2>().0 {
        *n2 ^= substitute(form, n1.wrapping_add(*first));
        *n1 ^= substitute(form, n2.wrapping_add(*second));
    }
}

/// Eight rounds with the keys from the last to the first.
#[inline(always)]
fn backwards(form: &Form, keys: &[u32; 8], n1: &mut u32, n2: &mut u32) {
    for [second, first] in keys.as_chunks::<2>().0.iter().rev() {
        *n2 ^= substitute(form, n1.wrapping_add(*first));
        *n1 ^= substitute(form, n2.wrapping_add(*second));
    }
}

/// The 32 rounds; the exchange of the last one is undone.
#[inline(always)]
fn encrypt(form: &Form, keys: &[u32; 8], mut n1: u32, mut n2: u32) -> (u32, u32) {
    for _ in 0..3 {
        forwards(form, keys, &mut n1, &mut n2);
    }
    backwards(form, keys, &mut n1, &mut n2);
    (n2, n1)
}

/// The 32 rounds with the keys the other way round.
#[inline(always)]
fn decrypt(form: &Form, keys: &[u32; 8], mut n1: u32, mut n2: u32) -> (u32, u32) {
    forwards(form, keys, &mut n1, &mut n2);
    for _ in 0..3 {
        backwards(form, keys, &mut n1, &mut n2);
    }
    (n2, n1)
}

/// GOST 28147-89: blocks of 8 bytes, N1 then N2, and keys of 32, K0 to K7, all words
/// little-endian.
#[doc = one_example!("reference", Gost28147)]
pub struct Gost28147 {
    keys: [u32; 8],
    form: Form,
}

impl Gost28147 {
    /// Expands a key for an S-box of one's choice; [`OneBlock::new`](crate::block::OneBlock::new)
    /// takes the default one. A key of another length than 32 bytes is an error.
    pub fn with_sbox(key: &[u8], sbox: Sbox) -> Result<Self, Error> {
        let mut out = Self::expand(key_of(key)?);
        out.form = form(&sbox);
        Ok(out)
    }

    fn expand(key: &[u8; 32]) -> Self {
        let mut keys = [0; 8];
        for (word, bytes) in keys.iter_mut().zip(key.as_chunks::<4>().0) {
            *word = little(bytes) as u32;
        }
        Self { keys, form: form(&Sbox::default()) }
    }

    #[inline(always)]
    fn load(block: &[u8; 8]) -> (u32, u32) {
        (little(&block[..4]) as u32, little(&block[4..]) as u32)
    }

    #[inline(always)]
    fn store(block: &mut [u8; 8], (n1, n2): (u32, u32)) {
        block[..4].copy_from_slice(&n1.to_le_bytes());
        block[4..].copy_from_slice(&n2.to_le_bytes());
    }

    #[inline(always)]
    fn encrypt_block(&self, block: &mut [u8; 8]) {
        let (n1, n2) = Self::load(block);
        Self::store(block, encrypt(&self.form, &self.keys, n1, n2));
    }

    #[inline(always)]
    fn decrypt_block(&self, block: &mut [u8; 8]) {
        let (n1, n2) = Self::load(block);
        Self::store(block, decrypt(&self.form, &self.keys, n1, n2));
    }
}

one_block!(Gost28147, 8, 32, keys: [0; 8]);

/// Magma: the same rounds with [`Sbox::TC26_Z`]; blocks of 8 bytes, N2 then N1, and keys of 32, K0
/// to K7, all words big-endian.
#[doc = one_example!("reference", Magma)]
pub struct Magma {
    keys: [u32; 8],
}

impl Magma {
    /// The form of the S-box, which is fixed here.
    const FORM: Form = form(&Sbox::TC26_Z);

    fn expand(key: &[u8; 32]) -> Self {
        let mut keys = [0; 8];
        for (word, bytes) in keys.iter_mut().zip(key.as_chunks::<4>().0) {
            *word = big(bytes) as u32;
        }
        Self { keys }
    }

    #[inline(always)]
    fn load(block: &[u8; 8]) -> (u32, u32) {
        (big(&block[4..]) as u32, big(&block[..4]) as u32)
    }

    #[inline(always)]
    fn store(block: &mut [u8; 8], (n1, n2): (u32, u32)) {
        block[..4].copy_from_slice(&n2.to_be_bytes());
        block[4..].copy_from_slice(&n1.to_be_bytes());
    }

    #[inline(always)]
    fn encrypt_block(&self, block: &mut [u8; 8]) {
        let (n1, n2) = Self::load(block);
        Self::store(block, encrypt(&Self::FORM, &self.keys, n1, n2));
    }

    #[inline(always)]
    fn decrypt_block(&self, block: &mut [u8; 8]) {
        let (n1, n2) = Self::load(block);
        Self::store(block, decrypt(&Self::FORM, &self.keys, n1, n2));
    }
}

one_block!(Magma, 8, 32, keys: [0; 8]);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::block::OneBlock;

    /// What libgcrypt 1.10.1 makes of the block 00 to 07 under the key 00 to 1f, in the form of the
    /// ciphers of this file: the sets for which nobody publishes an answer are among them.
    #[test]
    fn the_sets_of_rfc_4357_are_those_of_libgcrypt() {
        for (sbox, answer) in [
            (Sbox::TEST_28147, 0x9530_d0e7_f9e6_cca3_u64),
            (Sbox::CRYPTOPRO_A, 0xca20_8afd_71eb_39d4),
            (Sbox::CRYPTOPRO_B, 0x95f0_0ab4_1832_2f56),
            (Sbox::CRYPTOPRO_C, 0x7a5b_7ef4_836a_055c),
            (Sbox::CRYPTOPRO_D, 0x10b1_3a45_5dc3_17da),
            (Sbox::TC26_Z, 0x61a7_16f6_245d_1a0d),
        ] {
            let key: [u8; 32] = core::array::from_fn(|i| i as u8);
            let mut block: [u8; 8] = core::array::from_fn(|i| i as u8);
            Gost28147::with_sbox(&key, sbox).unwrap().encrypt(&mut block).unwrap();
            assert_eq!(block, answer.to_be_bytes(), "{sbox:?}");
        }
    }
}
