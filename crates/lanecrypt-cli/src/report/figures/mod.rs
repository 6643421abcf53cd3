//! The figures of a report, by section.

mod aesni;
mod bounds;
mod cypress;
mod ratios;
mod riscv;
mod row;
mod sizes;
mod suite;
mod zuc;

use super::figure::Figure;
use super::gather::Gathered;

/// All figures for which the documents have data.
#[derive(Debug, Default)]
pub(crate) struct Figures {
    /// Throughput over message size.
    pub(crate) sizes: Vec<Figure>,
    /// Suites of algorithms.
    pub(crate) suites: Vec<Figure>,
    /// Comparisons with peers.
    pub(crate) peers: Vec<Figure>,
    /// Measurements and bounds.
    pub(crate) bounds: Vec<Figure>,
    /// The paper on ZUC-256.
    pub(crate) zuc: Vec<Figure>,
    /// The paper on Cypress.
    pub(crate) cypress: Vec<Figure>,
    /// The paper on SSE2 and AES-NI.
    pub(crate) aesni: Vec<Figure>,
    /// The paper on RISC-V.
    pub(crate) riscv: Vec<Figure>,
}

impl Figures {
    /// The figures of the documents.
    pub(crate) fn of(gathered: &Gathered) -> Self {
        let mut figures = Self {
            sizes: sizes::figures(gathered),
            suites: suite::figures(gathered),
            peers: ratios::figures(gathered),
            bounds: bounds::figures(gathered),
            zuc: zuc::figures(gathered),
            cypress: cypress::figures(gathered),
            aesni: aesni::figures(gathered),
            riscv: riscv::figures(gathered),
        };
        figures.name_apart();
        figures
    }

    /// All figures.
    pub(crate) fn all(&self) -> impl Iterator<Item = &Figure> {
        let Self { sizes, suites, peers, bounds, zuc, cypress, aesni, riscv } = self;
        [sizes, suites, peers, bounds, zuc, cypress, aesni, riscv].into_iter().flatten()
    }

    /// Makes all names different, because they are names of files.
    fn name_apart(&mut self) {
        let Self { sizes, suites, peers, bounds, zuc, cypress, aesni, riscv } = self;
        let mut names: Vec<String> = Vec::new();
        for figure in
            [sizes, suites, peers, bounds, zuc, cypress, aesni, riscv].into_iter().flatten()
        {
            let first = figure.name.clone();
            let mut number = 2;
            while names.contains(&figure.name) {
                figure.name = format!("{first}-{number}");
                number += 1;
            }
            names.push(figure.name.clone());
        }
    }
}
