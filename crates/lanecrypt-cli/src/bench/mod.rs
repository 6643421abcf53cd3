//! `lanecrypt bench`: measures algorithms after verifying them.

mod block;
pub(crate) mod catalogue;
mod document;
mod run;
mod selector;
mod sizes;
mod table;
mod target_file;
mod verify;
mod zuc;

pub(crate) use run::{Measured, Row};
pub(crate) use table::{cells, significant, size};

use std::process::ExitCode;

use lanecrypt::Backend;

use crate::args::BenchArguments;
use crate::backends;
use crate::failure::{Failure, complain};
use crate::measure::sampling::Plan;
use crate::output::Output;
use crate::paper::{self, Paper};
use document::Document;
use run::measure_rows;
use target_file::TargetFile;

/// The sizes that are measured where none are given: a short packet, one that fills an Ethernet
/// frame, and a long message.
const DEFAULT_SIZES: [usize; 3] = [64, 1504, 16 * 1024];

/// The messages a call where no number is given.
const DEFAULT_BATCH: usize = 64;

/// Looks at everything that was asked for before measuring any of it, then measures.
pub(crate) fn run(arguments: &BenchArguments) -> Result<ExitCode, Failure> {
    let plan = if arguments.quick { Plan::QUICK } else { Plan::THOROUGH };
    let paper = arguments.paper.as_deref().map(paper::named).transpose()?;
    let rows = match paper {
        Some(paper) => paper_rows(paper, arguments)?,
        None => rows(arguments)?,
    };
    let file = arguments.json.as_deref().map(TargetFile::new).transpose()?;

    let mut out = match &file {
        Some(TargetFile::StandardOutput) => Output::error(),
        _ => Output::standard(),
    };
    if env!("LANECRYPT_PROFILE") == "debug" {
        complain("built without optimisation of the program itself; measure with --release");
    }
    let measured = measure_rows(&rows, plan)?;
    let document = Document::new(&measured, plan, paper);
    table::print(&measured, plan, &mut out)?;
    if let Some(paper) = paper {
        paper::print(paper, &measured, &mut out)?;
    }
    if let Some(file) = file {
        let text = serde_json::to_string_pretty(&document).map_err(Failure::refused)?;
        file.write(&text)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Every combination of what was asked for.
fn rows(arguments: &BenchArguments) -> Result<Vec<Row>, Failure> {
    let entries = selector::entries(&arguments.selectors)?;
    let (sizes, batch) = sizes_and_batch(arguments, &DEFAULT_SIZES)?;
    if arguments.size.is_some() {
        sizes::check_granules(&entries, &sizes)?;
    }
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
                    rows.push(Row { entry, variant, backend, bytes, batch });
                }
            }
        }
    }
    Ok(rows)
}

/// What a paper measured, as far as this processor allows.
fn paper_rows(paper: &'static Paper, arguments: &BenchArguments) -> Result<Vec<Row>, Failure> {
    if !arguments.selectors.is_empty() || arguments.variant.is_some() {
        return Err(Failure::refused(
            "--paper decides what is measured; leave out the selectors and --variant",
        ));
    }
    let (sizes, batch) = sizes_and_batch(arguments, &[paper.default_size])?;
    let backends = match arguments.backend.as_deref() {
        None => paper.backends(),
        Some("all") => Backend::available().collect(),
        Some(name) => vec![backends::named(name)?],
    };
    Ok(paper.rows(&backends, &sizes, batch))
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
