//! One stream, one word after the other: the generator that partial messages, tails and single
//! messages use.

use super::core::P;
use super::sbox::{s0, s1};
use super::scheduler::Task;
use super::setup::Setup;
use crate::lanes::{Isa, Kernel, Row, Words, wipe};

/// Makes the keystream of one message.
pub(super) trait Generator {
    /// Loads and runs the initialisation rounds.
    fn new(setup: &Setup) -> Self;
    /// The next word.
    fn word(&mut self) -> u32;
    /// The next sixteen words.
    #[inline(always)]
    fn row(&mut self) -> [u32; 16] {
        let mut words = [0; 16];
        for word in &mut words {
            *word = self.word();
        }
        words
    }
}

/// One message on its own, its rows of keystream made by a generator.
pub(super) struct Alone<'a, G, T> {
    pub(super) generator: core::marker::PhantomData<G>,
    pub(super) setup: &'a Setup,
    pub(super) task: &'a mut T,
}

impl<'a, G: Generator, T: Task> Alone<'a, G, T> {
    pub(super) fn new(setup: &'a Setup, task: &'a mut T) -> Self {
        Self { generator: core::marker::PhantomData, setup, task }
    }
}

impl<G: Generator, T: Task> Kernel for Alone<'_, G, T> {
    type Output = ();

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) {
        let mut generator = G::new(self.setup);
        let mut row = [Row::ZERO];
        while self.task.turns_left() > 0 {
            let turns = self.task.prepare();
            let mut live = self.task.live();
            for turn in 0..turns {
                let mut words = generator.row();
                u32::transpose::<T::Order>(&words, &mut row);
                wipe(&mut words, [0; 16]);
                T::take_row(&mut live, isa, turn, &row[0]);
            }
            drop(live);
            self.task.advance(turns, &row[0]);
        }
        wipe(&mut row, [Row::ZERO]);
    }
}

/// The S-boxes of one word.
pub(super) trait Substitution {
    /// S0, S1, S0, S1 from the most significant byte on, for the arguments of R1 and R2.
    fn substitute(l1: u32, l2: u32) -> (u32, u32);
}

/// The S-boxes computed on plain words.
pub(super) struct Computed;

impl Substitution for Computed {
    #[inline(always)]
    fn substitute(l1: u32, l2: u32) -> (u32, u32) {
        // As in `core::f`: the bytes of both words for one S-box in one word.
        let l2 = l2.rotate_left(8);
        let a = s0((l1 & 0xff00_ff00) | (l2 & 0x00ff_00ff));
        let b = s1((l2 & 0xff00_ff00) | (l1 & 0x00ff_00ff));
        let r1 = (a & 0xff00_ff00) | (b & 0x00ff_00ff);
        let r2 = (b & 0xff00_ff00) | (a & 0x00ff_00ff);
        (r1, r2.rotate_right(8))
    }
}

/// The LFSR in 64-bit sums, reduced once a step by folding twice (Avanzi and Brumley, "Faster
/// 128-EEA3 and 128-EIA3 software", 2015): the sum of the six products is below 2^54.
pub(super) struct Deferred<S> {
    /// A ring: the oldest cell is at `position`.
    s: [u32; 16],
    position: usize,
    r1: u32,
    r2: u32,
    substitution: core::marker::PhantomData<S>,
}

impl<S> Drop for Deferred<S> {
    fn drop(&mut self) {
        wipe(&mut self.s, [0; 16]);
        wipe(&mut self.r1, 0);
        wipe(&mut self.r2, 0);
    }
}

impl<S: Substitution> Deferred<S> {
    #[inline(always)]
    fn cell(&self, i: usize) -> u32 {
        self.s[(self.position + i) % 16]
    }

    /// Bit reorganisation and F; returns W and X3.
    #[inline(always)]
    fn f(&mut self) -> (u32, u32) {
        let s = |i| self.cell(i);
        let x0 = (s(15) << 1 & 0xffff_0000) | (s(14) & 0xffff);
        let x1 = s(11) << 16 | s(9) >> 15;
        let x2 = s(7) << 16 | s(5) >> 15;
        let x3 = s(2) << 16 | s(0) >> 15;
        let w = (x0 ^ self.r1).wrapping_add(self.r2);
        let w1 = self.r1.wrapping_add(x1);
        let w2 = self.r2 ^ x2;
        let a = w1 << 16 | w2 >> 16;
        let b = w2 << 16 | w1 >> 16;
        let l1 = a ^ a.rotate_left(2) ^ a.rotate_left(10) ^ a.rotate_left(18) ^ a.rotate_left(24);
        let l2 = b ^ b.rotate_left(8) ^ b.rotate_left(14) ^ b.rotate_left(22) ^ b.rotate_left(30);
        (self.r1, self.r2) = S::substitute(l1, l2);
        (w, x3)
    }

    #[inline(always)]
    fn shift(&mut self, u: u32) {
        let s = |i| u64::from(self.cell(i));
        let sum = (s(0) << 8)
            + s(0)
            + (s(4) << 20)
            + (s(10) << 21)
            + (s(13) << 17)
            + (s(15) << 15)
            + u64::from(u);
        let p = u64::from(P);
        let once = (sum & p) + (sum >> 31);
        // A multiple of p that is not zero folds to p, not to zero.
        let twice = (once & p) + (once >> 31);
        self.s[self.position] = twice as u32;
        self.position = (self.position + 1) % 16;
    }
}

impl<S: Substitution> Generator for Deferred<S> {
    fn new(setup: &Setup) -> Self {
        let mut zuc = Self {
            s: setup.cells,
            position: 0,
            r1: 0,
            r2: 0,
            substitution: core::marker::PhantomData,
        };
        for _ in 0..setup.rounds {
            let (w, _) = zuc.f();
            zuc.shift(w >> 1);
        }
        zuc.f();
        zuc.shift(0);
        zuc
    }

    #[inline]
    fn word(&mut self) -> u32 {
        let (w, x3) = self.f();
        self.shift(0);
        w ^ x3
    }
}
