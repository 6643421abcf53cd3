//! The progress bar, on standard error if that is a terminal.

use indicatif::{ProgressBar, ProgressStyle};

/// A bar over the bytes of one input, with rate and time left. Without a length it shows the rate only.
pub(super) fn bar(name: &str, length: Option<u64>) -> ProgressBar {
    let (bar, template) = match length {
        Some(length) => (
            ProgressBar::new(length),
            "{msg} {wide_bar} {bytes} of {total_bytes}, {bytes_per_sec}, {eta} left",
        ),
        None => (ProgressBar::new_spinner(), "{msg} {spinner} {bytes}, {bytes_per_sec}"),
    };
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar.with_message(name.to_owned())
}
