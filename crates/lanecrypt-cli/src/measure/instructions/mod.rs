//! The costs of the instructions of this processor: the cycles between the starts of independent
//! instructions, and the latency.
//!
//! [`Instructions::measure`] times the loops of [`assembly`], interleaved, and takes medians. Cycles are
//! computed with the clock that is read next to each sample ([`super::clock`]). The smallest cost of a
//! kernel is the sum of [`Instructions::of`] over the instructions that share a port.
//! [`Instructions::mix`] shows which ones do.
//!
//! Processors other than x86-64 have no loops: the table is empty and has a reason.

mod kind;

#[cfg(target_arch = "x86_64")]
mod assembly;

pub(crate) use kind::{Class, Mix, RoundKeys, Width};

use serde::Serialize;
use std::time::Duration;

use super::sampling::Plan;
use super::statistics::Quartiles;

/// The plan for conclusions. Samples are short, so that most are not interrupted. There are many, so that
/// the median is a sample that was not interrupted.
pub(crate) const THOROUGH: Plan = Plan {
    samples: 101,
    sample_time: Duration::from_micros(100),
    time_limit: Duration::from_secs(10),
};

/// The plan for a first look.
pub(crate) const QUICK: Plan = Plan { samples: 15, ..THOROUGH };

/// The table of costs.
#[derive(Debug, Serialize)]
pub(crate) struct Instructions {
    /// The reason why the table is empty.
    #[serde(skip_serializing_if = "Option::is_none")]
    nothing: Option<&'static str>,
    /// The median of the clock during the measurement.
    clock_ghz: Option<f64>,
    instructions: Vec<Instruction>,
    mixes: Vec<Mixed>,
}

/// A measured instruction.
#[derive(Debug, Serialize)]
struct Instruction {
    class: Class,
    width: Width,
    /// The mnemonic, or the sequence that counts as one instruction.
    instruction: String,
    /// The instruction set.
    set: &'static str,
    /// Cycles between the starts of independent instructions.
    cycles_per_instruction: Quartiles,
    /// The latency.
    latency_cycles: Option<Quartiles>,
}

/// A measured mix.
#[derive(Debug, Serialize)]
struct Mixed {
    mix: Mix,
    width: Width,
    /// The mnemonics.
    instructions: Vec<String>,
    /// Cycles for one instruction of the mix.
    cycles_per_instruction: Quartiles,
}

/// The cost of an instruction in cycles.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Cost {
    /// Cycles between the starts of independent instructions.
    pub(crate) per_instruction: f64,
    /// The latency, if the instruction has one.
    pub(crate) latency: Option<f64>,
    /// The instruction set. Registers of 128 and 256 bits can need AVX-512, too.
    pub(crate) set: &'static str,
}

impl Instructions {
    /// The cost of a class in registers of a width. None if this processor has no such instruction or nothing
    /// was measured.
    pub(crate) fn of(&self, class: Class, width: Width) -> Option<Cost> {
        let mut all = self.instructions.iter();
        let found = all.find(|found| found.class == class && found.width == width)?;
        Some(Cost {
            per_instruction: found.cycles_per_instruction.median,
            latency: found.latency_cycles.map(|cycles| cycles.median),
            set: found.set,
        })
    }

    /// Cycles for one instruction of a mix. None if this processor lacks one of its instructions.
    pub(crate) fn mix(&self, mix: Mix, width: Width) -> Option<f64> {
        let found = self.mixes.iter().find(|found| found.mix == mix && found.width == width)?;
        Some(found.cycles_per_instruction.median)
    }

    /// The reason why the table is empty.
    pub(crate) fn nothing(&self) -> Option<&'static str> {
        self.nothing
    }

    /// The median of the clock in GHz during the measurement.
    pub(crate) fn clock_ghz(&self) -> Option<f64> {
        self.clock_ghz
    }

    /// The empty table of a processor without loops.
    #[cfg(not(target_arch = "x86_64"))]
    pub(crate) fn measure(_plan: Plan, mut progress: impl FnMut(f64)) -> Self {
        progress(1.0);
        Self {
            nothing: Some("there are loops of instructions for x86-64 only"),
            clock_ghz: None,
            instructions: Vec::new(),
            mixes: Vec::new(),
        }
    }
}

/// The round keys in assembly with AESKEYGENASSIST. None if the processor lacks this instruction.
pub(crate) fn aes128_round_keys() -> Option<RoundKeys> {
    #[cfg(target_arch = "x86_64")]
    return assembly::aes128_round_keys();
    #[cfg(not(target_arch = "x86_64"))]
    return None;
}

#[cfg(target_arch = "x86_64")]
mod measuring {
    //! The measurement of the loops.

    use std::cell::RefCell;
    use std::rc::Rc;

    use super::assembly::{self, Loop, LoopMemory};
    use super::{Instruction, Instructions, Mixed};
    use crate::measure::samples::Samples;
    use crate::measure::sampling::{self, Plan, Workload};
    use crate::measure::statistics::Quartiles;

    /// The approximate number of instructions in a call. Other instructions are at most a hundred.
    const A_CALL: u64 = 50_000;

    impl Instructions {
        /// Measures all instructions that this processor has. `progress` is called with the part that is done, 0
        /// to 1.
        pub(crate) fn measure(plan: Plan, progress: impl FnMut(f64)) -> Self {
            let (forms, mixes) = (assembly::forms(), assembly::mixes());
            let memory = Rc::new(RefCell::new(LoopMemory::new()));
            let timed = |code| TimedLoop { code, memory: Rc::clone(&memory) };
            let of_forms = forms.iter().flat_map(|form| {
                [Some(&form.throughput), form.latency.as_ref()].into_iter().flatten()
            });
            let all: Vec<&Loop> = of_forms.chain(mixes.iter().map(|mix| &mix.throughput)).collect();
            let mut workloads: Vec<Box<dyn Workload + '_>> = Vec::new();
            for &code in &all {
                workloads.push(Box::new(timed(code)));
            }
            let samples = sampling::measure(&mut workloads, plan, progress);

            // In the order of `all`.
            let mut cycles = all.iter().zip(&samples).map(|(code, samples)| code.cycles(samples));
            let mut next = || cycles.next().flatten();
            let mut instructions = Vec::new();
            for form in &forms {
                let throughput = next();
                let latency = form.latency.as_ref().and_then(|_| next());
                let Some(cycles_per_instruction) = throughput else { continue };
                instructions.push(Instruction {
                    class: form.class,
                    width: form.width,
                    instruction: mnemonic(form.text),
                    set: form.set,
                    cycles_per_instruction,
                    latency_cycles: latency,
                });
            }
            let mut measured_mixes = Vec::new();
            for mix in &mixes {
                let Some(cycles_per_instruction) = next() else { continue };
                measured_mixes.push(Mixed {
                    mix: mix.mix,
                    width: mix.width,
                    instructions: mix.texts.iter().map(|text| mnemonic(text)).collect(),
                    cycles_per_instruction,
                });
            }
            let clocks = samples.iter().filter_map(Samples::clock);
            let clock_ghz = Quartiles::of(clocks).map(|clock| clock.median);
            let nothing = instructions.is_empty().then_some("the clock cannot be read");
            Self { nothing, clock_ghz, instructions, mixes: measured_mixes }
        }
    }

    /// A loop and the memory it works in.
    struct TimedLoop<'l> {
        code: &'l Loop,
        memory: Rc<RefCell<Box<LoopMemory>>>,
    }

    impl Loop {
        /// Turns of a call.
        fn turns(&self) -> u64 {
            A_CALL / u64::from(self.per_turn())
        }

        /// The cycles of one instruction.
        fn cycles(&self, samples: &Samples) -> Option<Quartiles> {
            samples.cycles_per_byte((self.turns() * u64::from(self.per_turn())) as f64)
        }
    }

    impl Workload for TimedLoop<'_> {
        fn offer(&mut self, timer: &mut dyn FnMut(&mut dyn FnMut())) {
            let mut memory = self.memory.borrow_mut();
            timer(&mut || self.code.run(self.code.turns(), &mut memory));
        }
    }

    /// The mnemonic of an instruction. A sequence stays as it is.
    fn mnemonic(text: &str) -> String {
        match text.contains('\\') {
            true => text.split(' ').next().unwrap_or(text).to_owned(),
            false => text.to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn round_keys_are_those_of_the_standard() {
        let Some(round_keys) = aes128_round_keys() else { return };
        // FIPS 197, appendix A.1.
        let key = 0x2b7e_1516_28ae_d2a6_abf7_1588_09cf_4f3c_u128.to_be_bytes();
        let mut keys = [[0; 16]; 11];
        round_keys(&key, &mut keys);
        let keys = keys.map(u128::from_be_bytes);
        assert_eq!(keys[0].to_be_bytes(), key);
        assert_eq!(keys[1], 0xa0fa_fe17_8854_2cb1_23a3_3939_2a6c_7605);
        assert_eq!(keys[9], 0xac77_66f3_19fa_dc21_28d1_2941_575c_006e);
        assert_eq!(keys[10], 0xd014_f9a8_c9ee_2589_e13f_0cc8_b663_0ca6);
    }
}
