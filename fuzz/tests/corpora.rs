//! The committed cases: that they pass on every backend, and still reach what they were chosen for.

#![cfg(all(target_os = "linux", not(miri)))]

use std::collections::BTreeSet;
use std::process::Command;

use lanecrypt_fuzz::case::{Given, Wrong};
use lanecrypt_fuzz::list::{Subject, subjects};
use lanecrypt_fuzz::pages::Memory;
use lanecrypt_fuzz::{Target, corpus};

/// What the cases of an algorithm reach together, and how many of them fail.
fn reached(target: Target, subject: &Subject) -> (BTreeSet<String>, usize) {
    let run = target.of(subject).expect("an algorithm of the target");
    let mut memory = Memory::new();
    let mut all = BTreeSet::new();
    let mut failed = 0;
    for seed in corpus::seeds(target, &subject.name) {
        let (checked, reached) = corpus::reached(run, seed, &mut memory);
        failed += usize::from(checked.is_err());
        all.extend(reached);
    }
    (all, failed)
}

fn of(target: Target) -> Vec<Subject> {
    subjects().into_iter().filter(|subject| target.of(subject).is_some()).collect()
}

/// What the cases of a target reach together.
fn reached_by_all(target: Target) -> BTreeSet<String> {
    of(target).iter().flat_map(|subject| reached(target, subject).0).collect()
}

#[test]
fn each_algorithm_has_cases_and_nothing_else_has() {
    for target in Target::ALL {
        let has: Vec<_> = corpus::lines(target).into_iter().map(|line| line.name).collect();
        let wanted: Vec<_> = of(target).into_iter().map(|subject| subject.name).collect();
        assert_eq!(has, wanted, "{}: choose the cases anew", target.name());
    }
}

/// Numbers as wide as a pointer decide what some cases are.
#[cfg(target_pointer_width = "64")]
#[test]
fn the_cases_reach_what_they_were_chosen_for() {
    for target in Target::ALL {
        for (subject, line) in of(target).iter().zip(corpus::lines(target)) {
            let (reached, failed) = reached(target, subject);
            assert_eq!(failed, 0, "{}: {} fails", target.name(), line.name);
            assert_eq!(
                reached.len(),
                line.reaches,
                "{}: choose the cases of {} anew; they reach {reached:?}",
                target.name(),
                line.name
            );
        }
    }
}

#[test]
fn the_cases_are_few() {
    for target in Target::ALL {
        let bytes = corpus::text(target).len();
        assert!(bytes < 16_384, "{}: {bytes} bytes", target.name());
    }
}

#[test]
fn they_pass_on_every_backend() {
    let mut program = Command::new(env!("CARGO_BIN_EXE_lanecrypt-fuzz"));
    let output = program.args(["--seconds", "0"]).output().expect("it runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
}

/// Fails if something is not among what is reached.
#[track_caller]
fn has(reached: &BTreeSet<String>, wanted: &str) {
    assert!(reached.contains(wanted), "nothing reaches {wanted}");
}

#[test]
fn batches_have_every_form() {
    for target in [Target::Batches, Target::Differential] {
        let reached = reached_by_all(target);
        let operations = ["seal", "open", "encrypt", "decrypt", "keystream", "compute and verify"];
        for operation in operations {
            for wrong in Wrong::ALL {
                has(&reached, &format!("{operation}, wrong: {wrong:?}"));
            }
            for given in [Given::Bytes, Given::Ready, Given::Elsewhere] {
                has(&reached, &format!("{operation}, key {given:?}"));
            }
        }
        for operation in &operations[..5] {
            has(&reached, &format!("{operation}, apart: false"));
            has(&reached, &format!("{operation}, apart: true"));
        }
        for bytes in ["0", "1", "to 15", "to 63", "to 300", "to 5000", "in blocks of 16"] {
            has(&reached, &format!("bytes {bytes}"));
        }
        for jobs in ["1", "to 15", "to 63"] {
            has(&reached, &format!("jobs {jobs}"));
        }
        (0..8).for_each(|bits| has(&reached, &format!("bits beside whole bytes: {bits}")));
        for start in ["0", "near", "far"] {
            has(&reached, &format!("start {start}"));
        }
        for again in ["", ", verify: false", ", verify: true"] {
            has(&reached, &format!("made pending again{again}"));
        }
        memory_is_taken_everywhere(&reached);
    }
    let reached = reached_by_all(Target::Batches);
    has(&reached, "jobs to 300");
    has(&reached, "bytes above 5000");
}

fn memory_is_taken_everywhere(reached: &BTreeSet<String>) {
    for way in [false, true] {
        has(reached, &format!("memory from its end: {way}"));
        has(reached, &format!("a room of its own, at its beginning: {way}"));
    }
}

#[test]
fn pieces_have_every_form() {
    let reached = reached_by_all(Target::Pieces);
    for pieces in ["1", "to 15", "to 63", "to 300", "to 5000"] {
        has(&reached, &format!("pieces {pieces}"));
    }
    for bytes in ["0", "1", "to 15", "to 63", "to 300", "to 5000", "above 5000"] {
        has(&reached, &format!("piece of bytes {bytes}"));
        has(&reached, &format!("bytes {bytes}"));
    }
    for what in [
        "apart",
        "keystream",
        "tag wrong",
        "whole chunks",
        "chunks sealed before the end",
        "chunks opened before the end",
        "damaged in the header",
        "cut off in the header",
    ] {
        has(&reached, &format!("{what}: false"));
        has(&reached, &format!("{what}: true"));
    }
    memory_is_taken_everywhere(&reached);
}

#[test]
fn garbage_has_every_form() {
    let reached = reached_by_all(Target::Garbage);
    for length in ["none", "one less", "one more", "any", "right"] {
        has(&reached, &format!("a length, {length}"));
    }
    for bits in ["most of all", "any", "too many", "all", "fewer"] {
        has(&reached, &format!("bits, {bits}"));
    }
    for pointer in [
        "NULL is read",
        "NULL is written",
        "a length that no memory has",
        "buffers overlap",
        "buffers are the same",
        "a context that is too small",
        "a context at NULL",
        "a context that is misaligned",
    ] {
        has(&reached, pointer);
    }
    for algorithm in lanecrypt_capi::ALGORITHMS {
        has(&reached, &format!("algorithm {}", algorithm.number));
    }
    memory_is_taken_everywhere(&reached);
}

/// The functions that the header declares.
fn functions() -> Vec<&'static str> {
    let header = include_str!("../../crates/lanecrypt-capi/include/lanecrypt.h");
    let declared =
        header.lines().filter(|line| line.starts_with(|first: char| first.is_ascii_lowercase()));
    let name = |line: &'static str| {
        let (before, _) = line.split_once('(')?;
        let name = &before[before.rfind([' ', '*'])? + 1..];
        name.starts_with("lc_").then_some(name)
    };
    declared.filter_map(name).collect()
}

#[test]
fn garbage_calls_every_function_of_the_header() {
    let functions = functions();
    assert!(functions.contains(&"lc_version") && functions.contains(&"lc_algorithm_name"));
    let reached = reached_by_all(Target::Garbage);
    let called: BTreeSet<_> = reached.iter().filter_map(|what| what.split(':').next()).collect();
    let left: Vec<_> = functions.iter().filter(|name| !called.contains(*name)).collect();
    assert!(left.is_empty(), "not called: {left:?}");
    // One that returns a status must also get as far as a message: to its end, or to a tag or chunk that is wrong.
    let ends = [1, -16, -28, -29, -30];
    let refused = functions.iter().filter(|function| {
        let has_status = reached.iter().any(|what| what.starts_with(&format!("{function}: ")));
        has_status && !ends.iter().any(|end| reached.contains(&format!("{function}: {end}")))
    });
    let refused: Vec<_> = refused.collect();
    assert!(refused.is_empty(), "always refused: {refused:?}");
}
