//! Welch's t-test.

/// The number, the mean and the variance of values that come one by one (Welford's method, which does not
/// lose digits when values are large and close together).
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Moments {
    count: u64,
    mean: f64,
    /// The sum of the squared distances from the mean.
    squares: f64,
}

/// Values without any spread would have an infinite t, which a document cannot hold.
const LARGEST_T: f64 = 1e6;

impl Moments {
    /// Adds a value.
    pub(super) fn push(&mut self, value: f64) {
        self.count += 1;
        let before = value - self.mean;
        self.mean += before / self.count as f64;
        self.squares += before * (value - self.mean);
    }

    /// The number of values.
    pub(super) fn count(&self) -> u64 {
        self.count
    }

    /// The mean of the values.
    pub(super) fn mean(&self) -> f64 {
        self.mean
    }

    /// Welch's t: the difference of two means over its standard error, for values whose variances may
    /// differ. Both sides need at least two values; with fewer it is 0.
    pub(super) fn t(&self, other: &Self) -> f64 {
        if self.count.min(other.count) < 2 {
            return 0.0;
        }
        let difference = self.mean - other.mean;
        let error = (self.squared_error() + other.squared_error()).sqrt();
        match difference == 0.0 {
            true => 0.0,
            false => (difference / error).clamp(-LARGEST_T, LARGEST_T),
        }
    }

    /// The square of the standard error of the mean.
    fn squared_error(&self) -> f64 {
        let count = self.count as f64;
        self.squares / (count - 1.0) / count
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moments(values: &[f64]) -> Moments {
        let mut moments = Moments::default();
        values.iter().for_each(|&value| moments.push(value));
        moments
    }

    #[test]
    fn t_is_that_of_the_formula() {
        // Means 3 and 5, variances 2.5 and 20/3: t = -2 / sqrt(2.5 / 5 + 20 / 3 / 4).
        let (a, b) = (moments(&[1.0, 2.0, 3.0, 4.0, 5.0]), moments(&[2.0, 4.0, 6.0, 8.0]));
        let expected = -2.0 / (0.5_f64 + 5.0 / 3.0).sqrt();
        assert!((a.t(&b) - expected).abs() < 1e-12, "{}", a.t(&b));
        assert!((b.t(&a) + expected).abs() < 1e-12);
        assert_eq!((a.count(), a.mean()), (5, 3.0));
    }

    #[test]
    fn large_values_keep_their_digits() {
        let shifted = |values: [f64; 4]| moments(&values.map(|value| value + 1e12));
        let (a, b) = (shifted([1.0, 2.0, 3.0, 4.0]), shifted([2.0, 3.0, 4.0, 5.0]));
        // Both variances are 5/3.
        let expected = -1.0 / (5.0_f64 / 3.0 / 2.0).sqrt();
        assert!((a.t(&b) - expected).abs() < 1e-3, "{}", a.t(&b));
    }

    #[test]
    fn values_without_spread_have_a_finite_t() {
        let (a, b) = (moments(&[4.0; 3]), moments(&[5.0; 3]));
        assert_eq!((a.t(&a), a.t(&b)), (0.0, -LARGEST_T));
        assert_eq!(moments(&[1.0]).t(&a), 0.0);
    }
}
