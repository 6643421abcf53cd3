//! Samples of a workload, and their statistics.

use super::statistics::Quartiles;

/// A sample.
#[derive(Debug, Clone, Copy)]
pub(super) struct Sample {
    /// The seconds of one call.
    pub(super) seconds: f64,
    /// The cycles of one call.
    pub(super) cycles: Option<f64>,
    /// The clock in GHz, read just before and just after the sample.
    pub(super) clock: Option<f64>,
}

/// All samples of a workload, in order.
#[derive(Debug, Clone, Default)]
pub(crate) struct Samples(Vec<Sample>);

impl Samples {
    pub(super) fn push(&mut self, sample: Sample) {
        self.0.push(sample);
    }

    /// Combines the samples that several threads took at the same times: the seconds in which all threads
    /// together make one call, and the average cycles and clock of a thread.
    pub(super) fn together<'s>(threads: impl Iterator<Item = &'s Self> + Clone) -> Self {
        let count = threads.clone().map(Self::count).min().unwrap_or(0);
        let of_all = |at: usize| {
            let samples = || threads.clone().map(move |thread| thread.0[at]);
            let mean = |values: Vec<f64>| {
                (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
            };
            Sample {
                seconds: 1.0 / samples().map(|sample| 1.0 / sample.seconds).sum::<f64>(),
                cycles: mean(samples().filter_map(|sample| sample.cycles).collect()),
                clock: mean(samples().filter_map(|sample| sample.clock).collect()),
            }
        };
        Self((0..count).map(of_all).collect())
    }

    /// The number of samples.
    pub(crate) fn count(&self) -> usize {
        self.0.len()
    }

    /// The number of outliers.
    pub(crate) fn outliers(&self) -> usize {
        let seconds = || self.0.iter().map(|sample| sample.seconds);
        Quartiles::of(seconds()).map_or(0, |quartiles| quartiles.outliers(seconds()))
    }

    /// The rate in 10^9 bytes per second. `bytes` is the number of bytes in a call.
    pub(crate) fn gigabytes_per_second(&self, bytes: f64) -> Option<Quartiles> {
        Quartiles::of(self.0.iter().map(|sample| bytes / sample.seconds / 1e9))
    }

    /// Cycles per byte. `bytes` is the number of bytes in a call.
    pub(crate) fn cycles_per_byte(&self, bytes: f64) -> Option<Quartiles> {
        Quartiles::of(self.0.iter().filter_map(|sample| sample.cycles.map(|all| all / bytes)))
    }

    /// The ratio of the time of another workload to the time of this one, sample by sample. The samples are
    /// interleaved, so a disturbance affects both.
    pub(crate) fn ratio(&self, other: &Self) -> Option<Quartiles> {
        Quartiles::of(self.0.iter().zip(&other.0).map(|(own, other)| other.seconds / own.seconds))
    }

    /// The median of the clock in GHz.
    pub(crate) fn clock(&self) -> Option<f64> {
        Quartiles::of(self.clocks()).map(|clock| clock.median)
    }

    /// The clock in GHz, next to every sample.
    pub(crate) fn clocks(&self) -> impl Iterator<Item = f64> {
        self.0.iter().filter_map(|sample| sample.clock)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn samples(seconds: &[f64]) -> Samples {
        let sample = |&seconds| Sample { seconds, cycles: Some(seconds * 2e9), clock: Some(2.0) };
        Samples(seconds.iter().map(sample).collect())
    }

    #[test]
    fn ratios_are_taken_sample_by_sample() {
        // The machine was half as fast during the second pair.
        let (ours, theirs) = (samples(&[1.0, 2.0, 1.0]), samples(&[3.0, 6.0, 3.0]));
        let three = Quartiles { q1: 3.0, median: 3.0, q3: 3.0 };
        assert_eq!(ours.ratio(&theirs), Some(three));
    }

    #[test]
    fn threads_add_up() {
        let (one, other) = (samples(&[1.0, 1.0]), samples(&[1.0, 0.5, 7.0]));
        let together = Samples::together([&one, &other].into_iter());
        assert_eq!(together.count(), 2);
        let rate = together.gigabytes_per_second(1e9).map(|rate| (rate.q1, rate.q3));
        assert_eq!(rate, Some((2.25, 2.75)));
        // Cycles are those of one thread.
        assert_eq!(together.cycles_per_byte(1e9).map(|cycles| cycles.q3), Some(1.875));
    }

    #[test]
    fn what_is_far_off_is_counted() {
        assert_eq!(samples(&[1.0, 1.1, 1.0, 1.05, 9.0, 1.0, 1.1]).outliers(), 1);
        assert_eq!(samples(&[]).outliers(), 0);
    }
}
