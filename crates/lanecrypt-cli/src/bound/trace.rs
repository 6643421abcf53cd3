//! A call, instruction by instruction.

use std::collections::HashMap;

use super::Why;
use super::chain;
use super::code::{Operation, Reader};
use super::costs::Costs;
use super::kind::Kind;
use super::step::{self, Step};
use super::tally::{Code, Tally};
use crate::measure::instructions::{Class, Width};

/// The steps of a call, decoded.
pub(super) struct Trace {
    pub(super) steps: Vec<Step>,
    /// For each step, its place among the operations.
    pub(super) order: Vec<usize>,
    /// What was stepped through, each address once.
    pub(super) operations: Vec<Operation>,
}

impl Trace {
    /// Steps through a call; at most `limit` instructions.
    pub(super) fn of(limit: usize, call: &mut dyn FnMut()) -> Result<Self, Why> {
        Self::decoded(step::steps(limit, call)?)
    }

    fn decoded(steps: Vec<Step>) -> Result<Self, Why> {
        let mut reader = Reader::new()?;
        let mut places: HashMap<u64, usize> = HashMap::new();
        let mut operations = Vec::new();
        let mut order = Vec::with_capacity(steps.len());
        for step in &steps {
            let place = match places.get(&step.address) {
                Some(&place) => place,
                None => {
                    operations.push(reader.decode(step.address)?);
                    places.insert(step.address, operations.len() - 1);
                    operations.len() - 1
                }
            };
            order.push(place);
        }
        Ok(Self { steps, order, operations })
    }

    /// What was counted.
    pub(super) fn tally(&self, costs: &dyn Costs) -> Tally {
        let mut times = vec![0_u64; self.operations.len()];
        let mut tally = Tally::default();
        for (index, (&place, step)) in self.order.iter().zip(&self.steps).enumerate() {
            times[place] += 1;
            let operation = &self.operations[place];
            if operation.repeats {
                strings(&mut tally, operation, step);
            }
            let next = self.order.get(index + 1).map(|&next| &self.operations[next]);
            let joined = operation.joins_jump && next.is_some_and(|next| next.jumps_if);
            if !joined {
                tally.slots += 1.0;
            }
            // Comparing is what such a jump does then.
            if joined && operation.compares {
                tally.add(Kind::Branch, Width::Ordinary64, 1.0);
                tally.add(operation.sort.kind, operation.sort.width, -1.0);
            }
        }
        tally.instructions = self.order.len() as f64;
        for (operation, &times) in self.operations.iter().zip(&times) {
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
        tally.chain = chain::longest(self, costs);
        tally.code = self.code(&times);
        tally
    }

    /// The distinct instructions, and those among them that most of the time goes to.
    fn code(&self, times: &[u64]) -> Code {
        let mut by_times: Vec<(u64, u64)> =
            self.operations.iter().zip(times).map(|(one, &times)| (times, one.bytes)).collect();
        by_times.sort_unstable_by(|one, other| other.cmp(one));
        let mut code = Code {
            instructions: by_times.len(),
            bytes: by_times.iter().map(|(_, bytes)| bytes).sum(),
            ..Code::default()
        };
        let mut left = 0.9 * self.order.len() as f64;
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

/// What is copied or filled at once: as many lines of 64 bytes as rcx asks for.
fn strings(tally: &mut Tally, operation: &Operation, step: &Step) {
    const RCX: usize = 1;
    let lines = |bytes: u64| (step.registers[RCX].saturating_mul(bytes) / 64) as f64;
    for load in &operation.loads {
        tally.add(Kind::Of(Class::Load), Width::Zmm, lines(load.bytes));
    }
    for store in &operation.stores {
        tally.add(Kind::Of(Class::Store), Width::Zmm, lines(store.bytes));
    }
}
