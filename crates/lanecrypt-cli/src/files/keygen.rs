//! `lanecrypt keygen`: a key file that only its owner can read.

use std::fs::OpenOptions;
use std::io::Write as _;
use std::os::unix::fs::OpenOptionsExt as _;
use std::process::ExitCode;

use zeroize::Zeroizing;

use super::arguments::KeygenArguments;
use crate::failure::Failure;

/// Writes random bytes to a new file of mode 0600.
pub(crate) fn run(arguments: &KeygenArguments) -> Result<ExitCode, Failure> {
    let bytes = Zeroizing::new(super::random::<32>()?);
    let key = if arguments.bytes == "16" { &bytes[..16] } else { &bytes[..] };
    let name = arguments.file.display();
    let unwritable = |error| Failure::refused(format_args!("key file {name}: {error}"));
    // An existing key is never replaced: what it encrypted would be lost.
    let mut file = OpenOptions::new()
        .write(true)
        .create_new(true)
        .mode(0o600)
        .open(&arguments.file)
        .map_err(unwritable)?;
    file.write_all(key).and_then(|()| file.sync_all()).map_err(|error| {
        // A part of a key is of no use.
        let _ = std::fs::remove_file(&arguments.file);
        unwritable(error)
    })?;
    Ok(ExitCode::SUCCESS)
}
