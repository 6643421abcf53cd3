//! Sweeps, mixes, threads, cache states, the forms of results, and comparisons of runs.

use crate::common::{Scratch, lanecrypt, text};
use serde_json::{Value, json};

fn measured(arguments: &[&str]) -> Value {
    let run = lanecrypt(&[&["bench", "--quick", "--json", "-"], arguments].concat());
    assert_eq!(run.code, 0, "{}", run.err);
    serde_json::from_str(&run.out).expect("a JSON document")
}

#[test]
fn lengths_have_names_and_batches_are_whole_mixes() {
    let document = measured(&["aes128/ecb", "--sizes", "imix,traffic", "--batch", "16"]);
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
    let document = measured(&["aes128/ctr", "--sizes", "sweep", "--batch", "64"]);
    let results = document["results"].as_array().expect("results");
    assert_eq!(results.len(), 23);
    let last = &results[22];
    assert_eq!((&last["message_bytes"], &last["batch"]), (&(64 << 20).into(), &1.into()));
    assert_eq!((&results[0]["message_bytes"], &results[0]["batch"]), (&16.into(), &64.into()));
}

#[test]
fn counters_end_within_a_sweep() {
    let document =
        measured(&["speck32_64/ctr", "--sizes", "sweep", "--batch", "1", "--keys", "ready"]);
    let results = document["results"].as_array().expect("results");
    let longest = results.iter().filter_map(|r| r["message_bytes"].as_u64()).max();
    assert_eq!(longest, Some(4 << 16));
}

#[test]
fn threads_and_caches_have_rows_of_their_own() {
    let document = measured(&[
        "aes128/ctr",
        "--sizes",
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
        "eea3/encrypt",
        "--quick",
        "--sizes",
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
        let mut document =
            measured(&["aes128/ctr", "eea3/encrypt", "--sizes", "64", "--batch", "8"]);
        // On a busy machine, quartiles may be far apart.
        change_rates(&mut document, 1.0);
        std::fs::write(path, document.to_string()).expect("a file");
    }
    // The same run again, ten times as fast: that is a difference.
    let mut faster: Value =
        serde_json::from_str(&std::fs::read_to_string(&paths[0]).expect("a file")).expect("JSON");
    change_rates(&mut faster, 10.0);
    let faster = scratch.file("faster.json", &faster.to_string());
    let markdown = scratch.path("c.md");
    let [a, b] = [text(&paths[0]), text(&paths[1])];
    let run = lanecrypt(&["compare", a, b, text(&faster), a, "--markdown", text(&markdown)]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.out.contains("10.00\n") || run.out.contains("10.00 "), "{}", run.out);
    assert_eq!(run.out.matches("10.00 =").count(), 0, "{}", run.out);
    // Both rows of the run compared with itself. The second run may happen to be as fast, too.
    assert!(run.out.lines().filter(|line| line.trim_end().ends_with("1.00 =")).count() == 2);
    let written = std::fs::read_to_string(&markdown).expect("a file");
    assert!(written.contains("| aes128 | ctr |") && written.contains("| eea3 | encrypt |"));
}

/// Makes every median so many times as high, with quartiles close by.
fn change_rates(document: &mut Value, factor: f64) {
    for result in document["results"].as_array_mut().expect("results") {
        let rates = &mut result["gigabytes_per_second"];
        let median = factor * rates["median"].as_f64().expect("a rate");
        for (part, of_median) in [("q1", 0.99), ("median", 1.0), ("q3", 1.01)] {
            rates[part] = (of_median * median).into();
        }
    }
}

/// A small document of version 2 of the schema, or the same run as version 3 has it.
fn small(version: u32) -> String {
    let old = version == 2;
    let (operation, keys) = if old { ("encipher", "same") } else { ("encrypt", "ready") };
    let (peer, peer_version) =
        if old { ("rival", "rival_version") } else { ("peer", "peer_version") };
    let rate = json!({"q1": 1.9, "median": 2.0, "q3": 2.1});
    let row = |algorithm: &str, operation: &str, keys: &str| {
        json!({
            "algorithm": algorithm, "operation": operation,
            "implementation": {"name": "lanecrypt", "version": "0.1.0"},
            "variant": "auto", "resolved_variant": "lanes", "backend": "avx512", "lanes": 16,
            "message_bytes": 1504, "batch": 64, "keys": keys, "threads": 1, "cache": "warm",
            "gigabytes_per_second": rate, "cycles_per_byte": null, "clock_ghz": 3.0,
            "samples": 100, "outliers": 0,
        })
    };
    json!({
        "schema": "lanecrypt-bench", "schema_version": version, "lanecrypt_version": "0.1.0",
        "time": "2026-11-01T00:00:00Z", "compiler": "rustc 1.95.0", "target": "x86_64",
        "profile": "release", "command": ["bench"],
        "machine": {
            "processor": "a processor", "core": null, "architecture": "x86_64", "system": "linux",
            "logical_processors": 2, "backends": ["portable", "avx512"], "caches": [],
        },
        "sampling": {
            "samples": 100, "sample_milliseconds": 1.0,
            "order": if old { "in turns" } else { "interleaved" },
            "key_setup": "", "cycles_by": "",
        },
        "conditions": {
            "clock_ghz": null, "clock_drift_ghz": null, "pinned_to": null, "waited_part": null,
            "outlier_part": 0.0, "noise": [],
        },
        "results": [row("eea3", operation, "fresh"), row("aes128", "cbc", keys)],
        "comparisons": [{
            "algorithm": "eea3", "operation": operation, "message_bytes": 1504, "batch": 64,
            "keys": "fresh", "threads": 1, "cache": "warm", "backend": "avx512",
            peer: "zuc", peer_version: "0.4.1", "ratio": rate, "difference": "faster",
        }],
    })
    .to_string()
}

#[test]
fn an_old_run_is_compared_with_a_new_one_row_by_row() {
    let scratch = Scratch::new("compare-old");
    let (old, new) = (scratch.file("old.json", &small(2)), scratch.file("new.json", &small(3)));
    let csv = scratch.path("c.csv");
    let run = lanecrypt(&["compare", text(&old), text(&new), "--csv", text(&csv)]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert_eq!(run.out.matches("1.00 =").count(), 2, "{}", run.out);
    let csv = std::fs::read_to_string(&csv).expect("a file");
    for row in ["eea3,encrypt,auto,1504 B,64,fresh,", "aes128,cbc,auto,1504 B,64,ready,"] {
        assert!(csv.contains(row), "no {row} in {csv}");
    }

    let page = |path| lanecrypt(&["report", text(path), "-o", "-"]);
    let (old, new) = (page(&old), page(&new));
    assert_eq!((old.code, new.code), (0, 0), "{}{}", old.err, new.err);
    for page in [&old.out, &new.out] {
        assert!(page.contains("zuc 0.4.1") && page.contains("eea3/encrypt"));
        assert!(page.contains("interleaved") && !page.contains("encipher"));
    }
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
        (&old, &["old.json", "version 1", "version 2", "version 3"]),
        (&missing, &["missing.json"]),
    ] {
        lanecrypt(&["compare", text(path), text(path)]).refused(words);
    }
    lanecrypt(&["compare", text(&old)]).refused(&["2"]);
}
