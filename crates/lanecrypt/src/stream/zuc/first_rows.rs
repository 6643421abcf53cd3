//! The first row of keystream of many messages: what other algorithms take their keys from.

use super::Variant;
use super::batch::Zuc;
use super::setup::Loading;
use crate::Backend;
use crate::lanes::{Row, wipe};
use crate::stream::cohort::{CipherLane, Cohort, Loaded, MAX_LANES, Sink};

/// The first words of keystream of many messages, a row each, of which no more is filled. Wiped when
/// dropped.
pub(crate) struct FirstRows(pub(crate) [Row; MAX_LANES]);

impl Drop for FirstRows {
    fn drop(&mut self) {
        wipe(&mut self.0, [Row::ZERO; MAX_LANES]);
    }
}

impl FirstRows {
    /// How many messages there are at most.
    pub(crate) const MAX: usize = MAX_LANES;

    pub(crate) const EMPTY: Self = Self([Row::ZERO; MAX_LANES]);

    /// Fills the first words of the first so many rows in cohorts, if the variant has them. Returns
    /// whether it did.
    pub(crate) fn fill(
        &mut self,
        (backend, variant): (Backend, Variant),
        count: usize,
        words: usize,
        mut load: impl FnMut(usize, &mut Row) -> Loading,
    ) -> bool {
        let Some(lanes) = variant.resolve(backend, count).cohort(backend) else {
            return false;
        };
        let lanes = variant.cohort_of(backend, 0, lanes);
        let mut loaded = Loaded::<MAX_LANES>::EMPTY;
        let mut sinks = [const { CipherLane::EMPTY }; MAX_LANES];
        let mut cohort = Cohort::<Zuc, _>::new(&mut loaded, &mut sinks);
        for (number, rows) in self.0[..count].chunks_mut(lanes).enumerate() {
            for lane in 0..rows.len() {
                cohort.load(lane, |row| load(number * lanes + lane, row));
                cohort.sinks[lane].begin_row(words);
            }
            cohort.run(backend, rows.len());
            for (row, lane) in rows.iter_mut().zip(&*cohort.sinks) {
                *row = *lane.row();
            }
        }
        true
    }
}
