//! A few streams: as one stream is made in `single`, with R1 and R2 of each in a pair of lanes of one register.
//!
//! One stream waits for its chain most of the time. The LFSRs of the others fill what it leaves idle, and their chains
//! are the same instructions.

use super::sbox::{s0, s1};
use super::setup::Setup;
use super::single::{CELLS, Lanes, Substitution, next_cell, reorganised, step_with, x1_x2};
use crate::Backend;
use crate::lanes::{
    ByteOps, Isa, Kernel, Lanes as _, Lanes32, Pairs, PlainWords, Row, SideBySide, Vector as _,
    wipe_in_kernel,
};
use crate::stream::cohort::Sink;

/// Two streams from their loading to their last rows, which some sinks take.
pub(super) struct Few<'a, S> {
    pub(super) setups: &'a [Setup; STREAMS],
    pub(super) sinks: &'a mut [S],
}

/// Whether a backend has the kernel. Elsewhere, look-ups in tables take so long that the lanes of a cohort are as fast.
pub(super) const fn serves(backend: Backend) -> bool {
    matches!(backend, Backend::Avx512)
}

/// How many there are.
pub(super) const STREAMS: usize = 2;

/// The S-boxes computed for pairs that differ.
struct OfEach;

impl Substitution for OfEach {
    #[inline(always)]
    fn substitute<I: Isa>(_: I, l: I::Pairs) -> I::Pairs {
        s0(l).select::<0xff00_ff00>(s1(l))
    }
}

/// What goes from one row to the next.
#[derive(Clone, Copy)]
struct State {
    /// The cells of the row after the next, and room for those of the row behind it.
    s: [[u32; 32]; STREAMS],
    /// For each step of the next row, X0 and X1 of each stream in even lanes, X2 in odd lanes, and zeros in the others. No
    /// two of a step lie together: the compiler would make them in one register, from loads of several cells, which
    /// wait for the cells just stored.
    x0: [Lanes; 16],
    x1: [Lanes; 16],
    x2: [Lanes; 16],
    x3: [[u32; 16]; STREAMS],
}

impl State {
    /// Nothing yet.
    const ZERO: Self = Self {
        s: [[0; 32]; STREAMS],
        x0: NO_LANES,
        x1: NO_LANES,
        x2: NO_LANES,
        x3: [[0; 16]; STREAMS],
    };

    /// Sets what the bit reorganisation makes of the cells of a step.
    #[inline(always)]
    fn set(&mut self, stream: usize, t: usize, [x0, x1, x2, x3]: [u32; 4]) {
        self.x0[t % 16].0[2 * stream] = x0;
        self.x1[t % 16].0[2 * stream] = x1;
        self.x2[t % 16].0[2 * stream + 1] = x2;
        self.x3[stream][t % 16] = x3;
    }

    /// A step of R1 and R2.
    #[inline(always)]
    fn step<I: Isa>(&self, isa: I, r: I::Pairs, t: usize) -> I::Pairs {
        let load = |lanes: &Lanes| I::Pairs::load_words(isa, &lanes.0);
        step_with::<I, OfEach>(isa, r, load(&self.x1[t % 16]), load(&self.x2[t % 16]))
    }
}

const NO_LANES: [Lanes; 16] = [Lanes([0; 16]); 16];

impl<S: Sink> Kernel for Few<'_, S> {
    type Output = ();
    type Class = SideBySide<PlainWords<ByteOps>>;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) {
        if const { !serves(I::BACKEND) } {
            return;
        }
        let Self { setups, sinks } = self;
        let Some(sinks) = sinks.get_mut(..STREAMS / S::STREAMS) else { return };
        let mut state = State::ZERO;
        let mut r = initialise(isa, setups, &mut state);
        let words = sinks.iter().map(S::words).max().unwrap_or(0);
        let mut made = NO_LANES;
        let mut rows = [Row::ZERO; STREAMS];
        for number in 0..words.div_ceil(16) {
            let mut words = state.x3;
            for t in 0..16 {
                // X0 and R1 in even lanes, to which R2 comes.
                let sum = I::Pairs::load_words(isa, &state.x0[t].0).xor(r);
                sum.add(r.rotl16_bytes::<0, 0>().rotl16_bytes::<0, 0>())
                    .store_words(&mut made[t].0);
                r = state.step(isa, r, t);
                for stream in 0..STREAMS {
                    let s = &mut state.s[stream];
                    let x = reorganised(&s[t..]);
                    s[t + 16] = next_cell(&s[t..], 0);
                    state.set(stream, t, x);
                }
            }
            for stream in 0..STREAMS {
                for (word, made) in words[stream].iter_mut().zip(&made) {
                    *word ^= made.0[2 * stream];
                }
                state.s[stream].copy_within(16.., 0);
                u32::transpose::<S::Order>(
                    &words[stream],
                    core::slice::from_mut(&mut rows[stream]),
                );
            }
            wipe_in_kernel(isa, &mut words, [[0; 16]; STREAMS]);
            for (stream, row) in rows.iter().enumerate() {
                if let Some(sink) = sinks.get_mut(stream / S::STREAMS) {
                    sink.take_row(isa, number, stream % S::STREAMS, row);
                }
            }
        }
        for sink in sinks {
            sink.end(isa);
        }
        wipe_in_kernel(isa, &mut rows, [Row::ZERO; STREAMS]);
        wipe_in_kernel(isa, &mut made, NO_LANES);
        wipe_in_kernel(isa, &mut state, State::ZERO);
    }
}

/// The initialisation, to the cells and inputs of the first row. Returns R1 and R2.
#[inline(always)]
fn initialise<I: Isa>(isa: I, setups: &[Setup; STREAMS], state: &mut State) -> I::Pairs {
    // X1 and X2 are known five rounds before they are needed. Loaded at once, they would have to wait for the cache.
    const AHEAD: usize = 5;
    let rounds = setups[0].rounds().min(CELLS - 33);
    let mut all = [[0; CELLS]; STREAMS];
    for (stream, (setup, all)) in setups.iter().zip(&mut all).enumerate() {
        all[..16].copy_from_slice(&setup.cells());
        for t in 0..AHEAD {
            let [x1, x2] = x1_x2(&all[t..]);
            state.set(stream, t, [0, x1, x2, 0]);
        }
    }
    let mut r = I::Pairs::splat(isa, 0);
    for round in 0..=rounds {
        let mut pairs = Lanes([0; 16]);
        r.store_words(&mut pairs.0);
        r = state.step(isa, r, round);
        for (stream, all) in all.iter_mut().enumerate() {
            let s = &all[round..][..16];
            let [x0, ..] = reorganised(s);
            let w = (x0 ^ pairs.0[2 * stream]).wrapping_add(pairs.0[2 * stream + 1]);
            // The last round feeds nothing back and its output is thrown away.
            let new = next_cell(s, if round < rounds { w >> 1 } else { 0 });
            all[round + 16] = new;
            let [x1, x2] = x1_x2(&all[round + AHEAD..][..16]);
            state.set(stream, round + AHEAD, [0, x1, x2, 0]);
        }
    }
    for (stream, all) in all.iter_mut().enumerate() {
        let s = &mut all[rounds + 1..][..32];
        for t in 0..16 {
            state.set(stream, t, reorganised(&s[t..]));
            s[t + 16] = next_cell(&s[t..], 0);
        }
        state.s[stream][..16].copy_from_slice(&s[16..]);
    }
    wipe_in_kernel(isa, &mut all, [[0; CELLS]; STREAMS]);
    r
}
