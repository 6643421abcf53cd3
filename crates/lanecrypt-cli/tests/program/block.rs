//! Block ciphers: known answers of every form, refused ones, and measurements.

use crate::common::{Scratch, lanecrypt, text};
use serde_json::Value;

/// A document of one case.
fn document(target: &str, case: &str) -> String {
    format!(r#"{{"target": "{target}", "cases": [{{"id": "mine", {case}}}]}}"#)
}

/// SPECK-64/128 of the paper.
const SPECK: &str = r#""variant": "64/128", "key": "0001020308090a0b1011121318191a1b""#;
const TEXT: &str = r#""plaintext": "2d4375747465723b", "ciphertext": "8b024e4548a56f8c""#;

/// A GOST key and a plaintext, of the example of GOST R 34.11-94; and the S-box there.
const GOST: &str = r#""key": "546d203368656c326973652073736e62206167796967747473656865202c3d73",
    "plaintext": "0000000000000000""#;
const TEST_3411: [&str; 8] = [
    "4a92d80e6b1c7f53",
    "eb4c6dfa23810759",
    "581da342efc7609b",
    "7da1089fe46cb253",
    "6c715fd84a9e03b2",
    "4ba0721d36859cfe",
    "db413f590ae7682c",
    "1fd057a4923e6b8c",
];

#[test]
fn variants_are_named_in_several_ways() {
    let scratch = Scratch::new("variants");
    let key_and_text = SPECK.replace(r#""variant": "64/128", "#, "");
    for variant in ["64/128", "64-128", "SPECK-64/128", "speck64_128"] {
        let case = format!(r#""variant": "{variant}", {key_and_text}, {TEXT}"#);
        let run = lanecrypt(&["kat", text(&scratch.file("a.json", &document("speck", &case)))]);
        assert_eq!(run.code, 0, "{variant}: {}{}", run.out, run.err);
    }
}

#[test]
fn counter_mode_has_a_nonce_and_any_length() {
    let scratch = Scratch::new("ctr");
    // With nonce 0 the keystream begins with the block of zeros, encrypted.
    let zeros = r#""variant": "64/128", "key": "00000000000000000000000000000000""#;
    let keystream = "2c692f27d5480468";
    for bytes in 0..=8 {
        let (plaintext, ciphertext) = ("00".repeat(bytes), &keystream[..2 * bytes]);
        let case = format!(
            r#"{zeros}, "mode": "CTR", "nonce": "00000000", "plaintext": "{plaintext}",
               "ciphertext": "{ciphertext}""#
        );
        let run = lanecrypt(&["kat", text(&scratch.file("a.json", &document("speck", &case)))]);
        assert_eq!(run.code, 0, "{bytes}: {}{}", run.out, run.err);
    }
    let case = format!(
        r#"{zeros}, "mode": "CTR", "nonce": "01000000", "plaintext": "00", "ciphertext": "2c""#
    );
    let run = lanecrypt(&["kat", text(&scratch.file("a.json", &document("speck", &case)))]);
    assert_eq!(run.code, 1, "{}{}", run.out, run.err);
}

#[test]
fn an_s_box_has_a_name_or_is_given() {
    let scratch = Scratch::new("sbox");
    let answer = r#""ciphertext": "1b0bbc32cebcab42""#;
    let rows = format!("{TEST_3411:?}");
    let named = format!(r#"{GOST}, {answer}, "sbox": "GostR3411-94-TestParamSet""#);
    let given = format!(r#"{GOST}, {answer}, "sbox": {rows}"#);
    let shared = format!(
        r#"{{"target": "gost28147", "sboxes": {{"mine": {rows}}},
            "cases": [{{{GOST}, {answer}, "sbox": "mine"}}]}}"#
    );
    for content in [document("gost28147", &named), document("gost28147", &given), shared] {
        let run = lanecrypt(&["kat", text(&scratch.file("a.json", &content))]);
        assert_eq!(run.code, 0, "{}{}", run.out, run.err);
    }
    // Another S-box than the one that the answer is of.
    for sbox in ["", r#", "sbox": "dstu-dke1""#] {
        let case = document("gost28147", &format!("{GOST}, {answer}{sbox}"));
        let run = lanecrypt(&["kat", text(&scratch.file("a.json", &case))]);
        assert_eq!(run.code, 1, "{}{}", run.out, run.err);
    }
}

#[test]
fn a_wrong_answer_is_found_and_a_rejected_one_must_be_wrong() {
    let scratch = Scratch::new("wrong-block");
    let wrong = TEXT.replace("6f8c", "6f8d");
    for (case, code) in [
        (format!("{SPECK}, {wrong}"), 1),
        (format!(r#"{SPECK}, {wrong}, "expect": "fail""#), 0),
        (format!(r#"{SPECK}, {TEXT}, "expect": "fail""#), 1),
        (format!(r#"{SPECK}, "plaintext": "", "ciphertext": """#), 0),
    ] {
        let run = lanecrypt(&["kat", text(&scratch.file("a.json", &document("speck", &case)))]);
        assert_eq!(run.code, code, "{case}: {}{}", run.out, run.err);
    }
}

#[test]
fn cases_that_make_no_sense_are_refused_by_name() {
    let scratch = Scratch::new("senseless");
    let with = |from: &str, to: &str| format!("{SPECK}, {TEXT}").replace(from, to);
    let mut holed = TEST_3411.map(str::to_owned);
    holed[2] = "581da342efc76099".to_owned();
    for (target, case, words) in [
        ("speck", with("64/128", "64/127"), vec!["variant", "64/127", "64/128"]),
        ("simeck", with("64/128", "128/128"), vec!["variant", "48/96"]),
        ("speck", with(r#""variant": "64/128", "#, ""), vec!["variant"]),
        ("speck", with(r#""64/128""#, "64"), vec!["variant", "string"]),
        ("speck", with("1a1b", "1a"), vec!["key", "15 bytes instead of 16"]),
        ("speck", with("7465723b", "746572"), vec!["7 bytes", "`ciphertext` 8", "equal"]),
        (
            "speck",
            with("7465723b", "746572").replace("48a56f8c", "48a56f"),
            vec!["plaintext", "7 bytes", "whole blocks of 8"],
        ),
        ("speck", with("8b024e", "8b024g"), vec!["ciphertext", "'g'"]),
        ("speck", format!(r#"{SPECK}, {TEXT}, "mode": "CBC""#), vec!["mode", "ECB"]),
        ("speck", format!(r#"{SPECK}, {TEXT}, "mode": "CTR""#), vec!["nonce"]),
        (
            "speck",
            format!(r#"{SPECK}, {TEXT}, "mode": "CTR", "nonce": "00""#),
            vec!["nonce", "1 bytes instead of 4"],
        ),
        ("gost28147", format!(r#"{GOST}, "ciphertext": """#), vec!["ciphertext"]),
        ("gost28147", format!(r#"{GOST}, "sbox": "mine""#), vec!["sbox", "mine", "dstu-dke1"]),
        ("gost28147", format!(r#"{GOST}, "sbox": ["00"]"#), vec!["sbox", "eight rows"]),
        ("gost28147", format!(r#"{GOST}, "sbox": {holed:?}"#), vec!["sbox", "row 2"]),
        (
            "gost28147",
            format!(r#"{GOST}, "mode": "Magma", "sbox": "dstu-dke1""#),
            vec!["sbox", "magma"],
        ),
        ("speck", format!(r#"{SPECK}, {TEXT}, "sbox": "dstu-dke1""#), vec!["sbox"]),
    ] {
        let path = scratch.file("bad.json", &document(target, &case));
        let run = lanecrypt(&["kat", text(&path)]);
        run.refused(&words);
        run.refused(&["bad.json", "mine"]);
    }
}

#[test]
fn every_mode_and_variant_is_measured() {
    let run = lanecrypt(&[
        "bench",
        "gost28147",
        "speck48_96/ctr",
        "aes256/ecb",
        "--quick",
        "--sizes",
        "96",
        "--batch",
        "3",
        "--variant",
        "all",
        "--json",
        "-",
    ]);
    assert_eq!(run.code, 0, "{}", run.err);
    let document: Value = serde_json::from_str(&run.out).expect("a JSON document");
    let rows: Vec<String> = document["results"]
        .as_array()
        .expect("results")
        .iter()
        .map(|row| {
            let text = |field: &str| row[field].as_str().expect("text").to_owned();
            let names = ["algorithm", "operation", "variant", "resolved_variant"].map(text);
            names.join(" ")
        })
        .collect();
    for row in [
        "gost28147 ecb auto lanes",
        "gost28147 ecb table table",
        "gost28147 ecb-decrypt reference reference",
        "gost28147 ctr lanes lanes",
        "gost28147 ctr table table",
        "speck48_96 ctr reference reference",
        "aes256 ecb auto lanes",
        "aes256 ecb table table",
    ] {
        assert!(rows.iter().any(|other| other == row), "no {row} in {rows:?}");
    }
    let key_setup = document["sampling"]["key_setup"].as_str().expect("how keys are set up");
    assert!(key_setup.contains("each message has its own key"), "{key_setup}");
}

#[test]
fn sizes_are_whole_blocks() {
    lanecrypt(&["bench", "speck48_72/ecb", "--sizes", "64"]).refused(&["--sizes 64", "6 bytes"]);
    lanecrypt(&["bench", "cypress512", "--sizes", "64,96"]).refused(&["--sizes 96", "64 bytes"]);
    // Counter mode takes any; without a size the nearest one is taken, and said.
    let run = lanecrypt(&["bench", "speck48_72/ctr", "--quick", "--sizes", "65", "--batch", "2"]);
    assert_eq!(run.code, 0, "{}", run.err);
    let arguments = ["bench", "cypress512/ecb", "--quick", "--batch", "2", "--json", "-"];
    let run = lanecrypt(&arguments);
    assert_eq!(run.code, 0, "{}", run.err);
    let document: Value = serde_json::from_str(&run.out).expect("a JSON document");
    let sizes: Vec<_> = document["results"]
        .as_array()
        .expect("results")
        .iter()
        .map(|row| row["message_bytes"].as_u64().expect("a size"))
        .collect();
    assert_eq!(sizes, [64, 1536, 16384]);
}
