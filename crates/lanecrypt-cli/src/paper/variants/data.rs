//! The data of such a paper: figures, methods, claims.

use lanecrypt::Backend;

use crate::bench::request::{Asked, ChosenRows, Length, RowConditions};
use crate::bench::{Row, catalogue};
use crate::entry::Keys;
use crate::failure::Failure;
use crate::paper::publication::Platform;

/// A paper that compares variants.
pub(crate) struct Variants {
    /// The default length of messages here.
    pub(crate) default_size: usize,
    /// The figures.
    pub(crate) figures: &'static [BarFigure],
    /// The numbers in the text.
    pub(crate) claims: &'static [Claim],
}

/// A figure: one operation by several methods.
pub(crate) struct BarFigure {
    /// The number and the subject of the figure.
    pub(crate) title: &'static str,
    /// The algorithm in the catalogue.
    pub(crate) algorithm: &'static str,
    /// The operation in the catalogue.
    pub(crate) operation: &'static str,
    /// The bars.
    pub(crate) methods: &'static [VariantsMethod],
}

/// A method of the paper, and the variants here that correspond to it.
pub(crate) struct VariantsMethod {
    /// The name in the paper.
    pub(crate) name: &'static str,
    /// The published number, if the text has one.
    pub(crate) published: Option<Published>,
    /// The variants here.
    pub(crate) variants: &'static [&'static str],
}

/// A published number.
pub(crate) struct Published {
    /// The rate in Gbit/s.
    pub(crate) gigabits_per_second: f64,
    /// The platform.
    pub(crate) platform: &'static str,
}

/// A statement in the text of a paper.
pub(crate) struct Claim {
    /// The statement.
    pub(crate) text: &'static str,
    /// The published number.
    pub(crate) published: &'static str,
    /// The algorithm in the catalogue.
    pub(crate) algorithm: &'static str,
    /// The result here that it is compared with.
    pub(crate) ours: Ours,
}

/// The baseline of a ratio.
pub(crate) struct Baseline {
    /// The variant here.
    pub(crate) variant: &'static str,
    /// How it differs from the baseline of the paper.
    pub(crate) remark: &'static str,
}

/// The result here that a claim is compared with. Of several variants, the fastest counts.
pub(crate) enum Ours {
    /// The rate of an operation on a backend, in Gbit/s.
    Rate { operation: &'static str, variants: &'static [&'static str], backend: Backend },
    /// The ratio of two rates, on one backend or on each measured backend.
    Ratio {
        operation: &'static str,
        variants: &'static [&'static str],
        over: &'static [Baseline],
        backend: Option<Backend>,
    },
    /// No result, with the reason.
    Nothing(&'static str),
}

impl Variants {
    /// The default backends: those with registers as long as on the paper's platforms, if this processor
    /// has them and `LANECRYPT_BACKEND` allows them. Otherwise the best backend.
    fn backends(platforms: &[Platform]) -> Vec<Backend> {
        let best = Backend::best();
        let mut backends: Vec<_> = platforms
            .iter()
            .filter_map(|platform| platform.backend)
            .filter(|backend| *backend <= best && backend.is_available())
            .collect();
        if backends.is_empty() {
            backends.push(best);
        }
        backends
    }

    /// The rows of a paper under the conditions that were asked for, as far as this processor can
    /// compute them.
    pub(crate) fn asked_rows(
        &self,
        platforms: &[Platform],
        asked: &Asked<'_>,
    ) -> Result<ChosenRows, Failure> {
        let conditions = RowConditions::new(asked, &[Length::Exact(self.default_size)])?;
        let backends = asked.backends()?.unwrap_or_else(|| Self::backends(platforms));
        conditions.rows(&self.rows(&backends))
    }

    /// The rows. The length of messages is filled in later.
    fn rows(&self, backends: &[Backend]) -> Vec<Row> {
        let mut rows = Vec::new();
        for figure in self.figures {
            let Some(entry) = catalogue::find(figure.algorithm, figure.operation) else { continue };
            let there = (entry.variants)();
            let variants = figure.methods.iter().flat_map(|method| method.variants);
            for &variant in variants.filter(|variant| there.contains(variant)) {
                for &backend in backends {
                    rows.push(Row::ours(entry, variant, backend, 0, 1, Keys::Fresh));
                }
            }
        }
        rows
    }
}
