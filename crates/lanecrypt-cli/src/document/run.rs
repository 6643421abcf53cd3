//! A document and its parts.

use serde::{Deserialize, Serialize};

use super::result::{Comparison, Fit, ResultRow};
use crate::machine::Machine;
use crate::measure::statistics::Quartiles;

/// The name of the schema.
pub(crate) const SCHEMA: &str = "lanecrypt-bench";

/// The version of the schema. Version 2 called peers rivals and had other names for some operations
/// and keys: [`super::earlier`] reads it. Version 1 had no implementations, comparisons, fits, bounds and
/// conditions; it is not read.
pub(crate) const VERSION: u32 = 3;

/// Everything about one run.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Document {
    /// [`SCHEMA`].
    pub(crate) schema: String,
    /// [`VERSION`].
    pub(crate) schema_version: u32,
    /// The version of this program.
    pub(crate) lanecrypt_version: String,
    /// The time at which the run ended: RFC 3339, UTC.
    pub(crate) time: String,
    /// The compiler of this program.
    pub(crate) compiler: String,
    /// The target that it was compiled for.
    pub(crate) target: String,
    /// `release` or `debug`.
    pub(crate) profile: String,
    /// The words after `lanecrypt` on the command line.
    pub(crate) command: Vec<String>,
    /// The machine.
    pub(crate) machine: Machine,
    /// How samples were taken.
    pub(crate) sampling: Sampling,
    /// The state of the machine during the run.
    pub(crate) conditions: Conditions,
    /// The results, one for every row of the table.
    pub(crate) results: Vec<ResultRow>,
    /// The comparisons of lanecrypt with each peer.
    #[serde(default)]
    pub(crate) comparisons: Vec<Comparison>,
    /// The fixed cost and the cost per byte, where several lengths were measured.
    #[serde(default)]
    pub(crate) fits: Vec<Fit>,
    /// The measured costs of instructions, from which bounds were computed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) instructions: Option<serde_json::Value>,
    /// The figures of a paper next to those measured here, if `--paper` was given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) paper: Option<serde_json::Value>,
}

/// How samples were taken.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Sampling {
    /// The largest number of samples of a row.
    pub(crate) samples: usize,
    /// The shortest time of a sample.
    pub(crate) sample_milliseconds: f64,
    /// The order in which rows were sampled.
    pub(crate) order: String,
    /// The meaning of the `keys` of results.
    pub(crate) key_setup: String,
    /// How cycles were counted.
    pub(crate) cycles_by: String,
}

/// The state of the machine during a run.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(crate) struct Conditions {
    /// The clock in GHz, read next to every sample.
    pub(crate) clock_ghz: Option<Quartiles>,
    /// The lowest and the highest median of the clock, over tenths of the run.
    pub(crate) clock_drift_ghz: Option<(f64, f64)>,
    /// The processor that the measuring thread was bound to.
    pub(crate) pinned_to: Option<usize>,
    /// The part of the time that the thread was ready to run but had to wait for a processor.
    pub(crate) waited_part: Option<f64>,
    /// The part of all samples that are outliers.
    pub(crate) outlier_part: f64,
    /// The reasons to trust the results less. Empty for a quiet run.
    pub(crate) noise: Vec<String>,
}

impl Conditions {
    /// A few lines of text.
    pub(crate) fn in_words(&self) -> String {
        let mut lines = Vec::new();
        if let Some(Quartiles { q1, median, q3 }) = self.clock_ghz {
            let drift = match self.clock_drift_ghz {
                Some((low, high)) => format!("; it drifted between {low:.3} and {high:.3} GHz"),
                None => String::new(),
            };
            lines.push(format!("The clock was {median:.3} GHz [{q1:.3} {q3:.3}]{drift}."));
        }
        let pinned = match self.pinned_to {
            Some(processor) => format!("The thread was bound to processor {processor}"),
            None => "The thread was not bound to a processor".to_owned(),
        };
        let waited = match self.waited_part {
            Some(part) => format!(" and waited {:.1} % of the time", 100.0 * part),
            None => String::new(),
        };
        let outliers = 100.0 * self.outlier_part;
        lines.push(format!("{pinned}{waited}. {outliers:.1} % of the samples are outliers."));
        if !self.noise.is_empty() {
            lines.push(format!("NOISY RUN: {}.", self.noise.join("; ")));
        }
        lines.join("\n")
    }
}

#[cfg(test)]
impl Document {
    /// An empty document.
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
