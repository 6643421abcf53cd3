//! One stream: for single messages and for a message in pieces.
//!
//! Nothing in one stream can be done sixteen at a time, so two things are done at once instead.
//! The LFSR runs a row ahead in plain 64-bit words, its reduction deferred: the sum of the six
//! products is below 2^54 and is folded twice (Avanzi and Brumley, "Faster 128-EEA3 and 128-EIA3
//! software", 2015). R1 and R2 are a pair of lanes, so that L1 and L2 are one text, as are their
//! S-boxes; that chain is what limits the speed.

use super::core::{FEEDBACK, P};
use super::sbox::{s0, s1_between};
use super::setup::Setup;
use crate::lanes::{
    ByteOps, Isa, Lanes as _, Lanes32, Pairs, PlainWords, Row, RowOrder, Vector as _, wipe,
    wipe_in_kernel,
};
use crate::stream::alone::Generator;

/// How R1 and R2 come from L1 and L2.
pub(super) trait Substitution {
    /// S0, S1, S0, S1 from the most significant byte of every word on, where all pairs of a register are the same.
    fn substitute<I: Isa>(isa: I, l: I::Pairs) -> I::Pairs;
}

/// The S-boxes computed.
pub(crate) struct Computed;

impl Substitution for Computed {
    #[inline(always)]
    fn substitute<I: Isa>(_: I, l: I::Pairs) -> I::Pairs {
        s1_between(l, s0(l))
    }
}

/// Room for the cells of all rounds of the initialisation, of which there are at most 48 and one more, and of the
/// two rows after them.
pub(super) const CELLS: usize = 48 + 1 + 32;

/// One stream with deferred reduction.
pub(crate) struct Deferred<S> {
    /// The cells of the row after the next.
    s: [u32; 16],
    /// What the cells of the next row are reorganised to.
    x: Reorganised,
    r: Lanes,
    substitution: core::marker::PhantomData<S>,
}

impl<S> Drop for Deferred<S> {
    fn drop(&mut self) {
        wipe(&mut self.s, [0; 16]);
        wipe(&mut self.x, Reorganised::ZERO);
        wipe(&mut self.r, Lanes([0; 16]));
    }
}

/// What the bit reorganisation makes of the cells of a row. X0 to X3 of one step do not lie together: the compiler
/// would make them in one register, from loads of several cells, which wait for the cells just stored.
#[derive(Clone, Copy)]
struct Reorganised([[u32; 16]; 4]);

/// As many words as any register has. The first two are the pair.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub(super) struct Lanes(pub(super) [u32; 16]);

/// The words of R1 and those of R2.
static EVEN: Lanes = Lanes([!0, 0, !0, 0, !0, 0, !0, 0, !0, 0, !0, 0, !0, 0, !0, 0]);
static ODD: Lanes = Lanes([0, !0, 0, !0, 0, !0, 0, !0, 0, !0, 0, !0, 0, !0, 0, !0]);

impl Reorganised {
    const ZERO: Self = Self([[0; 16]; 4]);

    #[inline(always)]
    fn set(&mut self, t: usize, x: [u32; 4]) {
        for (all, x) in self.0.iter_mut().zip(x) {
            all[t % 16] = x;
        }
    }

    #[inline(always)]
    fn get(&self, t: usize) -> [u32; 4] {
        let [x0, x1, x2, x3] = &self.0;
        [x0[t % 16], x1[t % 16], x2[t % 16], x3[t % 16]]
    }
}

/// X0 to X3 of sixteen cells.
#[inline(always)]
pub(super) fn reorganised(s: &[u32]) -> [u32; 4] {
    let s = &s[..16];
    let [x1, x2] = x1_x2(s);
    [(s[15] << 1 & 0xffff_0000) | (s[14] & 0xffff), x1, x2, s[2] << 16 | s[0] >> 15]
}

/// X1 and X2, for which twelve cells are enough.
#[inline(always)]
pub(super) fn x1_x2(s: &[u32]) -> [u32; 2] {
    [s[11] << 16 | s[9] >> 15, s[7] << 16 | s[5] >> 15]
}

/// The cell that follows sixteen.
#[inline(always)]
pub(super) fn next_cell(s: &[u32], fed_back: u32) -> u32 {
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
fn step<I: Isa, S: Substitution>(isa: I, r: I::Pairs, x1: u32, x2: u32) -> I::Pairs {
    let x1 = I::Pairs::splat(isa, x1).and(I::Pairs::load_words(isa, &EVEN.0));
    let x2 = I::Pairs::splat(isa, x2).and(I::Pairs::load_words(isa, &ODD.0));
    step_with::<I, S>(isa, r, x1, x2)
}

/// The same of every pair, with X1 in even lanes and zeros in the others, and X2 in odd lanes likewise.
#[inline(always)]
pub(super) fn step_with<I: Isa, S: Substitution>(
    isa: I,
    r: I::Pairs,
    x1: I::Pairs,
    x2: I::Pairs,
) -> I::Pairs {
    // W1 and W2, then the arguments of L1 and L2: W1L || W2H and W2L || W1H are the 64 bits of
    // W2 || W1 rotated by 16.
    let w1_w2 = r.add(x1).xor(x2);
    if I::Pairs::ROTATES {
        let x = w1_w2.rotl16_bytes::<0, 0>();
        let some = x.xor3(x.rotl_each::<2, 8>(), x.rotl_each::<10, 14>());
        let l = some.xor3(x.rotl_each::<18, 22>(), x.rotl_each::<24, 30>());
        return S::substitute(isa, l);
    }
    // L1(x) = x ^ x<<<24 ^ (x ^ x<<<8 ^ x<<<16)<<<2 and L2(x) = x<<<8 ^ x ^ (x<<<8 ^ x<<<16 ^ x<<<24)<<<6.
    let (a, b) = (w1_w2.rotl16_bytes::<0, 1>(), w1_w2.rotl16_bytes::<1, 2>());
    let turned = a.xor(b).xor(w1_w2.rotl16_bytes::<2, 3>()).rotl_each::<2, 6>();
    let others = a.xor(w1_w2.rotl16_bytes::<3, 0>());
    S::substitute(isa, others.xor(turned))
}

/// The pair.
#[inline(always)]
fn words_of<I: Isa>(r: I::Pairs) -> [u32; 2] {
    let mut lanes = Lanes([0; 16]);
    r.store_words(&mut lanes.0);
    [lanes.0[0], lanes.0[1]]
}

/// The rows made at a time.
const ROWS: usize = 4;

impl<S: Substitution> Generator for Deferred<S> {
    type Setup = Setup;
    type Class = PlainWords<ByteOps>;
    type Rows = [Row; ROWS];
    const NO_ROWS: Self::Rows = [Row::ZERO; ROWS];

    #[inline(always)]
    fn new<I: Isa>(isa: I, setup: &Setup) -> Self {
        // The cells of all rounds, one after another: moved down each round, they would be read before they
        // are written.
        let mut all = [0; CELLS];
        all[..16].copy_from_slice(&setup.cells());
        let mut r = I::Pairs::splat(isa, 0);
        let rounds = setup.rounds().min(CELLS - 33);
        for round in 0..=rounds {
            let s = &all[round..][..16];
            let [x0, x1, x2, _] = reorganised(s);
            let [r1, r2] = words_of::<I>(r);
            let w = (x0 ^ r1).wrapping_add(r2);
            r = step::<I, S>(isa, r, x1, x2);
            // The last round feeds nothing back and its output is thrown away.
            all[round + 16] = next_cell(s, if round < rounds { w >> 1 } else { 0 });
        }
        // The LFSR stays a row ahead.
        let mut out = Self {
            s: [0; 16],
            x: Reorganised::ZERO,
            r: Lanes([0; 16]),
            substitution: core::marker::PhantomData,
        };
        let s = &mut all[rounds + 1..][..32];
        for t in 0..16 {
            out.x.set(t, reorganised(&s[t..]));
            s[t + 16] = next_cell(&s[t..], 0);
        }
        out.s.copy_from_slice(&s[16..]);
        r.store_words(&mut out.r.0);
        wipe_in_kernel(isa, &mut all, [0; CELLS]);
        out
    }

    #[inline(always)]
    fn rows<I: Isa, O: RowOrder>(&mut self, isa: I, rows: &mut [Row], count: usize) {
        let mut s = [0; 32];
        s[..16].copy_from_slice(&self.s);
        let mut r = I::Pairs::load_words(isa, &self.r.0);
        let mut words = [0; 16];
        for row in rows.iter_mut().take(count) {
            for t in 0..16 {
                let [x0, x1, x2, x3] = self.x.get(t);
                let [r1, r2] = words_of::<I>(r);
                words[t] = (x0 ^ r1).wrapping_add(r2) ^ x3;
                r = step::<I, S>(isa, r, x1, x2);
                // Its chain is short and fills what this one leaves idle.
                self.x.set(t, reorganised(&s[t..]));
                s[t + 16] = next_cell(&s[t..], 0);
            }
            s.copy_within(16.., 0);
            u32::transpose::<O>(&words, core::slice::from_mut(row));
        }
        self.s.copy_from_slice(&s[..16]);
        r.store_words(&mut self.r.0);
        wipe_in_kernel(isa, &mut words, [0; 16]);
        wipe_in_kernel(isa, &mut s, [0; 32]);
    }
}
