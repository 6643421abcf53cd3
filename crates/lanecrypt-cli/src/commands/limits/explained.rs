//! A row of `lanecrypt limits`.

use crate::bench::Measured;
use crate::bound::{Bound, Why};

/// A measured row with its bound, or with the reason why there is none.
pub(super) struct Explained {
    pub(super) measured: Measured,
    pub(super) bound: Result<Bound, Why>,
}

impl Explained {
    /// The part of the bound that was reached.
    pub(super) fn fraction(&self) -> Option<f64> {
        let bound = self.bound.as_ref().ok()?;
        Some(bound.cycles_per_byte / self.measured.cycles_per_byte?.median)
    }
}
