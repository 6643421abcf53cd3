//! Many short samples of several workloads, taken in turns.

use std::time::{Duration, Instant};

use super::clock;
use super::statistics::Quartiles;

/// Something that can be done again and again.
pub(crate) trait Workload {
    /// Gets ready, then hands what is to be timed, a single call, to `timer`, which makes it any
    /// number of times.
    fn offer(&mut self, timer: &mut dyn FnMut(&mut dyn FnMut()));
}

/// How much is measured.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Plan {
    /// Samples of every workload.
    pub(crate) samples: usize,
    /// The least time of a sample; a call that takes longer is a sample by itself.
    pub(crate) sample_time: Duration,
    /// A workload whose samples together took this long takes no further ones, once it has
    /// [`Plan::FEWEST`].
    pub(crate) time_limit: Duration,
}

impl Plan {
    /// For conclusions.
    pub(crate) const THOROUGH: Self = Self {
        samples: 100,
        sample_time: Duration::from_millis(1),
        time_limit: Duration::from_millis(2_500),
    };

    /// For a first look.
    pub(crate) const QUICK: Self = Self {
        samples: 20,
        sample_time: Duration::from_millis(1),
        time_limit: Duration::from_millis(300),
    };

    /// Quartiles of fewer samples than this mean nothing.
    pub(crate) const FEWEST: usize = 7;
}

/// One sample.
#[derive(Debug, Clone, Copy)]
struct Sample {
    /// Of one call.
    seconds: f64,
    /// In GHz, read just before and just after.
    clock: Option<f64>,
}

/// All samples of one workload.
#[derive(Debug, Clone, Default)]
pub(crate) struct Samples(Vec<Sample>);

impl Samples {
    /// How many there are.
    pub(crate) fn count(&self) -> usize {
        self.0.len()
    }

    /// Gigabytes (10^9 bytes) a second, where one call processes so many bytes.
    pub(crate) fn gigabytes_per_second(&self, bytes: f64) -> Option<Quartiles> {
        Quartiles::of(self.0.iter().map(|sample| bytes / sample.seconds / 1e9))
    }

    /// Cycles a byte, each sample by the clock read beside it.
    pub(crate) fn cycles_per_byte(&self, bytes: f64) -> Option<Quartiles> {
        Quartiles::of(self.0.iter().filter_map(|sample| {
            sample.clock.map(|gigahertz| sample.seconds * 1e9 * gigahertz / bytes)
        }))
    }

    /// The clock in GHz: the median.
    pub(crate) fn clock(&self) -> Option<f64> {
        Quartiles::of(self.0.iter().filter_map(|sample| sample.clock)).map(|clock| clock.median)
    }
}

/// Takes samples of all workloads in turns, A B C A B C, so that whatever slows the machine for a
/// while slows all of them alike. `progress` is told the part of the work that is done, 0 to 1.
///
/// Before each sample the call is made once untimed, so that code and data are in the caches
/// as far as they fit.
pub(crate) fn measure(
    workloads: &mut [Box<dyn Workload + '_>],
    plan: Plan,
    mut progress: impl FnMut(f64),
) -> Vec<Samples> {
    let calls: Vec<u32> = workloads.iter_mut().map(|w| calls_for(w.as_mut(), plan)).collect();
    let mut all = vec![Samples::default(); workloads.len()];
    let mut spent = vec![Duration::ZERO; workloads.len()];
    for round in 0..plan.samples {
        for (((workload, calls), samples), spent) in
            workloads.iter_mut().zip(&calls).zip(&mut all).zip(&mut spent)
        {
            if *spent >= plan.time_limit && samples.count() >= Plan::FEWEST {
                continue;
            }
            let start = Instant::now();
            samples.0.push(sample(workload.as_mut(), *calls));
            *spent += start.elapsed();
        }
        progress((round + 1) as f64 / plan.samples as f64);
    }
    all
}

fn sample(workload: &mut dyn Workload, calls: u32) -> Sample {
    let mut sample = Sample { seconds: 0.0, clock: None };
    workload.offer(&mut |call| {
        call();
        let before = clock::gigahertz();
        let elapsed = time(call, calls);
        let after = clock::gigahertz();
        sample.seconds = elapsed.as_secs_f64().max(1e-9) / f64::from(calls);
        sample.clock = before.zip(after).map(|(before, after)| (before + after) / 2.0);
    });
    sample
}

fn time(call: &mut dyn FnMut(), calls: u32) -> Duration {
    let start = Instant::now();
    for _ in 0..calls {
        call();
    }
    start.elapsed()
}

/// How many calls fill a sample.
fn calls_for(workload: &mut dyn Workload, plan: Plan) -> u32 {
    let mut calls: u32 = 1;
    workload.offer(&mut |call| {
        call();
        loop {
            let elapsed = time(call, calls);
            if elapsed * 2 >= plan.sample_time || calls >= 1 << 24 {
                let one = elapsed.as_secs_f64().max(1e-9) / f64::from(calls);
                calls =
                    (plan.sample_time.as_secs_f64() / one).ceil().clamp(1.0, 16_777_216.0) as u32;
                return;
            }
            calls *= 2;
        }
    });
    calls
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Sleeper(Duration);

    impl Workload for Sleeper {
        fn offer(&mut self, timer: &mut dyn FnMut(&mut dyn FnMut())) {
            timer(&mut || std::thread::sleep(self.0));
        }
    }

    #[test]
    fn a_call_of_known_length_is_measured_as_such() {
        let plan = Plan {
            samples: 9,
            sample_time: Duration::from_millis(2),
            time_limit: Duration::from_secs(5),
        };
        let mut workloads: Vec<Box<dyn Workload>> = vec![
            Box::new(Sleeper(Duration::from_millis(4))),
            Box::new(Sleeper(Duration::from_micros(500))),
        ];
        let mut done = 0.0;
        let samples = measure(&mut workloads, plan, |part| done = part);
        assert_eq!(done, 1.0);
        assert_eq!(samples[0].count(), 9);
        // 4 ms a call: at most 250 calls a second, and not ten times fewer on a busy machine.
        let rate = samples[0].gigabytes_per_second(1e9).map(|q| q.q3).unwrap_or_default();
        assert!((25.0..=250.1).contains(&rate), "{rate}");
        let faster = samples[1].gigabytes_per_second(1e9).map(|q| q.q3).unwrap_or_default();
        assert!(faster > rate, "{faster} against {rate}");
        assert!(samples[0].cycles_per_byte(1.0).is_some() == clock::gigahertz().is_some());
    }

    #[test]
    fn slow_workloads_stop_early_but_not_too_early() {
        let plan = Plan {
            samples: 50,
            sample_time: Duration::from_millis(1),
            time_limit: Duration::from_millis(1),
        };
        let mut workloads: Vec<Box<dyn Workload>> =
            vec![Box::new(Sleeper(Duration::from_millis(2)))];
        assert_eq!(measure(&mut workloads, plan, |_| ())[0].count(), Plan::FEWEST);
    }
}
