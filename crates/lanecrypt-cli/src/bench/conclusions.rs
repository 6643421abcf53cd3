//! Conclusions from several rows: comparisons with peers, fits over lengths, scaling over threads.

use super::row::Row;
use super::run::Measured;
use crate::document::{Comparison, Difference, Fit, Implementation, Standing};
use crate::failure::Failure;
use crate::measure::line::Line;
use crate::measure::statistics::Quartiles;

/// The comparisons of lanecrypt with each peer under the same conditions. If lanecrypt was measured on
/// several backends or in several variants, each is compared.
pub(crate) fn comparisons(measured: &[Measured]) -> Vec<Comparison> {
    let compared = |(ours, other, ratio): (&Measured, &Measured, Quartiles)| {
        let Row { entry, bytes, mix, batch, threads, cache, backend, .. } = ours.row;
        let Implementation { name: peer, version: peer_version } = other.implementation();
        Comparison {
            algorithm: entry.algorithm.to_owned(),
            operation: entry.operation.to_owned(),
            message_bytes: bytes,
            mix: mix.map(|mix| mix.name.to_owned()),
            batch,
            keys: ours.keys.name().to_owned(),
            threads,
            cache: cache.name().to_owned(),
            backend: backend.name().to_owned(),
            peer,
            peer_version,
            ratio,
            difference: difference(ours, other, ratio),
            standing: Some(Standing::of(ratio)),
            found_behind: None,
        }
    };
    pairs(measured).map(compared).collect()
}

/// Each row of a peer with each row of lanecrypt that it is compared with, and the ratio of their times.
fn pairs(measured: &[Measured]) -> impl Iterator<Item = (&Measured, &Measured, Quartiles)> {
    measured.iter().flat_map(move |other| {
        let compared = measured.iter().filter(|ours| other.row.is_peer_of(&ours.row));
        compared.filter_map(move |ours| Some((ours, other, ours.samples.ratio(&other.samples)?)))
    })
}

/// How often a row is measured before it counts as behind.
const TIMES_BEHIND: usize = 3;

/// Measures what was found behind up to twice more, with `again`: the rows, interleaved, are passed to
/// it. Only what is behind each time counts as behind.
pub(crate) fn confirm(
    measured: &[Measured],
    comparisons: &mut [Comparison],
    mut again: impl FnMut(&[Row]) -> Result<Vec<Measured>, Failure>,
) -> Result<(), Failure> {
    let pairs: Vec<(Row, Row)> =
        pairs(measured).map(|(ours, other, _)| (ours.row, other.row)).collect();
    let mut behind: Vec<usize> = (0..comparisons.len())
        .filter(|&at| comparisons[at].standing == Some(Standing::Behind))
        .collect();
    for times in 2..=TIMES_BEHIND {
        if behind.is_empty() {
            break;
        }
        let rows: Vec<Row> = behind.iter().flat_map(|&at| [pairs[at].0, pairs[at].1]).collect();
        let repeated = again(&rows)?;
        let mut still = Vec::new();
        for (&at, pair) in behind.iter().zip(repeated.chunks(2)) {
            let ratio = pair[0].samples.ratio(&pair[1].samples);
            let standing = ratio.map_or(Standing::Level, Standing::of);
            let comparison = &mut comparisons[at];
            match standing {
                Standing::Behind => {
                    comparison.found_behind = Some([times, times]);
                    still.push(at);
                }
                _ => {
                    comparison.found_behind = Some([times - 1, times]);
                    comparison.standing = Some(Standing::Level);
                }
            }
        }
        behind = still;
    }
    Ok(())
}

/// The conclusion of a comparison. There is a difference if the quartiles of both rates do not overlap
/// and those of the ratio lie on one side of 1.
fn difference(ours: &Measured, other: &Measured, ratio: Quartiles) -> Difference {
    match ours.gigabytes_per_second.overlaps(other.gigabytes_per_second) {
        false if ratio.q1 > 1.0 => Difference::Faster,
        false if ratio.q3 < 1.0 => Difference::Slower,
        _ => Difference::None,
    }
}

/// The smallest number of lengths for a fit: a line always goes through two points.
const MIN_LENGTHS: usize = 3;

/// The fits: a line through the cycles per message, for everything that was measured at several lengths.
pub(crate) fn fits(measured: &[Measured]) -> Vec<Fit> {
    let mut fits: Vec<Fit> = Vec::new();
    let mut done: Vec<&Measured> = Vec::new();
    for first in measured.iter().filter(|m| m.row.mix.is_none()) {
        if done.iter().any(|other| are_alike(first, other)) {
            continue;
        }
        done.push(first);
        let alike = measured.iter().filter(|m| are_alike(first, m) && m.row.mix.is_none());
        let point = |m: &Measured| {
            let bytes = m.row.bytes as f64;
            Some((bytes, m.cycles_per_byte?.median * bytes))
        };
        let points: Vec<(f64, f64)> = alike.filter_map(point).collect();
        if points.len() < MIN_LENGTHS {
            continue;
        }
        let Some(line) = Line::through(&points) else { continue };
        let Row { entry, batch, threads, cache, .. } = first.row;
        fits.push(Fit {
            algorithm: entry.algorithm.to_owned(),
            operation: entry.operation.to_owned(),
            implementation: first.implementation(),
            resolved_variant: first.own(first.resolved_variant),
            backend: first.own(first.row.backend.name()),
            batch,
            keys: first.keys.name().to_owned(),
            threads,
            cache: cache.name().to_owned(),
            fixed_cycles: line.fixed,
            cycles_per_byte: line.slope,
            message_bytes: points.iter().map(|(bytes, _)| *bytes as usize).collect(),
            worst_error: line.worst_error(&points),
        });
    }
    fits
}

/// Whether two results differ in the length of messages only.
fn are_alike(a: &Measured, b: &Measured) -> bool {
    let Row { variant, backend, batch, threads, cache, .. } = a.row;
    std::ptr::eq(a.row.entry, b.row.entry)
        && a.implementation() == b.implementation()
        && (variant, backend) == (b.row.variant, b.row.backend)
        && (batch, threads, cache, a.keys) == (b.row.batch, b.row.threads, b.row.cache, b.keys)
}

/// A result on several threads compared with the same on one thread.
pub(crate) struct Scaling<'m> {
    pub(crate) alone: &'m Measured,
    pub(crate) together: &'m Measured,
    pub(crate) times: f64,
}

/// The comparisons of several threads with one.
pub(crate) fn scalings(measured: &[Measured]) -> Vec<Scaling<'_>> {
    let mut scalings = Vec::new();
    for together in measured.iter().filter(|m| m.row.threads > 1) {
        let alone = measured.iter().find(|m| {
            let row = Row { threads: 1, ..together.row };
            m.row.is_comparable_with(&row) && m.row.code() == row.code()
        });
        let Some(alone) = alone else { continue };
        let times = together.gigabytes_per_second.median / alone.gigabytes_per_second.median;
        scalings.push(Scaling { alone, together, times });
    }
    scalings
}

#[cfg(test)]
mod tests {
    use lanecrypt::Backend;

    use super::*;
    use crate::bench::{catalogue, measure_again};
    use crate::entry::{Buffers, Keys, Setting, Subject};
    use crate::measure::sampling::Plan;
    use crate::peers::Peer;

    /// A peer that does nothing, which is fast.
    struct Idle;

    impl Peer for Idle {
        fn name(&self) -> &'static str {
            "idle"
        }

        fn version(&self) -> String {
            "1".to_owned()
        }

        fn prepare(&self, _: &str, _: &str, _: &Setting) -> Option<Box<dyn Subject>> {
            Some(Box::new(Nothing))
        }
    }

    struct Nothing;

    impl Subject for Nothing {
        fn offer(&self, _: &mut Buffers, timer: &mut dyn FnMut(&mut dyn FnMut())) {
            timer(&mut || ());
        }
    }

    #[test]
    fn what_is_behind_is_measured_again() {
        let ours = Row::ours(catalogue::all()[0], "auto", Backend::Portable, 4096, 4, Keys::Fresh);
        let rows = [ours, Row { peer: Some(&Idle), ..ours }];
        let measure = |rows: &[Row]| measure_again(rows, Plan::QUICK, &|_| ());
        let measured = measure(&rows).expect("a measurement");
        let found = |swapped: bool| {
            let mut comparisons = comparisons(&measured);
            let mut calls = 0;
            let again = |rows: &[Row]| {
                calls += 1;
                let mut repeated = measure(rows)?;
                if swapped {
                    repeated.reverse();
                }
                Ok(repeated)
            };
            confirm(&measured, &mut comparisons, again).expect("a measurement");
            (calls, comparisons[0].standing, comparisons[0].found_behind)
        };
        assert_eq!(found(false), (2, Some(Standing::Behind), Some([3, 3])));
        assert_eq!(found(true), (1, Some(Standing::Level), Some([1, 2])));
    }
}
