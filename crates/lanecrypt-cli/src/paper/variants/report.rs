//! The figures of a paper and the results of this machine, in numbers.

use lanecrypt::Backend;
use serde::Serialize;

use super::data::{BarFigure, Baseline, Claim, Ours, Variants, VariantsMethod};
use crate::bench::Measured;
use crate::measure::statistics::Quartiles;
use crate::paper::publication::{About, ILLEGIBLE, Publication};

/// The comparison.
#[derive(Debug, Serialize)]
pub(crate) struct VariantsReport {
    #[serde(flatten)]
    pub(crate) about: About,
    pub(crate) figures: Vec<FigureReport>,
    pub(crate) claims: Vec<ClaimReport>,
}

/// A figure.
#[derive(Debug, Serialize)]
pub(crate) struct FigureReport {
    pub(crate) title: &'static str,
    pub(crate) methods: Vec<MethodReport>,
}

/// A method of the paper, and the results here.
#[derive(Debug, Serialize)]
pub(crate) struct MethodReport {
    pub(crate) method: &'static str,
    pub(crate) published_gigabits_per_second: Option<f64>,
    /// The platform of the published number, or the reason why there is none.
    pub(crate) published_note: &'static str,
    pub(crate) ours: Vec<OursReport>,
}

/// A variant here on one backend.
#[derive(Debug, Serialize)]
pub(crate) struct OursReport {
    pub(crate) variant: &'static str,
    pub(crate) backend: &'static str,
    pub(crate) lanes: usize,
    pub(crate) message_bytes: usize,
    pub(crate) gigabits_per_second: Quartiles,
    pub(crate) cycles_per_byte: Option<Quartiles>,
    /// The ratio to the rate of the reference variant, by the medians.
    pub(crate) times_reference: Option<f64>,
}

/// A claim of the paper, and the result here.
#[derive(Debug, Serialize)]
pub(crate) struct ClaimReport {
    pub(crate) claim: &'static str,
    pub(crate) published: &'static str,
    /// None if it cannot be compared.
    pub(crate) here: Option<f64>,
    /// `Gbit/s` or `times`.
    pub(crate) unit: &'static str,
    pub(crate) backend: Option<&'static str>,
    pub(crate) message_bytes: Option<usize>,
    /// The variants that are compared, or the reason why none are.
    pub(crate) compared: String,
}

impl VariantsReport {
    /// The comparison of a paper with what was measured.
    pub(crate) fn new(paper: &Publication, variants: &Variants, measured: &[Measured]) -> Self {
        Self {
            about: About::of(paper),
            figures: variants.figures.iter().map(|figure| figure.report(measured)).collect(),
            claims: variants.claims.iter().flat_map(|claim| claim.report(measured)).collect(),
        }
    }
}

impl BarFigure {
    fn report(&self, measured: &[Measured]) -> FigureReport {
        let of_figure: Vec<&Measured> =
            measured.iter().filter(|m| is(m, self.algorithm, self.operation)).collect();
        let methods = self.methods.iter().map(|method| method.report(&of_figure)).collect();
        FigureReport { title: self.title, methods }
    }
}

impl VariantsMethod {
    fn report(&self, of_figure: &[&Measured]) -> MethodReport {
        let ours = |m: &&Measured| {
            let reference = of_figure
                .iter()
                .find(|other| other.row.variant == "reference" && setting(other) == setting(m));
            OursReport {
                variant: m.row.variant,
                backend: m.row.backend.name(),
                lanes: m.lanes,
                message_bytes: m.row.bytes,
                gigabits_per_second: m.gigabits_per_second(),
                cycles_per_byte: m.cycles_per_byte,
                times_reference: reference.map(|reference| ratio(m, reference)),
            }
        };
        let of_method = of_figure.iter().filter(|m| self.variants.contains(&m.row.variant));
        MethodReport {
            method: self.name,
            published_gigabits_per_second: self.published.as_ref().map(|p| p.gigabits_per_second),
            published_note: self.published.as_ref().map_or(ILLEGIBLE, |p| p.platform),
            ours: of_method.map(ours).collect(),
        }
    }
}

impl Claim {
    /// A line for every backend and size on which the claim can be compared. If there is none, one line
    /// with the reason.
    fn report(&self, measured: &[Measured]) -> Vec<ClaimReport> {
        let line = |here, unit, m: Option<&Measured>, compared: String| ClaimReport {
            claim: self.text,
            published: self.published,
            here,
            unit,
            backend: m.map(|m| m.row.backend.name()),
            message_bytes: m.map(|m| m.row.bytes),
            compared,
        };
        let (operation, variants, backend) = match &self.ours {
            Ours::Nothing(why) => {
                return vec![line(None, "times", None, format!("nothing: {why}"))];
            }
            Ours::Rate { operation, variants, backend } => (operation, variants, Some(*backend)),
            Ours::Ratio { operation, variants, backend, .. } => (operation, variants, *backend),
        };
        let mut lines = Vec::new();
        for best in fastest(measured, self.algorithm, operation, variants, backend) {
            let variant = best.row.variant;
            let Ours::Ratio { over, .. } = &self.ours else {
                let rate = best.gigabits_per_second().median;
                lines.push(line(Some(rate), "Gbit/s", Some(best), variant.to_owned()));
                continue;
            };
            for Baseline { variant: over, remark } in *over {
                let other = measured.iter().find(|m| {
                    is(m, self.algorithm, operation)
                        && m.row.variant == *over
                        && setting(m) == setting(best)
                });
                let Some(other) = other else { continue };
                let apart = match best.gigabytes_per_second.overlaps(other.gigabytes_per_second) {
                    true => "; no difference: quartiles overlap",
                    false => "",
                };
                let compared = format!("{variant} over {over} ({remark}){apart}");
                lines.push(line(Some(ratio(best, other)), "times", Some(best), compared));
            }
        }
        if lines.is_empty() {
            let backend = backend.map_or("", Backend::name);
            let why = format!("nothing: backend {backend} was not measured");
            lines.push(line(None, "times", None, why));
        }
        lines
    }
}

/// The fastest of some variants, for every size, on every backend or on the given one.
fn fastest<'m>(
    measured: &'m [Measured],
    algorithm: &str,
    operation: &str,
    variants: &[&str],
    backend: Option<Backend>,
) -> Vec<&'m Measured> {
    let mut best: Vec<&Measured> = Vec::new();
    for m in measured {
        let wanted = is(m, algorithm, operation)
            && variants.contains(&m.row.variant)
            && backend.is_none_or(|backend| backend == m.row.backend);
        if !wanted {
            continue;
        }
        match best.iter_mut().find(|other| setting(other) == setting(m)) {
            Some(other) if ratio(m, other) > 1.0 => *other = m,
            Some(_) => {}
            None => best.push(m),
        }
    }
    best
}

fn is(measured: &Measured, algorithm: &str, operation: &str) -> bool {
    (measured.row.entry.algorithm, measured.row.entry.operation) == (algorithm, operation)
}

/// The conditions of a row. Rows with the same conditions can be compared.
fn setting(measured: &Measured) -> (Backend, usize, usize) {
    (measured.row.backend, measured.row.bytes, measured.row.batch)
}

fn ratio(measured: &Measured, over: &Measured) -> f64 {
    measured.gigabytes_per_second.median / over.gigabytes_per_second.median
}
