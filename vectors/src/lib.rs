#![doc = include_str!("../README.md")]
//!
//! # Example
//!
//! ```
//! for case in lanecrypt_vectors::cases_of("speck")? {
//!     let (key, plaintext) = (case.bytes("key")?, case.bytes("plaintext")?);
//!     assert!(key.len() >= plaintext.len(), "{}", case.id);
//! }
//! # Ok::<(), String>(())
//! ```

mod answers;
pub mod hex;

pub use answers::{Case, KnownAnswers};

/// A file of known answers.
#[derive(Debug)]
pub struct File {
    name: &'static str,
    text: &'static str,
}

/// Every file, in the order of names.
pub static FILES: &[File] = &include!(concat!(env!("OUT_DIR"), "/files.rs"));

impl File {
    /// Its name, such as `speck.json`.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// What it has answers of: its name up to the first dot.
    #[must_use]
    pub fn target(&self) -> &'static str {
        self.name.split('.').next().unwrap_or(self.name)
    }

    /// Its text, in JSON.
    #[must_use]
    pub const fn text(&self) -> &'static str {
        self.text
    }

    /// Reads it, or says why it cannot be used.
    pub fn read(&self) -> Result<KnownAnswers, String> {
        KnownAnswers::parse(self.text.as_bytes())
            .map_err(|reason| format!("{}: {reason}", self.name))
    }
}

/// The files of a target. There is at least one, or an error.
pub fn files_of(target: &str) -> Result<Vec<&'static File>, String> {
    let files: Vec<_> = FILES.iter().filter(|file| file.target() == target).collect();
    match files.is_empty() {
        true => Err(format!("there are no known answers of {target:?}")),
        false => Ok(files),
    }
}

/// The cases of all files of a target. There is at least one, or an error.
pub fn cases_of(target: &str) -> Result<Vec<Case>, String> {
    let mut cases = Vec::new();
    for file in files_of(target)? {
        cases.extend(file.read()?.cases);
    }
    Ok(cases)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_file_can_be_read_and_is_named_after_its_target() {
        assert!(!FILES.is_empty());
        for file in FILES {
            let known = file.read().expect("a file of known answers");
            assert_eq!(known.target, file.target(), "{}", file.name());
        }
    }

    #[test]
    fn cases_have_names_of_their_own() {
        for file in FILES {
            let cases = cases_of(file.target()).expect("the cases");
            let names: HashSet<_> = cases.iter().map(|case| &case.id).collect();
            assert_eq!(names.len(), cases.len(), "{}", file.target());
        }
    }

    #[test]
    fn targets_without_files_are_errors() {
        assert!(files_of("rot13").is_err());
        assert!(cases_of("speck.json").is_err());
    }
}
