//! What figures need of the papers that documents carry. Fields that no figure needs are passed
//! over, and those that are missing are empty.

pub(crate) mod aesni;
pub(crate) mod cypress;
pub(crate) mod riscv;
pub(crate) mod zuc;

use serde::Deserialize;

/// What is said of any paper.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub(crate) struct About {
    /// Its name on the command line.
    pub(crate) name: String,
    /// Where it is.
    pub(crate) citation: String,
    /// What a reader of the comparison has to know.
    pub(crate) note: String,
    /// What it measured on.
    pub(crate) platforms: Vec<Platform>,
}

/// A machine of a paper.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Platform {
    /// The paper's name for it.
    pub(crate) name: String,
    /// Processor, system and compiler.
    pub(crate) description: String,
}
