//! AES (FIPS 197) with four tables of 256 words each way: S-box and column mix in one look-up.

use crate::block::one::{one_block, one_example};

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

/// A round that is not the last one (section 5.1). Without `map`, which the compiler calls as a
/// function here: that made a block three times as slow.
#[inline(always)]
fn round(state: State, key: &State) -> State {
    let [a, b, c, d] = shift(state);
    xor([look_up(&T, a), look_up(&T, b), look_up(&T, c), look_up(&T, d)], key)
}

/// A round of the equivalent inverse cipher that is not the last one (section 5.3.5).
#[inline(always)]
fn round_back(state: State, key: &State) -> State {
    let [a, b, c, d] = shift_back(state);
    xor([look_up(&T_BACK, a), look_up(&T_BACK, b), look_up(&T_BACK, c), look_up(&T_BACK, d)], key)
}

/// What the schedule adds to a word where a new copy of the key begins (section 5.2): the word
/// before it, turned by a byte and substituted, and the constant of the round.
#[inline(always)]
fn turned(word: u32, constant: u8) -> u32 {
    substitute(word.rotate_right(8)) ^ u32::from(constant)
}

/// The round keys of both directions, one more than there are rounds.
#[derive(Clone, Copy)]
struct Schedule<const KEYS: usize> {
    forwards: [State; KEYS],
    back: [State; KEYS],
}

impl<const KEYS: usize> Schedule<KEYS> {
    const ZERO: Self = Self { forwards: [[0; 4]; KEYS], back: [[0; 4]; KEYS] };

    /// The key expansion (section 5.2) of a key of 16, 24 or 32 bytes.
    fn new<const BYTES: usize>(key: &[u8; BYTES]) -> Self {
        let mut schedule = Self::ZERO;
        let words = schedule.forwards.as_flattened_mut();
        for (word, bytes) in words.iter_mut().zip(key.as_chunks::<4>().0) {
            *word = u32::from_le_bytes(*bytes);
        }
        let length = BYTES / 4;
        let mut constant = 1;
        for i in length..words.len() {
            let mut t = words[i - 1];
            if i % length == 0 {
                t = turned(t, constant);
                constant = times(constant, 2);
            } else if length == 8 && i % length == 4 {
                t = substitute(t);
            }
            words[i] = words[i - length] ^ t;
        }

        // Decryption takes the keys from the last to the first, all but the outer two with their
        // columns mixed back: the tables undo the S-box that comes first here.
        schedule.back = schedule.forwards;
        schedule.back.reverse();
        for state in &mut schedule.back[1..KEYS - 1] {
            *state = state.map(|word| {
                let [a, b, c, d] = substitute(word).to_le_bytes().map(u32::from);
                look_up(&T_BACK, [a, b << 8, c << 16, d << 24])
            });
        }
        schedule
    }

    #[inline(always)]
    fn encrypt(&self, block: &mut [u8; 16]) {
        let [first, rounds @ .., last] = &self.forwards[..] else { return };
        let state = rounds.iter().fold(xor(load(block), first), round);
        let [a, b, c, d] = shift(state);
        let s = |from| look_up_last(&S, from);
        store(block, xor([s(a), s(b), s(c), s(d)], last));
    }

    #[inline(always)]
    fn decrypt(&self, block: &mut [u8; 16]) {
        let [first, rounds @ .., last] = &self.back[..] else { return };
        let state = rounds.iter().fold(xor(load(block), first), round_back);
        let [a, b, c, d] = shift_back(state);
        let s = |from| look_up_last(&S_BACK, from);
        store(block, xor([s(a), s(b), s(c), s(d)], last));
    }
}

/// A size of AES: its type, its name in the program, the bytes of a key, the number of round keys.
macro_rules! aes {
    ($($(#[$doc:meta])* $name:ident $key:literal $keys:literal;)+) => {
        $(
            $(#[$doc])*
            #[doc = one_example!("table", $name)]
            pub struct $name {
                schedule: Schedule<$keys>,
            }

            impl $name {
                fn expand(key: &[u8; $key]) -> Self {
                    Self { schedule: Schedule::new(key) }
                }

                #[inline(always)]
                fn encrypt_block(&self, block: &mut [u8; 16]) {
                    self.schedule.encrypt(block);
                }

                #[inline(always)]
                fn decrypt_block(&self, block: &mut [u8; 16]) {
                    self.schedule.decrypt(block);
                }
            }

            one_block!($name, 16, $key, schedule: Schedule::ZERO);
        )+
    };
}

aes! {
    /// AES-128 in tables: blocks of 16 bytes, keys of 16. **Not constant time.**
    Aes128 16 11;
    /// AES-192 in tables: blocks of 16 bytes, keys of 24. **Not constant time.**
    Aes192 24 13;
    /// AES-256 in tables: blocks of 16 bytes, keys of 32. **Not constant time.**
    Aes256 32 15;
}

/// One round of AES (FIPS 197, section 5.1) that is not the last one, on a block of 16 bytes with a
/// round key of 16 bytes, in tables: for measuring what a round costs. **Not constant time.**
#[inline]
#[must_use]
pub fn aes128_round(block: [u8; 16], key: [u8; 16]) -> [u8; 16] {
    let mut out = [0; 16];
    store(&mut out, round(load(&block), &load(&key)));
    out
}

/// The round key of AES-128, 16 bytes, that follows another (FIPS 197, section 5.2), with a table:
/// for measuring what a round key costs. The constant of the first round is 1, that of each other
/// twice the one before in the field of AES: 1, 2, 4, 8, 16, 32, 64, 128, 27, 54. **Not constant
/// time.**
#[inline]
#[must_use]
pub fn aes128_next_key(key: [u8; 16], rcon: u8) -> [u8; 16] {
    let [a, b, c, d] = load(&key);
    let a = a ^ turned(d, rcon);
    let b = b ^ a;
    let c = c ^ b;
    let d = d ^ c;
    let mut out = [0; 16];
    store(&mut out, [a, b, c, d]);
    out
}

#[cfg(test)]
mod tests {
    use lanecrypt_vectors::{Case, cases_of};

    use super::*;
    use crate::block::OneBlock;

    /// The bytes of hexadecimal digits.
    fn hex(digits: &str) -> [u8; 16] {
        lanecrypt_vectors::hex::decode(digits).unwrap().try_into().unwrap()
    }

    fn check<C: OneBlock>(case: &Case) {
        let cipher = C::new(&case.bytes("key").unwrap()).unwrap();
        let (plaintext, ciphertext) =
            (case.bytes("plaintext").unwrap(), case.bytes("ciphertext").unwrap());
        let mut data = plaintext.clone();
        cipher.encrypt(&mut data).unwrap();
        assert_eq!(data, ciphertext, "{}", case.id);
        cipher.decrypt(&mut data).unwrap();
        assert_eq!(data, plaintext, "{}", case.id);
    }

    #[test]
    fn known_answers() {
        for case in cases_of("aes_modes").unwrap() {
            if case.text("mode") == Ok("ECB") {
                match case.bytes("key").unwrap().len() {
                    16 => check::<Aes128>(&case),
                    24 => check::<Aes192>(&case),
                    _ => check::<Aes256>(&case),
                }
            }
        }
    }

    /// The start of the rounds and the ends of the key expansions of the standard, appendices A
    /// and B.
    #[test]
    fn fips_197_a_and_b() {
        let key = hex("2b7e151628aed2a6abf7158809cf4f3c");
        let first = aes128_next_key(key, 1);
        assert_eq!(first, hex("a0fafe1788542cb123a339392a6c7605"));
        let state = hex("193de3bea0f4e22b9ac68d2ae9f84808");
        assert_eq!(aes128_round(state, first), hex("a49c7ff2689f352b6b5bea43026a5049"));

        let constants = [1, 2, 4, 8, 16, 32, 64, 128, 27, 54];
        let last = constants.into_iter().fold(key, aes128_next_key);
        assert_eq!(last, hex("d014f9a8c9ee2589e13f0cc8b6630ca6"));
        let mut in_schedule = [0; 16];
        store(&mut in_schedule, Schedule::<11>::new(&key).forwards[10]);
        assert_eq!(in_schedule, last);
    }

    #[test]
    fn the_s_box_is_that_of_the_standard() {
        assert_eq!(S[..4], [0x63, 0x7c, 0x77, 0x7b]);
        assert_eq!((S[0x53], S[0xff], S_BACK[0xed]), (0xed, 0x16, 0x53));
    }
}
