//! The table of a run, and what is printed around it.

use std::time::Duration;

use super::crops::Order;
use super::trial::Tested;
use super::verdict::{LEAK, SUSPICIOUS, Verdict};
use crate::failure::Failure;
use crate::format::{rounded, size};
use crate::machine;
use crate::measure::clock;
use crate::output::Output;
use crate::sheet::ColumnKind::{Number, Text};
use crate::sheet::Sheet;

/// Prints the machine and how it was measured.
pub(super) fn preface(time: Duration, out: &mut Output) -> Result<(), Failure> {
    machine::print(out)?;
    out.line(format!(
        "Two classes of calls at random among each other: key and message are always the same (fixed), or \
         random. Both are copied into the\nsame buffers before each call; nonces stay the same. Before half of \
         the calls the first cache is emptied. Each row is measured for\n{} s, and twice more if it seems to \
         leak; then the smallest |t| counts. Welch's t-test compares the classes: all times and the\nfastest \
         parts of them, the times and how much they vary. The largest |t| of these tests: above {LEAK} the time \
         depends on the secrets;\n{SUSPICIOUS} to {LEAK} is suspicious. Times are {}.",
        time.as_secs_f64(),
        clock::TICKS
    ))?;
    out.line("")
}

/// The results, the planted comparisons first.
pub(super) fn results(tested: &[&Tested]) -> Sheet {
    let mut sheet = Sheet::new(
        "Dependence of time on secrets",
        &[
            ("algorithm", Text),
            ("operation", Text),
            ("variant", Text),
            ("backend", Text),
            ("size", Number),
            ("batch", Number),
            ("keys", Text),
            ("runs", Number),
            ("measurements", Number),
            ("fixed", Number),
            ("random", Number),
            ("|t|", Number),
            ("largest in", Text),
            ("verdict", Text),
        ],
    );
    for tested in tested {
        let row = &tested.row;
        let [fixed, random] = tested.largest.means.map(|mean| format!("{mean:.1}"));
        sheet.push(vec![
            row.entry.algorithm.to_owned(),
            row.entry.operation.to_owned(),
            tested.variant_label(),
            tested.backend_label().to_owned(),
            row.mix.map_or_else(|| size(row.bytes), |mix| mix.name.to_owned()),
            row.batch.to_string(),
            tested.keys.to_owned(),
            tested.runs.to_string(),
            rounded(tested.measurements as f64),
            fixed,
            random,
            format!("{:.1}", tested.largest.t.abs()),
            place(tested),
            tested.verdict().in_words().to_owned(),
        ]);
    }
    sheet
}

/// The test with the largest |t|, in words.
fn place(tested: &Tested) -> String {
    let cache = tested.state.name();
    let part = match tested.largest.kept {
        1.0 => "all".to_owned(),
        kept => format!("fastest {:.1} %", 100.0 * kept),
    };
    let what = match tested.largest.order {
        Order::First => "times",
        Order::Second => "variance",
    };
    format!("{cache}, {part}, {what}")
}

/// What the results mean, a line each.
pub(super) fn conclusions(rows: &[Tested]) -> Vec<String> {
    let mut lines = Vec::new();
    for tested in rows.iter().filter(|tested| !tested.is_table()) {
        let (name, t) = (tested.name(), tested.largest.t.abs());
        match tested.verdict() {
            Verdict::Leaks => {
                lines.push(format!("FAILED {name}: |t| {t:.1}, its time depends on secrets"));
            }
            Verdict::Suspicious => lines.push(format!(
                "SUSPICIOUS {name}: |t| {t:.1}; measure it for longer with --seconds: the |t| of a leak \
                 grows with the number of measurements, and one of chance does not"
            )),
            Verdict::NoLeakFound => {}
        }
    }
    let tables = || rows.iter().filter(|tested| tested.is_table());
    if tables().count() > 0 {
        let found = tables().filter(|tested| tested.verdict() == Verdict::Leaks).count();
        lines.push(format!(
            "Rows with tables, which are not constant time: {}, of which {found} were found to leak.",
            tables().count()
        ));
    }
    lines.push(
        "No leak found means: none that shows in so many measurements of these calls on this machine."
            .to_owned(),
    );
    lines
}
