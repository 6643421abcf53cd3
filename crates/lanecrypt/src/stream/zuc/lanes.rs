//! Many streams at once: one stream a lane, its LFSR in a column of a ring in memory.
//!
//! Time runs in *turns* of sixteen steps, so that the ring comes round to where it began and a
//! turn makes 64 bytes of keystream a lane. The initialisation rounds are a multiple of sixteen
//! plus one; therefore the rows of keystream are cut one step after a turn begins: a turn is one
//! step, the flush of a row, then fifteen steps. A lane is loaded between turns, spends its
//! rounds in whole turns with feedback, throws its first flush away, and is live from the next.
//! Lanes in either state share a turn: the feedback is masked.

use super::core::{FEEDBACK, P, Reorganised, f, reduce, x0, y};
use super::setup::Setup;
use crate::Backend;
use crate::lanes::{
    AsBytes, ByteOps, Bytes, Constant, FullWidth, Isa, Kernel, Lanes as _, Lanes32, Row,
    WithCopies, dispatch, keep_in_memory, unroll, wipe,
};
use crate::stream::columns::Columns;
use crate::stream::scheduler::{Lives, MAX_STREAMS, Sink, Streams, TurnsAhead};

/// The streams: secret, wiped when dropped.
#[repr(C, align(64))]
pub(crate) struct State {
    /// The cells s0 to s15, widened: two registers each.
    cells: [Columns; 2],
    /// y0 to y13 of the cells, two places free.
    y: Columns,
    /// The keystream words of a turn; word 15 is made by the first step of the next.
    words: Columns,
    /// R1 and R2, s15 and s14; then the masks of the lanes that are being initialised and of
    /// those that have just been loaded.
    registers: Columns,
    /// The cells of lanes that have just been loaded, one row a lane.
    loaded: [Row; MAX_STREAMS],
    /// The last row flushed, one a lane.
    rows: [Row; MAX_STREAMS],
}

/// Places in `registers`.
const R1: usize = 0;
const R2: usize = 1;
const S15: usize = 2;
const S14: usize = 3;
const INITIALISING: usize = 4;
const LOADED: usize = 5;

impl Streams for State {
    type Setup = Setup;
    type Order = AsBytes;
    const DISCARDS_ROW: bool = true;

    fn lanes(backend: Backend, wide: bool) -> usize {
        dispatch(backend, LanesOf { wide })
    }

    fn new() -> Self {
        Self {
            cells: [Columns::ZERO; 2],
            y: Columns::ZERO,
            words: Columns::ZERO,
            registers: Columns::ZERO,
            loaded: [Row::ZERO; MAX_STREAMS],
            rows: [Row::ZERO; MAX_STREAMS],
        }
    }

    fn load(&mut self, lanes: usize, lane: usize, setup: &Setup) -> usize {
        self.loaded[lane] = Row(setup.cells);
        self.registers.0[LOADED * lanes + lane] = u32::MAX;
        self.registers.0[INITIALISING * lanes + lane] = u32::MAX;
        usize::from(setup.rounds / 16)
    }

    /// All initialisation rounds but the last are over.
    fn set_initialised(&mut self, lanes: usize, lane: usize) {
        self.registers.0[INITIALISING * lanes + lane] = 0;
    }

    fn run<S: Sink>(&mut self, backend: Backend, lives: &mut Lives<'_, S>, ahead: TurnsAhead) {
        dispatch(backend, Turns::<S> { state: self, lives, ahead });
    }

    fn row(&self, lane: usize) -> &Row {
        &self.rows[lane]
    }
}

impl Drop for State {
    fn drop(&mut self) {
        let [even, odd] = &mut self.cells;
        for columns in [even, odd, &mut self.y, &mut self.words, &mut self.registers] {
            columns.wipe();
        }
        wipe(&mut self.loaded, [Row::ZERO; MAX_STREAMS]);
        wipe(&mut self.rows, [Row::ZERO; MAX_STREAMS]);
    }
}

/// Some turns of all lanes.
struct Turns<'a, 'b, S: Sink + 'b> {
    state: &'a mut State,
    lives: &'a mut Lives<'b, S>,
    ahead: TurnsAhead,
}

/// The lanes of a backend: interleaved, or of one register.
struct LanesOf {
    wide: bool,
}

impl Kernel for LanesOf {
    type Output = usize;
    type Class = Constant<ByteOps>;
    #[inline(always)]
    fn run<I: Isa>(self, _: I) -> usize {
        if self.wide { I::WideU32::LANES } else { I::U32::LANES }
    }
}

impl<'b, S: Sink + 'b> Kernel for Turns<'_, 'b, S> {
    type Output = ();
    type Class = WithCopies<FullWidth<ByteOps>>;
    #[inline(always)]
    fn run<I: Isa>(self, isa: I) {
        if self.ahead.wide || S::ALWAYS_WIDE {
            turns_anyhow::<I, I::WideU32, S>(isa, self);
        } else {
            turns_anyhow::<I, I::U32, S>(isa, self);
        }
    }
}

/// Some turns: plain words survive a call, and what is called is not compiled again and again.
#[inline(always)]
fn turns_anyhow<I: Isa, W: Lanes32<Isa = I> + Bytes, S: Sink>(isa: I, t: Turns<'_, '_, S>) {
    if const { matches!(I::BACKEND, Backend::Portable) } {
        turns_called::<I, W, S>(isa, t);
    } else {
        turns::<I, W, S>(isa, t);
    }
}

#[inline(never)]
fn turns_called<I: Isa, W: Lanes32<Isa = I> + Bytes, S: Sink>(isa: I, t: Turns<'_, '_, S>) {
    turns::<I, W, S>(isa, t);
}

#[inline(always)]
fn turns<I: Isa, W: Lanes32<Isa = I> + Bytes, S: Sink>(isa: I, t: Turns<'_, '_, S>) {
    let Turns { state, lives, ahead } = t;
    let TurnsAhead { count, loading, initialising, live, last, .. } = ahead;
    if loading {
        load::<W>(isa, state);
    }
    let mut carry = Carry::<W>::load(isa, state);
    for turn in 0..count {
        if initialising {
            one_step::<W, true>(isa, state, &mut carry, 0);
        } else {
            one_step::<W, false>(isa, state, &mut carry, 0);
        }
        if live {
            let mut words = [carry.s15; 16];
            for (i, word) in words.iter_mut().enumerate() {
                *word = state.words.get(isa, i);
            }
            S::take_words(isa, lives, turn, &words);
            W::transpose::<S::Order>(&words, &mut state.rows);
        }
        if last && turn + 1 == count {
            for slot in 0..16 {
                flush::<I, W, S>(isa, state, lives, turn, slot);
            }
            return;
        }
        // The rows are taken between the steps that follow: alone they would keep the ports that
        // the steps need waiting.
        if initialising || I::BACKEND == Backend::Portable {
            for position in 1..16 {
                if live {
                    flush::<I, W, S>(isa, state, lives, turn, position);
                }
                if initialising || I::BACKEND != Backend::Portable {
                    one_step::<W, true>(isa, state, &mut carry, position);
                } else {
                    one_step::<W, false>(isa, state, &mut carry, position);
                }
            }
            if live {
                flush::<I, W, S>(isa, state, lives, turn, 0);
            }
        } else {
            // Written out, so that every place in the ring is a constant.
            macro_rules! steps {
                ($($position:literal)*) => {$(
                    if live {
                        flush::<I, W, S>(isa, state, lives, turn, $position - 1);
                    }
                    step::<W, false>(isa, state, &mut carry, $position);
                )*};
            }
            steps!(1 2 3 4 5 6 7 8 9 10 11 12 13 14 15);
            if live {
                flush::<I, W, S>(isa, state, lives, turn, 15);
            }
        }
    }
    carry.store(state);
}

/// Hands the rows of a sixteenth of the lanes to their sinks.
#[inline(always)]
fn flush<I: Isa, W: Lanes32<Isa = I>, S: Sink>(
    isa: I,
    state: &State,
    lives: &mut Lives<'_, S>,
    turn: usize,
    slot: usize,
) {
    let lanes = W::LANES.div_ceil(16);
    unroll!(lanes, |i| {
        let lane = slot * lanes + i;
        if lane < W::LANES
            && let Some(live) = &mut lives[lane % MAX_STREAMS]
        {
            S::take_row(live, isa, turn, &state.rows[lane % MAX_STREAMS]);
        }
    });
}

/// Takes over the cells of lanes that have just been loaded.
#[inline(always)]
fn load<W: Lanes32>(isa: W::Isa, state: &mut State) {
    let mask = state.registers.get::<W>(isa, LOADED);
    let wide_mask = mask.widened();
    let mut cells = [mask; 16];
    W::columns(isa, &state.loaded, &mut cells);
    for i in 0..16 {
        let cell = cells[i];
        let [even, odd] = cell.widened();
        state.cells[0].replace(isa, i, even, wide_mask[0]);
        state.cells[1].replace(isa, i, odd, wide_mask[1]);
        if i < 14 {
            state.y.replace(isa, i, y(cells[i + 2], cell.add(cell)), mask);
        }
    }
    let zero = W::splat(isa, 0);
    state.registers.replace(isa, R1, zero, mask);
    state.registers.replace(isa, R2, zero, mask);
    state.registers.replace(isa, S15, cells[15], mask);
    state.registers.replace(isa, S14, cells[14], mask);
    state.registers.set(LOADED, zero);
}

/// What goes from one step to the next in registers: waiting for memory would lengthen the chain.
struct Carry<W> {
    /// R1 and R2.
    r: [W; 2],
    s15: W,
    /// s15 and s14 doubled.
    d15: W,
    d14: W,
    x0: W,
    /// s15 widened.
    wide: [W; 2],
}

impl<W: Lanes32> Carry<W> {
    #[inline(always)]
    fn load(isa: W::Isa, state: &State) -> Self {
        let get = |i| state.registers.get::<W>(isa, i);
        let (s15, s14) = (get(S15), get(S14));
        let d15 = s15.add(s15);
        Self {
            r: [get(R1), get(R2)],
            s15,
            d15,
            d14: s14.add(s14),
            x0: x0(d15, s14),
            wide: s15.widened(),
        }
    }

    #[inline(always)]
    fn store(self, state: &mut State) {
        state.registers.set(R1, self.r[0]);
        state.registers.set(R2, self.r[1]);
        state.registers.set(S15, self.s15);
        state.registers.set(S14, self.d14.shr(1));
    }
}

/// A step, which on plain words is long and is called.
#[inline(always)]
fn one_step<W: Lanes32 + Bytes, const INITIALISE: bool>(
    isa: W::Isa,
    state: &mut State,
    carry: &mut Carry<W>,
    position: usize,
) {
    if const { matches!(<W::Isa as Isa>::BACKEND, Backend::Portable) } {
        step_called::<W, INITIALISE>(isa, state, carry, position);
    } else {
        step::<W, INITIALISE>(isa, state, carry, position);
    }
}

#[inline(never)]
fn step_called<W: Lanes32 + Bytes, const INITIALISE: bool>(
    isa: W::Isa,
    state: &mut State,
    carry: &mut Carry<W>,
    position: usize,
) {
    step::<W, INITIALISE>(isa, state, carry, position);
}

/// One step of all lanes, with s0 at a place of the ring. The word of the step at place 0 is the
/// last of its row. Where lanes are being initialised, W is fed back into their LFSRs.
#[inline(always)]
fn step<W: Lanes32 + Bytes, const INITIALISE: bool>(
    isa: W::Isa,
    state: &mut State,
    carry: &mut Carry<W>,
    position: usize,
) {
    let place = |i: usize| (position + i) % 16;
    let x = Reorganised {
        x0: carry.x0,
        x1: state.y.get(isa, place(9)),
        x2: state.y.get(isa, place(5)),
        x3: state.y.get(isa, place(0)),
    };
    let w = f(&x, &mut carry.r);
    state.words.set(place(15), w.xor(x.x3));

    let mut sums = W::zero_sums(isa);
    unroll!(FEEDBACK.len(), |term| {
        let (i, factor) = FEEDBACK[term % FEEDBACK.len()];
        let widened = match i {
            15 => carry.wide,
            _ => [state.cells[0].get(isa, place(i)), state.cells[1].get(isa, place(i))],
        };
        sums = W::add_products(sums, widened, factor);
    });
    if INITIALISE {
        let fed_back = w.shr(1).and(state.registers.get(isa, INITIALISING));
        sums = W::add_products(sums, fed_back.widened(), 1);
    }
    let new = reduce(W::fold31(sums), W::splat(isa, P));

    let wide = new.widened();
    state.cells[0].set(place(0), wide[0]);
    state.cells[1].set(place(0), wide[1]);
    state.y.set(place(14), y(new, carry.d14));
    let doubled = new.add(new);
    *carry = Carry {
        r: carry.r,
        s15: new,
        d15: doubled,
        d14: carry.d15,
        x0: x0(doubled, carry.s15),
        wide,
    };
    // The ring does not fit the register file: without this the compiler tries, and spills.
    keep_in_memory(state);
}
