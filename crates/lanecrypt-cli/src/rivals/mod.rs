//! Implementations of others, measured beside ours.

use crate::bench::catalogue::{Entry, Setting, Subject};

/// An implementation by others of operations that this program measures too.
pub(crate) trait Rival: Sync {
    /// Its name.
    fn name(&self) -> &'static str;

    /// Its version.
    fn version(&self) -> String;

    /// How it computes an operation of the catalogue; none where it does not have it.
    fn prepare(
        &self,
        algorithm: &str,
        operation: &str,
        setting: &Setting,
    ) -> Option<Box<dyn Subject>>;
}

/// All that this program was built with.
pub(crate) fn all() -> Vec<&'static dyn Rival> {
    Vec::new()
}

/// What is measured beside ours as a common measure, and that ours does not have.
pub(crate) fn yardsticks() -> Vec<&'static Entry> {
    Vec::new()
}

/// Whether it is one of those.
pub(crate) fn is_yardstick(entry: &Entry) -> bool {
    yardsticks().iter().any(|yardstick| std::ptr::eq(*yardstick, entry))
}
