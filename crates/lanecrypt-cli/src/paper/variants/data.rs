//! The form in which such a paper is held: figures, methods, claims.

use lanecrypt::Backend;

use crate::bench::{Keys, Row, catalogue};
use crate::paper::Platform;

/// What was compared.
pub(crate) struct Variants {
    /// The message length that is measured here where none is given.
    pub(crate) default_size: usize,
    /// The figures.
    pub(crate) figures: &'static [Figure],
    /// What the text says in numbers.
    pub(crate) claims: &'static [Claim],
}

/// A figure: one operation, by several methods.
pub(crate) struct Figure {
    /// Its number and what it shows.
    pub(crate) title: &'static str,
    /// The algorithm here.
    pub(crate) algorithm: &'static str,
    /// The operation here.
    pub(crate) operation: &'static str,
    /// The bars.
    pub(crate) methods: &'static [Method],
}

/// One way of computing, by the paper, and what comes nearest to it here.
pub(crate) struct Method {
    /// What the paper calls it.
    pub(crate) name: &'static str,
    /// What was published, where the text says so in numbers.
    pub(crate) published: Option<Published>,
    /// The variants here; those that there are.
    pub(crate) variants: &'static [&'static str],
}

/// A number in a paper.
pub(crate) struct Published {
    /// In Gbit/s.
    pub(crate) gigabits_per_second: f64,
    /// Where it was measured.
    pub(crate) platform: &'static str,
}

/// Something that a paper says in its text.
pub(crate) struct Claim {
    /// What it says.
    pub(crate) text: &'static str,
    /// Its number.
    pub(crate) published: &'static str,
    /// The algorithm here.
    pub(crate) algorithm: &'static str,
    /// What of ours it is compared with.
    pub(crate) ours: Ours,
}

/// What a ratio is taken over.
pub(crate) struct Baseline {
    /// The variant here.
    pub(crate) variant: &'static str,
    /// How it differs from what the paper took its ratio over.
    pub(crate) remark: &'static str,
}

/// A figure of this machine to put beside a claim. Of several variants the fastest counts.
pub(crate) enum Ours {
    /// Gbit/s of an operation on a backend.
    Rate { operation: &'static str, variants: &'static [&'static str], backend: Backend },
    /// How many times as fast one thing is as another, on one backend or on each measured.
    Ratio {
        operation: &'static str,
        variants: &'static [&'static str],
        over: &'static [Baseline],
        backend: Option<Backend>,
    },
    /// Nothing: why.
    Nothing(&'static str),
}

impl Variants {
    /// The backends that are measured where none is given: those of the width of the paper's
    /// platforms, as far as this processor has them and `LANECRYPT_BACKEND` allows them; else the
    /// best.
    pub(crate) fn backends(platforms: &[Platform]) -> Vec<Backend> {
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

    /// What is to be measured, on messages of a length that is still to be chosen.
    pub(crate) fn rows(&self, backends: &[Backend]) -> Vec<Row> {
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
