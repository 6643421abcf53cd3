//! The list of all targets.

use super::suite::Target;
use super::{aead, aes, block, stream};

/// All targets.
fn all() -> impl Iterator<Item = &'static Target> {
    stream::TARGETS.iter().chain(&block::TARGETS).chain(&aes::TARGETS).chain(&aead::TARGETS)
}

/// The target of that name, or an error with the known names.
pub(crate) fn named(name: &str) -> Result<&'static Target, String> {
    all().find(|target| target.name == name).ok_or_else(|| {
        let known: Vec<_> = all().map(|target| target.name).collect();
        format!("unknown target {name:?}; the known ones are {}", known.join(", "))
    })
}
