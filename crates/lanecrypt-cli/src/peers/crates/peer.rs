//! A peer that consists of crates.

use crate::entry::{Setting, Subject};
use crate::peers::peer::Peer;

/// A crate, or several crates used together.
pub(super) struct Crates {
    pub(super) name: &'static str,
    /// The version of each crate, from the lock file of the build.
    pub(super) versions: &'static [&'static str],
    pub(super) prepare: fn(&str, &str, &Setting) -> Option<Box<dyn Subject>>,
}

impl Peer for Crates {
    fn name(&self) -> &'static str {
        self.name
    }

    fn version(&self) -> String {
        self.versions.join(" + ")
    }

    fn prepare(
        &self,
        algorithm: &str,
        operation: &str,
        setting: &Setting,
    ) -> Option<Box<dyn Subject>> {
        (self.prepare)(algorithm, operation, setting)
    }
}
