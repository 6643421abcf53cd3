//! What all papers have.

use lanecrypt::Backend;
use serde::Serialize;

use crate::failure::Failure;
use crate::output::Output;

/// The text in place of a number that the paper shows only as a bar, or that its available copy lost.
pub(crate) const ILLEGIBLE: &str = "not legible in the source";

/// What a paper says about itself, and remarks on it.
pub(crate) struct Publication {
    /// The name on the command line.
    pub(crate) name: &'static str,
    /// The citation.
    pub(crate) citation: &'static str,
    /// The machines that the paper measured.
    pub(crate) platforms: &'static [Platform],
    /// Remarks that a reader of the comparison needs.
    pub(crate) note: &'static str,
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

impl About {
    /// The description of a paper.
    pub(super) fn of(paper: &Publication) -> Self {
        let platform = |p: &Platform| AboutPlatform { name: p.name, description: p.description };
        Self {
            name: paper.name,
            citation: paper.citation,
            note: paper.note,
            platforms: paper.platforms.iter().map(platform).collect(),
        }
    }

    /// Prints the description.
    pub(super) fn print(&self, out: &mut Output) -> Result<(), Failure> {
        out.line("")?;
        out.line(self.citation)?;
        for platform in &self.platforms {
            out.line(format!("{}: {}", platform.name, platform.description))?;
        }
        out.line(self.note)
    }
}
