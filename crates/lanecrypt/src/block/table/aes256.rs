//! AES-256 (FIPS 197) with four tables of 256 words each way: S-box and column mix in one look-up.

use crate::block::one::one_block;

/// The number of rounds.
const ROUNDS: usize = 14;

/// The product in the field of AES: of polynomials over GF(2), modulo x^8 + x^4 + x^3 + x + 1.
const fn times(a: u8, b: u8) -> u8 {
    let (mut a, mut product, mut bit) = (a, 0, 0);
    while bit < 8 {
        if b >> bit & 1 == 1 {
            product ^= a;
        }
        a = a << 1 ^ if a & 0x80 != 0 { 0x1b } else { 0 };
        bit += 1;
    }
    product
}

/// The S-box: the inverse (of 0: 0), then an affine map.
const fn sbox() -> [u8; 256] {
    // The powers of 3, which are all but 0: the inverse of 3^i is 3^(255 - i).
    let mut power = [1; 256];
    let mut i = 1;
    while i < 256 {
        power[i] = times(power[i - 1], 3);
        i += 1;
    }
    let mut sbox = [0x63; 256];
    let mut i = 0;
    while i < 255 {
        let x = power[255 - i];
        sbox[power[i] as usize] ^=
            x ^ x.rotate_left(1) ^ x.rotate_left(2) ^ x.rotate_left(3) ^ x.rotate_left(4);
        i += 1;
    }
    sbox
}

/// The reverse of a permutation.
const fn reverse(sbox: &[u8; 256]) -> [u8; 256] {
    let mut out = [0; 256];
    let mut i = 0;
    while i < 256 {
        out[sbox[i] as usize] = i as u8;
        i += 1;
    }
    out
}

/// For each row of the state, what a byte puts into its column: an S-box times a column of the
/// matrix. Row 0 is the least significant byte of a word.
const fn tables(sbox: &[u8; 256], column: [u8; 4]) -> [[u32; 256]; 4] {
    let mut tables = [[0; 256]; 4];
    let mut row = 0;
    while row < 4 {
        let mut i = 0;
        while i < 256 {
            let s = sbox[i];
            let word = [
                times(s, column[0]),
                times(s, column[1]),
                times(s, column[2]),
                times(s, column[3]),
            ];
            tables[row][i] = u32::from_le_bytes(word).rotate_left(8 * row as u32);
            i += 1;
        }
        row += 1;
    }
    tables
}

static S: [u8; 256] = sbox();
static S_BACK: [u8; 256] = reverse(&sbox());
static T: [[u32; 256]; 4] = tables(&sbox(), [2, 1, 1, 3]);
static T_BACK: [[u32; 256]; 4] = tables(&reverse(&sbox()), [14, 9, 13, 11]);

/// Every byte of a word through the S-box.
fn substitute(word: u32) -> u32 {
    u32::from_le_bytes(word.to_le_bytes().map(|byte| S[usize::from(byte)]))
}

/// The column of row `i` that comes from column `from[i]`, without the key.
#[inline(always)]
fn look_up(tables: &[[u32; 256]; 4], from: [u32; 4]) -> u32 {
    let [a, b, c, d] = from;
    tables[0][usize::from(a as u8)]
        ^ tables[1][usize::from((b >> 8) as u8)]
        ^ tables[2][usize::from((c >> 16) as u8)]
        ^ tables[3][usize::from((d >> 24) as u8)]
}

/// The same of the last round, which mixes no columns.
#[inline(always)]
fn look_up_last(sbox: &[u8; 256], from: [u32; 4]) -> u32 {
    let [a, b, c, d] = from;
    u32::from_le_bytes([
        sbox[usize::from(a as u8)],
        sbox[usize::from((b >> 8) as u8)],
        sbox[usize::from((c >> 16) as u8)],
        sbox[usize::from((d >> 24) as u8)],
    ])
}

/// The columns of a state.
type State = [u32; 4];

/// AES-256 in tables: blocks of 16 bytes, keys of 32. **Not constant time.**
pub struct Aes256 {
    keys: [State; ROUNDS + 1],
    keys_back: [State; ROUNDS + 1],
}

impl Aes256 {
    fn expand(key: &[u8; 32]) -> Self {
        let mut words = [0; 4 * (ROUNDS + 1)];
        for (word, bytes) in words.iter_mut().zip(key.as_chunks::<4>().0) {
            *word = u32::from_le_bytes(*bytes);
        }
        let mut round = 1;
        for i in 8..words.len() {
            let mut t = words[i - 1];
            if i % 8 == 0 {
                t = substitute(t.rotate_right(8)) ^ u32::from(round);
                round = times(round, 2);
            } else if i % 8 == 4 {
                t = substitute(t);
            }
            words[i] = words[i - 8] ^ t;
        }
        let mut keys = [[0; 4]; ROUNDS + 1];
        for (state, words) in keys.iter_mut().zip(words.as_chunks::<4>().0) {
            *state = *words;
        }
        crate::lanes::wipe(&mut words, [0; 4 * (ROUNDS + 1)]);

        // Deciphering takes the keys from the last to the first, all but the outer two with their
        // columns mixed back: the tables undo the S-box that comes first here.
        let mut keys_back = keys;
        keys_back.reverse();
        for state in &mut keys_back[1..ROUNDS] {
            *state = state.map(|word| {
                let [a, b, c, d] = substitute(word).to_le_bytes().map(u32::from);
                look_up(&T_BACK, [a, b << 8, c << 16, d << 24])
            });
        }
        Self { keys, keys_back }
    }

    #[inline(always)]
    fn load(block: &[u8; 16]) -> State {
        let mut state = [0; 4];
        for (word, bytes) in state.iter_mut().zip(block.as_chunks::<4>().0) {
            *word = u32::from_le_bytes(*bytes);
        }
        state
    }

    #[inline(always)]
    fn store(block: &mut [u8; 16], state: State) {
        for (bytes, word) in block.as_chunks_mut::<4>().0.iter_mut().zip(state) {
            *bytes = word.to_le_bytes();
        }
    }

    #[inline(always)]
    fn xor(a: State, b: &State) -> State {
        [a[0] ^ b[0], a[1] ^ b[1], a[2] ^ b[2], a[3] ^ b[3]]
    }

    /// Where the rows of each column come from: row `i` moves `i` columns to the left.
    #[inline(always)]
    fn shift([a, b, c, d]: State) -> [[u32; 4]; 4] {
        [[a, b, c, d], [b, c, d, a], [c, d, a, b], [d, a, b, c]]
    }

    /// The reverse: to the right.
    #[inline(always)]
    fn shift_back([a, b, c, d]: State) -> [[u32; 4]; 4] {
        [[a, d, c, b], [b, a, d, c], [c, b, a, d], [d, c, b, a]]
    }

    #[inline(always)]
    fn encrypt_block(&self, block: &mut [u8; 16]) {
        let [first, rounds @ .., last] = &self.keys;
        let mut state = Self::xor(Self::load(block), first);
        for key in rounds {
            state = Self::xor(Self::shift(state).map(|from| look_up(&T, from)), key);
        }
        state = Self::xor(Self::shift(state).map(|from| look_up_last(&S, from)), last);
        Self::store(block, state);
    }

    #[inline(always)]
    fn decrypt_block(&self, block: &mut [u8; 16]) {
        let [first, rounds @ .., last] = &self.keys_back;
        let mut state = Self::xor(Self::load(block), first);
        for key in rounds {
            state = Self::xor(Self::shift_back(state).map(|from| look_up(&T_BACK, from)), key);
        }
        state = Self::xor(Self::shift_back(state).map(|from| look_up_last(&S_BACK, from)), last);
        Self::store(block, state);
    }
}

one_block!(Aes256, "aes256", 16, 32,
    keys: [[0; 4]; ROUNDS + 1], keys_back: [[0; 4]; ROUNDS + 1]);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::block::OneBlock;

    /// The bytes of hexadecimal digits.
    fn hex<const N: usize>(digits: &str) -> [u8; N] {
        core::array::from_fn(|i| u8::from_str_radix(&digits[2 * i..2 * i + 2], 16).unwrap())
    }

    fn check<const N: usize>(key: &str, plaintext: &str, ciphertext: &str) {
        let aes = Aes256::new(&hex::<32>(key)).unwrap();
        let mut data: [u8; N] = hex(plaintext);
        aes.encrypt(&mut data).unwrap();
        assert_eq!(data, hex(ciphertext));
        aes.decrypt(&mut data).unwrap();
        assert_eq!(data, hex(plaintext));
    }

    #[test]
    fn fips_197_c_3() {
        check::<16>(
            "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
            "00112233445566778899aabbccddeeff",
            "8ea2b7ca516745bfeafc49904b496089",
        );
    }

    #[test]
    fn sp_800_38a_f_1_5() {
        check::<64>(
            "603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4",
            "6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e51\
             30c81c46a35ce411e5fbc1191a0a52eff69f2445df4f9b17ad2b417be66c3710",
            "f3eed1bdb5d2a03c064b5a7e3db181f8591ccb10d410ed26dc5ba74a31362870\
             b6ed21b99ca6f4f9f153e7b1beafed1d23304b7a39f9f3ff067d8d8f9e24ecc7",
        );
    }

    #[test]
    fn the_s_box_is_that_of_the_standard() {
        assert_eq!(S[..4], [0x63, 0x7c, 0x77, 0x7b]);
        assert_eq!((S[0x53], S[0xff], S_BACK[0xed]), (0xed, 0x16, 0x53));
    }
}
