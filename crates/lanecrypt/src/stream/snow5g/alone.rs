//! One message, from its key to its last byte in one kernel.

use super::many::Load;
use super::state::{State, Steps, Version, of_version};
use crate::lanes::{AnyWidth, BlockOps, InOut, Isa, Kernel};

/// Encrypts or decrypts a message.
pub(super) struct Alone<'a> {
    pub(super) version: Version,
    pub(super) load: Load<'a>,
    pub(super) data: InOut<'a>,
}

impl Kernel for Alone<'_> {
    type Output = ();
    type Class = AnyWidth<BlockOps>;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) {
        of_version!(self.version, S => self.steps::<I, S>(isa))
    }
}

impl Alone<'_> {
    #[inline(always)]
    fn steps<I: Isa, S: Steps>(self, isa: I) {
        let Self { load: Load { key, iv }, data, .. } = self;
        State::<I::One>::started::<S>(isa, key, &iv).add_to::<S>(isa, data);
    }
}
