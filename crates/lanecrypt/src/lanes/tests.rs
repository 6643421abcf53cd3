//! Every operation of every backend that this processor has, against the same operation on plain
//! words; and plain words against definitions that share nothing with them.

mod aes_blocks;
mod any_width;
mod blocks;
mod definitions;
mod inputs;
mod lanes32;
mod rows;
mod words;

use super::Ops;
use crate::Backend;

/// Operations of all kinds: with a shell of its own on every backend.
struct AllOps;

impl Ops for AllOps {
    const USES_VAES: bool = true;
    const USES_GFNI: bool = true;
}

#[test]
fn backends_are_named() {
    let names = |available: bool| {
        let chosen = Backend::ALL.iter().filter(|b| b.is_available() == available);
        chosen.map(|b| b.name()).collect::<Vec<_>>().join(" ")
    };
    println!("backends of this processor: {}", names(true));
    println!("backends not tested, as this processor lacks them: {}", names(false));
}
