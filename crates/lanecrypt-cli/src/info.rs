//! `lanecrypt info`: the backends of this processor, and which backend each algorithm uses.

use std::process::ExitCode;

use lanecrypt::Backend;
use serde::Serialize;

use crate::algorithms;
use crate::args::InfoArguments;
use crate::bench::catalogue;
use crate::entry::{Entry, Keys, Setting};
use crate::failure::Failure;
use crate::machine::{self, Machine};
use crate::measure::clock;
use crate::output::{Output, table};

/// The document of `lanecrypt info --json`.
#[derive(Debug, Serialize)]
struct Info {
    schema: &'static str,
    schema_version: u32,
    lanecrypt_version: &'static str,
    compiler: &'static str,
    machine: Machine,
    /// An estimate. None if the clock cannot be read.
    clock_ghz: Option<f64>,
    /// The backend that `LANECRYPT_BACKEND` names.
    lanecrypt_backend: Option<&'static str>,
    backends: Vec<BackendInfo>,
    algorithms: Vec<AlgorithmInfo>,
}

/// A backend, available or not.
#[derive(Debug, Serialize)]
struct BackendInfo {
    name: &'static str,
    available: bool,
    requires: &'static str,
    /// The required instruction sets that the processor lacks.
    missing: Vec<&'static str>,
}

/// The choice for an algorithm.
#[derive(Debug, Serialize)]
struct AlgorithmInfo {
    algorithm: &'static str,
    operation: &'static str,
    backend: &'static str,
    /// The number of messages of a large batch that are processed in parallel; for block ciphers, of
    /// blocks in a register.
    lanes: usize,
    why: String,
}

/// A batch large enough to fill all lanes.
const LARGE: usize = 1 << 16;

/// Prints the information.
pub(crate) fn run(arguments: &InfoArguments) -> Result<ExitCode, Failure> {
    if arguments.algorithms {
        algorithms::print()?;
        return Ok(ExitCode::SUCCESS);
    }
    let info = Info::gather();
    let mut out = Output::standard();
    if arguments.json {
        let text = serde_json::to_string_pretty(&info).map_err(Failure::refused)?;
        out.line(text)?;
    } else {
        info.print(&mut out)?;
    }
    Ok(ExitCode::SUCCESS)
}

impl Info {
    fn gather() -> Self {
        let asked = Backend::from_environment().and_then(Result::ok);
        Self {
            schema: "lanecrypt-info",
            schema_version: 1,
            lanecrypt_version: env!("CARGO_PKG_VERSION"),
            compiler: env!("LANECRYPT_COMPILER"),
            machine: Machine::this(),
            clock_ghz: clock_estimate(),
            lanecrypt_backend: asked.map(Backend::name),
            backends: Backend::ALL.into_iter().map(BackendInfo::of).collect(),
            algorithms: catalogue::all()
                .iter()
                .map(|entry| AlgorithmInfo::of(entry, asked))
                .collect(),
        }
    }

    fn print(&self, out: &mut Output) -> Result<(), Failure> {
        let Machine { processor, architecture, system, logical_processors, .. } = &self.machine;
        out.line(format!(
            "processor  {processor} ({architecture}, {system}, {logical_processors} usable)"
        ))?;
        out.line(match self.clock_ghz {
            Some(clock) => {
                format!("clock      {clock:.2} GHz, measured now")
            }
            None => "clock      cannot be read on this processor".to_owned(),
        })?;
        out.line(format!("lanecrypt  {}, {}", self.lanecrypt_version, self.compiler))?;
        out.line(match self.lanecrypt_backend {
            Some(name) => format!("LANECRYPT_BACKEND is {name}"),
            None => "LANECRYPT_BACKEND is not set".to_owned(),
        })?;
        out.line("")?;

        let mut backends = table(&["backend", "available", "requires", "missing"], []);
        for backend in &self.backends {
            let here = if backend.available { "yes" } else { "no" };
            let missing = backend.missing.join(", ");
            backends.add_row([backend.name, here, backend.requires, &missing]);
        }
        out.line(backends.trim_fmt())?;
        out.line("")?;

        let mut algorithms = table(&["algorithm", "operations", "backend", "lanes", "why"], [3]);
        let alike = |a: &AlgorithmInfo, b: &AlgorithmInfo| {
            (a.algorithm, a.backend, a.lanes, &a.why) == (b.algorithm, b.backend, b.lanes, &b.why)
        };
        for group in self.algorithms.chunk_by(alike) {
            let operations: Vec<_> = group.iter().map(|a| a.operation).collect();
            let a = &group[0];
            let lanes = a.lanes.to_string();
            algorithms.add_row([a.algorithm, &operations.join(", "), a.backend, &lanes, &a.why]);
        }
        out.line(algorithms.trim_fmt())
    }
}

impl BackendInfo {
    fn of(backend: Backend) -> Self {
        Self {
            name: backend.name(),
            available: backend.is_available(),
            requires: backend.requirements(),
            missing: machine::missing(backend),
        }
    }
}

impl AlgorithmInfo {
    fn of(entry: &Entry, asked: Option<Backend>) -> Self {
        let backend = Backend::best();
        let keys = Keys::Fresh;
        let subject = (entry.prepare)(&Setting { backend, variant: "auto", batch: LARGE, keys });
        Self {
            algorithm: entry.algorithm,
            operation: entry.operation,
            backend: backend.name(),
            lanes: subject.lanes(),
            why: why(backend, asked),
        }
    }
}

/// The reason for the choice of the best backend.
fn why(chosen: Backend, asked: Option<Backend>) -> String {
    let widest = Backend::available().next_back().unwrap_or(Backend::Portable);
    if let Some(asked) = asked
        && chosen < widest
    {
        return format!("lowered from {widest} by LANECRYPT_BACKEND={asked}");
    }
    let wider = Backend::ALL
        .into_iter()
        .filter(|backend| *backend > chosen && machine::is_of_this_architecture(*backend))
        .map(|backend| format!("{backend} lacks {}", machine::missing(backend).join(", ")))
        .next();
    match wider {
        Some(wider) => format!("best available; {wider}"),
        None => "best available; it is the widest backend for this architecture".to_owned(),
    }
}

/// The clock after a little work: an idle core needs some milliseconds to speed up.
fn clock_estimate() -> Option<f64> {
    (0..400).filter_map(|_| clock::gigahertz()).reduce(f64::max)
}
