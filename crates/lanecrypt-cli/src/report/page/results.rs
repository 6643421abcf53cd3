//! The table of all results.

use maud::{Markup, html};

use super::parts::{boxed, cells, missing};
use crate::document::ResultRow;
use crate::format::size;
use crate::report::gather::{Gathered, On};

/// The section.
pub(super) fn section(gathered: &Gathered) -> Markup {
    if gathered.results.is_empty() {
        return missing("results", &["bench --json RUN.json"]);
    }
    let several = gathered.machines.len() > 1;
    let table = html! {
        table.wide.sortable {
            thead { tr {
                th { "algorithm" } th { "operation" } th { "implementation" } th { "variant" }
                th { "backend" } th.n { "lanes" } th.n { "size" } th.n { "batch" } th { "keys" }
                th.n { "threads" } th { "cache" } th.n { "GB/s" } th.n { "quartiles" } th.n { "cycles/byte" }
                th.n { "quartiles" } th.n { "GHz" } th.n { "of bound" } th { "limited by" }
                th.n { "samples" } th.n { "outliers" }
                @if several { th { "machine" } }
            } }
            tbody {
                @for On { machine, it } in &gathered.results {
                    tr {
                        (row(it))
                        @if several { td { (gathered.letter(*machine).unwrap_or_default()) } }
                    }
                }
            }
        }
    };
    html! {
        p {
            "Outliers are samples that lie further from the quartiles than one and a half times the \
             distance between the quartiles. They are included in all figures."
            @if gathered.superseded > 0 {
                " " (gathered.superseded) " results were measured again later under the same conditions; \
                 only the later ones are shown."
            }
        }
        details {
            summary { (gathered.results.len()) " results" }
            (boxed("All results", "tall", table))
        }
    }
}

fn row(row: &ResultRow) -> Markup {
    html! {
        td { (row.algorithm) }
        td { (row.operation) }
        td { (row.implementation.name) " " (row.implementation.version) }
        td { (row.resolved_variant.as_deref().unwrap_or("")) }
        td { (row.backend.as_deref().unwrap_or("")) }
        td.n { @if let Some(lanes) = row.lanes { (lanes) } }
        td.n data-value=(row.message_bytes) {
            @if let Some(mix) = &row.mix { (mix) " " }
            (size(row.message_bytes))
        }
        td.n { (row.batch) }
        td { (row.keys) }
        td.n { (row.threads) }
        td { (row.cache) }
        (cells(Some(row.gigabytes_per_second)))
        (cells(row.cycles_per_byte))
        td.n { @if let Some(clock) = row.clock_ghz { (format!("{clock:.2}")) } }
        @match &row.bound {
            Some(bound) => {
                @match bound.fraction {
                    Some(fraction) => td.n data-value=(fraction) { (format!("{:.0} %", 100.0 * fraction)) },
                    None => td.n {},
                }
                td { (bound.limiting) }
            }
            None => { td.n {} td {} }
        }
        td.n { (row.samples) }
        td.n { (row.outliers) }
    }
}
