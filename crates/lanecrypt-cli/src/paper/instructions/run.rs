//! The measurement.

use super::data::Tables;
use super::report::Measured;
use super::{Report, ciphers, lines, steps};
use crate::args::{BenchArguments, SelectionArguments};
use crate::failure::Failure;
use crate::measure::instructions::{self, Instructions};
use crate::measure::sampling::Plan;
use crate::paper::{self, Paper};
use crate::progress::Progress;

/// What was asked for, looked at.
pub(crate) struct Prepared {
    paper: &'static Paper,
    tables: &'static Tables,
    plan: Plan,
    instructions_plan: Plan,
}

impl Prepared {
    /// Looks at what was asked for.
    pub(crate) fn new(
        paper: &'static Paper,
        tables: &'static Tables,
        arguments: &BenchArguments,
    ) -> Result<Self, Failure> {
        let SelectionArguments { size, batch, backend, .. } = &arguments.selection;
        if [size, batch, backend].into_iter().any(Option::is_some) {
            return Err(Failure::refused(format!(
                "--paper {} measures single instructions and its own tables on all that the \
                 processor has; leave out --size, --batch and --backend",
                paper.name
            )));
        }
        let (plan, instructions_plan) = match arguments.quick {
            true => (Plan::QUICK, instructions::QUICK),
            false => (Plan::THOROUGH, instructions::THOROUGH),
        };
        Ok(Self { paper, tables, plan, instructions_plan })
    }

    /// Measures all of it.
    pub(crate) fn measure(self) -> Result<paper::Report, Failure> {
        let progress = Progress::new();
        progress.phase("measuring instructions");
        let instructions =
            Instructions::measure(self.instructions_plan, |part| progress.done(part));
        progress.phase("measuring AES");
        let ciphers = ciphers::measure(self.plan, |part| progress.done(part))?;
        progress.phase("measuring steps of AES");
        let steps = steps::measure(&instructions, self.plan, |part| progress.done(part))?;
        progress.phase("measuring authenticated ciphers");
        let lines = lines::measure(self.tables.lines, self.plan, |part| progress.done(part))?;
        progress.finish();
        let measured =
            Measured { instructions, plan: self.instructions_plan, ciphers, steps, lines };
        let report = Report::new(self.paper, self.tables, measured);
        Ok(paper::Report::Instructions(Box::new(report)))
    }
}
