//! The measurement of rows.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use super::row::{CacheState, Row};
use super::verify::verify;
use crate::entry::{Buffers, Keys, Subject};
use crate::failure::Failure;
use crate::measure::samples::Samples;
use crate::measure::sampling::{self, Plan, Workload};
use crate::measure::statistics::Quartiles;
use crate::progress::Progress;

/// One line of the table, measured.
#[derive(Clone)]
pub(crate) struct Measured {
    /// The row.
    pub(crate) row: Row,
    /// The variant that was used.
    pub(crate) resolved_variant: &'static str,
    /// The number of messages processed in parallel.
    pub(crate) lanes: usize,
    /// The keys that were used.
    pub(crate) keys: Keys,
    /// The rate in 10^9 bytes per second.
    pub(crate) gigabytes_per_second: Quartiles,
    /// Cycles per byte of one thread. None where cycles cannot be counted.
    pub(crate) cycles_per_byte: Option<Quartiles>,
    /// The median of the clock in GHz.
    pub(crate) clock_ghz: Option<f64>,
    /// The samples.
    pub(crate) samples: Samples,
}

impl Measured {
    /// The rate in 10^9 bits per second.
    pub(crate) fn gigabits_per_second(&self) -> Quartiles {
        self.gigabytes_per_second.scaled(8.0)
    }

    /// The variant that was asked for, and the one that was used if it is another one.
    pub(crate) fn variant_label(&self) -> String {
        self.row.variant_label(self.resolved_variant)
    }
}

/// A subject with its buffers. Rows of the same lengths share buffers: their content does not change
/// the time, and shared buffers stay in the caches.
struct TimedRow {
    subject: Box<dyn Subject>,
    buffers: Rc<RefCell<Buffers>>,
    is_cold: bool,
}

impl Workload for TimedRow {
    fn offer(&mut self, timer: &mut dyn FnMut(&mut dyn FnMut())) {
        self.subject.offer(&mut self.buffers.borrow_mut(), timer);
    }

    fn is_cold(&self) -> bool {
        self.is_cold
    }
}

/// Verifies all rows, then measures them, interleaved. Rows of one number of threads are measured
/// first, then those of the next one. `pin` is called on each thread, with its number, before the
/// thread begins.
pub(crate) fn measure_rows(
    rows: &[Row],
    plan: Plan,
    pin: &(dyn Fn(usize) + Sync),
) -> Result<Vec<Measured>, Failure> {
    let progress = Progress::new();
    progress.phase("verifying");
    let mut passed = 0.0;
    verify(rows, || {
        passed += 1.0;
        progress.done(passed / rows.len() as f64);
    })?;
    progress.phase("measuring");
    take_all(rows, plan, pin, &progress)
}

/// Measures rows that were verified before once more.
pub(crate) fn measure_again(
    rows: &[Row],
    plan: Plan,
    pin: &(dyn Fn(usize) + Sync),
) -> Result<Vec<Measured>, Failure> {
    let progress = Progress::new();
    progress.phase("measuring again");
    take_all(rows, plan, pin, &progress)
}

/// Measures all rows.
fn take_all(
    rows: &[Row],
    plan: Plan,
    pin: &(dyn Fn(usize) + Sync),
    progress: &Progress,
) -> Result<Vec<Measured>, Failure> {
    let mut all = Vec::new();
    for group in rows.chunk_by(|a, b| a.threads == b.threads) {
        let make = |thread: usize| {
            pin(thread);
            workloads(group)
        };
        let before = all.len();
        let part = |part: f64| (before as f64 + part * group.len() as f64) / rows.len() as f64;
        let threads = group[0].threads;
        let samples = sampling::measure_on(threads, &make, plan, |done| progress.done(part(done)));
        for (row, samples) in group.iter().zip(samples) {
            all.push(measured(row, samples)?);
        }
    }
    progress.finish();
    Ok(all)
}

fn workloads(rows: &[Row]) -> Vec<Box<dyn Workload>> {
    let mut pool: HashMap<_, Rc<RefCell<Buffers>>> = HashMap::new();
    let mut workloads: Vec<Box<dyn Workload>> = Vec::new();
    for row in rows {
        let shared = (row.bytes, row.batch, row.mix.map(|mix| mix.name));
        let buffers = pool
            .entry(shared)
            .or_insert_with(|| Rc::new(RefCell::new(Buffers::random(&row.lengths()))));
        workloads.push(Box::new(TimedRow {
            subject: row.subject(),
            buffers: Rc::clone(buffers),
            is_cold: row.cache == CacheState::Cold,
        }));
    }
    workloads
}

/// The result of a row from its samples.
pub(crate) fn measured(row: &Row, samples: Samples) -> Result<Measured, Failure> {
    let bytes = row.bytes_per_call() as f64;
    let subject = row.subject();
    let gigabytes_per_second = samples
        .gigabytes_per_second(bytes)
        .ok_or_else(|| Failure::refused("no sample was taken"))?;
    Ok(Measured {
        row: *row,
        resolved_variant: subject.resolved_variant(),
        lanes: subject.lanes(),
        keys: subject.resolved_keys(),
        gigabytes_per_second,
        cycles_per_byte: samples.cycles_per_byte(bytes),
        clock_ghz: samples.clock(),
        samples,
    })
}
