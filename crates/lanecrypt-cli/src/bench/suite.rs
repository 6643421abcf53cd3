//! Suites of algorithms that are measured together.

use crate::args::SelectionArguments;
use crate::failure::Failure;

/// A suite, with the sizes and batches that its users have.
pub(crate) struct Suite {
    /// Its name on the command line.
    pub(crate) name: &'static str,
    /// Its title.
    pub(crate) title: &'static str,
    /// Its algorithms, by what they do.
    pub(crate) kinds: &'static [Kind],
    sizes: &'static str,
    batch: &'static str,
}

/// Algorithms of a suite that do the same.
pub(crate) struct Kind {
    /// What they do.
    pub(crate) title: &'static str,
    /// An algorithm, or one and an operation behind a slash.
    selectors: &'static [&'static str],
}

/// All suites.
pub(crate) const SUITES: [Suite; 1] = [Suite {
    name: "5g",
    title: "5G suite",
    kinds: &[
        Kind {
            title: "encryption",
            selectors: &[
                "nea1/encrypt",
                "nea2/encrypt",
                "eea3/encrypt",
                "nea4/encrypt",
                "nea5/encrypt",
                "nea6/encrypt",
            ],
        },
        Kind { title: "integrity", selectors: &["nia1", "nia2", "eia3", "nia4", "nia5", "nia6"] },
        Kind { title: "authenticated encryption", selectors: &["nca4", "nca5", "nca6"] },
    ],
    // Short control messages, voice, what fills an Ethernet frame, and a mix; one PDU, and bursts.
    sizes: "40,64,256,576,1504,imix",
    batch: "1,8,32,64",
}];

/// The suite of this name.
pub(crate) fn named(name: &str) -> Result<&'static Suite, Failure> {
    SUITES.iter().find(|suite| suite.name == name).ok_or_else(|| {
        let names: Vec<_> = SUITES.iter().map(|suite| suite.name).collect();
        Failure::refused(format!("unknown suite {name:?}; the known ones are {}", names.join(", ")))
    })
}

impl Suite {
    /// Its algorithms; its sizes and batches where no others are asked for.
    pub(crate) fn selection(&self, asked: &SelectionArguments) -> SelectionArguments {
        SelectionArguments {
            selectors: self.selectors().map(str::to_owned).collect(),
            sizes: asked.sizes.clone().or_else(|| Some(self.sizes.to_owned())),
            batch: asked.batch.clone().or_else(|| Some(self.batch.to_owned())),
            ..asked.clone()
        }
    }

    fn selectors(&self) -> impl Iterator<Item = &'static str> {
        self.kinds.iter().flat_map(|kind| kind.selectors.iter().copied())
    }
}

impl Kind {
    /// The place of an operation in the order of the suite, if it is of this kind.
    pub(crate) fn place(&self, algorithm: &str, operation: &str) -> Option<usize> {
        let of_operation = |selector: &&str| match selector.split_once('/') {
            Some(both) => both == (algorithm, operation),
            None => *selector == algorithm,
        };
        self.selectors.iter().position(of_operation)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::request::{Asked, USUAL_SIZES, rows};

    fn asked(sizes: Option<&str>) -> SelectionArguments {
        SelectionArguments {
            selectors: Vec::new(),
            sizes: sizes.map(str::to_owned),
            batch: None,
            keys: None,
            backend: None,
            variant: None,
        }
    }

    #[test]
    fn all_algorithms_are_measured_at_all_sizes() {
        let suite = named("5g").ok().unwrap();
        for (sizes, lengths) in [(None, 6), (Some("64,1504"), 2)] {
            let selection = suite.selection(&asked(sizes));
            let asked = Asked { selection: &selection, peers: false, threads: None, cache: None };
            let chosen = rows(&asked, &USUAL_SIZES).ok().unwrap();
            // IMIX has no batch of fewer messages than the mix has.
            assert!(
                chosen.rows.len() > suite.selectors().count() * (lengths - 1) * 4,
                "{}",
                chosen.rows.len()
            );
            let of = |row: &&crate::bench::Row| row.entry.algorithm == "nia5";
            assert!(chosen.rows.iter().filter(of).count() >= 4 * (lengths - 1));
        }
        assert!(named("4g").is_err());
    }
}
