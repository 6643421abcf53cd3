//! `lanecrypt ct`: the table, the document and the planted comparisons. What other rows show depends on the
//! machine and on what else it does, so it is not demanded here.

use crate::common::{Run, Scratch, lanecrypt, text};
use serde_json::Value;

/// The words of a verdict in tables.
fn in_words(verdict: &Value) -> &'static str {
    match verdict.as_str() {
        Some("no_leak_found") => "no leak found",
        Some("suspicious") => "suspicious",
        Some("leaks") => "leaks: not constant time",
        _ => panic!("{verdict} is no verdict"),
    }
}

/// Checks that a row says what it should, and that its verdict is that of its |t|.
#[track_caller]
fn check(row: &Value) {
    let number = |name: &str| row[name].as_f64().expect(name);
    // Two states of the cache have at least 2000 measurements each.
    assert!(number("measurements") >= 4_000.0, "{row}");
    assert!(number("fixed_ticks") > 0.0 && number("random_ticks") > 0.0, "{row}");
    assert!((0.2..=1.0).contains(&number("kept")), "{row}");
    assert!(row["order"] == 1 || row["order"] == 2, "{row}");
    assert!(row["cache"] == "warm" || row["cache"] == "emptied", "{row}");
    let verdict = match number("largest_t").abs() {
        t if t > 10.0 => "leaks",
        t if t >= 4.5 => "suspicious",
        _ => "no_leak_found",
    };
    assert_eq!(row["verdict"], verdict, "{row}");
}

#[test]
fn rows_have_verdicts_and_the_planted_leak_is_found() {
    let scratch = Scratch::new("ct");
    let path = scratch.path("ct.json");
    let options = ["--variant", "all", "--backend", "portable", "--batch", "1"];
    // A machine that is busy with other things may be refused, until it is measured for longer.
    let of = |seconds| {
        let arguments = ["ct", "aes128/ecb", "--seconds", seconds, "--json", text(&path)];
        lanecrypt(&[&arguments[..], &options].concat())
    };
    let refused = |run: &Run| run.code == 2 && run.err.contains("no algorithm was measured");
    let mut runs = ["0.05", "0.5", "5"].into_iter().map(of);
    let run = runs.find(|run| !refused(run)).expect("a machine that can be measured");

    let written =
        std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{error}: {}", run.err));
    let document: Value = serde_json::from_str(&written).expect("a JSON document");
    assert_eq!(
        (&document["schema"], &document["schema_version"]),
        (&"lanecrypt-ct".into(), &1.into())
    );
    let controls = document["controls"].as_array().expect("controls");
    let [leak, none] = &controls[..] else { panic!("two controls") };
    assert_eq!(leak["verdict"], "leaks");
    assert!(leak["fixed_ticks"].as_f64() > leak["random_ticks"].as_f64(), "{leak}");
    assert_ne!(none["verdict"], "leaks");

    let results = document["results"].as_array().expect("results");
    let variants: Vec<_> = results.iter().map(|row| &row["variant"]).collect();
    assert_eq!(variants, ["auto", "lanes", "table"]);
    for row in results {
        assert_eq!((&row["algorithm"], &row["operation"]), (&"aes128".into(), &"ecb".into()));
        assert_eq!(row["table"], row["variant"] == "table");
    }
    for row in controls.iter().chain(results) {
        check(row);
        let operation = row["operation"].as_str().expect("a name");
        let line =
            |line: &&str| line.contains(operation) && line.contains(in_words(&row["verdict"]));
        assert!(run.out.lines().any(|l| line(&l)), "{row}: {}", run.out);
    }
    // A table may leak; anything else that does is a failure.
    let fails = |row: &Value| row["table"] == false && row["verdict"] == "leaks";
    assert_eq!(run.code, i32::from(results.iter().any(fails)), "{}{}", run.out, run.err);
    assert_eq!(run.out.contains("FAILED"), run.code == 1, "{}", run.out);
    assert!(run.out.contains("Rows with tables, which are not constant time: 1,"), "{}", run.out);
}

#[test]
fn what_cannot_be_tested_is_refused_before_anything_is_measured() {
    for (arguments, words) in [
        (&["zuc"][..], &["\"zuc\""][..]),
        (&["--seconds", "0"], &["--seconds", "0"]),
        (&["--seconds", "-1"], &["--seconds", "-1"]),
        (&["--seconds", "soon"], &["--seconds", "soon"]),
        (&["--seconds", "1", "--quick"], &["--seconds", "--quick"]),
        (&["aes128/ecb", "--variant", "fast"], &["fast", "table"]),
        (&["--backend", "mmx"], &["mmx"]),
        (&["--json", "-", "--csv", "-"], &["only one"]),
    ] {
        let start = std::time::Instant::now();
        lanecrypt(&[&["ct"], arguments].concat()).refused(words);
        assert!(start.elapsed().as_secs() < 5, "measured before it refused {arguments:?}");
    }
}
