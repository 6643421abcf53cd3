//! `lanecrypt info`, and what holds for every command.

use crate::common::{lanecrypt, lanecrypt_with};
use serde_json::Value;

#[test]
fn the_processor_and_every_backend_are_named() {
    let run = lanecrypt(&["info"]);
    assert_eq!(run.code, 0, "{}", run.err);
    for word in ["processor", "portable", "avx512", "neon", "zuc256", "eia3", "best available"] {
        assert!(run.out.contains(word), "no {word:?} in {}", run.out);
    }
}

#[test]
fn the_environment_lowers_the_backend() {
    let run = lanecrypt_with(Some("portable"), &["info", "--json"]);
    assert_eq!(run.code, 0, "{}", run.err);
    let info: Value = serde_json::from_str(&run.out).expect("a JSON document");
    assert_eq!(info["lanecrypt_backend"], "portable");
    let algorithms = info["algorithms"].as_array().expect("algorithms");
    assert!(!algorithms.is_empty());
    assert!(algorithms.iter().all(|algorithm| algorithm["backend"] == "portable"));
    let backends = info["backends"].as_array().expect("backends");
    assert_eq!(backends[0]["name"], "portable");
    assert_eq!(backends[0]["available"], true);
    let others = backends[1..].iter().filter(|backend| backend["available"] == true).count();
    let why = algorithms[0]["why"].as_str().expect("a reason");
    assert_eq!(why.contains("LANECRYPT_BACKEND=portable"), others > 0, "{why}");
    // What is missing is said exactly where something is missing.
    for backend in backends {
        let missing = backend["missing"].as_array().expect("a list");
        assert_eq!(missing.is_empty(), backend["available"] == true, "{backend}");
    }
}

#[test]
fn an_unknown_backend_in_the_environment_is_refused_by_every_command() {
    for arguments in [
        &["info"][..],
        &["info", "--json"],
        &["kat", "x.json"],
        &["bench", "--quick"],
        &["bench", "--paper", "cypress"],
        &["limits", "aes128/ctr"],
        &["compare", "a.json", "b.json"],
        &["report", "a.json", "--list"],
    ] {
        for name in ["avx3", "PORTABLE", ""] {
            let run = lanecrypt_with(Some(name), arguments);
            run.refused(&["LANECRYPT_BACKEND: unknown backend", "portable", "avx512"]);
            assert!(run.out.is_empty(), "{}", run.out);
        }
    }
}

#[test]
fn no_command_and_a_wrong_command_are_refused_in_one_line() {
    lanecrypt(&[]).refused(&["info", "kat", "bench"]);
    lanecrypt(&["measure"]).refused(&["measure"]);
    assert_eq!(lanecrypt(&["--help"]).code, 0);
    assert_eq!(lanecrypt(&["--version"]).code, 0);
}

/// A reader that goes away must not make the program panic.
#[cfg(unix)]
#[test]
fn a_closed_pipe_is_no_error() {
    use std::process::{Command, Stdio};

    let mut child = Command::new(env!("CARGO_BIN_EXE_lanecrypt"))
        .args(["info", "--json"])
        .env_remove("LANECRYPT_BACKEND")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("the program ends");
    assert!(output.status.success(), "{:?}", output.status);
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
}
