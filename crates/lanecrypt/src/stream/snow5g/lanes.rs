//! A stream a lane, which is a block of a register: loading, and turns of four steps.

use super::State;
use crate::Backend;
use crate::lanes::{
    AesBlocks, AesOps, AsWords, BlockArray, Blocks as _, Constant, FullWidth, Group, Isa, Kernel,
    Row, WithCopies, dispatch, unroll, wipe,
};
use crate::stream::scheduler::{Keyed, Lives, MAX_STREAMS, Sink, Streams, TurnsAhead};

/// The turns of the initialisation: sixteen steps.
const INITIALISATION: usize = 4;

/// A key and an IV.
pub(super) struct Setup {
    pub(super) key: [u8; 32],
    pub(super) iv: [u8; 16],
}

/// The streams: secret, wiped when dropped.
#[repr(C, align(64))]
pub(super) struct Lanes {
    /// The blocks of [`State`] in their order.
    state: [BlockArray; 7],
    /// The halves of the keys.
    keys: [BlockArray; 2],
    /// The turns of its initialisation that a lane has left.
    left: [usize; MAX_STREAMS],
    rows: [Row; MAX_STREAMS],
}

impl Keyed for Lanes {
    type Setup = Setup;
    type Order = AsWords;
}

impl Streams for Lanes {
    fn lanes(backend: Backend, wide: bool) -> usize {
        dispatch(backend, LanesOf { wide })
    }

    fn new() -> Self {
        Self {
            state: [BlockArray::ZERO; 7],
            keys: [BlockArray::ZERO; 2],
            left: [0; MAX_STREAMS],
            rows: [Row::ZERO; MAX_STREAMS],
        }
    }

    fn load(&mut self, _: usize, lane: usize, setup: &Setup) -> usize {
        let (halves, _) = setup.key.as_chunks();
        let zero = [0; 16];
        let state = [setup.iv, halves[0], zero, halves[1], zero, zero, zero];
        for (array, block) in self.state.iter_mut().zip(state) {
            array.0[lane] = block;
        }
        for (array, half) in self.keys.iter_mut().zip(halves) {
            array.0[lane] = *half;
        }
        self.left[lane] = INITIALISATION;
        INITIALISATION
    }

    fn set_initialised(&mut self, _: usize, _: usize) {}

    fn run<S: Sink>(&mut self, backend: Backend, lives: &mut Lives<'_, S>, ahead: TurnsAhead) {
        dispatch(backend, Turns::<S> { lanes: self, lives, ahead });
    }

    fn row(&self, lane: usize) -> &Row {
        &self.rows[lane]
    }
}

impl Drop for Lanes {
    fn drop(&mut self) {
        wipe(&mut self.state, [BlockArray::ZERO; 7]);
        wipe(&mut self.keys, [BlockArray::ZERO; 2]);
        wipe(&mut self.rows, [Row::ZERO; MAX_STREAMS]);
    }
}

/// How many lanes there are.
struct LanesOf {
    wide: bool,
}

impl Kernel for LanesOf {
    type Output = usize;
    type Class = Constant<AesOps>;

    #[inline(always)]
    fn run<I: Isa>(self, _: I) -> usize {
        if self.wide { 2 * I::Four::BLOCKS } else { I::Four::BLOCKS }
    }
}

/// Some turns of all lanes.
struct Turns<'a, 'b, S: Sink + 'b> {
    lanes: &'a mut Lanes,
    lives: &'a mut Lives<'b, S>,
    ahead: TurnsAhead,
}

impl<'b, S: Sink + 'b> Kernel for Turns<'_, 'b, S> {
    type Output = ();
    type Class = WithCopies<FullWidth<AesOps>>;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) {
        if self.ahead.wide {
            self.on::<I, Group<I::Four, 2>>(isa);
        } else {
            self.on::<I, I::Four>(isa);
        }
    }
}

impl<'b, S: Sink + 'b> Turns<'_, 'b, S> {
    #[inline(always)]
    fn on<I: Isa, B: AesBlocks<Isa = I>>(self, isa: I) {
        let Self { lanes, lives, ahead } = self;
        let mut state = State::<B>::load(isa, &lanes.state);
        let mut keystream = [BlockArray::ZERO; 4];
        for turn in 0..ahead.count {
            if ahead.initialising {
                lanes.initialise(isa, &mut state, &mut keystream);
            } else {
                unroll!(4, |i| keystream[i].put(state.step(isa), 0));
            }
            let places = lanes.rows.iter_mut().zip(lives.iter_mut()).enumerate();
            for (lane, (row, live)) in places.take(B::BLOCKS) {
                let mut bytes = [0; 64];
                for (bytes, blocks) in bytes.chunks_exact_mut(16).zip(&keystream) {
                    bytes.copy_from_slice(&blocks.0[lane]);
                }
                *row = Row::from_bytes(&bytes);
                if let Some(live) = live {
                    S::take_row(live, isa, turn, row);
                }
            }
        }
        state.store(&mut lanes.state);
        wipe(&mut keystream, [BlockArray::ZERO; 4]);
    }
}

impl Lanes {
    /// A turn in which some lanes are being initialised: their keystream goes back into the LFSR, and in
    /// the last turn the key into the first register of the finite state machine after the last two steps.
    #[inline(always)]
    fn initialise<B: AesBlocks>(
        &mut self,
        isa: B::Isa,
        state: &mut State<B>,
        keystream: &mut [BlockArray; 4],
    ) {
        let (mut fed_back, mut keys) = (BlockArray::ZERO, [BlockArray::ZERO; 2]);
        for lane in 0..B::BLOCKS.min(MAX_STREAMS) {
            if self.left[lane] > 0 {
                fed_back.0[lane] = [0xff; 16];
            }
            if self.left[lane] == 1 {
                (keys[0].0[lane], keys[1].0[lane]) = (self.keys[0].0[lane], self.keys[1].0[lane]);
            }
            self.left[lane] = self.left[lane].saturating_sub(1);
        }
        let mask: B = fed_back.register(isa, 0);
        unroll!(4, |i| {
            let block = state.step(isa);
            keystream[i].put(block, 0);
            state.a[1] = state.a[1].xor_and(block, mask);
            if i >= 2 {
                state.r[0] = state.r[0].xor(keys[i - 2].register(isa, 0));
            }
        });
        wipe(&mut keys, [BlockArray::ZERO; 2]);
    }
}

impl<B: AesBlocks> State<B> {
    #[inline(always)]
    fn load(isa: B::Isa, [a, a_next, b, b_next, r1, r2, r3]: &[BlockArray; 7]) -> Self {
        let get = |array: &BlockArray| array.register(isa, 0);
        Self { a: [get(a), get(a_next)], b: [get(b), get(b_next)], r: [get(r1), get(r2), get(r3)] }
    }

    #[inline(always)]
    fn store(self, arrays: &mut [BlockArray; 7]) {
        let ([a, a_next], [b, b_next], [r1, r2, r3]) = (self.a, self.b, self.r);
        arrays[0].put(a, 0);
        arrays[1].put(a_next, 0);
        arrays[2].put(b, 0);
        arrays[3].put(b_next, 0);
        arrays[4].put(r1, 0);
        arrays[5].put(r2, 0);
        arrays[6].put(r3, 0);
    }
}
