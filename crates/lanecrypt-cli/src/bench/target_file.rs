//! Where the document goes.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use crate::failure::Failure;
use crate::output::Output;

/// A place that a document can be written to, known before there is one.
#[derive(Debug)]
pub(crate) enum TargetFile {
    /// `-`.
    StandardOutput,
    /// Replaced as a whole: whoever reads it finds the old document or the new one.
    Replaced(PathBuf),
    /// Written directly: a device or pipe, or a file in a directory where no other can be made.
    Direct(PathBuf),
}

impl TargetFile {
    /// Looks whether the path can be written to; leaves it as it is.
    pub(crate) fn new(path: &Path) -> Result<Self, Failure> {
        if path == Path::new("-") {
            return Ok(Self::StandardOutput);
        }
        // Through links, so that a link stays one.
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let unwritable = |error| unwritable(&path, error);
        match fs::metadata(&path) {
            Ok(found) if found.is_dir() => {
                Err(Failure::refused(format!("--json {}: is a directory", path.display())))
            }
            Ok(found) if found.is_file() => {
                OpenOptions::new().write(true).open(&path).map_err(unwritable)?;
                Ok(match try_beside(&path) {
                    Ok(()) => Self::Replaced(path),
                    Err(_) => Self::Direct(path),
                })
            }
            // Opening a pipe would wait for its reader.
            Ok(_) => Ok(Self::Direct(path)),
            Err(_) => {
                try_beside(&path).map_err(unwritable)?;
                Ok(Self::Replaced(path))
            }
        }
    }

    /// Writes the document.
    pub(crate) fn write(&self, text: &str) -> Result<(), Failure> {
        match self {
            Self::StandardOutput => Output::standard().line(text),
            Self::Replaced(path) => {
                let beside = beside(path);
                let written = fs::write(&beside, format!("{text}\n"))
                    .and_then(|()| fs::rename(&beside, path));
                written.map_err(|error| {
                    // What is left of it is of no use; that it cannot be removed either is not
                    // worth a second message.
                    let _ = fs::remove_file(&beside);
                    unwritable(path, error)
                })
            }
            Self::Direct(path) => {
                let file = OpenOptions::new().write(true).truncate(true).open(path);
                file.and_then(|mut file| file.write_all(format!("{text}\n").as_bytes()))
                    .map_err(|error| unwritable(path, error))
            }
        }
    }
}

/// The file that is written before it takes its place.
fn beside(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.partial", std::process::id()));
    path.with_file_name(name)
}

/// Whether there can be one.
fn try_beside(path: &Path) -> std::io::Result<()> {
    // `name/` can only be a directory.
    let directory = path.as_os_str().as_encoded_bytes().last().is_some_and(|&b| b == b'/');
    if path.file_name().is_none() || directory {
        return Err(std::io::ErrorKind::InvalidFilename.into());
    }
    let beside = beside(path);
    OpenOptions::new().write(true).create_new(true).open(&beside)?;
    fs::remove_file(&beside)
}

fn unwritable(path: &Path, error: std::io::Error) -> Failure {
    Failure::refused(format!("--json {}: cannot be written: {error}", path.display()))
}
