//! What papers measured and published, beside what this machine does.
//!
//! A paper is data ([`zuc256`], [`cypress`], [`aesni`]); how it measured decides what runs and how
//! it is shown ([`variants`], [`memory`], [`instructions`]). One measured [`firmware`].

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

/// What stands where a paper gives a bar and no number, or the copy of it that was read has lost it.
const ILLEGIBLE: &str = "not legible in the source";

/// A paper that measured something.
pub(crate) struct Paper {
    /// Its name on the command line.
    pub(crate) name: &'static str,
    /// Where it is.
    pub(crate) citation: &'static str,
    /// What it measured on.
    pub(crate) platforms: &'static [Platform],
    /// What a reader of the comparison has to know.
    pub(crate) note: &'static str,
    /// How it measured, and what came out.
    pub(crate) method: Method,
}

/// A machine of a paper.
pub(crate) struct Platform {
    /// The paper's name for it.
    pub(crate) name: &'static str,
    /// Processor, system and compiler.
    pub(crate) description: &'static str,
    /// The backend of the same width, if the paper used such instructions.
    pub(crate) backend: Option<Backend>,
}

/// How a paper measured.
pub(crate) enum Method {
    /// Several ways of computing the same, on messages.
    Variants(Variants),
    /// A block of memory, encrypted several times.
    Memory(Memory),
    /// Vector instructions beside ordinary ones, and what is built on them.
    Instructions(Tables),
}

/// A paper beside what was measured, in numbers.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub(crate) enum Report {
    /// Of figures and claims.
    Variants(variants::Report),
    /// Of a block of memory.
    Memory(memory::Report),
    /// Of instructions.
    Instructions(Box<instructions::Report>),
}

/// What reports say of a paper itself.
#[derive(Debug, Serialize)]
pub(crate) struct About {
    name: &'static str,
    citation: &'static str,
    note: &'static str,
    platforms: Vec<AboutPlatform>,
}

/// What reports say of a platform.
#[derive(Debug, Serialize)]
struct AboutPlatform {
    name: &'static str,
    description: &'static str,
}

/// All papers.
static PAPERS: [&Paper; 3] = [&zuc256::PAPER, &cypress::PAPER, &aesni::PAPER];

/// The paper of that name, or what there is instead.
pub(crate) fn named(name: &str) -> Result<&'static Paper, Failure> {
    PAPERS.iter().copied().find(|paper| paper.name == name).ok_or_else(|| {
        let known: Vec<_> = PAPERS.iter().map(|paper| paper.name).chain([firmware::NAME]).collect();
        Failure::refused(format!("--paper {name}: no such paper; there is {}", known.join(", ")))
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
    /// That paper.
    fn of(paper: &Paper) -> Self {
        let platform = |p: &Platform| AboutPlatform { name: p.name, description: p.description };
        Self {
            name: paper.name,
            citation: paper.citation,
            note: paper.note,
            platforms: paper.platforms.iter().map(platform).collect(),
        }
    }

    /// Prints it.
    fn print(&self, out: &mut Output) -> Result<(), Failure> {
        out.line("")?;
        out.line(self.citation)?;
        for platform in &self.platforms {
            out.line(format!("{}: {}", platform.name, platform.description))?;
        }
        out.line(self.note)
    }
}
