//! What was checked and what went wrong.

use std::fmt;

use crate::answers::Answer;
use crate::hex;

/// The number of checks, and the first failure of every case.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    checks: u64,
    failures: Vec<Failed>,
}

/// A case that failed.
#[derive(Debug)]
pub(crate) struct Failed {
    case: String,
    field: &'static str,
    /// The circumstances of its first failure: variant, place and so on.
    how: String,
    expected: String,
    got: String,
    /// How many checks of the case failed.
    checks: u64,
}

impl Tally {
    /// How many checks were made.
    pub(crate) fn checks(&self) -> u64 {
        self.checks
    }

    /// The cases that failed.
    pub(crate) fn failures(&self) -> &[Failed] {
        &self.failures
    }

    /// Checks a result against the answer.
    pub(crate) fn answer(&mut self, answer: &Answer, how: impl fmt::Display, got: &[u8]) {
        self.checks += 1;
        if (got == answer.bytes) == answer.rejected {
            let (expected, got) = if answer.rejected {
                (format!("anything but {}", hex::encode(&answer.bytes)), hex::encode(got))
            } else {
                difference(&answer.bytes, got)
            };
            self.failed(answer, how, expected, got);
        }
    }

    /// Checks a result against an expected one.
    pub(crate) fn equal(
        &mut self,
        answer: &Answer,
        how: impl fmt::Display,
        expected: &[u8],
        got: &[u8],
    ) {
        self.checks += 1;
        if got != expected {
            let (expected, got) = difference(expected, got);
            self.failed(answer, how, expected, got);
        }
    }

    /// Checks that a call returned no error.
    pub(crate) fn succeeds(
        &mut self,
        answer: &Answer,
        how: impl fmt::Display,
        result: Result<(), lanecrypt::Error>,
    ) {
        self.holds(answer, how, result.is_ok(), "no error", || match result {
            Ok(()) => String::new(),
            Err(error) => error.to_string(),
        });
    }

    /// Checks something else about the case.
    pub(crate) fn holds(
        &mut self,
        answer: &Answer,
        how: impl fmt::Display,
        holds: bool,
        expected: &str,
        got: impl FnOnce() -> String,
    ) {
        self.checks += 1;
        if !holds {
            self.failed(answer, how, expected.to_owned(), got());
        }
    }

    fn failed(&mut self, answer: &Answer, how: impl fmt::Display, expected: String, got: String) {
        let known = self.failures.iter_mut().find(|failed| failed.case == answer.case);
        if let Some(failed) = known {
            failed.checks += 1;
            return;
        }
        let (case, field, how) = (answer.case.clone(), answer.field, how.to_string());
        self.failures.push(Failed { case, field, how, expected, got, checks: 1 });
    }
}

impl fmt::Display for Failed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { case, field, how, expected, got, checks } = self;
        write!(f, "case {case}  {field} ({how})  expected {expected}  got {got}")?;
        match checks {
            1 => Ok(()),
            _ => write!(f, "  ({} more checks of this case failed)", checks - 1),
        }
    }
}

/// Two values in full; of long values, the part after the first difference.
fn difference(expected: &[u8], got: &[u8]) -> (String, String) {
    const FULL: usize = 64;
    const PART: usize = 16;
    if expected.len().max(got.len()) <= FULL {
        return (hex::encode(expected), hex::encode(got));
    }
    let equal = expected.iter().zip(got).take_while(|(a, b)| a == b).count();
    let part = |bytes: &[u8]| {
        let from = equal.min(bytes.len());
        let to = (from + PART).min(bytes.len());
        let more = if to < bytes.len() { "..." } else { "" };
        format!("{}{more} from byte {from} of {}", hex::encode(&bytes[from..to]), bytes.len())
    };
    (part(expected), part(got))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(rejected: bool) -> Answer {
        Answer { case: "a".to_owned(), field: "tag", bytes: vec![1, 2], rejected }
    }

    #[test]
    fn failures_are_counted_by_case() {
        let mut tally = Tally::default();
        tally.answer(&answer(false), "first", &[1, 2]);
        assert!(tally.failures().is_empty());
        tally.answer(&answer(false), "second", &[1, 3]);
        tally.answer(&answer(false), "third", &[1, 3]);
        assert_eq!(tally.checks(), 3);
        let text = tally.failures()[0].to_string();
        assert_eq!(
            text,
            "case a  tag (second)  expected 0102  got 0103  (1 more checks of this case failed)"
        );
    }

    #[test]
    fn a_rejected_answer_must_not_come_out() {
        let mut tally = Tally::default();
        tally.answer(&answer(true), "", &[1, 3]);
        assert!(tally.failures().is_empty());
        tally.answer(&answer(true), "", &[1, 2]);
        assert!(tally.failures()[0].to_string().contains("expected anything but 0102"));
    }

    #[test]
    fn long_values_are_shown_from_the_first_difference() {
        let (expected, got) = difference(&[0; 100], &[[0; 99].as_slice(), &[7]].concat());
        assert_eq!(expected, "00 from byte 99 of 100");
        assert_eq!(got, "07 from byte 99 of 100");
    }
}
