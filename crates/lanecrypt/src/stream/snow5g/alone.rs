//! One message, from its key to its last byte in one kernel.

use super::many::Load;
use super::state::{State, Steps, Steps5g, StepsV, StepsVi, Version};
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
        match self.version {
            Version::SnowV => self.steps::<I, StepsV>(isa),
            Version::SnowVi => self.steps::<I, StepsVi>(isa),
            Version::Snow5g => self.steps::<I, Steps5g>(isa),
        }
    }
}

impl Alone<'_> {
    #[inline(always)]
    fn steps<I: Isa, S: Steps>(self, isa: I) {
        let Self { load: Load { key, iv }, data, .. } = self;
        State::<I::One>::started::<S>(isa, key, &iv).add_to::<S>(isa, data);
    }
}
