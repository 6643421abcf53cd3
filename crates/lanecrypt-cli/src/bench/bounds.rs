//! The bound beside every figure.

use super::row::Row;
use super::run::Measured;
use crate::bound::{self, Bounds, Effort};
use crate::document::{Bound, Document};
use crate::failure::Failure;
use crate::measure::instructions::{self, Instructions};
use crate::progress::Progress;

/// A bound that is passed by more than this, for the noise of both, is none.
const MOST_FRACTION: f64 = 1.03;

/// Calls over so many bytes are short enough to be counted whatever else is.
const SHORT: usize = 8 << 10;

/// Counts what rows of ours execute, and puts the bound by what instructions cost here beside
/// their figures. Counting takes its time on machines whose traps are slow: so of every way to
/// compute it is done where calls are short, and for the longest messages, where all is kernel.
/// What cannot be counted has no bound; why is returned, one line each.
pub(super) fn add(measured: &[Measured], document: &mut Document) -> Result<Vec<String>, Failure> {
    let progress = Progress::new();
    progress.phase("measuring instructions");
    let table = Instructions::measure(instructions::QUICK, |part| progress.done(part));
    progress.phase("counting instructions");

    let mut counted: Vec<(Row, Option<bound::Bound>)> = Vec::new();
    for row in measured.iter().map(|m| m.row).filter(|row| row.is_counted(measured)) {
        // On more threads and from memory the same is executed.
        if !counted.iter().any(|(other, _)| other.executes_as(&row)) {
            counted.push((row, None));
        }
    }
    let bounds = Bounds::new(&table, Effort::for_rows(counted.len()));
    let mut why = Vec::new();
    let rows = counted.len() as f64;
    for (at, (row, found)) in counted.iter_mut().enumerate() {
        let name = format!("{}/{}", row.entry.algorithm, row.entry.operation);
        match bounds.of(&name, row.entry.prepare, &row.setting(), row.bytes) {
            Ok(bound) => *found = Some(bound),
            Err(reason) => why.push(format!("{name}, {} bytes: {reason}", row.bytes)),
        }
        progress.done((at + 1) as f64 / rows);
    }
    progress.finish();

    for (m, result) in measured.iter().zip(&mut document.results) {
        let found = counted.iter().find(|(row, _)| m.row.peer.is_none() && row.executes_as(&m.row));
        let Some((_, Some(bound))) = found else { continue };
        let fraction = m.cycles_per_byte.map(|cycles| bound.cycles_per_byte / cycles.median);
        match fraction {
            Some(fraction) if fraction > MOST_FRACTION => why.push(format!(
                "{}/{}, {} bytes: what shorter calls execute stands badly for it",
                m.row.entry.algorithm, m.row.entry.operation, m.row.bytes
            )),
            _ => {
                result.bound = Some(Bound {
                    cycles_per_byte: bound.cycles_per_byte,
                    fraction,
                    limiting: bound.limiting.clone(),
                });
            }
        }
    }
    document.instructions = Some(serde_json::to_value(&table).map_err(Failure::refused)?);
    Ok(why)
}

impl Row {
    /// Whether what it executes is counted.
    fn is_counted(&self, measured: &[Measured]) -> bool {
        if self.peer.is_some() || self.mix.is_some() {
            return false;
        }
        let longest = measured
            .iter()
            .map(|m| m.row)
            .filter(|row| row.mix.is_none() && Self { bytes: self.bytes, ..*row }.executes_as(self))
            .map(|row| row.bytes)
            .max();
        self.bytes * self.batch <= SHORT || longest == Some(self.bytes)
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
