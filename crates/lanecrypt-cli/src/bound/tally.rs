//! The tally of a call.

use serde::Serialize;

use super::chain::{self, Chain};
use super::code::Decoded;
use super::costs::Costs;
use super::kind::Kind;
use super::step::Step;
use super::trace::Trace;
use crate::measure::instructions::{Class, Width};

/// The counted instructions of a call.
#[derive(Debug, Clone, Default)]
pub(super) struct WorkTally {
    pub(super) instructions: f64,
    /// Slots of the front end. Two instructions that are executed as one take one slot.
    pub(super) slots: f64,
    /// The number of instructions of each kind. Loads and stores count also if they are part of another
    /// instruction.
    pub(super) work: Vec<(Kind, Width, f64)>,
    pub(super) chain: Chain,
    pub(super) code: Code,
}

/// The distinct instructions, which should fit into the cache of decoded instructions.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub(crate) struct Code {
    pub(crate) instructions: usize,
    pub(crate) bytes: u64,
    /// The smallest number of distinct instructions that make up 90 % of the execution.
    pub(crate) hot_instructions: usize,
    pub(crate) hot_bytes: u64,
}

impl WorkTally {
    /// Counts the instructions of a call and finds their longest chain.
    pub(super) fn of(trace: &Trace, costs: &dyn Costs) -> Self {
        let mut times = vec![0_u64; trace.operations.len()];
        let mut tally = Self::default();
        for (index, (&place, step)) in trace.order.iter().zip(&trace.steps).enumerate() {
            times[place] += 1;
            let operation = &trace.operations[place];
            if operation.repeats {
                strings(&mut tally, operation, step);
            }
            let next = trace.order.get(index + 1).map(|&next| &trace.operations[next]);
            let joined = operation.joins_jump && next.is_some_and(|next| next.jumps_if);
            if !joined {
                tally.slots += 1.0;
            }
            // The comparison is part of the jump then.
            if joined && operation.compares {
                tally.add(Kind::Branch, Width::Ordinary64, 1.0);
                tally.add(operation.sort.kind, operation.sort.width, -1.0);
            }
        }
        tally.instructions = trace.order.len() as f64;
        for (operation, &times) in trace.operations.iter().zip(&times) {
            tally.add(operation.sort.kind, operation.sort.width, times as f64);
            if operation.repeats {
                continue;
            }
            for load in &operation.loads {
                tally.add(Kind::Of(Class::Load), load.width, times as f64);
            }
            for store in &operation.stores {
                tally.add(Kind::Of(Class::Store), store.width, times as f64);
            }
        }
        tally.chain = chain::longest(trace, costs);
        tally.code = Code::of(trace, &times);
        tally
    }

    /// Adds a number of instructions of a kind.
    pub(super) fn add(&mut self, kind: Kind, width: Width, count: f64) {
        match self.work.iter_mut().find(|one| (one.0, one.1) == (kind, width)) {
            Some((_, _, sum)) => *sum += count,
            None => self.work.push((kind, width, count)),
        }
    }

    /// Adds a multiple of another tally, which may be negative. The code stays.
    pub(super) fn plus(mut self, other: &Self, times: f64) -> Self {
        self.instructions += times * other.instructions;
        self.slots += times * other.slots;
        for &(kind, width, count) in &other.work {
            self.add(kind, width, times * count);
        }
        self.chain.add(&other.chain, times);
        self
    }

    /// The number of instructions of a kind, in registers of any width.
    #[cfg(test)]
    pub(super) fn count(&self, kind: Kind) -> f64 {
        self.work.iter().filter(|one| one.0 == kind).map(|one| one.2).sum()
    }
}

impl Code {
    /// The distinct instructions, and the most frequent ones.
    fn of(trace: &Trace, times: &[u64]) -> Self {
        let mut by_times: Vec<(u64, u64)> =
            trace.operations.iter().zip(times).map(|(one, &times)| (times, one.bytes)).collect();
        by_times.sort_unstable_by(|one, other| other.cmp(one));
        let mut code = Self {
            instructions: by_times.len(),
            bytes: by_times.iter().map(|(_, bytes)| bytes).sum(),
            ..Self::default()
        };
        let mut left = 0.9 * trace.order.len() as f64;
        for (times, bytes) in by_times {
            if left <= 0.0 {
                break;
            }
            left -= times as f64;
            code.hot_instructions += 1;
            code.hot_bytes += bytes;
        }
        code
    }
}

/// Counts a copying or filling instruction as loads and stores of 64 bytes each.
fn strings(tally: &mut WorkTally, operation: &Decoded, step: &Step) {
    const RCX: usize = 1;
    let lines = |bytes: u64| (step.registers[RCX].saturating_mul(bytes) / 64) as f64;
    for load in &operation.loads {
        tally.add(Kind::Of(Class::Load), Width::Zmm, lines(load.bytes));
    }
    for store in &operation.stores {
        tally.add(Kind::Of(Class::Store), Width::Zmm, lines(store.bytes));
    }
}

#[cfg(all(test, target_arch = "x86_64", target_os = "linux"))]
mod tests {
    use std::hint::black_box;

    use super::*;
    use crate::bound::costs::tests::TestTable;
    use crate::bound::trace::tests::turns;

    #[test]
    fn a_loop_is_counted_exactly() {
        let tally = |count| {
            let trace = Trace::of(10_000, &mut || turns(count)).expect("a trace");
            WorkTally::of(&trace, &TestTable::default())
        };
        let (few, many) = (tally(10), tally(110));
        for (kind, each) in [
            (Kind::Of(Class::Xor), 3.0),
            (Kind::Of(Class::Add), 2.0),
            (Kind::Of(Class::Load), 1.0),
            (Kind::Of(Class::Store), 1.0),
            (Kind::Branch, 1.0),
            (Kind::Ordinary, 1.0),
        ] {
            assert_eq!(many.count(kind) - few.count(kind), 100.0 * each, "{kind:?}");
        }
        assert_eq!(few.count(Kind::Of(Class::Xor)), 30.0);
        assert_eq!(many.instructions - few.instructions, 900.0);
        assert_eq!(many.slots - few.slots, 800.0);
        assert_eq!(
            (many.code.instructions, many.code.bytes),
            (few.code.instructions, few.code.bytes)
        );
        assert!(many.code.hot_instructions <= 9, "{:?}", many.code);
    }

    #[test]
    fn calls_into_libraries_are_followed_and_do_what_they_do() {
        let from: Vec<u8> = (0..3000_u32).map(|byte| (byte * 7) as u8).collect();
        let mut to = vec![0; from.len()];
        let copied = Trace::of(100_000, &mut || {
            let length = black_box(to.len());
            to[..length].copy_from_slice(&black_box(&from)[..length]);
        });
        let tally = WorkTally::of(&copied.expect("a trace"), &TestTable::default());
        assert_eq!(from, to);
        let bytes = |kind| {
            let of_kind = tally.work.iter().filter(|one| one.0 == kind);
            of_kind.map(|one| one.2 * f64::from(one.1.bits() / 8)).sum::<f64>()
        };
        for kind in [Kind::Of(Class::Load), Kind::Of(Class::Store)] {
            assert!((2900.0..6000.0).contains(&bytes(kind)), "{kind:?}: {}", bytes(kind));
        }
    }
}
