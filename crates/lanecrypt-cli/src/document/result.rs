//! The rows of a document.

use serde::{Deserialize, Serialize};

use crate::measure::statistics::Quartiles;

/// The code that was measured.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Implementation {
    /// `lanecrypt`, or the name of a peer.
    pub(crate) name: String,
    /// The version.
    pub(crate) version: String,
}

/// One result. Units are in the names.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct ResultRow {
    /// The algorithm, in lower case.
    pub(crate) algorithm: String,
    /// The operation, in lower case.
    pub(crate) operation: String,
    /// The code that was measured.
    pub(crate) implementation: Implementation,
    /// The variant that was asked for. None for peers.
    pub(crate) variant: Option<String>,
    /// The variant that was used. None for peers.
    pub(crate) resolved_variant: Option<String>,
    /// The backend. None for peers.
    pub(crate) backend: Option<String>,
    /// The number of messages processed in parallel; for block ciphers, of blocks in a register. None
    /// for peers.
    pub(crate) lanes: Option<usize>,
    /// The length of each message in bytes; of a mix, the mean, rounded.
    pub(crate) message_bytes: usize,
    /// The name of a mix of lengths.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) mix: Option<String>,
    /// The number of messages in a call.
    pub(crate) batch: usize,
    /// `fresh` or `ready`: see `key_setup`.
    pub(crate) keys: String,
    /// The number of threads that made such calls at the same time, each on its own data.
    pub(crate) threads: usize,
    /// The cache state. `warm`: the data is in the caches as far as it fits. `cold`: the data is
    /// evicted before every call.
    pub(crate) cache: String,
    /// The rate in 10^9 bytes per second, of all threads together.
    pub(crate) gigabytes_per_second: Quartiles,
    /// Cycles per byte of one thread. None where cycles cannot be counted.
    pub(crate) cycles_per_byte: Option<Quartiles>,
    /// The median of the clock in GHz, read next to the samples of this row.
    pub(crate) clock_ghz: Option<f64>,
    /// The number of samples.
    pub(crate) samples: usize,
    /// The number of samples that lie further from the quartiles than one and a half times the
    /// distance between the quartiles. The quartiles include them.
    pub(crate) outliers: usize,
    /// The bound: no schedule of the same instructions is faster on this machine.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) bound: Option<ResultBound>,
}

/// The highest speed that a kernel can reach, whatever the order of its instructions.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct ResultBound {
    /// Cycles per byte of the messages.
    pub(crate) cycles_per_byte: f64,
    /// The bound over the measured median. 1 means that the bound is reached.
    pub(crate) fraction: Option<f64>,
    /// The limiting resource: a group of ports, loads, stores, the front end, or the longest chain.
    pub(crate) limiting: String,
    /// The calls that were counted: the call itself, or shorter ones. Empty in documents of earlier
    /// versions.
    #[serde(default)]
    pub(crate) counted_from: String,
}

/// A comparison of lanecrypt with a peer, from interleaved samples.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Comparison {
    /// The algorithm, in lower case.
    pub(crate) algorithm: String,
    /// The operation, in lower case.
    pub(crate) operation: String,
    /// The length of each message in bytes.
    pub(crate) message_bytes: usize,
    /// The name of a mix of lengths.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) mix: Option<String>,
    /// The number of messages in a call.
    pub(crate) batch: usize,
    /// As in [`ResultRow`].
    pub(crate) keys: String,
    /// As in [`ResultRow`].
    pub(crate) threads: usize,
    /// As in [`ResultRow`].
    pub(crate) cache: String,
    /// The backend of lanecrypt.
    pub(crate) backend: String,
    /// The name of the peer.
    #[serde(alias = "rival")]
    pub(crate) peer: String,
    /// The version of the peer.
    #[serde(alias = "rival_version")]
    pub(crate) peer_version: String,
    /// The peer's time over lanecrypt's, sample by sample. Above 1, lanecrypt is faster.
    pub(crate) ratio: Quartiles,
    /// The conclusion.
    pub(crate) difference: Difference,
    /// Whether lanecrypt is ahead by more than the margin. Documents of earlier versions do not say it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) standing: Option<Standing>,
    /// If the row was found behind: how often, and of how many measurements.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) found_behind: Option<[usize; 2]>,
}

/// Where lanecrypt stands in a comparison, with a margin for what differs from run to run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Standing {
    /// The lower quartile of the ratio is above 1.03.
    Ahead,
    /// Neither.
    Level,
    /// The upper quartile of the ratio is below 0.97, in every measurement.
    Behind,
}

impl Standing {
    /// The standing by the ratio of one measurement.
    pub(crate) fn of(ratio: Quartiles) -> Self {
        const MARGIN: f64 = 0.03;
        match ratio {
            Quartiles { q3, .. } if q3 < 1.0 - MARGIN => Self::Behind,
            Quartiles { q1, .. } if q1 > 1.0 + MARGIN => Self::Ahead,
            _ => Self::Level,
        }
    }
}

/// The conclusion of a comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Difference {
    /// Lanecrypt is faster, and the quartiles do not overlap.
    Faster,
    /// The quartiles overlap.
    None,
    /// Lanecrypt is slower, and the quartiles do not overlap.
    Slower,
}

/// The cost of messages: a fixed number of cycles, and a number of cycles per byte.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Fit {
    /// The algorithm, in lower case.
    pub(crate) algorithm: String,
    /// The operation, in lower case.
    pub(crate) operation: String,
    /// The code that was measured.
    pub(crate) implementation: Implementation,
    /// As in [`ResultRow`].
    pub(crate) resolved_variant: Option<String>,
    /// As in [`ResultRow`].
    pub(crate) backend: Option<String>,
    /// As in [`ResultRow`].
    pub(crate) batch: usize,
    /// As in [`ResultRow`].
    pub(crate) keys: String,
    /// As in [`ResultRow`].
    pub(crate) threads: usize,
    /// As in [`ResultRow`].
    pub(crate) cache: String,
    /// The fixed cycles of a message: where the line crosses length 0.
    pub(crate) fixed_cycles: f64,
    /// The cycles per byte: the slope of the line.
    pub(crate) cycles_per_byte: f64,
    /// The lengths that the line was fitted to.
    pub(crate) message_bytes: Vec<usize>,
    /// The largest distance of a measured length from the line, as a part of its cycles.
    pub(crate) worst_error: f64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_standing_needs_a_quartile_beyond_the_margin() {
        let of = |q1, median, q3| Standing::of(Quartiles { q1, median, q3 });
        assert_eq!(of(1.031, 1.1, 1.2), Standing::Ahead);
        assert_eq!(of(1.029, 1.1, 1.2), Standing::Level);
        assert_eq!(of(0.8, 0.9, 0.971), Standing::Level);
        assert_eq!(of(0.8, 0.9, 0.969), Standing::Behind);
        assert_eq!(of(0.9, 1.0, 1.1), Standing::Level);
    }
}
