//! Errors of the program, and exit codes.

use std::fmt;
use std::io::Write;
use std::process::ExitCode;

/// An error that ends the program: one line on standard error, and an exit code.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The input is wrong: exit code 2.
    Refused(String),
    /// A cipher gave a wrong answer, or a file does not open: exit code 1.
    WrongAnswer(String),
    /// A file does not open, and a pipe has its verified beginning already: exit code 3.
    Incomplete(String),
}

/// The exit code if a pipe has only the beginning of a file.
const INCOMPLETE: u8 = 3;

/// The exit code if a cipher gave a wrong answer.
pub(crate) const WRONG: u8 = 1;

/// The exit code if the input is wrong.
pub(crate) const REFUSED: u8 = 2;

impl Failure {
    /// An error in the input.
    pub(crate) fn refused(reason: impl fmt::Display) -> Self {
        Self::Refused(reason.to_string())
    }

    /// Writes the line and returns the exit code.
    pub(crate) fn report(&self) -> ExitCode {
        ExitCode::from(self.complain())
    }

    /// Writes the line and returns the exit code as a number.
    pub(crate) fn complain(&self) -> u8 {
        let (code, message) = match self {
            Self::Refused(message) => (REFUSED, message),
            Self::WrongAnswer(message) => (WRONG, message),
            Self::Incomplete(message) => (INCOMPLETE, message),
        };
        complain(message);
        code
    }
}

/// Writes the message to standard error as one line. An error while writing is ignored.
pub(crate) fn complain(message: impl fmt::Display) {
    let line = message.to_string().replace(['\n', '\r'], " ");
    let _ = writeln!(std::io::stderr(), "lanecrypt: {line}");
}
