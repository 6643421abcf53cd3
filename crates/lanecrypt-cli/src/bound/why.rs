//! The reason why there is no bound.

use std::fmt;

/// The reason why there is no bound, on one line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Why(String);

impl Why {
    pub(super) fn new(why: impl Into<String>) -> Self {
        Self(why.into())
    }
}

impl fmt::Display for Why {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}
