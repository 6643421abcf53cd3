//! `lanecrypt report`: the results of any number of runs as one page that needs no network.
//!
//! | module | contents |
//! |---|---|
//! | [`gather`] | reads several documents and combines them |
//! | [`papers`] | the parts of papers in documents that figures need |
//! | [`figures`] | the figures and their data |
//! | [`figure`] | how figures are drawn |
//! | [`page`] | the page |
//! | [`export`] | figures as files |

mod export;
mod figure;
mod figures;
mod gather;
mod page;
mod papers;

use std::process::ExitCode;

use crate::args::ReportArguments;
use crate::failure::Failure;
use crate::output::{Output, table};
use crate::target_file::TargetFile;
use export::Exports;
use figures::Figures;
use gather::Gathered;

/// Reads the documents and writes the page and the figures.
pub(crate) fn run(arguments: &ReportArguments) -> Result<ExitCode, Failure> {
    let ReportArguments { files, output, list, figure: name, svg, png } = arguments;
    if name.is_some() && svg.is_none() && png.is_none() {
        return Err(Failure::refused("--figure needs an output: --svg FILE or --png FILE"));
    }
    if output.is_none() && !list && svg.is_none() && png.is_none() {
        return Err(Failure::refused(
            "report needs an output: -o FILE.html, --svg DIRECTORY, --png DIRECTORY or --list",
        ));
    }
    if png.is_some() {
        export::check_png()?;
    }
    let gathered = Gathered::read(files)?;
    let figures = Figures::of(&gathered);
    // All outputs are checked before anything is written.
    let page = output.as_ref().map(|path| TargetFile::new("-o", path)).transpose()?;
    let exports = Exports::new(&figures, name.as_deref(), svg.as_deref(), png.as_deref())?;
    if *list {
        print_list(&figures)?;
    }
    if let Some(page) = page {
        page.write(&page::html(&gathered, &figures))?;
    }
    exports.write()?;
    Ok(ExitCode::SUCCESS)
}

/// Prints the names and titles of all figures.
fn print_list(figures: &Figures) -> Result<(), Failure> {
    let mut table = table(&["figure", "title"], []);
    for figure in figures.all() {
        table.add_row([&figure.name, &figure.title]);
    }
    Output::standard().line(table.trim_fmt())
}
