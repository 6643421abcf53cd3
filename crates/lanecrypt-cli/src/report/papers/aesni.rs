//! Papers that measure instructions.

use serde::Deserialize;

use super::PaperAbout;
use crate::measure::statistics::Quartiles;

/// The comparison with such a paper.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Aesni {
    /// The paper.
    #[serde(flatten)]
    pub(crate) about: PaperAbout,
    /// Vector instructions compared with ordinary ones.
    pub(crate) table_2: Vec<AesniReplaced>,
    /// The claims in the text.
    pub(crate) claims: Vec<AesniClaim>,
    /// Modes of AES.
    pub(crate) table_5: Vec<AesniMode>,
    /// Steps of AES.
    pub(crate) table_6: Vec<AesniStep>,
    /// AEADs.
    pub(crate) authenticated: Vec<AesniAead>,
}

/// A row of Table 2.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub(crate) struct AesniReplaced {
    /// The vector instruction.
    pub(crate) operation: String,
    /// The class of the instruction.
    pub(crate) does: String,
    /// The published number, or the reason why there is none.
    pub(crate) published: String,
    /// The results here, by width.
    pub(crate) replaced: Vec<AesniWidth>,
}

/// The result for a width.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct AesniWidth {
    /// The name.
    pub(crate) width: String,
    /// The ratio to the speed of ordinary instructions of 32 bits.
    pub(crate) times_as_fast_as_32_bits: f64,
}

/// A claim of the paper.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub(crate) struct AesniClaim {
    /// The claim.
    pub(crate) claim: String,
    /// The published number.
    pub(crate) published: String,
    /// The smallest and the largest result here.
    pub(crate) here: Option<(f64, f64)>,
    /// The results that are compared.
    pub(crate) compared: String,
}

/// A row of Table 5.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub(crate) struct AesniMode {
    /// `ecb`, ...
    pub(crate) mode: String,
    /// `encryption` or `decryption`.
    pub(crate) direction: String,
    /// The instructions.
    pub(crate) by: String,
    /// The backend.
    pub(crate) backend: Option<String>,
    /// The published number, or the reason why there is none.
    pub(crate) published: String,
    /// The result here.
    pub(crate) cycles_per_block: Option<Quartiles>,
    /// The ratio to the speed of tables.
    pub(crate) times_ordinary: Option<f64>,
}

/// A row of Table 6.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub(crate) struct AesniStep {
    /// The step.
    pub(crate) step: String,
    /// The instructions.
    pub(crate) by: String,
    /// The published number, or the reason why there is none.
    pub(crate) published: String,
    /// Cycles of independent steps.
    pub(crate) cycles: Option<f64>,
    /// Cycles of steps in a chain.
    pub(crate) cycles_in_chain: Option<f64>,
}

/// An AEAD.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub(crate) struct AesniAead {
    /// The name.
    pub(crate) cipher: String,
    /// The published number, if there is one.
    pub(crate) published_cycles_per_byte: Option<f64>,
    /// The backend here.
    pub(crate) backend: String,
    /// Cycles per byte of one message.
    pub(crate) cycles_per_byte: Option<Quartiles>,
    /// Cycles per byte of a batch.
    pub(crate) batch_cycles_per_byte: Option<Quartiles>,
}
