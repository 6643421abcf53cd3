//! `lanecrypt limits`.

mod explained;
mod print;

use std::process::ExitCode;

use serde::Serialize;

use crate::args::LimitsArguments;
use crate::bench::request::{self, Asked, ChosenRows, Length};
use crate::bench::{Measured, Row, measure_rows};
use crate::bound::{Bound, Bounds, Effort, Why};
use crate::failure::Failure;
use crate::machine::Machine;
use crate::measure::instructions::{self, Instructions};
use crate::measure::sampling::Plan;
use crate::measure::statistics::Quartiles;
use crate::output::Output;
use crate::progress::Progress;
use crate::target_file::TargetFile;
use explained::Explained;

/// The default size.
const DEFAULT_SIZE: usize = 16 * 1024;

/// The document that `--json` writes.
#[derive(Debug, Serialize)]
struct LimitsDocument<'d> {
    schema: &'static str,
    schema_version: u32,
    lanecrypt_version: &'static str,
    compiler: &'static str,
    machine: Machine,
    /// The costs of instructions.
    instructions: &'d Instructions,
    bounds: Vec<DocumentRow<'d>>,
}

/// A row of the document. Units are in the names.
#[derive(Debug, Serialize)]
struct DocumentRow<'d> {
    algorithm: &'static str,
    operation: &'static str,
    resolved_variant: &'static str,
    backend: &'static str,
    message_bytes: usize,
    batch: usize,
    keys: &'static str,
    bound: Option<&'d Bound>,
    /// The reason why there is no bound.
    #[serde(skip_serializing_if = "Option::is_none")]
    no_bound: Option<String>,
    /// The measured cycles per byte.
    cycles_per_byte: Option<Quartiles>,
    clock_ghz: Option<f64>,
    /// The bound over the measured median.
    fraction: Option<f64>,
}

/// Counts instructions, measures, and prints the limits.
pub(crate) fn run(arguments: &LimitsArguments) -> Result<ExitCode, Failure> {
    let file = arguments.json.as_deref().map(|path| TargetFile::new("--json", path)).transpose()?;
    if arguments.selection.selectors.is_empty() {
        return Err(Failure::refused(
            "a SELECTOR is missing: name an algorithm, such as aes128/gcm",
        ));
    }
    let asked = Asked { selection: &arguments.selection, peers: false, threads: None, cache: None };
    let ChosenRows { rows, refused: left_out } =
        request::rows(&asked, &[Length::About(DEFAULT_SIZE)])?;
    if rows.iter().any(|row| row.mix.is_some()) {
        return Err(Failure::refused(
            "--sizes imix: limits are computed for messages of one length only",
        ));
    }
    let progress = Progress::new();
    progress.phase("measuring instructions");
    let table = Instructions::measure(instructions::QUICK, |part| progress.done(part));
    progress.phase("counting instructions");
    let counted = Bounds::new(&table, Effort::for_rows(rows.len()));
    let mut bounds = Vec::new();
    for row in &rows {
        let name = format!("{}/{}", row.entry.algorithm, row.entry.operation);
        let bound = counted.of(&name, row.entry.prepare, &row.setting(), row.bytes);
        bounds.push(bound);
        progress.done(bounds.len() as f64 / rows.len() as f64);
    }
    progress.finish();
    // If at least one row has a bound, the reasons of the others are printed.
    if let Some((row, Err(why))) = rows.iter().zip(&bounds).next()
        && bounds.iter().all(Result::is_err)
    {
        return Err(refused(row, why));
    }
    let measured = measure_rows(&rows, Plan::QUICK, &|_| ())?;
    let all: Vec<Explained> = measured
        .into_iter()
        .zip(bounds)
        .map(|(measured, bound)| Explained { measured, bound })
        .collect();

    let mut out = match &file {
        Some(file) if file.is_standard_output() => Output::error(),
        _ => Output::standard(),
    };
    print::print(&all, &table, &mut out)?;
    for reason in left_out {
        out.line(reason)?;
    }
    if let Some(file) = file {
        let document = document(&all, &table);
        let text = serde_json::to_string_pretty(&document).map_err(Failure::refused)?;
        file.write(&text)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn refused(row: &Row, why: &Why) -> Failure {
    Failure::refused(format!(
        "{}/{}, {} messages of {} bytes: {why}",
        row.entry.algorithm, row.entry.operation, row.batch, row.bytes
    ))
}

fn document<'d>(all: &'d [Explained], table: &'d Instructions) -> LimitsDocument<'d> {
    let row = |one: &'d Explained| {
        let Measured { row, resolved_variant, keys, cycles_per_byte, clock_ghz, .. } =
            &one.measured;
        DocumentRow {
            algorithm: row.entry.algorithm,
            operation: row.entry.operation,
            resolved_variant,
            backend: row.backend.name(),
            message_bytes: row.bytes,
            batch: row.batch,
            keys: keys.name(),
            bound: one.bound.as_ref().ok(),
            no_bound: one.bound.as_ref().err().map(Why::to_string),
            cycles_per_byte: *cycles_per_byte,
            clock_ghz: *clock_ghz,
            fraction: one.fraction(),
        }
    };
    LimitsDocument {
        schema: "lanecrypt-bound",
        schema_version: 1,
        lanecrypt_version: env!("CARGO_PKG_VERSION"),
        compiler: env!("LANECRYPT_COMPILER"),
        machine: Machine::this(),
        instructions: table,
        bounds: all.iter().map(row).collect(),
    }
}
