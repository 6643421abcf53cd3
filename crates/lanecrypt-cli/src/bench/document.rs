//! The document that `--json` writes.

use std::time::{SystemTime, UNIX_EPOCH};

use serde::Serialize;

use super::run::Measured;
use crate::machine::Machine;
use crate::measure::sampling::Plan;
use crate::measure::statistics::Quartiles;
use crate::paper;

/// Everything about one invocation.
#[derive(Debug, Serialize)]
pub(crate) struct Document {
    schema: &'static str,
    schema_version: u32,
    lanecrypt_version: &'static str,
    /// RFC 3339, UTC.
    time: String,
    compiler: &'static str,
    target: &'static str,
    /// `release` or `debug`.
    profile: &'static str,
    machine: Machine,
    sampling: Sampling,
    results: Vec<ResultRow>,
    /// A paper's figures beside these, if it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    paper: Option<paper::Report>,
}

/// How the samples were taken.
#[derive(Debug, Serialize)]
struct Sampling {
    samples: usize,
    sample_milliseconds: f64,
    order: &'static str,
    key_setup: &'static str,
}

/// One result. `message_bytes` and `batch` are the numbers asked for, units are in the names.
#[derive(Debug, Serialize)]
struct ResultRow {
    algorithm: &'static str,
    operation: &'static str,
    /// As asked for.
    variant: &'static str,
    /// What `auto` came to.
    resolved_variant: &'static str,
    backend: &'static str,
    lanes: usize,
    message_bytes: usize,
    batch: usize,
    /// `fresh`, `same` or `ready`: see `key_setup`.
    keys: &'static str,
    gigabytes_per_second: Quartiles,
    cycles_per_byte: Option<Quartiles>,
    clock_ghz: Option<f64>,
}

impl Document {
    /// Of what was measured just now.
    pub(crate) fn new(
        measured: &[Measured],
        plan: Plan,
        key_setup: &'static str,
        paper: Option<paper::Report>,
    ) -> Self {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Self {
            schema: "lanecrypt-bench",
            schema_version: 1,
            lanecrypt_version: env!("CARGO_PKG_VERSION"),
            time: rfc3339(since.as_secs()),
            compiler: env!("LANECRYPT_COMPILER"),
            target: env!("LANECRYPT_TARGET"),
            profile: env!("LANECRYPT_PROFILE"),
            machine: Machine::this(),
            sampling: Sampling {
                samples: plan.samples,
                sample_milliseconds: plan.sample_time.as_secs_f64() * 1e3,
                order: "in turns",
                key_setup,
            },
            results: measured.iter().map(ResultRow::of).collect(),
            paper,
        }
    }
}

impl ResultRow {
    fn of(measured: &Measured) -> Self {
        let row = &measured.row;
        Self {
            algorithm: row.entry.algorithm,
            operation: row.entry.operation,
            variant: row.variant,
            resolved_variant: measured.resolved_variant,
            backend: row.backend.name(),
            lanes: measured.lanes,
            message_bytes: row.bytes,
            batch: row.batch,
            keys: measured.keys.name(),
            gigabytes_per_second: measured.gigabytes_per_second,
            cycles_per_byte: measured.cycles_per_byte,
            clock_ghz: measured.clock_ghz,
        }
    }
}

/// Seconds since 1970 as date and time, UTC.
fn rfc3339(seconds: u64) -> String {
    let (days, second) = (seconds / 86_400, seconds % 86_400);
    // Counted from 1 March of the year 0, a leap day is the last day of its year, and of its 400
    // years; 719468 days lie between that and 1970.
    let days = days + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    // Months from March on have 31, 30, 31, 30, 31 days, and again: 153 in five.
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (month, next) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    let year = 400 * era + year + next;
    let (hour, minute, second) = (second / 3_600, second / 60 % 60, second % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_those_of_the_calendar() {
        for (seconds, text) in [
            (0, "1970-01-01T00:00:00Z"),
            (951_782_399, "2000-02-28T23:59:59Z"),
            (951_782_400, "2000-02-29T00:00:00Z"),
            (1_709_251_199, "2024-02-29T23:59:59Z"),
            (1_709_251_200, "2024-03-01T00:00:00Z"),
            (1_735_689_599, "2024-12-31T23:59:59Z"),
            (4_107_542_400, "2100-03-01T00:00:00Z"),
        ] {
            assert_eq!(rfc3339(seconds), text);
        }
    }
}
