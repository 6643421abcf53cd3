//! Why the program gives up, and the exit code for it.

use std::fmt;
use std::io::Write;
use std::process::ExitCode;

/// What ends the program early: one line on standard error and an exit code.
#[derive(Debug)]
pub(crate) enum Failure {
    /// What was asked for cannot be done: exit code 2.
    Refused(String),
    /// A cipher gave a wrong answer: exit code 1.
    WrongAnswer(String),
}

/// The exit code where a known answer was not met.
pub(crate) const WRONG: u8 = 1;

/// The exit code where the input was at fault.
pub(crate) const REFUSED: u8 = 2;

impl Failure {
    /// Something the user asked for that cannot be done.
    pub(crate) fn refused(reason: impl fmt::Display) -> Self {
        Self::Refused(reason.to_string())
    }

    /// Writes the line and gives the code.
    pub(crate) fn report(&self) -> ExitCode {
        let (code, message) = match self {
            Self::Refused(message) => (REFUSED, message),
            Self::WrongAnswer(message) => (WRONG, message),
        };
        complain(message);
        ExitCode::from(code)
    }
}

/// Writes one line to standard error, whatever the message holds. An error in doing so has nobody
/// left to be told.
pub(crate) fn complain(message: impl fmt::Display) {
    let line = message.to_string().replace(['\n', '\r'], " ");
    let _ = writeln!(std::io::stderr(), "lanecrypt: {line}");
}
