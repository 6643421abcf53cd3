//! The bounds of the rows of `bench`.

use crate::bench::{Measured, Row};
use crate::bound::{self, Bounds, Effort};
use crate::document::{Document, ResultBound};
use crate::failure::Failure;
use crate::format::size;
use crate::measure::instructions::{self, Instructions};
use crate::progress::Progress;

/// A bound that a measurement exceeds by more than the noise of both is dropped.
const MAX_FRACTION: f64 = 1.03;

/// Calls of at most this number of bytes are always counted.
const SHORT: usize = 8 << 10;

/// Up to this number of sizes, calls of every size are counted.
const FEW_SIZES: usize = 4;

/// Counts the instructions of lanecrypt's rows and adds the bounds to the document. The costs of
/// instructions are measured first. Counting is slow where traps are slow. Therefore, if there are many
/// sizes, only short calls are counted, and calls with the longest messages, in which nearly all time goes
/// to the kernel. What is to be said about the bounds is returned, one line each.
pub(super) fn add(measured: &[Measured], document: &mut Document) -> Result<Vec<String>, Failure> {
    let progress = Progress::new();
    progress.phase("measuring instructions");
    let table = Instructions::measure(instructions::QUICK, |part| progress.done(part));
    progress.phase("counting instructions");

    let mut counted: Vec<(Row, Option<bound::Bound>)> = Vec::new();
    for row in measured.iter().map(|m| m.row).filter(|row| row.is_counted(measured)) {
        // Threads and cache states do not change what is executed.
        if !counted.iter().any(|(other, _)| other.executes_as(&row)) {
            counted.push((row, None));
        }
    }
    let bounds = Bounds::new(&table, Effort::for_rows(counted.len()));
    let mut remarks = Vec::new();
    let rows = counted.len() as f64;
    for (at, (row, found)) in counted.iter_mut().enumerate() {
        let name = format!("{}/{}", row.entry.algorithm, row.entry.operation);
        match bounds.of(&name, row.entry.prepare, &row.setting(), row.bytes) {
            Ok(bound) => *found = Some(bound),
            Err(reason) => {
                remarks.push(format!("No bound: {name}, {} bytes: {reason}", row.bytes));
            }
        }
        progress.done((at + 1) as f64 / rows);
    }
    progress.finish();

    for (m, result) in measured.iter().zip(&mut document.results) {
        let found = counted.iter().find(|(row, _)| m.row.peer.is_none() && row.executes_as(&m.row));
        let Some((_, Some(bound))) = found else { continue };
        let fraction = m.cycles_per_byte.map(|cycles| bound.cycles_per_byte / cycles.median);
        match fraction {
            Some(fraction) if fraction > MAX_FRACTION => remarks.push(format!(
                "No bound: {}/{}, {} bytes: the estimate from shorter calls is too high",
                m.row.entry.algorithm, m.row.entry.operation, m.row.bytes
            )),
            _ => {
                result.bound = Some(ResultBound {
                    cycles_per_byte: bound.cycles_per_byte,
                    fraction,
                    limiting: bound.limiting.clone(),
                    counted_from: bound.counted_from.clone(),
                });
            }
        }
    }
    let estimated = |(row, bound): &(Row, Option<bound::Bound>)| {
        bound.as_ref().is_some_and(bound::Bound::is_estimated).then_some(row.bytes)
    };
    let mut estimated: Vec<usize> = counted.iter().filter_map(estimated).collect();
    estimated.sort_unstable();
    estimated.dedup();
    if !estimated.is_empty() {
        let sizes: Vec<String> = estimated.into_iter().map(size).collect();
        remarks.push(format!(
            "Bounds of long calls (in this run at {}) are estimated from shorter calls of the same shape.",
            sizes.join(", ")
        ));
    }
    document.instructions = Some(serde_json::to_value(&table).map_err(Failure::refused)?);
    Ok(remarks)
}

impl Row {
    /// Whether the instructions of the row are counted.
    fn is_counted(&self, measured: &[Measured]) -> bool {
        if self.peer.is_some() || self.mix.is_some() {
            return false;
        }
        let mut sizes: Vec<usize> = measured
            .iter()
            .map(|m| m.row)
            .filter(|row| row.mix.is_none() && Self { bytes: self.bytes, ..*row }.executes_as(self))
            .map(|row| row.bytes)
            .collect();
        sizes.sort_unstable();
        sizes.dedup();
        let is_longest = sizes.last() == Some(&self.bytes);
        sizes.len() <= FEW_SIZES || self.bytes * self.batch <= SHORT || is_longest
    }

    /// Whether both execute the same instructions in a call.
    fn executes_as(&self, other: &Self) -> bool {
        std::ptr::eq(self.entry, other.entry)
            && (self.variant, self.backend) == (other.variant, other.backend)
            && (self.bytes, self.batch, self.keys) == (other.bytes, other.batch, other.keys)
            && self.peer.is_none() == other.peer.is_none()
            && self.mix.is_none() == other.mix.is_none()
    }
}
