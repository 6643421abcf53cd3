//! What rows come to beside each other: against peers, over lengths, on more threads.

use super::row::Row;
use super::run::Measured;
use crate::document::{Comparison, Difference, Fit};
use crate::measure::line::Line;
use crate::measure::statistics::Quartiles;

/// Ours against each peer that was measured beside it. Of ours on several backends or in several
/// variants each is compared.
pub(super) fn comparisons(measured: &[Measured]) -> Vec<Comparison> {
    let mut comparisons = Vec::new();
    for other in measured {
        let Some(peer) = other.row.peer else { continue };
        let beside = |ours: &&Measured| ours.row.peer.is_none() && ours.row.is_beside(&other.row);
        for ours in measured.iter().filter(beside) {
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

/// There is one where the middle halves of both are apart, and the middle half of the ratio is on
/// one side.
fn difference(ours: &Measured, other: &Measured, ratio: Quartiles) -> Difference {
    match ours.gigabytes_per_second.overlaps(other.gigabytes_per_second) {
        false if ratio.q1 > 1.0 => Difference::Faster,
        false if ratio.q3 < 1.0 => Difference::Slower,
        _ => Difference::None,
    }
}

/// Two lengths have a line through them whatever was measured.
const FEWEST_LENGTHS: usize = 3;

/// For each way of computing that was measured with several lengths, the line through its cycles.
pub(super) fn fits(measured: &[Measured]) -> Vec<Fit> {
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
        if points.len() < FEWEST_LENGTHS {
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

/// Whether they differ in the length of messages only.
fn are_alike(a: &Measured, b: &Measured) -> bool {
    let Row { variant, backend, batch, threads, cache, .. } = a.row;
    std::ptr::eq(a.row.entry, b.row.entry)
        && a.implementation() == b.implementation()
        && (variant, backend) == (b.row.variant, b.row.backend)
        && (batch, threads, cache, a.keys) == (b.row.batch, b.row.threads, b.row.cache, b.keys)
}

/// What several threads do, and how many times as much as one that is.
pub(super) struct Scaling<'m> {
    pub(super) alone: &'m Measured,
    pub(super) together: &'m Measured,
    pub(super) times: f64,
}

/// Each row on several threads beside the same on one.
pub(super) fn scalings(measured: &[Measured]) -> Vec<Scaling<'_>> {
    let mut scalings = Vec::new();
    for together in measured.iter().filter(|m| m.row.threads > 1) {
        let alone = measured.iter().find(|m| {
            let row = Row { threads: 1, ..together.row };
            m.row.is_beside(&row) && m.row.code() == row.code()
        });
        let Some(alone) = alone else { continue };
        let times = together.gigabytes_per_second.median / alone.gigabytes_per_second.median;
        scalings.push(Scaling { alone, together, times });
    }
    scalings
}
