//! `lanecrypt bench --paper aesni`: the costs of instructions, and the comparison with the paper.

use crate::common::{lanecrypt, lanecrypt_with};
use serde_json::Value;

/// The median of quartiles that are in order.
#[track_caller]
fn median(quartiles: &Value) -> f64 {
    let of = |name: &str| quartiles[name].as_f64().expect("a number");
    let (q1, median, q3) = (of("q1"), of("median"), of("q3"));
    assert!(0.0 < q1 && q1 <= median && median <= q3, "{quartiles}");
    median
}

/// The cycles of an instruction and its latency, if the table has it.
fn cost(table: &Value, class: &str, width: &str) -> Option<(f64, Option<f64>)> {
    let all = table["instructions"].as_array().expect("instructions");
    let found = all.iter().find(|found| found["class"] == class && found["width"] == width)?;
    let latency = &found["latency_cycles"];
    let latency = (!latency.is_null()).then(|| median(latency));
    Some((median(&found["cycles_per_instruction"]), latency))
}

#[test]
fn instructions_cost_what_instructions_cost() {
    let run = lanecrypt(&["bench", "--paper", "aesni", "--quick", "--json", "-"]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.err.contains("AES-NI"), "{}", run.err);
    let document: Value = serde_json::from_str(&run.out).expect("a JSON document");
    let paper = &document["paper"];
    assert_eq!(paper["name"], "aesni");
    let table = &paper["table"];
    if cfg!(not(target_arch = "x86_64")) {
        assert!(table["nothing"].is_string(), "{table}");
        assert!(run.err.contains("Single instructions were not measured"), "{}", run.err);
        return;
    }
    for words in ["not legible in the source", "exclusive or", "Table 2, extended", "more than 2"] {
        assert!(run.err.contains(words), "no {words:?} in {}", run.err);
    }

    // What every x86-64 processor has. The limits are wide: other programs disturb.
    for width in ["ordinary32", "ordinary64", "xmm"] {
        for class in ["xor", "and", "add", "shift"] {
            let (cycles, latency) = cost(table, class, width).expect("a row");
            assert!((0.1..1.3).contains(&cycles), "{class} {width}: {cycles}");
            let latency = latency.expect("a latency");
            assert!((0.5..3.5).contains(&latency), "{class} {width}: {latency}");
            assert!(cycles < latency * 1.2, "{class} {width}: {cycles} against {latency}");
        }
        let (load, _) = cost(table, "load", width).expect("a row");
        assert!((0.2..1.5).contains(&load), "{width}: {load}");
        let (store, latency) = cost(table, "store", width).expect("a row");
        assert!((0.3..2.5).contains(&store), "{width}: {store}");
        assert_eq!(latency, None);
    }
    let (_, latency) = cost(table, "load", "ordinary64").expect("a row");
    assert!((0.5..8.0).contains(&latency.expect("a latency")), "{latency:?}");
    // What only some have.
    for width in ["xmm", "ymm", "zmm"] {
        if let Some((cycles, latency)) = cost(table, "aes_round", width) {
            assert!((0.2..9.0).contains(&cycles), "{width}: {cycles}");
            assert!((2.0..12.0).contains(&latency.expect("a latency")), "{width}: {latency:?}");
        }
    }
    for mix in table["mixes"].as_array().expect("mixes") {
        let cycles = median(&mix["cycles_per_instruction"]);
        assert!((0.1..4.0).contains(&cycles), "{mix}");
        assert!(mix["instructions"].as_array().is_some_and(|all| all.len() > 1), "{mix}");
    }
}

#[test]
fn table_2_of_the_paper_is_compared() {
    let run = lanecrypt(&["bench", "--paper", "aesni", "--quick", "--json", "-"]);
    assert_eq!(run.code, 0, "{}", run.err);
    let document: Value = serde_json::from_str(&run.out).expect("a JSON document");
    let paper = &document["paper"];
    let rows = paper["table_2"].as_array().expect("rows");
    let operations: Vec<_> = rows[..4].iter().map(|row| &row["operation"]).collect();
    assert_eq!(operations, ["PXOR", "PAND", "PSLLDQ", "PADDD"]);
    assert!(rows[..4].iter().all(|row| row["published"] == "not legible in the source"));
    if cfg!(not(target_arch = "x86_64")) {
        return;
    }
    for row in &rows[..4] {
        let sse2 = &row["replaced"][0];
        assert_eq!(sse2["width"], "xmm");
        let (of_32, of_64) = (&sse2["times_as_fast_as_32_bits"], &sse2["times_as_fast_as_64_bits"]);
        let (of_32, of_64) = (of_32.as_f64().expect("a number"), of_64.as_f64().expect("a number"));
        assert!((1.0..9.0).contains(&of_32), "{row}");
        assert!((0.5..5.0).contains(&of_64), "{row}");
    }
    let claims = paper["claims"].as_array().expect("claims");
    assert_eq!(claims[0]["published"], "at least 4");
    assert_eq!(claims[1]["published"], "more than 2 times as fast");
    assert!(claims[1]["here"].is_array(), "{}", claims[1]);
}

#[test]
fn the_tables_of_aes_are_compared() {
    let run = lanecrypt(&["bench", "--paper", "aesni", "--quick", "--json", "-"]);
    assert_eq!(run.code, 0, "{}", run.err);
    for words in ["Table 5: AES-128", "Table 6: cycles", "ordinary, tables", "over ordinary"] {
        assert!(run.err.contains(words), "no {words:?} in {}", run.err);
    }
    let document: Value = serde_json::from_str(&run.out).expect("a JSON document");
    let rows = document["paper"]["table_5"].as_array().expect("rows");
    for (mode, direction) in
        [("ecb", "encryption"), ("ecb", "decryption"), ("cbc", "encryption"), ("ctr", "encryption")]
    {
        let mut of = rows.iter().filter(|row| row["mode"] == mode && row["direction"] == direction);
        let ordinary = of.next().expect("a row");
        assert_eq!(ordinary["by"], "ordinary, tables");
        assert_eq!(ordinary["published"], "not legible in the source");
        assert_eq!(ordinary["times_ordinary"], 1.0);
        for row in of {
            let (block, byte) = (median(&row["cycles_per_block"]), median(&row["cycles_per_byte"]));
            assert!((0.999..1.001).contains(&(byte * 16.0 / block)), "{row}");
            assert!((0.5..20_000.0).contains(&block), "{row}");
        }
    }
    let steps = document["paper"]["table_6"].as_array().expect("rows");
    for step in ["ten round keys", "one round key", "one round"] {
        let row = steps.iter().find(|row| row["step"] == step).expect("a row");
        assert_eq!(row["by"], "ordinary, tables");
        let (one, chain) = (&row["cycles"], &row["cycles_in_chain"]);
        assert!(one.as_f64().is_some_and(|cycles| (2.0..5_000.0).contains(&cycles)), "{row}");
        assert!(chain.as_f64().is_some_and(|cycles| (4.0..5_000.0).contains(&cycles)), "{row}");
    }
    let authenticated = document["paper"]["authenticated"].as_array().expect("rows");
    for (cipher, published) in [("MORUS-640", 1.11), ("MORUS-1280", 0.69)] {
        let row = authenticated.iter().find(|row| row["cipher"] == cipher).expect("a row");
        assert_eq!(row["published_cycles_per_byte"], published);
    }
    for row in authenticated {
        for cycles in [&row["cycles_per_byte"], &row["batch_cycles_per_byte"]] {
            assert!((0.05..2_000.0).contains(&median(cycles)), "{row}");
        }
    }
}

#[test]
fn a_lower_backend_lowers_the_ciphers() {
    let run =
        lanecrypt_with(Some("portable"), &["bench", "--paper", "aesni", "--quick", "--json", "-"]);
    assert_eq!(run.code, 0, "{}", run.err);
    let document: Value = serde_json::from_str(&run.out).expect("a JSON document");
    let rows = document["paper"]["table_5"].as_array().expect("rows");
    assert!(rows.iter().all(|row| row["backend"].is_null() || row["backend"] == "portable"));
}

#[test]
fn what_does_not_apply_is_refused() {
    for (arguments, words) in [
        (&["--sizes", "64"][..], &["--sizes", "aesni"][..]),
        (&["--batch", "2"], &["--batch"]),
        (&["--backend", "avx2"], &["--backend"]),
        (&["--variant", "table"], &["--variant"]),
        (&["--memory", "1MiB"], &["--memory"]),
        (&["zuc256"], &["--paper"]),
    ] {
        let run = lanecrypt(&[&["bench", "--paper", "aesni"], arguments].concat());
        run.refused(words);
        assert!(run.out.is_empty(), "{}", run.out);
    }
}
