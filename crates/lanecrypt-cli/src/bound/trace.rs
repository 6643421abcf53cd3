//! A call as a list of instructions.

use std::collections::HashMap;

use super::chain;
use super::code::{Operation, Reader};
use super::costs::Costs;
use super::kind::Kind;
use super::step::{self, Step};
use super::tally::{Code, Tally};
use super::why::Why;
use crate::measure::instructions::{Class, Width};

/// The decoded steps of a call.
pub(super) struct Trace {
    pub(super) steps: Vec<Step>,
    /// For each step, the index of its operation.
    pub(super) order: Vec<usize>,
    /// The operations, each address once.
    pub(super) operations: Vec<Operation>,
}

impl Trace {
    /// Steps through a call of at most `limit` instructions.
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

    /// Counts the instructions.
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
            // The comparison is part of the jump then.
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

    /// The distinct instructions, and the most frequent ones.
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

/// Counts a copying or filling instruction as loads and stores of 64 bytes each.
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

#[cfg(all(test, target_arch = "x86_64", target_os = "linux"))]
mod tests {
    use std::arch::asm;
    use std::hint::black_box;

    use super::*;
    use crate::bound::costs::tests::Table;

    /// A loop of known length: three exclusive ors, two sums, a load and a store each turn.
    fn turns(turns: u64) {
        let mut word = 1_u64;
        // SAFETY: SSE2 is part of x86-64; changes the registers named and the word.
        unsafe {
            asm!(
                "2:",
                ".rept 3",
                "pxor {a}, {b}",
                ".endr",
                "paddd {b}, {a}",
                "mov {t}, [{word}]",
                "paddd {b}, {a}",
                "mov [{word}], {t}",
                "dec {turns}",
                "jnz 2b",
                a = out(xmm_reg) _,
                b = out(xmm_reg) _,
                t = out(reg) _,
                word = in(reg) &raw mut word,
                turns = inout(reg) turns => _,
                options(nostack),
            );
        }
    }

    #[test]
    fn a_loop_is_counted_exactly() {
        let tally = |count| {
            let trace = Trace::of(10_000, &mut || turns(count)).expect("a trace");
            trace.tally(&Table::default())
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
        let tally = copied.expect("a trace").tally(&Table::default());
        assert_eq!(from, to);
        let bytes = |kind| {
            let of_kind = tally.work.iter().filter(|one| one.0 == kind);
            of_kind.map(|one| one.2 * f64::from(one.1.bits() / 8)).sum::<f64>()
        };
        for kind in [Kind::Of(Class::Load), Kind::Of(Class::Store)] {
            assert!((2900.0..6000.0).contains(&bytes(kind)), "{kind:?}: {}", bytes(kind));
        }
    }

    #[test]
    fn what_is_too_long_is_refused_and_still_done() {
        let mut done = false;
        let trace = Trace::of(100, &mut || {
            turns(1000);
            done = true;
        });
        assert!(done);
        assert!(trace.is_err_and(|why| why.to_string().contains("more than 100 instructions")));
    }
}
