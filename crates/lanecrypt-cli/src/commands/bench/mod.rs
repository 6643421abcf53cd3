//! `lanecrypt bench`: measures algorithms after verifying them.

mod bounds;

use std::process::ExitCode;

use crate::args::{BenchArguments, SelectionArguments};
use crate::bench::conditions::Watch;
use crate::bench::request::{self, Asked, ChosenRows};
use crate::bench::{
    Measured, Row, conclusions, document, flat, measure_again, measure_rows, suite, table,
};
use crate::document::Document;
use crate::failure::{Failure, complain};
use crate::measure::pinning;
use crate::measure::sampling::Plan;
use crate::output::Output;
use crate::paper::variants::{self, Variants};
use crate::paper::{self, Method, Paper, PaperReport, firmware, instructions, memory};
use crate::sheet::Sheet;
use crate::tables::TableFiles;

/// The work of a run, checked and prepared.
enum Work {
    /// Rows, and the paper that they repeat.
    Rows(ChosenRows, Option<(&'static Paper, &'static Variants)>),
    /// A paper that encrypts a block of memory.
    Memory(memory::PreparedMemory),
    /// A paper that measures single instructions.
    Instructions(instructions::PreparedInstructions),
}

/// The meaning of the keys of results.
const KEY_SETUP: &str = "every nonce is loaded within the timed call; `fresh`: each message has its own key, set up \
     within the call; `ready`: all messages share one key, set up before the call";

/// Checks all arguments first, then measures.
pub(crate) fn run(arguments: &BenchArguments) -> Result<ExitCode, Failure> {
    if arguments.paper.as_deref() == Some(firmware::NAME) {
        return firmware::run(arguments);
    }
    let plan = if arguments.quick { Plan::QUICK } else { Plan::THOROUGH };
    let paper = arguments.paper.as_deref().map(paper::named).transpose()?;
    let files = TableFiles::new(arguments.json.as_deref(), &arguments.tables)?;
    let work = work(paper, arguments)?;

    let mut out = files.output();
    if env!("LANECRYPT_PROFILE") == "debug" {
        complain("the program was built without optimisation; build it with --release to measure");
    }
    let processors = pinning::by_idleness();
    let pin = |thread: usize| match processors.get(thread % processors.len().max(1)) {
        Some(&processor) => pinning::pin(processor),
        None => false,
    };
    let pinned_to = if pin(0) { processors.first().copied() } else { None };
    let watch = Watch::start();
    let document = |measured: &[Measured], keys: &str| {
        let conditions = watch.conditions(measured, pinned_to);
        document::of(measured, plan, keys, conditions)
    };
    let (document, sheets) = match work {
        Work::Rows(ChosenRows { rows, refused }, paper) => {
            let pin = |thread| {
                pin(thread);
            };
            let measured = measure_rows(&rows, plan, &pin)?;
            let report = paper.map(|(paper, variants)| {
                PaperReport::Variants(variants::VariantsReport::new(
                    &paper.publication,
                    variants,
                    &measured,
                ))
            });
            table::print_preface(&measured, plan, &mut out)?;
            let mut document = document(&measured, KEY_SETUP);
            let again = |rows: &[Row]| measure_again(rows, plan, &pin);
            conclusions::confirm(&measured, &mut document.comparisons, again)?;
            // Papers compare slow variants, too; their bounds are of no interest.
            let remarks = match arguments.quick || report.is_some() {
                true => Vec::new(),
                false => bounds::add(&measured, &mut document)?,
            };
            let sheets = tables(&measured, &document);
            print(&sheets, &document, &mut out)?;
            let standings = table::standings_explained(&document.comparisons);
            let above = table::peers_above(&measured);
            for line in standings.into_iter().chain(above).chain(remarks).chain(refused) {
                out.line(line)?;
            }
            (with_report(document, report, &mut out)?, sheets)
        }
        Work::Memory(prepared) => {
            let (measured, report) = prepared.measure(plan)?;
            let document = document(&measured, "one key, set up before the timed calls");
            let sheets = tables(&measured, &document);
            (with_report(document, Some(PaperReport::Memory(report)), &mut out)?, sheets)
        }
        Work::Instructions(prepared) => {
            let report = PaperReport::Instructions(Box::new(prepared.measure()?));
            let document = document(&[], "each table states it");
            (with_report(document, Some(report), &mut out)?, Vec::new())
        }
    };
    let json = || serde_json::to_string_pretty(&document).map_err(Failure::refused);
    files.write(json, || flat::csv(&document), &sheets)?;
    Ok(ExitCode::SUCCESS)
}

/// All tables of a run.
fn tables(measured: &[Measured], document: &Document) -> Vec<Sheet> {
    let sheets = [
        table::results(measured, document),
        table::comparisons(&document.comparisons),
        table::scalings(&conclusions::scalings(measured)),
        table::fits(&document.fits),
        table::summary(&document.comparisons),
    ];
    sheets.into_iter().filter(|sheet| !sheet.is_empty()).collect()
}

/// Prints the tables and the conditions.
fn print(sheets: &[Sheet], document: &Document, out: &mut Output) -> Result<(), Failure> {
    for sheet in sheets {
        sheet.print(out)?;
        out.line("")?;
    }
    out.line(document.conditions.in_words())
}

/// Prints the comparison with a paper, if there is one, and adds it to the document.
fn with_report(
    mut document: Document,
    report: Option<PaperReport>,
    out: &mut Output,
) -> Result<Document, Failure> {
    if let Some(report) = report {
        report.print(out)?;
        document.paper = Some(serde_json::to_value(report).map_err(Failure::refused)?);
    }
    Ok(document)
}

/// The work that was asked for.
fn work(paper: Option<&'static Paper>, arguments: &BenchArguments) -> Result<Work, Failure> {
    let memory = matches!(paper, Some(Paper { method: Method::Memory(_), .. }));
    if arguments.memory.is_some() && !memory {
        return Err(Failure::refused("--memory needs --paper cypress"));
    }
    let Some(paper) = paper else {
        let suite = arguments.suite.as_deref().map(suite::named).transpose()?;
        let selection = suite.map(|suite| suite.selection(&arguments.selection));
        let selection = selection.as_ref().unwrap_or(&arguments.selection);
        let asked = Asked { selection, ..Asked::of(arguments) };
        return Ok(Work::Rows(request::rows(&asked, &request::USUAL_SIZES)?, None));
    };
    let BenchArguments { selection, threads, cache, .. } = arguments;
    let SelectionArguments { variant, keys, .. } = selection;
    let decided = [variant, keys, threads, cache].into_iter().any(Option::is_some);
    if decided || arguments.peers || !selection.selectors.is_empty() {
        return Err(Failure::refused(
            "--paper chooses what is measured; leave out selectors, --variant, --keys, --threads, \
             --cache and --peers",
        ));
    }
    let publication = &paper.publication;
    Ok(match &paper.method {
        Method::Variants(variants) => Work::Rows(
            variants.asked_rows(paper.publication.platforms, &Asked::of(arguments))?,
            Some((paper, variants)),
        ),
        Method::Memory(memory) => {
            Work::Memory(memory::PreparedMemory::new(publication, memory, arguments)?)
        }
        Method::Instructions(tables) => Work::Instructions(
            instructions::PreparedInstructions::new(publication, tables, arguments)?,
        ),
    })
}
