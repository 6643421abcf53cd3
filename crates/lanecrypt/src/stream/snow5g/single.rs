//! One message.

use super::state::{BLOCKS, State, Steps, Version, of_version};
use crate::lanes::{AsWords, BlockOps, Isa, PlainWords, Row, RowOrder, Vector as _, unroll, wipe};
use crate::stream::alone::Generator;
use crate::stream::scheduler::Keyed;

/// A key and an IV. Secret, wiped when dropped.
pub(crate) struct Setup {
    version: Version,
    key: [u8; 32],
    iv: [u8; 16],
}

impl Setup {
    /// Of a key of 32 bytes.
    pub(crate) fn new(version: Version, key: &[u8], iv: [u8; 16]) -> Self {
        Self { version, key: key.first_chunk().copied().unwrap_or_default(), iv }
    }
}

impl Drop for Setup {
    fn drop(&mut self) {
        wipe(&mut self.key, [0; 32]);
    }
}

/// The keystream of one message. Secret, wiped when dropped.
pub(crate) struct Single {
    version: Version,
    state: [[u8; 16]; BLOCKS],
}

impl Drop for Single {
    fn drop(&mut self) {
        wipe(&mut self.state, [[0; 16]; BLOCKS]);
    }
}

impl Keyed for Single {
    type Setup = Setup;
    type Order = AsWords;
}

#[inline(always)]
fn load<I: Isa>(isa: I, blocks: &[[u8; 16]; BLOCKS]) -> State<I::One> {
    let mut registers = [I::One::zero(isa); BLOCKS];
    unroll!(BLOCKS, |i| registers[i] = I::One::load(isa, &blocks[i]));
    State::new(registers)
}

#[inline(always)]
fn store<I: Isa>(state: State<I::One>, blocks: &mut [[u8; 16]; BLOCKS]) {
    let registers = state.registers();
    unroll!(BLOCKS, |i| registers[i].store(&mut blocks[i]));
}

#[inline(always)]
fn start<I: Isa, S: Steps>(isa: I, setup: &Setup, blocks: &mut [[u8; 16]; BLOCKS]) {
    store::<I>(State::started::<S>(isa, &setup.key, &setup.iv), blocks);
}

#[inline(always)]
fn more<I: Isa, S: Steps>(isa: I, blocks: &mut [[u8; 16]; BLOCKS], rows: &mut [Row]) {
    let mut state = load(isa, blocks);
    for row in rows {
        let mut bytes = [[0; 16]; 4];
        unroll!(4, |i| state.step::<S>(isa).store(&mut bytes[i]));
        let mut all = [0; 64];
        all.copy_from_slice(bytes.as_flattened());
        *row = Row::from_bytes(&all);
    }
    store::<I>(state, blocks);
}

/// The rows made at a time.
const ROWS: usize = 16;

impl Generator for Single {
    type Setup = Setup;
    type Class = PlainWords<BlockOps>;
    type Rows = [Row; ROWS];
    const NO_ROWS: Self::Rows = [Row::ZERO; ROWS];

    #[inline(always)]
    fn new<I: Isa>(isa: I, setup: &Setup) -> Self {
        let mut out = Self { version: setup.version, state: [[0; 16]; BLOCKS] };
        of_version!(out.version, S => start::<I, S>(isa, setup, &mut out.state));
        out
    }

    #[inline(always)]
    fn rows<I: Isa, O: RowOrder>(&mut self, isa: I, rows: &mut [Row], count: usize) {
        let count = count.min(rows.len());
        let rows = &mut rows[..count];
        of_version!(self.version, S => more::<I, S>(isa, &mut self.state, rows));
    }
}
