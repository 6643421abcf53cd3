//! The tables of a run.

use super::conclusions::Scaling;
use super::run::Measured;
use crate::document::{Comparison, Document, Fit, Standing};
use crate::failure::Failure;
use crate::format::{cells, percent, significant, size};
use crate::machine;
use crate::measure::counter;
use crate::measure::sampling::Plan;
use crate::output::Output;
use crate::sheet::ColumnKind::{Number, Text};
use crate::sheet::Sheet;

/// Prints the machine and how it was measured.
pub(crate) fn print_preface(
    measured: &[Measured],
    plan: Plan,
    out: &mut Output,
) -> Result<(), Failure> {
    let samples = measured.iter().map(|m| m.samples.count());
    let (fewest, most) = (samples.clone().min().unwrap_or(0), samples.max().unwrap_or(0));
    let taken = if fewest == most { most.to_string() } else { format!("{fewest} to {most}") };
    machine::print(out)?;
    out.line(format!(
        "Each call processes a batch of messages. Every nonce is loaded within the call. Fresh keys: each \
         message has its own key, set up\nwithin the call. Ready keys: all messages share one key, set up \
         before the call. Messages are encrypted in place and opened into another\nbuffer. Data is in the \
         caches as far as it fits, unless the cache state is cold. Figures are medians of {taken} samples \
         of {} ms or one call;\nquartiles are in brackets. All rows are interleaved. 1 GB is 10^9 bytes. \
         Every row was verified against known answers, and against the\nreference variant or the portable \
         backend.\nCycles: {}.",
        plan.sample_time.as_millis(),
        counter::source()
    ))?;
    out.line("")
}

/// The results.
pub(crate) fn results(measured: &[Measured], document: &Document) -> Sheet {
    let mut sheet = Sheet::new(
        "Results",
        &[
            ("algorithm", Text),
            ("operation", Text),
            ("implementation", Text),
            ("variant", Text),
            ("backend", Text),
            ("lanes", Number),
            ("size", Number),
            ("batch", Number),
            ("keys", Text),
            ("cache", Text),
            ("threads", Number),
            ("GB/s", Number),
            ("", Text),
            ("Gbit/s", Number),
            ("cycles/byte", Number),
            (" ", Text),
            ("bound", Number),
            ("reached", Number),
            ("limited by", Text),
            ("GHz", Number),
        ],
    );
    for (m, result) in measured.iter().zip(&document.results) {
        let (gb, gb_range) = cells(Some(m.gigabytes_per_second));
        let (cycles, cycles_range) = cells(m.cycles_per_byte);
        let bound = result.bound.as_ref();
        let or_dash = |text: Option<String>| text.unwrap_or_else(|| "-".to_owned());
        sheet.push(vec![
            result.algorithm.clone(),
            result.operation.clone(),
            format!("{} {}", result.implementation.name, result.implementation.version),
            or_dash(m.own(m.variant_label().as_str())),
            or_dash(result.backend.clone()),
            or_dash(result.lanes.map(|lanes| lanes.to_string())),
            m.row.mix.map_or_else(|| size(m.row.bytes), |mix| mix.name.to_owned()),
            m.row.batch.to_string(),
            result.keys.clone(),
            result.cache.clone(),
            result.threads.to_string(),
            gb,
            gb_range,
            significant(m.gigabits_per_second().median),
            cycles,
            cycles_range,
            bound.map_or_else(String::new, |bound| significant(bound.cycles_per_byte)),
            bound.and_then(|bound| bound.fraction).map_or_else(String::new, percent),
            bound.map_or_else(String::new, |bound| bound.limiting.clone()),
            m.clock_ghz.map_or_else(|| "?".to_owned(), |clock| format!("{clock:.2}")),
        ]);
    }
    let ours = format!("lanecrypt {}", env!("CARGO_PKG_VERSION"));
    sheet.without(&[
        ("implementation", &ours),
        ("cache", "warm"),
        ("threads", "1"),
        ("bound", ""),
        ("reached", ""),
        ("limited by", ""),
    ])
}

/// The comparisons with peers.
pub(crate) fn comparisons(comparisons: &[Comparison]) -> Sheet {
    let mut sheet = Sheet::new(
        "Comparison with other libraries (ratio: their time over lanecrypt's)",
        &[
            ("algorithm", Text),
            ("operation", Text),
            ("size", Number),
            ("batch", Number),
            ("keys", Text),
            ("cache", Text),
            ("threads", Number),
            ("backend", Text),
            ("peer", Text),
            ("ratio", Number),
            ("", Text),
            ("lanecrypt is", Text),
        ],
    );
    for c in comparisons {
        let (ratio, range) = cells(Some(c.ratio));
        sheet.push(vec![
            c.algorithm.clone(),
            c.operation.clone(),
            c.mix.clone().unwrap_or_else(|| size(c.message_bytes)),
            c.batch.to_string(),
            c.keys.clone(),
            c.cache.clone(),
            c.threads.to_string(),
            c.backend.clone(),
            format!("{} {}", c.peer, c.peer_version),
            ratio,
            range,
            c.standing_in_words(),
        ]);
    }
    sheet.without(&[("cache", "warm"), ("threads", "1")])
}

/// How many comparisons lanecrypt is ahead in, per peer, size and kind of keys.
pub(crate) fn summary(comparisons: &[Comparison]) -> Sheet {
    let mut sheet = Sheet::new(
        "Rows in which lanecrypt is ahead, level, behind (by more than 3 %)",
        &[
            ("peer", Text),
            ("size", Number),
            ("keys", Text),
            ("ahead", Number),
            ("level", Number),
            ("BEHIND", Number),
        ],
    );
    let key = |c: &Comparison| {
        let length = c.mix.clone().unwrap_or_else(|| size(c.message_bytes));
        (format!("{} {}", c.peer, c.peer_version), c.message_bytes, length, c.keys.clone())
    };
    let mut keys: Vec<_> = comparisons.iter().map(key).collect();
    keys.sort();
    keys.dedup();
    for group in keys {
        let count = |standing| {
            let alike =
                comparisons.iter().filter(|c| key(c) == group && c.standing == Some(standing));
            alike.count().to_string()
        };
        let counts = [Standing::Ahead, Standing::Level, Standing::Behind].map(count);
        let (peer, _, length, keys) = group;
        sheet.push([vec![peer, length, keys], counts.to_vec()].concat());
    }
    sheet
}

/// What the words of comparisons mean, if there are any.
pub(crate) fn standings_explained(comparisons: &[Comparison]) -> Option<String> {
    const TEXT: &str = "Ratios are the peer's time over lanecrypt's. Ahead: the lower quartile is above 1.03. \
                        Behind: the upper quartile is below 0.97, in each\nof three measurements. Level: neither.";
    (!comparisons.is_empty()).then(|| TEXT.to_owned())
}

/// The sentence that names the peers whose instructions are better than those of a backend that they are
/// compared with.
pub(crate) fn peers_above(measured: &[Measured]) -> Option<String> {
    let mut names: Vec<String> = Vec::new();
    for peer in measured.iter().filter(|m| m.row.peer.is_some()) {
        let is_above =
            |ours: &Measured| peer.row.is_above(&ours.row) && peer.row.is_peer_of(&ours.row);
        if measured.iter().any(is_above) && !names.contains(&peer.row.code()) {
            names.push(peer.row.code());
        }
    }
    (!names.is_empty()).then(|| {
        format!(
            "Compared at their own best instructions, not at those of the backend: {}.",
            names.join(", ")
        )
    })
}

impl Comparison {
    /// Where lanecrypt stands compared with the peer, and how often it was found behind.
    fn standing_in_words(&self) -> String {
        let standing = match self.standing {
            Some(Standing::Ahead) => "ahead",
            Some(Standing::Behind) => "BEHIND",
            _ => "level",
        };
        match self.found_behind {
            None => standing.to_owned(),
            Some([times, of]) => format!("{standing} (behind {times} of {of} times)"),
        }
    }
}

/// The fixed cost of messages, and the cost per byte.
pub(crate) fn fits(fits: &[Fit]) -> Sheet {
    let mut sheet = Sheet::new(
        "Cycles per message: fixed cost, and cost per byte",
        &[
            ("algorithm", Text),
            ("operation", Text),
            ("implementation", Text),
            ("variant", Text),
            ("backend", Text),
            ("batch", Number),
            ("keys", Text),
            ("cache", Text),
            ("threads", Number),
            ("fixed", Number),
            ("per byte", Number),
            ("lengths", Number),
            ("worst error", Number),
        ],
    );
    for fit in fits {
        let or_dash = |text: &Option<String>| text.clone().unwrap_or_else(|| "-".to_owned());
        sheet.push(vec![
            fit.algorithm.clone(),
            fit.operation.clone(),
            format!("{} {}", fit.implementation.name, fit.implementation.version),
            or_dash(&fit.resolved_variant),
            or_dash(&fit.backend),
            fit.batch.to_string(),
            fit.keys.clone(),
            fit.cache.clone(),
            fit.threads.to_string(),
            significant(fit.fixed_cycles),
            significant(fit.cycles_per_byte),
            fit.message_bytes.len().to_string(),
            percent(fit.worst_error),
        ]);
    }
    let ours = format!("lanecrypt {}", env!("CARGO_PKG_VERSION"));
    sheet.without(&[("implementation", &ours), ("cache", "warm"), ("threads", "1")])
}

/// Several threads compared with one.
pub(crate) fn scalings(scalings: &[Scaling<'_>]) -> Sheet {
    let mut sheet = Sheet::new(
        "Several threads compared with one thread",
        &[
            ("algorithm", Text),
            ("operation", Text),
            ("code", Text),
            ("size", Number),
            ("batch", Number),
            ("keys", Text),
            ("threads", Number),
            ("GB/s, one", Number),
            ("GB/s, all", Number),
            ("ratio", Number),
        ],
    );
    for Scaling { alone, together, times } in scalings {
        let row = &together.row;
        sheet.push(vec![
            row.entry.algorithm.to_owned(),
            row.entry.operation.to_owned(),
            row.code(),
            row.mix.map_or_else(|| size(row.bytes), |mix| mix.name.to_owned()),
            row.batch.to_string(),
            together.keys.name().to_owned(),
            row.threads.to_string(),
            significant(alone.gigabytes_per_second.median),
            significant(together.gigabytes_per_second.median),
            format!("{times:.2}"),
        ]);
    }
    sheet
}
