//! Rows: what is measured, and what came out.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use lanecrypt::Backend;

use super::catalogue::{Buffers, Entry, Keys, Setting, Subject};
use super::verify::{random_buffers, verify};
use crate::failure::Failure;
use crate::measure::sampling::{self, Plan, Samples, Workload};
use crate::measure::statistics::Quartiles;
use crate::progress::Progress;

/// One line of the table, to be measured.
#[derive(Clone, Copy)]
pub(crate) struct Row {
    /// The operation.
    pub(crate) entry: &'static Entry,
    /// The variant asked for.
    pub(crate) variant: &'static str,
    /// The backend.
    pub(crate) backend: Backend,
    /// The length of each message.
    pub(crate) bytes: usize,
    /// Messages a call.
    pub(crate) batch: usize,
    /// The keys asked for.
    pub(crate) keys: Keys,
}

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
    /// By the clock at the time of each sample; none where it cannot be read.
    pub(crate) cycles_per_byte: Option<Quartiles>,
    /// The median of the clock.
    pub(crate) clock_ghz: Option<f64>,
    /// How many samples were taken.
    pub(crate) samples: usize,
}

impl Row {
    /// The row's way of computing.
    pub(crate) fn setting(&self) -> Setting {
        let Self { backend, variant, batch, keys, .. } = *self;
        Setting { backend, variant, batch, keys }
    }
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

/// A subject with its data. Rows of the same size share the data: what is in it does not matter
/// to the time, and it stays in the caches.
struct Timed {
    subject: Box<dyn Subject>,
    buffers: Rc<RefCell<Buffers>>,
}

impl Workload for Timed {
    fn offer(&mut self, timer: &mut dyn FnMut(&mut dyn FnMut())) {
        self.subject.offer(&mut self.buffers.borrow_mut(), timer);
    }
}

/// Verifies all rows, then measures them in turns.
pub(crate) fn measure_rows(rows: &[Row], plan: Plan) -> Result<Vec<Measured>, Failure> {
    let progress = Progress::new();
    progress.phase("verifying");
    let mut passed = 0.0;
    verify(rows, || {
        passed += 1.0;
        progress.done(passed / rows.len() as f64);
    })?;
    progress.phase("measuring");

    let mut pool: HashMap<(usize, usize), Rc<RefCell<Buffers>>> = HashMap::new();
    let mut workloads: Vec<Box<dyn Workload>> = Vec::new();
    for row in rows {
        let buffers = pool
            .entry((row.bytes, row.batch))
            .or_insert_with(|| Rc::new(RefCell::new(random_buffers(row.bytes, row.batch))));
        let subject = (row.entry.prepare)(&row.setting());
        workloads.push(Box::new(Timed { subject, buffers: Rc::clone(buffers) }));
    }
    let samples = sampling::measure(&mut workloads, plan, |part| progress.done(part));
    progress.finish();
    rows.iter().zip(&samples).map(|(row, samples)| measured(row, samples)).collect()
}

/// What the samples of a row come to.
pub(crate) fn measured(row: &Row, samples: &Samples) -> Result<Measured, Failure> {
    let bytes = row.bytes as f64 * row.batch as f64;
    let subject = (row.entry.prepare)(&row.setting());
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
        samples: samples.count(),
    })
}
