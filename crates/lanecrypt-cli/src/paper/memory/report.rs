//! The tables of a paper and the results of this machine, in numbers.

use std::time::Duration;

use serde::Serialize;

use super::data::{Memory, PaperCipher, Table};
use super::results::{CACHE, MemoryResults, Timed};
use crate::bench::Measured;
use crate::measure::statistics::Quartiles;
use crate::paper::publication::{About, Publication};

/// The comparison. Rates are in 10^6 bits per second.
#[derive(Debug, Serialize)]
pub(crate) struct MemoryReport {
    #[serde(flatten)]
    pub(super) about: About,
    pub(super) tables: Vec<TableReport>,
    pub(super) measured: MeasuredReport,
}

/// A table of the paper.
#[derive(Debug, Serialize)]
pub(super) struct TableReport {
    pub(super) table: &'static str,
    pub(super) platform: &'static str,
    pub(super) rows: Vec<PublishedRow>,
}

/// A row of a table.
#[derive(Debug, Serialize)]
pub(super) struct PublishedRow {
    pub(super) cipher: &'static str,
    pub(super) block_bits: u32,
    pub(super) key_bits: u32,
    pub(super) megabits_per_second: f64,
    pub(super) implementation: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) remark: Option<&'static str>,
}

/// The results of this machine.
#[derive(Debug, Serialize)]
pub(super) struct MeasuredReport {
    /// The size of the block of memory.
    pub(super) block_bytes: usize,
    pub(super) passes: u32,
    /// The size of the block in the caches.
    pub(super) cache_bytes: usize,
    /// The rate of an exclusive or instead of a cipher.
    pub(super) without_cipher_megabits_per_second: f64,
    pub(super) without_cipher_cache_megabits_per_second: f64,
    pub(super) rows: Vec<MeasuredRow>,
}

/// A cipher in one variant.
#[derive(Debug, Serialize)]
pub(super) struct MeasuredRow {
    pub(super) cipher: &'static str,
    pub(super) algorithm: &'static str,
    pub(super) variant: &'static str,
    pub(super) backend: &'static str,
    pub(super) lanes: usize,
    /// The rate for the block of memory, from the wall time of all passes.
    pub(super) megabits_per_second: f64,
    pub(super) seconds: f64,
    /// The time in which other programs used the processor. None where the system does not say.
    pub(super) waited_seconds: Option<f64>,
    /// The number of bytes encrypted in that time.
    pub(super) bytes: u64,
    /// Whether these are all passes over the whole block.
    pub(super) whole: bool,
    /// The rate as a part of the rate without a cipher.
    pub(super) part_of_without_cipher: f64,
    /// The rate for the block in the caches.
    pub(super) cache_megabits_per_second: Quartiles,
    pub(super) cache_cycles_per_byte: Option<Quartiles>,
}

impl MemoryReport {
    /// The comparison of a paper with what was measured.
    pub(super) fn new(paper: &Publication, memory: &Memory, figures: &MemoryResults) -> Self {
        let all = figures.block as u64 * u64::from(figures.passes);
        let without_cipher = megabits(all, figures.without_cipher);
        let row = |(measured, Timed { bytes, time, waited }): &(Measured, Timed)| {
            let rate = megabits(*bytes, *time);
            let algorithm = measured.row.entry.algorithm;
            let cipher = memory.ciphers.iter().find(|cipher| cipher.algorithm == algorithm);
            MeasuredRow {
                cipher: cipher.map_or(algorithm, |cipher| cipher.name),
                algorithm,
                variant: measured.row.variant,
                backend: measured.row.backend.name(),
                lanes: measured.lanes,
                megabits_per_second: rate,
                seconds: time.as_secs_f64(),
                waited_seconds: waited.map(|waited| waited.as_secs_f64()),
                bytes: *bytes,
                whole: *bytes == all,
                part_of_without_cipher: rate / without_cipher,
                cache_megabits_per_second: measured.gigabytes_per_second.scaled(8e3),
                cache_cycles_per_byte: measured.cycles_per_byte,
            }
        };
        Self {
            about: About::of(paper),
            tables: memory.tables.iter().map(|table| table.report(memory.ciphers)).collect(),
            measured: MeasuredReport {
                block_bytes: figures.block,
                passes: figures.passes,
                cache_bytes: CACHE,
                without_cipher_megabits_per_second: without_cipher,
                without_cipher_cache_megabits_per_second: figures.without_cipher_in_cache * 8e3,
                rows: figures.rows.iter().map(row).collect(),
            },
        }
    }

    /// The published rate of a cipher in a table.
    pub(super) fn published(&self, table: usize, cipher: &str) -> Option<f64> {
        let rows = &self.tables.get(table)?.rows;
        rows.iter().find(|row| row.cipher == cipher).map(|row| row.megabits_per_second)
    }
}

impl MeasuredRow {
    /// The part of the time in which other programs used the processor.
    pub(super) fn waited_part(&self) -> Option<f64> {
        self.waited_seconds.map(|waited| waited / self.seconds)
    }
}

impl Table {
    fn report(&self, ciphers: &[PaperCipher]) -> TableReport {
        let row = |(cipher, rate): (&PaperCipher, &Option<f64>)| {
            rate.map(|megabits_per_second| PublishedRow {
                cipher: cipher.name,
                block_bits: cipher.block_bits,
                key_bits: cipher.key_bits,
                megabits_per_second,
                implementation: cipher.implementation,
                remark: cipher.remark,
            })
        };
        TableReport {
            table: self.name,
            platform: self.short,
            rows: ciphers.iter().zip(self.megabits_per_second).filter_map(row).collect(),
        }
    }
}

/// A rate in 10^6 bits per second.
fn megabits(bytes: u64, time: Duration) -> f64 {
    8.0 * bytes as f64 / time.as_secs_f64().max(1e-9) / 1e6
}
