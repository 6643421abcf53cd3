//! Standard output and tables.

use std::fmt;
use std::io::{ErrorKind, Write};

use comfy_table::{CellAlignment, Table, presets};

use crate::failure::Failure;

/// An output for results, line by line.
///
/// A reader may close the pipe early (`lanecrypt kat ... | head -1`). This is not an error: the rest
/// is not written, and the exit code stays the same.
#[derive(Debug)]
pub(crate) struct Output {
    to: Stream,
    closed: bool,
}

#[derive(Debug, Clone, Copy)]
enum Stream {
    Out,
    Error,
}

impl Output {
    /// Standard output.
    pub(crate) fn standard() -> Self {
        Self { to: Stream::Out, closed: false }
    }

    /// Standard error, for tables while a document is written to standard output.
    pub(crate) fn error() -> Self {
        Self { to: Stream::Error, closed: false }
    }

    /// Writes a line.
    pub(crate) fn line(&mut self, line: impl fmt::Display) -> Result<(), Failure> {
        if self.closed {
            return Ok(());
        }
        let text = format!("{line}\n");
        let result = match self.to {
            Stream::Out => {
                let mut out = std::io::stdout().lock();
                out.write_all(text.as_bytes()).and_then(|()| out.flush())
            }
            Stream::Error => std::io::stderr().write_all(text.as_bytes()),
        };
        match result {
            Err(error) if error.kind() == ErrorKind::BrokenPipe => self.closed = true,
            Err(error) => {
                return Err(Failure::refused(format!("cannot write the results: {error}")));
            }
            Ok(()) => {}
        }
        Ok(())
    }
}

/// A table without lines. Spaces separate the columns; the columns in `right` are right-aligned.
pub(crate) fn table(header: &[&str], right: impl IntoIterator<Item = usize>) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_header(header);
    for column in table.column_iter_mut() {
        column.set_padding((0, 2));
    }
    for index in right {
        if let Some(column) = table.column_mut(index) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table
}
