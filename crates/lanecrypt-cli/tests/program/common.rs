//! Runs the program and holds what came of it.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// What a run of the program left.
pub(crate) struct Run {
    /// The exit code.
    pub(crate) code: i32,
    /// Standard output.
    pub(crate) out: String,
    /// Standard error.
    pub(crate) err: String,
}

impl Run {
    fn of(output: Output) -> Self {
        let text = |bytes| String::from_utf8(bytes).expect("text");
        let code = output.status.code().expect("an exit code, not a signal");
        Self { code, out: text(output.stdout), err: text(output.stderr) }
    }

    /// Asserts that the input was refused with one line on standard error that holds all words.
    #[track_caller]
    pub(crate) fn refused(&self, words: &[&str]) {
        assert_eq!(self.code, 2, "{}{}", self.out, self.err);
        assert_eq!(self.err.lines().count(), 1, "{}", self.err);
        assert!(self.err.starts_with("lanecrypt: "), "{}", self.err);
        for word in words {
            assert!(self.err.contains(word), "no {word:?} in {}", self.err);
        }
    }
}

/// Runs the program, without `LANECRYPT_BACKEND`.
pub(crate) fn lanecrypt(arguments: &[&str]) -> Run {
    lanecrypt_with(None, arguments)
}

/// Runs the program with `LANECRYPT_BACKEND` as given.
pub(crate) fn lanecrypt_with(backend: Option<&str>, arguments: &[&str]) -> Run {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lanecrypt"));
    command.args(arguments).env_remove("LANECRYPT_BACKEND");
    if let Some(backend) = backend {
        command.env("LANECRYPT_BACKEND", backend);
    }
    Run::of(command.output().expect("the program starts"))
}

/// A file of known answers of the project.
pub(crate) fn vectors(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../vectors").join(name)
}

/// A path that the program understands.
pub(crate) fn text(path: &Path) -> &str {
    path.to_str().expect("a path of text")
}

/// A directory of its own for a test, removed with it.
pub(crate) struct Scratch(PathBuf);

impl Scratch {
    /// An empty directory.
    pub(crate) fn new(test: &str) -> Self {
        let name = format!("lanecrypt-test-{test}-{}", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&path).expect("a directory for temporary files");
        Self(path)
    }

    /// The path of a file in it.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// A file in it.
    pub(crate) fn file(&self, name: &str, content: &str) -> PathBuf {
        let path = self.path(name);
        std::fs::write(&path, content).expect("a file");
        path
    }

    /// The names of all files in it.
    pub(crate) fn names(&self) -> Vec<String> {
        let entries = std::fs::read_dir(&self.0).expect("the directory");
        entries.map(|e| e.expect("an entry").file_name().into_string().expect("text")).collect()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // A directory left behind is no reason to fail.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
