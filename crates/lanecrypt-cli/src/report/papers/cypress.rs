//! Papers that encrypt a block of memory.

use serde::Deserialize;

use super::PaperAbout;
use crate::measure::statistics::Quartiles;

/// The comparison with such a paper. Rates are in 10^6 bits per second.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct Cypress {
    /// The paper.
    #[serde(flatten)]
    pub(crate) about: PaperAbout,
    /// The published tables.
    #[serde(default)]
    pub(crate) tables: Vec<PaperTable>,
    /// The results here.
    pub(crate) measured: CypressMeasured,
}

/// A table of the paper, for one platform.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub(crate) struct PaperTable {
    /// The name of the table.
    pub(crate) table: String,
    /// The platform in a few letters.
    pub(crate) platform: String,
    /// The rows.
    pub(crate) rows: Vec<CypressPublished>,
}

/// A row of a table.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct CypressPublished {
    /// The cipher.
    pub(crate) cipher: String,
    /// The published rate.
    pub(crate) megabits_per_second: f64,
}

/// The results here.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct CypressMeasured {
    /// The size of the block of memory.
    pub(crate) block_bytes: usize,
    /// The number of passes.
    pub(crate) passes: u32,
    /// The size of the block in the caches.
    pub(crate) cache_bytes: usize,
    /// The rate of an exclusive or instead of a cipher, for the block of memory.
    pub(crate) without_cipher_megabits_per_second: f64,
    /// Every cipher in every variant.
    pub(crate) rows: Vec<CypressRow>,
}

/// A cipher in one variant.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct CypressRow {
    /// The name of the cipher.
    pub(crate) cipher: String,
    /// `lanes`, or a plain variant.
    pub(crate) variant: String,
    /// The backend.
    pub(crate) backend: String,
    /// The rate for the block of memory.
    pub(crate) megabits_per_second: f64,
    /// The rate for the block in the caches.
    pub(crate) cache_megabits_per_second: Quartiles,
}
