//! Several documents combined, with the machine of each result.

use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use serde_json::Value;

use super::papers::aesni::Aesni;
use super::papers::cypress::Cypress;
use super::papers::riscv::{self, Firmware};
use super::papers::zuc::Zuc;
use crate::document::{Comparison, Document, Fit, ResultRow};
use crate::failure::Failure;
use crate::machine::Machine;

/// A value and the machine that it was measured on.
#[derive(Debug, Clone)]
pub(crate) struct On<T> {
    /// The index of the machine in [`Gathered::machines`].
    pub(crate) machine: usize,
    /// The value.
    pub(crate) it: T,
}

/// The contents of all documents.
#[derive(Debug, Default)]
pub(crate) struct Gathered {
    /// The documents of runs, the oldest first.
    pub(crate) runs: Vec<On<(PathBuf, Document)>>,
    /// The documents of firmware.
    pub(crate) firmware: Vec<(PathBuf, Firmware)>,
    /// All machines, each once.
    pub(crate) machines: Vec<Machine>,
    /// All results. If a row was measured several times under the same conditions, the latest result.
    pub(crate) results: Vec<On<ResultRow>>,
    /// The number of results that were replaced by later ones.
    pub(crate) superseded: usize,
    /// The comparisons, the latest of each.
    pub(crate) comparisons: Vec<On<Comparison>>,
    /// The fits, the latest of each.
    pub(crate) fits: Vec<On<Fit>>,
    /// The comparisons with the paper on ZUC-256, the latest of each machine.
    pub(crate) zuc: Vec<On<Zuc>>,
    /// The comparisons with the paper on Cypress.
    pub(crate) cypress: Vec<On<Cypress>>,
    /// The comparisons with the paper on SSE2 and AES-NI.
    pub(crate) aesni: Vec<On<Aesni>>,
}

impl Gathered {
    /// Reads documents in any order.
    pub(crate) fn read(paths: &[PathBuf]) -> Result<Self, Failure> {
        let mut gathered = Self::default();
        let mut documents = Vec::new();
        for path in paths {
            match firmware(path)? {
                Some(firmware) => gathered.firmware.push((path.clone(), firmware)),
                None => documents.push((path.clone(), Document::read(path)?)),
            }
        }
        // Times in this form sort like text.
        documents.sort_by(|(_, one), (_, other)| one.time.cmp(&other.time));
        for (path, document) in documents {
            gathered.add(path, document)?;
        }
        Ok(gathered)
    }

    fn add(&mut self, path: PathBuf, document: Document) -> Result<(), Failure> {
        let known = self.machines.iter().position(|other| *other == document.machine);
        let machine = known.unwrap_or_else(|| {
            self.machines.push(document.machine.clone());
            self.machines.len() - 1
        });
        for row in &document.results {
            let on = On { machine, it: row.clone() };
            self.superseded += usize::from(put(&mut self.results, on, same_result));
        }
        for comparison in &document.comparisons {
            put(&mut self.comparisons, On { machine, it: comparison.clone() }, same_comparison);
        }
        for fit in &document.fits {
            put(&mut self.fits, On { machine, it: fit.clone() }, same_fit);
        }
        if let Some(paper) = &document.paper {
            match paper["name"].as_str() {
                Some("zuc256") => keep(&mut self.zuc, machine, view(&path, paper)?),
                Some("cypress") => keep(&mut self.cypress, machine, view(&path, paper)?),
                Some("aesni") => keep(&mut self.aesni, machine, view(&path, paper)?),
                // The paper is unknown to this version. The results of the run are shown.
                _ => {}
            }
        }
        self.runs.push(On { machine, it: (path, document) });
        Ok(())
    }

    /// The letter of a machine, if there are several machines.
    pub(crate) fn letter(&self, machine: usize) -> Option<String> {
        (self.machines.len() > 1).then(|| match u8::try_from(machine) {
            Ok(index @ 0..26) => char::from(b'A' + index).to_string(),
            _ => format!("M{}", machine + 1),
        })
    }

    /// The suffix of titles, if there are several machines.
    pub(crate) fn suffix(&self, machine: usize) -> String {
        self.letter(machine).map_or_else(String::new, |letter| format!(" (machine {letter})"))
    }

    /// The suffix of names, if there are several machines.
    pub(crate) fn name_suffix(&self, machine: usize) -> String {
        self.letter(machine)
            .map_or_else(String::new, |letter| format!("-{}", letter.to_ascii_lowercase()))
    }
}

/// The document of firmware, if it is one. Other files are left to [`Document::read`].
fn firmware(path: &Path) -> Result<Option<Firmware>, Failure> {
    let Ok(text) = std::fs::read_to_string(path) else { return Ok(None) };
    let Ok(value) = serde_json::from_str::<Value>(&text) else { return Ok(None) };
    match value["schema"].as_str() {
        Some(riscv::SCHEMA) => serde_json::from_value(value)
            .map(Some)
            .map_err(|error| Failure::refused(format!("{}: {error}", path.display()))),
        _ => Ok(None),
    }
}

fn view<T: DeserializeOwned>(path: &Path, paper: &Value) -> Result<T, Failure> {
    T::deserialize(paper)
        .map_err(|error| Failure::refused(format!("{}: paper: {error}", path.display())))
}

/// Adds a value and removes an earlier one of the same machine.
fn keep<T>(all: &mut Vec<On<T>>, machine: usize, it: T) {
    all.retain(|other| other.machine != machine);
    all.push(On { machine, it });
}

/// Adds a value, or replaces an earlier one of the same row. Returns whether it replaced one.
fn put<T>(all: &mut Vec<On<T>>, on: On<T>, same: fn(&T, &T) -> bool) -> bool {
    let earlier = |other: &&mut On<T>| other.machine == on.machine && same(&other.it, &on.it);
    match all.iter_mut().find(earlier) {
        Some(place) => {
            *place = on;
            true
        }
        None => {
            all.push(on);
            false
        }
    }
}

fn same_result(a: &ResultRow, b: &ResultRow) -> bool {
    (&a.algorithm, &a.operation, &a.implementation, &a.variant, &a.backend)
        == (&b.algorithm, &b.operation, &b.implementation, &b.variant, &b.backend)
        && (a.message_bytes, &a.mix, a.batch, &a.keys, a.threads, &a.cache)
            == (b.message_bytes, &b.mix, b.batch, &b.keys, b.threads, &b.cache)
}

fn same_comparison(a: &Comparison, b: &Comparison) -> bool {
    (&a.algorithm, &a.operation, &a.backend, &a.peer, &a.peer_version)
        == (&b.algorithm, &b.operation, &b.backend, &b.peer, &b.peer_version)
        && (a.message_bytes, &a.mix, a.batch, &a.keys, a.threads, &a.cache)
            == (b.message_bytes, &b.mix, b.batch, &b.keys, b.threads, &b.cache)
}

fn same_fit(a: &Fit, b: &Fit) -> bool {
    (&a.algorithm, &a.operation, &a.implementation, &a.resolved_variant, &a.backend)
        == (&b.algorithm, &b.operation, &b.implementation, &b.resolved_variant, &b.backend)
        && (a.batch, &a.keys, a.threads, &a.cache) == (b.batch, &b.keys, b.threads, &b.cache)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::Implementation;
    use crate::measure::statistics::Quartiles;

    fn document(processor: &str, time: &str, rate: f64) -> Document {
        let mut document = Document { time: time.to_owned(), ..Document::empty() };
        processor.clone_into(&mut document.machine.processor);
        document.results.push(ResultRow {
            algorithm: "aes128".to_owned(),
            operation: "ctr".to_owned(),
            implementation: Implementation { name: "lanecrypt".to_owned(), version: String::new() },
            variant: None,
            resolved_variant: None,
            backend: Some("portable".to_owned()),
            lanes: None,
            message_bytes: 64,
            mix: None,
            batch: 1,
            keys: "fresh".to_owned(),
            threads: 1,
            cache: "warm".to_owned(),
            gigabytes_per_second: Quartiles { q1: rate, median: rate, q3: rate },
            cycles_per_byte: None,
            clock_ghz: None,
            samples: 1,
            outliers: 0,
            bound: None,
        });
        document
    }

    #[test]
    fn the_latest_of_each_machine_counts() {
        let directory =
            std::env::temp_dir().join(format!("lanecrypt-gather-{}", std::process::id()));
        std::fs::create_dir_all(&directory).expect("a directory");
        let documents = [
            document("one", "2026-02-02T00:00:00Z", 2.0),
            document("one", "2026-01-01T00:00:00Z", 1.0),
            document("another", "2026-01-01T00:00:00Z", 3.0),
        ];
        let paths: Vec<PathBuf> =
            (0..3).map(|index| directory.join(format!("{index}.json"))).collect();
        for (path, document) in paths.iter().zip(&documents) {
            let text = serde_json::to_string(document).expect("JSON");
            std::fs::write(path, text).expect("a file");
        }
        let gathered = Gathered::read(&paths).expect("documents");
        let _ = std::fs::remove_dir_all(&directory);
        assert_eq!((gathered.machines.len(), gathered.superseded), (2, 1));
        let rate = |on: &On<ResultRow>| on.it.gigabytes_per_second.median;
        let mut rates: Vec<f64> = gathered.results.iter().map(rate).collect();
        rates.sort_by(f64::total_cmp);
        assert_eq!(rates, [2.0, 3.0]);
        assert_eq!(gathered.letter(1).as_deref(), Some("B"));
    }
}
