//! The first row of keystream of many messages: what other algorithms take their keys from.

use super::Variant;
use super::batch::Zuc;
use super::setup::Loading;
use crate::Backend;
use crate::lanes::{Kernels, Row};
use crate::stream::cohort::{CipherLane, Cohort, Loaded, MAX_LANES, Sink as _};

/// Fills the first so many words of a row for each message in cohorts, if the variant has them. Returns
/// whether it did.
pub(crate) fn fill_first_rows(
    rows: &mut [Row],
    words: usize,
    (backend, variant): (Backend, Variant),
    mut load: impl FnMut(usize, &mut Row) -> Loading,
) -> bool {
    let Some(lanes) = variant.resolve(backend, rows.len()).cohort(backend) else {
        return false;
    };
    let lanes = variant.cohort_of(backend, 0, lanes);
    let mut kernels = Kernels::on(backend);
    let mut loaded = Loaded::<MAX_LANES>::EMPTY;
    let mut sinks = const { [const { CipherLane::EMPTY }; MAX_LANES] };
    let mut cohort = Cohort::<Zuc, _>::new(&mut kernels, &mut loaded, &mut sinks);
    for (number, rows) in rows.chunks_mut(lanes).enumerate() {
        for lane in 0..rows.len() {
            cohort.load(lane, |row| load(number * lanes + lane, row));
            cohort.sinks[lane].begin_row(words);
        }
        cohort.run(rows.len());
        for (row, lane) in rows.iter_mut().zip(&*cohort.sinks) {
            *row = *lane.row();
        }
    }
    true
}
