//! The comparison as tables.

use super::report::{ClaimReport, MethodReport, VariantsReport};
use crate::failure::Failure;
use crate::format::{cells, significant, size};
use crate::output::{Output, table};

impl VariantsReport {
    /// Prints the comparison.
    pub(crate) fn print(&self, out: &mut Output) -> Result<(), Failure> {
        self.about.print(out)?;
        figures(self, out)?;
        claims(self, out)
    }
}

fn figures(report: &VariantsReport, out: &mut Output) -> Result<(), Failure> {
    let header = [
        "method of the paper",
        "published Gbit/s",
        "here: variant",
        "backend",
        "lanes",
        "size",
        "Gbit/s",
        "",
        "cycles/byte",
        "times reference",
    ];
    for figure in &report.figures {
        out.line("")?;
        out.line(figure.title)?;
        let mut table = table(&header, [4, 5, 6, 8, 9]);
        for method in &figure.methods {
            let published = published(method);
            if method.ours.is_empty() {
                table.add_row([method.method, &published, "none"]);
            }
            for (index, ours) in method.ours.iter().enumerate() {
                let (rate, range) = cells(Some(ours.gigabits_per_second));
                // Only the first line of a method has its name.
                let (name, published) = match index {
                    0 => (method.method, published.as_str()),
                    _ => ("", ""),
                };
                table.add_row([
                    name,
                    published,
                    ours.variant,
                    ours.backend,
                    &ours.lanes.to_string(),
                    &size(ours.message_bytes),
                    &rate,
                    &range,
                    &cells(ours.cycles_per_byte).0,
                    &ours.times_reference.map_or_else(|| "?".to_owned(), significant),
                ]);
            }
        }
        out.line(table.trim_fmt())?;
    }
    Ok(())
}

fn published(method: &MethodReport) -> String {
    match method.published_gigabits_per_second {
        Some(rate) => format!("{rate} ({})", method.published_note),
        None => method.published_note.to_owned(),
    }
}

fn claims(report: &VariantsReport, out: &mut Output) -> Result<(), Failure> {
    out.line("")?;
    out.line("Claims of the paper, and the same measured here")?;
    let header = ["claim", "published", "here", "backend", "size", "compared with"];
    let mut table = table(&header, []);
    let mut last = "";
    for claim in &report.claims {
        let (text, published) = match claim.claim == last {
            true => ("", ""),
            false => (claim.claim, claim.published),
        };
        last = claim.claim;
        table.add_row([
            text,
            published,
            &here(claim),
            claim.backend.unwrap_or(""),
            &claim.message_bytes.map(size).unwrap_or_default(),
            &claim.compared,
        ]);
    }
    out.line(table.trim_fmt())
}

/// A ratio; below 3, also as a percentage.
fn here(claim: &ClaimReport) -> String {
    match (claim.here, claim.unit) {
        (None, _) => "-".to_owned(),
        (Some(times), "times") if times < 3.0 => {
            format!("{} times ({:+.0} %)", significant(times), (times - 1.0) * 100.0)
        }
        (Some(value), unit) => format!("{} {unit}", significant(value)),
    }
}
