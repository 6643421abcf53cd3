//! One stream: for single messages and for a message in pieces.
//!
//! Nothing in one stream can be done sixteen at a time, so two things are done at once instead.
//! The LFSR runs a row ahead in plain 64-bit words, its reduction deferred: the sum of the six
//! products is below 2^54 and is folded twice (Avanzi and Brumley, "Faster 128-EEA3 and 128-EIA3
//! software", 2015). R1 and R2 are a pair of lanes, so that L1 and L2 are one text, as are their
//! S-boxes; that chain is what limits the speed.

use super::core::{FEEDBACK, P};
use super::sbox::{s0, s1};
use super::setup::Setup;
use crate::lanes::{
    ByteOps, Isa, Lanes as _, Lanes32, Pairs, PlainWords, Row, RowOrder, Vector as _, wipe,
};
use crate::stream::alone::{Generator, MAX_ROWS};

/// How R1 and R2 come from L1 and L2.
pub(super) trait Substitution {
    /// S0, S1, S0, S1 from the most significant byte of every word on.
    fn substitute<I: Isa>(isa: I, l: I::Pairs) -> I::Pairs;
}

/// The S-boxes computed.
pub(super) struct Computed;

impl Substitution for Computed {
    #[inline(always)]
    fn substitute<I: Isa>(_: I, l: I::Pairs) -> I::Pairs {
        s0(l).select::<0xff00_ff00>(s1(l))
    }
}

/// One stream with deferred reduction.
pub(super) struct Deferred<S> {
    /// The cells s0 to s15.
    s: [u32; 16],
    r: [u32; 2],
    substitution: core::marker::PhantomData<S>,
}

impl<S> Drop for Deferred<S> {
    fn drop(&mut self) {
        wipe(&mut self.s, [0; 16]);
        wipe(&mut self.r, [0; 2]);
    }
}

/// What the bit reorganisation makes of sixteen cells; X1 and X2 where the pair wants them.
#[derive(Clone, Copy)]
struct Reorganised {
    x0: u32,
    x1: Lanes,
    x2: Lanes,
    x3: u32,
}

/// A pair of words at the beginning of as many as any register has.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
struct Lanes([u32; 16]);

impl Lanes {
    const fn pair(even: u32, odd: u32) -> Self {
        let mut lanes = [0; 16];
        lanes[0] = even;
        lanes[1] = odd;
        Self(lanes)
    }
}

impl Reorganised {
    const ZERO: Self = Self { x0: 0, x1: Lanes::pair(0, 0), x2: Lanes::pair(0, 0), x3: 0 };

    #[inline(always)]
    fn set(&mut self, s: &[u32]) {
        let s = &s[..16];
        self.x0 = (s[15] << 1 & 0xffff_0000) | (s[14] & 0xffff);
        self.x1.0[0] = s[11] << 16 | s[9] >> 15;
        self.x2.0[1] = s[7] << 16 | s[5] >> 15;
        self.x3 = s[2] << 16 | s[0] >> 15;
    }
}

/// The cell that follows sixteen.
#[inline(always)]
fn next_cell(s: &[u32], fed_back: u32) -> u32 {
    let s = &s[..16];
    let p = u64::from(P);
    let sum = FEEDBACK
        .iter()
        .fold(u64::from(fed_back), |sum, &(i, factor)| sum + u64::from(s[i]) * u64::from(factor));
    let once = (sum & p) + (sum >> 31);
    // A multiple of p that is not zero folds to p, not to zero.
    ((once & p) + (once >> 31)) as u32
}

/// One step of R1 and R2.
#[inline(always)]
fn step<I: Isa, S: Substitution>(isa: I, r: I::Pairs, x: &Reorganised) -> I::Pairs {
    // W1 and W2, then the arguments of L1 and L2: W1L || W2H and W2L || W1H are the 64 bits of
    // W2 || W1 rotated by 16.
    let w1_w2 = r.add(I::Pairs::load_words(isa, &x.x1.0)).xor(I::Pairs::load_words(isa, &x.x2.0));
    let x = w1_w2.rotl16_pairs();
    let some = x.xor3(x.rotl_each::<2, 8>(), x.rotl_each::<10, 14>());
    let l = some.xor3(x.rotl_each::<18, 22>(), x.rotl_each::<24, 30>());
    S::substitute(isa, l)
}

/// A pair in memory.
#[inline(always)]
fn words_of<I: Isa>(r: I::Pairs) -> [u32; 2] {
    let mut lanes = Lanes::pair(0, 0);
    r.store_words(&mut lanes.0);
    [lanes.0[0], lanes.0[1]]
}

impl<S: Substitution> Generator for Deferred<S> {
    type Setup = Setup;
    type Class = PlainWords<ByteOps>;

    #[inline(always)]
    fn new<I: Isa>(isa: I, setup: &Setup) -> Self {
        let mut s = setup.cells();
        let mut r = I::Pairs::splat(isa, 0);
        let mut x = Reorganised::ZERO;
        for round in 0..=setup.rounds() {
            x.set(&s);
            let [r1, r2] = words_of::<I>(r);
            let w = (x.x0 ^ r1).wrapping_add(r2);
            r = step::<I, S>(isa, r, &x);
            // The last round feeds nothing back and its output is thrown away.
            let new = next_cell(&s, if round < setup.rounds() { w >> 1 } else { 0 });
            s.copy_within(1.., 0);
            s[15] = new;
        }
        Self { s, r: words_of::<I>(r), substitution: core::marker::PhantomData }
    }

    #[inline(always)]
    fn rows<I: Isa, O: RowOrder>(&mut self, isa: I, rows: &mut [Row; MAX_ROWS], count: usize) {
        // Cells of this row and the next, and what they are reorganised to.
        let mut s = [0; 32];
        let mut x = [Reorganised::ZERO; 16];
        s[..16].copy_from_slice(&self.s);
        for t in 0..16 {
            x[t].set(&s[t..]);
            s[t + 16] = next_cell(&s[t..], 0);
        }
        s.copy_within(16.., 0);
        let mut r = I::Pairs::load_words(isa, &Lanes::pair(self.r[0], self.r[1]).0);
        let mut words = [0; 16];
        for (i, row) in rows.iter_mut().enumerate().take(count) {
            if i + 1 == count {
                self.s.copy_from_slice(&s[..16]);
            }
            for t in 0..16 {
                let [r1, r2] = words_of::<I>(r);
                words[t] = (x[t].x0 ^ r1).wrapping_add(r2) ^ x[t].x3;
                r = step::<I, S>(isa, r, &x[t]);
                // The LFSR, a row ahead: its chain is short and fills what this one leaves idle.
                x[t].set(&s[t..]);
                s[t + 16] = next_cell(&s[t..], 0);
            }
            s.copy_within(16.., 0);
            u32::transpose::<O>(&words, core::slice::from_mut(row));
        }
        self.r = words_of::<I>(r);
        wipe(&mut words, [0; 16]);
        wipe(&mut s, [0; 32]);
        wipe(&mut x, [Reorganised::ZERO; 16]);
    }
}
