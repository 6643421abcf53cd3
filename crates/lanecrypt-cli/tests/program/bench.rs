//! `lanecrypt bench`: the table, the document, and refusals before anything is measured.

use crate::common::{Scratch, lanecrypt, lanecrypt_with, text};
use serde_json::Value;

fn document(run_out: &str) -> Value {
    serde_json::from_str(run_out).expect("a JSON document")
}

/// Asserts that the three are numbers, in order, and positive.
#[track_caller]
fn quartiles(value: &Value) -> [f64; 3] {
    let all = ["q1", "median", "q3"].map(|name| value[name].as_f64().expect(name));
    assert!(0.0 < all[0] && all[0] <= all[1] && all[1] <= all[2], "{value}");
    all
}

#[test]
fn the_document_has_all_fields_and_sane_numbers() {
    let scratch = Scratch::new("document");
    let path = scratch.path("result.json");
    let run = lanecrypt(&[
        "bench",
        "eia3",
        "--quick",
        "--sizes",
        "64,1KiB",
        "--batch",
        "5",
        "--json",
        text(&path),
    ]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.out.contains("cycles/byte") && run.out.contains("1 KiB"), "{}", run.out);
    assert_eq!(scratch.names(), ["result.json"]);

    let document = document(&std::fs::read_to_string(&path).expect("the document"));
    assert_eq!(document["schema"], "lanecrypt-bench");
    assert_eq!(document["schema_version"], 3);
    assert!(document["compiler"].as_str().is_some_and(|text| text.contains("rustc")));
    assert!(document["machine"]["processor"].is_string());
    let time = document["time"].as_str().expect("a time");
    assert!(time.len() == 20 && time.starts_with("20") && time.ends_with('Z'), "{time}");

    let results = document["results"].as_array().expect("results");
    assert_eq!(results.len(), 2);
    for (result, bytes) in results.iter().zip([64, 1024]) {
        assert_eq!(result["algorithm"], "eia3");
        assert_eq!(result["operation"], "mac");
        assert_eq!(result["variant"], "auto");
        assert_ne!(result["resolved_variant"], "auto");
        assert_eq!(result["message_bytes"], bytes);
        assert_eq!(result["batch"], 5);
        assert!(result["backend"].is_string());
        assert!(result["lanes"].as_u64().is_some_and(|lanes| lanes > 0));
        assert_eq!(result["implementation"]["name"], "lanecrypt");
        assert_eq!((&result["threads"], &result["cache"]), (&1.into(), &"warm".into()));
        let counts = ["samples", "outliers"].map(|name| result[name].as_u64().expect(name));
        assert!(counts[0] >= 7 && counts[1] < counts[0], "{result}");
        let rate = quartiles(&result["gigabytes_per_second"]);
        assert!(rate[2] < 1000.0, "{result}");
        if cfg!(any(target_arch = "x86_64", target_arch = "aarch64")) {
            let cycles = quartiles(&result["cycles_per_byte"]);
            let clock = result["clock_ghz"].as_f64().expect("a clock");
            assert!((0.1..10.0).contains(&clock), "{result}");
            // Cycles a byte are the clock divided by the rate, but for medians of two things.
            let product = cycles[1] * rate[1] / clock;
            assert!((0.5..2.0).contains(&product), "{result}");
        }
    }
}

#[test]
fn the_document_can_take_standard_output() {
    let arguments = ["bench", "zuc128/encrypt", "--quick", "--sizes", "64", "--json", "-"];
    let run = lanecrypt_with(Some("portable"), &arguments);
    assert_eq!(run.code, 0, "{}", run.err);
    let document = document(&run.out);
    assert_eq!(document["results"][0]["backend"], "portable");
    assert!(run.err.contains("cycles/byte"), "{}", run.err);
}

#[test]
fn every_variant_and_backend_can_be_measured() {
    let run = lanecrypt(&[
        "bench",
        "zuc256/mac64",
        "--quick",
        "--sizes",
        "33",
        "--batch",
        "3",
        "--variant",
        "all",
        "--backend",
        "all",
        "--json",
        "-",
    ]);
    assert_eq!(run.code, 0, "{}", run.err);
    let document = document(&run.out);
    let results = document["results"].as_array().expect("results");
    let backends = document["machine"]["backends"].as_array().expect("backends");
    for backend in backends {
        for variant in ["auto", "reference", "table", "deferred", "lanes", "interleaved"] {
            let found = results.iter().any(|r| r["backend"] == *backend && r["variant"] == variant);
            assert!(found, "{backend} {variant}");
        }
    }
}

#[test]
fn the_figures_of_the_paper_are_compared() {
    let run = lanecrypt(&[
        "bench", "--paper", "zuc256", "--quick", "--sizes", "256", "--batch", "4", "--json", "-",
    ]);
    assert_eq!(run.code, 0, "{}", run.err);
    for words in ["Figure 2", "Figure 5", "not legible in the source", "21 (Platform2)", "+56 %"] {
        assert!(run.err.contains(words), "no {words:?} in {}", run.err);
    }
    let document = document(&run.out);
    let figures = document["paper"]["figures"].as_array().expect("figures");
    assert_eq!(figures.len(), 4);
    for figure in figures {
        let reference = &figure["methods"][0]["ours"][0];
        assert_eq!(reference["variant"], "reference");
        assert_eq!(reference["times_reference"], 1.0);
        quartiles(&reference["gigabits_per_second"]);
    }
    assert!(document["paper"]["claims"].as_array().is_some_and(|claims| claims.len() >= 7));
}

#[test]
fn what_cannot_be_measured_is_refused_in_one_line() {
    let scratch = Scratch::new("refused");
    let inside = scratch.file("file", "").join("result.json");
    for (arguments, words) in [
        (&["zuc"][..], &["\"zuc\"", "zuc128}/{keystream,encrypt}"][..]),
        (&["nea6/mac32"], &["nea6/mac32", "zuc256/{"]),
        (&["ZUC128"], &["ZUC128"]),
        (&["--sizes", "0"], &["--sizes", "0"]),
        (&["--sizes", "64,,65"], &["--sizes"]),
        (&["--sizes", "1K"], &["--sizes", "1K"]),
        (&["--sizes", "-1"], &["--sizes", "-1"]),
        (&["--sizes", "1GiB"], &["1073741824"]),
        (&["--batch", "0"], &["--batch"]),
        (&["--batch", "many"], &["--batch", "many"]),
        (&["--batch", "99999999999"], &["99999999999"]),
        (&["--variant", "fast"], &["fast", "auto", "interleaved"]),
        (&["--backend", "mmx"], &["mmx", "portable"]),
        (&["--json", text(&inside)], &["result.json"]),
        (&["--json", text(&scratch.path(""))], &["directory"]),
        (&["--paper", "zuc512"], &["zuc512", "zuc256"]),
        (&["--paper", "zuc256", "zuc128"], &["--paper"]),
        (&["--fast"], &["--fast"]),
        (&["speck32_64/ctr", "--sizes", "1MiB", "--batch", "1"], &["speck32_64/ctr", "262144"]),
        (&["--threads", "0"], &["--threads", "0"]),
        (&["--cache", "hot"], &["--cache", "hot"]),
        (&["--keys", "stale"], &["--keys", "stale"]),
        (&["--keys", "ready", "eea3"], &["eea3/", "fresh"]),
        (&["--csv", text(&inside)], &["--csv", "result.json"]),
        (&["--json", "-", "--latex", "-"], &["only one"]),
        (&["--paper", "cypress", "--threads", "2"], &["--threads"]),
    ] {
        let start = std::time::Instant::now();
        let run = lanecrypt(&[&["bench"], arguments].concat());
        run.refused(words);
        assert!(run.out.is_empty(), "{}", run.out);
        assert!(start.elapsed().as_secs() < 5, "measured before it refused {arguments:?}");
    }
    assert_eq!(scratch.names(), ["file"]);
}

#[test]
fn an_existing_document_survives_a_run_that_is_refused() {
    let scratch = Scratch::new("survives");
    let path = scratch.file("result.json", "old");
    lanecrypt(&["bench", "zuc", "--json", text(&path)]).refused(&["zuc"]);
    assert_eq!(std::fs::read_to_string(&path).expect("the file"), "old");
}

/// The rows of a quick run: operation, keys, length of messages.
fn rows(arguments: &[&str]) -> Vec<(String, String, u64)> {
    let run = lanecrypt(&[&["bench", "--quick", "--json", "-"], arguments].concat());
    assert_eq!(run.code, 0, "{}", run.err);
    let document = document(&run.out);
    let text = |value: &Value| value.as_str().expect("text").to_owned();
    let results = document["results"].as_array().expect("results").iter();
    let row = |r: &Value| {
        (text(&r["operation"]), text(&r["keys"]), r["message_bytes"].as_u64().expect("a length"))
    };
    results.map(row).collect()
}

#[test]
fn earlier_spellings_are_accepted() {
    let earlier = rows(&["eea3/encipher", "--size", "64", "--key", "fresh", "--batch", "2"]);
    let current = rows(&["eea3/encrypt", "--sizes", "64", "--keys", "fresh", "--batch", "2"]);
    assert_eq!(earlier, current);
    assert_eq!(earlier, [("encrypt".to_owned(), "fresh".to_owned(), 64)]);
    assert_eq!(rows(&["morus640/decipher", "--size", "64", "--batch", "2"])[0].0, "decrypt");
    lanecrypt(&["bench", "--block", "1MiB"]).refused(&["--memory", "cypress"]);
    lanecrypt(&["bound"]).refused(&["SELECTOR"]);
    let help = lanecrypt(&["bench", "--help"]);
    for (name, earlier) in [("--sizes", "--size "), ("--keys", "--key "), ("--memory", "--block")] {
        assert!(help.out.contains(name) && !help.out.contains(earlier), "{}", help.out);
    }
    let help = lanecrypt(&["--help"]);
    assert!(help.out.contains("limits") && !help.out.contains("bound"), "{}", help.out);
}

#[test]
fn algorithms_of_3gpp_over_aes_have_ready_keys() {
    let rows = rows(&["nea2", "nia2", "--sizes", "100", "--batch", "3", "--keys", "fresh,ready"]);
    let row = |operation: &str, keys: &str| (operation.to_owned(), keys.to_owned(), 100);
    let expected =
        ["keystream", "encrypt", "mac"].map(|name| [row(name, "fresh"), row(name, "ready")]);
    assert_eq!(rows, expected.concat());
}
