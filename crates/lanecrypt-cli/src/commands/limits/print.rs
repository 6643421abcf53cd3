//! The output of `lanecrypt limits`.

use super::explained::Explained;
use crate::bound::Share;
use crate::failure::Failure;
use crate::format::{cells, percent, rounded, significant, size};
use crate::machine;
use crate::measure::instructions::Instructions;
use crate::output::{Output, table};

/// Prints all rows.
pub(super) fn print(
    all: &[Explained],
    instructions: &Instructions,
    out: &mut Output,
) -> Result<(), Failure> {
    machine::print(out)?;
    out.line(format!(
        "The instructions of a call were counted while they were executed. Their costs were measured with \
         loops in assembly on this machine ({} GHz).\nAll counts and cycles are per call.",
        instructions.clock_ghz().map_or_else(|| "?".to_owned(), |clock| format!("{clock:.2}")),
    ))?;
    for one in all {
        out.line("")?;
        row(one, out)?;
    }
    if all.len() > 1 {
        out.line("")?;
        summary(all, out)?;
    }
    Ok(())
}

/// One row.
fn row(one: &Explained, out: &mut Output) -> Result<(), Failure> {
    let Explained { measured, bound } = one;
    let row = &measured.row;
    let bytes = (row.bytes * row.batch) as f64;
    out.line(format!(
        "{}/{}, {}, {}: {} x {}, {} keys",
        row.entry.algorithm,
        row.entry.operation,
        measured.variant_label(),
        row.backend,
        row.batch,
        size(row.bytes),
        measured.keys.name(),
    ))?;
    let bound = match bound {
        Ok(bound) => bound,
        Err(why) => return out.line(format!("No bound: {why}")),
    };
    out.line(format!(
        "{} instructions, {} per byte; counted from {}",
        rounded(bound.instructions),
        significant(bound.instructions / bytes),
        bound.counted_from
    ))?;
    out.line("")?;
    shares(&bound.work, bytes, out)?;
    out.line("")?;
    out.line("Limits:")?;
    let mut limits = table(&["", "cycles", "cycles/byte"], [1, 2]);
    // Limits far below the largest one explain nothing.
    for limit in bound.limits.iter().filter(|limit| limit.cycles > 0.02 * bound.cycles) {
        limits.add_row([
            limit.name.clone(),
            rounded(limit.cycles),
            significant(limit.cycles / bytes),
        ]);
    }
    out.line(limits.trim_fmt())?;
    out.line("")?;
    let parts: Vec<String> = bound
        .chain
        .iter()
        .take(6)
        .map(|part| {
            let cycles = rounded(part.cycles.unwrap_or(0.0));
            format!("{} {} ({cycles})", rounded(part.count), part.kind)
        })
        .collect();
    out.line(format!(
        "Chain: {} cycles for a single call. In following calls it consists of (cycles in brackets): {}",
        rounded(bound.chain_alone),
        if parts.is_empty() { "nothing".to_owned() } else { parts.join(", ") }
    ))?;
    let code = &bound.code;
    out.line(format!(
        "Code: {} instructions in {} bytes; 90 % of the execution is in {} instructions ({} bytes)",
        code.instructions, code.bytes, code.hot_instructions, code.hot_bytes
    ))?;
    let (cycles, range) = cells(measured.cycles_per_byte);
    let (gigabytes, _) = cells(Some(measured.gigabytes_per_second));
    out.line(format!(
        "Bound: {} cycles/byte{}, limited by {}",
        significant(bound.cycles_per_byte),
        at_clock(one).map_or_else(String::new, |rate| format!(", {rate} GB/s")),
        bound.limiting,
    ))?;
    out.line(format!(
        "Measured: {cycles} cycles/byte {range}, {gigabytes} GB/s: {} of the bound",
        reached(one)
    ))
}

/// A table of all rows.
fn summary(all: &[Explained], out: &mut Output) -> Result<(), Failure> {
    let header = [
        "algorithm",
        "operation",
        "backend",
        "size",
        "batch",
        "bound, cycles/byte",
        "GB/s",
        "measured, GB/s",
        "of the bound",
        "limited by",
    ];
    let mut table = table(&header, [3, 4, 5, 6, 7, 8]);
    for one in all {
        let row = &one.measured.row;
        let Ok(bound) = &one.bound else { continue };
        table.add_row([
            row.entry.algorithm.to_owned(),
            row.entry.operation.to_owned(),
            row.backend.to_string(),
            size(row.bytes),
            row.batch.to_string(),
            significant(bound.cycles_per_byte),
            at_clock(one).unwrap_or_else(|| "?".to_owned()),
            cells(Some(one.measured.gigabytes_per_second)).0,
            reached(one),
            bound.limiting.clone(),
        ]);
    }
    out.line(table.trim_fmt())
}

/// The table of kinds of instructions, the most frequent first.
fn shares(shares: &[Share], bytes: f64, out: &mut Output) -> Result<(), Failure> {
    let header = ["instructions", "registers", "count", "per 16 bytes", "cycles alone"];
    let mut table = table(&header, [2, 3, 4]);
    for share in shares {
        table.add_row([
            share.kind.to_owned(),
            share.registers.to_owned(),
            rounded(share.count),
            significant(share.count / bytes * 16.0),
            share.cycles.map_or_else(|| "-".to_owned(), rounded),
        ]);
    }
    out.line(table.trim_fmt())
}

/// The bound at the clock of the measurement, in GB/s.
fn at_clock(one: &Explained) -> Option<String> {
    let bound = one.bound.as_ref().ok()?;
    Some(significant(one.measured.clock_ghz? / bound.cycles_per_byte))
}

/// The part of the bound that was reached.
fn reached(one: &Explained) -> String {
    one.fraction().map_or_else(|| "?".to_owned(), percent)
}
