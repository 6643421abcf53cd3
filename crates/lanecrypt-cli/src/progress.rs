//! The progress bar, on standard error if that is a terminal.

use indicatif::{ProgressBar, ProgressStyle};

/// The length of the bar.
const LENGTH: u64 = 1000;

/// A progress bar for several phases of work.
pub(crate) struct Progress(ProgressBar);

impl Progress {
    /// An empty bar.
    pub(crate) fn new() -> Self {
        let bar = ProgressBar::new(LENGTH);
        if let Ok(style) = ProgressStyle::with_template("{msg} {wide_bar} {percent} % {elapsed}") {
            bar.set_style(style);
        }
        Self(bar)
    }

    /// Begins a phase.
    pub(crate) fn phase(&self, name: &'static str) {
        self.0.set_message(name);
        self.0.set_position(0);
    }

    /// Shows the part of the phase that is done, 0 to 1.
    pub(crate) fn done(&self, part: f64) {
        self.0.set_position((LENGTH as f64 * part) as u64);
    }

    /// Removes the bar.
    pub(crate) fn finish(&self) {
        self.0.finish_and_clear();
    }
}
