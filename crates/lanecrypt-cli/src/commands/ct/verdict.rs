//! What a |t| means.

use serde::Serialize;

/// The verdict about a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Verdict {
    /// Chance explains the |t|.
    NoLeakFound,
    /// Chance explains the |t| badly.
    Suspicious,
    /// Chance does not explain the |t|.
    Leaks,
}

/// Above this |t|, a row is suspicious. Chance alone exceeds it once in about 150 000 tests.
pub(super) const SUSPICIOUS: f64 = 4.5;

/// Above this |t|, a row leaks.
pub(super) const LEAK: f64 = 10.0;

impl Verdict {
    /// The verdict by the largest |t| of a row.
    pub(super) fn of(t: f64) -> Self {
        match t.abs() {
            t if t > LEAK => Self::Leaks,
            t if t >= SUSPICIOUS => Self::Suspicious,
            _ => Self::NoLeakFound,
        }
    }

    /// The verdict in words.
    pub(super) const fn in_words(self) -> &'static str {
        match self {
            Self::NoLeakFound => "no leak found",
            Self::Suspicious => "suspicious",
            Self::Leaks => "leaks: not constant time",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sign_does_not_matter() {
        let verdicts = [-11.0, 10.0, -4.5, 4.4, 0.0].map(Verdict::of);
        use Verdict::{Leaks, NoLeakFound, Suspicious};
        assert_eq!(verdicts, [Leaks, Suspicious, Suspicious, NoLeakFound, NoLeakFound]);
    }
}
