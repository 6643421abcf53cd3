//! `lanecrypt kat`: known answers, on every backend, alone and in batches.

mod aead;
mod aes;
mod batches;
mod block;
mod chunked;
mod guarded;
mod mac_batch;
mod place;
mod stream;
mod suite;
mod tally;
mod targets;

use std::fmt;
use std::path::Path;
use std::process::ExitCode;

use indicatif::{ProgressBar, ProgressStyle};
use lanecrypt::Backend;
use lanecrypt_vectors::KnownAnswers;

use crate::args::KatArguments;
use crate::backends;
use crate::failure::{self, Failure, complain};
use crate::output::Output;
use suite::Suite;
use tally::Tally;

/// Checks every file and says how each fared; one that cannot be used does not keep the others
/// from being checked, but decides the exit code.
pub(crate) fn run(arguments: &KatArguments) -> Result<ExitCode, Failure> {
    let backends: Vec<Backend> = match &arguments.backend {
        Some(name) => vec![backends::named(name)?],
        None => Backend::available().collect(),
    };
    let mut out = Output::standard();
    let (mut checked, mut unusable, mut wrong) = (false, false, false);
    for path in &arguments.files {
        let prepared = match prepare(path) {
            Ok(prepared) => prepared,
            Err(reason) => {
                complain(format!("{}: {reason}", path.display()));
                unusable = true;
                continue;
            }
        };
        for &backend in &backends {
            checked = true;
            wrong |= !check(path, &prepared, backend, &mut out)?;
        }
    }
    if checked && arguments.backend.is_none() {
        for backend in backends::unavailable() {
            out.line(format!("skipped backend {backend}: {}", backends::lacks(backend)))?;
        }
    }
    Ok(ExitCode::from(match (unusable, wrong) {
        (true, _) => failure::REFUSED,
        (false, true) => failure::WRONG,
        (false, false) => 0,
    }))
}

/// A file whose every case was understood.
struct PreparedFile {
    target: &'static str,
    cases: usize,
    suite: Box<dyn Suite>,
}

fn prepare(path: &Path) -> Result<PreparedFile, String> {
    let text = std::fs::read(path).map_err(|error| format!("cannot be read: {error}"))?;
    let known = KnownAnswers::parse(&text)?;
    let target = targets::named(&known.target)?;
    let suite = (target.prepare)(target.name, &known.cases)?;
    Ok(PreparedFile { target: target.name, cases: known.cases.len(), suite })
}

/// Checks one file on one backend; whether all was well.
fn check(
    path: &Path,
    prepared: &PreparedFile,
    backend: Backend,
    out: &mut Output,
) -> Result<bool, Failure> {
    let spinner = spinner(format!("{}  {backend}", path.display()));
    let mut tally = Tally::default();
    prepared.suite.run(backend, &mut tally);
    spinner.finish_and_clear();

    let path = path.display();
    for failed in tally.failures() {
        out.line(format!("FAILED {path}  {backend}  {failed}"))?;
    }
    let verdict = match tally.failures().len() {
        0 => "ok".to_owned(),
        wrong => format!("FAILED ({wrong} of them wrong)"),
    };
    let (target, cases, checks) = (prepared.target, prepared.cases, tally.checks());
    out.line(format!("{path}  {target}  {backend}  {cases} cases  {checks} checks  {verdict}"))?;
    Ok(tally.failures().is_empty())
}

/// Shows what is being checked, on a terminal only.
fn spinner(message: impl fmt::Display) -> ProgressBar {
    let spinner = ProgressBar::new_spinner().with_message(message.to_string());
    if let Ok(style) = ProgressStyle::with_template("{spinner} {msg} {elapsed}") {
        spinner.set_style(style);
    }
    spinner.enable_steady_tick(std::time::Duration::from_millis(120));
    spinner
}
