//! `lanecrypt ct`: a statistical test of whether the time of an algorithm depends on secrets, in the manner of
//! dudect (Reparaz, Balasch, Verbauwhede: "Dude, is my code constant time?", 2017).
//!
//! | module | contents |
//! |---|---|
//! | [`inputs`], [`state`] | the two classes of inputs, and the state of the cache |
//! | [`trial`] | the measurements of a row |
//! | [`crops`], [`statistics`] | the tests of the times |
//! | [`verdict`] | what a result means |
//! | [`controls`] | planted comparisons, which show whether the machine can be trusted |
//! | [`print`], [`document`] | the table and the document of a run |

mod controls;
mod crops;
mod document;
mod inputs;
mod print;
mod state;
mod statistics;
mod trial;
mod verdict;

use std::process::ExitCode;
use std::time::Duration;

use crate::args::{CtArguments, SelectionArguments};
use crate::bench::request::{self, Asked, ChosenRows, Length};
use crate::bench::{Row, verify};
use crate::failure::{self, Failure, complain};
use crate::measure::pinning;
use crate::progress::Progress;
use crate::tables::TableFiles;
use controls::Controls;
use document::CtDocument;
use trial::{Tested, test};
use verdict::Verdict;

/// The default size: a few blocks. In short calls a leak is a larger part of the time.
const DEFAULT_SIZE: usize = 64;

/// The default numbers of messages in a call: kernels for one message are others than those for many.
const DEFAULT_BATCH: &str = "1,16";

/// The time for which a row is measured.
const THOROUGH: f64 = 5.0;

/// The same with `--quick`.
const QUICK: f64 = 0.5;

/// Checks all arguments and the planted comparisons first, then tests every row.
pub(crate) fn run(arguments: &CtArguments) -> Result<ExitCode, Failure> {
    let seconds = seconds(arguments)?;
    let time = Duration::from_secs_f64(seconds);
    let files = TableFiles::new(arguments.json.as_deref(), &arguments.tables)?;
    let selection = selection(arguments);
    let asked = Asked { selection: &selection, peers: false, threads: None, cache: None };
    let ChosenRows { rows, refused } = request::rows(&asked, &[Length::About(DEFAULT_SIZE)])?;

    let mut out = files.output();
    if env!("LANECRYPT_PROFILE") == "debug" {
        complain("the program was built without optimisation; build it with --release to measure");
    }
    let pinned_to =
        pinning::by_idleness().first().copied().filter(|&processor| pinning::pin(processor));
    let progress = Progress::new();
    progress.phase("planted comparisons");
    let controls = Controls::test(time, |part| progress.done(part));
    controls.check()?;
    let tested = test_rows(&rows, time, &progress)?;
    progress.finish();

    print::preface(time, &mut out)?;
    let sheet = print::results(&controls.tested.iter().chain(&tested).collect::<Vec<_>>());
    sheet.print(&mut out)?;
    out.line("")?;
    for line in print::conclusions(&tested).into_iter().chain(refused) {
        out.line(line)?;
    }
    let document = CtDocument::new(&controls.tested, &tested, seconds, pinned_to);
    let json = || serde_json::to_string_pretty(&document).map_err(Failure::refused);
    files.write(json, || sheet.csv(), std::slice::from_ref(&sheet))?;
    let leaks = |tested: &Tested| !tested.is_table() && tested.verdict() == Verdict::Leaks;
    Ok(ExitCode::from(if tested.iter().any(leaks) { failure::WRONG } else { 0 }))
}

/// Verifies all rows, then tests them one after another.
fn test_rows(rows: &[Row], time: Duration, progress: &Progress) -> Result<Vec<Tested>, Failure> {
    let part = |done: usize, of_next: f64| (done as f64 + of_next.min(1.0)) / rows.len() as f64;
    progress.phase("verifying");
    let mut passed = 0;
    verify(rows, || {
        passed += 1;
        progress.done(part(passed, 0.0));
    })?;
    progress.phase("measuring");
    let one = |(done, row)| test(row, time, |of_row| progress.done(part(done, of_row)));
    Ok(rows.iter().enumerate().map(one).collect())
}

/// What `bench` would be asked for.
fn selection(arguments: &CtArguments) -> SelectionArguments {
    let CtArguments { selectors, sizes, batch, keys, backend, variant, .. } = arguments;
    SelectionArguments {
        selectors: selectors.clone(),
        sizes: sizes.clone(),
        batch: batch.clone().or_else(|| Some(DEFAULT_BATCH.to_owned())),
        keys: keys.clone(),
        backend: backend.clone(),
        variant: variant.clone(),
    }
}

/// The seconds for which a row is measured.
fn seconds(arguments: &CtArguments) -> Result<f64, Failure> {
    /// A day.
    const MOST: f64 = 86_400.0;
    let Some(text) = &arguments.seconds else {
        return Ok(if arguments.quick { QUICK } else { THOROUGH });
    };
    match text.trim().parse() {
        Ok(seconds) if seconds > 0.0 && seconds <= MOST => Ok(seconds),
        _ => Err(Failure::refused(format!(
            "--seconds {text}: this must be a number of seconds above 0 and at most {MOST}"
        ))),
    }
}
