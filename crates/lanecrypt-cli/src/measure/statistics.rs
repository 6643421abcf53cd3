//! Median and quartiles.

use serde::{Deserialize, Serialize};

/// The median and the quartiles of a set of samples.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(crate) struct Quartiles {
    /// A quarter of the samples are below it.
    pub(crate) q1: f64,
    /// Half of the samples are below it.
    pub(crate) median: f64,
    /// Three quarters of the samples are below it.
    pub(crate) q3: f64,
}

impl Quartiles {
    /// The quartiles of some samples, by linear interpolation between the two nearest ones (type 7 of Hyndman
    /// and Fan, the default of R and NumPy). None without samples.
    pub(crate) fn of(samples: impl IntoIterator<Item = f64>) -> Option<Self> {
        let mut sorted: Vec<f64> = samples.into_iter().collect();
        sorted.sort_by(f64::total_cmp);
        let last = sorted.len().checked_sub(1)?;
        let quantile = |part: f64| {
            let position = part * last as f64;
            let (below, above) = (position.floor() as usize, position.ceil() as usize);
            sorted[below] + (sorted[above] - sorted[below]) * (position - position.floor())
        };
        Some(Self { q1: quantile(0.25), median: quantile(0.5), q3: quantile(0.75) })
    }

    /// All three values times a factor.
    pub(crate) fn scaled(self, factor: f64) -> Self {
        Self { q1: self.q1 * factor, median: self.median * factor, q3: self.q3 * factor }
    }

    /// The number of samples that lie further from the quartiles than one and a half times the distance
    /// between the quartiles (Tukey's fences).
    pub(crate) fn outliers(self, samples: impl Iterator<Item = f64>) -> usize {
        let fence = 1.5 * (self.q3 - self.q1);
        samples.filter(|sample| !(self.q1 - fence..=self.q3 + fence).contains(sample)).count()
    }

    /// Whether the ranges between the quartiles overlap. If they do, there is no difference.
    pub(crate) fn overlaps(self, other: Self) -> bool {
        self.q1 <= other.q3 && other.q1 <= self.q3
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quartiles_are_those_of_type_seven() {
        let of = |samples: &[f64]| Quartiles::of(samples.iter().copied());
        assert_eq!(of(&[]), None);
        assert_eq!(of(&[5.0]), Some(Quartiles { q1: 5.0, median: 5.0, q3: 5.0 }));
        assert_eq!(of(&[4.0, 1.0, 3.0, 2.0]), Some(Quartiles { q1: 1.75, median: 2.5, q3: 3.25 }));
    }

    #[test]
    fn overlap_is_that_of_the_middle_halves() {
        let a = Quartiles { q1: 1.0, median: 2.0, q3: 3.0 };
        assert!(a.overlaps(Quartiles { q1: 3.0, median: 4.0, q3: 5.0 }));
        assert!(!a.overlaps(a.scaled(4.0)));
    }
}
