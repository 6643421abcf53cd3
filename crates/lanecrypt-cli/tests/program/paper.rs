//! `lanecrypt bench --paper cypress`: a block of memory, encrypted several times.

use crate::common::{lanecrypt, lanecrypt_with};
use serde_json::Value;

#[test]
fn the_tables_of_the_paper_are_compared() {
    let run =
        lanecrypt(&["bench", "--paper", "cypress", "--memory", "1MiB", "--quick", "--json", "-"]);
    assert_eq!(run.code, 0, "{}", run.err);
    for words in [
        "1 MiB encrypted 2 times",
        "Memory is the limit",
        "16 KiB",
        "3472.04",
        "526.583",
        "Table 4 has no row for DSTU GOST 28147:2009",
        "the paper says keys of 128 bits",
    ] {
        assert!(run.err.contains(words), "no {words:?} in {}", run.err);
    }
    let document: Value = serde_json::from_str(&run.out).expect("a JSON document");
    let paper = &document["paper"];
    assert_eq!(paper["name"], "cypress");
    let tables = paper["tables"].as_array().expect("tables");
    let lengths: Vec<_> =
        tables.iter().map(|table| table["rows"].as_array().expect("rows").len()).collect();
    assert_eq!(lengths, [7, 7, 7, 6, 6]);
    assert_eq!(tables[2]["rows"][0]["megabits_per_second"], 8418.3);
    assert_eq!(tables[1]["rows"][6]["key_bits"], 128);

    let measured = &paper["measured"];
    assert_eq!(measured["block_bytes"], 1 << 20);
    assert_eq!(measured["passes"], 2);
    assert!(measured["without_cipher_megabits_per_second"].as_f64().is_some_and(|r| r > 0.0));
    let rows = measured["rows"].as_array().expect("rows");
    let backends = document["machine"]["backends"].as_array().expect("backends");
    assert_eq!(rows.len(), 7 + 7 * backends.len());
    assert_eq!(document["results"].as_array().map(Vec::len), Some(rows.len()));
    for row in rows {
        let rate = row["megabits_per_second"].as_f64().expect("a rate");
        let seconds = row["seconds"].as_f64().expect("a time");
        let bytes = row["bytes"].as_f64().expect("a number of bytes");
        assert!((rate * seconds * 1e6 / (8.0 * bytes) - 1.0).abs() < 1e-6, "{row}");
        assert!(row["cache_megabits_per_second"]["median"].as_f64().is_some_and(|r| r > 0.0));
    }
    for (cipher, variant) in
        [("Cypress-256", "reference"), ("AES-256", "table"), ("DSTU GOST 28147:2009", "table")]
    {
        let first = rows.iter().find(|row| row["cipher"] == cipher).expect("a row");
        assert_eq!(first["variant"], variant);
    }
}

#[test]
fn the_environment_limits_the_backends() {
    let arguments = ["bench", "--paper", "cypress", "--memory", "64", "--quick", "--json", "-"];
    let run = lanecrypt_with(Some("portable"), &arguments);
    assert_eq!(run.code, 0, "{}", run.err);
    let document: Value = serde_json::from_str(&run.out).expect("a JSON document");
    let rows = document["paper"]["measured"]["rows"].as_array().expect("rows");
    assert!(rows.iter().all(|row| row["backend"] == "portable"));
}

#[test]
fn blocks_of_memory_that_cannot_be_are_refused() {
    for (arguments, words) in [
        (&["--paper", "cypress", "--memory", "0"][..], &["--memory", "0"][..]),
        (&["--paper", "cypress", "--memory", "100"], &["--memory 100", "64 bytes"]),
        (&["--paper", "cypress", "--memory", "1MiBs"], &["--memory", "1MiBs"]),
        (&["--paper", "cypress", "--memory", "-1"], &["--memory", "-1"]),
        (&["--paper", "cypress", "--memory", "4000000GiB"], &["memory", "--memory"]),
        (&["--paper", "cypress", "--sizes", "64"], &["--sizes"]),
        (&["--paper", "cypress", "--batch", "2"], &["--batch"]),
        (&["--paper", "cypress", "--variant", "table"], &["--variant"]),
        (&["--paper", "cypress", "speck64_128"], &["--paper"]),
        (&["--paper", "cypress", "--backend", "mmx"], &["mmx"]),
        (&["--paper", "zuc256", "--memory", "1MiB"], &["--memory"]),
        (&["--memory", "1MiB"], &["--memory", "cypress"]),
    ] {
        let run = lanecrypt(&[&["bench"], arguments].concat());
        run.refused(words);
        assert!(run.out.is_empty(), "{}", run.out);
    }
}
