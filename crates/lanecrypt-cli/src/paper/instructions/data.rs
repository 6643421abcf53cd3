//! The data of such a paper.

use crate::measure::instructions::Class;

/// A paper that measures instructions.
pub(crate) struct Tables {
    /// The instructions of the paper, and some others.
    pub(crate) operations: &'static [Replacement],
    /// The text says that SSE2 is more than this number of times as fast as ordinary instructions.
    pub(crate) more_than: f64,
    /// The text says that one SSE2 instruction replaces at least this number of ordinary ones.
    pub(crate) at_least: f64,
    /// The AEADs of the paper, and some others.
    pub(crate) lines: &'static [AeadLine],
}

/// An AEAD.
pub(crate) struct AeadLine {
    /// The name in the paper.
    pub(crate) name: &'static str,
    /// The published cycles per byte, if the paper has them.
    pub(crate) published: Option<f64>,
    /// The algorithm in the catalogue.
    pub(crate) algorithm: &'static str,
    /// The length of the nonce in bytes.
    pub(crate) nonce: usize,
}

/// A vector instruction, and the ordinary instruction that it replaces.
pub(crate) struct Replacement {
    /// The mnemonic in SSE2, or a short description.
    pub(crate) name: &'static str,
    /// The class of the vector instruction.
    pub(crate) vector: Class,
    /// The class of the ordinary instruction.
    pub(crate) ordinary: Class,
    /// Whether Table 2 of the paper has it.
    pub(crate) in_paper: bool,
}
