//! Many short samples of several workloads, interleaved.

use std::time::{Duration, Instant};

use super::cache::Evictor;
use super::clock;
use super::counter::CycleCounter;
use super::samples::{Sample, Samples};
use super::together::{Alone, Company, Together};

/// A workload.
pub(crate) trait Workload {
    /// Prepares everything that is not timed, then passes one call to `timer`, which makes it any number of
    /// times.
    fn offer(&mut self, timer: &mut dyn FnMut(&mut dyn FnMut()));

    /// Whether the caches are evicted before every call.
    fn is_cold(&self) -> bool {
        false
    }
}

/// The number and the length of samples.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Plan {
    /// The number of samples of every workload.
    pub(crate) samples: usize,
    /// The shortest time of a sample. A longer call is a sample alone.
    pub(crate) sample_time: Duration,
    /// The longest time for all samples of a workload, estimated from the first one. Slower workloads have
    /// fewer samples, but at least [`Plan::FEWEST`].
    pub(crate) time_limit: Duration,
}

impl Plan {
    /// The plan for conclusions.
    pub(crate) const THOROUGH: Self = Self {
        samples: 100,
        sample_time: Duration::from_millis(1),
        time_limit: Duration::from_millis(2_500),
    };

    /// The plan for a first look.
    pub(crate) const QUICK: Self = Self {
        samples: 20,
        sample_time: Duration::from_millis(1),
        time_limit: Duration::from_millis(300),
    };

    /// The smallest number of samples for which quartiles have a meaning.
    pub(crate) const FEWEST: usize = 7;

    /// The number of samples of a workload whose first sample took this time.
    fn samples_at(self, first: Duration) -> usize {
        let fitting = self.time_limit.as_secs_f64() / first.as_secs_f64().max(1e-9);
        (fitting as usize).clamp(Self::FEWEST, self.samples.max(Self::FEWEST))
    }
}

/// Takes interleaved samples of all workloads, A B C A B C. A disturbance of the machine then affects all of
/// them. `progress` is called with the part of the work that is done, 0 to 1.
///
/// Before each sample, the call is made once untimed, so that code and data are in the caches as far as
/// they fit. This is not done for cold workloads.
pub(crate) fn measure(
    workloads: &mut [Box<dyn Workload + '_>],
    plan: Plan,
    progress: impl FnMut(f64),
) -> Vec<Samples> {
    take(workloads, plan, &mut Alone::new(workloads.len()), progress)
}

/// Takes samples on several threads at the same time. Each thread makes its own workloads. All threads
/// take the same sample at the same time; the result combines them.
pub(crate) fn measure_on(
    threads: usize,
    make: &(dyn Fn(usize) -> Vec<Box<dyn Workload>> + Sync),
    plan: Plan,
    mut progress: impl FnMut(f64),
) -> Vec<Samples> {
    if threads <= 1 {
        return measure(&mut make(0), plan, progress);
    }
    let mut own = make(0);
    let together = Together::new(threads, own.len());
    let of_threads = std::thread::scope(|scope| {
        let others: Vec<_> = (1..threads)
            .map(|thread| {
                let together = &together;
                scope.spawn(move || {
                    take(&mut make(thread), plan, &mut together.member(thread), |_| ())
                })
            })
            .collect();
        let mut all = vec![take(&mut own, plan, &mut together.member(0), &mut progress)];
        // A thread that panicked already printed a message.
        all.extend(others.into_iter().filter_map(|other| other.join().ok()));
        all
    });
    (0..own.len()).map(|row| Samples::together(of_threads.iter().map(|all| &all[row]))).collect()
}

fn take(
    workloads: &mut [Box<dyn Workload + '_>],
    plan: Plan,
    company: &mut impl Company,
    mut progress: impl FnMut(f64),
) -> Vec<Samples> {
    let mut tools = Tools {
        counter: CycleCounter::new(),
        evictor: workloads.iter().any(|workload| workload.is_cold()).then(Evictor::new),
    };
    let mut calls = Vec::new();
    for workload in workloads.iter_mut() {
        company.wait();
        calls.push(if workload.is_cold() { 1 } else { calls_for(workload.as_mut(), plan) });
    }
    let mut all = vec![Samples::default(); workloads.len()];
    for (at, (workload, calls)) in workloads.iter_mut().zip(&calls).enumerate() {
        company.wait();
        let start = Instant::now();
        all[at].push(sample(workload.as_mut(), *calls, &mut tools));
        company.decide(at, plan.samples_at(start.elapsed()));
    }
    company.wait();
    for round in 1..plan.samples.max(Plan::FEWEST) {
        for (at, (workload, calls)) in workloads.iter_mut().zip(&calls).enumerate() {
            if round < company.samples(at) {
                company.wait();
                all[at].push(sample(workload.as_mut(), *calls, &mut tools));
            }
        }
        progress((round + 1) as f64 / plan.samples as f64);
    }
    all
}

/// The tools for taking samples.
struct Tools {
    /// Counts cycles, if the system allows it.
    counter: Option<CycleCounter>,
    /// Evicts the caches, if a workload needs it.
    evictor: Option<Evictor>,
}

fn sample(workload: &mut dyn Workload, calls: u32, tools: &mut Tools) -> Sample {
    let mut sample = Sample { seconds: 0.0, cycles: None, clock: None };
    let cold = workload.is_cold();
    let Tools { counter, evictor } = tools;
    workload.offer(&mut |call| {
        match (cold, &mut *evictor) {
            (true, Some(evictor)) => evictor.evict(),
            _ => call(),
        }
        let before = if cold { None } else { clock::gigahertz() };
        let mut counted = None;
        let elapsed = match counter {
            None => time(call, calls),
            Some(counter) => {
                counter.start();
                let elapsed = time(call, calls);
                counted = counter.stop();
                elapsed
            }
        };
        let after = clock::gigahertz();
        let one = f64::from(calls);
        sample.seconds = elapsed.as_secs_f64().max(1e-9) / one;
        // A reading before the call would fill a part of the caches.
        sample.clock = before.or(after).zip(after).map(|(before, after)| (before + after) / 2.0);
        let by_clock = sample.clock.map(|gigahertz| sample.seconds * 1e9 * gigahertz);
        sample.cycles = counted.map(|cycles| cycles as f64 / one).or(by_clock);
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

/// The number of calls that fill a sample.
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

    const PLAN: Plan = Plan {
        samples: 9,
        sample_time: Duration::from_millis(2),
        time_limit: Duration::from_secs(5),
    };

    fn rate(samples: &Samples) -> f64 {
        samples.gigabytes_per_second(1e9).map(|q| q.q3).unwrap_or_default()
    }

    #[test]
    fn a_call_of_known_length_is_measured_as_such() {
        let mut workloads: Vec<Box<dyn Workload>> = vec![
            Box::new(Sleeper(Duration::from_millis(4))),
            Box::new(Sleeper(Duration::from_micros(500))),
        ];
        let mut done = 0.0;
        let samples = measure(&mut workloads, PLAN, |part| done = part);
        assert_eq!(done, 1.0);
        assert_eq!(samples[0].count(), 9);
        // 4 ms per call: at most 250 calls per second, and not ten times fewer on a busy machine.
        assert!((25.0..=250.1).contains(&rate(&samples[0])), "{}", rate(&samples[0]));
        assert!(rate(&samples[1]) > rate(&samples[0]));
        let ratio = samples[1].ratio(&samples[0]).map(|q| q.median).unwrap_or_default();
        assert!((2.0..20.0).contains(&ratio), "{ratio}");
        assert!(samples[0].cycles_per_byte(1.0).is_some() == clock::gigahertz().is_some());
    }

    #[test]
    fn threads_together_do_as_much_as_each_of_them() {
        let sleeper = |_| -> Vec<Box<dyn Workload>> {
            vec![Box::new(Sleeper(Duration::from_millis(4))), Box::new(Sleeper(Duration::ZERO))]
        };
        let samples = measure_on(3, &sleeper, PLAN, |_| ());
        assert_eq!((samples.len(), samples[0].count()), (2, 9));
        // Three times at most 250 calls per second.
        assert!((75.0..=750.3).contains(&rate(&samples[0])), "{}", rate(&samples[0]));
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
