//! `lanecrypt limits`: the counted instructions, and that no measurement exceeds its bound.

use crate::common::{Run, lanecrypt};
use serde_json::Value;

/// The rows of the document, where there can be bounds.
fn bounds(arguments: &[&str]) -> Option<Vec<Value>> {
    let run = lanecrypt(&[&["limits"], arguments, &["--json", "-"]].concat());
    if cfg!(not(all(target_arch = "x86_64", target_os = "linux"))) {
        run.refused(&["x86-64"]);
        return None;
    }
    Some(rows(&run))
}

#[track_caller]
fn rows(run: &Run) -> Vec<Value> {
    assert_eq!(run.code, 0, "{}", run.err);
    let document: Value = serde_json::from_str(&run.out).expect("a JSON document");
    assert_eq!(document["schema"], "lanecrypt-bound");
    assert_eq!(document["schema_version"], 1);
    document["bounds"].as_array().expect("rows").clone()
}

/// How many blocks of 16 bytes the rounds of AES of a row are for: a register holds several.
fn rounds(row: &Value) -> f64 {
    let work = row["bound"]["work"].as_array().expect("what was counted");
    let of_rounds = work.iter().filter(|share| share["kind"] == "AES round");
    let blocks = |share: &Value| match share["registers"].as_str() {
        Some("AVX-512") => 4.0,
        Some("AVX2") => 2.0,
        _ => 1.0,
    };
    of_rounds.map(|share| share["count"].as_f64().expect("a number") * blocks(share)).sum()
}

#[test]
fn aes_128_has_ten_rounds_a_block() {
    let sizes = ["--sizes", "4KiB,16KiB", "--batch", "1", "--keys", "ready", "--backend", "all"];
    let Some(rows) = bounds(&[&["aes128/ctr"], &sizes[..]].concat()) else { return };
    assert!(rows.len() >= 2);
    let mut with_instructions = 0;
    for row in rows.iter().filter(|row| row["backend"] != "portable") {
        let blocks = row["message_bytes"].as_f64().expect("a number") / 16.0;
        let each = rounds(row) / blocks;
        assert!((10.0..10.1).contains(&each), "{}: {each} rounds", row["backend"]);
        with_instructions += 1;
    }
    assert!(with_instructions > 0 || rows.iter().all(|row| row["backend"] == "portable"));
}

#[test]
fn nothing_is_faster_than_its_bound() {
    let selectors =
        ["aes128/ctr", "aes128/gcm", "speck64_128/ctr", "aegis128l/encrypt", "eea3/encrypt"];
    // Short enough for every processor: a bound is made of at most 250000 instructions.
    for options in [&["--sizes", "4KiB", "--batch", "1"][..], &["--sizes", "256", "--batch", "8"]] {
        let arguments = [&selectors[..], options].concat();
        let Some(mut rows) = bounds(&arguments) else { return };
        let fraction = |row: &Value| row["fraction"].as_f64().expect("a part of the bound");
        // Other programs that run while instructions are measured make a bound too high. Measure again
        // then.
        for _ in 0..4 {
            if rows.iter().all(|row| fraction(row) < 1.02) {
                break;
            }
            rows = bounds(&arguments).expect("bounds, as before");
        }
        assert_eq!(rows.len(), selectors.len());
        for row in &rows {
            let bound = &row["bound"];
            // A quarter of the samples may have been disturbed, but none is too fast.
            assert!((0.001..1.02).contains(&fraction(row)), "{row}");
            let limits = bound["limits"].as_array().expect("limits");
            let cycles = |limit: &Value| limit["cycles"].as_f64().expect("a number");
            assert_eq!(bound["limiting"], limits[0]["name"]);
            assert_eq!(cycles(&limits[0]), bound["cycles"].as_f64().expect("a number"));
            assert!(limits.windows(2).all(|two| cycles(&two[0]) >= cycles(&two[1])), "{bound}");
            for name in ["front end", "vector operations", "loads", "stores"] {
                assert!(limits.iter().any(|limit| limit["name"] == name), "{name}: {bound}");
            }
        }
    }
}

#[test]
fn a_chain_limits_what_is_serial() {
    let Some(rows) = bounds(&["aes128/cbc", "--batch", "1", "--keys", "ready"]) else { return };
    let bound = &rows[0]["bound"];
    let limiting = bound["limiting"].as_str().expect("a name");
    assert!(limiting.starts_with("chain of ") || rows[0]["backend"] == "portable", "{bound}");
    let chain = bound["chain"].as_array().expect("what it is made of");
    let rounds = chain.iter().find(|share| share["kind"] == "AES round");
    let each = rounds.and_then(|share| share["count"].as_f64()).map(|count| count / 1024.0);
    assert!(each.is_none_or(|each| (9.0..10.1).contains(&each)), "{bound}");
}

#[test]
fn a_row_is_explained() {
    if cfg!(not(all(target_arch = "x86_64", target_os = "linux"))) {
        return;
    }
    let run = lanecrypt(&["limits", "zuc256/keystream", "--sizes", "128", "--batch", "16"]);
    assert_eq!(run.code, 0, "{}", run.err);
    for words in ["per 16 bytes", "front end", "Chain: ", "Code: ", "Bound: ", "of the bound"] {
        assert!(run.out.contains(words), "no {words:?} in {}", run.out);
    }
}

#[test]
fn what_cannot_be_is_refused() {
    for (arguments, words) in [
        (&["nothing"][..], &["nothing"][..]),
        (&["aes128/ctr", "--sizes", "0"], &["--sizes"]),
        (&["aes128/ctr", "--sizes", "imix"], &["imix"]),
        (&["aes128/ctr", "--batch", "x"], &["--batch"]),
        (&["aes128/ctr", "--backend", "mmx"], &["--backend"]),
        (&["aes128/ctr", "--variant", "none"], &["--variant"]),
        (&["zuc256", "--keys", "ready"], &["--keys"]),
        (&[], &["SELECTOR"]),
    ] {
        let run = lanecrypt(&[&["limits"], arguments].concat());
        run.refused(words);
        assert!(run.out.is_empty(), "{}", run.out);
    }
}
