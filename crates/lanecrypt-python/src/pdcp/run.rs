//! PDUs in arrays through the batch call of the library.

use lanecrypt::threegpp::{Pdcp, PduJob};
use lanecrypt::{Error, Quantity, Report, Status};

use crate::errors::Failures;
use crate::many::rows::{Cut, JOBS};
use crate::many::{Lengths, Rows, threads};

/// The most bytes of a PDU: it has less than 2^32 bits.
const MAX_BYTES: u64 = u32::MAX as u64 / 8;

/// One value for all PDUs, or one for each.
pub(super) enum Each<T> {
    Same(T),
    Rows(Vec<T>),
}

impl<T: Copy> Each<T> {
    fn of(&self, row: usize) -> T {
        match self {
            Self::Same(value) => *value,
            Self::Rows(values) => values[row],
        }
    }
}

/// PDUs to be protected or opened. All lengths of arrays have been checked.
pub(super) struct Pdus<'a> {
    pub(super) bearers: Each<&'a Pdcp>,
    pub(super) counts: Vec<u32>,
    pub(super) header_bytes: Each<usize>,
    pub(super) lengths: Lengths<'a>,
    /// `None` if the PDUs are in place.
    pub(super) input: Option<Rows<'a>>,
    pub(super) output: &'a mut [u8],
}

/// What is done to them.
pub(super) type Call = fn(&mut [PduJob<'_>]) -> Report;

/// Protects or opens the PDUs on so many threads.
pub(super) fn run(pdus: Pdus<'_>, call: Call, threads: usize) -> Failures {
    let Pdus { bearers, counts, header_bytes, lengths, input, output } = pdus;
    let mut output = Cut(output);
    output.take(lengths.start());
    let parts: Vec<_> = threads::parts(counts.len())
        .map(|rows| {
            let bytes = rows.clone().map(|row| lengths.of(row)).sum();
            (rows, Cut(output.take(bytes)))
        })
        .collect();
    threads::run(parts, threads, |(rows, mut output)| {
        let mut failures = Failures::default();
        let (mut jobs, mut numbers) = (Vec::with_capacity(JOBS), Vec::with_capacity(JOBS));
        for row in rows {
            let pdu = output.take(lengths.of(row));
            let (pdcp, header) = (bearers.of(row), header_bytes.of(row));
            // Before anything is written.
            if let Err(error) = check(pdcp, header, pdu.len()) {
                failures.push(row, error);
                continue;
            }
            if let Some(input) = &input {
                pdu.copy_from_slice(input.row(row));
            }
            jobs.push(PduJob::new(pdcp, counts[row], header, pdu));
            numbers.push(row);
            if jobs.len() == JOBS {
                process(call, &mut jobs, &mut numbers, &mut failures);
            }
        }
        process(call, &mut jobs, &mut numbers, &mut failures);
        failures
    })
}

/// Processes the jobs and empties both lists.
fn process(
    call: Call,
    jobs: &mut Vec<PduJob<'_>>,
    numbers: &mut Vec<usize>,
    failures: &mut Failures,
) {
    if !call(jobs).is_ok() {
        for (job, number) in jobs.iter().zip(&*numbers) {
            match job.status() {
                Status::Done => {}
                Status::Failed(error) => failures.push(*number, error),
                // No job stays pending.
                _ => failures.push(*number, Error::Authentication),
            }
        }
    }
    jobs.clear();
    numbers.clear();
}

/// What the library would refuse, of a PDU that is not there yet.
fn check(pdcp: &Pdcp, header: usize, bytes: usize) -> Result<(), Error> {
    let min = header.saturating_add(pdcp.mac_bytes());
    if bytes < min {
        return Err(Error::PduLength { bytes, min });
    }
    let bytes = bytes as u64;
    if bytes > MAX_BYTES {
        return Err(Error::TooLong { what: Quantity::Message, bytes, max: MAX_BYTES });
    }
    Ok(())
}
