//! One word or one bit at a time, as the specifications have it: what everything else is compared
//! with.

use super::core::P;
use super::mac::Kind;
use super::sbox::{s0, s1};
use super::setup::Setup;
use crate::Tag;
use crate::lanes::{ByteOps, Isa, Lanes32 as _, PlainWords, Row, RowOrder, leaving_nothing, wipe};
use crate::stream::alone::Generator;

/// The state of ZUC: sixteen cells of 31 bits and two words.
pub(super) struct Reference {
    s: [u32; 16],
    r1: u32,
    r2: u32,
}

impl Drop for Reference {
    fn drop(&mut self) {
        wipe(&mut self.s, [0; 16]);
        wipe(&mut self.r1, 0);
        wipe(&mut self.r2, 0);
    }
}

/// The low and the high half of a word.
fn low(x: u32) -> u32 {
    x & 0xffff
}
fn high(x: u32) -> u32 {
    x >> 16
}

/// Addition modulo 2^31 - 1: the carry comes back in.
fn add(a: u32, b: u32) -> u32 {
    let sum = a + b;
    (sum & P) + (sum >> 31)
}

/// Multiplication by 2^k modulo 2^31 - 1.
fn times_power(x: u32, k: u32) -> u32 {
    (x << k | x >> (31 - k)) & P
}

/// The S-boxes S0, S1, S0, S1 from the most significant byte on.
fn s(x: u32) -> u32 {
    (s0(x) & 0xff00_ff00) | (s1(x) & 0x00ff_00ff)
}

impl Reference {
    /// Bit reorganisation and F; returns W and X3.
    fn f(&mut self) -> (u32, u32) {
        // sH is bits 30 to 15, sL bits 15 to 0.
        let x0 = (self.s[15] >> 15) << 16 | low(self.s[14]);
        let x1 = low(self.s[11]) << 16 | self.s[9] >> 15;
        let x2 = low(self.s[7]) << 16 | self.s[5] >> 15;
        let x3 = low(self.s[2]) << 16 | self.s[0] >> 15;
        let w = (x0 ^ self.r1).wrapping_add(self.r2);
        let w1 = self.r1.wrapping_add(x1);
        let w2 = self.r2 ^ x2;
        let a = low(w1) << 16 | high(w2);
        let b = low(w2) << 16 | high(w1);
        let l1 = a ^ a.rotate_left(2) ^ a.rotate_left(10) ^ a.rotate_left(18) ^ a.rotate_left(24);
        let l2 = b ^ b.rotate_left(8) ^ b.rotate_left(14) ^ b.rotate_left(22) ^ b.rotate_left(30);
        self.r1 = s(l1);
        self.r2 = s(l2);
        (w, x3)
    }

    /// Moves the LFSR on, with `u` fed back.
    fn shift(&mut self, u: u32) {
        let s = &mut self.s;
        let mut v = add(s[0], times_power(s[0], 8));
        v = add(v, times_power(s[4], 20));
        v = add(v, times_power(s[10], 21));
        v = add(v, times_power(s[13], 17));
        v = add(v, times_power(s[15], 15));
        v = add(v, u);
        // Zero is written as p, without a branch on the data.
        v |= (v.wrapping_sub(1) as i32 >> 31) as u32 & P;
        s.copy_within(1.., 0);
        s[15] = v;
    }
}

impl Reference {
    pub(super) fn load(setup: &Setup) -> Self {
        let mut zuc = Self { s: setup.cells(), r1: 0, r2: 0 };
        for _ in 0..setup.rounds() {
            let (w, _) = zuc.f();
            zuc.shift(w >> 1);
        }
        zuc.f();
        zuc.shift(0);
        zuc
    }

    pub(super) fn word(&mut self) -> u32 {
        let (w, x3) = self.f();
        self.shift(0);
        w ^ x3
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

/// The tag bit by bit, as specified, from keystream made word by word. It leaves nothing on the stack.
pub(super) fn bit_by_bit(setup: &Setup, kind: Kind, message: &[u8], bits: u64) -> Tag {
    leaving_nothing(|| tag_of(setup, kind, message, bits))
}

fn tag_of(setup: &Setup, kind: Kind, message: &[u8], bits: u64) -> Tag {
    let mut generator = Reference::load(setup);
    let length = 8 * kind.tag_bytes() as u32;
    // The next 160 bits of keystream, of which `used` have been passed; one word in five.
    let mut words = [0; 5].map(|_: u32| generator.word());
    let mut used = 0;
    // The window from here on, and one bit further.
    let mut next_window = || {
        let long = words[..4].iter().fold(0, |long, &word| long << 32 | u128::from(word));
        let window =
            if used == 0 { long } else { long << used | u128::from(words[4] >> (32 - used)) };
        used += 1;
        if used == 32 {
            used = 0;
            words.copy_within(1.., 0);
            words[4] = generator.word();
        }
        window >> (128 - length)
    };

    let mut tag = 0;
    if let Kind::Zuc256 { .. } = kind {
        tag = next_window();
        for _ in 1..length {
            next_window();
        }
    }
    for i in 0..bits {
        let bit = message[(i / 8) as usize] >> (7 - i % 8) & 1;
        tag ^= next_window() & u128::from(bit).wrapping_neg();
    }
    tag ^= next_window();
    if let Kind::Eia3 = kind {
        // The last word of ceil(LENGTH/32) + 2; the window above began at bit LENGTH.
        let passed = bits + 1;
        for _ in 0..32 * bits.div_ceil(32) + 32 - passed {
            next_window();
        }
        tag ^= next_window();
    }
    wipe(&mut words, [0; 5]);
    kind.tag(tag << (128 - length))
}
