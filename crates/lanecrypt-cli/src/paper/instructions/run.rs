//! The measurement.

use super::Report;
use super::data::Tables;
use crate::args::BenchArguments;
use crate::failure::Failure;
use crate::measure::instructions::{self, Instructions};
use crate::paper::{self, Paper};
use crate::progress::Progress;

/// What was asked for, looked at.
pub(crate) struct Prepared {
    paper: &'static Paper,
    tables: &'static Tables,
    quick: bool,
}

impl Prepared {
    /// Looks at what was asked for.
    pub(crate) fn new(
        paper: &'static Paper,
        tables: &'static Tables,
        arguments: &BenchArguments,
    ) -> Result<Self, Failure> {
        let BenchArguments { size, batch, backend, .. } = arguments;
        if [size, batch, backend].into_iter().any(Option::is_some) {
            return Err(Failure::refused(format!(
                "--paper {} measures single instructions and its own tables on all that the \
                 processor has; leave out --size, --batch and --backend",
                paper.name
            )));
        }
        Ok(Self { paper, tables, quick: arguments.quick })
    }

    /// Measures all of it.
    pub(crate) fn measure(self) -> Result<paper::Report, Failure> {
        let plan = if self.quick { instructions::QUICK } else { instructions::THOROUGH };
        let progress = Progress::new();
        progress.phase("measuring instructions");
        let instructions = Instructions::measure(plan, |part| progress.done(part));
        progress.finish();
        let report = Report::new(self.paper, self.tables, instructions, plan);
        Ok(paper::Report::Instructions(Box::new(report)))
    }
}
