//! The tally of a call.

use serde::Serialize;

use super::chain::Chain;
use super::kind::Kind;
use crate::measure::instructions::Width;

/// The counted instructions of a call.
#[derive(Debug, Clone, Default)]
pub(super) struct Tally {
    pub(super) instructions: f64,
    /// Slots of the front end. Two instructions that are executed as one take one slot.
    pub(super) slots: f64,
    /// The number of instructions of each kind. Loads and stores count also if they are part of another
    /// instruction.
    pub(super) work: Vec<(Kind, Width, f64)>,
    pub(super) chain: Chain,
    pub(super) code: Code,
}

/// The distinct instructions, which should fit into the cache of decoded instructions.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub(crate) struct Code {
    pub(crate) instructions: usize,
    pub(crate) bytes: u64,
    /// The smallest number of distinct instructions that make up 90 % of the execution.
    pub(crate) hot_instructions: usize,
    pub(crate) hot_bytes: u64,
}

impl Tally {
    /// Adds a number of instructions of a kind.
    pub(super) fn add(&mut self, kind: Kind, width: Width, count: f64) {
        match self.work.iter_mut().find(|one| (one.0, one.1) == (kind, width)) {
            Some((_, _, sum)) => *sum += count,
            None => self.work.push((kind, width, count)),
        }
    }

    /// Adds a multiple of another tally, which may be negative. The code stays.
    pub(super) fn plus(mut self, other: &Self, times: f64) -> Self {
        self.instructions += times * other.instructions;
        self.slots += times * other.slots;
        for &(kind, width, count) in &other.work {
            self.add(kind, width, times * count);
        }
        self.chain.add(&other.chain, times);
        self
    }

    /// The number of instructions of a kind, in registers of any width.
    #[cfg(test)]
    pub(super) fn count(&self, kind: Kind) -> f64 {
        self.work.iter().filter(|one| one.0 == kind).map(|one| one.2).sum()
    }
}
