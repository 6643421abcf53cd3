//! Many streams at once: one stream a lane, its LFSR in a column of a ring in memory.
//!
//! Time runs in *turns* of sixteen steps, so that the ring comes round to where it began and a
//! turn makes 64 bytes of keystream a lane. The initialisation rounds are a multiple of sixteen
//! plus one; therefore the rows of keystream are cut one step after a turn begins: a turn is one
//! step, the flush of a row, then fifteen steps. A lane is loaded between turns, spends its
//! rounds in whole turns with feedback, throws its first flush away, and is live from the next.
//! Lanes in either state share a turn: the feedback is masked.

use zeroize::Zeroize;

use super::core::{P, Taps, add_mod, f, feedback, keystream};
use super::setup::Setup;
use crate::lanes::{Bytes, Isa, Kernel, Row, RowOrder, Words, keep_in_memory};

/// The most lanes of any backend.
pub(super) const MAX_LANES: usize = 32;

/// Sixteen registers of at most [`MAX_LANES`] words, the words of one register side by side.
#[derive(Clone)]
#[repr(C, align(64))]
struct Columns([u32; 16 * MAX_LANES]);

impl Columns {
    const ZERO: Self = Self([0; 16 * MAX_LANES]);

    #[inline(always)]
    fn get<W: Words>(&self, isa: W::Isa, i: usize) -> W {
        W::load(isa, &self.0[i * W::LANES..(i + 1) * W::LANES])
    }

    #[inline(always)]
    fn set<W: Words>(&mut self, i: usize, value: W) {
        value.store(&mut self.0[i * W::LANES..(i + 1) * W::LANES]);
    }
}

/// The streams: secret, wiped when dropped.
pub(super) struct State {
    /// The cells s0 to s15.
    cells: Columns,
    /// Twice the cells.
    doubles: Columns,
    /// The keystream words of a turn; word 15 is made by the first step of the next.
    words: Columns,
    /// R1 and R2, then the mask of lanes that are being initialised.
    registers: Columns,
    /// The last row flushed, one a lane.
    pub(super) rows: [Row; MAX_LANES],
}

impl State {
    pub(super) const fn new() -> Self {
        Self {
            cells: Columns::ZERO,
            doubles: Columns::ZERO,
            words: Columns::ZERO,
            registers: Columns::ZERO,
            rows: [Row::ZERO; MAX_LANES],
        }
    }

    /// Puts a fresh stream into a lane of a state that is `lanes` wide.
    pub(super) fn load(&mut self, lanes: usize, lane: usize, setup: &Setup) {
        for (i, &cell) in setup.cells.iter().enumerate() {
            self.cells.0[i * lanes + lane] = cell;
            self.doubles.0[i * lanes + lane] = 2 * cell;
        }
        self.registers.0[lane] = 0;
        self.registers.0[lanes + lane] = 0;
        self.set_initialising(lanes, lane, true);
    }

    /// Whether the turns of a lane feed W back into the LFSR.
    pub(super) fn set_initialising(&mut self, lanes: usize, lane: usize, on: bool) {
        self.registers.0[2 * lanes + lane] = if on { u32::MAX } else { 0 };
    }

    /// Moves a stream to another lane of a state that may have another width.
    pub(super) fn move_to(&self, lanes: usize, lane: usize, to: &mut Self, to_lanes: usize, to_lane: usize) {
        let columns = |from: &Columns, to: &mut Columns| {
            for i in 0..16 {
                to.0[i * to_lanes + to_lane] = from.0[i * lanes + lane];
            }
        };
        columns(&self.cells, &mut to.cells);
        columns(&self.doubles, &mut to.doubles);
        columns(&self.words, &mut to.words);
        for i in 0..3 {
            to.registers.0[i * to_lanes + to_lane] = self.registers.0[i * lanes + lane];
        }
    }
}

impl Drop for State {
    fn drop(&mut self) {
        for columns in
            [&mut self.cells, &mut self.doubles, &mut self.words, &mut self.registers]
        {
            columns.0.zeroize();
        }
        for row in &mut self.rows {
            row.0.zeroize();
        }
    }
}

/// What becomes of keystream: the part of a job that its lane touches.
pub(super) trait Sink: Sized {
    /// How the rows are wanted.
    type Order: RowOrder;
    /// Takes one row. Lanes that are not live are given rows of no meaning, which must not show.
    fn take_row<I: Isa>(&mut self, isa: I, row: &Row);
    /// Takes the sixteen words of every lane, `words[t]` holding word `t`, and leaves them in
    /// `rows`.
    #[inline(always)]
    fn take<I: Isa, W: Words<Isa = I>>(
        isa: I,
        words: &[W; 16],
        lanes: &mut [Self],
        rows: &mut [Row; MAX_LANES],
    ) {
        W::transpose::<Self::Order>(words, rows);
        for (lane, row) in lanes.iter_mut().zip(rows.iter()) {
            lane.take_row(isa, row);
        }
    }
}

/// Some turns of all lanes.
pub(super) struct Turns<'a, S> {
    pub(super) state: &'a mut State,
    pub(super) sinks: &'a mut [S; MAX_LANES],
    /// How many; at least one.
    pub(super) count: usize,
    /// Whether any lane is being initialised.
    pub(super) initialising: bool,
    /// Whether any lane is live.
    pub(super) live: bool,
    /// Whether no lane needs the fifteen steps after the last flush.
    pub(super) last: bool,
    /// Whether the state is as wide as the backend's interleaved registers.
    pub(super) wide: bool,
}

/// The lanes of a backend: interleaved, or of one register.
pub(super) struct LanesOf {
    pub(super) wide: bool,
}

impl Kernel for LanesOf {
    type Output = usize;
    #[inline(always)]
    fn run<I: Isa>(self, _: I) -> usize {
        if self.wide { I::WideU32::LANES } else { I::U32::LANES }
    }
}

impl<S: Sink> Kernel for Turns<'_, S> {
    type Output = ();
    #[inline(always)]
    fn run<I: Isa>(self, isa: I) {
        if self.wide {
            turns::<I, I::WideU32, S>(isa, self);
        } else {
            turns::<I, I::U32, S>(isa, self);
        }
    }
}

#[inline(always)]
fn turns<I: Isa, W: Words<Isa = I> + Bytes, S: Sink>(isa: I, t: Turns<'_, S>) {
    let Turns { state, sinks, count, initialising, live, last, .. } = t;
    let mut r = [state.registers.get::<W>(isa, 0), state.registers.get::<W>(isa, 1)];
    for turn in (0..count).rev() {
        if initialising {
            let mask = state.registers.get::<W>(isa, 2);
            step_with_feedback(isa, state, &mut r, mask, 0);
        } else {
            step::<W>(isa, state, &mut r, 0);
        }
        if live {
            let mut words = [r[0]; 16];
            for (i, word) in words.iter_mut().enumerate() {
                *word = state.words.get(isa, i);
            }
            S::take(isa, &words, &mut sinks[..W::LANES], &mut state.rows);
        }
        if last && turn == 0 {
            return;
        }
        if initialising {
            let mask = state.registers.get::<W>(isa, 2);
            for position in 1..16 {
                step_with_feedback(isa, state, &mut r, mask, position);
            }
        } else {
            // Written out, so that every place in the ring is a constant.
            step::<W>(isa, state, &mut r, 1);
            step::<W>(isa, state, &mut r, 2);
            step::<W>(isa, state, &mut r, 3);
            step::<W>(isa, state, &mut r, 4);
            step::<W>(isa, state, &mut r, 5);
            step::<W>(isa, state, &mut r, 6);
            step::<W>(isa, state, &mut r, 7);
            step::<W>(isa, state, &mut r, 8);
            step::<W>(isa, state, &mut r, 9);
            step::<W>(isa, state, &mut r, 10);
            step::<W>(isa, state, &mut r, 11);
            step::<W>(isa, state, &mut r, 12);
            step::<W>(isa, state, &mut r, 13);
            step::<W>(isa, state, &mut r, 14);
            step::<W>(isa, state, &mut r, 15);
        }
    }
    state.registers.set(0, r[0]);
    state.registers.set(1, r[1]);
}

/// What the step at a place of the ring reads.
#[inline(always)]
fn taps<W: Words>(isa: W::Isa, state: &State, position: usize) -> Taps<W> {
    let s = |i: usize| state.cells.get::<W>(isa, (position + i) % 16);
    let d = |i: usize| state.doubles.get::<W>(isa, (position + i) % 16);
    Taps {
        s0: s(0),
        s2: s(2),
        s4: s(4),
        s7: s(7),
        s10: s(10),
        s11: s(11),
        s13: s(13),
        s14: s(14),
        s15: s(15),
        d0: d(0),
        d4: d(4),
        d5: d(5),
        d9: d(9),
        d10: d(10),
        d13: d(13),
        d15: d(15),
    }
}

/// Puts the new cell in the place of the oldest.
#[inline(always)]
fn shift<W: Words>(state: &mut State, position: usize, new: W) {
    state.cells.set(position, new);
    state.doubles.set(position, new.add(new));
    // Two groups of sixteen cells and their doubles do not fit the register file: without this
    // the compiler tries, and spills.
    keep_in_memory(state);
}

/// One keystream step. The word of the step at place 0 is the last of its row.
#[inline(always)]
fn step<W: Words + Bytes>(isa: W::Isa, state: &mut State, r: &mut [W; 2], position: usize) {
    let taps = taps::<W>(isa, state, position);
    let w = f(&taps, r);
    state.words.set((position + 15) % 16, keystream(&taps, w));
    shift(state, position, feedback(&taps, W::splat(isa, P)));
}

/// One step of lanes of which some, those in the mask, are being initialised.
#[inline(always)]
fn step_with_feedback<W: Words + Bytes>(
    isa: W::Isa,
    state: &mut State,
    r: &mut [W; 2],
    mask: W,
    position: usize,
) {
    let taps = taps::<W>(isa, state, position);
    let w = f(&taps, r);
    state.words.set((position + 15) % 16, keystream(&taps, w));
    let p = W::splat(isa, P);
    shift(state, position, add_mod(feedback(&taps, p), w.shr::<1>().and(mask), p));
}
