//! Axes: positions of values, and ticks.

use crate::format::{significant, size};

/// The scale of an axis.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Scale {
    /// Linear, from zero.
    Linear,
    /// Logarithmic.
    Ratios,
    /// Logarithmic for numbers of bytes, with ticks at powers of two.
    Bytes,
}

/// An axis.
#[derive(Debug, Clone, Copy)]
pub(super) struct Axis {
    scale: Scale,
    low: f64,
    high: f64,
    from: i32,
    to: i32,
}

impl Axis {
    /// An axis for all values, between two positions in pixels. Values that cannot be shown are ignored,
    /// such as zero on a logarithmic axis.
    pub(super) fn of(
        scale: Scale,
        values: impl IntoIterator<Item = f64>,
        (from, to): (i32, i32),
    ) -> Self {
        // Measured values are far from these limits.
        let shown = |value: &f64| match scale {
            Scale::Linear => value.abs() < 1e30,
            Scale::Ratios | Scale::Bytes => (1e-30..1e30).contains(value),
        };
        let (low, high) = values
            .into_iter()
            .filter(shown)
            .fold((f64::MAX, f64::MIN), |(low, high), value| (low.min(value), high.max(value)));
        let (low, high) = match scale {
            _ if low > high => (1.0, 10.0),
            Scale::Linear => (low.min(0.0), if high > 0.0 { high } else { 1.0 }),
            Scale::Ratios if high / low < 1.2 => (low / 1.2, high * 1.2),
            Scale::Ratios => (low / 1.12, high * 1.12),
            Scale::Bytes => (low, high.max(2.0 * low)),
        };
        Self { scale, low, high, from, to }
    }

    /// The position of a value in pixels. Values beyond the axis are at its ends.
    pub(super) fn at(&self, value: f64) -> i32 {
        let part = match self.scale {
            Scale::Linear => (value - self.low) / (self.high - self.low),
            Scale::Ratios | Scale::Bytes => {
                (value.max(f64::MIN_POSITIVE) / self.low).ln() / (self.high / self.low).ln()
            }
        };
        let part = if part.is_nan() { 0.0 } else { part.clamp(0.0, 1.0) };
        self.from + (part * f64::from(self.to - self.from)).round() as i32
    }

    /// The lowest and the highest value.
    pub(super) fn range(&self) -> (f64, f64) {
        (self.low, self.high)
    }

    /// The ticks and their labels, with at least `pixels` pixels for each.
    pub(super) fn ticks(&self, pixels: i32) -> Vec<(f64, String)> {
        let most = ((self.to - self.from).abs() / pixels.max(1)).max(2) as usize;
        match self.scale {
            Scale::Linear => self.equal_steps(most),
            Scale::Ratios => self.ratios(most),
            Scale::Bytes => self.powers_of_two(most),
        }
    }

    fn equal_steps(&self, most: usize) -> Vec<(f64, String)> {
        let rough = (self.high - self.low) / most as f64;
        let decade = 10f64.powf(rough.log10().floor());
        let step = [1.0, 2.0, 2.5, 5.0, 10.0]
            .into_iter()
            .map(|factor| factor * decade)
            .find(|step| *step >= rough)
            .unwrap_or(10.0 * decade);
        let first = (self.low / step).ceil() as i64;
        let last = (self.high / step).floor() as i64;
        // Each is computed alone, so that no errors add up.
        (first..=last).map(|n| n as f64 * step).map(|value| (value, number(value, step))).collect()
    }

    fn ratios(&self, most: usize) -> Vec<(f64, String)> {
        let (first, last) = (self.low.log10().floor() as i32, self.high.log10().ceil() as i32);
        let inside = |digits: &[f64], decades: usize| -> Vec<f64> {
            let decades = (first..=last).filter(|decade| decade.rem_euclid(decades as i32) == 0);
            decades
                .flat_map(|decade| digits.iter().map(move |digit| digit * 10f64.powi(decade)))
                .filter(|value| (self.low..=self.high).contains(value))
                .collect()
        };
        let fine =
            [1.0, 1.1, 1.2, 1.3, 1.4, 1.5, 1.6, 1.8, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0];
        let several: [(&[f64], usize); 8] = [
            (&fine, 1),
            (&[1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 7.0], 1),
            (&[1.0, 2.0, 3.0, 5.0, 7.0], 1),
            (&[1.0, 2.0, 5.0], 1),
            (&[1.0, 3.0], 1),
            (&[1.0], 1),
            (&[1.0], 2),
            (&[1.0], 4),
        ];
        let fitting = several.into_iter().map(|(digits, decades)| inside(digits, decades));
        let ticks = fitting.into_iter().find(|ticks| ticks.len() <= most).unwrap_or_default();
        ticks.into_iter().map(|value| (value, short(value))).collect()
    }

    fn powers_of_two(&self, most: usize) -> Vec<(f64, String)> {
        let (first, last) = (self.low.log2().ceil() as i32, self.high.log2().floor() as i32);
        let ticks = |step: i32| (first..=last).filter(move |power| power.rem_euclid(step) == 0);
        // The step with the largest number of ticks that fit; among equals, the first one.
        let mut best: Vec<i32> = Vec::new();
        for step in [1, 2, 4, 8, 16, 32, 3, 5, 6, 7] {
            let some: Vec<i32> = ticks(step).collect();
            if some.len() <= most && some.len() > best.len() {
                best = some;
            }
        }
        let named = |power: i32| (2f64.powi(power), size(2f64.powi(power) as usize));
        best.into_iter().map(named).collect()
    }
}

/// A number with the decimals that the step needs.
fn number(value: f64, step: f64) -> String {
    let mut decimals = (-step.log10().floor()).max(0.0) as usize;
    // 2.5, 25, ...
    let scaled = step * 10f64.powi(decimals as i32);
    if (scaled - scaled.round()).abs() > 1e-6 {
        decimals += 1;
    }
    format!("{value:.decimals$}")
}

/// A number without trailing zeros.
fn short(value: f64) -> String {
    let text = significant(value);
    match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(axis: Axis, pixels: i32) -> Vec<String> {
        axis.ticks(pixels).into_iter().map(|(_, name)| name).collect()
    }

    #[test]
    fn ticks_are_round_and_few() {
        let linear = Axis::of(Scale::Linear, [3.0, 47.0], (0, 500));
        assert_eq!(names(linear, 80), ["0", "10", "20", "30", "40"]);
        let quarters = Axis::of(Scale::Linear, [0.9], (0, 400));
        assert_eq!(names(quarters, 100), ["0.00", "0.25", "0.50", "0.75"]);
        let ratios = Axis::of(Scale::Ratios, [0.1, 1000.0], (0, 400));
        assert_eq!(names(ratios, 50), ["0.1", "1", "10", "100", "1000"]);
        let bytes = Axis::of(Scale::Bytes, [16.0, 1048576.0], (0, 300));
        assert_eq!(names(bytes, 50), ["16 B", "256 B", "4 KiB", "64 KiB", "1 MiB"]);
    }

    #[test]
    fn values_lie_where_they_belong() {
        let axis = Axis::of(Scale::Linear, [10.0], (100, 200));
        assert_eq!([0.0, 5.0, 10.0, 99.0].map(|value| axis.at(value)), [100, 150, 200, 200]);
        let down = Axis::of(Scale::Bytes, [1.0, 16.0], (100, 0));
        assert_eq!([1.0, 4.0, 16.0].map(|value| down.at(value)), [100, 50, 0]);
    }

    #[test]
    fn no_values_and_strange_ones_are_no_fault() {
        for scale in [Scale::Linear, Scale::Ratios, Scale::Bytes] {
            let strange = [f64::NAN, f64::INFINITY, -1.0, 0.0, f64::MAX, f64::MIN_POSITIVE];
            for values in [&strange[..0], &strange[..]] {
                let axis = Axis::of(scale, values.iter().copied(), (0, 100));
                assert!(axis.ticks(10).len() < 40);
                for value in strange {
                    assert!((0..=100).contains(&axis.at(value)), "{scale:?} {value}");
                }
            }
        }
    }
}
