//! One word at a time, as the specification has it: what everything else is compared with.

use super::core::P;
use super::sbox::{s0, s1};
use super::setup::Setup;
use super::single::Generator;
use crate::lanes::{Isa, wipe};

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
        let mut zuc = Self { s: setup.cells, r1: 0, r2: 0 };
        for _ in 0..setup.rounds {
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
    fn new<I: Isa>(_: I, setup: &Setup) -> Self {
        Self::load(setup)
    }

    fn rows<I: Isa>(&mut self, _: I, rows: &mut [[u32; 16]]) {
        rows.as_flattened_mut().iter_mut().for_each(|word| *word = self.word());
    }
}
