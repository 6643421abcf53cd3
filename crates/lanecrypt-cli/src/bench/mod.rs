//! `lanecrypt bench`: measures algorithms after verifying them.

mod aead;
mod aes;
mod block;
pub(crate) mod catalogue;
mod document;
mod run;
pub(crate) mod selector;
pub(crate) mod sizes;
mod table;
mod target_file;
mod verify;
mod zuc;

pub(crate) use catalogue::Keys;
pub(crate) use run::{Measured, Row, measure_rows, measured};
pub(crate) use sizes::one_size;
pub(crate) use table::{cells, print_machine, significant, size};
pub(crate) use target_file::TargetFile;
pub(crate) use verify::{random_buffers, verify};

use std::process::ExitCode;

use lanecrypt::Backend;

use crate::args::BenchArguments;
use crate::backends;
use crate::failure::{Failure, complain};
use crate::measure::sampling::Plan;
use crate::output::Output;
use crate::paper::variants::{self, Variants};
use crate::paper::{self, Method, Paper, Report, firmware, instructions, memory};
use document::Document;

/// The sizes that are measured where none are given: a short packet, one that fills an Ethernet
/// frame, and a long message.
const DEFAULT_SIZES: [usize; 3] = [64, 1504, 16 * 1024];

/// The messages a call where no number is given.
pub(crate) const DEFAULT_BATCH: usize = 64;

/// What is to be done, looked at.
enum Work {
    /// Rows, and the paper that wanted them.
    Rows(Vec<Row>, Option<(&'static Paper, &'static Variants)>),
    /// What a paper does with a block of memory.
    Memory(memory::Prepared),
    /// What a paper does with single instructions.
    Instructions(instructions::Prepared),
}

/// Looks at everything that was asked for before measuring any of it, then measures.
pub(crate) fn run(arguments: &BenchArguments) -> Result<ExitCode, Failure> {
    if arguments.paper.as_deref() == Some(firmware::NAME) {
        return firmware::run(arguments);
    }
    let plan = if arguments.quick { Plan::QUICK } else { Plan::THOROUGH };
    let paper = arguments.paper.as_deref().map(paper::named).transpose()?;
    let file = arguments.json.as_deref().map(TargetFile::new).transpose()?;
    let work = work(paper, arguments)?;

    let mut out = match &file {
        Some(TargetFile::StandardOutput) => Output::error(),
        _ => Output::standard(),
    };
    if env!("LANECRYPT_PROFILE") == "debug" {
        complain("built without optimisation of the program itself; measure with --release");
    }
    let document = match work {
        Work::Rows(rows, paper) => {
            let measured = measure_rows(&rows, plan)?;
            table::print(&measured, plan, &mut out)?;
            let report = paper.map(|(paper, variants)| {
                Report::Variants(variants::Report::new(paper, variants, &measured))
            });
            const KEYS: &str = "an IV for every message, loaded within the timed call; and as `keys` says a \
                 key for every message, set up there too (fresh), one for all, set up there (same), or one for all, \
                 set up before (ready)";
            document(&measured, plan, KEYS, report, &mut out)?
        }
        Work::Memory(prepared) => {
            let (measured, report) = prepared.measure(plan)?;
            const KEYS: &str = "one key, expanded before the timed calls";
            document(&measured, plan, KEYS, Some(report), &mut out)?
        }
        Work::Instructions(prepared) => {
            let report = prepared.measure()?;
            const KEYS: &str = "as each table says";
            document(&[], plan, KEYS, Some(report), &mut out)?
        }
    };
    if let Some(file) = file {
        let text = serde_json::to_string_pretty(&document).map_err(Failure::refused)?;
        file.write(&text)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Prints the comparison with a paper, if there is one, and makes the document.
fn document(
    measured: &[Measured],
    plan: Plan,
    key_setup: &'static str,
    report: Option<Report>,
    out: &mut Output,
) -> Result<Document, Failure> {
    if let Some(report) = &report {
        report.print(out)?;
    }
    Ok(Document::new(measured, plan, key_setup, report))
}

/// What was asked for.
fn work(paper: Option<&'static Paper>, arguments: &BenchArguments) -> Result<Work, Failure> {
    let memory = matches!(paper, Some(Paper { method: Method::Memory(_), .. }));
    if arguments.block.is_some() && !memory {
        return Err(Failure::refused("--block is the block of memory of --paper cypress"));
    }
    let Some(paper) = paper else { return Ok(Work::Rows(rows(arguments)?, None)) };
    if !arguments.selectors.is_empty() || arguments.variant.is_some() || arguments.key.is_some() {
        return Err(Failure::refused(
            "--paper decides what is measured; leave out the selectors, --variant and --key",
        ));
    }
    Ok(match &paper.method {
        Method::Variants(variants) => {
            Work::Rows(paper_rows(paper, variants, arguments)?, Some((paper, variants)))
        }
        Method::Memory(memory) => Work::Memory(memory::Prepared::new(paper, memory, arguments)?),
        Method::Instructions(tables) => {
            Work::Instructions(instructions::Prepared::new(paper, tables, arguments)?)
        }
    })
}

/// Every combination of what was asked for.
fn rows(arguments: &BenchArguments) -> Result<Vec<Row>, Failure> {
    let entries = selector::entries(&arguments.selectors)?;
    let (sizes, batch) = sizes_and_batch(arguments, &DEFAULT_SIZES)?;
    if arguments.size.is_some() {
        sizes::check_granules(&entries, &sizes)?;
    }
    let keys = selector::keys(arguments.key.as_deref(), &entries)?;
    let backends = match arguments.backend.as_deref() {
        None => vec![Backend::best()],
        Some("all") => Backend::available().collect(),
        Some(name) => vec![backends::named(name)?],
    };
    let mut rows = Vec::new();
    for entry in entries {
        for variant in selector::variants(arguments.variant.as_deref(), entry)? {
            for &backend in &backends {
                for &bytes in &sizes {
                    let bytes = sizes::nearest(bytes, entry.granule);
                    rows.push(Row { entry, variant, backend, bytes, batch, keys });
                }
            }
        }
    }
    Ok(rows)
}

/// What a paper measured, as far as this processor allows.
fn paper_rows(
    paper: &Paper,
    variants: &Variants,
    arguments: &BenchArguments,
) -> Result<Vec<Row>, Failure> {
    let (sizes, batch) = sizes_and_batch(arguments, &[variants.default_size])?;
    let backends = match arguments.backend.as_deref() {
        None => Variants::backends(paper.platforms),
        Some("all") => Backend::available().collect(),
        Some(name) => vec![backends::named(name)?],
    };
    Ok(variants.rows(&backends, &sizes, batch))
}

fn sizes_and_batch(
    arguments: &BenchArguments,
    default: &[usize],
) -> Result<(Vec<usize>, usize), Failure> {
    let sizes = match &arguments.size {
        Some(list) => sizes::sizes(list)?,
        None => default.to_vec(),
    };
    let batch = match &arguments.batch {
        Some(number) => sizes::batch(number)?,
        None => DEFAULT_BATCH,
    };
    sizes::check_memory(&sizes, batch)?;
    Ok((sizes, batch))
}
