//! One message of SNOW 5G within a kernel that does more with it than encrypt it.

use super::state::{State, Steps5g};
use crate::lanes::{AesBlocks as _, InOut, Isa, Vector as _};

/// The keystream of a message, in registers of one block.
#[derive(Clone, Copy)]
pub(crate) struct Within<I: Isa>(State<I::One>);

impl<I: Isa> Within<I> {
    /// From the first block on.
    #[inline(always)]
    pub(crate) fn new(isa: I, key: &[u8; 32], iv: &[u8; 16]) -> Self {
        Self(State::started::<Steps5g>(isa, key, iv))
    }

    /// The next block.
    #[inline(always)]
    pub(crate) fn next(&mut self, isa: I) -> I::One {
        self.0.step::<Steps5g>(isa)
    }

    /// Encrypts or decrypts data with the blocks that follow.
    #[inline(always)]
    pub(crate) fn add_to(mut self, isa: I, mut data: InOut<'_>) {
        while data.len() >= I::One::BYTES {
            let mut tile = data.take(I::One::BYTES);
            let input = I::One::load(isa, tile.input(0, I::One::BYTES));
            input.xor(self.next(isa)).store(tile.output(0, I::One::BYTES));
        }
        if data.len() > 0 {
            let input = I::One::load_part(isa, data.input());
            input.xor(self.next(isa)).store_part(data.output());
        }
    }
}
