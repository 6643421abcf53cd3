//! Which file becomes which.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use super::arguments::FileArguments;
use super::target::{Place, UNFINISHED};
use crate::failure::Failure;

/// What the names of encrypted files end with.
const SUFFIX: &str = ".lane";

/// One input and its output.
#[derive(Debug)]
pub(super) struct Task {
    /// Standard input if there is none.
    pub(super) input: Option<PathBuf>,
    pub(super) output: Place,
    pub(super) context: Vec<u8>,
}

/// Which way files go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    Encrypt,
    Decrypt,
    /// Decryption that writes to standard output unless it is told where to, or nowhere.
    Part,
    Verify,
}

/// The tasks of a command line.
pub(super) fn of(arguments: &FileArguments, way: Way) -> Result<Vec<Task>, Failure> {
    let FileArguments { inputs, output, recursive, .. } = arguments;
    if inputs.is_empty() {
        if *recursive {
            return Err(Failure::refused("-r: name a directory"));
        }
        return Ok(vec![task(arguments, way, None, Path::new(""), None)?]);
    }
    let into = output.as_deref().filter(|output| inputs.len() > 1 || *recursive || output.is_dir());
    if into == Some(Path::new("-")) {
        return Err(Failure::refused("-o -: several files do not go to standard output"));
    }
    let mut tasks = Vec::new();
    for input in inputs {
        if input == Path::new("-") {
            tasks.push(task(arguments, way, None, Path::new(""), into)?);
        } else if *recursive && input.is_dir() {
            let mut below = Vec::new();
            walk(input, Path::new(""), way, &mut below)
                .map_err(|error| Failure::refused(format_args!("{}: {error}", input.display())))?;
            for path in below {
                tasks.push(task(arguments, way, Some(&input.join(&path)), &path, into)?);
            }
        } else {
            let name = input.file_name().map_or(Path::new(""), Path::new);
            tasks.push(task(arguments, way, Some(input), name, into)?);
        }
    }
    Ok(tasks)
}

/// The files below a directory that are of a kind, in the order of names. Links are not followed.
fn walk(root: &Path, below: &Path, way: Way, found: &mut Vec<PathBuf>) -> std::io::Result<()> {
    let mut entries = fs::read_dir(root.join(below))?.collect::<Result<Vec<_>, _>>()?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let (name, kind) = (entry.file_name(), entry.file_type()?);
        let bytes = name.as_encoded_bytes();
        if kind.is_dir() {
            walk(root, &below.join(&name), way, found)?;
        } else if kind.is_file()
            && !bytes.starts_with(UNFINISHED.as_bytes())
            && bytes.ends_with(SUFFIX.as_bytes()) != (way == Way::Encrypt)
        {
            found.push(below.join(&name));
        }
    }
    Ok(())
}

/// A task. The path is the one below the directory, or the name of the file.
fn task(
    arguments: &FileArguments,
    way: Way,
    input: Option<&Path>,
    path: &Path,
    into: Option<&Path>,
) -> Result<Task, Failure> {
    let plain = match way {
        Way::Encrypt => Some(path.to_owned()),
        _ => without_suffix(path),
    };
    let mut context = arguments.context.clone().into_bytes();
    if arguments.bind_path {
        let Some(plain) = plain.as_ref().filter(|_| input.is_some()) else {
            return Err(Failure::refused(format_args!(
                "--bind-path: {} has no name to be bound to",
                input.map_or("standard input".into(), Path::to_string_lossy)
            )));
        };
        context.push(0);
        context.extend(plain.as_os_str().as_encoded_bytes());
    }
    let named = |directory: &Path| match way {
        Way::Encrypt => Some(directory.join(with_suffix(path))),
        _ => plain.as_ref().map(|plain| directory.join(plain)),
    };
    let beside = || {
        let input = input?;
        match way {
            Way::Encrypt => Some(with_suffix(input)),
            _ => without_suffix(input),
        }
    };
    let output = match (&arguments.output, into, input) {
        _ if way == Way::Verify => Place::Nowhere,
        (_, Some(directory), Some(_)) => {
            Place::Path(named(directory).ok_or_else(|| no_name(input))?)
        }
        (Some(path), None, _) if path != Path::new("-") => Place::Path(path.clone()),
        (None, None, Some(_)) if way != Way::Part => {
            Place::Path(beside().ok_or_else(|| no_name(input))?)
        }
        (_, Some(_), None) => return Err(no_name(None)),
        _ => Place::StandardOutput,
    };
    Ok(Task { input: input.map(Path::to_owned), output, context })
}

fn no_name(input: Option<&Path>) -> Failure {
    Failure::refused(format_args!(
        "{}: there is no name for the output, because it does not end in {SUFFIX}; use -o",
        input.map_or("standard input".into(), Path::to_string_lossy)
    ))
}

fn with_suffix(path: &Path) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(SUFFIX);
    name.into()
}

/// The path without the suffix, if there is a name before it.
fn without_suffix(path: &Path) -> Option<PathBuf> {
    let (stem, extension) = (path.file_stem()?, path.extension()?);
    (extension == &SUFFIX[1..]).then(|| path.with_file_name(stem))
}
