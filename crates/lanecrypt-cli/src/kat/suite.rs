//! What the targets have in common.

use lanecrypt::Backend;

use super::file::Case;
use super::tally::Tally;

/// The cases of one file, ready to be checked on any backend.
pub(crate) trait Suite {
    /// Checks all of them on a backend that this processor has.
    fn run(&self, backend: Backend, tally: &mut Tally);
}

/// A suite, or why there is none: which case is not understood.
pub(crate) type Prepared = Result<Box<dyn Suite>, String>;

/// One thing that a file can be about.
pub(crate) struct Target {
    /// Its name in the files.
    pub(crate) name: &'static str,
    /// Understands the cases, or says which one it does not understand and why.
    pub(crate) prepare: fn(&[Case]) -> Prepared,
}
