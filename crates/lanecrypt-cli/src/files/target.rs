//! What is written: a file as a whole or not at all, or a pipe.

use std::fs::{self, File, OpenOptions, Permissions};
use std::io::{self, IsTerminal as _, Write};
use std::os::fd::AsFd as _;
use std::os::unix::fs::{MetadataExt as _, OpenOptionsExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};

use super::source::Regular;
use crate::failure::Failure;

/// Where the output goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// A path.
    Path(PathBuf),
    StandardOutput,
    /// Nowhere: everything is checked and nothing written.
    Nowhere,
}

/// An output that is being written.
pub(super) struct Target {
    name: String,
    kind: Kind,
}

enum Kind {
    /// Written to a temporary file, which is renamed at the end.
    Replaced {
        temporary: Temporary,
        path: PathBuf,
        force: bool,
    },
    /// Written as it comes: a pipe or a device.
    Direct(File),
    Nothing,
}

/// A temporary file, removed on drop unless it was renamed.
struct Temporary {
    file: File,
    path: PathBuf,
    /// The permissions that the file gets at the end.
    mode: Option<u32>,
    renamed: bool,
}

impl Drop for Temporary {
    fn drop(&mut self) {
        if !self.renamed {
            // If it cannot be removed, its name says what it is.
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// What the names of temporary files begin with.
pub(super) const UNFINISHED: &str = "lanecrypt-unfinished-";

impl Target {
    /// Opens an output. A file gets the permissions of the input.
    pub(super) fn create(
        place: &Place,
        force: bool,
        input: Option<Regular>,
        binary: bool,
    ) -> Result<Self, Failure> {
        let path = match place {
            Place::Path(path) => path,
            Place::StandardOutput => {
                let name = "standard output".to_owned();
                if binary && io::stdout().is_terminal() {
                    return Err(Failure::refused(
                        "standard output is a terminal; use -o FILE, or a pipe",
                    ));
                }
                let file = io::stdout().as_fd().try_clone_to_owned().map(File::from);
                let file = file.map_err(|error| unwritable(&name, error))?;
                return Ok(Self { name, kind: Kind::Direct(file) });
            }
            Place::Nowhere => return Ok(Self { name: String::new(), kind: Kind::Nothing }),
        };
        let name = path.display().to_string();
        let refused = |reason: &str| Failure::refused(format_args!("{name}: {reason}"));
        // A link stays a link; what it names is replaced.
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.clone());
        match fs::metadata(&path) {
            Ok(found) if found.is_dir() => return Err(refused("this is a directory")),
            Ok(found) if !found.is_file() => {
                let file = OpenOptions::new().write(true).open(&path);
                let file = file.map_err(|error| unwritable(&name, error))?;
                return Ok(Self { name, kind: Kind::Direct(file) });
            }
            Ok(found)
                if input.is_some_and(|input| input.identity == (found.dev(), found.ino())) =>
            {
                return Err(refused("this is the input; it is never replaced"));
            }
            Ok(_) if !force => return Err(refused("the file exists; --force replaces it")),
            Ok(_) => {}
            Err(_) if fs::symlink_metadata(&path).is_ok() => {
                return Err(refused("this is a link to nothing"));
            }
            Err(_) => {}
        }
        let temporary =
            Temporary::beside(&path, input).map_err(|error| unwritable(&name, error))?;
        Ok(Self { name, kind: Kind::Replaced { temporary, path, force } })
    }

    /// Whether what was written stays if the rest fails.
    pub(super) fn is_direct(&self) -> bool {
        matches!(self.kind, Kind::Direct(_))
    }

    /// Writes bytes.
    pub(super) fn write(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        let file = match &mut self.kind {
            Kind::Replaced { temporary, .. } => &mut temporary.file,
            Kind::Direct(file) => file,
            Kind::Nothing => return Ok(()),
        };
        file.write_all(bytes).map_err(|error| unwritable(&self.name, error))
    }

    /// Makes the file what it is to be: on disk, then under its name.
    pub(super) fn commit(self) -> Result<(), Failure> {
        let Kind::Replaced { mut temporary, path, force } = self.kind else { return Ok(()) };
        temporary.place(&path, force).map_err(|error| unwritable(&self.name, error))
    }
}

impl Temporary {
    /// A new file in the same directory.
    fn beside(path: &Path, input: Option<Regular>) -> io::Result<Self> {
        if path.file_name().is_none() || path.as_os_str().as_encoded_bytes().ends_with(b"/") {
            return Err(io::ErrorKind::InvalidFilename.into());
        }
        let mode = input.map(|input| input.mode);
        for number in 0.. {
            let name = format!("{UNFINISHED}{}-{number}", std::process::id());
            let path = path.with_file_name(name);
            // Nobody else reads it before it is whole, if there is an input to take the permissions from.
            let first = if mode.is_some() { 0o600 } else { 0o666 };
            match OpenOptions::new().write(true).create_new(true).mode(first).open(&path) {
                // Left by a process of this number that was killed.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists && number < 1000 => {}
                opened => return Ok(Self { file: opened?, path, mode, renamed: false }),
            }
        }
        Err(io::ErrorKind::AlreadyExists.into())
    }

    /// Renames it, after everything is on disk.
    fn place(&mut self, path: &Path, force: bool) -> io::Result<()> {
        if let Some(mode) = self.mode {
            self.file.set_permissions(Permissions::from_mode(mode))?;
        }
        self.file.sync_all()?;
        match force {
            true => fs::rename(&self.path, path)?,
            false => rename_new(&self.path, path)?,
        }
        self.renamed = true;
        let directory = path.parent().filter(|parent| !parent.as_os_str().is_empty());
        File::open(directory.unwrap_or(Path::new(".")))?.sync_all()
    }
}

/// Renames a file unless the new name exists, also if it was made a moment ago.
fn rename_new(from: &Path, to: &Path) -> io::Result<()> {
    #[cfg(target_os = "linux")]
    {
        use rustix::fs::{CWD, RenameFlags, renameat_with};
        use rustix::io::Errno;
        match renameat_with(CWD, from, CWD, to, RenameFlags::NOREPLACE) {
            // The file system cannot do it.
            Err(Errno::INVAL | Errno::NOSYS) => {}
            done => return done.map_err(io::Error::from),
        }
    }
    match fs::symlink_metadata(to) {
        Ok(_) => Err(io::ErrorKind::AlreadyExists.into()),
        Err(_) => fs::rename(from, to),
    }
}

fn unwritable(name: &str, error: io::Error) -> Failure {
    Failure::refused(format_args!("{name}: cannot be written: {error}"))
}
