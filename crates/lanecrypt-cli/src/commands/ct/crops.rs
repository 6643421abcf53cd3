//! The tests of a series of times: over all of them and over the fastest parts of them, of the times and of
//! their squared distances from the mean.
//!
//! Interrupts and other programs make times longer by much more than a leak does, so a leak may show only in
//! a part of the times that they did not disturb. Which part that is nobody knows before. So several are
//! tested, with the same limits for both classes.

use super::statistics::Moments;

/// What the secrets of a measurement were.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Class {
    /// The same in every measurement.
    Fixed,
    /// Drawn for this measurement.
    Random,
}

/// What is compared between the classes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Order {
    /// The times.
    First,
    /// Their squared distances from the mean of their class: whether one class varies more.
    Second,
}

/// The times of both classes in one state of the cache.
#[derive(Debug, Default)]
pub(super) struct Series {
    /// The first times. They set the limits of the crops and are not tested: the code is not warm yet.
    first: Vec<u64>,
    crops: Vec<Crop>,
}

/// The number of times that set the limits.
const FIRST: usize = 500;

/// The number of crops beside all times.
const CROPS: i32 = 20;

/// The smallest number of times of each class for which a test has a meaning, and the number after which
/// their mean is known well enough for squared distances from it.
const FEWEST: u64 = 200;

/// The smallest number of times that are tested in a series.
const ENOUGH: u64 = 2_000;

/// The times up to a limit.
#[derive(Debug)]
struct Crop {
    /// The part of all times that the limit was set to keep.
    kept: f64,
    limit: u64,
    /// The times of each class.
    times: [Moments; 2],
    /// Their squared distances from the mean.
    squares: [Moments; 2],
}

/// The result of the test with the largest |t|.
#[derive(Debug, Clone, Copy)]
pub(super) struct Finding {
    /// Positive if the random class is the larger one.
    pub(super) t: f64,
    /// The part of the times that the crop keeps. 1 for all.
    pub(super) kept: f64,
    pub(super) order: Order,
    /// The mean times of that crop: fixed, random.
    pub(super) means: [f64; 2],
}

impl Series {
    /// Adds a time.
    pub(super) fn push(&mut self, class: Class, ticks: u64) {
        if self.crops.is_empty() {
            self.first.push(ticks);
            if self.first.len() == FIRST {
                self.first.sort_unstable();
                self.crops = (0..=CROPS).map(|crop| Crop::new(crop, &self.first)).collect();
            }
            return;
        }
        for crop in &mut self.crops {
            crop.push(class, ticks);
        }
    }

    /// The number of times that were tested.
    pub(super) fn count(&self) -> u64 {
        let all = self.crops.first().map(|crop| crop.times);
        all.map_or(0, |times| times.iter().map(Moments::count).sum())
    }

    /// Whether there are enough times for a verdict.
    pub(super) fn is_enough(&self) -> bool {
        self.count() >= ENOUGH
    }

    /// The test with the largest |t|.
    pub(super) fn largest(&self) -> Option<Finding> {
        let all = self.crops.iter().flat_map(Crop::findings);
        all.max_by(|a, b| a.t.abs().total_cmp(&b.t.abs()))
    }
}

impl Crop {
    /// Crop 0 keeps all times, the next ones 71 %, 50 %, 35 % and so on from the other end: what is cut off
    /// is 0.5 to the power of half their number, as in dudect.
    fn new(crop: i32, sorted: &[u64]) -> Self {
        let (kept, limit) = match crop {
            0 => (1.0, u64::MAX),
            _ => {
                let kept = 1.0 - 0.5_f64.powf(f64::from(crop) / 2.0);
                (kept, sorted[(kept * sorted.len() as f64) as usize])
            }
        };
        Self { kept, limit, times: Default::default(), squares: Default::default() }
    }

    fn push(&mut self, class: Class, ticks: u64) {
        if ticks > self.limit {
            return;
        }
        let times = &mut self.times[class as usize];
        times.push(ticks as f64);
        if times.count() > FEWEST {
            let distance = ticks as f64 - times.mean();
            self.squares[class as usize].push(distance * distance);
        }
    }

    fn findings(&self) -> impl Iterator<Item = Finding> {
        let means = self.times.map(|times| times.mean());
        [(Order::First, &self.times), (Order::Second, &self.squares)]
            .into_iter()
            .filter(|(_, [fixed, random])| fixed.count().min(random.count()) >= FEWEST)
            .map(move |(order, [fixed, random])| Finding {
                t: random.t(fixed),
                kept: self.kept,
                order,
                means,
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    /// Times of a noisy machine: 1000 ticks and up to 30 more, and now and then an interrupt. `leak` is added
    /// to them, of the class and another random number.
    fn series(count: usize, leak: impl Fn(Class, u64) -> u64) -> Series {
        let mut random = Random(7);
        let mut series = Series::default();
        for _ in 0..count {
            let class = if random.next() >> 63 == 0 { Class::Fixed } else { Class::Random };
            let interrupt =
                if random.next().is_multiple_of(100) { random.next() % 50_000 } else { 0 };
            let noise = random.next() % 31;
            series.push(class, 1_000 + noise + interrupt + leak(class, random.next()));
        }
        series
    }

    fn largest(series: &Series) -> Finding {
        series.largest().expect("enough times")
    }

    #[test]
    fn equal_classes_are_equal() {
        let series = series(100_000, |_, _| 0);
        assert!(series.is_enough() && series.count() == 100_000 - FIRST as u64);
        assert!(largest(&series).t.abs() < 4.5, "{:?}", largest(&series));
    }

    #[test]
    fn a_leak_is_found_below_the_noise_of_interrupts() {
        let series = series(100_000, |class, _| u64::from(class == Class::Random));
        let finding = largest(&series);
        // All times together do not show one tick.
        let all = series.crops[0].times;
        assert!(all[1].t(&all[0]).abs() < 10.0);
        assert!(finding.t.abs() > 10.0 && finding.kept < 1.0, "{finding:?}");
        assert!(series.crops.iter().any(|crop| crop.times[1].t(&crop.times[0]) > 10.0));
        assert!(finding.means[1] > finding.means[0]);
    }

    #[test]
    fn a_class_that_varies_more_is_found() {
        // Both classes have the same mean time.
        let series = series(100_000, |class, random| match class {
            Class::Fixed => 20,
            Class::Random => 40 * (random % 2),
        });
        assert!(largest(&series).t.abs() > 10.0);
        assert!(series.crops.iter().any(|crop| crop.squares[1].t(&crop.squares[0]) > 10.0));
    }

    #[test]
    fn too_few_times_say_nothing() {
        let few = series(FIRST + 100, |class, _| 500 * u64::from(class == Class::Random));
        assert!(few.largest().is_none() && !few.is_enough());
        assert_eq!(series(FIRST - 1, |_, _| 0).count(), 0);
    }
}
