//! A few streams: as one stream is made in `single`, with R1 and R2 of each in a pair of lanes of one register.
//!
//! One stream waits for its chain most of the time. The LFSRs of the others fill what it leaves idle, and their chains
//! are the same instructions.

use super::setup::Setup;
use super::single::{CELLS, Computed, EVEN, Lanes, ODD, next_cell, reorganised, step_with};
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

/// How many there are.
pub(super) const STREAMS: usize = 2;

/// What goes from one row to the next.
struct State {
    /// The cells of the row after the next, and room for those of the row behind it.
    s: [[u32; 32]; STREAMS],
    /// For each step of the next row, X1 and X2 of each stream.
    inputs: [Lanes; 16],
    /// X0, in even lanes.
    outputs: [Lanes; 16],
    /// X3.
    last: [[u32; 16]; STREAMS],
}

impl State {
    /// Sets what the bit reorganisation makes of the cells of a step.
    #[inline(always)]
    fn set(&mut self, stream: usize, t: usize, [x0, x1, x2, x3]: [u32; 4]) {
        let inputs = &mut self.inputs[t % 16].0;
        (inputs[2 * stream], inputs[2 * stream + 1]) = (x1, x2);
        self.outputs[t % 16].0[2 * stream] = x0;
        self.last[stream][t % 16] = x3;
    }
}

/// A step of R1 and R2.
#[inline(always)]
fn step<I: Isa>(isa: I, r: I::Pairs, inputs: &Lanes) -> I::Pairs {
    let inputs = I::Pairs::load_words(isa, &inputs.0);
    let x1 = inputs.and(I::Pairs::load_words(isa, &EVEN.0));
    let x2 = inputs.and(I::Pairs::load_words(isa, &ODD.0));
    step_with::<I, Computed>(isa, r, x1, x2)
}

impl<S: Sink> Kernel for Few<'_, S> {
    type Output = ();
    type Class = SideBySide<PlainWords<ByteOps>>;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) {
        if const { I::Pairs::LANES < 2 * STREAMS } {
            return;
        }
        let Self { setups, sinks } = self;
        let Some(sinks) = sinks.get_mut(..STREAMS / S::STREAMS) else { return };
        let mut state = State {
            s: [[0; 32]; STREAMS],
            inputs: [Lanes([0; 16]); 16],
            outputs: [Lanes([0; 16]); 16],
            last: [[0; 16]; STREAMS],
        };
        let mut r = initialise(isa, setups, &mut state);
        let words = sinks.iter().map(S::words).max().unwrap_or(0);
        let mut made = [Lanes([0; 16]); 16];
        let mut rows = [Row::ZERO; STREAMS];
        for number in 0..words.div_ceil(16) {
            let mut words = state.last;
            for t in 0..16 {
                // X0 and R1 in even lanes, to which R2 comes.
                let sum = I::Pairs::load_words(isa, &state.outputs[t].0).xor(r);
                sum.add(r.rotl16_pairs().rotl16_pairs()).store_words(&mut made[t].0);
                r = step(isa, r, &state.inputs[t]);
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
        wipe_in_kernel(isa, &mut made, [Lanes([0; 16]); 16]);
        wipe_in_kernel(isa, &mut state.s, [[0; 32]; STREAMS]);
        wipe_in_kernel(isa, &mut state.inputs, [Lanes([0; 16]); 16]);
        wipe_in_kernel(isa, &mut state.outputs, [Lanes([0; 16]); 16]);
        wipe_in_kernel(isa, &mut state.last, [[0; 16]; STREAMS]);
    }
}

/// The initialisation, to the cells and inputs of the first row. Returns R1 and R2.
#[inline(always)]
fn initialise<I: Isa>(isa: I, setups: &[Setup; STREAMS], state: &mut State) -> I::Pairs {
    // X1 and X2 are known five rounds before they are needed. Loaded at once, they would have to wait for the cache.
    const AHEAD: usize = 5;
    let rounds = setups[0].rounds().min(CELLS - 33);
    let mut all = [[0; CELLS]; STREAMS];
    for (stream, setup) in setups.iter().enumerate() {
        all[stream][..16].copy_from_slice(&setup.cells());
        for t in 0..AHEAD {
            let s = &all[stream][t..];
            state.set(stream, t, [0, s[11] << 16 | s[9] >> 15, s[7] << 16 | s[5] >> 15, 0]);
        }
    }
    let mut r = I::Pairs::splat(isa, 0);
    for round in 0..=rounds {
        let mut pairs = Lanes([0; 16]);
        r.store_words(&mut pairs.0);
        r = step(isa, r, &state.inputs[round % 16]);
        for stream in 0..STREAMS {
            let s = &all[stream][round..][..16];
            let [x0, ..] = reorganised(s);
            let w = (x0 ^ pairs.0[2 * stream]).wrapping_add(pairs.0[2 * stream + 1]);
            // The last round feeds nothing back and its output is thrown away.
            let new = next_cell(s, if round < rounds { w >> 1 } else { 0 });
            all[stream][round + 16] = new;
            let s = &all[stream][round + AHEAD..][..16];
            let (x1, x2) = (s[11] << 16 | s[9] >> 15, s[7] << 16 | s[5] >> 15);
            state.set(stream, round + AHEAD, [0, x1, x2, 0]);
        }
    }
    for stream in 0..STREAMS {
        let s = &mut all[stream][rounds + 1..][..32];
        for t in 0..16 {
            state.set(stream, t, reorganised(&s[t..]));
            s[t + 16] = next_cell(&s[t..], 0);
        }
        state.s[stream][..16].copy_from_slice(&s[16..]);
    }
    wipe_in_kernel(isa, &mut all, [[0; CELLS]; STREAMS]);
    r
}
