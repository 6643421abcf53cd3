//! The parts of papers in documents that figures need. Other fields are ignored. Missing fields are
//! empty.

pub(crate) mod aesni;
pub(crate) mod cypress;
pub(crate) mod riscv;
pub(crate) mod zuc;

use serde::Deserialize;

/// The description of a paper.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub(crate) struct PaperAbout {
    /// The name on the command line.
    pub(crate) name: String,
    /// The citation.
    pub(crate) citation: String,
    /// Remarks for the reader.
    pub(crate) note: String,
    /// The machines of the paper.
    pub(crate) platforms: Vec<PaperPlatform>,
}

/// A machine of a paper.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub(crate) struct PaperPlatform {
    /// The paper's name for it.
    pub(crate) name: String,
    /// Processor, system and compiler.
    pub(crate) description: String,
}
