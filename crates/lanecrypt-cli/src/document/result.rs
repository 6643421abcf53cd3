//! The rows of a document.

use serde::{Deserialize, Serialize};

use crate::measure::statistics::Quartiles;

/// Whose code was measured.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Implementation {
    /// `lanecrypt`, or the name of a peer.
    pub(crate) name: String,
    /// Its version.
    pub(crate) version: String,
}

/// One result. Units are in the names.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct ResultRow {
    /// In lower case.
    pub(crate) algorithm: String,
    /// In lower case.
    pub(crate) operation: String,
    /// Whose code.
    pub(crate) implementation: Implementation,
    /// As asked for; nothing where it is a peer's.
    pub(crate) variant: Option<String>,
    /// What `auto` came to.
    pub(crate) resolved_variant: Option<String>,
    /// Nothing where it is a peer's.
    pub(crate) backend: Option<String>,
    /// Messages under way at a time; for block ciphers, the blocks of a register.
    pub(crate) lanes: Option<usize>,
    /// The length of each message; of a mix, the mean, rounded.
    pub(crate) message_bytes: usize,
    /// The name of a mix of lengths.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) mix: Option<String>,
    /// Messages a call.
    pub(crate) batch: usize,
    /// `fresh`, `same` or `ready`: see `key_setup`.
    pub(crate) keys: String,
    /// Threads that each made such calls on data of their own, at the same time.
    pub(crate) threads: usize,
    /// `warm`, in the caches as far as they fit, or `cold`, evicted before every call.
    pub(crate) cache: String,
    /// 10^9 bytes a second, of all threads together.
    pub(crate) gigabytes_per_second: Quartiles,
    /// Of one thread; nothing where there is no way to count cycles.
    pub(crate) cycles_per_byte: Option<Quartiles>,
    /// The median beside the samples of this row.
    pub(crate) clock_ghz: Option<f64>,
    /// How many were taken.
    pub(crate) samples: usize,
    /// How many of them lie further from the quartiles than one and a half times their distance.
    /// They are counted in the quartiles all the same.
    pub(crate) outliers: usize,
    /// What no schedule of these operations can beat on this machine.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) bound: Option<Bound>,
}

/// A bound of what a kernel can reach, whatever the order of its instructions.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Bound {
    /// Cycles for each byte of the messages.
    pub(crate) cycles_per_byte: f64,
    /// The bound over the measured median: 1 is all that can be had.
    pub(crate) fraction: Option<f64>,
    /// What limits: a group of ports, loads, stores, the width of the front end, the chain.
    pub(crate) limiting: String,
}

/// Ours against a peer, by samples taken one after the other.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Comparison {
    /// In lower case.
    pub(crate) algorithm: String,
    /// In lower case.
    pub(crate) operation: String,
    /// The length of each message.
    pub(crate) message_bytes: usize,
    /// The name of a mix of lengths.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) mix: Option<String>,
    /// Messages a call.
    pub(crate) batch: usize,
    /// As in results.
    pub(crate) keys: String,
    /// As in results.
    pub(crate) threads: usize,
    /// As in results.
    pub(crate) cache: String,
    /// The backend of ours.
    pub(crate) backend: String,
    /// Its name.
    pub(crate) peer: String,
    /// Its version.
    pub(crate) peer_version: String,
    /// The peer's time over ours, sample by sample: above 1 where ours is faster.
    pub(crate) ratio: Quartiles,
    /// What that comes to.
    pub(crate) difference: Difference,
}

/// What a comparison comes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Difference {
    /// Ours is faster, and the quartiles are apart.
    Faster,
    /// The quartiles overlap.
    None,
    /// Ours is slower, and the quartiles are apart.
    Slower,
}

/// What messages cost: so many cycles each, and so many a byte.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Fit {
    /// In lower case.
    pub(crate) algorithm: String,
    /// In lower case.
    pub(crate) operation: String,
    /// Whose code.
    pub(crate) implementation: Implementation,
    /// As in results.
    pub(crate) resolved_variant: Option<String>,
    /// As in results.
    pub(crate) backend: Option<String>,
    /// As in results.
    pub(crate) batch: usize,
    /// As in results.
    pub(crate) keys: String,
    /// As in results.
    pub(crate) threads: usize,
    /// As in results.
    pub(crate) cache: String,
    /// The cycles of a message of no length, by the line.
    pub(crate) fixed_cycles: f64,
    /// The slope of the line.
    pub(crate) cycles_per_byte: f64,
    /// The lengths that it was drawn through.
    pub(crate) message_bytes: Vec<usize>,
    /// The most that a length is off the line, as a part of its cycles.
    pub(crate) worst_error: f64,
}
