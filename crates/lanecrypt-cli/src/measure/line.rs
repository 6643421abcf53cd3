//! A line fitted to points.

/// The line `fixed + slope * x`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Line {
    /// The value at x = 0.
    pub(crate) fixed: f64,
    /// The slope.
    pub(crate) slope: f64,
}

impl Line {
    /// The line nearest to the points `(x, y)`. Each distance is taken as a part of y, so that short
    /// messages, whose y is small, count as much as long ones. None if there are fewer than two different x,
    /// or if a y is not positive.
    pub(crate) fn through(points: &[(f64, f64)]) -> Option<Self> {
        let [mut w, mut wx, mut wy, mut wxx, mut wxy] = [0.0; 5];
        for &(x, y) in points {
            if y <= 0.0 {
                return None;
            }
            let weight = 1.0 / (y * y);
            w += weight;
            wx += weight * x;
            wy += weight * y;
            wxx += weight * x * x;
            wxy += weight * x * y;
        }
        let spread = w * wxx - wx * wx;
        if points.len() < 2 || spread <= 1e-12 * w * wxx {
            return None;
        }
        let slope = (w * wxy - wx * wy) / spread;
        Some(Self { fixed: (wy - slope * wx) / w, slope })
    }

    /// The largest distance of a point from the line, as a part of y.
    pub(crate) fn worst_error(&self, points: &[(f64, f64)]) -> f64 {
        let off = |&(x, y): &(f64, f64)| ((self.fixed + self.slope * x - y) / y).abs();
        points.iter().map(off).fold(0.0, f64::max)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_of_a_line_give_the_line() {
        let points = [64.0, 1504.0, 16384.0].map(|x| (x, 200.0 + 0.25 * x));
        let line = Line::through(&points).unwrap_or(Line { fixed: 0.0, slope: 0.0 });
        assert!((line.fixed - 200.0).abs() < 1e-6 && (line.slope - 0.25).abs() < 1e-9, "{line:?}");
        assert!(line.worst_error(&points) < 1e-9);
        assert!(line.worst_error(&[(0.0, 100.0)]) > 0.99);
    }

    #[test]
    fn one_length_gives_none() {
        assert_eq!(Line::through(&[(64.0, 1.0), (64.0, 2.0)]), None);
        assert_eq!(Line::through(&[(64.0, 1.0)]), None);
        assert_eq!(Line::through(&[(64.0, 0.0), (128.0, 1.0)]), None);
    }
}
