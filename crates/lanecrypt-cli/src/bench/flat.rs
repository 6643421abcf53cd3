//! Results as comma-separated values, with all digits.

use serde::Serialize;

use crate::document::{Document, ResultRow};
use crate::failure::Failure;

/// A result without structure. The columns have the names of the fields of the document.
#[derive(Serialize)]
struct Flat<'r> {
    algorithm: &'r str,
    operation: &'r str,
    implementation: &'r str,
    implementation_version: &'r str,
    variant: Option<&'r str>,
    resolved_variant: Option<&'r str>,
    backend: Option<&'r str>,
    lanes: Option<usize>,
    message_bytes: usize,
    mix: Option<&'r str>,
    batch: usize,
    keys: &'r str,
    threads: usize,
    cache: &'r str,
    gigabytes_per_second_q1: f64,
    gigabytes_per_second_median: f64,
    gigabytes_per_second_q3: f64,
    cycles_per_byte_q1: Option<f64>,
    cycles_per_byte_median: Option<f64>,
    cycles_per_byte_q3: Option<f64>,
    clock_ghz: Option<f64>,
    samples: usize,
    outliers: usize,
    bound_cycles_per_byte: Option<f64>,
    bound_fraction: Option<f64>,
    bound_limiting: Option<&'r str>,
}

impl<'r> Flat<'r> {
    fn of(row: &'r ResultRow) -> Self {
        let bound = row.bound.as_ref();
        Self {
            algorithm: &row.algorithm,
            operation: &row.operation,
            implementation: &row.implementation.name,
            implementation_version: &row.implementation.version,
            variant: row.variant.as_deref(),
            resolved_variant: row.resolved_variant.as_deref(),
            backend: row.backend.as_deref(),
            lanes: row.lanes,
            message_bytes: row.message_bytes,
            mix: row.mix.as_deref(),
            batch: row.batch,
            keys: &row.keys,
            threads: row.threads,
            cache: &row.cache,
            gigabytes_per_second_q1: row.gigabytes_per_second.q1,
            gigabytes_per_second_median: row.gigabytes_per_second.median,
            gigabytes_per_second_q3: row.gigabytes_per_second.q3,
            cycles_per_byte_q1: row.cycles_per_byte.map(|cycles| cycles.q1),
            cycles_per_byte_median: row.cycles_per_byte.map(|cycles| cycles.median),
            cycles_per_byte_q3: row.cycles_per_byte.map(|cycles| cycles.q3),
            clock_ghz: row.clock_ghz,
            samples: row.samples,
            outliers: row.outliers,
            bound_cycles_per_byte: bound.map(|bound| bound.cycles_per_byte),
            bound_fraction: bound.and_then(|bound| bound.fraction),
            bound_limiting: bound.map(|bound| bound.limiting.as_str()),
        }
    }
}

/// All results as CSV, one line each.
pub(crate) fn csv(document: &Document) -> Result<String, Failure> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    for row in &document.results {
        writer.serialize(Flat::of(row)).map_err(Failure::refused)?;
    }
    let bytes = writer.into_inner().map_err(Failure::refused)?;
    String::from_utf8(bytes).map_err(Failure::refused)
}
