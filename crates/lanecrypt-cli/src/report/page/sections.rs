//! The sections on measurements.

use maud::{Markup, html};

use super::parts::{boxed, figure, missing};
use crate::document::{Comparison, Difference};
use crate::format::{significant, size};
use crate::report::figures::Figures;
use crate::report::gather::{Gathered, On};

/// The number of figures that are shown at first.
const PANELS: usize = 8;

/// Figures with more rows are folded.
const ROWS: usize = 60;

/// Throughput over message size.
pub(super) fn sizes(figures: &Figures) -> Markup {
    let (first, rest) = figures.sizes.split_at(figures.sizes.len().min(PANELS));
    html! {
        @if first.is_empty() {
            (missing("operations at three or more sizes", &[
                "bench aes128 --sizes sweep --json RUN.json",
                "bench aes128 --sizes sweep --backend all --json RUN.json",
            ]))
        } @else {
            p {
                "Each line is a backend of lanecrypt or another library. Where a line is flat, the cost per \
                 byte dominates. Where it rises, the fixed cost per message dominates. The values are \
                 medians; both axes are logarithmic. A dashed line is the bound: no schedule of the same \
                 instructions is faster."
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

/// Suites of algorithms.
pub(super) fn suites(figures: &Figures) -> Markup {
    html! {
        @if figures.suites.is_empty() {
            (missing("a suite of algorithms at three or more sizes", &[
                "bench --suite 5g --json RUN.json",
            ]))
        } @else {
            p { "Throughput at the message sizes and batch sizes that are usual for these algorithms." }
            div.panels { @for one in &figures.suites { (figure(one)) } }
        }
    }
}

/// The section on peers.
pub(super) fn peers(gathered: &Gathered, figures: &Figures) -> Markup {
    if figures.peers.is_empty() {
        return missing("comparisons with other libraries", &["bench --peers --json RUN.json"]);
    }
    html! {
        p {
            "All libraries were measured interleaved, in one process, on the same bytes. There is no \
             difference if the quartiles overlap. All comparisons are shown, losses too."
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

/// The comparisons in which lanecrypt is slower, the worst first.
fn lost(gathered: &Gathered) -> Markup {
    let mut lost: Vec<&On<Comparison>> =
        gathered.comparisons.iter().filter(|on| on.it.difference == Difference::Slower).collect();
    lost.sort_by(|a, b| a.it.ratio.median.total_cmp(&b.it.ratio.median));
    let several = gathered.machines.len() > 1;
    html! {
        h3 { "Lanecrypt is slower" }
        @if lost.is_empty() {
            p { "Lanecrypt is slower in none of the comparisons." }
        } @else {
            p { "Lanecrypt is slower in " (lost.len()) " comparisons. The worst comes first." }
            (boxed("Lanecrypt is slower", "tall", html! {
                table.wide {
                    thead { tr {
                        th { "operation" } th.n { "size" } th.n { "batch" } th { "keys" } th { "cache" }
                        th { "library" } th.n { "ratio" } th.n {} th.n { "its time" }
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
                                td.n { (format!("{:.0} % of lanecrypt's", 100.0 * it.ratio.median)) }
                                @if several { td { (gathered.letter(*machine).unwrap_or_default()) } }
                            }
                        }
                    }
                }
            }))
        }
    }
}

/// The section on bounds.
pub(super) fn bounds(figures: &Figures) -> Markup {
    html! {
        @if figures.bounds.is_empty() {
            (missing("bounds", &["bench all --json RUN.json"]))
        } @else {
            p {
                "The bound of a kernel follows from the number of its instructions and their measured costs \
                 on this core. No order of the same instructions is faster. A kernel with fewer \
                 instructions can be faster."
            }
            @for one in &figures.bounds { (figure(one)) }
        }
    }
}

/// The section on fixed costs.
pub(super) fn costs(gathered: &Gathered) -> Markup {
    if gathered.fits.is_empty() {
        return missing(
            "operations at three or more sizes",
            &["bench --sizes sweep --json RUN.json"],
        );
    }
    let several = gathered.machines.len() > 1;
    let table = html! {
        table.wide.sortable {
            thead { tr {
                th { "operation" } th { "implementation" } th { "backend" } th.n { "fixed cycles" }
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
            "Cycles of a message = fixed cycles + cycles/byte × its length. The line is fitted to the \
             measured lengths. At the length “half speed at”, the bytes cost as much as the fixed cycles. \
             The worst error is the largest distance of a measured length from the line."
        }
        (boxed("Fixed cost and cost per byte", "tall", table))
    }
}
