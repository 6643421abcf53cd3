//! What instructions of this processor cost: for each, how many cycles pass between the starts of
//! independent ones, and how long one waits for the result of another.
//!
//! [`Instructions::measure`] times the loops of [`assembly`] in turns, each sample by the clock of
//! the dependent additions that is read beside it ([`super::clock`]), and takes medians. What a
//! kernel's operations cost at least is [`Instructions::of`] of each, summed over those that share
//! a port; [`Instructions::mix`] says which ones do.
//!
//! On processors other than x86-64 there are no loops: the table is empty and says so.

mod kind;

#[cfg(target_arch = "x86_64")]
mod assembly;

pub(crate) use kind::{Class, Mix, Width};

use serde::Serialize;
use std::time::Duration;

use super::sampling::Plan;
use super::statistics::Quartiles;

/// Samples of every loop, for conclusions. They are short, so that most are not interrupted, and
/// many, so that the median is not one that was.
pub(crate) const THOROUGH: Plan = Plan {
    samples: 101,
    sample_time: Duration::from_micros(100),
    time_limit: Duration::from_secs(10),
};

/// For a first look.
pub(crate) const QUICK: Plan = Plan { samples: 15, ..THOROUGH };

/// What was measured.
#[derive(Debug, Serialize)]
pub(crate) struct Instructions {
    /// Why there is nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    nothing: Option<&'static str>,
    /// The clock while measuring: the median.
    clock_ghz: Option<f64>,
    instructions: Vec<Instruction>,
    mixes: Vec<Mixed>,
}

/// An instruction, measured.
#[derive(Debug, Serialize)]
struct Instruction {
    class: Class,
    width: Width,
    /// Its mnemonic, or the sequence that was counted as one.
    instruction: String,
    /// The instruction sets that it is of.
    set: &'static str,
    /// Cycles between the starts of independent ones.
    cycles_per_instruction: Quartiles,
    /// Cycles from one to the one that waits for it.
    latency_cycles: Option<Quartiles>,
}

/// A mix, measured.
#[derive(Debug, Serialize)]
struct Mixed {
    mix: Mix,
    width: Width,
    /// The mnemonics.
    instructions: Vec<String>,
    /// Cycles for one instruction of the mix.
    cycles_per_instruction: Quartiles,
}

/// What an instruction costs, in cycles.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Cost {
    /// Between the starts of independent ones.
    pub(crate) per_instruction: f64,
    /// From one to the one that waits for it, where that means something.
    pub(crate) latency: Option<f64>,
    /// The instruction sets that it is of: in registers of 128 or 256 bits also those of AVX-512.
    pub(crate) set: &'static str,
}

impl Instructions {
    /// What one of that class costs in registers of that width; nothing where this processor has
    /// no such instruction, or nothing was measured.
    pub(crate) fn of(&self, class: Class, width: Width) -> Option<Cost> {
        let mut all = self.instructions.iter();
        let found = all.find(|found| found.class == class && found.width == width)?;
        Some(Cost {
            per_instruction: found.cycles_per_instruction.median,
            latency: found.latency_cycles.map(|cycles| cycles.median),
            set: found.set,
        })
    }

    /// The cycles for one instruction of a mix; nothing where this processor has not all of them.
    pub(crate) fn mix(&self, mix: Mix, width: Width) -> Option<f64> {
        let found = self.mixes.iter().find(|found| found.mix == mix && found.width == width)?;
        Some(found.cycles_per_instruction.median)
    }

    /// Why there is nothing.
    pub(crate) fn nothing(&self) -> Option<&'static str> {
        self.nothing
    }

    /// The clock while measuring, in GHz: the median.
    pub(crate) fn clock_ghz(&self) -> Option<f64> {
        self.clock_ghz
    }

    /// Of a processor that there are no loops for.
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

/// Makes the eleven round keys of AES-128 of a key, which is the first of them.
pub(crate) type RoundKeys = fn(&[u8; 16], &mut [[u8; 16]; 11]);

/// The one that does so in assembly by AESKEYGENASSIST; nothing where the processor has no such
/// instruction.
pub(crate) fn aes128_round_keys() -> Option<RoundKeys> {
    #[cfg(target_arch = "x86_64")]
    return assembly::aes128_round_keys();
    #[cfg(not(target_arch = "x86_64"))]
    return None;
}

#[cfg(target_arch = "x86_64")]
mod measuring {
    //! The loops, timed.

    use std::cell::RefCell;
    use std::rc::Rc;

    use super::assembly::{self, Loop, Memory};
    use super::{Instruction, Instructions, Mixed};
    use crate::measure::samples::Samples;
    use crate::measure::sampling::{self, Plan, Workload};
    use crate::measure::statistics::Quartiles;

    /// Instructions that a call runs, about: what it does besides them is a hundred at most.
    const A_CALL: u64 = 50_000;

    impl Instructions {
        /// Measures all that this processor has. `progress` is told the part that is done, 0 to 1.
        pub(crate) fn measure(plan: Plan, progress: impl FnMut(f64)) -> Self {
            let (forms, mixes) = (assembly::forms(), assembly::mixes());
            let memory = Rc::new(RefCell::new(Memory::new()));
            let timed = |code| Timed { code, memory: Rc::clone(&memory) };
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
    struct Timed<'l> {
        code: &'l Loop,
        memory: Rc<RefCell<Box<Memory>>>,
    }

    impl Loop {
        /// Turns of a call.
        fn turns(&self) -> u64 {
            A_CALL / u64::from(self.per_turn())
        }

        /// What one instruction took.
        fn cycles(&self, samples: &Samples) -> Option<Quartiles> {
            samples.cycles_per_byte((self.turns() * u64::from(self.per_turn())) as f64)
        }
    }

    impl Workload for Timed<'_> {
        fn offer(&mut self, timer: &mut dyn FnMut(&mut dyn FnMut())) {
            let mut memory = self.memory.borrow_mut();
            timer(&mut || self.code.run(self.code.turns(), &mut memory));
        }
    }

    /// The first word of an instruction; a sequence is left as it is.
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
