//! Things to time, with what is to be said of them.

use crate::measure::sampling::{self, Plan, Workload};
use crate::measure::statistics::Quartiles;

/// Something to time: what it is, how many units one call works off, and the call.
pub(super) struct Task<L> {
    pub(super) label: L,
    pub(super) units: usize,
    pub(super) call: Box<dyn FnMut()>,
}

/// Times all of them in turns; for each, the cycles for one unit, where the clock can be read.
pub(super) fn time<L>(
    tasks: Vec<Task<L>>,
    plan: Plan,
    progress: impl FnMut(f64),
) -> Vec<(L, Option<Quartiles>)> {
    let mut labels = Vec::new();
    let mut workloads: Vec<Box<dyn Workload>> = Vec::new();
    for Task { label, units, call } in tasks {
        labels.push((label, units));
        workloads.push(Box::new(Call(call)));
    }
    let samples = sampling::measure(&mut workloads, plan, progress);
    labels
        .into_iter()
        .zip(&samples)
        .map(|((label, units), samples)| (label, samples.cycles_per_byte(units as f64)))
        .collect()
}

/// A call that needs nothing to be made ready.
struct Call(Box<dyn FnMut()>);

impl Workload for Call {
    fn offer(&mut self, timer: &mut dyn FnMut(&mut dyn FnMut())) {
        timer(&mut self.0);
    }
}
