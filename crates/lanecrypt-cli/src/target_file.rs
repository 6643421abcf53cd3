//! Files that results are written to.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use crate::failure::Failure;
use crate::output::Output;

/// A file that can be written. This is checked before anything is measured.
#[derive(Debug)]
pub(crate) struct TargetFile {
    /// The option that names the file.
    option: &'static str,
    place: Destination,
}

#[derive(Debug)]
enum Destination {
    /// `-`.
    StandardOutput,
    /// Replaced as a whole: a reader finds the old document or the new one, never a part.
    Replaced(PathBuf),
    /// Written directly: a device, a pipe, or a file in a directory that is not writable.
    Direct(PathBuf),
}

impl TargetFile {
    /// Checks that the path of an option can be written. The file stays as it is.
    pub(crate) fn new(option: &'static str, path: &Path) -> Result<Self, Failure> {
        Ok(Self { option, place: Destination::new(option, path)? })
    }

    /// Whether the file is `-`, standard output.
    pub(crate) fn is_standard_output(&self) -> bool {
        matches!(self.place, Destination::StandardOutput)
    }

    /// Writes text and a line break.
    pub(crate) fn write(&self, text: &str) -> Result<(), Failure> {
        match &self.place {
            Destination::StandardOutput => Output::standard().line(text),
            _ => self.write_bytes(format!("{text}\n").as_bytes()),
        }
    }

    /// Writes bytes unchanged.
    pub(crate) fn write_bytes(&self, bytes: &[u8]) -> Result<(), Failure> {
        match &self.place {
            Destination::StandardOutput => std::io::stdout()
                .write_all(bytes)
                .map_err(|error| unwritable(self.option, Path::new("-"), error)),
            Destination::Replaced(path) => {
                let partial = partial(path);
                let written = fs::write(&partial, bytes).and_then(|()| fs::rename(&partial, path));
                written.map_err(|error| {
                    // The partial file is of no use. If it cannot be removed, the first error is
                    // the one to report.
                    let _ = fs::remove_file(&partial);
                    unwritable(self.option, path, error)
                })
            }
            Destination::Direct(path) => {
                let file = OpenOptions::new().write(true).truncate(true).open(path);
                file.and_then(|mut file| file.write_all(bytes))
                    .map_err(|error| unwritable(self.option, path, error))
            }
        }
    }
}

impl Destination {
    fn new(option: &str, path: &Path) -> Result<Self, Failure> {
        if path == Path::new("-") {
            return Ok(Self::StandardOutput);
        }
        // Links are followed, so that a link stays a link.
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let unwritable = |error| unwritable(option, &path, error);
        match fs::metadata(&path) {
            Ok(found) if found.is_dir() => {
                Err(Failure::refused(format!("{option} {}: this is a directory", path.display())))
            }
            Ok(found) if found.is_file() => {
                OpenOptions::new().write(true).open(&path).map_err(unwritable)?;
                Ok(match try_partial(&path) {
                    Ok(()) => Self::Replaced(path),
                    Err(_) => Self::Direct(path),
                })
            }
            // A pipe is not opened here: that would wait for its reader.
            Ok(_) => Ok(Self::Direct(path)),
            Err(_) => {
                try_partial(&path).map_err(unwritable)?;
                Ok(Self::Replaced(path))
            }
        }
    }
}

/// The temporary file that is written first and then renamed.
fn partial(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.partial", std::process::id()));
    path.with_file_name(name)
}

/// Checks that the temporary file can be made.
fn try_partial(path: &Path) -> std::io::Result<()> {
    // `name/` can only be a directory.
    let directory = path.as_os_str().as_encoded_bytes().last().is_some_and(|&b| b == b'/');
    if path.file_name().is_none() || directory {
        return Err(std::io::ErrorKind::InvalidFilename.into());
    }
    let partial = partial(path);
    OpenOptions::new().write(true).create_new(true).open(&partial)?;
    fs::remove_file(&partial)
}

fn unwritable(option: &str, path: &Path, error: std::io::Error) -> Failure {
    Failure::refused(format!("{option} {}: the file cannot be written: {error}", path.display()))
}
