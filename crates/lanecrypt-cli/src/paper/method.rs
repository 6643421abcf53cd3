//! A paper with its method and its results.

use serde::Serialize;

use super::publication::Publication;
use super::{instructions, memory, variants};
use crate::failure::Failure;
use crate::output::Output;

/// A paper.
pub(crate) struct Paper {
    /// What it says about itself.
    pub(crate) publication: Publication,
    /// The method and the published results.
    pub(crate) method: Method,
}

/// The method of a paper.
pub(crate) enum Method {
    /// Several variants of the same computation, on messages.
    Variants(variants::Variants),
    /// A block of memory that is encrypted several times.
    Memory(memory::Memory),
    /// Vector instructions compared with ordinary ones, and ciphers that use them.
    Instructions(instructions::Tables),
}

/// The comparison of a paper with what was measured, in numbers.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub(crate) enum PaperReport {
    /// Figures and claims.
    Variants(variants::VariantsReport),
    /// A block of memory.
    Memory(memory::MemoryReport),
    /// Instructions.
    Instructions(Box<instructions::InstructionsReport>),
}

impl PaperReport {
    /// Prints the comparison.
    pub(crate) fn print(&self, out: &mut Output) -> Result<(), Failure> {
        match self {
            Self::Variants(report) => report.print(out),
            Self::Memory(report) => report.print(out),
            Self::Instructions(report) => report.print(out),
        }
    }
}
