//! The document of a run: what `bench --json` writes, and what `compare` and `report` read.
//!
//! Its schema is described in `docs/document.md`; whoever changes a field changes that, and whoever
//! takes one away or gives it another meaning raises [`VERSION`].

mod result;
mod time;

pub(crate) use result::{Bound, Comparison, Difference, Fit, Implementation, ResultRow};
pub(crate) use time::now;

use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::failure::Failure;
use crate::machine::Machine;
use crate::measure::statistics::Quartiles;

/// What the document says it is.
pub(crate) const SCHEMA: &str = "lanecrypt-bench";

/// The version of the schema. Version 1 had no implementations, comparisons, fits, bounds and
/// conditions.
pub(crate) const VERSION: u32 = 2;

/// Everything about one run.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Document {
    /// [`SCHEMA`].
    pub(crate) schema: String,
    /// [`VERSION`].
    pub(crate) schema_version: u32,
    /// The version of this program.
    pub(crate) lanecrypt_version: String,
    /// When the run ended: RFC 3339, UTC.
    pub(crate) time: String,
    /// The compiler of this program.
    pub(crate) compiler: String,
    /// What it compiled for.
    pub(crate) target: String,
    /// `release` or `debug`.
    pub(crate) profile: String,
    /// The words after `lanecrypt` on the command line.
    pub(crate) command: Vec<String>,
    /// What was measured on.
    pub(crate) machine: Machine,
    /// How the samples were taken.
    pub(crate) sampling: Sampling,
    /// What the machine was like while they were.
    pub(crate) conditions: Conditions,
    /// One for every row of the table.
    pub(crate) results: Vec<ResultRow>,
    /// Ours against each peer.
    #[serde(default)]
    pub(crate) comparisons: Vec<Comparison>,
    /// What a message costs besides its bytes, where several lengths were measured.
    #[serde(default)]
    pub(crate) fits: Vec<Fit>,
    /// What the instructions of this processor cost, by which bounds were computed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) instructions: Option<serde_json::Value>,
    /// A paper's figures beside these, if it was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) paper: Option<serde_json::Value>,
}

/// How the samples were taken.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Sampling {
    /// Of each row, at most.
    pub(crate) samples: usize,
    /// The least time of one.
    pub(crate) sample_milliseconds: f64,
    /// In which order rows were sampled.
    pub(crate) order: String,
    /// What the `keys` of results mean.
    pub(crate) key_setup: String,
    /// What cycles were counted by.
    pub(crate) cycles_by: String,
}

/// What the machine was like during a run.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(crate) struct Conditions {
    /// The clock beside all samples, in GHz.
    pub(crate) clock_ghz: Option<Quartiles>,
    /// The lowest and the highest of the medians of the clock over tenths of the run.
    pub(crate) clock_drift_ghz: Option<(f64, f64)>,
    /// The processor that the measuring thread was bound to.
    pub(crate) pinned_to: Option<usize>,
    /// The part of the time that the thread was ready to run and had no processor.
    pub(crate) waited_part: Option<f64>,
    /// The part of all samples that are outliers.
    pub(crate) outlier_part: f64,
    /// Why the figures are to be trusted less, if they are.
    pub(crate) noise: Vec<String>,
}

impl Conditions {
    /// In a few lines.
    pub(crate) fn in_words(&self) -> String {
        let mut lines = Vec::new();
        if let Some(Quartiles { q1, median, q3 }) = self.clock_ghz {
            let drift = match self.clock_drift_ghz {
                Some((low, high)) => format!("; over the run between {low:.3} and {high:.3}"),
                None => String::new(),
            };
            lines.push(format!("Clock {median:.3} GHz [{q1:.3} {q3:.3}]{drift}."));
        }
        let pinned = match self.pinned_to {
            Some(processor) => format!("Bound to processor {processor}"),
            None => "Not bound to a processor".to_owned(),
        };
        let waited = match self.waited_part {
            Some(part) => format!("; waited for it {:.1} % of the time", 100.0 * part),
            None => String::new(),
        };
        let outliers = 100.0 * self.outlier_part;
        lines.push(format!("{pinned}{waited}; {outliers:.1} % of the samples are outliers."));
        if !self.noise.is_empty() {
            lines.push(format!("A NOISY RUN: {}.", self.noise.join("; ")));
        }
        lines.join("\n")
    }
}

impl Document {
    /// Reads one from a file. Fields that are not known are passed over; a document of another
    /// schema or of a later version is refused.
    pub(crate) fn read(path: &Path) -> Result<Self, Failure> {
        let refused = |reason: String| Failure::refused(format!("{}: {reason}", path.display()));
        let text = std::fs::read_to_string(path).map_err(|error| refused(error.to_string()))?;
        let value: serde_json::Value = serde_json::from_str(&text)
            .map_err(|error| refused(format!("is no JSON document: {error}")))?;
        let schema = value["schema"].as_str().unwrap_or("none");
        if schema != SCHEMA {
            return Err(refused(format!("its schema is {schema}, not {SCHEMA}")));
        }
        let version = value["schema_version"].as_u64().unwrap_or(0);
        if version != u64::from(VERSION) {
            return Err(refused(format!(
                "its schema has version {version}; this program reads version {VERSION}"
            )));
        }
        serde_json::from_value(value).map_err(|error| refused(error.to_string()))
    }
}

#[cfg(test)]
impl Document {
    /// With nothing in it.
    pub(crate) fn empty() -> Self {
        Self {
            schema: SCHEMA.to_owned(),
            schema_version: VERSION,
            lanecrypt_version: String::new(),
            time: String::new(),
            compiler: String::new(),
            target: String::new(),
            profile: String::new(),
            command: Vec::new(),
            machine: Machine::this(),
            sampling: Sampling {
                samples: 0,
                sample_milliseconds: 1.0,
                order: String::new(),
                key_setup: String::new(),
                cycles_by: String::new(),
            },
            conditions: Conditions::default(),
            results: Vec::new(),
            comparisons: Vec::new(),
            fits: Vec::new(),
            instructions: None,
            paper: None,
        }
    }
}
