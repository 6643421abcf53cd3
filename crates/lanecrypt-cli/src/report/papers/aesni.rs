//! Papers of instructions and what is built on them.

use serde::Deserialize;

use super::About;
use crate::measure::statistics::Quartiles;

/// Such a paper beside ours.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Aesni {
    /// The paper.
    #[serde(flatten)]
    pub(crate) about: About,
    /// How many ordinary instructions a vector instruction replaces.
    pub(crate) table_2: Vec<Replaced>,
    /// What the text says in numbers.
    pub(crate) claims: Vec<Claim>,
    /// AES in modes.
    pub(crate) table_5: Vec<Mode>,
    /// The steps of AES.
    pub(crate) table_6: Vec<Step>,
    /// Authenticated ciphers.
    pub(crate) authenticated: Vec<Authenticated>,
}

/// A row of Table 2.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Replaced {
    /// The vector instruction.
    pub(crate) operation: String,
    /// What it does.
    pub(crate) does: String,
    /// What the paper has.
    pub(crate) published: String,
    /// Ours, by width.
    pub(crate) replaced: Vec<Width>,
}

/// The same for a width.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct Width {
    /// Its name.
    pub(crate) width: String,
    /// How many times as fast as ordinary instructions of 32 bits.
    pub(crate) times_as_fast_as_32_bits: f64,
}

/// Something that the paper says.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Claim {
    /// What.
    pub(crate) claim: String,
    /// Its number.
    pub(crate) published: String,
    /// Ours, the least and the most.
    pub(crate) here: Option<(f64, f64)>,
    /// What of ours is compared.
    pub(crate) compared: String,
}

/// A row of Table 5.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Mode {
    /// `ecb`, ...
    pub(crate) mode: String,
    /// `encryption` or `decryption`.
    pub(crate) direction: String,
    /// With which instructions.
    pub(crate) by: String,
    /// On which backend.
    pub(crate) backend: Option<String>,
    /// What the paper has.
    pub(crate) published: String,
    /// Ours.
    pub(crate) cycles_per_block: Option<Quartiles>,
    /// How many times as fast as by tables.
    pub(crate) times_ordinary: Option<f64>,
}

/// A row of Table 6.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Step {
    /// What is done.
    pub(crate) step: String,
    /// With which instructions.
    pub(crate) by: String,
    /// What the paper has.
    pub(crate) published: String,
    /// Of many that do not wait for each other.
    pub(crate) cycles: Option<f64>,
    /// Of one that waits for the one before it.
    pub(crate) cycles_in_chain: Option<f64>,
}

/// An authenticated cipher.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Authenticated {
    /// Its name.
    pub(crate) cipher: String,
    /// The paper's number, if it has one.
    pub(crate) published_cycles_per_byte: Option<f64>,
    /// The backend of ours.
    pub(crate) backend: String,
    /// Of one message.
    pub(crate) cycles_per_byte: Option<Quartiles>,
    /// Of a batch.
    pub(crate) batch_cycles_per_byte: Option<Quartiles>,
}
