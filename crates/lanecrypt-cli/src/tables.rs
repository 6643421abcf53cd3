//! The files that results are written to, in their forms.

use std::path::Path;

use crate::args::TableArguments;
use crate::failure::Failure;
use crate::output::Output;
use crate::sheet::Sheet;
use crate::target_file::TargetFile;

/// The files. They are checked before anything is measured or compared.
pub(crate) struct TableFiles {
    json: Option<TargetFile>,
    csv: Option<TargetFile>,
    markdown: Option<TargetFile>,
    latex: Option<TargetFile>,
}

impl TableFiles {
    /// The files that were asked for. `json` is none for a command that writes no document.
    pub(crate) fn new(json: Option<&Path>, tables: &TableArguments) -> Result<Self, Failure> {
        let target = |option: &'static str, path: Option<&Path>| {
            path.map(|path| TargetFile::new(option, path)).transpose()
        };
        let files = Self {
            json: target("--json", json)?,
            csv: target("--csv", tables.csv.as_deref())?,
            markdown: target("--markdown", tables.markdown.as_deref())?,
            latex: target("--latex", tables.latex.as_deref())?,
        };
        match files.all().filter(|file| file.is_standard_output()).count() {
            0 | 1 => Ok(files),
            _ => Err(Failure::refused("only one of the files can be `-` (standard output)")),
        }
    }

    /// The output for tables: standard error if a file takes standard output.
    pub(crate) fn output(&self) -> Output {
        match self.all().any(TargetFile::is_standard_output) {
            true => Output::error(),
            false => Output::standard(),
        }
    }

    /// Writes all files. Only the forms that were asked for are made.
    pub(crate) fn write(
        &self,
        json: impl FnOnce() -> Result<String, Failure>,
        csv: impl FnOnce() -> Result<String, Failure>,
        sheets: &[Sheet],
    ) -> Result<(), Failure> {
        if let Some(file) = &self.json {
            file.write(&json()?)?;
        }
        if let Some(file) = &self.csv {
            file.write(csv()?.trim_end())?;
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
