//! Files that results are written to.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use crate::failure::Failure;
use crate::output::Output;

/// A place that can be written to, known before there is anything to write.
#[derive(Debug)]
pub(crate) struct TargetFile {
    /// The option that named it.
    option: &'static str,
    place: Place,
}

#[derive(Debug)]
enum Place {
    /// `-`.
    StandardOutput,
    /// Replaced as a whole: whoever reads it finds the old document or the new one.
    Replaced(PathBuf),
    /// Written directly: a device or pipe, or a file in a directory where no other can be made.
    Direct(PathBuf),
}

impl TargetFile {
    /// Looks whether the path that an option names can be written to; leaves it as it is.
    pub(crate) fn new(option: &'static str, path: &Path) -> Result<Self, Failure> {
        Ok(Self { option, place: Place::new(option, path)? })
    }

    /// Whether it is `-`.
    pub(crate) fn is_standard_output(&self) -> bool {
        matches!(self.place, Place::StandardOutput)
    }

    /// Writes text, and a line's end after it.
    pub(crate) fn write(&self, text: &str) -> Result<(), Failure> {
        match &self.place {
            Place::StandardOutput => Output::standard().line(text),
            _ => self.write_bytes(format!("{text}\n").as_bytes()),
        }
    }

    /// Writes bytes as they are.
    pub(crate) fn write_bytes(&self, bytes: &[u8]) -> Result<(), Failure> {
        match &self.place {
            Place::StandardOutput => std::io::stdout()
                .write_all(bytes)
                .map_err(|error| unwritable(self.option, Path::new("-"), error)),
            Place::Replaced(path) => {
                let beside = beside(path);
                let written = fs::write(&beside, bytes).and_then(|()| fs::rename(&beside, path));
                written.map_err(|error| {
                    // What is left of it is of no use; that it cannot be removed either is not
                    // worth a second message.
                    let _ = fs::remove_file(&beside);
                    unwritable(self.option, path, error)
                })
            }
            Place::Direct(path) => {
                let file = OpenOptions::new().write(true).truncate(true).open(path);
                file.and_then(|mut file| file.write_all(bytes))
                    .map_err(|error| unwritable(self.option, path, error))
            }
        }
    }
}

impl Place {
    fn new(option: &str, path: &Path) -> Result<Self, Failure> {
        if path == Path::new("-") {
            return Ok(Self::StandardOutput);
        }
        // Through links, so that a link stays one.
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let unwritable = |error| unwritable(option, &path, error);
        match fs::metadata(&path) {
            Ok(found) if found.is_dir() => {
                Err(Failure::refused(format!("{option} {}: is a directory", path.display())))
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

fn unwritable(option: &str, path: &Path, error: std::io::Error) -> Failure {
    Failure::refused(format!("{option} {}: cannot be written: {error}", path.display()))
}
