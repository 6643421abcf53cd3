//! What is read.

use std::fs::File;
use std::io::{self, IsTerminal as _, Read};
use std::os::fd::AsFd as _;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::path::Path;

use crate::failure::Failure;

/// An input.
pub(super) struct Source {
    /// For messages.
    pub(super) name: String,
    pub(super) file: File,
    /// The length, the identity and the mode of a regular file.
    pub(super) regular: Option<Regular>,
}

/// A regular file.
#[derive(Clone, Copy, Debug)]
pub(super) struct Regular {
    /// In bytes, when it was opened.
    pub(super) length: u64,
    /// The device and the number there.
    pub(super) identity: (u64, u64),
    /// The permissions.
    pub(super) mode: u32,
}

impl Source {
    /// Opens a file, or standard input if there is no path.
    pub(super) fn open(path: Option<&Path>) -> Result<Self, Failure> {
        let name = path.map_or("standard input".to_owned(), |path| path.display().to_string());
        let failed = |error: io::Error| Failure::refused(format_args!("{name}: {error}"));
        let file = match path {
            Some(path) => File::open(path).map_err(failed)?,
            None if io::stdin().is_terminal() => {
                return Err(Failure::refused(
                    "no input: name a file, or give data on standard input",
                ));
            }
            None => File::from(io::stdin().as_fd().try_clone_to_owned().map_err(failed)?),
        };
        let found = file.metadata().map_err(failed)?;
        if found.is_dir() {
            return Err(Failure::refused(format_args!("{name}: this is a directory; use -r")));
        }
        let regular = found.is_file().then(|| Regular {
            length: found.len(),
            identity: (found.dev(), found.ino()),
            mode: found.permissions().mode() & 0o777,
        });
        Ok(Self { name, file, regular })
    }

    /// Reads until the room is full or the input ends, and returns how many bytes there are.
    pub(super) fn fill(&mut self, room: &mut [u8]) -> Result<usize, Failure> {
        fill(&mut self.file, room)
            .map_err(|error| Failure::refused(format_args!("{}: {error}", self.name)))
    }
}

/// Reads until the room is full or the input ends, and returns how many bytes there are.
pub(super) fn fill(from: &mut impl Read, room: &mut [u8]) -> io::Result<usize> {
    let mut length = 0;
    while length < room.len() {
        match from.read(&mut room[length..]) {
            Ok(0) => break,
            Ok(more) => length += more,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(length)
}
