//! The form in which such a paper is held.

use crate::measure::instructions::Class;

/// What it measured.
pub(crate) struct Tables {
    /// Its instructions, and some that it does not have.
    pub(crate) operations: &'static [Operation],
    /// How many times as fast as ordinary instructions, at least, its text says that those of SSE2
    /// are.
    pub(crate) more_than: f64,
    /// How many ordinary instructions its text says that one of SSE2 replaces, at least.
    pub(crate) at_least: f64,
    /// Authenticated ciphers that its text gives figures of, and some others.
    pub(crate) lines: &'static [Line],
}

/// An authenticated cipher.
pub(crate) struct Line {
    /// What the paper calls it.
    pub(crate) name: &'static str,
    /// Published cycles per byte, where it is in the paper.
    pub(crate) published: Option<f64>,
    /// The algorithm here.
    pub(crate) algorithm: &'static str,
    /// The nonce that is measured with, in bytes.
    pub(crate) nonce: usize,
}

/// A vector instruction and the ordinary one that it takes the place of.
pub(crate) struct Operation {
    /// Its mnemonic in SSE2, or what else says it shortly.
    pub(crate) name: &'static str,
    /// What it does.
    pub(crate) vector: Class,
    /// What the ordinary one does.
    pub(crate) ordinary: Class,
    /// Whether the paper's Table 2 has it.
    pub(crate) in_paper: bool,
}
