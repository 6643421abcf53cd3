//! The measurement.

use super::data::Tables;
use super::report::{InstructionsReport, Measurements};
use super::{ciphers, lines, steps};
use crate::args::{BenchArguments, SelectionArguments};
use crate::failure::Failure;
use crate::measure::instructions::{self, Instructions};
use crate::measure::sampling::Plan;
use crate::paper::publication::Publication;
use crate::progress::Progress;

/// The work of a run, checked.
pub(crate) struct PreparedInstructions {
    paper: &'static Publication,
    tables: &'static Tables,
    plan: Plan,
    instructions_plan: Plan,
}

impl PreparedInstructions {
    /// Checks the arguments.
    pub(crate) fn new(
        paper: &'static Publication,
        tables: &'static Tables,
        arguments: &BenchArguments,
    ) -> Result<Self, Failure> {
        let SelectionArguments { sizes, batch, backend, .. } = &arguments.selection;
        if [sizes, batch, backend].into_iter().any(Option::is_some) {
            return Err(Failure::refused(format!(
                "--paper {} measures single instructions and fixed tables on every backend; leave out \
                 --sizes, --batch and --backend",
                paper.name
            )));
        }
        let (plan, instructions_plan) = match arguments.quick {
            true => (Plan::QUICK, instructions::QUICK),
            false => (Plan::THOROUGH, instructions::THOROUGH),
        };
        Ok(Self { paper, tables, plan, instructions_plan })
    }

    /// Measures everything.
    pub(crate) fn measure(self) -> Result<InstructionsReport, Failure> {
        let progress = Progress::new();
        progress.phase("measuring instructions");
        let instructions =
            Instructions::measure(self.instructions_plan, |part| progress.done(part));
        progress.phase("measuring AES");
        let ciphers = ciphers::measure(self.plan, |part| progress.done(part))?;
        progress.phase("measuring steps of AES");
        let steps = steps::measure(&instructions, self.plan, |part| progress.done(part))?;
        progress.phase("measuring AEADs");
        let lines = lines::measure(self.tables.lines, self.plan, |part| progress.done(part))?;
        progress.finish();
        let measured =
            Measurements { instructions, plan: self.instructions_plan, ciphers, steps, lines };
        Ok(InstructionsReport::new(self.paper, self.tables, measured))
    }
}
