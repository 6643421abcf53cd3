//! Runs the program in a directory of its own.

use std::ffi::OsStr;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The length of a full chunk, of a sealed one, and of a header.
pub(crate) const CHUNK: usize = 16384;
pub(crate) const SEALED: usize = CHUNK + 16;
pub(crate) const HEADER: usize = 56;

/// What a run of the program left.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) code: i32,
    pub(crate) out: Vec<u8>,
    pub(crate) err: String,
}

impl Run {
    /// Asserts that all was well and nothing was said.
    #[track_caller]
    pub(crate) fn good(self) -> Vec<u8> {
        assert_eq!((self.code, self.err.as_str()), (0, ""));
        self.out
    }

    /// Asserts the exit code, and one line with this text.
    #[track_caller]
    pub(crate) fn bad(&self, code: i32, text: &str) {
        assert_eq!(self.code, code, "{}", self.err);
        assert!(self.err.lines().count() == 1 && self.err.contains(text), "{}", self.err);
    }
}

/// A directory of its own for a test, removed with it. It has a key file `key`.
pub(crate) struct Place(PathBuf);

impl Place {
    pub(crate) fn new(test: &str) -> Self {
        Self::below(&std::env::temp_dir(), test)
    }

    pub(crate) fn below(directory: &Path, test: &str) -> Self {
        let place = Self(directory.join(format!("lanecrypt-files-{test}-{}", std::process::id())));
        let _ = fs::remove_dir_all(&place.0);
        fs::create_dir_all(&place.0).expect("a directory");
        place.run(["keygen", "key"]).good();
        place
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    pub(crate) fn write(&self, name: &str, bytes: &[u8]) {
        fs::write(self.path(name), bytes).expect("a file");
    }

    pub(crate) fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.path(name).exists()
    }

    /// The names of what is there, in order.
    pub(crate) fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).expect("the directory");
        let name = |e: fs::DirEntry| e.file_name().into_string().expect("text");
        let mut names: Vec<_> = entries.map(|e| name(e.expect("an entry"))).collect();
        names.sort();
        names
    }

    /// The program with these arguments.
    pub(crate) fn command<A: AsRef<OsStr>>(
        &self,
        arguments: impl IntoIterator<Item = A>,
    ) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_lanecrypt"));
        command.args(arguments).current_dir(&self.0).env_remove("LANECRYPT_BACKEND");
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    pub(crate) fn run<A: AsRef<OsStr>>(&self, arguments: impl IntoIterator<Item = A>) -> Run {
        self.run_with(&[], arguments)
    }

    /// Runs the program with these bytes on standard input.
    pub(crate) fn run_with<A: AsRef<OsStr>>(
        &self,
        input: &[u8],
        arguments: impl IntoIterator<Item = A>,
    ) -> Run {
        let mut command = self.command(arguments);
        let mut child = command.stdin(Stdio::piped()).spawn().expect("the program");
        let mut stdin = child.stdin.take().expect("a pipe");
        let output = std::thread::scope(|scope| {
            // A program that ends early closes the pipe.
            scope.spawn(move || stdin.write_all(input));
            child.wait_with_output().expect("the program")
        });
        Run {
            code: output.status.code().expect("an exit code"),
            out: output.stdout,
            err: String::from_utf8(output.stderr).expect("text"),
        }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        // What is left behind is no reason to fail.
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Bytes that differ between places.
pub(crate) fn contents(bytes: usize) -> Vec<u8> {
    (0..bytes).map(|at| (at * 167 + (at >> 8)) as u8).collect()
}

/// Numbers that look random, the same in each run.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, end: u64) -> u64 {
        // Marsaglia's xorshift.
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % end
    }
}
