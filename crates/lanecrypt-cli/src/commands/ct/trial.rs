//! The measurements of a row.

use std::time::{Duration, Instant};

use super::crops::{Finding, Series};
use super::inputs::{Inputs, any_seed};
use super::state::State;
use super::verdict::Verdict;
use crate::bench::Row;
use crate::entry::Buffers;
use crate::measure::cache::Evictor;
use crate::measure::clock;

/// A row that was tested.
pub(super) struct Tested {
    /// The row.
    pub(super) row: Row,
    /// The variant that was used.
    pub(super) resolved_variant: &'static str,
    /// The keys that were used.
    pub(super) keys: &'static str,
    /// The number of measurements that were tested.
    pub(super) measurements: u64,
    /// The test with the largest |t|, and the state of the cache in which it was made.
    pub(super) largest: Finding,
    pub(super) state: State,
    /// How often the row was measured.
    pub(super) runs: u32,
}

/// How often a row is measured at most whose verdict is not the wanted one.
const RUNS: u32 = 3;

impl Tested {
    /// The verdict.
    pub(super) fn verdict(&self) -> Verdict {
        Verdict::of(self.largest.t)
    }

    /// Whether the row looks secrets up in tables, which is not constant time by its design.
    pub(super) fn is_table(&self) -> bool {
        self.resolved_variant == "table"
    }

    /// The variant that was asked for, and the one that was used if it is another one. The planted
    /// comparisons have none.
    pub(super) fn variant_label(&self) -> String {
        match self.resolved_variant {
            "" => String::new(),
            used => self.row.variant_label(used),
        }
    }

    /// The backend. The planted comparisons have none.
    pub(super) fn backend_label(&self) -> &'static str {
        if self.resolved_variant.is_empty() { "" } else { self.row.backend.name() }
    }

    /// The row in words.
    pub(super) fn name(&self) -> String {
        let Row { entry, backend, batch, bytes, .. } = self.row;
        let (variant, keys) = (self.variant_label(), self.keys);
        format!(
            "{}/{}, variant {variant}, backend {backend}, {batch} messages of {bytes} bytes, {keys} keys",
            entry.algorithm, entry.operation
        )
    }
}

/// Tests a row. If it seems to leak, it is measured again, with other fixed secrets, and the smallest |t|
/// counts: a leak is found every time. `progress` is called with the part of the time that has passed.
pub(super) fn test(row: &Row, time: Duration, mut progress: impl FnMut(f64)) -> Tested {
    until(Verdict::NoLeakFound, f64::lt, || measure(row, time, any_seed(), &mut progress))
}

/// Measures until the verdict is the wanted one, at most [`RUNS`] times. If it never is, the measurement counts
/// whose |t| is `better` than that of all others.
pub(super) fn until(
    wanted: Verdict,
    better: fn(&f64, &f64) -> bool,
    mut measure: impl FnMut() -> Tested,
) -> Tested {
    let mut tested = measure();
    for runs in 2..=RUNS {
        if tested.verdict() == wanted {
            break;
        }
        let again = measure();
        if better(&again.largest.t.abs(), &tested.largest.t.abs()) {
            tested = again;
        }
        tested.runs = runs;
    }
    tested
}

/// Measures a row for a time, and longer if it has too few measurements then. The fixed secrets are those of
/// the seed.
pub(super) fn measure(
    row: &Row,
    time: Duration,
    seed: u64,
    progress: &mut impl FnMut(f64),
) -> Tested {
    let mut buffers = Buffers::random(&row.lengths());
    let mut inputs = Inputs::new(&buffers, seed);
    let mut evictor = Evictor::of_first_level();
    let mut series = State::ALL.map(|_| Series::default());
    let mut times = Vec::new();
    let start = Instant::now();
    while start.elapsed() < time || !series.iter().all(Series::is_enough) {
        times.clear();
        for input in inputs.next() {
            input.copy_into(&mut buffers);
            let evictor = (input.state == State::Emptied).then_some(&mut evictor);
            times.push((input.state, input.class, one_call(row, &mut buffers, evictor)));
        }
        // Tested after all calls of these inputs, so that the calls find the same caches.
        for &(state, class, ticks) in &times {
            series[state as usize].push(class, ticks);
        }
        progress(start.elapsed().as_secs_f64() / time.as_secs_f64().max(1e-9));
    }
    let subject = row.subject();
    let mut best: Option<(State, Finding)> = None;
    for (state, series) in State::ALL.into_iter().zip(&series) {
        let Some(finding) = series.largest() else { continue };
        if best.is_none_or(|(_, other)| finding.t.abs() > other.t.abs()) {
            best = Some((state, finding));
        }
    }
    let Some((state, largest)) = best else {
        unreachable!("a series with enough times has a test of all of them")
    };
    Tested {
        row: *row,
        resolved_variant: subject.resolved_variant(),
        keys: subject.resolved_keys().name(),
        measurements: series.iter().map(Series::count).sum(),
        largest,
        state,
        runs: 1,
    }
}

/// Makes one call and returns its ticks. There is no call before it that is not timed, because that would
/// bring everything that the secrets choose into the cache.
fn one_call(row: &Row, buffers: &mut Buffers, evictor: Option<&mut Evictor>) -> u64 {
    let mut evictor = evictor;
    let mut ticks = 0;
    // A subject that opens messages keeps those that it sealed for its first call, so every call has a
    // subject of its own.
    row.subject().offer(buffers, &mut |call| {
        if let Some(evictor) = &mut evictor {
            evictor.evict();
        }
        ticks = clock::ticks(call);
    });
    ticks
}
