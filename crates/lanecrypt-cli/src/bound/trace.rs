//! A call as a list of instructions.

use std::collections::HashMap;

use super::code::{Decoded, Reader};
use super::step::{self, Step};
use super::why::Why;

/// The decoded steps of a call.
pub(super) struct Trace {
    pub(super) steps: Vec<Step>,
    /// For each step, the index of its operation.
    pub(super) order: Vec<usize>,
    /// The operations, each address once.
    pub(super) operations: Vec<Decoded>,
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
}

#[cfg(all(test, target_arch = "x86_64", target_os = "linux"))]
pub(in crate::bound) mod tests {
    use std::arch::asm;

    use super::*;

    /// A loop of known length: three exclusive ors, two sums, a load and a store each turn.
    pub(in crate::bound) fn turns(turns: u64) {
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
