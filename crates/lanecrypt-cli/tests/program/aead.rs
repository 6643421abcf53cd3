//! AEADs and the modes of AES: known answers of every form, refused ones, and measurements with fresh and
//! ready keys.

use crate::common::{Scratch, lanecrypt, text};
use serde_json::Value;

/// A document of one case.
fn document(target: &str, case: &str) -> String {
    format!(r#"{{"target": "{target}", "cases": [{{"id": "mine", {case}}}]}}"#)
}

/// GCM of a block of zeros under a key of zeros, of the proposal of GCM.
const GCM: &str = r#""key": "00000000000000000000000000000000", "iv": "000000000000000000000000",
    "plaintext": "00000000000000000000000000000000",
    "ciphertext": "0388dace60b6a392f328c2b971b2fe78""#;
const TAG: &str = r#""tag": "ab6e47d42cec13bdf53a67b21257bddf""#;

/// A CMAC of NIST SP 800-38B.
const CMAC: &str = r#""key": "2b7e151628aed2a6abf7158809cf4f3c",
    "message": "6bc1bee22e409f96e93d7e117393172a""#;

/// A CBC of NIST SP 800-38A.
const CBC: &str = r#""mode": "CBC", "key": "2b7e151628aed2a6abf7158809cf4f3c",
    "iv": "000102030405060708090a0b0c0d0e0f", "plaintext": "6bc1bee22e409f96e93d7e117393172a""#;

/// A seed of zeros.
const DRBG: &str = r#""aes_bits": 128, "derivation_function": false,
    "entropy": "0000000000000000000000000000000000000000000000000000000000000000""#;

#[track_caller]
fn kat(scratch: &Scratch, target: &str, case: &str, code: i32) {
    let run = lanecrypt(&["kat", text(&scratch.file("a.json", &document(target, case)))]);
    assert_eq!(run.code, code, "{case}: {}{}", run.out, run.err);
}

#[test]
fn a_wrong_ciphertext_or_tag_is_found() {
    let scratch = Scratch::new("aead-wrong");
    let wrong_tag = TAG.replace("bddf", "bdde");
    kat(&scratch, "aes_gcm", &format!("{GCM}, {TAG}"), 0);
    kat(&scratch, "aes_gcm", &format!(r#"{GCM}, {TAG}, "aad": "", "tag_bits": 128"#), 0);
    kat(&scratch, "aes_gcm", &format!("{GCM}, {wrong_tag}"), 1);
    kat(&scratch, "aes_gcm", &format!(r#"{GCM}, {TAG}, "aad": "00""#), 1);
    let wrong = GCM.replace("fe78", "fe79");
    kat(&scratch, "aes_gcm", &format!("{wrong}, {TAG}"), 1);
    // A tag can be the beginning of a longer one.
    kat(&scratch, "aes_gcm", &format!(r#"{GCM}, "tag": "ab6e47d4", "tag_bits": 32"#), 0);
    kat(&scratch, "aes_gcm", &format!(r#"{GCM}, "tag": "ab6e47d5", "tag_bits": 32"#), 1);
    for (ciphertext, code) in
        [("7649abac8119b246cee98e9b12e9197d", 0), ("7649abac8119b246cee98e9b12e9197e", 1)]
    {
        let case = format!(r#"{CBC}, "ciphertext": "{ciphertext}""#);
        kat(&scratch, "aes_modes", &case, code);
    }
    for (tag, code) in [
        ("070a16b46b4d4144f79bdd9dd04a287c", 0),
        ("070a16b4", 0),
        ("070a16b46b4d4144f79bdd9dd04a287d", 1),
        ("070a16b5", 1),
    ] {
        kat(&scratch, "aes_cmac", &format!(r#"{CMAC}, "tag": "{tag}""#), code);
    }
    for (output, code) in [("00", 1), ("", 0)] {
        kat(&scratch, "aes_ctr_drbg", &format!(r#"{DRBG}, "output": "{output}""#), code);
    }
}

#[test]
fn a_case_to_be_rejected_must_not_be_opened() {
    let scratch = Scratch::new("aead-rejected");
    let without = GCM.replace(r#""plaintext": "00000000000000000000000000000000","#, "");
    let rejected = r#""expect": "verification failure""#;
    for (tag, code) in [
        ("ab6e47d42cec13bdf53a67b21257bdde", 0),
        ("ab6e47d42cec13bdf53a67b21257bd", 0),
        ("", 0),
        ("ab6e47d42cec13bdf53a67b21257bddf", 1),
    ] {
        let agreed = r#""tag_bits": 128"#;
        for case in [GCM, &without] {
            let case = format!(r#"{case}, "tag": "{tag}", {agreed}, {rejected}"#);
            kat(&scratch, "aes_gcm", &case, code);
        }
    }
}

#[test]
fn cases_that_make_no_sense_are_refused_by_name() {
    let scratch = Scratch::new("aead-senseless");
    let gcm = |from: &str, to: &str| format!("{GCM}, {TAG}").replacen(from, to, 1);
    let cbc = |text: &str| format!("{CBC}, {text}");
    for (target, case, words) in [
        ("aes_gcm", gcm("0000", ""), vec!["key", "14 bytes instead of 16 or 24 or 32"]),
        (
            "aes_gcm",
            gcm(r#""iv": "000000000000000000000000""#, r#""iv": """#),
            vec!["iv", "0 bytes"],
        ),
        ("aes_gcm", gcm(r#""iv""#, r#""salt""#), vec!["nonce"]),
        ("aes_gcm", gcm("fe78", ""), vec!["plaintext", "ciphertext", "equal"]),
        ("aes_gcm", gcm(r#""tag""#, r#""mark""#), vec!["tag", "tag128", "tag256"]),
        ("aes_gcm", gcm("67b21257bddf", ""), vec!["tag", "10 bytes"]),
        (
            "aes_gcm",
            format!(r#"{GCM}, {TAG}, "tag_bits": 96"#),
            vec!["tag", "16 bytes instead of 12"],
        ),
        ("aes_gcm", gcm(r#""tag": "ab6e"#, r#""tag256": "ab6e"#), vec!["tag256", "instead of 32"]),
        ("morus_640_128", gcm("0000", ""), vec!["key", "14 bytes instead of 16"]),
        ("aegis_mac", r#""variant": "AEGISMAC-512""#.to_owned(), vec!["variant", "AEGISMAC-128X4"]),
        ("aes_modes", cbc(r#""ciphertext": """#), vec!["ciphertext", "equal"]),
        (
            "aes_modes",
            format!(r#"{CBC}, "ciphertext": "00000000000000000000000000000000""#)
                .replace("CBC", "XTS"),
            vec!["mode", "XTS", "CBC"],
        ),
        (
            "aes_modes",
            format!(r#"{CBC}, "ciphertext": "00000000000000000000000000000000""#)
                .replace("0e0f", "0e"),
            vec!["iv", "15 bytes instead of 16"],
        ),
        (
            "aes_modes",
            format!(r#"{CBC}, "ciphertext": "00""#)
                .replace("6bc1bee22e409f96e93d7e117393172a", "00"),
            vec!["plaintext", "1 bytes", "whole blocks of 16"],
        ),
        ("aes_cmac", format!(r#"{CMAC}, "tag": "070a16""#), vec!["tag", "fewer than 4"]),
        ("aes_pmac", format!(r#"{CMAC}, "tag": "070a16b4", "tag_bits": 64"#), vec!["tag_bits"]),
        ("aes_ctr_drbg", DRBG.replace("128", "512"), vec!["aes_bits", "512"]),
        ("aes_ctr_drbg", DRBG.replace("128", "160"), vec!["aes_bits", "192"]),
        (
            "aes_ctr_drbg",
            format!(r#"{DRBG}, "output": """#).replacen("0000", "", 1),
            vec!["entropy"],
        ),
        (
            "aes_ctr_drbg",
            format!(r#"{DRBG}, "output": "", "procedure": "instantiate, guess""#),
            vec!["procedure", "guess"],
        ),
        (
            "aes_ctr_drbg",
            format!(r#"{DRBG}, "output": "", "procedure": "instantiate""#),
            vec!["procedure", "generate"],
        ),
    ] {
        let path = scratch.file("bad.json", &document(target, &case));
        let run = lanecrypt(&["kat", text(&path)]);
        run.refused(&words);
        run.refused(&["bad.json", "mine"]);
    }
}

#[test]
fn every_operation_is_measured_with_fresh_keys_and_ready_ones() {
    for key in ["fresh", "ready"] {
        let run = lanecrypt(&[
            "bench",
            "aes128",
            "aegis128l",
            "morus640",
            "--quick",
            "--sizes",
            "96",
            "--batch",
            "3",
            "--keys",
            key,
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
                ["algorithm", "operation", "resolved_variant", "keys"].map(text).join(" ")
            })
            .collect();
        let expected = [
            ("aes128", "ecb", key),
            ("aes128", "ecb-decrypt", key),
            ("aes128", "ctr", key),
            ("aes128", "cbc", key),
            ("aes128", "cbc-decrypt", key),
            ("aes128", "cmac", key),
            ("aes128", "pmac", key),
            ("aes128", "ctr-drbg", key),
            ("aes128", "gcm", key),
            ("aes128", "gcm-decrypt", key),
            ("aes128", "ocb3", key),
            ("aes128", "ocb3-decrypt", key),
            ("morus640", "encrypt", key),
            ("aegis128l", "encrypt", key),
            ("aegis128l", "decrypt", key),
            ("morus640", "decrypt", key),
        ];
        assert_eq!(rows.len(), expected.len(), "{rows:?}");
        for (algorithm, operation, keys) in expected {
            let row = format!("{algorithm} {operation} lanes {keys}");
            assert!(rows.contains(&row), "no {row} in {rows:?}");
        }
        let key_setup = document["sampling"]["key_setup"].as_str().expect("how keys are set up");
        for word in ["fresh", "ready"] {
            assert!(key_setup.contains(word), "{key_setup}");
        }
    }
}

#[test]
fn every_backend_is_measured() {
    let run = lanecrypt(&[
        "bench",
        "aes192",
        "aegis256x4",
        "morus1280_256",
        "--quick",
        "--sizes",
        "80",
        "--batch",
        "9",
        "--backend",
        "all",
        "--variant",
        "lanes",
        "--json",
        "-",
    ]);
    assert_eq!(run.code, 0, "{}", run.err);
    let document: Value = serde_json::from_str(&run.out).expect("a JSON document");
    let backends = document["machine"]["backends"].as_array().expect("backends").len();
    assert_eq!(document["results"].as_array().map(Vec::len), Some(16 * backends));
}

#[test]
fn what_cannot_be_measured_is_refused_in_one_line() {
    for (arguments, words) in [
        (&["aes"][..], &["\"aes\"", "{aes128,aes192,aes256}/{ecb,ecb-decrypt,ctr,cbc"][..]),
        (&["aes128/xts"], &["aes128/xts", "gcm-decrypt", "ocb3", "ctr-drbg"]),
        (&["aegis512"], &["aegis512", "aegis128x4", "morus1280"]),
        (&["aes128/gcm", "--variant", "table"], &["table", "auto, lanes"]),
        (&["aes128/cbc", "--sizes", "100"], &["--sizes 100", "16 bytes"]),
        (&["aes128", "--keys", "stale"], &["--keys stale", "fresh or ready"]),
        (&["zuc256", "--keys", "ready"], &["--keys ready", "zuc256"]),
        (&["--paper", "cypress", "--keys", "ready"], &["--keys"]),
    ] {
        let run = lanecrypt(&[&["bench"], arguments].concat());
        run.refused(words);
        assert!(run.out.is_empty(), "{}", run.out);
    }
}
