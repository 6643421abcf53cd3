//! The list of all targets.

use super::suite::Target;
use super::{aead, aes, block, chunked, stream};

/// All targets, each name once.
fn all() -> Vec<Target> {
    let mut all: Vec<Target> = Vec::new();
    let each = stream::targets().chain(block::targets()).chain(aes::TARGETS).chain(aead::targets());
    for target in each.chain([chunked::TARGET]) {
        if !all.iter().any(|known| known.name == target.name) {
            all.push(target);
        }
    }
    all
}

/// The target of that name, or an error with the known names.
pub(crate) fn named(name: &str) -> Result<Target, String> {
    let all = all();
    all.iter().find(|target| target.name == name).copied().ok_or_else(|| {
        let known: Vec<_> = all.iter().map(|target| target.name).collect();
        format!("unknown target {name:?}; the known ones are {}", known.join(", "))
    })
}
