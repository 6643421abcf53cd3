//! Data in tiles of registers: as many as hide latency, then fewer, then what is left of one.

use crate::lanes::{Blocks, InOut, Isa, Tile, Vector as _, unroll};

/// Registers that are worked on together where there is enough data: more than the latency of a
/// round times the rounds that can start in a cycle.
pub(super) const TOGETHER: usize = 8;

/// What is done with data, a tile after another.
pub(super) trait Step<I: Isa> {
    /// With `N` whole registers.
    fn whole<const N: usize>(&mut self, isa: I, tile: &mut Tile<'_>);
    /// With fewer bytes than a register has, at the end.
    fn part(&mut self, isa: I, tile: &mut Tile<'_>, bytes: usize);
}

/// Does it with all of the data.
#[inline(always)]
pub(super) fn each_tile<I: Isa>(isa: I, data: &mut InOut<'_>, step: &mut impl Step<I>) {
    let register = 16 * I::Aes::BLOCKS;
    while data.len() >= TOGETHER * register {
        step.whole::<TOGETHER>(isa, &mut data.take(TOGETHER * register));
    }
    if data.len() >= 4 * register {
        step.whole::<4>(isa, &mut data.take(4 * register));
    }
    if data.len() >= 2 * register {
        step.whole::<2>(isa, &mut data.take(2 * register));
    }
    if data.len() >= register {
        step.whole::<1>(isa, &mut data.take(register));
    }
    let bytes = data.len();
    if bytes > 0 {
        step.part(isa, &mut data.take(bytes), bytes);
    }
}

/// Registers of a tile.
#[inline(always)]
pub(super) fn load<I: Isa, const N: usize>(isa: I, tile: &Tile<'_>) -> [I::Aes; N] {
    let register = 16 * I::Aes::BLOCKS;
    let mut blocks = [I::Aes::zero(isa); N];
    unroll!(N, |i| blocks[i] = I::Aes::load(isa, tile.input(i * register, register)));
    blocks
}
