//! The state of the machine during a run.

use std::time::{Duration, Instant};

use super::run::Measured;
use crate::document::Conditions;
use crate::machine;
use crate::measure::statistics::Quartiles;

/// The watch over a run.
pub(crate) struct Watch {
    start: Instant,
    waited: Option<Duration>,
}

/// A larger drift of the clock, as a part of it, is noise.
const DRIFT: f64 = 0.03;

/// A larger part of the time spent waiting for a processor is noise.
const WAITED: f64 = 0.02;

/// A larger part of outliers is noise.
const OUTLIERS: f64 = 0.1;

impl Watch {
    /// Starts now, on this thread.
    pub(crate) fn start() -> Self {
        Self { start: Instant::now(), waited: machine::waited() }
    }

    /// The conditions until now.
    pub(crate) fn conditions(&self, measured: &[Measured], pinned_to: Option<usize>) -> Conditions {
        let clock_ghz = Quartiles::of(measured.iter().flat_map(|m| m.samples.clocks()));
        let clock_drift_ghz = drift(measured);
        let waited_part = machine::waited().zip(self.waited).map(|(now, then)| {
            let elapsed = self.start.elapsed().as_secs_f64().max(1e-9);
            now.saturating_sub(then).as_secs_f64() / elapsed
        });
        let samples: usize = measured.iter().map(|m| m.samples.count()).sum();
        let outliers: usize = measured.iter().map(|m| m.samples.outliers()).sum();
        let outlier_part = outliers as f64 / samples.max(1) as f64;

        let percent = |part: f64| format!("{:.1} %", 100.0 * part);
        let mut noise = Vec::new();
        if let Some((low, high)) = clock_drift_ghz
            && high > low * (1.0 + DRIFT)
        {
            noise.push(format!("the clock drifted between {low:.2} and {high:.2} GHz"));
        }
        if let Some(part) = waited_part.filter(|&part| part > WAITED) {
            noise.push(format!(
                "other programs used the processor for {} of the time",
                percent(part)
            ));
        }
        if outlier_part > OUTLIERS {
            noise.push(format!("{} of the samples are outliers", percent(outlier_part)));
        }
        Conditions { clock_ghz, clock_drift_ghz, pinned_to, waited_part, outlier_part, noise }
    }
}

/// The lowest and the highest median of the clock over tenths of the run. Rows are interleaved, so a
/// tenth of the samples of each row is a tenth of the run.
fn drift(measured: &[Measured]) -> Option<(f64, f64)> {
    const PARTS: usize = 10;
    let tenths = (0..PARTS).filter_map(|part| {
        let clocks = measured.iter().flat_map(|m| {
            let count = m.samples.count();
            let (from, to) = (part * count / PARTS, (part + 1) * count / PARTS);
            m.samples.clocks().skip(from).take(to - from)
        });
        Quartiles::of(clocks).map(|clock| clock.median)
    });
    tenths.fold(None, |range, clock| match range {
        None => Some((clock, clock)),
        Some((low, high)) => Some((clock.min(low), clock.max(high))),
    })
}
