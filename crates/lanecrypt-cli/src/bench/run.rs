//! Rows, measured.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use super::catalogue::{Buffers, Keys, Subject};
use super::row::{Row, Temperature};
use super::verify::{random_buffers, verify};
use crate::failure::Failure;
use crate::measure::samples::Samples;
use crate::measure::sampling::{self, Plan, Workload};
use crate::measure::statistics::Quartiles;
use crate::progress::Progress;

/// One line of the table, measured.
#[derive(Clone)]
pub(crate) struct Measured {
    /// What was measured.
    pub(crate) row: Row,
    /// The variant that it came to.
    pub(crate) resolved_variant: &'static str,
    /// Messages under way at a time.
    pub(crate) lanes: usize,
    /// What the keys came to.
    pub(crate) keys: Keys,
    /// 10^9 bytes a second.
    pub(crate) gigabytes_per_second: Quartiles,
    /// Of a thread; none where there is nothing to count by.
    pub(crate) cycles_per_byte: Option<Quartiles>,
    /// The median of the clock.
    pub(crate) clock_ghz: Option<f64>,
    /// All that was sampled.
    pub(crate) samples: Samples,
}

impl Measured {
    /// 10^9 bits a second.
    pub(crate) fn gigabits_per_second(&self) -> Quartiles {
        self.gigabytes_per_second.scaled(8.0)
    }

    /// The variant, with what `auto` came to.
    pub(crate) fn variant_label(&self) -> String {
        match self.row.variant == self.resolved_variant {
            true => self.row.variant.to_owned(),
            false => format!("{} ({})", self.row.variant, self.resolved_variant),
        }
    }
}

/// A subject with its data. Rows of the same lengths share the data: what is in it does not matter
/// to the time, and it stays in the caches.
struct Timed {
    subject: Box<dyn Subject>,
    buffers: Rc<RefCell<Buffers>>,
    is_cold: bool,
}

impl Workload for Timed {
    fn offer(&mut self, timer: &mut dyn FnMut(&mut dyn FnMut())) {
        self.subject.offer(&mut self.buffers.borrow_mut(), timer);
    }

    fn is_cold(&self) -> bool {
        self.is_cold
    }
}

/// Verifies all rows, then measures them in turns; those of one number of threads, then those of
/// the next. `pin` is told the number of a thread before it begins.
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
            .or_insert_with(|| Rc::new(RefCell::new(random_buffers(&row.lengths()))));
        workloads.push(Box::new(Timed {
            subject: row.subject(),
            buffers: Rc::clone(buffers),
            is_cold: row.cache == Temperature::Cold,
        }));
    }
    workloads
}

/// What the samples of a row come to.
pub(crate) fn measured(row: &Row, samples: Samples) -> Result<Measured, Failure> {
    let bytes = row.bytes_a_call() as f64;
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
