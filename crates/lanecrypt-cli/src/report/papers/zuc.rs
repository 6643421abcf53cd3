//! Papers of figures and claims, which compare ways to compute the same.

use serde::Deserialize;

use super::About;
use crate::measure::statistics::Quartiles;

/// Such a paper beside ours.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Zuc {
    /// The paper.
    #[serde(flatten)]
    pub(crate) about: About,
    /// Its figures.
    pub(crate) figures: Vec<PaperFigure>,
    /// What its text says in numbers.
    pub(crate) claims: Vec<Claim>,
}

/// A figure of the paper.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub(crate) struct PaperFigure {
    /// Its number and what it shows.
    pub(crate) title: String,
    /// Its bars.
    pub(crate) methods: Vec<Method>,
}

/// A method of the paper.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Method {
    /// What the paper calls it.
    pub(crate) method: String,
    /// What was published, where it can be read.
    pub(crate) published_gigabits_per_second: Option<f64>,
    /// The platform of that, or why there is no number.
    pub(crate) published_note: String,
    /// Ours.
    pub(crate) ours: Vec<Ours>,
}

/// One of our variants on a backend.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct Ours {
    /// Its name.
    pub(crate) variant: String,
    /// On which.
    pub(crate) backend: String,
    /// The length of each message.
    pub(crate) message_bytes: usize,
    /// Its rate.
    pub(crate) gigabits_per_second: Quartiles,
    /// How many times as fast as the reference variant.
    #[serde(default)]
    pub(crate) times_reference: Option<f64>,
}

/// Something that the paper says.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Claim {
    /// What.
    pub(crate) claim: String,
    /// Its number.
    pub(crate) published: String,
    /// Ours.
    pub(crate) here: Option<f64>,
    /// `Gbit/s` or `times`.
    pub(crate) unit: String,
    /// Where ours was measured.
    pub(crate) backend: Option<String>,
    /// The length of each message.
    pub(crate) message_bytes: Option<usize>,
    /// What of ours is compared.
    pub(crate) compared: String,
}
