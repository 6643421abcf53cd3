//! `lanecrypt report`: what documents hold, as a page that can be looked at anywhere.
//!
//! | module | what is in it |
//! |---|---|
//! | [`gather`] | several documents as one |
//! | [`papers`] | what figures need of the papers in documents |
//! | [`figures`] | which figures there are, of what |
//! | [`figure`] | how they are drawn |
//! | [`page`] | the page around them |
//! | [`export`] | single figures as files |

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

/// Reads the documents and writes what was asked for.
pub(crate) fn run(arguments: &ReportArguments) -> Result<ExitCode, Failure> {
    let ReportArguments { files, output, list, figure: name, svg, png } = arguments;
    if name.is_some() && svg.is_none() && png.is_none() {
        return Err(Failure::refused("--figure: say where to, by --svg FILE or --png FILE"));
    }
    if output.is_none() && !list && svg.is_none() && png.is_none() {
        return Err(Failure::refused(
            "report: say what to write: -o FILE.html, --svg DIRECTORY, --png DIRECTORY, or --list",
        ));
    }
    if png.is_some() {
        export::check_png()?;
    }
    let gathered = Gathered::read(files)?;
    let figures = Figures::of(&gathered);
    // Where everything goes is known before anything is written.
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

/// The names of all figures, and what they show.
fn print_list(figures: &Figures) -> Result<(), Failure> {
    let mut table = table(&["figure", "shows"], []);
    for figure in figures.all() {
        table.add_row([&figure.name, &figure.title]);
    }
    Output::standard().line(table.trim_fmt())
}
