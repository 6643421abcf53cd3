//! One word or one bit at a time, as the specifications have it: what everything else is compared with. It
//! shares no code with the lanes. Products are sums of shifted words, without branches on the data.

use core::hint::black_box;

use super::load::Setup;
use super::ring::ROUNDS;
use crate::Tag;
use crate::lanes::{ByteOps, Isa, Lanes32 as _, PlainWords, Row, RowOrder, leaving_nothing, wipe};
use crate::stream::alone::Generator;

/// The state of SNOW 3G: sixteen cells and three words.
pub(super) struct Reference {
    s: [u32; 16],
    r: [u32; 3],
}

impl Drop for Reference {
    fn drop(&mut self) {
        wipe(&mut self.s, [0; 16]);
        wipe(&mut self.r, [0; 3]);
    }
}

/// MULx (section 3.1.1).
fn mul_x(v: u8, c: u8) -> u8 {
    v << 1 ^ (c & (v >> 7).wrapping_neg())
}

/// MULxPOW (section 3.1.2).
fn mul_x_pow(v: u8, i: usize, c: u8) -> u8 {
    (0..i).fold(v, |v, _| mul_x(v, c))
}

/// All ones if a bit is set. Hidden, or the compiler branches on the bits of a factor.
fn mask(word: u64, bit: u64) -> u64 {
    black_box(word >> bit & 1).wrapping_neg()
}

/// A product in the field of the polynomial whose lower coefficients are given.
fn product(a: u8, b: u8, c: u8) -> u8 {
    (0..8).fold(0, |sum, i| sum ^ (mul_x_pow(a, i, c) & mask(b.into(), i as u64) as u8))
}

/// A power there, by squares. The exponent is not secret.
fn power(x: u8, exponent: u32, c: u8) -> u8 {
    let (mut power, mut square, mut left) = (1, x, exponent);
    while left > 0 {
        if left & 1 == 1 {
            power = product(power, square, c);
        }
        square = product(square, square, c);
        left >>= 1;
    }
    power
}

/// SR (section 3.3.1): the S-box of AES.
fn sr(x: u8) -> u8 {
    let y = power(x, 254, 0x1b);
    y ^ y.rotate_left(1) ^ y.rotate_left(2) ^ y.rotate_left(3) ^ y.rotate_left(4) ^ 0x63
}

/// SQ (section 3.3.2).
fn sq(x: u8) -> u8 {
    let exponents = [1, 9, 13, 15, 33, 41, 45, 47, 49];
    exponents.iter().fold(0x25, |sum, &exponent| sum ^ power(x, exponent, 0x69))
}

/// S1 and S2 (sections 3.3.1 and 3.3.2).
fn s(word: u32, substitute: fn(u8) -> u8, c: u8) -> u32 {
    let [w0, w1, w2, w3] = word.to_be_bytes().map(substitute);
    let two = |x| mul_x(x, c);
    u32::from_be_bytes([
        two(w0) ^ w1 ^ w2 ^ two(w3) ^ w3,
        two(w0) ^ w0 ^ two(w1) ^ w2 ^ w3,
        w0 ^ two(w1) ^ w1 ^ two(w2) ^ w3,
        w0 ^ w1 ^ two(w2) ^ w2 ^ two(w3),
    ])
}

/// MULalpha and DIValpha (sections 3.4.2 and 3.4.3).
fn alpha(c: u8, powers: [usize; 4]) -> u32 {
    u32::from_be_bytes(powers.map(|i| mul_x_pow(c, i, 0xa9)))
}

impl Reference {
    pub(super) fn load(setup: &Setup) -> Self {
        let word = |i: usize| setup.row().0[i].swap_bytes();
        let (k, iv) = (|i: usize| word(3 - i), |i: usize| word(7 - i));
        let mut s = [0; 16];
        for i in 0..4 {
            s[i] = !k(i);
            s[4 + i] = k(i);
            s[8 + i] = !k(i);
            s[12 + i] = k(i);
        }
        s[15] ^= iv(0);
        s[12] ^= iv(1);
        s[10] ^= iv(2);
        s[9] ^= iv(3);
        let mut out = Self { s, r: [0; 3] };
        for _ in 0..ROUNDS {
            let f = out.fsm();
            out.shift(f);
        }
        out.fsm();
        out.shift(0);
        out
    }

    /// The finite state machine (section 3.4.4): F, before it moves on.
    fn fsm(&mut self) -> u32 {
        let [r1, r2, r3] = self.r;
        let f = self.s[15].wrapping_add(r1) ^ r2;
        self.r = [r2.wrapping_add(r3 ^ self.s[5]), s(r1, sr, 0x1b), s(r2, sq, 0x69)];
        f
    }

    /// The LFSR (section 3.4.1), with what is fed back.
    fn shift(&mut self, f: u32) {
        let s = &mut self.s;
        let times = alpha((s[0] >> 24) as u8, [23, 245, 48, 239]);
        let over = alpha(s[11] as u8, [16, 39, 6, 64]);
        let v = s[0] << 8 ^ times ^ s[2] ^ s[11] >> 8 ^ over ^ f;
        s.copy_within(1.., 0);
        s[15] = v;
    }

    pub(super) fn word(&mut self) -> u32 {
        let z = self.fsm() ^ self.s[0];
        self.shift(0);
        z
    }
}

impl Generator for Reference {
    type Setup = Setup;
    type Class = PlainWords<ByteOps>;
    type Rows = [Row; 1];
    const NO_ROWS: Self::Rows = [Row::ZERO];

    fn new<I: Isa>(_: I, setup: &Setup) -> Self {
        Self::load(setup)
    }

    fn rows<I: Isa, O: RowOrder>(&mut self, _: I, rows: &mut [Row], count: usize) {
        for row in rows.iter_mut().take(count) {
            let mut words = [0; 16].map(|_: u32| self.word());
            u32::transpose::<O>(&words, core::slice::from_mut(row));
            wipe(&mut words, [0; 16]);
        }
    }
}

/// A product in GF(2^64) modulo x^64 + x^4 + x^3 + x + 1 (document 1, section 4.3.3).
fn product_64(a: u64, b: u64) -> u64 {
    let (mut product, mut power) = (0, a);
    for i in 0..64 {
        product ^= power & mask(b, i);
        power = power << 1 ^ (0x1b & (power >> 63).wrapping_neg());
    }
    product
}

/// UIA2 (document 1, section 4), the message bit by bit. It leaves nothing on the stack.
pub(super) fn bit_by_bit(setup: &Setup, message: &[u8], bits: u64) -> Tag {
    leaving_nothing(|| tag_of(setup, message, bits))
}

fn tag_of(setup: &Setup, message: &[u8], bits: u64) -> Tag {
    let mut generator = Reference::load(setup);
    let mut word = || u64::from(generator.word());
    let (p, q) = (word() << 32 | word(), word() << 32 | word());
    let one_time_pad = word() as u32;
    let mut sum = 0;
    for block in 0..bits.div_ceil(64) {
        let mut m = 0;
        for i in 64 * block..64 * block + 64 {
            let bit = if i < bits { message[(i / 8) as usize] >> (7 - i % 8) & 1 } else { 0 };
            m = m << 1 | u64::from(bit);
        }
        sum = product_64(sum ^ m, p);
    }
    let sum = product_64(sum ^ bits, q);
    Tag::new(&((sum >> 32) as u32 ^ one_time_pad).to_be_bytes())
}
