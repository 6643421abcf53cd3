//! Tasks that are timed.

use crate::measure::sampling::{self, Plan, Workload};
use crate::measure::statistics::Quartiles;

/// A task: a label, a call, and the number of units that a call processes.
pub(super) struct Task<L> {
    pub(super) label: L,
    pub(super) units: usize,
    pub(super) call: Box<dyn FnMut()>,
}

/// Times all tasks, interleaved. The result is the cycles per unit, if cycles can be counted.
pub(super) fn time<L>(
    tasks: Vec<Task<L>>,
    plan: Plan,
    progress: impl FnMut(f64),
) -> Vec<(L, Option<Quartiles>)> {
    let mut labels = Vec::new();
    let mut workloads: Vec<Box<dyn Workload>> = Vec::new();
    for Task { label, units, call } in tasks {
        labels.push((label, units));
        workloads.push(Box::new(TimedCall(call)));
    }
    let samples = sampling::measure(&mut workloads, plan, progress);
    labels
        .into_iter()
        .zip(&samples)
        .map(|((label, units), samples)| (label, samples.cycles_per_byte(units as f64)))
        .collect()
}

/// A call that needs no preparation.
struct TimedCall(Box<dyn FnMut()>);

impl Workload for TimedCall {
    fn offer(&mut self, timer: &mut dyn FnMut(&mut dyn FnMut())) {
        timer(&mut self.0);
    }
}
