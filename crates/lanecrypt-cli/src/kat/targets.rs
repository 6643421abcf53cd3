//! The registry: every target that there is. A new one is one entry.

use super::suite::Target;
use super::{aead, aes, block, zuc};

/// All targets, family by family.
fn all() -> impl Iterator<Item = &'static Target> {
    zuc::TARGETS.iter().chain(&block::TARGETS).chain(&aes::TARGETS).chain(&aead::TARGETS)
}

/// The target of that name, or what there is instead.
pub(crate) fn named(name: &str) -> Result<&'static Target, String> {
    all().find(|target| target.name == name).ok_or_else(|| {
        let known: Vec<_> = all().map(|target| target.name).collect();
        format!("unknown target {name:?}; the known ones are {}", known.join(", "))
    })
}
