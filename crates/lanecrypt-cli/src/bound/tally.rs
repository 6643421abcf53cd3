//! What was counted of a call.

use serde::Serialize;

use super::chain::Chain;
use super::kind::Kind;
use crate::measure::instructions::Width;

/// Counts, and what cannot be counted of one instruction alone.
#[derive(Debug, Clone, Default)]
pub(super) struct Tally {
    pub(super) instructions: f64,
    /// Places in the front end: two instructions that are run as one take one.
    pub(super) slots: f64,
    /// How often each kind was met; loads and stores also where they are part of another.
    pub(super) work: Vec<(Kind, Width, f64)>,
    pub(super) chain: Chain,
    pub(super) code: Code,
}

/// Distinct instructions: what is to fit into a cache of decoded ones.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub(crate) struct Code {
    pub(crate) instructions: usize,
    pub(crate) bytes: u64,
    /// The fewest that 90 % of all that is executed are of.
    pub(crate) hot_instructions: usize,
    pub(crate) hot_bytes: u64,
}

impl Tally {
    /// Counts some more of a kind.
    pub(super) fn add(&mut self, kind: Kind, width: Width, count: f64) {
        match self.work.iter_mut().find(|one| (one.0, one.1) == (kind, width)) {
            Some((_, _, sum)) => *sum += count,
            None => self.work.push((kind, width, count)),
        }
    }

    /// With a multiple of another added, which may be negative; the code stays.
    pub(super) fn plus(mut self, other: &Self, times: f64) -> Self {
        self.instructions += times * other.instructions;
        self.slots += times * other.slots;
        for &(kind, width, count) in &other.work {
            self.add(kind, width, times * count);
        }
        self.chain.add(&other.chain, times);
        self
    }

    /// How often that kind was met, in registers of any width.
    #[cfg(test)]
    pub(super) fn count(&self, kind: Kind) -> f64 {
        self.work.iter().filter(|one| one.0 == kind).map(|one| one.2).sum()
    }
}
