//! Papers with published measurements, which can be repeated on this machine.
//!
//! A paper is data ([`zuc256`], [`cypress`], [`aesni`]). Its method decides what is measured and how it
//! is shown ([`variants`], [`memory`], [`instructions`]). One paper measured [`firmware`].

mod aesni;
mod cypress;
pub(crate) mod firmware;
pub(crate) mod instructions;
pub(crate) mod memory;
pub(crate) mod variants;
mod zuc256;

use lanecrypt::Backend;
use serde::Serialize;

use crate::failure::Failure;
use crate::output::Output;
use instructions::Tables;
use memory::Memory;
use variants::Variants;

/// The text in place of a number that the paper shows only as a bar, or that its available copy lost.
const ILLEGIBLE: &str = "not legible in the source";

/// A paper.
pub(crate) struct Paper {
    /// The name on the command line.
    pub(crate) name: &'static str,
    /// The citation.
    pub(crate) citation: &'static str,
    /// The machines that the paper measured.
    pub(crate) platforms: &'static [Platform],
    /// Remarks that a reader of the comparison needs.
    pub(crate) note: &'static str,
    /// The method and the published results.
    pub(crate) method: Method,
}

/// A machine of a paper.
pub(crate) struct Platform {
    /// The paper's name for it.
    pub(crate) name: &'static str,
    /// Processor, system and compiler.
    pub(crate) description: &'static str,
    /// The backend with registers of the same length, if the paper used vector instructions.
    pub(crate) backend: Option<Backend>,
}

/// The method of a paper.
pub(crate) enum Method {
    /// Several variants of the same computation, on messages.
    Variants(Variants),
    /// A block of memory that is encrypted several times.
    Memory(Memory),
    /// Vector instructions compared with ordinary ones, and ciphers that use them.
    Instructions(Tables),
}

/// The comparison of a paper with what was measured, in numbers.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub(crate) enum Report {
    /// Figures and claims.
    Variants(variants::Report),
    /// A block of memory.
    Memory(memory::Report),
    /// Instructions.
    Instructions(Box<instructions::Report>),
}

/// The description of a paper.
#[derive(Debug, Serialize)]
pub(crate) struct About {
    name: &'static str,
    citation: &'static str,
    note: &'static str,
    platforms: Vec<AboutPlatform>,
}

/// The description of a machine of a paper.
#[derive(Debug, Serialize)]
struct AboutPlatform {
    name: &'static str,
    description: &'static str,
}

/// Every paper.
static PAPERS: [&Paper; 3] = [&zuc256::PAPER, &cypress::PAPER, &aesni::PAPER];

/// The paper of this name. The error names all papers.
pub(crate) fn named(name: &str) -> Result<&'static Paper, Failure> {
    PAPERS.iter().copied().find(|paper| paper.name == name).ok_or_else(|| {
        let known: Vec<_> = PAPERS.iter().map(|paper| paper.name).chain([firmware::NAME]).collect();
        Failure::refused(format!(
            "--paper {name}: unknown paper; the known ones are {}",
            known.join(", ")
        ))
    })
}

impl Report {
    /// Prints the comparison.
    pub(crate) fn print(&self, out: &mut Output) -> Result<(), Failure> {
        match self {
            Self::Variants(report) => report.print(out),
            Self::Memory(report) => report.print(out),
            Self::Instructions(report) => report.print(out),
        }
    }
}

impl About {
    /// The description of a paper.
    fn of(paper: &Paper) -> Self {
        let platform = |p: &Platform| AboutPlatform { name: p.name, description: p.description };
        Self {
            name: paper.name,
            citation: paper.citation,
            note: paper.note,
            platforms: paper.platforms.iter().map(platform).collect(),
        }
    }

    /// Prints the description.
    fn print(&self, out: &mut Output) -> Result<(), Failure> {
        out.line("")?;
        out.line(self.citation)?;
        for platform in &self.platforms {
            out.line(format!("{}: {}", platform.name, platform.description))?;
        }
        out.line(self.note)
    }
}
