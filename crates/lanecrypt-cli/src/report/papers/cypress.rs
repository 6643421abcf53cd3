//! Papers that encrypt a block of memory.

use serde::Deserialize;

use super::About;
use crate::measure::statistics::Quartiles;

/// Such a paper beside ours. Rates are 10^6 bits a second.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct Cypress {
    /// The paper.
    #[serde(flatten)]
    pub(crate) about: About,
    /// Its tables.
    #[serde(default)]
    pub(crate) tables: Vec<PaperTable>,
    /// Ours.
    pub(crate) measured: Measured,
}

/// A table of the paper: a platform.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub(crate) struct PaperTable {
    /// Its number.
    pub(crate) table: String,
    /// Its platform, in a few letters.
    pub(crate) platform: String,
    /// Its rows.
    pub(crate) rows: Vec<Published>,
}

/// A row of a table.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct Published {
    /// Of which cipher.
    pub(crate) cipher: String,
    /// The paper's number.
    pub(crate) megabits_per_second: f64,
}

/// What was measured here.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct Measured {
    /// The block of memory.
    pub(crate) block_bytes: usize,
    /// How many times it was encrypted.
    pub(crate) passes: u32,
    /// The block in cache.
    pub(crate) cache_bytes: usize,
    /// An exclusive or with a constant instead of a cipher, of the block of memory.
    pub(crate) without_cipher_megabits_per_second: f64,
    /// Every cipher in every way.
    pub(crate) rows: Vec<MeasuredRow>,
}

/// A cipher in one way.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct MeasuredRow {
    /// Its name.
    pub(crate) cipher: String,
    /// `lanes`, or a plain variant.
    pub(crate) variant: String,
    /// The backend of lanes.
    pub(crate) backend: String,
    /// Of the block of memory.
    pub(crate) megabits_per_second: f64,
    /// Of the block in cache.
    pub(crate) cache_megabits_per_second: Quartiles,
}
