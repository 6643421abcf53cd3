//! One message of SNOW 5G within a kernel that does more with it than encrypt it.

use super::state::{State, Steps5g};
use crate::lanes::{InOut, Isa};

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
    pub(crate) fn add_to(self, isa: I, data: InOut<'_>) {
        self.0.add_to::<Steps5g>(isa, data);
    }
}
