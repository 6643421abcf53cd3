//! Where the results of a run go besides the terminal.

use std::path::Path;

use super::flat;
use crate::args::BenchArguments;
use crate::document::Document;
use crate::failure::Failure;
use crate::output::Output;
use crate::sheet::Sheet;
use crate::target_file::TargetFile;

/// Files, looked at before anything is measured.
pub(super) struct Targets {
    json: Option<TargetFile>,
    csv: Option<TargetFile>,
    markdown: Option<TargetFile>,
    latex: Option<TargetFile>,
}

impl Targets {
    /// Those that were asked for.
    pub(super) fn new(arguments: &BenchArguments) -> Result<Self, Failure> {
        let target = |option: &'static str, path: &Option<std::path::PathBuf>| {
            path.as_deref().map(|path: &Path| TargetFile::new(option, path)).transpose()
        };
        let targets = Self {
            json: target("--json", &arguments.json)?,
            csv: target("--csv", &arguments.csv)?,
            markdown: target("--markdown", &arguments.markdown)?,
            latex: target("--latex", &arguments.latex)?,
        };
        match targets.all().filter(|target| target.is_standard_output()).count() {
            0 | 1 => Ok(targets),
            _ => Err(Failure::refused("only one of the files can be `-`, standard output")),
        }
    }

    /// Where the tables are printed: not where a file is.
    pub(super) fn output(&self) -> Output {
        match self.all().any(TargetFile::is_standard_output) {
            true => Output::error(),
            false => Output::standard(),
        }
    }

    /// Writes all of them.
    pub(super) fn write(&self, document: &Document, sheets: &[Sheet]) -> Result<(), Failure> {
        if let Some(file) = &self.json {
            file.write(&serde_json::to_string_pretty(document).map_err(Failure::refused)?)?;
        }
        if let Some(file) = &self.csv {
            file.write(flat::csv(document)?.trim_end())?;
        }
        let joined = |form: fn(&Sheet) -> String| {
            sheets.iter().map(form).collect::<Vec<_>>().join("\n").trim_end().to_owned()
        };
        if let Some(file) = &self.markdown {
            file.write(&joined(Sheet::markdown))?;
        }
        if let Some(file) = &self.latex {
            file.write(&joined(Sheet::latex))?;
        }
        Ok(())
    }

    fn all(&self) -> impl Iterator<Item = &TargetFile> {
        [&self.json, &self.csv, &self.markdown, &self.latex].into_iter().flatten()
    }
}
