//! Conclusions from several rows: comparisons with peers, fits over lengths, scaling over threads.

use super::row::Row;
use super::run::Measured;
use crate::document::{Comparison, Difference, Fit};
use crate::measure::line::Line;
use crate::measure::statistics::Quartiles;

/// The comparisons of lanecrypt with each peer under the same conditions. If lanecrypt was measured on
/// several backends or in several variants, each is compared.
pub(crate) fn comparisons(measured: &[Measured]) -> Vec<Comparison> {
    let mut comparisons = Vec::new();
    for other in measured {
        let Some(peer) = other.row.peer else { continue };
        let comparable =
            |ours: &&Measured| ours.row.peer.is_none() && ours.row.is_comparable_with(&other.row);
        for ours in measured.iter().filter(comparable) {
            let Some(ratio) = ours.samples.ratio(&other.samples) else { continue };
            let Row { entry, bytes, mix, batch, threads, cache, backend, .. } = ours.row;
            comparisons.push(Comparison {
                algorithm: entry.algorithm.to_owned(),
                operation: entry.operation.to_owned(),
                message_bytes: bytes,
                mix: mix.map(|mix| mix.name.to_owned()),
                batch,
                keys: ours.keys.name().to_owned(),
                threads,
                cache: cache.name().to_owned(),
                backend: backend.name().to_owned(),
                peer: peer.name().to_owned(),
                peer_version: peer.version(),
                ratio,
                difference: difference(ours, other, ratio),
            });
        }
    }
    comparisons
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
