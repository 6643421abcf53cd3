//! What is said of a file that does not open. There are three sentences.

use std::fmt::Display;

use lanecrypt::Error;
use lanecrypt::chunked::{HEADER_BYTES, Layout, SEALED_CHUNK_BYTES};

use crate::failure::Failure;

/// The first sentence, with a reason if there is one.
pub(super) fn wrong_start(name: impl Display, reason: &str) -> Failure {
    let more = if reason.is_empty() { String::new() } else { format!(": {reason}") };
    Failure::WrongAnswer(format!(
        "{name}: the key, the passphrase, the context or the start of the file is wrong{more}"
    ))
}

/// What an error of the library means, if the last bytes that were read are so many.
pub(super) fn of_error(name: impl Display, error: Error, last: usize) -> Failure {
    match error {
        Error::Commitment => wrong_start(name, ""),
        Error::Truncated { chunk } if last.is_multiple_of(SEALED_CHUNK_BYTES) => {
            Failure::WrongAnswer(format!(
                "{name}: truncated: it ends at a chunk boundary, before chunk {chunk}"
            ))
        }
        Error::Chunk { number } | Error::Truncated { chunk: number } => {
            Failure::WrongAnswer(format!("{name}: chunk {number} is damaged"))
        }
        other => Failure::refused(format_args!("{name}: {other}")),
    }
}

/// The chunks of a sealed message of so many bytes, or what is wrong with a file of that length.
pub(super) fn layout(name: impl Display, sealed: u64) -> Result<Layout, Failure> {
    let chunks = sealed.saturating_sub(HEADER_BYTES as u64);
    let last = (chunks % SEALED_CHUNK_BYTES as u64) as usize;
    Layout::of_sealed(sealed).map_err(|error| of_error(name, error, last))
}
