//! The sections of what was measured.

use maud::{Markup, html};

use super::parts::{boxed, figure, missing};
use crate::bench::{significant, size};
use crate::document::{Comparison, Difference};
use crate::report::figures::Figures;
use crate::report::gather::{Gathered, On};

/// So many figures of sizes are shown at once.
const PANELS: usize = 8;

/// Figures of more rows are shown when asked for.
const ROWS: usize = 60;

/// Throughput over message size.
pub(super) fn sizes(figures: &Figures) -> Markup {
    let (first, rest) = figures.sizes.split_at(figures.sizes.len().min(PANELS));
    html! {
        @if first.is_empty() {
            (missing("one operation at three lengths or more", &[
                "bench aes128 --size sweep --json RUN.json",
                "bench aes128 --size sweep --backend all --json RUN.json",
            ]))
        } @else {
            p {
                "A line for every backend of ours and every peer. Where a line is \
                 flat, time goes into bytes; where it climbs in proportion, into what every message \
                 costs. Medians; both axes in equal ratios. A dashed bound is what no schedule of the \
                 same operations can beat."
            }
            div.panels { @for one in first { (figure(one)) } }
            @if !rest.is_empty() {
                details {
                    summary { (rest.len()) " more" }
                    div.panels { @for one in rest { (figure(one)) } }
                }
            }
        }
    }
}

/// Ours against peers.
pub(super) fn peers(gathered: &Gathered, figures: &Figures) -> Markup {
    if figures.peers.is_empty() {
        return missing("comparisons with peers", &["bench --peers --json RUN.json"]);
    }
    html! {
        p {
            "Measured in turns, in one process, on the same bytes. Where the quartiles of the ratio \
             lie on both sides of 1, there is no difference. Nothing is left away."
        }
        @for one in &figures.peers {
            @if one.rows() > ROWS {
                details {
                    summary { (one.title) " (" (one.rows()) ")" }
                    (figure(one))
                }
            } @else {
                (figure(one))
            }
        }
        (lost(gathered))
    }
}

/// What peers do faster, the worst first.
fn lost(gathered: &Gathered) -> Markup {
    let mut lost: Vec<&On<Comparison>> =
        gathered.comparisons.iter().filter(|on| on.it.difference == Difference::Slower).collect();
    lost.sort_by(|a, b| a.it.ratio.median.total_cmp(&b.it.ratio.median));
    let several = gathered.machines.len() > 1;
    html! {
        h3 { "Where ours is slower" }
        @if lost.is_empty() {
            p { "Nowhere in these documents." }
        } @else {
            p { (lost.len()) " comparisons, the worst first." }
            (boxed("Where ours is slower", "tall", html! {
                table.wide {
                    thead { tr {
                        th { "operation" } th.n { "size" } th.n { "batch" } th { "keys" } th { "cache" }
                        th { "peer" } th.n { "ratio" } th.n {} th.n { "peer takes" }
                        @if several { th { "machine" } }
                    } }
                    tbody {
                        @for On { machine, it } in lost {
                            tr {
                                td { (it.algorithm) "/" (it.operation) }
                                td.n { (it.mix.clone().unwrap_or_else(|| size(it.message_bytes))) }
                                td.n { (it.batch) }
                                td { (it.keys) }
                                td { (it.cache) }
                                td { (it.peer) " " (it.peer_version) }
                                td.n { (significant(it.ratio.median)) }
                                td.n.q { "[" (significant(it.ratio.q1)) " " (significant(it.ratio.q3)) "]" }
                                td.n { (format!("{:.0} % of our time", 100.0 * it.ratio.median)) }
                                @if several { td { (gathered.letter(*machine).unwrap_or_default()) } }
                            }
                        }
                    }
                }
            }))
        }
    }
}

/// Measured against bounds.
pub(super) fn bounds(figures: &Figures) -> Markup {
    html! {
        @if figures.bounds.is_empty() {
            (missing("bounds", &["bench all --json RUN.json"]))
        } @else {
            p {
                "The bound of a kernel is what its operations, counted, cost on the ports of this \
                 core, measured: no order of the same operations is faster. A kernel of fewer \
                 operations can be."
            }
            @for one in &figures.bounds { (figure(one)) }
        }
    }
}

/// What messages cost besides their bytes.
pub(super) fn costs(gathered: &Gathered) -> Markup {
    if gathered.fits.is_empty() {
        return missing("lines through lengths", &["bench --size sweep --json RUN.json"]);
    }
    let several = gathered.machines.len() > 1;
    let table = html! {
        table.wide.sortable {
            thead { tr {
                th { "operation" } th { "implementation" } th { "backend" } th.n { "cycles a message" }
                th.n { "cycles/byte" } th.n { "half speed at" } th.n { "worst error" } th.n { "lengths" }
                th { "variant" } th.n { "batch" } th { "keys" } th { "cache" } th.n { "threads" }
                @if several { th { "machine" } }
            } }
            tbody {
                @for On { machine, it } in &gathered.fits {
                    tr {
                        td { (it.algorithm) "/" (it.operation) }
                        td { (it.implementation.name) " " (it.implementation.version) }
                        td { (it.backend.as_deref().unwrap_or("")) }
                        td.n data-value=(it.fixed_cycles) { (significant(it.fixed_cycles)) }
                        td.n data-value=(it.cycles_per_byte) { (significant(it.cycles_per_byte)) }
                        @let half = it.fixed_cycles / it.cycles_per_byte;
                        @if half.is_finite() && half > 0.0 {
                            td.n data-value=(half) { (format!("{half:.0} B")) }
                        } @else { td.n {} }
                        td.n data-value=(it.worst_error) { (format!("{:.0} %", 100.0 * it.worst_error)) }
                        td.n { (it.message_bytes.len()) }
                        td { (it.resolved_variant.as_deref().unwrap_or("")) }
                        td.n { (it.batch) }
                        td { (it.keys) }
                        td { (it.cache) }
                        td.n { (it.threads) }
                        @if several { td { (gathered.letter(*machine).unwrap_or_default()) } }
                    }
                }
            }
        }
    };
    html! {
        p {
            "Cycles of a message = fixed cost + slope × its bytes, by a line through the lengths \
             measured. At “half speed” a message is so long that its bytes cost as much as it does \
             itself. The worst error is the most that a length is off the line."
        }
        (boxed("Fixed cost and slope", "tall", table))
    }
}
