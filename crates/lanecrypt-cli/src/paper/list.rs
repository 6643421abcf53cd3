//! The list of papers.

use super::method::Paper;
use super::{aesni, cypress, firmware, zuc256};
use crate::failure::Failure;

/// Every paper.
static PAPERS: [&Paper; 3] = [&zuc256::PAPER, &cypress::PAPER, &aesni::PAPER];

/// The paper of this name. The error names all papers.
pub(crate) fn named(name: &str) -> Result<&'static Paper, Failure> {
    PAPERS.iter().copied().find(|paper| paper.publication.name == name).ok_or_else(|| {
        let known: Vec<_> =
            PAPERS.iter().map(|paper| paper.publication.name).chain([firmware::NAME]).collect();
        Failure::refused(format!(
            "--paper {name}: unknown paper; the known ones are {}",
            known.join(", ")
        ))
    })
}
