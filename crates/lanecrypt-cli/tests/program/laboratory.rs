//! Sweeps, mixes, threads, caches, the forms of results, and runs side by side.

use crate::common::{Scratch, lanecrypt, text};
use serde_json::Value;

fn measured(arguments: &[&str]) -> Value {
    let run = lanecrypt(&[&["bench", "--quick", "--json", "-"], arguments].concat());
    assert_eq!(run.code, 0, "{}", run.err);
    serde_json::from_str(&run.out).expect("a JSON document")
}

#[test]
fn lengths_have_names_and_batches_are_whole_mixes() {
    let document = measured(&["aes128/ecb", "--size", "imix,traffic", "--batch", "16"]);
    let results = document["results"].as_array().expect("results");
    assert_eq!(results.len(), 8);
    assert_eq!((&results[0]["mix"], &results[0]["batch"]), (&"imix".into(), &12.into()));
    // 64 seven times, 576 four times, 1504 once, which is 1500 in whole blocks.
    assert_eq!(results[0]["message_bytes"], (7 * 64 + 4 * 576 + 1504 + 6) / 12);
    let lengths: Vec<_> =
        results[1..].iter().map(|r| r["message_bytes"].as_u64().unwrap_or(0)).collect();
    assert_eq!(lengths, [64, 128, 256, 512, 1024, 1424, 1504]);

    let fits = document["fits"].as_array().expect("fits");
    assert_eq!(fits.len(), 1);
    if cfg!(any(target_arch = "x86_64", target_arch = "aarch64")) {
        let number = |name: &str| fits[0][name].as_f64().expect(name);
        assert!(number("fixed_cycles") > 0.0 && number("cycles_per_byte") > 0.0, "{}", fits[0]);
        assert_eq!(fits[0]["message_bytes"].as_array().map(Vec::len), Some(7));
    }
}

#[test]
fn long_messages_of_a_sweep_come_in_smaller_batches() {
    let document = measured(&["aes128/ctr", "--size", "sweep", "--batch", "64"]);
    let results = document["results"].as_array().expect("results");
    assert_eq!(results.len(), 23);
    let last = &results[22];
    assert_eq!((&last["message_bytes"], &last["batch"]), (&(64 << 20).into(), &1.into()));
    assert_eq!((&results[0]["message_bytes"], &results[0]["batch"]), (&16.into(), &64.into()));
}

#[test]
fn counters_end_within_a_sweep() {
    let document =
        measured(&["speck32_64/ctr", "--size", "sweep", "--batch", "1", "--key", "ready"]);
    let results = document["results"].as_array().expect("results");
    let longest = results.iter().filter_map(|r| r["message_bytes"].as_u64()).max();
    assert_eq!(longest, Some(4 << 16));
}

#[test]
fn threads_and_caches_have_rows_of_their_own() {
    let document = measured(&[
        "aes128/ctr",
        "--size",
        "16KiB",
        "--batch",
        "1",
        "--threads",
        "2",
        "--cache",
        "warm,cold",
    ]);
    let results = document["results"].as_array().expect("results");
    let places: Vec<_> = results
        .iter()
        .map(|r| (r["threads"].as_u64().unwrap_or(0), r["cache"].as_str().unwrap_or("")))
        .collect();
    assert_eq!(places, [(1, "warm"), (1, "cold"), (2, "warm"), (2, "cold")]);
    let rate = |at: usize| results[at]["gigabytes_per_second"]["median"].as_f64().unwrap_or(0.0);
    assert!(rate(1) < rate(0), "cold {} against warm {}", rate(1), rate(0));
}

#[test]
fn results_are_written_in_every_form() {
    let scratch = Scratch::new("forms");
    let [csv, markdown, latex] = ["r.csv", "r.md", "r.tex"].map(|name| scratch.path(name));
    let run = lanecrypt(&[
        "bench",
        "eea3",
        "--quick",
        "--size",
        "64,128",
        "--csv",
        text(&csv),
        "--markdown",
        text(&markdown),
        "--latex",
        text(&latex),
    ]);
    assert_eq!(run.code, 0, "{}", run.err);
    let read = |path| std::fs::read_to_string(path).expect("a file");
    let csv = read(&csv);
    let lines: Vec<Vec<&str>> = csv.lines().map(|line| line.split(',').collect()).collect();
    assert_eq!(lines.len(), 3);
    assert!(lines.iter().all(|line| line.len() == lines[0].len()), "{csv}");
    let column = |name: &str| lines[0].iter().position(|n| *n == name).expect("a column");
    assert_eq!(lines[2][column("message_bytes")], "128");
    assert!(lines[1][column("gigabytes_per_second_median")].parse::<f64>().is_ok_and(|r| r > 0.0));
    assert!(read(&markdown).contains("| eea3 | encrypt |"));
    assert!(read(&latex).contains("eea3 & encrypt & "));
}

#[test]
fn runs_stand_side_by_side() {
    let scratch = Scratch::new("compare");
    let paths = ["a.json", "b.json"].map(|name| scratch.path(name));
    for path in &paths {
        let document = measured(&["aes128/ctr", "eea3", "--size", "64", "--batch", "8"]);
        std::fs::write(path, document.to_string()).expect("a file");
    }
    // The same run again, ten times as fast: that is a difference.
    let mut faster: Value =
        serde_json::from_str(&std::fs::read_to_string(&paths[0]).expect("a file")).expect("JSON");
    for result in faster["results"].as_array_mut().expect("results") {
        for part in ["q1", "median", "q3"] {
            let rate = result["gigabytes_per_second"][part].as_f64().expect("a rate");
            result["gigabytes_per_second"][part] = (10.0 * rate).into();
        }
    }
    let faster = scratch.file("faster.json", &faster.to_string());
    let markdown = scratch.path("c.md");
    let [a, b] = [text(&paths[0]), text(&paths[1])];
    let run = lanecrypt(&["compare", a, b, text(&faster), a, "--markdown", text(&markdown)]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.out.contains("10.00\n") || run.out.contains("10.00 "), "{}", run.out);
    assert_eq!(run.out.matches("10.00 =").count(), 0, "{}", run.out);
    // The same run beside itself, in both lines; the second run may happen to be as fast.
    assert!(run.out.lines().filter(|line| line.trim_end().ends_with("1.00 =")).count() == 2);
    let written = std::fs::read_to_string(&markdown).expect("a file");
    assert!(written.contains("| aes128 | ctr |") && written.contains("| eea3 | encrypt |"));
}

#[test]
fn what_cannot_be_compared_is_refused_in_one_line() {
    let scratch = Scratch::new("compare-refused");
    let broken = scratch.file("broken.json", "{");
    let other = scratch.file("other.json", r#"{"schema": "something"}"#);
    let old = scratch.file("old.json", r#"{"schema": "lanecrypt-bench", "schema_version": 1}"#);
    let missing = scratch.path("missing.json");
    for (path, words) in [
        (&broken, &["broken.json", "JSON"][..]),
        (&other, &["other.json", "something"]),
        (&old, &["old.json", "version 1", "version 2"]),
        (&missing, &["missing.json"]),
    ] {
        lanecrypt(&["compare", text(path), text(path)]).refused(words);
    }
    lanecrypt(&["compare", text(&old)]).refused(&["2"]);
}
