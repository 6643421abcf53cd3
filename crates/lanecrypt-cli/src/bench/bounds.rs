//! The bound beside every figure.

use super::row::Row;
use super::run::Measured;
use crate::bound::{self, Bounds, Effort};
use crate::document::{Bound, Document};
use crate::failure::Failure;
use crate::measure::instructions::{self, Instructions};
use crate::progress::Progress;

/// Counts what each row of ours executes, and puts the bound by what instructions cost here beside
/// its figures. What cannot be counted has none; why is returned, once.
pub(super) fn add(
    measured: &[Measured],
    document: &mut Document,
) -> Result<Option<String>, Failure> {
    let progress = Progress::new();
    progress.phase("measuring instructions");
    let table = Instructions::measure(instructions::QUICK, |part| progress.done(part));
    progress.phase("counting instructions");
    let bounds = Bounds::new(&table, Effort::for_rows(measured.len()));
    let mut counted: Vec<(Row, Option<bound::Bound>)> = Vec::new();
    let mut why = None;
    for (at, (m, result)) in measured.iter().zip(&mut document.results).enumerate() {
        progress.done(at as f64 / measured.len() as f64);
        if m.row.rival.is_some() || m.row.mix.is_some() {
            continue;
        }
        // On more threads and from memory the same is executed.
        let again = counted.iter().position(|(row, _)| row.executes_as(&m.row));
        let at = again.unwrap_or_else(|| {
            let Row { entry, bytes, .. } = m.row;
            let name = format!("{}/{}", entry.algorithm, entry.operation);
            let bound = bounds.of(&name, entry.prepare, &m.row.setting(), bytes);
            let bound = bound.map_err(|reason| why = Some(format!("{name}: {reason}"))).ok();
            counted.push((m.row, bound));
            counted.len() - 1
        });
        if let Some(bound) = &counted[at].1 {
            result.bound = Some(Bound {
                cycles_per_byte: bound.cycles_per_byte,
                fraction: m.cycles_per_byte.map(|cycles| bound.cycles_per_byte / cycles.median),
                limiting: bound.limiting.clone(),
            });
        }
    }
    progress.finish();
    document.instructions = Some(serde_json::to_value(&table).map_err(Failure::refused)?);
    Ok(why)
}

impl Row {
    /// Whether both execute the same instructions in a call.
    fn executes_as(&self, other: &Self) -> bool {
        std::ptr::eq(self.entry, other.entry)
            && (self.variant, self.backend) == (other.variant, other.backend)
            && (self.bytes, self.batch, self.keys) == (other.bytes, other.batch, other.keys)
    }
}
