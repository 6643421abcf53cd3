//! Papers that compare variants of the same computation.

use serde::Deserialize;

use super::PaperAbout;
use crate::measure::statistics::Quartiles;

/// The comparison with such a paper.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Zuc {
    /// The paper.
    #[serde(flatten)]
    pub(crate) about: PaperAbout,
    /// The figures.
    pub(crate) figures: Vec<PaperFigure>,
    /// The claims in the text.
    pub(crate) claims: Vec<ZucClaim>,
}

/// A figure of the paper.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub(crate) struct PaperFigure {
    /// The number and the subject of the figure.
    pub(crate) title: String,
    /// The methods.
    pub(crate) methods: Vec<ZucMethod>,
}

/// A method of the paper.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub(crate) struct ZucMethod {
    /// The name in the paper.
    pub(crate) method: String,
    /// The published rate, if it is legible.
    pub(crate) published_gigabits_per_second: Option<f64>,
    /// The platform, or the reason why there is no number.
    pub(crate) published_note: String,
    /// The results here.
    pub(crate) ours: Vec<ZucOurs>,
}

/// A variant here on a backend.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct ZucOurs {
    /// The name.
    pub(crate) variant: String,
    /// The backend.
    pub(crate) backend: String,
    /// The length of each message in bytes.
    pub(crate) message_bytes: usize,
    /// The rate.
    pub(crate) gigabits_per_second: Quartiles,
    /// The ratio to the rate of the reference variant.
    #[serde(default)]
    pub(crate) times_reference: Option<f64>,
}

/// A claim of the paper.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub(crate) struct ZucClaim {
    /// The claim.
    pub(crate) claim: String,
    /// The published number.
    pub(crate) published: String,
    /// The result here.
    pub(crate) here: Option<f64>,
    /// `Gbit/s` or `times`.
    pub(crate) unit: String,
    /// The backend here.
    pub(crate) backend: Option<String>,
    /// The length of each message.
    pub(crate) message_bytes: Option<usize>,
    /// The variants that are compared.
    pub(crate) compared: String,
}
