//! `lanecrypt kat`: what is right passes, what is wrong is found, what is no file is refused.

use lanecrypt_vectors::{FILES, File};
use serde_json::Value;

use crate::common::{Scratch, lanecrypt, text, vectors};

/// A document of one case.
fn document(target: &str, case: &str) -> String {
    format!(r#"{{"target": "{target}", "cases": [{case}]}}"#)
}

/// The first case of ZUC-128 in its test data, with fields that nobody asks for.
fn zuc128(rest: &str) -> String {
    let zeros = "0".repeat(32);
    let case = format!(
        r#"{{"id": "mine", "key": "{zeros}", "iv": "{zeros}", "remark": [1, null], {rest}}}"#
    );
    document("zuc128_keystream", &case)
}

#[test]
fn the_project_s_files_pass_on_every_backend() {
    // Two processes, because one takes minutes of one core.
    std::thread::scope(|scope| {
        for half in 0..2 {
            scope.spawn(move || files_pass(FILES.iter().skip(half).step_by(2)));
        }
    });
}

fn files_pass(files: impl Iterator<Item = &'static File> + Clone) {
    let paths: Vec<_> = files.clone().map(|file| vectors(file.name())).collect();
    let mut arguments = vec!["kat"];
    arguments.extend(paths.iter().map(|path| text(path)));
    let run = lanecrypt(&arguments);
    assert_eq!(run.code, 0, "{}{}", run.out, run.err);
    assert!(run.err.is_empty(), "{}", run.err);
    for file in files {
        let start = format!("/{}  {}  ", file.name(), file.target());
        let lines: Vec<_> = run.out.lines().filter(|line| line.contains(&start)).collect();
        assert!(lines.iter().all(|line| line.ends_with("  ok")), "{lines:?}");
        assert!(lines.iter().any(|line| line.contains("  portable  ")), "{start}");
    }
}

#[test]
fn one_backend_can_be_asked_for() {
    let path = vectors("zuc_nea6.json");
    let run = lanecrypt(&["kat", "--backend", "portable", text(&path)]);
    assert_eq!((run.code, run.out.lines().count()), (0, 1), "{}", run.out);
    lanecrypt(&["kat", "--backend", "quick", text(&path)]).refused(&["quick", "portable"]);
}

/// The fields of a case that are compared with what is computed, in any file.
const ANSWERS: [&str; 8] =
    ["keystream", "ciphertext", "output", "tag", "tag32", "tag64", "tag128", "tag256"];

/// An answer with its first bit changed: the last ones may be beyond the length in bits.
fn with_first_bit_changed(answer: &str) -> String {
    let (first, rest) = answer.split_at(1);
    let first = u8::from_str_radix(first, 16).expect("hexadecimal digits") ^ 8;
    format!("{first:x}{rest}")
}

/// For every file and every answer in it, the first case with this answer, alone, with one bit changed.
/// Only on one backend, as each of these cases takes thousands of checks.
#[test]
fn every_changed_answer_is_found() {
    let scratch = Scratch::new("changed");
    let mut paths = Vec::new();
    for file in FILES {
        let known: Value = serde_json::from_str(file.text()).expect("a JSON document");
        let (cases, before) = (known["cases"].as_array().expect("cases"), paths.len());
        for field in ANSWERS {
            let has_answer = |case: &&Value| {
                case["expect"].is_null() && case[field].as_str().is_some_and(|it| !it.is_empty())
            };
            let Some(case) = cases.iter().find(has_answer) else { continue };
            let mut case = case.clone();
            case[field] = with_first_bit_changed(case[field].as_str().expect("text")).into();
            let name = format!("{}.{field}.json", file.target());
            let path = scratch.file(&name, &document(file.target(), &case.to_string()));
            paths.push((field, path));
        }
        assert!(paths.len() > before, "{} has none of the answers {ANSWERS:?}", file.name());
    }
    // One run for all, as a wrong file does not keep the others from being checked.
    let mut arguments = vec!["kat", "--backend", "portable"];
    arguments.extend(paths.iter().map(|(_, path)| text(path)));
    let run = lanecrypt(&arguments);
    assert_eq!(run.code, 1, "{}{}", run.out, run.err);
    for (field, path) in &paths {
        let start = format!("FAILED {}  portable  ", text(path));
        let failed = run.out.lines().find_map(|line| line.strip_prefix(&start));
        let failed = failed.unwrap_or_else(|| panic!("{} passes", text(path)));
        for word in ["case ", field, "expected ", "got "] {
            assert!(failed.contains(word), "no {word:?} in {failed}");
        }
    }
}

#[test]
fn one_bit_at_the_end_is_found_too() {
    let scratch = Scratch::new("end");
    let good = zuc128(r#""keystream": "27bede74018082da""#);
    let run = lanecrypt(&["kat", text(&scratch.file("good.json", &good))]);
    assert_eq!(run.code, 0, "{}{}", run.out, run.err);
    let bad = zuc128(r#""keystream": "27bede74018082db""#);
    let run = lanecrypt(&["kat", text(&scratch.file("bad.json", &bad))]);
    assert_eq!(run.code, 1);
    assert!(run.out.contains("expected 27bede74018082db  got 27bede74018082da"), "{}", run.out);
}

#[test]
fn answers_to_be_rejected_must_be_wrong() {
    let scratch = Scratch::new("expect");
    for (keystream, code) in [("27bede75", 0), ("27bede74", 1)] {
        let case = zuc128(&format!(r#""expect": "fail", "keystream": "{keystream}""#));
        let run = lanecrypt(&["kat", text(&scratch.file("expect.json", &case))]);
        assert_eq!(run.code, code, "{}{}", run.out, run.err);
    }
    let case = |target: &str, key: &str, message: &str, tag: &str| {
        let case = format!(r#"{{"key": "{key}", {message}, "tag": "{tag}", "expect": "invalid"}}"#);
        document(target, &case)
    };
    let eia3 = r#""count": "00000000", "bearer": 0, "direction": 0, "bit_length": 1,
        "message": "00""#;
    // The first test set of TS 33.401, annex C.2.
    let nia2 = r#""count": "38a6f056", "bearer": 24, "direction": 0, "bit_length": 58,
        "message": "3332346263393840""#;
    let (zeros, key) = ("0".repeat(32), "2bd6459f82c5b300952c49104881ff48");
    for (target, key, message, tag, code) in [
        ("zuc_128_eia3", &zeros[..], eia3, "c8a9595f", 0),
        ("zuc_128_eia3", &zeros, eia3, "c8a959", 0),
        ("zuc_128_eia3", &zeros, eia3, "c8a9595e", 1),
        ("nia2", key, nia2, "118c6eb9", 0),
        ("nia2", key, nia2, "118c6eb800", 0),
        ("nia2", key, nia2, "118c6eb8", 1),
    ] {
        let case = case(target, key, message, tag);
        let run = lanecrypt(&["kat", text(&scratch.file("expect.json", &case))]);
        assert_eq!(run.code, code, "{target} {tag}: {}{}", run.out, run.err);
    }
}

#[test]
fn a_message_ends_within_a_byte() {
    let scratch = Scratch::new("bits");
    let file = std::fs::read_to_string(vectors("nea2.json")).expect("the file");
    let known: Value = serde_json::from_str(&file).expect("a JSON document");
    let cases = known["cases"].as_array().expect("cases");
    let mut case = cases.iter().find(|case| case["bit_length"] == 129).expect("a case").clone();
    // Bits that are not part of the message are not looked at. With more bits than the case has, the
    // last byte of the answer is wrong.
    for (bit_length, code) in [(129, 0), (127, 0), (120, 0), (136, 1)] {
        case["bit_length"] = bit_length.into();
        let document = document("nea2", &case.to_string());
        let run = lanecrypt(&["kat", text(&scratch.file("bits.json", &document))]);
        assert_eq!(run.code, code, "{bit_length}: {}{}", run.out, run.err);
    }
}

#[test]
fn each_form_of_an_iv_is_checked() {
    let scratch = Scratch::new("forms");
    let (key, iv, iv23) = ("0".repeat(64), "0".repeat(50), "0".repeat(46));
    let case = |fields: &str| {
        let case = format!(r#"{{"key": "{key}", {fields}, "keystream": "58d03ad6"}}"#);
        document("zuc256_2018_keystream", &case)
    };
    let other = format!("01{}", "0".repeat(44));
    for (fields, code) in [
        (format!(r#""iv": "{iv}""#), 0),
        (format!(r#""iv23": "{iv23}""#), 0),
        (format!(r#""iv": "{iv}", "iv23": "{iv23}""#), 0),
        (format!(r#""iv": "{iv}", "iv23": "{other}""#), 1),
    ] {
        let run = lanecrypt(&["kat", text(&scratch.file("iv.json", &case(&fields)))]);
        assert_eq!(run.code, code, "{fields}: {}{}", run.out, run.err);
    }
}

#[test]
fn what_cannot_be_used_is_refused_in_one_line() {
    let scratch = Scratch::new("refused");
    let zeros = "0".repeat(32);
    let cases = [
        ("{\"target\": \"zuc128_keystream\", \"cases\": [".to_owned(), vec!["JSON"]),
        (String::new(), vec!["JSON"]),
        ("[]".to_owned(), vec!["object"]),
        (r#"{"cases": []}"#.to_owned(), vec!["target"]),
        (document("zuc128_keystream", ""), vec!["cases", "empty"]),
        (document("rot13", r#"{"key": "00"}"#), vec!["rot13", "zuc128_keystream", "zuc_nea6"]),
        (zuc128(r#""keystream": "27b""#), vec!["mine", "keystream", "odd"]),
        (zuc128(r#""keystream": "27xx""#), vec!["mine", "keystream", "'x'"]),
        (zuc128(r#""plaintext": "00""#), vec!["mine", "ciphertext"]),
        (zuc128(r#""plaintext": "00", "ciphertext": """#), vec!["mine", "equal"]),
        (zuc128(r#""note": "no answer""#), vec!["mine", "keystream"]),
        (zuc128(r#""keystream": "27", "bit_length": 9"#), vec!["mine", "bit_length"]),
        (zuc128(r#""keystream": "27", "bit_length": "8""#), vec!["mine", "bit_length"]),
        (
            document("zuc128_keystream", &format!(r#"{{"key": "{zeros}00", "iv": "{zeros}"}}"#)),
            vec!["number 1", "key", "17 bytes instead of 16"],
        ),
        (
            document(
                "zuc_128_eea3",
                &format!(r#"{{"key": "{zeros}", "plaintext": "", "ciphertext": ""}}"#),
            ),
            vec!["count"],
        ),
        (
            document(
                "nea2",
                &format!(
                    r#"{{"key": "{zeros}", "count": "00000000", "bearer": 32, "direction": 0,
                        "plaintext": "", "ciphertext": ""}}"#
                ),
            ),
            vec!["bearer", "32", "0 to 31"],
        ),
        (
            document(
                "nia2",
                &format!(
                    r#"{{"key": "{zeros}", "count": "00000000", "bearer": 1, "direction": 0,
                        "message": "", "tag": "000000"}}"#
                ),
            ),
            vec!["tag", "3 bytes instead of 4"],
        ),
        (
            document(
                "zuc_nia6",
                &format!(
                    r#"{{"key": "{zeros}{zeros}", "iv": "{zeros}", "message": "00", "bit_length": 7,
                        "tag": "00000000"}}"#
                ),
            ),
            vec!["bit_length", "whole bytes"],
        ),
    ];
    for (content, words) in cases {
        let path = scratch.file("bad.json", &content);
        let run = lanecrypt(&["kat", text(&path)]);
        run.refused(&words);
        run.refused(&["bad.json"]);
    }
    lanecrypt(&["kat", text(&scratch.path("missing.json"))]).refused(&["missing.json"]);
    lanecrypt(&["kat", text(&scratch.path(""))]).refused(&[]);
    lanecrypt(&["kat"]).refused(&["FILE"]);
}

#[test]
fn a_bad_file_does_not_hide_the_others() {
    let scratch = Scratch::new("others");
    let bad = scratch.file("bad.json", "{");
    let wrong = scratch.file("wrong.json", &zuc128(r#""keystream": "28""#));
    let good = scratch.file("good.json", &zuc128(r#""keystream": "27""#));
    let run = lanecrypt(&["kat", text(&bad), text(&wrong), text(&good)]);
    run.refused(&["bad.json"]);
    assert!(run.out.contains("FAILED") && run.out.contains("  ok"), "{}", run.out);
    let run = lanecrypt(&["kat", text(&wrong), text(&good)]);
    assert_eq!(run.code, 1);
    assert!(run.out.contains("good.json") && run.out.contains("  ok"), "{}", run.out);
}
