//! The document that `--json` writes.

use serde::Serialize;

use super::crops::Order;
use super::trial::Tested;
use super::verdict::{LEAK, SUSPICIOUS, Verdict};
use crate::document;
use crate::machine::Machine;
use crate::measure::clock;

/// The document.
#[derive(Debug, Serialize)]
pub(super) struct CtDocument {
    schema: &'static str,
    schema_version: u32,
    lanecrypt_version: &'static str,
    time: String,
    compiler: &'static str,
    target: &'static str,
    profile: &'static str,
    command: Vec<String>,
    machine: Machine,
    method: Method,
    /// The planted comparisons: the one that leaks, and the one that does not.
    controls: Vec<DocumentRow>,
    results: Vec<DocumentRow>,
}

/// How the rows were tested.
#[derive(Debug, Serialize)]
struct Method {
    /// The time that each row was measured for.
    seconds: f64,
    ticks: &'static str,
    /// The processor that the measuring thread was bound to.
    pinned_to: Option<usize>,
    suspicious_t: f64,
    leak_t: f64,
}

/// A row.
#[derive(Debug, Serialize)]
struct DocumentRow {
    algorithm: &'static str,
    operation: &'static str,
    variant: &'static str,
    resolved_variant: &'static str,
    backend: &'static str,
    message_bytes: usize,
    batch: usize,
    keys: &'static str,
    /// Whether the row looks secrets up in tables.
    table: bool,
    /// How often the row was measured. Of several times, the one with the smallest |t| is shown.
    runs: u32,
    measurements: u64,
    /// The t with the largest magnitude. Positive: the random class is the larger one.
    largest_t: f64,
    /// The first cache in that test: `warm` or `emptied`.
    cache: &'static str,
    /// The part of the times in that test, the fastest ones.
    kept: f64,
    /// 1: the times were compared; 2: their squared distances from the mean.
    order: u32,
    /// The mean times of both classes in that part.
    fixed_ticks: f64,
    random_ticks: f64,
    verdict: Verdict,
}

impl CtDocument {
    /// The document of the run that ends now.
    pub(super) fn new(
        controls: &[Tested],
        rows: &[Tested],
        seconds: f64,
        pinned_to: Option<usize>,
    ) -> Self {
        Self {
            schema: "lanecrypt-ct",
            schema_version: 1,
            lanecrypt_version: env!("CARGO_PKG_VERSION"),
            time: document::now(),
            compiler: env!("LANECRYPT_COMPILER"),
            target: env!("LANECRYPT_TARGET"),
            profile: env!("LANECRYPT_PROFILE"),
            command: std::env::args().skip(1).collect(),
            machine: Machine::this(),
            method: Method {
                seconds,
                ticks: clock::TICKS,
                pinned_to,
                suspicious_t: SUSPICIOUS,
                leak_t: LEAK,
            },
            controls: controls.iter().map(DocumentRow::of).collect(),
            results: rows.iter().map(DocumentRow::of).collect(),
        }
    }
}

impl DocumentRow {
    fn of(tested: &Tested) -> Self {
        let row = &tested.row;
        let [fixed_ticks, random_ticks] = tested.largest.means;
        Self {
            algorithm: row.entry.algorithm,
            operation: row.entry.operation,
            variant: row.variant,
            resolved_variant: tested.resolved_variant,
            backend: row.backend.name(),
            message_bytes: row.bytes,
            batch: row.batch,
            keys: tested.keys,
            table: tested.is_table(),
            runs: tested.runs,
            measurements: tested.measurements,
            largest_t: tested.largest.t,
            cache: tested.state.name(),
            kept: tested.largest.kept,
            order: match tested.largest.order {
                Order::First => 1,
                Order::Second => 2,
            },
            fixed_ticks,
            random_ticks,
            verdict: tested.verdict(),
        }
    }
}
