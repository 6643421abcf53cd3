//! What all targets have in common.

use lanecrypt::Backend;
use lanecrypt_vectors::Case;

use super::tally::Tally;

/// The cases of one file, ready to be checked on any backend.
pub(crate) trait Suite {
    /// Checks all cases on a backend that this processor has.
    fn run(&self, backend: Backend, tally: &mut Tally);
}

impl Suite for Vec<Box<dyn Suite>> {
    fn run(&self, backend: Backend, tally: &mut Tally) {
        for suite in self {
            suite.run(backend, tally);
        }
    }
}

/// A suite, or an error that names the case that is not understood.
pub(crate) type PreparedSuite = Result<Box<dyn Suite>, String>;

/// A target: what a file has known answers of.
#[derive(Clone, Copy)]
pub(crate) struct Target {
    /// Its name in the files.
    pub(crate) name: &'static str,
    /// Reads the cases of a target of that name, or says which one is not understood and why.
    pub(crate) prepare: fn(&'static str, &[Case]) -> PreparedSuite,
}
