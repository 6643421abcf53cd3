//! What papers measured and published, beside what this machine does.

mod data;
mod print;
mod report;
mod zuc256;

pub(crate) use data::Paper;
pub(crate) use print::print;
pub(crate) use report::Report;

use crate::failure::Failure;

/// All papers.
static PAPERS: [&Paper; 1] = [&zuc256::PAPER];

/// The paper of that name, or what there is instead.
pub(crate) fn named(name: &str) -> Result<&'static Paper, Failure> {
    PAPERS.iter().copied().find(|paper| paper.name == name).ok_or_else(|| {
        let known: Vec<_> = PAPERS.iter().map(|paper| paper.name).collect();
        Failure::refused(format!("--paper {name}: no such paper; there is {}", known.join(", ")))
    })
}
